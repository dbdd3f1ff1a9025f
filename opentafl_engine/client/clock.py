"""The clock of a game: main time, overtime periods that refill, and an increment.

Plain arithmetic in milliseconds; whoever uses it says how much time has passed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from opentafl_engine.errors import NotationError

_SECONDS = r"[0-9]{1,6}(?:\.[0-9]{1,3})?"
_CONTROL = re.compile(
    rf"(?P<main>{_SECONDS})"
    rf"(?: (?P<period>{_SECONDS})/(?P<periods>[0-9]{{1,3}}))?"
    rf"(?: (?P<increment>{_SECONDS})i)?"
)


class TimeControl(NamedTuple):
    """How much time each side gets; all times in milliseconds."""

    main: int
    period: int = 0
    periods: int = 0
    increment: int = 0

    @staticmethod
    def parse(text: str) -> TimeControl:
        """Read ``<main s>[ <period s>/<periods>][ <increment s>i]``, the form of game records.

        Raises ``NotationError``.

        >>> TimeControl.parse("3600 30/3 3i")
        TimeControl(main=3600000, period=30000, periods=3, increment=3000)
        >>> TimeControl.parse("0 0.1/1")
        TimeControl(main=0, period=100, periods=1, increment=0)
        """
        match = _CONTROL.fullmatch(text.strip())
        if match is None:
            raise NotationError("expected MAIN [PERIOD/PERIODS] [INCREMENTi] in seconds", token=text)
        return TimeControl(
            main=_milliseconds(match["main"]),
            period=_milliseconds(match["period"] or "0"),
            periods=int(match["periods"] or 0),
            increment=_milliseconds(match["increment"] or "0"),
        )


def _milliseconds(seconds: str) -> int:
    return round(float(seconds) * 1000)


class SideClock:
    """One side's clock.

    >>> clock = SideClock(TimeControl(main=1000, period=500, periods=2))
    >>> clock.begin_turn(); clock.spend(1200), clock.left, clock.periods, clock.in_overtime
    (True, 300, 1, True)
    >>> clock.begin_turn(); clock.left
    500
    >>> clock.spend(1100), clock.expired
    (False, True)
    """

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self.left: float = control.main
        """Milliseconds left of main time or of the running period."""
        self.periods = control.periods
        """Whole periods that have not begun."""
        self.in_overtime = False
        self.expired = False

    def begin_turn(self) -> None:
        """The side's turn begins: a running period refills; the increment is added.

        A side without main time steps into its first period here.
        """
        if self.in_overtime:
            self.left = self._period()
            return
        self.left += self._control.increment
        if self.left <= 0:
            self._pass(0)

    def horizon(self) -> float:
        """Milliseconds of thought after which this turn would be lost."""
        return self.left + self.periods * self._period()

    def lasts(self, elapsed: float) -> bool:
        """Whether a move that takes this long is in time."""
        return elapsed < self.horizon()

    def spend(self, elapsed: float) -> bool:
        """Take off the time of one move; False when that was all there was."""
        self._pass(elapsed)
        return not self.expired

    def __str__(self) -> str:
        return f"{int(self.left)}{'*' if self.in_overtime else ''}"

    def _pass(self, elapsed: float) -> None:
        self.left -= elapsed
        while self.left <= 0 and self.periods:
            self.in_overtime = True
            self.periods -= 1
            self.left += self._period()
        self.expired = self.left <= 0

    def _period(self) -> float:
        return self._control.period + self._control.increment
