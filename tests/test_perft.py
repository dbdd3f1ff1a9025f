"""Counts of move sequences, checked against those that OpenTafl and other programs give."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from opentafl_engine.board import Board
from opentafl_engine.rules import Rules
from opentafl_engine.variants import variant
from tests import reference

FACTS: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "data" / "perft.jsonl").read_text().splitlines()
]
EVERY_LEAF_MADE = 1_500_000
"""Up to so many leaves the default suite makes and takes back each one."""
BY_REFERENCE = 2_000
"""Up to so many leaves the slow reference counts them too."""
BY_REFERENCE_LONG = 60_000
"""In the long suite it counts up to so many."""
OTHERWISE_UNDER_SPEC = 44
BERSERK_4_UNDER_SPEC = 52_106_122
"""Counted by the reference too, once: it takes minutes."""
each_fact = pytest.mark.parametrize("fact", FACTS, ids=lambda fact: str(fact["name"]))


def counts(fact: dict[str, Any], least: int, most: int) -> list[tuple[int, int]]:
    """The depths of a fact with so many leaves, and the leaves."""
    return [(int(depth), leaves) for depth, leaves in fact["perft"].items() if least < leaves <= most]


def reference_perft(state: reference.State, depth: int) -> int:
    """The same count by the slow program."""
    moves = state.legal_moves()
    return len(moves) if depth == 1 else sum(reference_perft(state.play(move), depth - 1) for move in moves)


@each_fact
def test_leaves_as_opentafl_counts_them(fact: dict[str, Any]) -> None:
    """Each leaf made and taken back as the search does, the numbers are OpenTafl's."""
    board = Board(Rules.parse(fact["rules"], semantics="opentafl"))
    for depth, leaves in counts(fact, 0, EVERY_LEAF_MADE):
        assert (depth, board.perft(depth, mode="full")) == (depth, leaves)


@each_fact
def test_leaves_counted_in_bulk(fact: dict[str, Any]) -> None:
    """Counting the last ply without making it gives the same numbers, at every depth that is known."""
    board = Board(Rules.parse(fact["rules"], semantics="opentafl"))
    for depth, leaves in counts(fact, 0, 10**9):
        assert (depth, board.perft(depth, mode="bulk")) == (depth, leaves)


def test_spec_semantics_changes_some_synthetic_rules() -> None:
    """Up to 60,000 leaves, 44 synthetic rules strings have other counts under spec, and no variant."""
    changed = [
        fact["kind"]
        for fact in FACTS
        if any(
            Board(Rules.parse(fact["rules"])).perft(depth, mode="bulk") != leaves
            for depth, leaves in counts(fact, 0, BY_REFERENCE_LONG)
        )
    ]
    assert changed == ["synthetic"] * OTHERWISE_UNDER_SPEC


def test_spec_semantics_changes_berserk_at_depth_4() -> None:
    """The one variant that differs further down: under ber:c only captures go on with a turn."""
    fact = next(fact for fact in FACTS if fact["name"] == "05_Berserk_11")
    assert Board(Rules.parse(fact["rules"])).perft(4, mode="bulk") == BERSERK_4_UNDER_SPEC
    assert fact["perft"]["4"] == BERSERK_4_UNDER_SPEC + 66


@pytest.mark.parametrize(
    "most", [BY_REFERENCE, pytest.param(BY_REFERENCE_LONG, marks=pytest.mark.long)], ids=["small", "all"]
)
def test_the_reference_counts_the_same_under_spec(most: int) -> None:
    """The slow reference program and the core agree on every small count under spec semantics."""
    for fact in FACTS:
        rules = Rules.parse(fact["rules"])
        for depth, _ in counts(fact, 0, most):
            expected = reference_perft(reference.start(rules), depth)
            assert (fact["name"], Board(rules).perft(depth)) == (fact["name"], expected)


@pytest.mark.long
@each_fact
def test_every_leaf_at_every_depth(fact: dict[str, Any]) -> None:
    """Each leaf made and taken back, the numbers are OpenTafl's at every depth that is known."""
    board = Board(Rules.parse(fact["rules"], semantics="opentafl"))
    for depth, leaves in counts(fact, EVERY_LEAF_MADE, 10**9):
        assert (depth, board.perft(depth, mode="full")) == (depth, leaves)


@pytest.mark.long
@pytest.mark.parametrize(
    ("slug", "depth", "leaves"),
    [
        ("brandub", 5, 41_843_336),
        ("brandub", 6, 1_111_688_896),
        ("copenhagen", 4, 50_456_804),
        ("copenhagen", 5, 6_116_568_016),
    ],
)
def test_deep_counts(slug: str, depth: int, leaves: int) -> None:
    """The counts that two independent programs confirmed, with leaves counted in bulk."""
    assert Board(variant(slug)).perft(depth, mode="bulk") == leaves
