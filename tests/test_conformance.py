"""Games recorded inside OpenTafl, replayed through Board."""

from __future__ import annotations

from collections import Counter

import pytest

from opentafl_engine.types import Quirk
from tests.recorded.explain import explain_game
from tests.recorded.read import SAMPLE, SETS, Game, games, games_of
from tests.recorded.replay import replay

SETS_RECORDED = 326
LINES_RECORDED = 120_409
NEVER_RECORDED = (Quirk.GUARD_COVERS_SQUARE, Quirk.LENIENT_VALUES)
"""No recorded game has a guard on a hostile square beside a victim, or a value outside its list."""


@pytest.fixture(scope="module")
def sample() -> list[Game]:
    """The games of the committed sample."""
    return list(games_of(SAMPLE))


def test_the_sample_has_games_of_every_set(sample: list[Game]) -> None:
    """The committed sample shows each recorded variant and each synthetic rules string at least once."""
    assert len({game[0]["set"] for game in sample}) == SETS_RECORDED


def test_the_sample_replays_as_recorded(sample: list[Game]) -> None:
    """Moves, captures, positions, sides, berserking squares and results are those of OpenTafl."""
    assert not [str(difference) for game in sample for difference in replay(game)]


def test_quirks_explain_what_spec_does_otherwise(sample: list[Game]) -> None:
    """Wherever spec semantics departs from a recorded game, named quirks make it agree again."""
    causes = Counter(why for game in sample for _, why in explain_game(game))
    assert causes["nothing"] == 0
    assert len(causes) > 1


@pytest.mark.parametrize(
    "quirk", [quirk for quirk in Quirk if quirk not in NEVER_RECORDED], ids=lambda quirk: str(quirk.name)
)
def test_every_quirk_is_needed(quirk: Quirk, sample: list[Game]) -> None:
    """Without any one of the quirks some recorded game goes otherwise."""
    assert any(True for game in sample for _ in replay(game, quirk))


@pytest.mark.long
def test_every_recorded_line_replays() -> None:
    """None of the 120,409 recorded lines differs under opentafl semantics."""
    everything = [game for _, game in games(SETS)]
    assert sum(map(len, everything)) == LINES_RECORDED
    assert not [str(difference) for game in everything for difference in replay(game)]


@pytest.mark.long
def test_quirks_explain_every_recorded_line() -> None:
    """Every recorded line on which spec departs from OpenTafl is explained by named quirks."""
    lines = ((difference, why) for _, game in games(SETS) for difference, why in explain_game(game))
    assert not [str(difference) for difference, why in lines if why == "nothing"]
