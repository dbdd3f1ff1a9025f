"""What waits behind a count or a search, and the one ``stop`` that reaches all of it."""

from __future__ import annotations

import pytest

from opentafl_engine.dialects import uci_flow
from opentafl_engine.errors import TaflError
from tests.uci_machine import Machine


def test_one_stop_ends_a_count_and_the_search_behind_it() -> None:
    """The `stop` that cuts a count off also ends the search that waits for it, in its turn."""
    machine = Machine()
    machine.tell("perft 3", "go infinite", "stop")
    assert [line.split()[0] for line in machine.finish() if line.startswith("bestmove")] == ["bestmove"]


@pytest.mark.parametrize("count", ["perft 2", "go perft 2"])
def test_a_stop_that_came_before_the_count_began(count: str) -> None:
    """A count that begins when its `stop` has come already, behind a line that waits, is cut off too."""
    machine = Machine()
    machine.tell("go infinite", "position startpos", count, "position startpos", "stop")
    said = machine.finish()
    assert "Nodes searched: 0 (stopped)" in said


def test_a_count_without_a_stop_is_not_cut_off() -> None:
    """Lines that wait for a count do not stop it."""
    machine = Machine()
    machine.tell("go infinite", "position startpos", "perft 1", "position startpos", "isready")
    assert "Nodes searched: 116" in machine.finish()


def test_a_line_that_cannot_be_read_is_complained_of_in_its_turn() -> None:
    """The complaint about a line that is too long stands behind the replies to the lines before it."""
    machine = Machine()
    machine.tell("go infinite", "position startpos moves a1a2")
    assert machine.dialect.on_fault(TaflError("too long")) == []
    errors = [line for line in machine.finish() if line.startswith("info string error")]
    assert [error.split()[3] for error in errors] == ["position:", "line"]


def test_whatever_rules_hold_is_made_printable() -> None:
    """What `d` quotes of the rules is plain text, whatever an unknown key of theirs was made of."""
    machine = Machine()
    said = machine.ask("rules dim:7 b\ufffdgus:\ufffd start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "d")
    assert "dim:7 b?gus:? start:" in " ".join(said)
    assert all(line.isascii() and line.isprintable() for line in said)


def test_a_long_row_of_counts_is_no_more_work_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much there is to do for a line that waits does not grow with the number of lines behind it."""
    looks = 0
    verb_of = uci_flow._verb

    def counted(line: str) -> str:
        nonlocal looks
        looks += 1
        return verb_of(line)

    monkeypatch.setattr(uci_flow, "_verb", counted)
    machine = Machine()
    machine.tell("go infinite", "position startpos", *["perft 0"] * 300)
    assert machine.finish().count("Nodes searched: 1") == 300
    assert looks < 10 * 300
