"""The words of OTEP lines: clocks, reported moves and analysis, as text and as values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from opentafl_engine.errors import NotationError
from opentafl_engine.notation import Move
from opentafl_engine.search import Info
from opentafl_engine.timeman import Clock
from opentafl_engine.types import Side

LINE_LIMIT = 4000
"""Longest line that is sent; OpenTafl loses what does not reach it in one piece under 4096 bytes."""

_CAP = 4999.0
_WON = 5000.0
_PV_LENGTHS = (12, 6, 3, 1)
_NUMBER = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,6})?")


def parse_side(text: str) -> Side:
    """A side by its name. Raises ``NotationError``.

    >>> parse_side("attackers")
    <Side.ATTACKERS: 0>
    """
    for side in Side:
        if text == str(side):
            return side
    raise NotationError("expected attackers or defenders", token=text)


def parse_number(text: str) -> float:
    """A plain decimal number. Raises ``NotationError``."""
    if _NUMBER.fullmatch(text) is None:
        raise NotationError("expected a number", token=text)
    return float(text)


def parse_clock(text: str) -> dict[Side, Clock]:
    """The clocks of both sides: ``<A>[*] <D>[*] <overtime s> <A periods> <D periods>``.

    Raises ``NotationError``.

    >>> parse_clock("59259 800* 10 3 2 ")[Side.DEFENDERS]
    Clock(left=800, period=10000, periods=2, in_overtime=True, increment=0)
    """
    words = text.split()
    if len(words) != 5:
        raise NotationError(f"expected five fields, found {len(words)}")
    period = max(0, int(parse_number(words[2]) * 1000))
    clocks = {}
    for side, left, periods in ((Side.ATTACKERS, words[0], words[3]), (Side.DEFENDERS, words[1], words[4])):
        clocks[side] = Clock(
            left=int(parse_number(left.removesuffix("*"))),
            period=period,
            periods=int(parse_number(periods)),
            in_overtime=left.endswith("*"),
        )
    return clocks


def parse_report(text: str) -> tuple[tuple[Move, ...], str]:
    """The moves and the position record of an ``opponent-move``.

    The list is only a hint, so one that does not parse is taken for empty; a missing record raises
    ``NotationError``.

    >>> parse_report("c1-c6|c6-c4 /5/5/5/5/5/")
    ((Move(from_square='c1', to_square='c6'), Move(from_square='c6', to_square='c4')), '/5/5/5/5/5/')
    """
    words = text.split()
    if not words or not words[-1].startswith("/"):
        raise NotationError("expected a position record", token=text)
    try:
        moves = tuple(Move.parse(word) for word in words[0].split("|")) if len(words) > 1 else ()
    except NotationError:
        moves = ()
    return moves, words[-1]


def analysis_line(lines: Iterable[Info], side: Side) -> str:
    """``analysis n (<m|m|...> <eval>)...`` for lines of which ``side`` is to move, best first.

    Moves are cut from the ends of the lines, and if need be lines, until it fits in one write.
    """
    found = [info for info in lines if info.pv]
    for length in _PV_LENGTHS:
        entries = [_entry(info, side, length) for info in found]
        if sum(len(entry) + 1 for entry in entries) < LINE_LIMIT - len("analysis 000"):
            break
    while sum(len(entry) + 1 for entry in entries) >= LINE_LIMIT - len("analysis 000"):
        entries.pop()
    return " ".join(["analysis", str(len(entries)), *entries])


def _entry(info: Info, side: Side, length: int) -> str:
    return f"{_join(info.pv[:length])} {evaluation(info, side)}"


def _join(moves: Sequence[Move]) -> str:
    return "|".join(str(move) for move in moves)


def evaluation(info: Info, side: Side) -> str:
    """The value of a line as OpenTafl shows it: in taflmen, good for the attackers positive.

    It always has two decimals and is never anything but a plain number; a proven win is 5000 less
    the plies to it, everything else lies within 4999.
    """
    if info.mate is not None:
        value = _WON - abs(info.mate)
        if info.mate < 0:
            value = -value
    else:
        value = min(_CAP, max(-_CAP, info.score / 100))
    if side == Side.DEFENDERS:
        value = -value
    text = f"{value:.2f}"
    return "0.00" if text == "-0.00" else text
