"""Which build of the core plays which rules, and that the builds agree."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from opentafl_engine.board import Board
from opentafl_engine.core import ISA_VARIABLE, build_name
from opentafl_engine.variants import variant, variant_names

COUNT = """
import json
from opentafl_engine import Board, Limits, Searcher, variant, variant_names
from opentafl_engine.core import build_name
def measure(name):
    board = Board(variant(name))
    searched = Searcher(hash_mb=1).search(board, Limits(depth=3))
    return board.key(), board.perft(2), searched.nodes, str(searched.move)
print(json.dumps({name: [build_name(variant(name)), *measure(name)] for name in variant_names()}))
"""


def count_at(level: str) -> dict[str, list[object]]:
    """For each variant the build that plays it, a key, a count, and what a search says."""
    environment = os.environ | {ISA_VARIABLE: level}
    done = subprocess.run([sys.executable, "-c", COUNT], env=environment, capture_output=True, check=True)
    found: dict[str, list[object]] = json.loads(done.stdout)
    return found


def test_levels_agree() -> None:
    """The plain instruction set gives the same keys, counts and searches as the best one."""
    plain, best = count_at("base"), count_at("")
    assert all(str(build).endswith("base") for build, *_ in plain.values())
    assert {name: rest for name, (_, *rest) in plain.items()} == {
        name: rest for name, (_, *rest) in best.items()
    }


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("brandub", 1),
        ("tablut", 2),
        ("copenhagen", 2),
        ("sea-battle-13", 3),
        ("tablut-15", 4),
        ("alea-evangelii", 6),
    ],
)
def test_the_narrowest_board_that_fits(name: str, words: int) -> None:
    """Sides up to 8, 11, 13, 16 and 19 use boards of 1, 2, 3, 4 and 6 words."""
    assert build_name(variant(name)).startswith(f"{words} words")


def test_plain_pieces_pay_nothing_for_others() -> None:
    """Variants of plain pieces are played by instances that know of no others; the rest are not."""
    full = {name for name in variant_names() if "full" in build_name(variant(name))}
    assert full == {"berserk", "magpie"}


@pytest.mark.parametrize("name", variant_names())
def test_perft_modes_agree(name: str) -> None:
    """Leaving out keys, or counting the last ply in bulk, changes no count."""
    board = Board(variant(name))
    assert board.perft(2) == board.perft(2, mode="nokeys") == board.perft(2, mode="bulk")
