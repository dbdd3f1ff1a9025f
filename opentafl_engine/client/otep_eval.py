"""Evaluations as OTEP engines write them."""

from __future__ import annotations

import re

from opentafl_engine.client.score import Cp, Loss, PovScore, Score, Win
from opentafl_engine.types import Side

_NUMBER = re.compile(r"(?P<sign>[+-]?)(?P<whole>[0-9]{1,9})(?P<decimals>\.[0-9]*)?")
_WON = 5000
_PROVEN_FROM = 4500
"""Nobody is ahead by so many taflmen: above it, what is missing to 5000 is the plies to the win."""


def read_evaluation(text: str, turn: Side, line_length: int) -> PovScore | None:
    """An evaluation of a line of ``line_length`` plies in which ``turn`` moves first; None for nonsense.

    It is good for the attackers where it is positive. With decimals it is in taflmen, and 5000
    less the plies is a proven win. OpenTafl itself writes whole numbers in a unit of its own, read
    as centi-taflmen, and 5000 for a win that is somewhere in the line.

    >>> from opentafl_engine.types import ATTACKERS, DEFENDERS
    >>> read_evaluation("1.50", DEFENDERS, 3).relative, read_evaluation("4997.00", ATTACKERS, 3).relative
    (Cp(-150), Win(2))
    >>> read_evaluation("150", ATTACKERS, 7).relative, read_evaluation("-5000", ATTACKERS, 4).relative
    (Cp(150), Loss(2))
    """
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    value = float(text)
    size = abs(value)
    sign = -1 if value < 0 else 1
    winner = Side.ATTACKERS if sign > 0 else Side.DEFENDERS
    if size >= _WON:
        relative = _proven(line_length, winner, turn)
    elif match["decimals"] and size > _PROVEN_FROM:
        relative = _proven(_WON - int(size), winner, turn)
    else:
        attackers = Cp(round(value * 100) if match["decimals"] else round(value))
        relative = attackers if turn == Side.ATTACKERS else -attackers
    return PovScore(relative, turn)


def _proven(plies: int, winner: Side, turn: Side) -> Score:
    """A win in so many plies, in the winner's own moves."""
    if winner == turn:
        return Win(max(1, (plies + 1) // 2))
    return Loss(max(1, plies // 2))
