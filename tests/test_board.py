"""Board: the verbs, what they leave alone, and how it says no."""

from __future__ import annotations

import copy
import random

import pytest

import opentafl_engine as tafl
from opentafl_engine.core import build_name, lib

OPEN = "dim:7 surf:n start:/3t3/7/7/t2K2t/7/7/3T3/"


def board_of(text: str, **given: object) -> tafl.Board:
    """A board of these rules."""
    return tafl.Board(tafl.Rules.parse(text), **given)  # type: ignore[arg-type]


def random_game(board: tafl.Board, rng: random.Random, plies: int) -> None:
    """Push random moves until the game ends or has had this many."""
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return
        board.push(rng.choice(moves))


@pytest.mark.parametrize("name", tafl.variant_names())
def test_start_position_is_that_of_the_rules(name: str) -> None:
    """A new board stands as the rules say, the first side is to move and nothing has happened."""
    rules = tafl.variant(name)
    board = tafl.Board(rules)
    assert board.position() == rules.start
    assert board.turn is rules.first_side
    assert board.outcome() is None
    assert board.ply == 0
    assert board.berserking is None


def test_turn_is_written_in_words() -> None:
    """``str(turn)`` is attackers or defenders."""
    assert [str(side) for side in (tafl.ATTACKERS, tafl.DEFENDERS)] == ["attackers", "defenders"]


@pytest.mark.parametrize("name", tafl.variant_names())
def test_pop_undoes_push_to_the_last_detail(name: str) -> None:
    """Popping all moves of a game visits the same states backwards as pushing them did."""
    board = tafl.Board(tafl.variant(name, semantics="opentafl"))
    rng = random.Random(name)
    seen = [(board.position(), board.key(), board.search_key(), board.turn, board.unmoved())]
    for _ in range(40):
        random_game(board, rng, 1)
        seen.append((board.position(), board.key(), board.search_key(), board.turn, board.unmoved()))
    del seen[board.ply + 1 :]
    while board.ply:
        assert seen.pop() == (
            board.position(), board.key(), board.search_key(), board.turn, board.unmoved(),
        )  # fmt: skip
        board.pop()
    assert len(seen) == 1


@pytest.mark.parametrize("name", tafl.variant_names())
def test_what_is_kept_up_agrees_with_what_is_counted_afresh(name: str) -> None:
    """After every ply the core's keys, sets and lines are those of the pieces on the board."""
    board = tafl.Board(tafl.variant(name))
    rng = random.Random(name)
    for _ in range(60):
        random_game(board, rng, 1)
        assert lib.tafl_board_ok(board.core.handle)


def test_pop_at_the_start_is_an_index_error() -> None:
    """There is nothing to take back before the first move."""
    with pytest.raises(IndexError):
        board_of(OPEN).pop()


def test_copy_goes_its_own_way() -> None:
    """A copy has the history of the original and neither sees what the other does next."""
    board = board_of(OPEN)
    board.push("d1-d2")
    other = board.copy()
    other.push("d4-d3")
    assert (board.ply, other.ply) == (1, 2)
    assert other.pop() == tafl.Move.parse("d4d3")
    assert other.pop() == tafl.Move.parse("d1d2")
    assert board.position() != other.position()


def test_the_copy_module_copies_the_game() -> None:
    """``copy.copy`` and ``copy.deepcopy`` do what ``Board.copy`` does."""
    board = board_of(OPEN)
    for other in (copy.copy(board), copy.deepcopy(board)):
        other.push("d1-d2")
        assert (board.ply, other.ply) == (0, 1)


def test_copy_remembers_repetitions() -> None:
    """What came up before the copy was made counts in it."""
    board = board_of(OPEN)
    cycle = ["d1-d2", "d7-d6", "d2-d1", "d6-d7"]
    for move in cycle:
        board.push(move)
    other = board.copy()
    for move in cycle:
        other.push(move)
    assert other.outcome() == tafl.Outcome(None, tafl.Termination.REPETITION)


def test_legal_moves_are_a_lazy_container() -> None:
    """Length, count, truth and membership agree with iteration; foreign things are not in it."""
    board = board_of(OPEN)
    moves = list(board.legal_moves)
    assert len(board.legal_moves) == board.legal_moves.count() == len(moves) == len(set(moves))
    assert all(move in board.legal_moves for move in moves)
    assert bool(board.legal_moves)
    assert "d1-d2" in board.legal_moves
    assert "hello" not in board.legal_moves
    assert 7 not in board.legal_moves
    assert tafl.Move.parse("s19-s18") not in board.legal_moves
    assert tafl.Move.parse("d4-d5") not in board.legal_moves


ILLEGAL = [
    ("d1-d5", "blocked at d4"),
    ("d1-d4", "d4 is occupied"),
    ("a4-d4", "d4 is occupied"),
    ("b2-b3", "there is no piece on b2"),
    ("d4-d5", "not this side's turn: the attackers are to move"),
    ("a4-b5", "along a rank or a file"),
    ("a4-a1", "may not pass|may not stop on the corner a1"),
    ("a4-a4", "to another square"),
    ("a4-a9", "the 7x7 board"),
]


@pytest.mark.parametrize(("move", "reason"), ILLEGAL)
def test_an_illegal_move_says_why_and_changes_nothing(move: str, reason: str) -> None:
    """The error names the reason and the square; the board is as before."""
    board = board_of(OPEN)
    before = (board.position(), board.key(), board.ply)
    with pytest.raises(tafl.IllegalMoveError, match=reason) as caught:
        board.push(move)
    assert caught.value.token == move
    assert (board.position(), board.key(), board.ply) == before
    with pytest.raises(tafl.IllegalMoveError, match=reason):
        board.captures(move)


SPECIAL = [
    ("dim:7 start:/t6/7/7/7/7/3K3/7/", "a1-g1", "may not pass the corner g1|may not stop on the corner g1"),
    ("dim:7 cens: start:/7/3t3/7/7/7/7/K6/", "d2-d4", "a taflman may not stop on the throne d4"),
    ("dim:7 cenp: start:/7/3t3/7/7/7/7/K6/", "d2-d6", "a taflman may not pass the throne d4"),
    ("dim:7 spd:2 start:/7/2t4/7/7/7/7/K6/", "c2-c6", "a taflman moves 2 squares at most"),
    ("dim:7 dfor:c4 start:/7/2t4/7/7/7/7/K6/", "c2-c4", "the defenders' fortress c4"),
    ("dim:7 afor:c4 aforre: start:/7/2t4/7/7/7/7/K6/", "c2-c4", "fortress c4 from outside"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "move", "reason"), SPECIAL)
def test_special_squares_are_named_in_the_reason(rules: str, move: str, reason: str) -> None:
    """A move that a special square forbids says which square, of what kind, and for whom."""
    with pytest.raises(tafl.IllegalMoveError, match=reason):
        board_of(rules).push(move)


def test_berserk_turn_binds_the_piece() -> None:
    """In a berserk turn another piece is refused, and so is a move of the piece without capture."""
    board = board_of("dim:9 ber:c surf:n start:/3t5/4Tt3/9/1tT6/9/9/9/K8/9/")
    board.push("d1-d2")
    assert board.berserking == "d2"
    assert board.turn is tafl.ATTACKERS
    with pytest.raises(tafl.IllegalMoveError, match="the piece on d2 must go on"):
        board.push("f2-f5")
    with pytest.raises(tafl.IllegalMoveError, match="captures only"):
        board.push("d2-d1")
    board.push("d2-d4")
    assert board.berserking is None
    assert board.turn is tafl.DEFENDERS


def test_text_that_is_no_move_is_a_notation_error() -> None:
    """Nonsense is told from an illegal move."""
    with pytest.raises(tafl.NotationError):
        board_of(OPEN).push("hello")


def test_position_of_another_size_is_refused() -> None:
    """A record that does not fit the board is an error and the old position stays."""
    board = board_of(OPEN)
    with pytest.raises(tafl.PositionError, match="5 rows"):
        board.set_position("/5/5/5/5/5/")
    with pytest.raises(tafl.NotationError):
        board.set_position("/7/7/7/7/7/7/8/")
    assert board.position() == tafl.Rules.parse(OPEN).start


def test_moves_after_the_end_are_refused() -> None:
    """When the game is over there are no legal moves and a push says how it ended."""
    board = board_of("dim:7 surf:n start:/3t3/7/7/6K/7/7/7/", turn=tafl.DEFENDERS)
    board.push("g4-g1")
    assert board.outcome() == tafl.Outcome(tafl.DEFENDERS, tafl.Termination.KING_ESCAPED)
    assert list(board.legal_moves) == []
    assert not board.legal_moves
    with pytest.raises(tafl.IllegalMoveError, match="the game is over: king escaped"):
        board.push("d1-d2")


def test_a_set_up_position_is_not_judged() -> None:
    """A king that stands on a corner has not escaped until a move was made."""
    board = board_of("dim:7 surf:n start:/K6/7/7/3t3/7/7/7/")
    assert board.outcome() is None
    board.push("d4-d3")
    assert board.outcome() == tafl.Outcome(tafl.DEFENDERS, tafl.Termination.KING_ESCAPED)


def test_a_set_up_side_that_cannot_move_has_lost() -> None:
    """Under spec a side without a legal move has lost, in a position that is set up as well."""
    boxed = "/Kt5/t6/7/7/7/7/7/"
    spec = board_of("dim:7 start:/3K3/7/7/3t3/7/7/7/", position=boxed, turn=tafl.DEFENDERS)
    assert spec.outcome() == tafl.Outcome(tafl.ATTACKERS, tafl.Termination.NO_LEGAL_MOVE)
    rules = tafl.Rules.parse("dim:7 start:/3K3/7/7/3t3/7/7/7/", semantics="opentafl")
    other = tafl.Board(rules, position=boxed, turn=tafl.DEFENDERS)
    assert other.outcome() is None
    assert not other.legal_moves


def test_keys_tell_sides_and_squares_apart() -> None:
    """Positions that differ by side or square have other keys; the same one again has the same."""
    board = board_of(OPEN)
    keys = {board.key()}
    for move in ("d1-d2", "d7-d6", "d2-d1", "d6-d7"):
        board.push(move)
        keys.add(board.key())
    assert len(keys) == 4
    other = board_of(OPEN, turn=tafl.DEFENDERS)
    assert other.key() not in keys


def test_keys_are_the_same_in_every_process() -> None:
    """Keys depend on pieces, squares and turn alone, so that files may refer to them."""
    assert tafl.Board(tafl.variant("brandub")).key() == 4911776741513477093


def test_captures_are_sorted_as_names() -> None:
    """Names sort as strings: a10 comes before a9."""
    board = board_of("dim:13 surf:n start:/13/13/13/13/13/13/13/4t8/4T8/5t7/4T8/4t8/K12/")
    assert board.captures("f10-e10") == ["e11", "e9"]


@pytest.mark.parametrize("mode", ["full", "nokeys", "bulk"])
def test_perft_modes_agree_and_leave_the_board_alone(mode: str) -> None:
    """Every way of counting gives the published count, from the start and in mid-game."""
    board = tafl.Board(tafl.variant("brandub"))
    assert [board.perft(depth, mode=mode) for depth in range(5)] == [1, 40, 960, 39512, 1007392]
    random_game(board, random.Random(3), 9)
    before = board.position()
    assert board.perft(3, mode=mode) == board.perft(3)
    assert board.position() == before


def test_perft_refuses_nonsense() -> None:
    """A depth that is negative or far too large, and an unknown mode, are errors."""
    for depth in (-1, 129, 10**12):
        with pytest.raises(ValueError, match="depth is 0 to 128"):
            board_of(OPEN).perft(depth)
    with pytest.raises(ValueError, match="mode is one of"):
        board_of(OPEN).perft(1, mode="fast")


def test_plain_variants_get_the_plain_build() -> None:
    """Variants of plain pieces do not pay for the others; those that need them get them."""
    assert "plain" in build_name(tafl.variant("copenhagen"))
    assert "full" in build_name(tafl.variant("berserk"))
    assert build_name(tafl.variant("alea-evangelii")).startswith("6 words")


def test_a_board_shows_itself() -> None:
    """``str`` draws the board, the last rank on top; ``repr`` names variant, position and side."""
    board = tafl.Board(tafl.variant("brandub"))
    assert str(board).splitlines()[3] == "t t T K T t t"
    assert "attackers" in repr(board)
    assert "Brandub" in repr(board)


def test_officers_of_the_start_count_when_none_is_left() -> None:
    """Where OpenTafl's rules leave a king to pairs only, a position without officers keeps to that."""
    rules = tafl.Rules.parse("dim:7 surf:n start:/3c3/7/7/3K3/7/7/7/", semantics="opentafl")
    for fourth in ("7", "5c1"):
        board = tafl.Board(rules, position=f"/7/2t4/1tK1t2/2t4/7/7/{fourth}/", turn=tafl.ATTACKERS)
        assert board.captures("e3-d3") == []


def test_captures_and_push_agree_where_rows_leak() -> None:
    """What ``captures`` names is what ``push`` takes, with either of the row quirks left out too."""
    for left_out in (tafl.Quirk(0), tafl.Quirk.SHIELDWALL_ANY_MOVE, tafl.Quirk.SHIELDWALL_ROW_LEAK):
        rules = tafl.Rules.parse(
            "dim:7 sw:s swf:y surf:n start:/3t3/7/7/3K3/7/7/7/", semantics="opentafl", without=left_out
        )
        board = tafl.Board(rules)
        board.set_position("/7/7/7/1K3t1/7/1tt4/1TTt3/", tafl.ATTACKERS, unmoved=[])
        named = board.captures("f4-f1")
        board.push("f4-f1")
        assert [square for square in ("b7", "c7") if board.piece_at(square) is None] == named
