"""Fens: the top rank first, no outer slashes, in OTN or in adk letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opentafl_engine.errors import NotationError
from opentafl_engine.positions import parse_fen, parse_position, write_fen, write_position
from opentafl_engine.types import EMPTY, PIECE_LETTERS
from opentafl_engine.variants import variant, variant_names

COPENHAGEN_ADK = "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3"


def _cells(letters: str) -> st.SearchStrategy[tuple[int, bytes]]:
    """Boards of any size with these pieces on them."""
    codes = [EMPTY, *(PIECE_LETTERS.index(letter) for letter in letters)]
    return st.integers(5, 19).flatmap(
        lambda dim: st.tuples(
            st.just(dim), st.lists(st.sampled_from(codes), min_size=dim * dim, max_size=dim * dim).map(bytes)
        )
    )


@given(_cells(PIECE_LETTERS))
def test_what_is_written_is_read_back(board: tuple[int, bytes]) -> None:
    """A fen says every position, with every kind of piece."""
    dim, cells = board
    assert parse_fen(write_fen(cells, dim), dim) == cells


@given(_cells("tTK"))
def test_what_is_written_in_adk_is_read_back(board: tuple[int, bytes]) -> None:
    """A position of plain men and the defenders' king keeps its meaning in adk letters, or is refused."""
    dim, cells = board
    kinds = {PIECE_LETTERS[code] for code in cells if code != EMPTY}
    if kinds == {"K"}:
        with pytest.raises(NotationError, match="king alone"):
            write_fen(cells, dim, adk=True)
    else:
        assert parse_fen(write_fen(cells, dim, adk=True), dim) == cells


def test_the_top_rank_is_first() -> None:
    """The first row is the highest rank, and within a row the a-file is first."""
    cells = parse_fen("t4/5/5/5/4K", 5)
    assert write_position(cells, 5) == "/4K/5/5/5/t4/"


def test_both_alphabets_say_the_same() -> None:
    """The start of Copenhagen in adk letters is the start of Copenhagen."""
    start = variant("copenhagen").start_cells()
    assert parse_fen(COPENHAGEN_ADK, 11) == start
    assert write_fen(start, 11, adk=True) == COPENHAGEN_ADK
    assert parse_fen(write_fen(start, 11), 11) == start


@pytest.mark.parametrize("slug", variant_names())
def test_every_start_position(slug: str) -> None:
    """The start of every variant is the same as a fen."""
    rules = variant(slug)
    assert parse_fen(write_fen(rules.start_cells(), rules.dim), rules.dim) == rules.start_cells()


def test_a_king_without_a_or_d_is_the_attackers_king() -> None:
    """No a and no d: the letters are those of OpenTafl Notation, where k is on the attackers' side."""
    assert parse_fen("5/5/2k2/5/5", 5) == parse_position("/5/5/2k2/5/5/")
    assert parse_fen("5/5/2k1a/5/5", 5) == parse_position("/5/5/2K1t/5/5/")


@pytest.mark.parametrize(
    ("text", "token", "column", "reason"),
    [
        ("5/a4/2K2/5/5", "K", 7, "expected a piece letter (adk) or a number of empty squares"),
        ("5/t4/2k2/5/4d", "t", 3, "expected a piece letter (adk) or a number of empty squares"),
        ("5/a4/2T2/5/5", "T", 7, "expected a piece letter (adk) or a number of empty squares"),
        ("5/a4/2c2/5/5", "c", 7, "expected a piece letter (adk) or a number of empty squares"),
        ("5/A4/2K2/5/5", "A", 3, "expected a piece letter (tcnkmgTCNKMG) or a number of empty squares"),
        ("5/a4/2k2/5/6", "6", 12, "expected a row of 5 squares, found more than 5"),
        ("5/a4/2k1/5/5", "2k1", 6, "expected a row of 5 squares, found 4"),
        ("5//2k2/5/5", "", 3, "expected a row of 5 squares, found 0"),
        ("5/05/5/5/5", "05", 3, "expected a number from 1 to 5"),
        ("5/5/5/5", "5/5/5/5", 1, "expected 5 rows, found 4"),
        ("", "", 1, "expected 5 rows, found 1"),
        ("/5/5/5/5/5/", "/5/5/5/5/5/", 1, "no slash at its ends"),
        ("5/5/5/5/5/", "5/5/5/5/5/", 10, "no slash at its ends"),
        ("5/5/5/5/\u0665", "\u0665", 9, "expected a piece letter"),
    ],
)
def test_what_is_no_fen(text: str, token: str, column: int, reason: str) -> None:
    """The complaint names the token, its column and what was expected."""
    with pytest.raises(NotationError) as caught:
        parse_fen(text, 5)
    assert (caught.value.token, caught.value.column) == (token, column)
    assert reason in caught.value.reason


@pytest.mark.parametrize("letter", sorted(set(PIECE_LETTERS) - set("tTK")))
def test_pieces_that_adk_has_no_letter_for(letter: str) -> None:
    """They are refused by name, not written as something else."""
    cells = parse_position(f"/5/5/t1{letter}2/5/5/")
    with pytest.raises(NotationError) as caught:
        write_fen(cells, 5, adk=True)
    assert (caught.value.token, caught.value.column) == (letter, 7)


@given(st.text(alphabet="adktTKcn0123456789/ \x00\u00e9", max_size=60), st.integers(5, 19))
def test_nonsense_is_refused_or_read(text: str, dim: int) -> None:
    """Any text gives cells of the right number, or a ``NotationError`` with a column inside the text."""
    try:
        size, column = len(parse_fen(text, dim)), 1
    except NotationError as error:
        size, column = dim * dim, error.column or 0
    assert size == dim * dim
    assert 1 <= column <= len(text) + 1
