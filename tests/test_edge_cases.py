"""Positions with the expected capture or result, collected from independent programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest

from opentafl_engine.board import Board
from opentafl_engine.rules import Rules
from tests import reference

Case = dict[str, Any]
CASES: list[Case] = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "edge_cases.jsonl").read_text().splitlines()
]
START_NOT_COUNTED = 132
"""Its source does not count the start position as its first occurrence; the rules here do."""
SHARED_READINGS = [case for case in CASES if "skip" not in case and case["id"] != START_NOT_COUNTED]


class Judge(Protocol):
    """A program that knows the rules."""

    def legal(self) -> list[str]:
        """The legal moves."""

    def captures(self, move: str) -> list[str]:
        """What a move takes, sorted."""

    def push(self, move: str) -> None:
        """Play a move."""

    def side(self) -> str:
        """The side to move."""

    def end(self) -> tuple[str, str] | None:
        """Winner (or draw) and termination."""


class Core:
    """The core, as Board shows it."""

    def __init__(self, rules: Rules) -> None:
        self.board = Board(rules)

    def legal(self) -> list[str]:
        """The legal moves."""
        return [str(move) for move in self.board.legal_moves]

    def captures(self, move: str) -> list[str]:
        """What a move takes, sorted."""
        return self.board.captures(move)

    def push(self, move: str) -> None:
        """Play a move."""
        self.board.push(move)

    def side(self) -> str:
        """The side to move."""
        return str(self.board.turn)

    def end(self) -> tuple[str, str] | None:
        """Winner (or draw) and termination."""
        outcome = self.board.outcome()
        if outcome is None:
            return None
        return "draw" if outcome.winner is None else str(outcome.winner), outcome.termination.name


class Oracle:
    """The slow reference."""

    def __init__(self, rules: Rules) -> None:
        self.state = reference.start(rules)

    def legal(self) -> list[str]:
        """The legal moves."""
        return self.state.legal_moves()

    def captures(self, move: str) -> list[str]:
        """What a move takes, sorted."""
        return self.state.captures(move)

    def push(self, move: str) -> None:
        """Play a move."""
        self.state = self.state.play(move)

    def side(self) -> str:
        """The side to move."""
        return self.state.side

    def end(self) -> tuple[str, str] | None:
        """Winner (or draw) and termination."""
        outcome = self.state.outcome()
        return (outcome.winner or "draw", outcome.termination) if outcome else None


both = pytest.mark.parametrize("program", [Core, Oracle])


def set_up(case: Case, program: Callable[[Rules], Judge]) -> Judge:
    """The position of a case, or that before its last move, with the moves before it played."""
    place = case.get("as_move", case)
    first = "y" if place["side"] == "attackers" else "n"
    judge = program(Rules.parse(f"{case['rules']} atkf:{first} start:{place['position']}", case["semantics"]))
    for move in case.get("moves_before", ()):
        judge.push(move)
    return judge


@both
@pytest.mark.parametrize("case", SHARED_READINGS, ids=lambda case: f"{case['id']}: {case['source']}")
def test_case(case: Case, program: Callable[[Rules], Judge]) -> None:
    """The move is legal or not, takes what it should, and the game goes on or ends as it should."""
    judge = set_up(case, program)
    expect = case["expect"]
    if expect.get("has_legal_move") is False or expect.get("move_count") == 0:
        assert judge.legal() == []
        return
    move = case.get("as_move", case)["move"]
    assert (move in judge.legal()) == expect.get("legal", True)
    if not expect.get("legal", True):
        return
    captures, side = judge.captures(move), judge.side()
    judge.push(move)
    assert captures == sorted(expect.get("captures", captures))
    assert len(captures) == expect.get("capture_count", len(captures))
    assert (judge.side() == side) == expect.get("same_side_to_move", judge.side() == side)
    check_end(judge.end(), wanted_result(case), expect.get("king_captured"))


def wanted_result(case: Case) -> str | None:
    """What the case says of the game after the move; a result that begins with not_ is excluded."""
    expect = case["expect"]
    if "as_move" in case:
        return str(case["as_move"]["result"])
    return f"not_{expect['not_result']}" if "not_result" in expect else expect.get("result")


def check_end(end: tuple[str, str] | None, wanted: str | None, king_captured: bool | None) -> None:
    """Compare how a game stands with what was wanted."""
    result = "ongoing" if end is None else end[0] if end[0] == "draw" else f"{end[0]}_win"
    if wanted is not None and wanted.startswith("not_"):
        assert result != wanted.removeprefix("not_")
    elif wanted is not None:
        assert result == wanted
    if king_captured is not None:
        assert (end is not None and end[1] == "KING_CAPTURED") == king_captured


@both
def test_the_start_position_is_the_first_occurrence(program: Callable[[Rules], Judge]) -> None:
    """The one case left out repeats the start position: it ends a move earlier, for the other side."""
    case = next(case for case in CASES if case["id"] == START_NOT_COUNTED)
    judge = set_up(case, program)
    assert judge.legal() == []
    assert judge.end() == ("attackers", "REPETITION")


def test_only_two_readings_are_not_shared() -> None:
    """All cases but three are checked above: two are skipped with a reason, one counts otherwise."""
    assert [case["id"] for case in CASES if "skip" in case] == [153, 302]
    assert len(SHARED_READINGS) == len(CASES) - 3
