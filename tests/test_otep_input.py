"""OTEP as a pure machine: nonsense, lines without an answer and the end of input."""

from __future__ import annotations

import pytest

from opentafl_engine.types import Side
from tests.otep_machine import (
    AFTER_D1_E1,
    BRANDUB,
    BRANDUB_START,
    Machine,
    legal,
    move_of,
)

BAD_LINES = [
    *("rules", "rules dim:7", "rules dim:99 start:/", "rules nonsense", "rules " + "x:y " * 50_000),
    *("move", "move nonsense", "move /7/7/7/", "move /3q3/7/7/7/7/7/7/", "position /" + "7/" * 100_000),
    *("opponent-move d1-d2", "opponent-move d1-d2 /7/", "opponent-move " + "d1-d2|" * 100_000),
    *("error", "error x", "clock", "clock 1 2", "play", "play white", "play ATTACKERS", "analyze 1e3 1"),
    *("position", "position /7/", "side", "side x", "bogus command", "HELLO", "x" * 1_000_000),
    *("\x00", "play\x00attackers", "\ufffd\ufffd"),
]


def test_dump_has_no_newline() -> None:
    """`dump N` runs into the next command, which is obeyed; by itself it is passed over."""
    machine = Machine()
    assert machine.tell(f"dump 0{BRANDUB}") == []
    assert move_of(machine.ask("dump 12play attackers"))
    assert machine.tell("dump 3", "dump 1dump 2", "dump") == []


@pytest.mark.parametrize(
    "line",
    BAD_LINES,
    ids=lambda line: line[:24],
)
def test_bad_lines_change_nothing(line: str) -> None:
    """After a bad line the game is as it was; at most a status line was said, and no search stopped."""
    machine = Machine()
    machine.tell(BRANDUB, f"opponent-move d1-e1 {AFTER_D1_E1}", "play defenders")
    said = machine.tell(line)
    assert [text.split()[0] for text in said] in ([], ["status"])
    assert machine.stopped == set()
    assert move_of(machine.finish()) in legal(AFTER_D1_E1, Side.DEFENDERS)


@pytest.mark.parametrize(
    "line", ["play attackers", "analyze 1 1", f"move {BRANDUB_START}", "position /", "side attackers"]
)
def test_without_rules(line: str) -> None:
    """Before any rules there is nothing to play; that is said and nothing else happens."""
    assert [text.split()[0] for text in Machine().ask(line)] == ["status"]


@pytest.mark.parametrize("line", ["", "   ", "simple-moves on", "simple-moves off", "finish", "\t"])
def test_lines_that_need_no_answer(line: str) -> None:
    """These lines are taken without a word."""
    assert Machine().ask(BRANDUB, line) == []


def test_the_end_of_input_while_idle() -> None:
    """With nothing to answer, the end of input is the end."""
    machine = Machine()
    machine.ask(BRANDUB, "play attackers")
    assert machine.end() == []
    assert machine.quit


def test_the_end_of_input_while_thinking() -> None:
    """A question that is open when the input ends is answered at once, and then it is the end."""
    machine = Machine()
    machine.tell(BRANDUB, "analyze 1 9", "play attackers")
    assert machine.end() == []
    assert not machine.quit
    assert machine.stopped == {1, 2}
    assert move_of(machine.finish())
    assert machine.quit
