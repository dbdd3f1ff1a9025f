"""Squares, position records, moves and move records as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opentafl_engine.errors import NotationError
from opentafl_engine.notation import (
    Move,
    parse_position,
    parse_record,
    parse_square,
    parse_standard,
    square_index,
    square_name,
    write_position,
    write_standard,
)
from opentafl_engine.types import EMPTY, PIECE_LETTERS
from tests.strategies import boards, record_texts


def complaint(text: str) -> NotationError:
    """The error that a move gives."""
    with pytest.raises(NotationError) as caught:
        Move.parse(text)
    return caught.value


@pytest.mark.parametrize("dim", range(5, 20))
def test_square_names_and_indexes_agree(dim: int) -> None:
    """Every square of every board has one name, and the name leads back to it."""
    names = [square_name(index, dim) for index in range(dim * dim)]
    assert len(set(names)) == dim * dim
    assert [square_index(name, dim) for name in names] == list(range(dim * dim))
    assert (names[0], names[1][0], names[dim][1]) == ("a1", "b", "2")


@pytest.mark.parametrize("text", ["", "a", "1", "a0", "a01", "A1", "t1", "a20", "a1 ", "a\u0661", "aa1"])
def test_what_is_no_square(text: str) -> None:
    """A square is one lower-case letter to s and a number from 1 to 19 without a leading zero."""
    with pytest.raises(NotationError, match="expected a square"):
        parse_square(text)


def test_squares_beyond_the_board() -> None:
    """A square of a larger board is refused by name."""
    assert parse_square("s19") == (18, 18)
    with pytest.raises(NotationError, match="7x7 board, a1 to g7") as caught:
        square_index("h1", 7)
    assert caught.value.token == "h1"


@given(boards(), st.booleans(), st.booleans())
def test_positions_survive_being_written(board: tuple[int, bytes], top_first: bool, outer: bool) -> None:
    """Any board is read back from its record, in both row orders, with outer slashes or without."""
    dim, cells = board
    record = write_position(cells, dim, top_first=top_first, outer_slashes=outer)
    assert parse_position(record, top_first=top_first, outer_slashes=outer) == cells
    assert parse_position(record, dim=dim, top_first=top_first, outer_slashes=outer) == cells


def test_every_piece_letter_has_its_place() -> None:
    """A record has rank 1 first, its first square is a1, and each letter is its own code."""
    cells = parse_position("/tcnkmg1/TCNKMG1/7/7/7/7/6t/")
    assert list(cells[:7]) == [*range(6), EMPTY]
    assert list(cells[7:14]) == [*range(6, 12), EMPTY]
    assert cells[48] == PIECE_LETTERS.index("t")
    assert parse_position("6t/7/7/7/7/TCNKMG1/tcnkmg1", top_first=True, outer_slashes=False) == cells


@pytest.mark.parametrize(
    ("text", "token", "column"),
    [
        ("", "", 1),
        ("/", "/", 1),
        ("5/5/5/5/5", "5/5/5/5/5", 1),
        ("/5/5/5/5/5", "/5/5/5/5/5", 1),
        ("/5/5/5/5/", "5/5/5/5", 2),
        ("/5/5/4/5/5/", "4", 6),
        ("/5/5/6/5/5/", "6", 6),
        ("/5/5/2t3/5/5/", "2t3", 6),
        ("/5/5/2x2/5/5/", "x", 7),
        ("/5/5/2t02/5/5/", "02", 8),
        ("/5/5/100/5/5/", "100", 6),
        ("/5/5/-5/5/5/", "-", 6),
        ("/5/5/\u0665/5/5/", "\u0665", 6),
        ("/5/5//5/5/", "", 6),
    ],
)
def test_malformed_positions(text: str, token: str, column: int) -> None:
    """A record that is not rows of the right width is refused at the first place that is wrong."""
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert (caught.value.token, caught.value.column) == (token, column)


def test_a_position_for_another_board() -> None:
    """A record must have as many rows as the board that it is for."""
    with pytest.raises(NotationError, match="expected 7 rows, found 5"):
        parse_position("/5/5/5/5/5/", dim=7)
    with pytest.raises(NotationError, match="expected 5 to 19 rows, found 20"):
        parse_position("/" + "20/" * 20)


@pytest.mark.parametrize(
    "text", ["d11-d3", "d11d3", "Kd11-d3xe3--", "kd11-d3", "nd11^d3xcd5", "cd11=d3", "Td11^=d3"]
)
def test_moves_are_read_in_every_form(text: str) -> None:
    """With a dash, without, and out of a full record: always the same move."""
    move = Move.parse(text)
    assert (move.from_square, move.to_square) == ("d11", "d3")
    assert (str(move), move.uci()) == ("d11-d3", "d11d3")
    assert move == Move("d11", "d3")
    assert hash(move) == hash(Move("d11", "d3"))


def test_squares_in_moves_take_all_digits() -> None:
    """Without a dash a number reaches as far as it can."""
    assert Move.parse("a1a11") == Move("a1", "a11")
    assert Move.parse("a11a1") == Move("a11", "a1")


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1), ("d1", 3), ("d1-", 4), ("d1-d", 4), ("d1 d3", 3), ("D1-d3", 1), ("d1-D3", 4), ("d1-d20", 6),
        ("d0-d1", 1), ("d1--d3", 4), ("d1-d3x", 7), ("d1-d3xe", 7), ("d1-d3xe1/", 10), ("d1-d3xQe1", 7),
        ("d1-d3+++", 8), ("d1-d3 ", 6), (" d1-d3", 1), ("d1-d3\n", 6), ("xd1-d3", 1), ("d1=^d3", 4),
        ("d1-d3xt", 7), ("d1d3x", 3), ("---", 1), ("--", 1), ("d1-d3-+", 7),
    ],
)  # fmt: skip
def test_malformed_moves(text: str, column: int) -> None:
    """What is no move is refused at the column where it stops to be one."""
    assert complaint(text).column == column


@given(record_texts())
def test_records_are_written_as_they_were_read(text: str) -> None:
    """A full record in its canonical form survives reading and writing."""
    assert str(parse_record(text)) == text


def test_the_parts_of_a_record() -> None:
    """Piece, squares, kind of move, captures with letters, and what it means for the king."""
    record = parse_record("Ne6^=e8xce7/ne9/f8/d8++")
    assert record.move == Move("e6", "e8")
    assert (record.piece, record.jump, record.berserk, record.info) == ("N", True, True, "++")
    assert [tuple(capture) for capture in record.captures] == [
        ("c", "e7"),
        ("n", "e9"),
        (None, "f8"),
        (None, "d8"),
    ]
    plain = parse_record("e5-e8")
    assert (plain.piece, plain.jump, plain.berserk, plain.captures, plain.info) == (
        None,
        False,
        False,
        (),
        "",
    )
    step = parse_record("Ne8=e4xe3")
    assert (step.jump, step.berserk) == (False, True)


@pytest.mark.parametrize("info", ["+", "++", "-", "--", ""])
def test_the_signs_of_a_record(info: str) -> None:
    """Each of the four signs, behind a move and behind captures."""
    assert parse_record(f"Ke5-e1{info}").info == info
    assert parse_record(f"e3-e4xd4{info}").info == info


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("k5-k7xk6xk6", "k5-k7xk6"),
        ("a1-a3xb3xa4", "a1-a3xb3/a4"),
        ("a1-a3xb3xnb3/b3", "a1-a3xb3"),
        ("a1-a3xK++", "a1-a3xK++"),
        ("a1-a3xb3/K", "a1-a3xb3/K"),
        ("a1-a3xKb3", "a1-a3xKb3"),
    ],
)
def test_loose_forms_of_captures_are_read(text: str, written: str) -> None:
    """Doubled squares, x between captures and a king without his square are read."""
    assert str(parse_record(text)) == written


def test_resignation() -> None:
    """Three dashes resign: a record without a move, and no move at all."""
    record = parse_record("---")
    assert record.resigns
    assert record.move is None
    assert str(record) == "---"
    assert not parse_record("a1-a2").resigns
    assert "resignation" in complaint("---").reason


@pytest.mark.parametrize("text", ["e5-e8", "e5-e8xe9", "e5-e8xe9/d8", "e5-e8+", "e5-e8xe9++"])
def test_standard_notation_survives(text: str) -> None:
    """Standard algebraic notation is read and written."""
    assert write_standard(parse_standard(text)) == text


def test_standard_notation_says_less() -> None:
    """Letters, jumps and escape signs are lost in standard notation; captures may come as xe2xe4."""
    assert write_standard(parse_record("Ne6^=e8xce7/ne9-")) == "e6-e8xe7/e9"
    assert write_standard(parse_record("a1-a2xK++")) == "a1-a2++"
    assert write_standard(parse_standard("e5-e3xe2xe4")) == "e5-e3xe2/e4"
    with pytest.raises(NotationError):
        write_standard(parse_record("---"))


@pytest.mark.parametrize("text", ["Ke5-e8", "e5^e8", "e5-e8-", "e5-e8xce9", "---", "e5-e8xK", "e5e8"])
def test_what_is_not_standard(text: str) -> None:
    """What only full records have is refused in standard notation."""
    with pytest.raises(NotationError):
        parse_standard(text)


@given(st.text(max_size=12) | st.text("abdtK123-^=x/+", max_size=14))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    """Whatever the text, it is a record that is written back readable, or a NotationError."""
    try:
        record = parse_record(text)
    except NotationError:
        return
    assert parse_record(str(record)) == record
