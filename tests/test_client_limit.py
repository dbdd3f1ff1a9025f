"""Limits, and how each protocol words them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opentafl_engine.client.limit import Limit
from opentafl_engine.dialects.otep_text import parse_clock
from opentafl_engine.types import ATTACKERS, DEFENDERS, Side

SECONDS = st.none() | st.floats(0, 36000)
COUNTS = st.none() | st.integers(0, 1000)
LIMITS = st.builds(
    Limit,
    time=SECONDS,
    depth=COUNTS,
    nodes=COUNTS,
    mate=COUNTS,
    attackers_clock=SECONDS,
    defenders_clock=SECONDS,
    attackers_inc=SECONDS,
    defenders_inc=SECONDS,
    overtime=SECONDS,
    attackers_overtimes=COUNTS,
    defenders_overtimes=COUNTS,
    attackers_in_overtime=st.booleans(),
    defenders_in_overtime=st.booleans(),
)


@given(LIMITS)
def test_uci_words(limit: Limit) -> None:
    """Every limit comes out as pairs of a word and a whole number, times in milliseconds, none twice."""
    words = limit.uci_words()
    said = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    assert len(said) * 2 == len(words)
    for word, seconds in (
        ("movetime", limit.time),
        ("atime", limit.attackers_clock),
        ("dtime", limit.defenders_clock),
        ("ainc", limit.attackers_inc),
        ("dinc", limit.defenders_inc),
        ("overtime", limit.overtime),
    ):
        assert (word in said) == (seconds is not None)
        if seconds is not None:
            assert abs(said[word] - seconds * 1000) <= 1
    assert (said.get("depth"), said.get("nodes"), said.get("mate")) == (limit.depth, limit.nodes, limit.mate)
    assert said.get("aovertimes") == limit.attackers_overtimes
    assert said.get("dovertimes") == limit.defenders_overtimes
    assert ("aot" in said, "dot" in said) == (limit.attackers_in_overtime, limit.defenders_in_overtime)
    assert all(said[word] >= 1 for word in ("movetime", "atime", "dtime") if word in said)


@given(LIMITS)
def test_otep_clocks(limit: Limit) -> None:
    """Whatever is said of time makes a clock line that the protocol's own reader takes back."""
    line = limit.otep_clock()
    assert (line is None) == (not limit.is_timed)
    if line is None:
        return
    clocks = parse_clock(line.removeprefix("clock "))
    for side in Side:
        clock = clocks[side]
        expected = limit.clock(side) if limit.time is None else limit.time
        if expected is not None:
            assert abs(clock.left - expected * 1000) <= 1
        if limit.time is not None:
            assert clock.in_overtime
            assert clock.periods == 0
        else:
            assert (clock.periods, clock.in_overtime) == (limit.overtimes(side), limit.in_overtime(side))


@given(LIMITS, st.sampled_from(list(Side)))
def test_time_bounds(limit: Limit, side: Side) -> None:
    """A search is bounded by its time and by the clock of its side, overtime and increment included."""
    seconds = limit.seconds(side)
    assert (seconds is None) == (limit.time is None and limit.clock(side) is None)
    if seconds is not None and limit.time is not None:
        assert seconds <= limit.time


def test_htp_words() -> None:
    """HTP knows whole minutes and an increment, and no time at all."""
    limit = Limit(attackers_clock=150, attackers_inc=3, defenders_clock=20)
    assert limit.htp_time_settings(ATTACKERS) == "time_settings fischer 2 3"
    assert limit.htp_time_settings(DEFENDERS) == "time_settings fischer 0 1"
    assert Limit(depth=3).htp_time_settings(ATTACKERS) == "time_settings un-timed"


@pytest.mark.parametrize(
    "arguments",
    [{"time": -1}, {"depth": -1}, {"nodes": 1.5}, {"time": float("inf")}, {"overtime": float("nan")}],
)
def test_limits_that_make_no_sense(arguments: dict[str, Any]) -> None:
    """A negative or endless time and half a node are errors."""
    with pytest.raises(ValueError, match="number from 0"):
        Limit(**arguments)
