"""What OpenTafl's parser makes of a rules string, quirk by quirk."""

from __future__ import annotations

import pytest

from opentafl_engine.errors import RulesError
from opentafl_engine.types import OPENTAFL, SPEC, Quirk
from tests.test_rules import ALL, START, names, refusal, rules


def test_reentry_lists_need_cenre_in_opentafl() -> None:
    """OpenTafl reads corre, aforre, dforre only with cenre, and then empties those not given."""
    keys = "afor:a2 dfor:a3"
    alone = rules(f"{keys} corre:K aforre:t", "opentafl")
    assert (alone.corner.enters, alone.attacker_fort.enters) == (ALL, ALL)
    together = rules(f"{keys} aforre:t cenre:K", "opentafl")
    assert (together.corner.enters, together.attacker_fort.enters) == ("", "t")
    assert (together.centre.enters, together.defender_fort.enters) == ("K", "")
    plain = rules(f"{keys} corre:K", "opentafl", without=Quirk.REENTRY_NEEDS_CENRE)
    assert (plain.corner.enters, plain.attacker_fort.enters) == ("K", ALL)


def test_dforp_is_all_in_opentafl() -> None:
    """OpenTafl lets everyone pass a defenders' fortress unless told otherwise."""
    assert rules("dfor:a2", "opentafl").defender_fort.passes == ALL
    assert rules("dfor:a2 dforp:K", "opentafl").defender_fort.passes == "K"
    assert rules("dfor:a2", "opentafl", without=Quirk.DFORP_ALL).defender_fort.passes == "TCNKM"


@pytest.mark.parametrize(("value", "limited"), [("2,3", False), ("1,1,1,1,1,1,1,1,1,1", False), ("1", True)])
def test_speed_lists_of_two_and_ten_are_lost_in_opentafl(value: str, limited: bool) -> None:
    """OpenTafl loads two or ten numbers as no limit; a host that enforces two switches this off."""
    assert any(rules(f"spd:{value}", "opentafl").speeds) is limited
    assert any(rules(f"spd:{value}", "opentafl", without=Quirk.SPEED_LISTS_IGNORED).speeds)


def test_marking_order_in_opentafl() -> None:
    """A given list un-marks the default squares of its kind first, whoever has them by then."""
    assert names(rules("cor:d4", "opentafl").corner) == ["d4"]
    assert names(rules("cor:d4", "opentafl").centre) == []
    assert names(rules("cor:d4,a1 cen:b1", "opentafl").corner) == ["a1"]
    assert names(rules("cor:d4", "opentafl", without=Quirk.MARKING_ORDER).centre) == ["d4"]


def test_a_corner_under_a_fort_is_an_escape_in_opentafl() -> None:
    """OpenTafl lets the king escape on any square of the cor list."""
    assert rules("afor:a1", "opentafl").escapes == (0, 6, 42, 48)
    assert rules("cor:d4,a2 cen:b1", "opentafl").escapes == (7, 24)
    assert rules("afor:a1", "opentafl", without=Quirk.ESCAPE_UNDER_FORT).escapes == (6, 42, 48)


@pytest.mark.parametrize(("value", "meaning"), [("w", "l"), ("l", "w"), ("i", "d"), ("d", "d"), ("a", "d")])
def test_repetition_is_swapped_in_opentafl(value: str, meaning: str) -> None:
    """OpenTafl's w and l are the other way round, and everything else is a draw."""
    assert rules(f"tfr:{value}", "opentafl").repetition == meaning
    assert rules(f"tfr:{value}").repetition == value


@pytest.mark.parametrize(
    ("token", "field", "value"),
    [
        ("esc:x", "escape", "e"),
        ("surf:Y", "surrounded", False),
        ("swf:", "shieldwall_flanking", False),
        ("tfr:x", "repetition", "d"),
        ("ka:x", "king_armed", "y"),
        ("ks:x", "king_strength", "s"),
        ("nj:x", "jumps", ("n", "j", "c", "n", "n", "n")),
        ("sw:x", "shieldwall", "n"),
        ("ber:x", "berserk", "n"),
        ("spd:1,2,3", "speeds", (0,) * 12),
    ],
)
def test_odd_values_are_read_in_opentafl(token: str, field: str, value: object) -> None:
    """OpenTafl reads a value outside a key's list as a default; without that quirk it is refused."""
    assert getattr(rules(token, "opentafl"), field) == value
    with pytest.raises(RulesError):
        rules(token, "opentafl", without=Quirk.LENIENT_VALUES)


def test_the_word_default_fails_for_cor_in_opentafl() -> None:
    """OpenTafl cannot read cor:default, but cen:default."""
    assert refusal(f"dim:7 cor:default {START}", "opentafl").token == "cor:default"
    assert rules("cen:default", "opentafl") == rules("", "opentafl")


def test_the_quirks_of_each_semantics() -> None:
    """spec has no quirk, opentafl all of them but those left out."""
    assert rules().quirks == SPEC
    assert rules("", "opentafl").quirks == OPENTAFL
    assert rules("", "opentafl", without=Quirk.DFORP_ALL).quirks == OPENTAFL & ~Quirk.DFORP_ALL
