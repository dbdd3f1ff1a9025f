"""The search: give it a board and limits, get lines and a move."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, NamedTuple

from opentafl_engine.board import Board, decode
from opentafl_engine.core import ffi, lib
from opentafl_engine.machine import memory_mb
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules

MAX_DEPTH: int = lib.TAFL_MAX_PLY - 1
MAX_LINES: int = lib.TAFL_MAX_LINES
_LEAST_MS = 0.001
_MOST = 10**15
"""More milliseconds or nodes than any search lives to see, and few enough for the core to count."""


@dataclass(frozen=True)
class Limits:
    """When a search ends: at the first limit that it meets. Without any (None) it goes on until stopped.

    ``depth`` in plies, ``nodes`` in executed moves, ``movetime`` (hard) and ``soft_time`` (after
    which no new iteration begins) in milliseconds; a 0 asks for the least there is. The first
    iteration is always finished, so that there is a move. ``multipv`` is the number of lines
    wanted, ``searchmoves`` the only moves to look at (all, if empty). A proven win ends the search
    unless ``keep_on`` is set.
    ``equal_depth`` makes the value that of minimax to the same depth.
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    soft_time: float | None = None
    multipv: int = 1
    searchmoves: tuple[Move, ...] = ()
    keep_on: bool = False
    equal_depth: bool = False


@dataclass(frozen=True)
class Info:
    """One line of a finished iteration.

    ``score`` in centi-taflmen for the side to move; ``mate`` is the number of plies to the end of
    a proven game, negative if it is lost, else None. Times in milliseconds, ``hashfull`` in
    permille.
    """

    depth: int
    seldepth: int
    multipv: int
    score: int
    mate: int | None
    nodes: int
    time_ms: float
    nps: int
    hashfull: int
    pv: tuple[Move, ...]


class RootMove(NamedTuple):
    """The ``number``-th move of the root (from 1) that an iteration begins with now."""

    depth: int
    move: Move
    number: int


@dataclass(frozen=True)
class Result:
    """What a search found: ``move`` is None only where there is no legal move (among ``searchmoves``).

    ``lines`` are those of the last finished iteration, best first; ``time_ms`` counts from ``arm``.
    """

    move: Move | None
    ponder: Move | None
    lines: tuple[Info, ...]
    nodes: int
    time_ms: float
    depth: int


def _note_error(_kind: type[BaseException], error: BaseException, trace: TracebackType) -> None:
    """An exception must not travel through C: the collector keeps it, and the search ends."""
    ffi.from_handle(trace.tb_frame.f_locals["context"]).fail(error)


@ffi.def_extern(onerror=_note_error)  # type: ignore[untyped-decorator]
def tafl_on_line(context: Any, line: Any) -> None:
    """What C calls for each line; the collector behind ``context`` takes it."""
    ffi.from_handle(context).take_line(line)


@ffi.def_extern(onerror=_note_error)  # type: ignore[untyped-decorator]
def tafl_on_root_move(context: Any, depth: int, move: int, number: int) -> None:
    """What C calls for each move of the root of a long search."""
    ffi.from_handle(context).take_root_move(depth, move, number)


InfoHandler = Callable[[Info], None]
MoveHandler = Callable[[RootMove], None]


class _Collector:
    """Turns what C reports into ``Info`` and keeps the lines of the last iteration."""

    def __init__(
        self, dim: int, on_info: InfoHandler | None, on_move: MoveHandler | None, stop: Callable[[], None]
    ) -> None:
        self.dim = dim
        self.on_info = on_info
        self.on_move = on_move
        self.stop = stop
        self.lines: list[Info] = []
        self.error: BaseException | None = None

    def take_line(self, line: Any) -> None:
        info = self.info_of(line)
        self.lines = [kept for kept in self.lines if kept.depth == info.depth]
        self.lines.append(info)
        if self.on_info is not None and self.error is None:
            self.on_info(info)

    def take_root_move(self, depth: int, move: int, number: int) -> None:
        if self.on_move is not None and self.error is None:
            self.on_move(RootMove(depth, decode(move, self.dim), number))

    def fail(self, error: BaseException) -> None:
        """The search is of no use any more; the first error is raised when it has ended."""
        self.error = self.error or error
        self.stop()

    def info_of(self, line: Any) -> Info:
        score = line.score
        mate = None
        if abs(score) > lib.TAFL_WON:
            mate = (lib.TAFL_WIN - abs(score)) * (1 if score > 0 else -1)
        return Info(
            depth=line.depth,
            seldepth=line.seldepth,
            multipv=line.multipv,
            score=score,
            mate=mate,
            nodes=line.nodes,
            time_ms=line.ms,
            nps=int(line.nodes * 1000 / max(line.ms, 0.001)),
            hashfull=line.hashfull,
            pv=tuple(decode(code, self.dim) for code in ffi.unpack(line.pv, line.pv_length)),
        )


def _at_least(name: str, limit: float | None, least: float) -> float:
    """A limit as the core wants it, where 0 stands for none."""
    if limit is None:
        return 0
    if not limit >= 0:
        raise ValueError(f"{name} must not be negative, but it is {limit}")
    return min(max(limit, least), _MOST)


class _Given(NamedTuple):
    """Limits as the core takes them, and the array that they point into."""

    limits: Any
    moves: Any


def _given(board: Board, limits: Limits) -> _Given:
    if not 1 <= limits.multipv <= MAX_LINES:
        raise ValueError(f"multipv is 1 to {MAX_LINES}, not {limits.multipv}")
    moves = ffi.new("uint32_t[]", [board.encode(move) for move in limits.searchmoves] or [0])
    given = ffi.new("tafl_limits *")
    given.depth = min(int(_at_least("depth", limits.depth, 1)), MAX_DEPTH)
    given.nodes = int(_at_least("nodes", limits.nodes, 1))
    given.multipv = limits.multipv
    given.equal_depth = limits.equal_depth
    given.keep_on = limits.keep_on
    given.move_count = len(limits.searchmoves)
    given.moves = moves
    return _Given(given, moves)


class Searcher:
    """A search with its transposition table. One search at a time; ``stop`` from any thread.

    ``threads`` search at once, the main one and helpers that fill the table for it (Lazy SMP);
    with more than one the same search need not give the same nodes and move again. The table is
    cleared when a board of other rules comes along.

    Raises ``MemoryError`` where ``hash_mb`` (MiB) is more than there is.

    >>> from opentafl_engine import Board, Rules
    >>> board = Board(Rules.parse("dim:5 start:/2t2/5/t1K1t/5/2t2/"), turn=1)
    >>> result = Searcher(hash_mb=1).search(board, Limits(depth=3))
    >>> result.depth, result.move in board.legal_moves
    (3, True)
    """

    def __init__(self, hash_mb: float = 16, threads: int = 1) -> None:
        self._control = ffi.gc(lib.tafl_control_new(), lib.tafl_control_free)
        self._rules: Rules | None = None
        self.threads = threads
        self.resize(hash_mb)

    def resize(self, hash_mb: float) -> None:
        """Make a new, empty table of this size (MiB). Raises ``MemoryError`` and keeps the old."""
        size = int(hash_mb * (1 << 20))
        table = lib.tafl_table_new(size) if 0 < hash_mb <= memory_mb() else ffi.NULL
        if table == ffi.NULL:
            raise MemoryError(f"no memory for a table of {hash_mb} MiB")
        self._table = ffi.gc(table, lib.tafl_table_free, size)
        self.hash_mb = hash_mb
        self._armed = False

    def clear(self) -> None:
        """Forget everything, so that the next search is as repeatable as the first."""
        lib.tafl_table_clear(self._table)

    def arm(self, limits: Limits) -> None:
        """Start the clock and forget earlier stops: from now on ``stop`` ends the next search.

        Raises ``ValueError`` for limits in time that make no sense.
        """
        hard = _at_least("movetime", limits.movetime, _LEAST_MS)
        soft = _at_least("soft_time", limits.soft_time, _LEAST_MS)
        lib.tafl_control_arm(self._control)
        lib.tafl_control_limit(self._control, soft, hard)
        self._armed = True

    def stop(self) -> None:
        """End the running search soon, or the armed one as soon as it has a move."""
        lib.tafl_control_stop(self._control)

    def retime(self, soft: float, hard: float) -> None:
        """Give the running or armed search these limits, in milliseconds from now on."""
        passed = lib.tafl_control_ms(self._control)
        soft, hard = (min(max(limit, _LEAST_MS), _MOST) for limit in (soft, hard))
        lib.tafl_control_limit(self._control, passed + soft, passed + hard)

    def search(
        self,
        board: Board,
        limits: Limits,
        on_info: InfoHandler | None = None,
        on_move: MoveHandler | None = None,
    ) -> Result:
        """Search a position; blocks, but lets other Python threads run. The board is not changed.

        ``on_info`` is called for each line of each finished iteration, ``on_move`` for each move
        that an iteration begins with once the search has lasted a second. Raises ``ValueError``
        for limits that make no sense. Where one of the two raises anything, or an interrupt comes
        while it runs, the search ends as soon as it has a move, and then that is raised.
        """
        if not self._armed:
            self.arm(limits)
        self._armed = False
        if self._rules is not None and board.rules != self._rules:
            self.clear()  # what was learnt is true of other rules only
        self._rules = board.rules
        collector = _Collector(board.dim, on_info, on_move, self.stop)
        given = _given(board, limits)
        lib.tafl_table_age(self._table)
        with ExitStack() as helpers:
            self._start_helpers(board, limits, helpers)
            result = self._run(board, given, collector)
        if collector.error is not None:
            raise collector.error
        best = collector.lines[0] if collector.lines else None
        return Result(
            move=best.pv[0] if best else None,
            ponder=best.pv[1] if best and len(best.pv) > 1 else None,
            lines=tuple(collector.lines),
            nodes=result.nodes,
            time_ms=result.ms,
            depth=result.depth,
        )

    def minimax(self, board: Board, depth: int) -> int:
        """The value by minimax without any pruning: slow, and what the search must agree with."""
        given = _given(board, Limits(depth=depth))
        given.limits.minimax = True
        return int(self._run(board, given, _Collector(board.dim, None, None, self.stop)).score)

    def _start_helpers(self, board: Board, limits: Limits, ends: ExitStack) -> None:
        """As many as are wanted, or as many as the system gives; ``ends`` will stop and join each."""
        with suppress(RuntimeError, MemoryError):
            for number in range(1, self.threads):
                helper = threading.Thread(target=self._help, args=(board, limits, number), daemon=True)
                helper.start()
                ends.callback(helper.join)
                ends.callback(self.stop)  # called first

    def _help(self, board: Board, limits: Limits, number: int) -> None:
        """Search along until the main search is done; a helper that cannot is not missed."""
        given = _given(board, replace(limits, multipv=1))
        given.limits.helper = number
        with suppress(MemoryError):
            self._run(board, given, None)

    def _run(self, board: Board, given: _Given, collector: _Collector | None) -> Any:
        listener = ffi.new("tafl_listener *")
        handle = ffi.new_handle(collector)
        if collector is not None:
            listener.line = lib.tafl_on_line
            listener.root_move = lib.tafl_on_root_move
            listener.context = handle
        result = ffi.new("tafl_result *")
        scratch = board.copy()
        code = lib.tafl_search(
            scratch.core.handle, self._control, self._table, given.limits, result, listener
        )
        if code == lib.TAFL_E_MEMORY:
            raise MemoryError("no memory for the search")
        return result
