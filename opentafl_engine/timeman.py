"""How long to think: plain arithmetic from a clock to a soft and a hard limit, in milliseconds.

Nothing here reads a clock. ``soft`` is the time after which no new iteration should begin,
``hard`` the time at which the search has to stop; both count from the start of the search.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from opentafl_engine.types import Side

DEFAULT_OVERHEAD = 50
"""Milliseconds kept back for pipes, a busy host and a search that stops late."""

DEFAULT_MOVETIME = 1000
"""Milliseconds for a move when the game has no clock."""

_MOVES_AHEAD = 30
"""How many more moves main time is spread over; a tafl game seldom tells how long it will be."""


class Clock(NamedTuple):
    """One side's clock at the start of its turn, all times in milliseconds.

    ``left`` is what is left of main time or, ``in_overtime``, of the period that runs now: that
    one refills when a move is made within it. ``periods`` counts the whole periods of length
    ``period`` that have not begun. ``increment`` has been added to ``left`` for this turn already.
    """

    left: int
    period: int = 0
    periods: int = 0
    in_overtime: bool = False
    increment: int = 0


class Budget(NamedTuple):
    """Limits for one move, in milliseconds, with ``1 <= soft <= hard``."""

    soft: int
    hard: int


def budget(clock: Clock, overhead: int = DEFAULT_OVERHEAD, moves_to_go: int | None = None) -> Budget:
    """Share out a clock: a move that takes ``hard`` and ``overhead`` more does not lose on time.

    Where less than twice the overhead is left, half of what is left is kept back instead.
    ``moves_to_go`` says how many moves the time is for, if that is known.

    >>> budget(Clock(left=60_000))
    Budget(soft=2000, hard=8000)
    >>> budget(Clock(left=10_000, period=10_000, periods=2, in_overtime=True))
    Budget(soft=6000, hard=9950)
    >>> budget(Clock(left=100, in_overtime=True))
    Budget(soft=50, hard=50)
    """
    if clock.in_overtime:
        return _limits(clock.left * 0.6, clock.left, _usable(clock.left, overhead))
    ahead = _MOVES_AHEAD if moves_to_go is None else max(1, min(moves_to_go, _MOVES_AHEAD))
    share = clock.left / ahead + clock.increment * 0.75
    usable = _usable(clock.left, overhead)
    if clock.periods > 0 and clock.period >= 4 * overhead:
        # Running into the first period costs nothing, so main time need not be nursed.
        share = max(share, clock.period * 0.5)
        usable = max(clock.left, 0) + _usable(clock.period, overhead)
    return _limits(share, 4 * share, usable)


def increment_seen(before: Clock, used_ms: float, after: Clock) -> int:
    """The increment that a host must have added between two turns, for hosts that never say it.

    ``used_ms`` is the time that the move between them took here; the host has counted a little
    more, so the answer errs on the small side. It is 0 in overtime, where nothing can be seen.

    >>> increment_seen(Clock(60_000), 2_000, Clock(60_990))
    2990
    """
    if before.in_overtime or after.in_overtime:
        return 0
    return max(0, int(after.left - (before.left - used_ms)))


class Timekeeper:
    """Both sides' clocks as a host tells them, with the increments that it never tells.

    >>> keeper = Timekeeper()
    >>> keeper.tell({Side.ATTACKERS: Clock(60_000)})
    >>> keeper.spent(Side.ATTACKERS, 2_000)
    >>> keeper.tell({Side.ATTACKERS: Clock(62_000)})
    >>> keeper.clock(Side.ATTACKERS)
    Clock(left=62000, period=0, periods=0, in_overtime=False, increment=4000)
    """

    def __init__(self) -> None:
        self._clocks: dict[Side, Clock] = {}
        self._spent: dict[Side, tuple[Clock, float]] = {}

    def tell(self, clocks: Mapping[Side, Clock]) -> None:
        """These are the clocks now."""
        self._clocks = dict(clocks)
        for side, (before, used) in self._spent.items():
            increment = increment_seen(before, used, clocks[side])
            self._clocks[side] = clocks[side]._replace(increment=increment)
        self._spent = {}

    def spent(self, side: Side, used_ms: float) -> None:
        """The side has thought for so long about the move that it makes now."""
        if side in self._clocks:
            self._spent[side] = (self._clocks[side], used_ms)

    def clock(self, side: Side) -> Clock | None:
        """The side's clock, or None in a game that has none."""
        return self._clocks.get(side)


def _usable(left: float, overhead: int) -> float:
    return left - min(overhead, left / 2)


def _limits(soft: float, hard: float, usable: float) -> Budget:
    ceiling = max(1, int(min(hard, usable)))
    return Budget(max(1, min(int(soft), ceiling)), ceiling)
