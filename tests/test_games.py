"""Real games and puzzles, replayed as their files record them."""

from __future__ import annotations

import pytest

from opentafl_engine.board import Board, Outcome
from opentafl_engine.records.otg import OtgGame, read_otg
from tests.recorded.read import FACTS

GAMES = FACTS / "games"
RECORDED = 11
PLIES = 290


def replay(game: OtgGame, semantics: str) -> Outcome | None:
    """Play the main line, checking every capture; how it ends on the board."""
    board = Board(game.rules(semantics), position=game.start())
    for move in game.moves:
        taken = sorted(str(square) for _, square in move.record.captures)
        played = str(move.record.move)
        assert (move.address, board.captures(played)) == (move.address, taken)
        board.push(played)
    return board.outcome()


@pytest.mark.long
@pytest.mark.parametrize("semantics", ["spec", "opentafl"])
def test_games_replay_with_captures_and_results(semantics: str) -> None:
    """Every move is legal, takes what the file says, and a game that ends on the board ends as tagged."""
    games = [read_otg(path) for path in sorted(GAMES.glob("*.otg"))]
    assert (len(games), sum(len(game.moves) for game in games)) == (RECORDED, PLIES)
    for game in games:
        outcome = replay(game, semantics)
        if game.result == "?":
            continue
        if outcome is None:
            assert "resigns" in game.tags["termination"]
        else:
            assert outcome.winner == game.winner
