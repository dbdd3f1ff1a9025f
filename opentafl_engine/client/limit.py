"""How long an engine may think, and how each protocol says so."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from opentafl_engine.types import Side

_SHORTEST = 1
"""Milliseconds; 0 is read by some engines as no limit at all."""


@dataclass(frozen=True)
class Limit:
    """When a search has to end: all that is given counts, whichever comes first.

    Every time is in seconds. ``time`` is for this move alone; ``depth`` is in plies, ``nodes`` in
    executed moves, ``mate`` in the winner's own moves. The clocks: ``attackers_clock`` and
    ``defenders_clock`` are what is left of main time or, with ``..._in_overtime``, of the running
    period; ``overtime`` is the length of a period, ``..._overtimes`` how many whole periods have
    not begun; ``..._inc`` is added at the start of that side's turn.

    Raises ``ValueError`` for a number that is negative, not finite or not whole where it must be.

    >>> Limit(time=0.5, depth=8).uci_words()
    ['depth', '8', 'movetime', '500']
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    attackers_clock: float | None = None
    defenders_clock: float | None = None
    attackers_inc: float | None = None
    defenders_inc: float | None = None
    overtime: float | None = None
    attackers_overtimes: int | None = None
    defenders_overtimes: int | None = None
    attackers_in_overtime: bool = False
    defenders_in_overtime: bool = False

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is None:
                continue
            whole = field.name in ("depth", "nodes", "mate") or field.name.endswith("_overtimes")
            if not math.isfinite(value) or value < 0 or (whole and value != int(value)):
                raise ValueError(f"{field.name} is a {'whole ' if whole else ''}number from 0, not {value!r}")

    def clock(self, side: Side) -> float | None:
        """What is left to ``side`` of its main time or of the running period, in seconds."""
        return self.attackers_clock if side == Side.ATTACKERS else self.defenders_clock

    def overtimes(self, side: Side) -> int:
        """How many whole periods ``side`` has not begun."""
        return (self.attackers_overtimes if side == Side.ATTACKERS else self.defenders_overtimes) or 0

    def increment(self, side: Side) -> float:
        """What is added at the start of a turn of ``side``, in seconds."""
        return (self.attackers_inc if side == Side.ATTACKERS else self.defenders_inc) or 0.0

    def in_overtime(self, side: Side) -> bool:
        """Whether the clock of ``side`` is that of a period."""
        return self.attackers_in_overtime if side == Side.ATTACKERS else self.defenders_in_overtime

    @property
    def has_clocks(self) -> bool:
        """Whether either side has a clock."""
        return self.attackers_clock is not None or self.defenders_clock is not None

    @property
    def is_timed(self) -> bool:
        """Whether anything is said about time."""
        return self.time is not None or self.has_clocks

    def seconds(self, side: Side) -> float | None:
        """How long ``side`` may think at the most, in seconds; None where no time bounds it.

        >>> from opentafl_engine.types import ATTACKERS
        >>> Limit(attackers_clock=60, overtime=10, attackers_overtimes=3).seconds(ATTACKERS)
        90.0
        """
        clock = self.clock(side)
        bounds = [] if self.time is None else [float(self.time)]
        if clock is not None:
            bounds.append(clock + self.increment(side) + self.overtimes(side) * (self.overtime or 0.0))
        return min(bounds, default=None)

    def uci_words(self) -> list[str]:
        """The words of UCI's ``go``, times in milliseconds.

        >>> " ".join(Limit(attackers_clock=59.2, defenders_clock=10, overtime=10, attackers_overtimes=3,
        ...     defenders_in_overtime=True).uci_words())
        'atime 59200 dtime 10000 aovertimes 3 overtime 10000 dot 1'
        """
        said: list[tuple[str, int | None]] = [
            ("atime", _at_least(self.attackers_clock)),
            ("dtime", _at_least(self.defenders_clock)),
            ("ainc", _milliseconds(self.attackers_inc)),
            ("dinc", _milliseconds(self.defenders_inc)),
            ("aovertimes", self.attackers_overtimes),
            ("dovertimes", self.defenders_overtimes),
            ("overtime", _milliseconds(self.overtime)),
            ("aot", 1 if self.attackers_in_overtime else None),
            ("dot", 1 if self.defenders_in_overtime else None),
            ("depth", self.depth),
            ("nodes", self.nodes),
            ("mate", self.mate),
            ("movetime", _at_least(self.time)),
        ]
        return [word for name, value in said if value is not None for word in (name, str(int(value)))]

    def otep_clock(self) -> str | None:
        """OTEP's ``clock`` line, or None if nothing is said about time.

        A time for one move is told as a period of overtime that both sides are in. A period is
        rounded up to whole seconds, which is all that host ever sends; an increment cannot be said.

        >>> Limit(attackers_clock=59.2, defenders_clock=10, overtime=10, attackers_overtimes=3,
        ...     defenders_in_overtime=True).otep_clock()
        'clock 59200 10000* 10 3 0 '
        >>> Limit(time=0.5).otep_clock()
        'clock 500* 500* 1 0 0 '
        """
        if self.time is not None:
            left = _at_least(self.time)
            return f"clock {left}* {left}* {_whole_seconds(self.time)} 0 0 "
        if not self.has_clocks:
            return None
        sides = []
        for side in Side:
            clock = self.clock(side)
            left = _at_least(self.clock(side.opponent) if clock is None else clock)
            sides.append(f"{left}{'*' if self.in_overtime(side) else ''}")
        periods = " ".join(str(int(self.overtimes(side))) for side in Side)
        return f"clock {' '.join(sides)} {_whole_seconds(self.overtime or 0)} {periods} "

    def htp_time_settings(self, side: Side) -> str:
        """HTP's ``time_settings``: whole minutes and seconds a move, as far as that can be said.

        A time for one move is told as that many seconds a move; a clock is rounded down to minutes
        and the rest is lost, overtime cannot be said. Below a minute it is a second a move at least.

        >>> from opentafl_engine.types import ATTACKERS
        >>> Limit().htp_time_settings(ATTACKERS), Limit(time=5).htp_time_settings(ATTACKERS)
        ('time_settings un-timed', 'time_settings fischer 0 5')
        """
        clock = self.clock(side)
        if self.time is not None:
            return f"time_settings fischer 0 {_whole_seconds(self.time)}"
        if clock is None:
            return "time_settings un-timed"
        minutes = int(clock // 60)
        return f"time_settings fischer {minutes} {max(int(self.increment(side)), 0 if minutes else 1)}"


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


def _at_least(seconds: float | None) -> int | None:
    milliseconds = _milliseconds(seconds)
    return None if milliseconds is None else max(_SHORTEST, milliseconds)


def _whole_seconds(seconds: float) -> int:
    return math.ceil(seconds)
