"""Properties of reading and writing rules strings."""

from __future__ import annotations

import dataclasses
from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from opentafl_engine.errors import RulesError
from opentafl_engine.rules import Rules
from opentafl_engine.types import OPENTAFL, Quirk
from tests.strategies import CHOICE_VALUES, KEYS, random_rules_text, rules_texts

SEMANTICS = st.sampled_from(("spec", "opentafl"))
SQUARE_KEYS = frozenset(("cor", "cen", "afor", "dfor"))
LOSS_FIELDS = {
    "repetition": frozenset(("tfr",)),
    "escapes": frozenset(("esc",)),
    "corner": SQUARE_KEYS,
    "centre": SQUARE_KEYS,
    "attacker_fort": SQUARE_KEYS,
    "defender_fort": SQUARE_KEYS,
}
"""The fields of rules that OpenTafl's notation cannot always express, and the keys that say so."""


def complaint(text: str, semantics: str) -> RulesError | None:
    """What is wrong with a rules string, or None."""
    try:
        Rules.parse(text, semantics)
    except RulesError as error:
        return error
    return None


@given(rules_texts(), SEMANTICS)
def test_written_rules_read_the_same(text: str, semantics: str) -> None:
    """The string that rules are written as parses to equal rules, and is no longer than theirs."""
    rules = Rules.parse(text, semantics)
    written = rules.to_otn()
    assert Rules.parse(written, semantics) == rules
    assert len(written) <= len(text)
    assert Rules.parse(written, semantics).to_otn() == written


@given(rules_texts(), SEMANTICS)
def test_no_token_of_written_rules_is_idle(text: str, semantics: str) -> None:
    """Without any one of its tokens the written string means something else, or nothing."""
    rules = Rules.parse(text, semantics)
    tokens = rules.to_otn().split(" ")
    for index in range(1, len(tokens) - 1):
        shorter = " ".join(tokens[:index] + tokens[index + 1 :])
        assert Rules.parse(shorter, semantics) != rules


@given(rules_texts(), st.integers(0, 127))
def test_written_rules_read_the_same_without_some_quirks(text: str, left_out: int) -> None:
    """Whichever parser quirks are left out, writing takes the others into account."""
    without = Quirk(left_out << 16)
    rules = Rules.parse(text, "opentafl", without=without)
    assert rules.quirks == OPENTAFL & ~without
    assert Rules.parse(rules.to_otn(), "opentafl", without=without) == rules


@given(rules_texts(), SEMANTICS)
def test_opentafl_is_told_the_nearest_rules(text: str, semantics: str) -> None:
    """What OpenTafl reads agrees field by field with what was meant, except for what is listed."""
    rules = Rules.parse(text, semantics)
    written, losses = rules.to_otn(target="opentafl")
    read = Rules.parse(written, "opentafl")
    listed = {loss.partition(":")[0] for loss in losses}
    for field in dataclasses.fields(Rules):
        if field.name in ("semantics", "quirks", "warnings"):
            continue
        if getattr(read, field.name) != getattr(rules, field.name):
            assert LOSS_FIELDS[field.name] & listed, field.name
    assert read.name == rules.name


@given(rules_texts())
def test_rules_of_opentafl_reach_opentafl_unharmed(text: str) -> None:
    """Rules in opentafl semantics lose no square and no repetition rule on the way back."""
    rules = Rules.parse(text, "opentafl")
    written, losses = rules.to_otn(target="opentafl")
    assert Rules.parse(written, "opentafl") == rules
    assert not {loss.partition(":")[0] for loss in losses} & {"tfr", "esc", *SQUARE_KEYS}


@given(rules_texts(), SEMANTICS)
def test_descriptions_are_sentences(text: str, semantics: str) -> None:
    """Any rules can be described, in sentences."""
    described = Rules.parse(text, semantics).describe()
    assert described.endswith(".")
    assert "  " not in described
    assert described.count(". ") >= 5


@given(st.text(max_size=60) | st.text("dimstarcoe:,/0123456789tTK- ", max_size=80), SEMANTICS)
def test_any_text_parses_or_is_refused(text: str, semantics: str) -> None:
    """Whatever the text, it is read or it is a RulesError with a column inside it."""
    error = complaint(text, semantics)
    if error is not None:
        assert error.column is not None
        assert 1 <= error.column <= max(len(text), 1)


@given(rules_texts(), SEMANTICS, st.data())
def test_any_change_parses_or_is_refused(text: str, semantics: str, data: st.DataObject) -> None:
    """One character put anywhere into a rules string gives other rules or a RulesError that points
    at a token of it."""
    at = data.draw(st.integers(0, len(text)))
    junk = data.draw(
        st.sampled_from(("0", "9", "/", "t", "Q", ":", ",", " ", "-", "\x00", "é", "\u0661", "a1,"))
    )
    changed = text[:at] + junk + text[at + data.draw(st.integers(0, 2)) :]
    error = complaint(changed, semantics)
    if error is not None:
        assert error.token is not None
        assert error.column is not None
        assert changed[error.column - 1 :].startswith(error.token)


def test_random_rules_strings_have_every_value() -> None:
    """The generator gives every key, and every value of the keys that take one letter."""
    rng = Random(2)
    seen: Counter[str] = Counter()
    for _ in range(1500):
        for token in random_rules_text(rng).split(" "):
            key, _, value = token.partition(":")
            seen.update((key, f"{key}:{value}"))
    assert all(seen[key] > 100 for key in KEYS)
    assert all(seen[f"{key}:{value}"] > 50 for key, values in CHOICE_VALUES.items() for value in values)
