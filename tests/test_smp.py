"""Searches with several threads: one legal result, one report of it, and nothing left behind."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from opentafl_engine.board import Board
from opentafl_engine.search import Info, Limits, RootMove, Searcher
from opentafl_engine.session import Listener, Thinker
from opentafl_engine.variants import variant
from tests.smp_games import play_games

PATIENCE = 60.0
VARIANTS = ("brandub", "copenhagen", "copenhagen-13", "alea-evangelii")
"""Of one, two, three and six words."""


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    """Whatever was searched, its helpers are gone when the result is there."""
    yield
    assert [thread for thread in threading.enumerate() if "_help" in thread.name] == []


def positions(name: str) -> Iterator[Board]:
    """The start and some positions behind it, each with its history."""
    board = Board(variant(name))
    for _ in range(3):
        yield board.copy()
        for _ in range(2):
            board.push(list(board.legal_moves)[board.ply % 7])


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("name", VARIANTS)
def test_one_legal_result(name: str, threads: int) -> None:
    """Whatever the board, there is one result: its lines can be played, and its move is that of the first."""
    searcher = Searcher(hash_mb=1, threads=threads)
    for board in positions(name):
        heard: list[Info] = []
        before = board.key()
        result = searcher.search(board, Limits(nodes=2000, multipv=2), heard.append)
        assert board.key() == before
        assert result.move == result.lines[0].pv[0]
        for line in heard:
            after = board.copy()
            for move in line.pv:
                after.push(move)
        assert [info.depth for info in heard] == sorted(info.depth for info in heard)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_node_limit_counts_all_threads(threads: int) -> None:
    """No thread goes far beyond the limit, which is one for all of them together."""
    limit = 50_000
    result = Searcher(hash_mb=1, threads=threads).search(Board(variant("copenhagen")), Limits(nodes=limit))
    # Each thread looks at the count at least every 256 nodes of its own.
    assert limit <= result.nodes <= limit + 1024 * threads


def test_the_nodes_are_those_of_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread but the first is a helper; all count into one number, which is what is reported."""
    searched: list[int] = []
    run = Searcher._run

    def noting(searcher: Searcher, board: Board, given: Any, collector: Any) -> Any:
        result = run(searcher, board, given, collector)
        if collector is None:
            searched.append(result.nodes)
        return result

    monkeypatch.setattr(Searcher, "_run", noting)
    result = Searcher(hash_mb=1, threads=3).search(Board(variant("copenhagen")), Limits(nodes=50_000))
    assert len(searched) == 2
    # A helper that ends last may have counted a little more than what was reported.
    assert abs(result.nodes - max(searched)) <= 3 * 1024


@pytest.mark.parametrize("threads", [2, 3])
def test_the_depth_limit_is_kept(threads: int) -> None:
    """Helpers go no deeper either, and the iterations are reported one by one."""
    heard: list[Info] = []
    result = Searcher(hash_mb=1, threads=threads).search(
        Board(variant("copenhagen")), Limits(depth=3), heard.append
    )
    assert result.depth == 3
    assert [info.depth for info in heard] == [1, 2, 3]


@pytest.mark.parametrize("threads", [2, 3])
def test_a_stop_ends_all_threads(threads: int) -> None:
    """A search without limits ends with a move when it is stopped, in the middle or before it begins."""
    searcher = Searcher(hash_mb=1, threads=threads)
    board = Board(variant("copenhagen"))

    def stop_at(info: Info) -> None:
        if info.depth == 3:
            searcher.stop()

    assert searcher.search(board, Limits(), stop_at).depth >= 3
    searcher.arm(Limits())
    searcher.stop()
    assert searcher.search(board, Limits()).move in board.legal_moves


def test_helpers_end_when_the_handler_fails() -> None:
    """An error of whoever listens is raised when all threads have ended."""

    def fail(info: Info) -> None:
        raise RuntimeError(f"depth {info.depth}")

    with pytest.raises(RuntimeError, match="depth 1"):
        Searcher(hash_mb=1, threads=3).search(Board(variant("brandub")), Limits(depth=4), fail)


def only_two_threads(monkeypatch: pytest.MonkeyPatch, refusal: BaseException) -> list[threading.Thread]:
    """From now on the system gives two threads, which will be in the list, and then raises this."""
    start = threading.Thread.start
    given: list[threading.Thread] = []

    def start_two(thread: threading.Thread) -> None:
        if len(given) == 2:
            raise refusal
        given.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_two)
    return given


@pytest.mark.parametrize("refusal", [RuntimeError("can't start new thread"), MemoryError()])
def test_threads_that_cannot_be_had_are_not_missed(
    monkeypatch: pytest.MonkeyPatch, refusal: Exception
) -> None:
    """Where the system gives no more threads, the search goes on with those that it has."""
    given = only_two_threads(monkeypatch, refusal)
    board = Board(variant("copenhagen"))
    result = Searcher(hash_mb=1, threads=5).search(board, Limits(nodes=5000))
    assert result.move in board.legal_moves
    assert len(given) == 2
    assert not any(thread.is_alive() for thread in given)


def test_an_interrupt_leaves_no_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control-C while the helpers are started ends those that run already."""
    given = only_two_threads(monkeypatch, KeyboardInterrupt())
    searcher = Searcher(hash_mb=1, threads=5)
    with pytest.raises(KeyboardInterrupt):
        searcher.search(Board(variant("copenhagen")), Limits())
    alive = [thread for thread in given if thread.is_alive()]
    searcher.stop()
    assert (len(given), alive) == (2, [])


def test_one_thread_gives_the_same_every_time() -> None:
    """Nodes and move of one thread do not change, whatever others have searched in between."""
    board = Board(variant("copenhagen"))
    searcher = Searcher(hash_mb=1)
    found = set()
    for threads in (1, 3, 1, 2, 1):
        searcher.threads = threads
        searcher.clear()
        result = searcher.search(board, Limits(nodes=20_000))
        if threads == 1:
            found.add((result.nodes, result.move, result.lines[0].score))
    assert len(found) == 1


class Reports(Listener):
    """Counts what is reported of each search."""

    def __init__(self) -> None:
        self.done: list[int] = []
        self.ended = threading.Condition()

    def on_info(self, token: int, info: Info) -> None:
        """A line is about the search that runs, and comes before its result."""
        assert token not in self.done

    def on_move(self, token: int, current: RootMove) -> None:
        """So is a move of the root."""
        assert token not in self.done

    def on_done(self, token: int, result: object) -> None:
        """Note the end."""
        with self.ended:
            self.done.append(token)
            self.ended.notify()

    def on_failure(self, token: int, error: Exception) -> None:
        """No search breaks down here."""
        raise AssertionError(f"{token}: {error}")

    def on_text(self, token: int, line: str) -> None:
        """There are no tasks here."""

    def on_finished(self, token: int) -> None:
        """There are no tasks here."""


@pytest.mark.parametrize("threads", [2, 3])
def test_each_start_is_reported_once(threads: int) -> None:
    """Of many searches that follow, stop and overtake each other, each is done exactly once, in order."""
    reports = Reports()
    thinker = Thinker(reports, hash_mb=1, threads=threads)
    board = Board(variant("brandub"))
    for token in range(60):
        limits = (Limits(), Limits(nodes=500), Limits(depth=2), Limits(movetime=1))[token % 4]
        thinker.start(token, board.copy(), limits)
        if token % 3 == 0:
            thinker.stop(token)
    thinker.stop(59)
    with reports.ended:
        assert reports.ended.wait_for(lambda: len(reports.done) == 60, PATIENCE)
    assert reports.done == list(range(60))


def test_games_over_a_pipe() -> None:
    """A few games with two threads in a real process: one legal `bestmove` for each `go`."""
    moves, _ = play_games(games=4, threads=2, seed=7)
    assert moves > 20


@pytest.mark.long
def test_a_thousand_games_over_a_pipe() -> None:
    """1,000 games with two threads end without a fault, most of them by the rules."""
    moves, ended = play_games(games=1000, threads=2, seed=1)
    assert moves > 10_000
    assert ended > 100
