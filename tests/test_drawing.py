"""Boards as text."""

from __future__ import annotations

import re

import pytest

from opentafl_engine.board import Board
from opentafl_engine.drawing import SPECIAL_SIGNS, draw
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.squares import FILES
from opentafl_engine.types import PIECE_LETTERS
from opentafl_engine.variants import variant, variant_names

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
FORTS = "dim:7 cor:a1,g7 cen:d4 afor:a3,b3 dfor:d1,e1 start:/3T3/7/1t5/t2K2t/7/7/3t3/"


def test_the_last_rank_is_on_top() -> None:
    """a1 is at the bottom on the left, and every rank and file has its name."""
    lines = draw(Board(variant("brandub"))).splitlines()
    assert lines[0] == " 7  x . . t . . x"
    assert lines[3] == " 4  t t T K T t t"
    assert lines[-1] == "    a b c d e f g"
    assert len(lines) == 8


def test_special_squares() -> None:
    """Each kind of empty special square has its own sign, and a piece on one hides it."""
    assert draw(Board(Rules.parse(FORTS))).splitlines() == [
        " 7  . . . t . . x",
        " 6  . . . . . . .",
        " 5  . . . . . . .",
        " 4  t . . K . . t",
        " 3  - t . . . . .",
        " 2  . . . . . . .",
        " 1  x . . T = . .",
        "    a b c d e f g",
    ]
    board = Board(Rules.parse(FORTS), "/7/7/7/7/t5K/7/7/")
    assert draw(board).splitlines()[3] == " 4  . . . + . . ."
    assert not set(SPECIAL_SIGNS.values()) & set(PIECE_LETTERS + ".")


def test_without_special_squares() -> None:
    """What is left is the board of ``str``."""
    board = Board(Rules.parse(FORTS))
    rows = [line[4:] for line in draw(board, special=False).splitlines()[:-1]]
    assert rows == str(board).splitlines()


@pytest.mark.parametrize(
    ("move", "row"),
    [
        ("a1-a7", "[x]. . T = . ."),
        ("a4-a3", "x . . T = . ."),
        ("e1-f1", "x . . T[=|.]."),
        ("f1-e1", "x . . T[=|.]."),
        ("b1-g1", "x[.]. T = .[.]"),
        ("g1-e1", "x . . T[=].[.]"),
        ("g1-f1", "x . . T =[.|.]"),
        ("g2-g1", "x . . T = .[.]"),
    ],
)
def test_the_last_move(move: str, row: str) -> None:
    """Both ends of a move are in brackets, also side by side and at the edges; nothing moves."""
    drawn = draw(Board(Rules.parse(FORTS)), last_move=Move.parse(move)).splitlines()
    assert drawn[6] == f" 1 {row}" if row.startswith("[") else drawn[6] == f" 1  {row}"
    assert {len(line) for line in drawn[:-1]} <= {17, 18}


def test_a_mark_stays_in_its_rank() -> None:
    """A square at the end of a rank has no mark at the beginning of the next."""
    drawn = draw(Board(Rules.parse(FORTS)), last_move=Move.parse("a2-a5")).splitlines()
    assert (drawn[6], drawn[5], drawn[2]) == (" 1  x . . T = . .", " 2 [.]. . . . . .", " 5 [.]. . . . . .")


@pytest.mark.parametrize("slug", variant_names())
def test_colour_changes_no_text(slug: str) -> None:
    """Without its escape sequences a drawing in colour is the plain one, in every variant."""
    board = Board(variant(slug))
    move = next(iter(board.legal_moves))
    board.push(move)
    plain = draw(board, last_move=move)
    assert _ESCAPES.sub("", draw(board, colour=True, last_move=move)) == plain
    assert "\x1b" not in plain
    assert all(line == line.rstrip() for line in plain.splitlines())
    assert plain.splitlines()[-1] == "    " + " ".join(FILES[: board.dim])


def test_what_colours_say() -> None:
    """Sides, kings, special squares and occupied special squares are told apart."""
    drawn = draw(Board(Rules.parse(FORTS), "/T6/7/7/t2KT2/7/7/7/"), colour=True)
    assert "\x1b[36m\x1b[4mT\x1b[0m" in drawn
    assert "\x1b[31mt\x1b[0m" in drawn
    assert "\x1b[1;33m\x1b[4mK\x1b[0m" in drawn
    assert "\x1b[36mT\x1b[0m" in drawn
    assert "\x1b[35m=\x1b[0m" in drawn
    assert "\x1b[2m.\x1b[0m" in drawn
