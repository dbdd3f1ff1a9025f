"""The thinking thread: searches one after the other, each of which reports once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from opentafl_engine import session
from opentafl_engine.board import Board
from opentafl_engine.rules import Rules
from opentafl_engine.search import Info, Limits, Result, RootMove
from opentafl_engine.session import Listener, Thinker
from tests.otep_machine import BRANDUB, first_moves

RULES = Rules.parse(BRANDUB.removeprefix("rules "), "opentafl")


class FakeSearcher:
    """A searcher that waits for `stop` when it is asked for much time, and fails at depth 99."""

    def __init__(self, hash_mb: int) -> None:
        self.hash_mb = hash_mb
        self.threads = 1
        self.log: list[str] = []
        self.times: list[tuple[float | None, float | None]] = []
        self.begun = threading.Event()
        self._stop = threading.Event()

    def arm(self, limits: Limits) -> None:
        """Reset the stop flag."""
        del limits
        self._stop.clear()

    def retime(self, soft: float, hard: float) -> None:
        """Note it, and let the search end."""
        self.log.append(f"retime {soft} {hard}")
        self._stop.set()

    def resize(self, hash_mb: int) -> None:
        """Note it; there is no memory for 99."""
        if hash_mb == 99:
            raise MemoryError("none left")
        self.log.append(f"resize {hash_mb}")

    def stop(self) -> None:
        """Set the stop flag."""
        self._stop.set()

    def clear(self) -> None:
        """Note it."""
        self.log.append("clear")

    def search(
        self,
        board: Board,
        limits: Limits,
        on_info: Callable[[Info], None],
        on_move: Callable[[RootMove], None],
    ) -> Result:
        """Report once, then search for ever or not at all."""
        self.log.append(f"depth {limits.depth}")
        self.times.append((limits.movetime, limits.soft_time))
        if limits.depth == 99:
            raise MemoryError("none left")
        result = first_moves(board, limits)
        on_info(result.lines[0])
        on_move(RootMove(1, result.lines[0].pv[0], 1))
        self.begun.set()
        if limits.depth is None:
            self._stop.wait()
        return result


class Notes(Listener):
    """A listener that notes what it hears and can be waited for."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []
        self._changed = threading.Condition()

    def on_info(self, token: int, info: Info) -> None:
        """Note it."""
        del info
        self._note("info", token)

    def on_move(self, token: int, current: RootMove) -> None:
        """Note it."""
        assert current.number == 1
        self._note("move", token)

    def on_text(self, token: int, line: str) -> None:
        """Note it."""
        self._note(line, token)

    def on_finished(self, token: int) -> None:
        """Note it."""
        self._note("finished", token)

    def on_done(self, token: int, result: Result) -> None:
        """Note it."""
        assert result.move is not None
        self._note("done", token)

    def on_failure(self, token: int, error: Exception) -> None:
        """Note it."""
        assert isinstance(error, MemoryError)
        self._note("failure", token)

    def wait_for(self, *last: tuple[str, int]) -> None:
        """Wait until all of these have been heard."""
        with self._changed:
            assert self._changed.wait_for(lambda: set(last) <= set(self.heard), timeout=30)

    def _note(self, what: str, token: int) -> None:
        with self._changed:
            self.heard.append((what, token))
            self._changed.notify_all()


@pytest.fixture
def searcher(monkeypatch: pytest.MonkeyPatch) -> FakeSearcher:
    """The fake searcher that the next thinker will use."""
    fake = FakeSearcher(1)
    monkeypatch.setattr(session, "Searcher", lambda _hash_mb, _threads: fake)
    return fake


def test_a_search_reports_once(searcher: FakeSearcher) -> None:
    """Each start is answered by its reports and one result, in order."""
    notes = Notes()
    thinker = Thinker(notes)
    for token in (1, 2, 3):
        thinker.start(token, Board(RULES), Limits(depth=1))
    notes.wait_for(("done", 3))
    assert notes.heard == [(what, token) for token in (1, 2, 3) for what in ("info", "move", "done")]
    assert searcher.log == ["depth 1"] * 3


def test_a_late_search_gets_less_time(searcher: FakeSearcher) -> None:
    """What a question has lost on its way is taken off its times, down to a millisecond."""
    notes = Notes()
    thinker = Thinker(notes)
    thinker.start(1, Board(RULES), Limits(depth=1, movetime=100, soft_time=60), late_ms=70)
    thinker.start(2, Board(RULES), Limits(depth=1), late_ms=70)
    notes.wait_for(("done", 2))
    assert searcher.times == [(30, 1), (None, None)]


def test_stop_ends_a_search(searcher: FakeSearcher) -> None:
    """A search without limits ends when it is told to, wherever it is by then."""
    notes = Notes()
    thinker = Thinker(notes)
    thinker.start(1, Board(RULES), Limits())
    thinker.stop(1)
    notes.wait_for(("done", 1))
    thinker.start(2, Board(RULES), Limits())
    searcher.begun.wait()
    thinker.stop(2)
    notes.wait_for(("done", 2))


def test_a_new_search_stops_the_one_before(searcher: FakeSearcher) -> None:
    """A start while another search runs ends that one first; both report."""
    notes = Notes()
    thinker = Thinker(notes)
    for token in (1, 2, 3):
        thinker.start(token, Board(RULES), Limits())
        notes.wait_for(*[("done", earlier) for earlier in range(1, token)])
        searcher.begun.wait()
    thinker.stop(3)
    notes.wait_for(("done", 3))
    assert [token for what, token in notes.heard if what == "done"] == [1, 2, 3]


def test_a_stop_for_another_search_is_no_stop(searcher: FakeSearcher) -> None:
    """A stop that comes after its search has ended does not touch the next one."""
    notes = Notes()
    thinker = Thinker(notes)
    thinker.start(1, Board(RULES), Limits(depth=1))
    notes.wait_for(("done", 1))
    searcher.begun.clear()
    thinker.start(2, Board(RULES), Limits())
    searcher.begun.wait()
    thinker.stop(1)
    assert ("done", 2) not in notes.heard
    thinker.stop(2)
    notes.wait_for(("done", 2))


def test_a_failure_is_reported(searcher: FakeSearcher) -> None:
    """A search that breaks down is reported as such, and the next one runs."""
    del searcher
    notes = Notes()
    thinker = Thinker(notes)
    thinker.start(1, Board(RULES), Limits(depth=99))
    thinker.start(2, Board(RULES), Limits(depth=1))
    notes.wait_for(("failure", 1), ("done", 2))


def test_limits_that_make_no_sense_are_a_failure() -> None:
    """A search that cannot even begin is reported as broken down, and the next one runs."""

    retimed = threading.Event()

    class Refused(Notes):
        def on_info(self, token: int, info: Info) -> None:
            assert retimed.wait(60)

        def on_failure(self, token: int, error: Exception) -> None:
            assert isinstance(error, ValueError)
            self._note("failure", token)

    notes = Refused()
    thinker = Thinker(notes, hash_mb=1)
    thinker.start(1, Board(RULES), Limits())
    thinker.start(2, Board(RULES), Limits())
    thinker.retime(2, -1.0, -1.0)
    retimed.set()
    thinker.start(3, Board(RULES), Limits(depth=1))
    notes.wait_for(("done", 1), ("failure", 2), ("done", 3))


def test_clear_waits_for_a_search(searcher: FakeSearcher) -> None:
    """Clearing happens at once while idle, between two searches otherwise, and not in vain."""
    notes = Notes()
    thinker = Thinker(notes)
    thinker.clear()
    assert searcher.log == []
    thinker.start(0, Board(RULES), Limits(depth=2))
    notes.wait_for(("done", 0))
    thinker.clear()
    thinker.clear()
    assert searcher.log == ["depth 2", "clear"]
    searcher.begun.clear()
    thinker.start(1, Board(RULES), Limits())
    searcher.begun.wait()
    thinker.clear()
    thinker.start(2, Board(RULES), Limits(depth=1))
    notes.wait_for(("done", 2))
    assert searcher.log == ["depth 2", "clear", "depth None", "clear", "depth 1"]


def test_what_is_learnt_between_two_clears_is_cleared(searcher: FakeSearcher) -> None:
    """A clear stands in line with the searches: each forgets all that was asked for before it."""
    notes = Notes()
    thinker = Thinker(notes)
    thinker.start(1, Board(RULES), Limits())
    assert searcher.begun.wait(60)
    thinker.clear()
    thinker.start(2, Board(RULES), Limits(depth=1))
    notes.wait_for(("done", 2))
    thinker.clear()
    assert searcher.log == ["depth None", "clear", "depth 1", "clear"]
    searcher.begun.clear()
    thinker.start(3, Board(RULES), Limits())
    assert searcher.begun.wait(60)
    thinker.start(4, Board(RULES), Limits(depth=1))
    thinker.clear()
    thinker.start(5, Board(RULES), Limits(depth=2))
    notes.wait_for(("done", 5))
    assert searcher.log[4:] == ["depth None", "depth 1", "clear", "depth 2"]


def test_a_task_says_its_lines(searcher: FakeSearcher) -> None:
    """A task reports each of its lines and then that it has ended; a stop is heard between lines."""
    notes = Notes()
    thinker = Thinker(notes)
    thinker.task(1, lambda _stopped: iter(("one", "two")))
    notes.wait_for(("finished", 1))
    begun = threading.Event()

    def endless(stopped: Callable[[], bool]) -> Iterator[str]:
        begun.set()
        while not stopped():
            yield "more"

    thinker.task(2, endless)
    assert begun.wait(60)
    thinker.stop(2)
    notes.wait_for(("finished", 2))
    assert notes.heard[:3] == [("one", 1), ("two", 1), ("finished", 1)]
    assert searcher.log == []


def test_new_limits_reach_a_search(searcher: FakeSearcher) -> None:
    """New limits count for the search that runs, and for one that waits, but for no other."""
    notes = Notes()
    thinker = Thinker(notes)
    thinker.start(1, Board(RULES), Limits())
    assert searcher.begun.wait(60)
    thinker.retime(7, 1.0, 2.0)
    assert searcher.log == ["depth None"]
    thinker.retime(1, 10.0, 20.0)
    notes.wait_for(("done", 1))
    assert searcher.log == ["depth None", "retime 10.0 20.0"]


def test_settings_are_changed_while_idle(searcher: FakeSearcher) -> None:
    """Table and threads change between searches only, and what is refused leaves all as it was."""
    notes = Notes()
    thinker = Thinker(notes)
    thinker.configure(hash_mb=4, threads=3)
    assert (searcher.log, searcher.threads) == (["resize 4"], 3)
    with pytest.raises(MemoryError):
        thinker.configure(hash_mb=99, threads=5)
    assert searcher.threads == 3
    thinker.start(1, Board(RULES), Limits())
    assert searcher.begun.wait(60)
    with pytest.raises(RuntimeError):
        thinker.configure(threads=2)
    thinker.stop(1)
    notes.wait_for(("done", 1))
