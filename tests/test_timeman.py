"""Budgets: arithmetic from a clock to limits that never lose on time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opentafl_engine.client.clock import SideClock, TimeControl
from opentafl_engine.timeman import Clock, budget, increment_seen

CLOCKS = st.builds(
    Clock,
    left=st.integers(-1000, 10_000_000),
    period=st.integers(0, 600_000),
    periods=st.integers(0, 20),
    in_overtime=st.booleans(),
    increment=st.integers(0, 60_000),
)

CONTROLS = [
    TimeControl(main=1000, period=1000, periods=3),
    TimeControl(main=0, period=100, periods=1),
    TimeControl(main=0, period=0, periods=1, increment=100),
    TimeControl(main=100, increment=100),
    TimeControl(main=2000, period=250, periods=5),
    TimeControl(main=60_000, period=10_000, periods=3, increment=3000),
]


def clock_of(side: SideClock, control: TimeControl) -> Clock:
    """What an OTEP host tells of a clock, the increment among what it keeps to itself."""
    return Clock(int(side.left), control.period, side.periods, side.in_overtime)


@given(CLOCKS, st.integers(0, 5000))
def test_limits_are_in_order(clock: Clock, overhead: int) -> None:
    """Every clock, however odd, gives limits of at least 1 ms of which the soft one is no later."""
    limits = budget(clock, overhead)
    assert 1 <= limits.soft <= limits.hard


@given(CLOCKS, st.integers(0, 5000))
def test_a_move_keeps_a_reserve(clock: Clock, overhead: int) -> None:
    """A move that takes its hard limit and nearly the overhead more is still in time."""
    left = clock.left if clock.in_overtime or not clock.periods else max(clock.left, 0) + clock.period
    reserve = min(overhead, left // 2)
    assert budget(clock, overhead).hard + reserve <= max(left, 1)


@given(CLOCKS)
def test_a_running_period_is_not_overstepped(clock: Clock) -> None:
    """In overtime a move stays within the running period, because only that one refills."""
    limits = budget(clock._replace(in_overtime=True, left=max(2, clock.left)))
    assert limits.hard < max(2, clock.left)


@pytest.mark.parametrize("control", CONTROLS, ids=str)
@pytest.mark.parametrize("late", [0, 20, 45])
def test_three_hundred_slow_moves(control: TimeControl, late: int) -> None:
    """No game is lost when every move takes its hard limit and up to 45 ms more get lost on the way."""
    side = SideClock(control)
    for _ in range(300):
        side.begin_turn()
        limits = budget(clock_of(side, control))
        assert side.spend(limits.hard + min(late, side.left // 2 - 1 if side.left > 4 else 0))


def test_main_time_is_not_hoarded_before_overtime() -> None:
    """With periods to come, a nearly spent main time still gives half a period of thought."""
    assert budget(Clock(left=30, period=10_000, periods=3)).soft == 5000


def test_short_periods_are_not_counted_on() -> None:
    """Periods that the overhead alone would fill are no time to think with."""
    assert budget(Clock(left=1000, period=100, periods=9)) == budget(Clock(left=1000))


def test_an_increment_shows() -> None:
    """What a clock has gained beside the time used is its increment; a loss is none."""
    assert increment_seen(Clock(1000), 300, Clock(800)) == 100
    assert increment_seen(Clock(1000), 300, Clock(650)) == 0
    assert increment_seen(Clock(1000), 300, Clock(900, in_overtime=True)) == 0


def test_a_seen_increment_is_spent() -> None:
    """Three quarters of an increment are there for thinking on top of the share of main time."""
    assert budget(Clock(left=30_000, increment=4000)).soft == 4000
