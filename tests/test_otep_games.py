"""Longer games of the engine against itself, over every variant and at the shortest clocks."""

from __future__ import annotations

import pytest

from opentafl_engine.variants import variant_names
from tests.otep_games import CLOCKS, Pairing, is_bad, play

pytestmark = pytest.mark.long


@pytest.mark.parametrize("like_opentafl", [False, True], ids=["strict", "like-opentafl"])
@pytest.mark.parametrize("clock", ["0 0.1/1", "0.1 0.1i", CLOCKS[0]])
@pytest.mark.parametrize("variant", variant_names())
def test_every_variant_under_a_clock(variant: str, clock: str, like_opentafl: bool) -> None:
    """No illegal move, no loss on time and no crash, down to 100 ms a move, with both hosts."""
    result = play(Pairing(variant, clock, like_opentafl), max_moves=30)
    assert not is_bad(result), f"{result.reason}, {result.faults}"
