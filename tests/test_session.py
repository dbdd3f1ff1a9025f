"""Following a game by its position records, whatever the lists of moves say."""

from __future__ import annotations

from random import Random

import pytest

from opentafl_engine.board import Board, Termination
from opentafl_engine.errors import TaflError
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.session import Game
from opentafl_engine.types import Side
from tests.otep_machine import BRANDUB, BRANDUB_START

RULES = Rules.parse(BRANDUB.removeprefix("rules "), "opentafl")
COPENHAGEN = Rules.parse(
    "dim:11 tfr:w sw:s efe:y start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    "opentafl",
)
ELSEWHERE = "/7/3t3/3T3/2TKT2/3T3/3t3/3t3/"


def moves(*texts: str) -> list[Move]:
    """Moves from their text."""
    return [Move.parse(text) for text in texts]


def after(*texts: str) -> str:
    """The record after these moves of a Brandub game."""
    board = Board(RULES)
    for text in texts:
        board.push(text)
    return board.position()


def test_the_present_position_is_no_step() -> None:
    """A record of where the game stands changes nothing."""
    game = Game(RULES)
    assert game.follow(BRANDUB_START)
    assert game.board.move_stack == []


@pytest.mark.parametrize(
    "hints",
    [
        [],
        [["d1-e1"]],
        [["d1-e1", "d3-f3"]],
        [["d1-c1", "d3-c3"], ["d1-e1", "d3-f3"]],
        [["d7-d7", "a1-a2", "d3-f3"], ["d1-e1", "d3-f3"]],
    ],
)
def test_following_with_hints(hints: list[list[str]]) -> None:
    """A hint that leads to the record keeps the history; without one, two moves are too far."""
    game = Game(RULES)
    kept = game.follow(after("d1-e1", "d3-f3"), [moves(*hint) for hint in hints])
    assert kept == (["d1-e1", "d3-f3"] in hints)
    assert game.board.position() == after("d1-e1", "d3-f3")
    assert len(game.board.move_stack) == (2 if kept else 0)


def test_following_without_hints() -> None:
    """A record that one legal move leads to is followed with no hint at all."""
    game = Game(RULES)
    for number in range(1, 4):
        assert game.follow(after(*["d1-e1", "d3-f3", "e1-d1"][:number]))
    assert game.board.move_stack == moves("d1-e1", "d3-f3", "e1-d1")


def test_following_the_end_of_a_list() -> None:
    """Of a list that begins with moves made before, its end is enough."""
    game = Game(RULES)
    game.follow(after("d1-e1"))
    game.follow(after("d1-e1", "d3-f3", "e1-d1"), [moves("d1-e1", "d3-f3", "e1-d1")])
    assert game.board.move_stack == moves("d1-e1", "d3-f3", "e1-d1")


def test_following_a_whole_game() -> None:
    """A list that holds the whole game brings back a history that was lost."""
    game = Game(RULES)
    game.follow(ELSEWHERE)
    assert game.follow(after("d1-e1", "d3-f3"), [moves("d1-e1", "d3-f3")])
    assert game.board.move_stack == moves("d1-e1", "d3-f3")


def test_repetition_is_seen_through_records() -> None:
    """A game that is told in records alone knows its third repetition."""
    game = Game(RULES)
    played: list[str] = []
    for move in ["d1-e1", "d3-e3", "e1-d1", "e3-d3"] * 2:
        played.append(move)
        game.follow(after(*played))
    outcome = game.board.outcome()
    assert outcome is not None
    assert outcome.termination == Termination.REPETITION


def test_random_games_are_followed() -> None:
    """Whole random games, told by records alone, keep their full history."""
    chance = Random(3)
    for _ in range(5):
        board, game = Board(COPENHAGEN), Game(COPENHAGEN)
        while board.legal_moves and board.ply < 60:
            board.push(chance.choice(list(board.legal_moves)))
            game.follow(board.position())
        assert game.board.position() == board.position()
        assert len(game.board.move_stack) == board.ply


def test_men_that_stand_where_they_stood_keep_their_flags() -> None:
    """After a record that is set up, men that did not move count as unmoved and others as moved."""
    game = Game(COPENHAGEN)
    board = Board(COPENHAGEN)
    for text in ("d1-d2", "f4-e4", "h1-h2"):
        board.push(text)
    game.follow(board.position())
    assert game.board.move_stack == []
    assert set(game.board.unmoved()) == set(board.unmoved())


@pytest.mark.parametrize(
    "record", ["", "/", "/7/7/", "nonsense", "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3", ELSEWHERE[:-2] + "9/"]
)
def test_a_bad_record_changes_nothing(record: str) -> None:
    """A record that does not parse or fit is an error, and the game stays."""
    game = Game(RULES)
    game.follow(after("d1-e1"))
    with pytest.raises(TaflError):
        game.follow(record, [moves("d3-f3")])
    with pytest.raises(TaflError):
        game.set_up(record, Side.ATTACKERS)
    assert game.board.move_stack == moves("d1-e1")


def test_moves_for_the_side_to_move_keep_the_history() -> None:
    """Asking for the side to move changes nothing; asking for the other one sets the position up."""
    game = Game(RULES)
    game.follow(after("d1-e1"))
    assert set(game.moves_for(Side.DEFENDERS)) == set(game.board.legal_moves)
    assert game.board.ply == 1
    assert set(game.moves_for(Side.ATTACKERS)) == set(game.board.legal_moves)
    assert (game.board.ply, game.board.turn) == (0, Side.ATTACKERS)


def test_a_view_is_apart_from_the_game() -> None:
    """A view of another position leaves the game alone; one of the game itself has its history."""
    game = Game(RULES)
    game.follow(after("d1-e1"))
    assert game.view(None, None).ply == 1
    assert game.view(after("d1-e1"), Side.DEFENDERS).ply == 1
    elsewhere = game.view(ELSEWHERE, Side.ATTACKERS)
    assert (elsewhere.position(), elsewhere.turn, elsewhere.ply) == (ELSEWHERE, Side.ATTACKERS, 0)
    assert game.board.ply == 1
