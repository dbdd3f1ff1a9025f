"""Scores in the units of protocols: moves to a win, and chances of winning.

A search counts a proven win in plies; protocols and people count the winner's own moves.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from opentafl_engine.board import Board
    from opentafl_engine.search import Info

_SCALE = 250.0
_DRAW_MARGIN = 25.0


class Wdl(NamedTuple):
    """Chances to win, draw and lose in permille, 1000 together."""

    wins: int
    draws: int
    losses: int

    def expectation(self) -> float:
        """The points that are to be expected, 0 to 1, a draw being half a point.

        >>> Wdl(600, 100, 300).expectation()
        0.65
        """
        return (self.wins + self.draws / 2) / 1000


def wdl(centi_taflmen: float) -> Wdl:
    """The chances that go with a score, for the side whose score it is.

    A logistic curve that knows neither variant nor phase of the game; its two constants are a
    first guess and not yet fitted to games.

    >>> wdl(0), wdl(250)
    (Wdl(wins=475, draws=50, losses=475), Wdl(wins=711, draws=39, losses=250))
    """
    wins = round(1000 * _logistic((centi_taflmen - _DRAW_MARGIN) / _SCALE))
    losses = round(1000 * _logistic((-centi_taflmen - _DRAW_MARGIN) / _SCALE))
    return Wdl(wins, 1000 - wins - losses, losses)


def wdl_of(info: Info) -> Wdl:
    """The chances of the side to move by a line of the search; a proven end is certain."""
    if info.mate is None:
        return wdl(info.score)
    return Wdl(1000, 0, 0) if info.mate > 0 else Wdl(0, 0, 1000)


def own_moves(info: Info, board: Board) -> int | None:
    """How many own moves the winner still makes, negative if the side to move loses; else None.

    ``board`` is where the line begins. In a game with berserk turns the moves are counted along
    the line, since a side may make several in a row. It is never 0: a side that loses by its own
    next move loses in 1.
    """
    if info.mate is None:
        return None
    plies = abs(info.mate)
    if board.rules.berserk != "n" and len(info.pv) == plies:
        count = _count_along(info, board)
    else:
        count = (plies + 1) // 2 if info.mate > 0 else plies // 2
    return max(1, count) * (1 if info.mate > 0 else -1)


def _count_along(info: Info, board: Board) -> int:
    assert info.mate is not None
    line = board.copy()
    winner = board.turn if info.mate > 0 else board.turn.opponent
    count = 0
    for move in info.pv:
        count += line.turn == winner
        line.push(move)
    return count


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, x))))
