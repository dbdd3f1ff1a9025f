"""The clocks of an HTP game, as far as an engine can know them: the protocol never tells them."""

from __future__ import annotations

import re
from typing import NamedTuple

from opentafl_engine.errors import NotationError
from opentafl_engine.timeman import Clock
from opentafl_engine.types import Side

_NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?")


class TimeControl(NamedTuple):
    """Time for the game and time added for each move made, in milliseconds."""

    main: int
    increment: int

    @staticmethod
    def parse(minutes: str, add_seconds: str) -> TimeControl:
        """Minutes for the game and seconds for each move. Raises ``NotationError``.

        >>> TimeControl.parse("15", "2.5")
        TimeControl(main=900000, increment=2500)
        """
        return TimeControl(round(_parse_number(minutes) * 60_000), round(_parse_number(add_seconds) * 1000))


class Clocks:
    """Both sides' clocks, if the game has any; only moves made here run them down.

    >>> clocks = Clocks(TimeControl.parse("1", "2"))
    >>> clocks.spent(Side.ATTACKERS, 5_000)
    >>> clocks.clock(Side.ATTACKERS), Clocks().clock(Side.ATTACKERS)
    (Clock(left=57000, period=0, periods=0, in_overtime=False, increment=2000), None)
    """

    def __init__(self, control: TimeControl | None = None) -> None:
        self._control = control
        self.restart()

    def restart(self) -> None:
        """Both clocks are full."""
        self._left = dict.fromkeys(Side, 0.0 if self._control is None else self._control.main)

    def spent(self, side: Side, used_ms: float) -> None:
        """The side has made a move, which took so long."""
        if self._control is not None:
            self._left[side] = max(0.0, self._left[side] - used_ms) + self._control.increment

    def clock(self, side: Side) -> Clock | None:
        """The side's clock at the start of its turn, None in a game without."""
        if self._control is None:
            return None
        return Clock(int(self._left[side]), increment=self._control.increment)


def _parse_number(text: str) -> float:
    if _NUMBER.fullmatch(text) is None:
        raise NotationError("expected a number such as 15 or 2.5", token=text)
    return float(text)
