"""Searcher: limits, lines, wins, and what it never does."""

from __future__ import annotations

import threading
import time
from itertools import pairwise
from pathlib import Path

import pytest

import opentafl_engine as tafl
from opentafl_engine.bench import run_bench

DATA = Path(__file__).with_name("data")
BRANDUB = tafl.variant("brandub")


def result_of(board: tafl.Board, **limits: object) -> tafl.Result:
    """A search with a fresh table."""
    return tafl.Searcher(hash_mb=1).search(board, tafl.Limits(**limits))  # type: ignore[arg-type]


def test_bench_gives_the_recorded_count() -> None:
    """The signature of the engine is the one in the repository: a change that alters it says so."""
    lines: list[str] = []
    result = run_bench(lines.append)
    assert result.nodes == int((DATA / "bench.txt").read_text(encoding="ascii").split()[0])
    assert lines[0] == f"{result.nodes} nodes"
    assert lines[1].endswith(" nps")


@pytest.mark.parametrize("name", tafl.variant_names())
def test_the_same_search_gives_the_same_nodes_and_move(name: str) -> None:
    """Fixed nodes, one thread and an empty table: always the same."""
    board = tafl.Board(tafl.variant(name))
    first, second = result_of(board, nodes=20000), result_of(board, nodes=20000)
    assert (first.nodes, first.move, first.lines[0].pv) == (second.nodes, second.move, second.lines[0].pv)


@pytest.mark.parametrize(("hash_mb", "depth"), [(1, 5), (64, 4), (64, 7)])
def test_clearing_the_table_makes_it_new(hash_mb: int, depth: int) -> None:
    """After ``clear`` a searcher repeats its first search exactly, however much of the table it used."""
    searcher = tafl.Searcher(hash_mb)
    board = tafl.Board(BRANDUB)
    first = searcher.search(board, tafl.Limits(depth=depth))
    searcher.clear()
    again = searcher.search(board, tafl.Limits(depth=depth))
    assert (first.nodes, first.move) == (again.nodes, again.move)


@pytest.mark.parametrize("nodes", [2000, 12345, 50000])
def test_the_node_limit_is_kept_exactly(nodes: int) -> None:
    """Once the first iteration is done the search executes as many moves as it may, no more."""
    assert result_of(tafl.Board(BRANDUB), nodes=nodes).nodes == nodes


def test_there_is_always_a_move() -> None:
    """The smallest limits still give a legal move, since the first iteration is always finished."""
    for name in tafl.variant_names():
        board = tafl.Board(tafl.variant(name))
        for limits in ({"nodes": 1}, {"movetime": 0.001}, {"depth": 1}):
            assert result_of(board, **limits).move in board.legal_moves


def test_a_finished_game_has_no_move() -> None:
    """Where there is no legal move the result has none, and no lines."""
    board = tafl.Board(tafl.Rules.parse("dim:7 surf:n start:/3t3/7/7/6K/7/7/7/"), turn=tafl.DEFENDERS)
    board.push("g4-g1")
    result = result_of(board, depth=3)
    assert (result.move, result.lines, result.depth) == (None, (), 0)


def test_the_board_is_not_changed() -> None:
    """A search works on a copy."""
    board = tafl.Board(BRANDUB)
    board.push("d1-c1")
    before = (board.position(), board.key(), board.move_stack.copy())
    result_of(board, depth=4)
    assert (board.position(), board.key(), board.move_stack) == before


@pytest.mark.parametrize("name", tafl.variant_names())
def test_lines_can_be_played(name: str) -> None:
    """Every move of every line is legal after the ones before it; the result is the first of the best."""
    board = tafl.Board(tafl.variant(name))
    result = result_of(board, depth=3, multipv=3)
    assert result.move == result.lines[0].pv[0]
    assert len({line.pv[0] for line in result.lines}) == 3
    for line in result.lines:
        copy = board.copy()
        for move in line.pv:
            copy.push(move)


def test_a_win_in_one_is_played_at_once() -> None:
    """A king with an open line to an exit goes there: won in one ply."""
    board = tafl.Board(tafl.Rules.parse("dim:7 surf:n start:/3t3/7/7/6K/7/7/7/"), turn=tafl.DEFENDERS)
    line = result_of(board, depth=4).lines[0]
    assert line.mate == 1
    assert str(line.pv[0]) in ("g4-g1", "g4-g7")


def test_the_quickest_win_is_preferred_and_a_loss_put_off() -> None:
    """Two open lines cannot both be closed: lost in two plies for the attackers, not in fewer."""
    board = tafl.Board(tafl.Rules.parse("dim:7 surf:n start:/3t3/7/7/6K/7/7/7/"))
    lost = result_of(board, depth=4).lines[0]
    assert lost.mate == -2
    assert lost.score < -29000


def test_a_win_is_found_in_the_fewest_plies() -> None:
    """Deepening finds the shortest win first and stops there unless it is told to keep on."""
    board = tafl.Board(tafl.Rules.parse("dim:7 surf:n ks:w start:/3t3/7/7/2tK3/7/4t2/7/"))
    result = result_of(board, depth=9)
    assert result.lines[0].mate == 1
    assert result.depth == 1
    assert result_of(board, depth=4, keep_on=True).depth == 4


def test_a_repetition_that_loses_is_avoided() -> None:
    """Where the third time loses, the search sees it in the position that was there twice."""
    rules = tafl.Rules.parse("dim:7 surf:n tfr:l esc:e start:/2ttt2/2t1t2/2ttt2/7/1K5/7/7/")
    board = tafl.Board(rules, position="/7/7/7/tttttt1/t4t1/tK3t1/tttttt1/", turn=tafl.DEFENDERS)
    for move in ("b6-b5", "f4-g4", "b5-b6", "g4-f4", "b6-b5", "f4-g4", "b5-b6"):
        board.push(move)
    assert board.outcome() is None
    repeating = tafl.Move.parse("g4-f4")
    board.push(repeating)
    assert board.outcome() == tafl.Outcome(tafl.DEFENDERS, tafl.Termination.REPETITION)
    board.pop()
    line = tafl.Searcher(1).search(board, tafl.Limits(depth=1, searchmoves=(repeating,))).lines[0]
    assert line.mate == -1


def test_searchmoves_are_the_only_ones_looked_at() -> None:
    """The result is among the moves asked for, and they fill the lines."""
    board = tafl.Board(BRANDUB)
    wanted = tuple(tafl.Move.parse(text) for text in ("d1-e1", "d1-f1"))
    result = result_of(board, depth=3, multipv=4, searchmoves=wanted)
    assert sorted(str(line.pv[0]) for line in result.lines) == ["d1-e1", "d1-f1"]


def test_every_iteration_is_reported_in_order() -> None:
    """Depths come one after the other, each with lines 1 to multipv of falling score."""
    seen: list[tafl.Info] = []
    searcher = tafl.Searcher(hash_mb=1)
    searcher.search(tafl.Board(BRANDUB), tafl.Limits(depth=4, multipv=2), seen.append)
    assert [(info.depth, info.multipv) for info in seen] == [(d, k) for d in range(1, 5) for k in (1, 2)]
    assert all(a.nodes <= b.nodes and a.time_ms <= b.time_ms for a, b in pairwise(seen))
    assert all(a.score >= b.score for a, b in zip(seen[::2], seen[1::2], strict=True))


def test_a_search_can_be_stopped_from_another_thread() -> None:
    """``stop`` ends a search without limits, which then has the result of its last iteration."""
    searcher = tafl.Searcher(hash_mb=1)
    board = tafl.Board(tafl.variant("copenhagen"))
    reached = threading.Event()
    found: list[tafl.Result] = []

    def watch(info: tafl.Info) -> None:
        if info.depth >= 3:
            reached.set()

    searcher.arm(tafl.Limits())
    worker = threading.Thread(target=lambda: found.append(searcher.search(board, tafl.Limits(), watch)))
    worker.start()
    assert reached.wait(60)
    searcher.stop()
    worker.join(60)
    assert found
    assert found[0].depth >= 3
    assert found[0].move in board.legal_moves


def test_a_stop_before_the_search_is_not_lost() -> None:
    """What was armed and stopped ends after its first iteration."""
    searcher = tafl.Searcher(hash_mb=1)
    searcher.arm(tafl.Limits())
    searcher.stop()
    result = searcher.search(tafl.Board(BRANDUB), tafl.Limits())
    assert result.depth == 1
    assert result.move is not None


def test_errors_of_the_listener_come_out() -> None:
    """An exception in ``on_info`` is raised by ``search``, not swallowed."""

    def fail(info: tafl.Info) -> None:
        raise RuntimeError(f"depth {info.depth}")

    with pytest.raises(RuntimeError, match="depth 1"):
        tafl.Searcher(hash_mb=1).search(tafl.Board(BRANDUB), tafl.Limits(depth=3), fail)


def test_a_handler_that_fails_ends_the_search() -> None:
    """A search without limits of its own does not go on when nobody listens any more."""
    searcher = tafl.Searcher(hash_mb=1)
    raised: list[BaseException] = []

    def fail(info: tafl.Info) -> None:
        raise RuntimeError(f"depth {info.depth}")

    def search() -> None:
        try:
            searcher.search(tafl.Board(BRANDUB), tafl.Limits(), fail)
        except RuntimeError as error:
            raised.append(error)

    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    thread.join(60)
    has_ended = not thread.is_alive()
    searcher.stop()
    assert has_ended
    assert [str(error) for error in raised] == ["depth 1"]


def test_an_interrupt_is_not_lost() -> None:
    """Control-C that comes while a line is reported ends the search and is raised then."""

    def interrupt(_info: tafl.Info) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tafl.Searcher(hash_mb=1).search(tafl.Board(BRANDUB), tafl.Limits(depth=3), interrupt)


def test_nonsense_is_refused() -> None:
    """More lines than there is room for, and tables of no or impossible size, are errors."""
    with pytest.raises(ValueError, match="multipv"):
        result_of(tafl.Board(BRANDUB), multipv=0)
    for size in (0, -1, 1e15):
        with pytest.raises(MemoryError, match="MiB"):
            tafl.Searcher(hash_mb=size)


def test_a_failed_resize_keeps_the_table() -> None:
    """After a refused size the searcher works as before."""
    searcher = tafl.Searcher(hash_mb=1)
    with pytest.raises(MemoryError):
        searcher.resize(1e15)
    assert searcher.search(tafl.Board(BRANDUB), tafl.Limits(depth=2)).move is not None


def test_deep_searches_of_tiny_games_end() -> None:
    """A position that is exhausted long before the deepest ply is searched to the end."""
    board = tafl.Board(tafl.Rules.parse("dim:5 surf:n esc:e cens: start:/2t2/5/1tKt1/5/2t2/"))
    result = result_of(board, depth=127, nodes=300000)
    assert result.move in board.legal_moves


def test_limits_that_make_no_sense_are_refused() -> None:
    """A negative limit is an error; a limit of 0 is the least there is, not none."""
    for name in ("depth", "nodes", "movetime", "soft_time"):
        with pytest.raises(ValueError, match=name):
            result_of(tafl.Board(BRANDUB), **{name: -1})
        assert result_of(tafl.Board(BRANDUB), **{name: 0}).depth == 1
    for name in ("movetime", "soft_time"):
        with pytest.raises(ValueError, match=name):
            result_of(tafl.Board(BRANDUB), nodes=9999, **{name: float("nan")})


def test_limits_beyond_measure_are_kept() -> None:
    """No number is too large for a limit, and the others count beside it."""
    for name in ("depth", "nodes", "movetime", "soft_time"):
        assert result_of(tafl.Board(BRANDUB), **({"depth": 2, "nodes": 9999} | {name: 10**400})).depth >= 2
    assert result_of(tafl.Board(BRANDUB), depth=2, movetime=float("inf")).depth == 2


def test_other_rules_begin_with_an_empty_table() -> None:
    """What was learnt under one set of rules does not leak into another's searches."""
    text = "dim:7 surf:n cor: start:/7/2t4/7/2K1t2/5T1/7/5t1/"
    corners, edges = tafl.Rules.parse(text), tafl.Rules.parse(text.replace("cor:", "esc:e cor:"))
    searcher = tafl.Searcher(hash_mb=1)
    fresh = searcher.search(tafl.Board(corners), tafl.Limits(depth=3))
    searcher.search(tafl.Board(edges), tafl.Limits(depth=5))
    again = searcher.search(tafl.Board(corners), tafl.Limits(depth=3))
    assert (again.lines[0].score, again.nodes) == (fresh.lines[0].score, fresh.nodes)


def test_a_proven_win_ends_the_search_whatever_the_lines() -> None:
    """More lines wanted than there are moves do not keep a won search going."""
    board = tafl.Board(tafl.Rules.parse("dim:7 surf:n start:/3t3/7/7/6K/7/7/7/"), turn=tafl.DEFENDERS)
    assert result_of(board, multipv=60, depth=30).depth == 1


def test_a_long_search_says_where_it_is() -> None:
    """After a second, and not before, the moves of the root are named as the search begins with them."""
    searcher = tafl.Searcher(hash_mb=16)
    board = tafl.Board(tafl.variant("alea-evangelii"))
    seen: list[tafl.RootMove] = []

    def watch(current: tafl.RootMove) -> None:
        seen.append(current)
        searcher.stop()

    result = searcher.search(board, tafl.Limits(), on_move=watch)
    assert seen
    assert result.time_ms >= 1000
    assert seen[0].move in board.legal_moves
    assert 1 <= seen[0].number <= len(board.legal_moves)
    assert seen[0].depth == result.depth + 1


def test_new_limits_count_from_now() -> None:
    """Limits that are set in the middle of a search, or before it begins, count from that moment."""
    searcher = tafl.Searcher(hash_mb=1)
    searcher.arm(tafl.Limits())
    begin = time.perf_counter()
    while (passed := (time.perf_counter() - begin) * 1000) < 40:
        pass
    searcher.retime(40, 40)
    result = searcher.search(tafl.Board(tafl.variant("copenhagen")), tafl.Limits())
    assert result.time_ms >= passed + 40 - 1


def test_the_numbers_of_a_line() -> None:
    """nps follows from nodes and time; the table fills; lines may end before, or go beyond, the depth."""
    board = tafl.Board(tafl.variant("brandub"), "/3t3/7/7/7/2K4/7/3t3/", tafl.DEFENDERS)
    won = result_of(board, depth=8, multipv=2, keep_on=True).lines[0]
    assert (won.depth, won.mate) == (8, 3)
    assert won.seldepth < 8
    line = result_of(tafl.Board(tafl.variant("brandub")), depth=6).lines[0]
    assert line.seldepth >= 6
    assert line.nps == pytest.approx(1000 * line.nodes / line.time_ms, rel=0.01)
    assert 0 < line.hashfull <= 1000
