"""The C core against the slow reference, in random games over random rules."""

from __future__ import annotations

import pytest

from tests.oracle.wanted import missing
from tests.oracle_run import run

GAMES = 1500
SEEN_AT_LEAST = 2
LONG_GAMES = 40_000
LONG_AT_LEAST = 200


def test_core_and_reference_agree() -> None:
    """Moves, captures, positions, sides, berserk turns and ends agree, and every rule was at work."""
    table, wrong = run(seconds=float("inf"), games=GAMES, seed=1)
    assert wrong == []
    assert missing(table, SEEN_AT_LEAST) == []


@pytest.mark.long
def test_core_and_reference_agree_for_long() -> None:
    """The same over many more games, in which every value, capture and end was seen 200 times."""
    table, wrong = run(seconds=float("inf"), games=LONG_GAMES, seed=1_000_000)
    assert wrong == []
    assert missing(table, LONG_AT_LEAST) == []
