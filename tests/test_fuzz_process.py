"""Long nonsense through real pipes, in every dialect; see ``tools/fuzz_process``."""

from __future__ import annotations

import pytest

from tools.fuzz_process.__main__ import TALKS, fuzz
from tools.fuzz_process.wire import Tally

LINES = 2_000
MANY_LINES = 100_000


def judge(dialect: str, tally: Tally) -> None:
    """Each question was answered once, most lines made sense, and no verb was missing among them."""
    assert tally.answered == tally.asked > tally.lines / 20
    assert 0 < tally.errors < tally.lines / 3
    assert [verb for verb in TALKS[dialect].verbs if not tally.verbs[verb]] == []


@pytest.mark.parametrize("dialect", TALKS)
def test_nothing_breaks_the_process(dialect: str) -> None:
    """No crash and no hang, every question answered once, every line as the pure machine says it."""
    judge(dialect, fuzz(dialect, LINES, seed=1))


@pytest.mark.long
@pytest.mark.parametrize("dialect", TALKS)
def test_nothing_breaks_the_process_in_the_long_run(dialect: str) -> None:
    """The same for 100,000 lines."""
    judge(dialect, fuzz(dialect, MANY_LINES, seed=2))
