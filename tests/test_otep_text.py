"""OTEP as a pure machine: clocks, analysis and the words of its lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from opentafl_engine.dialects.otep import Settings
from opentafl_engine.dialects.otep_text import analysis_line, evaluation, parse_clock, parse_report
from opentafl_engine.errors import NotationError
from opentafl_engine.notation import Move
from opentafl_engine.search import Limits
from opentafl_engine.timeman import Clock
from opentafl_engine.types import Side
from tests.otep_machine import (
    AFTER_D1_E1,
    BRANDUB,
    BRANDUB_START,
    NOTHING_TO_MOVE,
    WON_BY_DEFENDERS,
    Machine,
    assert_harmless,
    first_moves,
    info,
)


@pytest.mark.parametrize(
    ("line", "clock"),
    [
        ("59259 60000 10 3 3 ", Clock(59259, 10_000, 3)),
        ("0 60000 10 3 3", Clock(0, 10_000, 3)),
        ("7012* 60000 10 2 3 ", Clock(7012, 10_000, 2, in_overtime=True)),
        ("100* 100 0.1 0 0", Clock(100, 100, 0, in_overtime=True)),
        ("-5 100 0 0 0", Clock(-5)),
    ],
)
def test_clock_lines(line: str, clock: Clock) -> None:
    """Milliseconds, `*` for overtime, then seconds a period and the periods of both sides."""
    assert parse_clock(line)[Side.ATTACKERS] == clock


@pytest.mark.parametrize(
    "line", ["", "1 2 3 4", "1 2 3 4 5 6", "a 2 3 4 5", "1 2 3 4 5*", "1e9 2 3 4 5", "٣ 2 3 4 5"]
)
def test_bad_clock_lines(line: str) -> None:
    """Anything else is refused."""
    with pytest.raises(NotationError):
        parse_clock(line)


def test_the_clock_of_the_side_to_move_counts() -> None:
    """Each side thinks by its own clock."""
    machine = Machine()
    machine.tell(BRANDUB, "clock 3000000 300 0 0 0 ", "play attackers")
    attackers = machine.running.pop().limits
    machine.tell(f"move {AFTER_D1_E1}", "play defenders")
    defenders = machine.running.pop().limits
    assert attackers.soft_time == 100_000
    assert defenders.soft_time == 10


def test_without_a_clock() -> None:
    """A move takes the time of the settings where the game has no clock, also after a game that had one."""
    machine = Machine(Settings(movetime=700))
    for clock in ("clock 60000 60000 0 0 0 ", ""):
        machine.tell(BRANDUB, "play attackers")
        assert machine.running.pop().limits == Limits(movetime=700, soft_time=700)
        machine.tell(f"move {AFTER_D1_E1}", clock, "play defenders")
        machine.running.pop()


def test_the_overhead_is_kept_back() -> None:
    """What is to be kept back on every move is not thought with."""
    machine = Machine(Settings(overhead=500))
    machine.tell(BRANDUB, "clock 1200* 1200 10 0 0 ", "play attackers")
    assert machine.running[0].limits.movetime == 700


def test_an_increment_that_is_never_said_is_noticed() -> None:
    """A clock that has lost less than the move took must have an increment, which can be spent."""
    machine = Machine(search=lambda b, limits: replace(first_moves(b, limits), time_ms=2000))
    machine.ask(BRANDUB, "clock 60000 60000 0 0 0 ", "play attackers")
    machine.tell(f"move {AFTER_D1_E1}", "clock 61000 60000 0 0 0 ", "play attackers")
    assert machine.running[0].limits.soft_time == 61_000 // 30 + 3000 * 3 // 4


def test_analysis() -> None:
    """`analyze` gives as many lines as were asked for, in one line, within the time."""
    machine = Machine()
    machine.tell(BRANDUB, f"position {BRANDUB_START}", "side attackers", "clock 118331 120000 10 3 3 ")
    machine.tell("analyze 3 2")
    assert machine.running[0].limits == Limits(movetime=2000, multipv=3)
    words = machine.finish()[0].split()
    assert words[:2] == ["analysis", "3"]
    assert words[3::2] == ["0.00"] * 3


def test_more_lines_than_moves() -> None:
    """An analysis is never asked for more lines than there are moves."""
    machine = Machine()
    machine.tell(BRANDUB, "analyze 500 0.5")
    assert machine.running[0].limits.multipv == 40
    assert machine.finish()[0].startswith("analysis 40 ")


def test_analysis_of_a_finished_position() -> None:
    """A finished position is analysed as one that is set up; without moves a status says so."""
    machine = Machine()
    said = machine.ask(BRANDUB, f"position {WON_BY_DEFENDERS}", "side attackers", "analyze 1 1")
    assert said[0].startswith("analysis 1 ")
    said = machine.ask(f"position {NOTHING_TO_MOVE}", "analyze 1 1")
    assert said == ["status attackers have no legal move"]


def test_analysis_of_the_game_itself() -> None:
    """Without `position` the game as it stands is analysed."""
    machine = Machine()
    machine.tell(BRANDUB, f"opponent-move d1-e1 {AFTER_D1_E1}", "analyze 2 1")
    assert machine.running[0].board.move_stack == [Move.parse("d1-e1")]


def test_a_second_analysis() -> None:
    """A second `analyze` does not swallow the answer to the first."""
    machine = Machine()
    assert len(machine.ask(BRANDUB, "analyze 1 9", "analyze 2 9")) == 2


@pytest.mark.parametrize(
    "line", ["analyze", "analyze 1", "analyze x 1", "analyze 1 x", "analyze 1 2 3", "analyze 1 nan"]
)
def test_bad_analysis_requests(line: str) -> None:
    """A request that makes no sense starts nothing."""
    machine = Machine()
    assert [text.split()[0] for text in machine.ask(BRANDUB, line)] == ["status"]


@pytest.mark.parametrize(
    ("line", "side", "text"),
    [
        (info("d1-e1", score=1038), Side.ATTACKERS, "10.38"),
        (info("d1-e1", score=1038), Side.DEFENDERS, "-10.38"),
        (info("d1-e1", score=0), Side.DEFENDERS, "0.00"),
        (info("d1-e1", score=-900_000), Side.ATTACKERS, "-4999.00"),
        (info("d1-e1", mate=3), Side.ATTACKERS, "4997.00"),
        (info("d1-e1", mate=-4), Side.ATTACKERS, "-4996.00"),
        (info("d1-e1", mate=3), Side.DEFENDERS, "-4997.00"),
    ],
)
def test_evaluations(line: object, side: Side, text: str) -> None:
    """Good for the attackers is positive, a win is 5000 less its plies, the rest within 4999."""
    assert evaluation(line, side) == text  # type: ignore[arg-type]


def test_long_analysis_fits_in_one_write() -> None:
    """However many lines and moves there are, what is sent stays under 4096 bytes and in form."""
    lines = [info(*["s19-s18", "a10-a11"] * 30, score=-123_456, multipv=n) for n in range(1, 400)]
    for count in (1, 5, 20, 60, 399):
        line = analysis_line(lines[:count], Side.ATTACKERS)
        assert_harmless(line)
        assert line.split()[1] == str((len(line.split()) - 2) // 2)


def test_reports_with_full_records() -> None:
    """Full move records, with slashes of their own, are read as well as simple moves."""
    moves, record = parse_report("Ne6^=e8xce7/ne9/f8/d8|Ne8=e4xe3 /5/5/5/5/5/")
    assert [str(move) for move in moves] == ["e6-e8", "e8-e4"]
    assert record == "/5/5/5/5/5/"
