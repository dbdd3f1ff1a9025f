"""The dialect uci: idle, searching, pondering; which line waits for what, and how each state ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opentafl_engine.dialects.base import Clear, Configure, Quit, Retime, Send, Start, Stop, Task
from opentafl_engine.timeman import Clock, budget
from tests.uci_machine import Machine, first_words, info, machine_for

WON = "/3t3/7/7/7/7/K6/3t3/"
LINE = info("d1-d2", "d3-c3")

FINISH = "(the search or task that runs ends)"
FAIL = "(it breaks down)"
LINES = [
    *(
        "go depth 2",
        "go infinite",
        "go",
        "go ponder",
        "go ponder atime 9 dtime 9",
        "go movetime 5 searchmoves zz",
    ),
    *(
        "stop",
        "stop",
        "ponderhit",
        "isready",
        "debug on",
        "bogus",
        "",
        "perft 1",
        "go perft 1",
        "eval",
        "uci",
    ),
    *(
        "position startpos moves d1c1",
        "position bogus",
        f"position otn {WON} d moves a6a7",
        "flip",
        "ucinewgame",
    ),
    *(
        "setoption name Hash value 2",
        "setoption name UCI_Variant value brandub",
        "setoption name Semantics value x",
    ),
    *("rules dim:5 start:/2t2/5/t1K1t/5/2t2/", "rules", "result", FINISH, FINISH, FINISH, FAIL),
]


def kinds(machine: Machine) -> list[str]:
    """What the server was told to do, in order; a line stands for its sending."""
    return [
        action.line if isinstance(action, Send) else type(action).__name__.lower()
        for action in machine.actions
        if not (isinstance(action, Send) and action.line.startswith("info"))
    ]


def test_a_go_is_answered_once() -> None:
    """A go begins one search, whose end is its one bestmove; its infos come before."""
    machine = Machine()
    assert machine.tell("go depth 3") == []
    assert first_words(machine.report(LINE)) == ["info"]
    assert machine.answer(LINE) == ["bestmove d1d2 ponder d3c3"]
    assert machine.tell("stop", "stop", "isready") == ["readyok"]
    assert len(machine.done(Start)) == 1


@given(st.lists(st.sampled_from(LINES), max_size=40))
def test_every_go_is_answered_once(lines: list[str]) -> None:
    """Each go has one bestmove, each isready one readyok, when the input has ended, whatever came before."""
    machine = Machine()
    said: list[str] = []
    for line in lines:
        if line not in (FINISH, FAIL):
            said += machine.tell(line)
        elif machine.running is not None:
            said += machine.finish_one() if line == FINISH else machine.fail()
    said += machine.end()
    said += machine.finish()
    words = first_words([line for line in said if line])
    assert words.count("bestmove") == sum(line.startswith("go") and "perft" not in line for line in lines)
    assert words.count("readyok") == lines.count("isready")
    assert words.count("uciok") == lines.count("uci")
    assert machine.status == 0


def test_reports_of_a_search_that_is_over_are_dropped() -> None:
    """Neither an info nor an end that carries an old token says anything."""
    machine = Machine()
    machine.tell("go depth 1")
    machine.answer(LINE)
    machine.tell("go depth 1")
    old = machine.search.token - 1
    dialect = machine.dialect
    assert dialect.on_info(old, LINE) == dialect.on_text(old, "x") == []
    assert dialect.on_failure(old, MemoryError()) == dialect.on_finished(old) == []
    assert machine.answer(LINE) == ["bestmove d1d2 ponder d3c3"]


@pytest.mark.parametrize("second", ["go depth 5", "go infinite", "go ponder atime 1000 dtime 1000"])
@pytest.mark.parametrize("first", ["go depth 5", "go infinite", "go ponder atime 1000 dtime 1000", "go"])
def test_a_second_go_stops_the_first(first: str, second: str) -> None:
    """While searching a go is taken after an implicit stop; both get their bestmove, in order."""
    machine = Machine()
    machine.tell(first)
    assert machine.tell(second) == []
    assert machine.stopped
    assert machine.answer(info("d1-d2")) == ["bestmove d1d2"]
    assert machine.limits.depth == (5 if "depth" in second else None)
    machine.tell("stop")
    assert machine.answer(info("d1-d3")) == ["bestmove d1d3"]
    assert len(machine.done(Start)) == 2


def test_a_row_of_goes() -> None:
    """However many go lines come at once, each gets its bestmove, and each but the last is stopped."""
    machine = Machine()
    said = machine.ask(*(f"go depth {depth}" for depth in range(1, 6)))
    assert first_words(said) == ["info", "bestmove"] * 5
    assert [start.limits.depth for start in machine.done(Start) if isinstance(start, Start)] == [
        1,
        2,
        3,
        4,
        5,
    ]
    assert len(machine.done(Stop)) == 4


@pytest.mark.parametrize(
    ("line", "effect"),
    [
        ("setoption name Hash value 1", Configure(hash_mb=1)),
        ("setoption name Threads value 2", Configure(threads=2)),
        ("setoption name Clear Hash", Clear()),
        ("ucinewgame", Clear()),
    ],
)
@pytest.mark.parametrize("go", ["go depth 5", "go infinite", "go ponder"])
def test_changes_while_searching_come_after_the_bestmove(go: str, line: str, effect: object) -> None:
    """An option that is set during a search takes effect behind its bestmove, and before what follows."""
    machine = Machine()
    machine.tell(go)
    assert machine.tell(line, "isready") == []
    assert effect not in machine.actions
    assert machine.answer(LINE) == ["bestmove d1d2 ponder d3c3", "readyok"]
    assert machine.actions[-3:] == [Send("bestmove d1d2 ponder d3c3"), effect, Send("readyok")]


@pytest.mark.parametrize(
    "line", ["position startpos moves d1d2", "rules dim:5 start:/2t2/5/t1K1t/5/2t2/", "flip",
             "setoption name UCI_Variant value brandub", "setoption name Semantics value opentafl"]
)  # fmt: skip
def test_a_new_position_while_searching_is_that_of_the_next_go(line: str) -> None:
    """The search that runs keeps its board; the line counts for the go behind it."""
    machine = Machine()
    machine.tell("go infinite", line, "go infinite")
    before = machine.search.board
    machine.finish_one()
    after = machine.search.board
    fresh = Machine()
    fresh.tell(line, "go infinite")
    assert before.position() == Machine().board.position()
    assert (after.position(), after.turn) == (fresh.search.board.position(), fresh.search.board.turn)
    assert after.rules == fresh.search.board.rules


@pytest.mark.parametrize(
    "line", ["go depth 1", "position startpos moves d1d2", "rules dim:5 start:/2t2/5/t1K1t/5/2t2/",
             "setoption name Ponder value true", "ucinewgame", "flip", "perft 1", "go perft 1", "bench"]
)  # fmt: skip
def test_what_waits_for_the_search_to_stop(line: str) -> None:
    """Each of these lines stops the search, and nothing is done or said for it before the bestmove."""
    machine = Machine()
    machine.tell("go infinite")
    running = machine.search
    machine.actions.clear()
    assert machine.tell(line, "moves") == []
    assert machine.actions == [Stop(running.token)]


def test_replies_stand_behind_those_to_earlier_lines() -> None:
    """What comes behind a line that waits, waits with it, also what would be answered at once."""
    machine = Machine()
    assert machine.tell("go infinite", "isready") == ["readyok"]
    assert machine.tell("position startpos moves d1d2", "isready", "bogus", "result", "go depth 1") == []
    said = machine.answer(LINE)
    assert said[:2] == ["bestmove d1d2 ponder d3c3", "readyok"]
    assert said[2].startswith("info string error: unknown command")
    assert said[3:] == ["result ongoing"]
    assert machine.tell("isready") == ["readyok"]
    assert first_words(machine.finish()) == ["info", "bestmove"]


@pytest.mark.parametrize(
    "line", ["uci", "isready", "debug on", "d", "eval", "moves", "result", "help", "register"]
)
@pytest.mark.parametrize("go", ["go depth 5", "go infinite", "go ponder"])
def test_what_is_taken_at_once_while_searching(go: str, line: str) -> None:
    """These lines neither wait for a search nor stop it."""
    machine = Machine()
    expected = Machine().tell(line)
    machine.tell(go)
    assert machine.tell(line) == expected
    assert not machine.stopped


@pytest.mark.parametrize("go", ["go infinite", "go", "go ponder atime 1 dtime 1", "go depth 2 infinite"])
def test_a_result_is_held_until_stop(go: str) -> None:
    """An infinite or pondering search that has come to its end is answered by the stop, not before."""
    machine = Machine()
    machine.tell(go)
    assert machine.answer(LINE) == []
    assert machine.tell("isready") == ["readyok"]
    assert machine.tell("stop") == ["bestmove d1d2 ponder d3c3"]
    assert machine.tell("stop") == []
    assert machine.done(Stop) == []


def test_a_held_result_makes_way() -> None:
    """A line that waits for an infinite search whose result is there gets it out at once."""
    machine = Machine()
    machine.tell("go infinite")
    machine.answer(LINE)
    assert machine.tell("setoption name Hash value 2") == ["bestmove d1d2 ponder d3c3"]
    assert machine.actions[-1] == Configure(hash_mb=2)


def test_an_infinite_search_of_a_finished_game_is_held() -> None:
    """Also where there is no move, go infinite is answered by the stop."""
    machine = machine_for("brandub")
    machine.tell(f"position otn {WON} d moves a6a7")
    assert machine.tell("go infinite") == ["info string the game is over: defenders win (king escaped)"]
    assert machine.tell("isready") == ["readyok"]
    assert machine.tell("stop") == ["bestmove (none)"]


def test_a_double_stop() -> None:
    """Two stops give one bestmove, and the search is told once."""
    machine = Machine()
    machine.tell("go infinite", "stop", "stop")
    assert machine.answer(LINE) == ["bestmove d1d2 ponder d3c3"]
    assert machine.tell("stop") == []
    assert len(machine.done(Stop)) == 1


@pytest.mark.parametrize("line", ["stop", "ponderhit"])
def test_what_does_nothing_when_idle(line: str) -> None:
    """Without a search there is nothing to stop, and no ponder move to hit."""
    machine = Machine()
    assert machine.tell(line) == []
    assert machine.actions == []


def test_ponderhit_gives_the_search_its_time() -> None:
    """A pondering search has no limits in time; from the ponderhit on it has those of its go line."""
    machine = Machine()
    machine.tell("go ponder atime 60000 dtime 50000 depth 7")
    assert (machine.limits.depth, machine.limits.movetime, machine.limits.soft_time) == (7, None, None)
    machine.tell("ponderhit")
    assert machine.done(Retime) == [Retime(machine.search.token, *budget(Clock(60_000)))]
    assert not machine.stopped
    assert machine.answer(LINE) == ["bestmove d1d2 ponder d3c3"]


def test_ponderhit_for_the_defenders() -> None:
    """The clock that counts after a ponderhit is that of the side to move in the position."""
    machine = Machine()
    machine.tell("position startpos moves d1d2", "go ponder atime 60000 dtime 30000", "ponderhit")
    assert machine.done(Retime) == [Retime(machine.search.token, *budget(Clock(30_000)))]


def test_ponderhit_keeps_the_overhead_back() -> None:
    """Move Overhead counts after a ponderhit as it does for any move with a clock."""
    machine = Machine()
    machine.tell("setoption name Move Overhead value 500", "go ponder atime 1200 movestogo 1", "ponderhit")
    assert machine.done(Retime) == [Retime(machine.search.token, *budget(Clock(1200), 500, 1))]
    assert budget(Clock(1200), 500, 1).hard == 700


def test_ponderhit_after_the_end_of_the_search() -> None:
    """A pondering search that has ended is answered by the ponderhit."""
    machine = Machine()
    machine.tell("go ponder atime 1000 dtime 1000")
    assert machine.answer(LINE) == []
    assert machine.tell("ponderhit") == ["bestmove d1d2 ponder d3c3"]
    assert machine.tell("ponderhit", "stop") == []


def test_ponderhit_of_a_search_without_time() -> None:
    """With a depth alone a ponderhit brings no clock; the search goes on to that depth."""
    machine = Machine()
    machine.tell("go ponder depth 5", "ponderhit")
    assert machine.done(Retime) == []
    assert machine.answer(LINE) == ["bestmove d1d2 ponder d3c3"]


def test_ponderhit_of_an_endless_search() -> None:
    """A go ponder without any limit goes on after the ponderhit until it is stopped."""
    machine = Machine()
    machine.tell("go ponder", "ponderhit")
    assert machine.answer(LINE) == []
    assert machine.tell("stop") == ["bestmove d1d2 ponder d3c3"]


@pytest.mark.parametrize("go", ["go depth 9", "go infinite", "go atime 1000 dtime 1000"])
def test_ponderhit_when_not_pondering(go: str) -> None:
    """A ponderhit that no ponder search waits for changes nothing."""
    machine = Machine()
    machine.tell(go, "ponderhit")
    assert (machine.done(Retime), machine.stopped) == ([], False)


@pytest.mark.parametrize("go", ["go ponder", "go ponder infinite", "go ponder atime 1000 dtime 1000"])
@pytest.mark.parametrize("lines", [("stop", "ponderhit"), ("ponderhit", "stop")])
def test_stop_and_ponderhit_together(go: str, lines: tuple[str, str]) -> None:
    """Whichever comes first, a stopped search gives its bestmove and is held by nothing."""
    machine = Machine()
    machine.tell(go, *lines)
    assert machine.answer(LINE) == ["bestmove d1d2 ponder d3c3"]


@pytest.mark.parametrize("go", ["isready", "go depth 9", "go infinite", "go ponder", "perft 3"])
def test_quit_ends_it_at_once(go: str) -> None:
    """After quit the process goes with status 0; no bestmove is owed, whatever ran or waited."""
    machine = Machine()
    machine.tell(go, "position startpos moves d1d2", "go infinite")
    machine.actions.clear()
    assert machine.tell("quit") == []
    assert machine.actions == [Quit()]


def test_the_end_of_input_when_idle() -> None:
    """When there is nothing to wait for, the engine goes with status 0."""
    machine = Machine()
    assert machine.end() == []
    assert machine.status == 0


@pytest.mark.parametrize(
    "go", ["go depth 9", "go nodes 9", "go mate 2", "go movetime 9", "go atime 9 dtime 9"]
)
def test_the_end_of_input_lets_a_limited_search_finish(go: str) -> None:
    """A search that ends by itself is not stopped by the end of input; it is answered first."""
    machine = Machine()
    machine.tell(go)
    assert machine.end() == []
    assert (machine.stopped, machine.status) == (False, None)
    assert machine.answer(LINE) == ["bestmove d1d2 ponder d3c3"]
    assert machine.status == 0


@pytest.mark.parametrize("go", ["go", "go infinite", "go ponder atime 9 dtime 9", "go ponder depth 3"])
@pytest.mark.parametrize("ended", [False, True])
def test_the_end_of_input_stops_the_rest(go: str, ended: bool) -> None:
    """An infinite or pondering search is stopped, if it still runs, and answered before the engine goes."""
    machine = Machine()
    machine.tell(go)
    said = machine.answer(LINE) if ended else []
    said += machine.end()
    if not ended:
        assert machine.stopped
        said += machine.answer(LINE)
    assert said == ["bestmove d1d2 ponder d3c3"]
    assert machine.status == 0


def test_the_end_of_input_behind_lines_that_wait() -> None:
    """Lines before the end of input are still taken, and a limited search among them is finished."""
    machine = Machine()
    machine.tell("go infinite", "position startpos moves d1d2", "go depth 2")
    machine.end()
    assert machine.status is None
    assert first_words(machine.finish_one()) == ["info", "bestmove"]
    assert (machine.limits.depth, machine.stopped, machine.status) == (2, False, None)
    assert first_words(machine.finish_one()) == ["info", "bestmove"]
    assert machine.status == 0


def test_the_end_of_input_waits_for_a_count() -> None:
    """A perft that runs at the end of input is finished and printed whole."""
    machine = machine_for("brandub")
    machine.tell("perft 2")
    machine.end()
    assert (machine.stopped, machine.status) == (False, None)
    assert "Nodes searched: 960" in machine.finish()
    assert machine.status == 0


@pytest.mark.parametrize("line", ["perft 2", "go perft 2"])
def test_lines_wait_for_a_count(line: str) -> None:
    """A perft is not stopped by what would stop a search; it gives no bestmove."""
    machine = machine_for("brandub")
    machine.tell(line)
    assert machine.tell("isready") == ["readyok"]
    assert machine.tell("position startpos moves d1d2", "go depth 1", "isready") == []
    assert not machine.stopped
    said = machine.finish_one()
    assert "Nodes searched: 960" in said
    assert said[-1] == "readyok"
    assert not any(line.startswith("bestmove") for line in said)
    assert isinstance(machine.running, Start)


def test_stop_cuts_a_count_short() -> None:
    """A stop reaches a perft past the lines that wait for it; what is said then says so."""
    machine = machine_for("brandub")
    machine.tell("perft 6", "position startpos moves d1d2", "isready", "stop", "stop")
    assert machine.stopped
    said = machine.finish_one()
    assert said[0] == "Nodes searched: 0 (stopped)"
    assert said[-1] == "readyok"
    assert kinds(machine).count("stop") == 1


def test_stop_behind_a_go_that_waits_for_a_count() -> None:
    """The stop that cuts a perft also ends the infinite search that stood between the two."""
    machine = machine_for("brandub")
    machine.tell("perft 6", "go infinite", "stop")
    machine.finish_one()
    assert isinstance(machine.running, Start)
    assert machine.stopped
    assert first_words(machine.finish()) == ["info", "bestmove"]


def test_a_search_that_breaks_down_gives_what_it_had() -> None:
    """With a line found before, its move is the answer."""
    machine = Machine()
    machine.tell("go depth 9")
    machine.report(info("d1-d3", "f4-f3"))
    said = machine.fail()
    assert said == ["info string error: the search broke down: none left", "bestmove d1d3 ponder f4f3"]


@pytest.mark.parametrize("words", ["", " searchmoves d1d5 e1e2"])
def test_a_search_that_breaks_down_gives_a_legal_move(words: str) -> None:
    """With nothing found, the answer is any legal move among those asked for."""
    machine = Machine()
    machine.tell("go depth 9" + words)
    said = machine.fail()
    assert said == [said[0], "bestmove d1d5" if words else "bestmove d1b1"]
    assert said[0].startswith("info string error: the search broke down")


def test_a_held_search_that_breaks_down_is_held() -> None:
    """An infinite search that fails is answered by its stop, too; lines then go on as ever."""
    machine = Machine()
    machine.tell("go infinite")
    assert first_words(machine.fail()) == ["info"]
    assert machine.tell("stop") == ["bestmove d1b1"]
    assert first_words(machine.ask("go depth 1")) == ["info", "bestmove"]


def test_a_count_that_breaks_down() -> None:
    """A perft that fails says so and ends; what waited is taken."""
    machine = Machine()
    machine.tell("perft 2", "ucinewgame", "isready")
    assert machine.fail() == ["info string error: the search broke down: none left", "readyok"]
    assert isinstance(machine.actions[-2], Clear)
    assert not isinstance(machine.running, Task)


def test_a_fault_leaves_the_search_alone() -> None:
    """A line that cannot be taken at all brings an error line and touches nothing."""
    machine = Machine()
    machine.tell("go infinite")
    assert machine.dialect.on_fault(RuntimeError("odd")) == [
        Send("info string error: line ignored: odd", error=True)
    ]
    machine.tell("stop")
    assert machine.answer(LINE) == ["bestmove d1d2 ponder d3c3"]


def test_a_line_that_was_not_read_has_its_turn() -> None:
    """Its error line stands behind the replies to lines before it that wait, in front of those behind it."""
    machine = Machine()
    machine.tell("go infinite", "position bogus")
    assert machine.dialect.on_fault(ValueError("too long")) == []
    assert machine.tell("isready") == []
    said = machine.answer(LINE)
    assert said[0] == "bestmove d1d2 ponder d3c3"
    assert said[1].startswith("info string error: position: ")
    assert said[2:] == ["info string error: line ignored: too long", "readyok"]


@pytest.mark.parametrize("position", [f"otn {WON} d moves a6a7", "otn /1K5/7/7/7/7/7/7/ a"])
def test_nothing_to_search_is_answered_at_once(position: str) -> None:
    """Where there is no legal move no search begins; the next lines are taken."""
    machine = machine_for("brandub")
    said = machine.tell(f"position {position}", "go depth 3", "isready")
    assert said[1:] == ["bestmove (none)", "readyok"]
    assert said[0].startswith("info string ")
    assert machine.done(Start) == []
