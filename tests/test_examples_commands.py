"""The examples that run commands work as they stand, and what they print is true."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from opentafl_engine.board import Board
from opentafl_engine.client.process import own_command
from opentafl_engine.drawing import draw
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.search import Limits, Searcher
from opentafl_engine.variants import check_variant_file, variant

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment in which ``$OPENTAFL_ENGINE`` is this very package."""
    launcher = tmp_path / "engine"
    launcher.write_text(f'#!/bin/sh\nexec {shlex.join(own_command())} "$@"\n', encoding="utf-8")
    launcher.chmod(0o755)
    return {**os.environ, "OPENTAFL_ENGINE": str(launcher)}


def run(name: str, environment: dict[str, str]) -> list[str]:
    """The lines that an example prints; it says nothing else and its status is 0."""
    done = subprocess.run(
        ["bash", str(EXAMPLES / name)],
        env=environment, cwd="/", capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_analyse_pipe(environment: dict[str, str]) -> None:
    """Three positions are answered, each best move comes again in the column, and the last one wins."""
    lines = run("analyse_pipe.sh", environment)
    found = [json.loads(line) for line in lines if line.startswith("{")]
    column = lines[lines.index("Line and best move:") + 1 :]
    assert column == [f"{said['input']} {said['move']}" for said in found]
    assert [said["input"] for said in found] == [2, 3, 5]
    assert found[2]["mate"] == 3
    assert found[1]["side"] == "attackers"


def test_own_variant(environment: dict[str, str]) -> None:
    """The file is right, the board is drawn after the move, and the search is that of the rules."""
    info = check_variant_file(EXAMPLES / "my-variant.yaml")
    board = Board(Rules.parse(info.rules))
    board.push("c1-c2")
    lines = run("own_variant.sh", environment)
    assert lines[0].endswith(f"my-variant.yaml: {info.name}. {board.rules.describe()}")
    assert "\n".join(lines[2 : 3 + board.dim]) == draw(board, last_move=Move.parse("c1-c2"))
    best = Searcher(16).search(board, Limits(depth=3, multipv=2))
    assert best.move is not None
    assert lines[-1].startswith(f"bestmove {best.move.uci()}")


def test_the_two_strings_of_the_variant_mean_the_same() -> None:
    """The example says of its second string that OpenTafl takes it as the first is meant."""
    info = check_variant_file(EXAMPLES / "my-variant.yaml")
    meant, told = Rules.parse(info.rules), Rules.parse(info.opentafl, "opentafl")
    assert meant.repetition == told.repetition == "l"
    assert meant.start == told.start


def test_ponder_by_hand(environment: dict[str, str]) -> None:
    """Five searches are asked for and answered, two of them while pondering, and every move is legal."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "ponder_by_hand.py")],
        env=environment, cwd="/", capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert sum(line.startswith("> go") for line in lines) == 5
    assert sum(line.startswith("> go ponder") for line in lines) == 2
    assert {"> ponderhit", "> stop"} <= set(lines)
    answers = [line.split()[2] for line in lines if line.startswith("< bestmove ")]
    assert len(answers) == 5
    last = next(line for line in reversed(lines) if line.startswith("> position"))
    board = Board(variant("brandub"))
    for move in last.split()[4:]:
        board.push(move)
    assert answers[-1] in board.legal_moves
