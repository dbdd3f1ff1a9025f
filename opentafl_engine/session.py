"""A session with one host or GUI: the game as it is told, and the thread that searches.

Nothing here knows the text of a protocol. A ``Game`` follows what a host reports; a ``Thinker``
runs searches one after the other in a thread of its own and reports to a listener.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from opentafl_engine.board import Board
from opentafl_engine.errors import TaflError
from opentafl_engine.notation import Move, parse_position, square_index, square_name
from opentafl_engine.rules import Rules
from opentafl_engine.search import Info, Limits, Result, RootMove, Searcher
from opentafl_engine.types import EMPTY, PIECE_LETTERS, Side

_LONGEST_TURN = 12
"""How many moves at the end of a list are tried as the latest turn."""


class Game:
    """The game that a host reports, position record by position record.

    ``board`` is where the game stands. A record that one legal turn leads to keeps the history,
    which repetition needs; any other one is set up, and then men that stand where they stood keep
    whether they have moved.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.board = Board(rules)
        self._cells = rules.start_cells()
        self._mover: int | None = None

    def follow(self, record: str, hints: Iterable[Sequence[Move]] = ()) -> bool:
        """Go to a position record, by one of the hinted move lists if any leads there.

        A hint may hold moves that were made before, or the whole game. Returns whether the history
        could be kept. Raises ``NotationError`` or ``PositionError`` with nothing changed.
        """
        cells = parse_position(record, dim=self.rules.dim)
        if cells == self._cells:
            return True
        for board, moves in self._attempts(cells, [hint for hint in hints if hint]):
            if _lead_to(board, moves, cells):
                self.board = board
                self._arrive(cells)
                return True
        self._set_up(record, cells, self.board.turn.opponent)
        return False

    def set_up(self, record: str, side: Side) -> None:
        """Put up a position with ``side`` to move, which forgets the history.

        Raises ``NotationError`` or ``PositionError`` with nothing changed.
        """
        self._set_up(record, parse_position(record, dim=self.rules.dim), side)

    def moves_for(self, side: Side) -> list[Move]:
        """The moves that ``side`` has here; where it is not to move, the position is set up for it.

        A game that has ended is played on as a position that is set up.
        """
        if self.board.turn == side and self.board.outcome() is None:
            return list(self.board.legal_moves)
        self._set_up(self.board.position(), self._cells, side)
        moves = list(self.board.legal_moves)
        if self.rules.berserk != "n" and self._mover is not None and self._owner(self._mover) == side:
            going_on = square_name(self._mover, self.rules.dim)
            return [move for move in moves if move.from_square == going_on] or moves
        return moves

    def view(self, record: str | None, side: Side | None) -> Board:
        """A board to look at, apart from the game: its position and side unless others are given.

        Where they are those of the game, the board has the game's history as well.
        Raises ``NotationError`` or ``PositionError``.
        """
        cells = self._cells if record is None else parse_position(record, dim=self.rules.dim)
        turn = self.board.turn if side is None else side
        if cells == self._cells and turn == self.board.turn and self.board.outcome() is None:
            return self.board.copy()
        return Board(self.rules, position=record or self.board.position(), turn=turn)

    def _attempts(self, cells: bytes, hints: list[Sequence[Move]]) -> Iterator[tuple[Board, Sequence[Move]]]:
        """Boards and moves that may lead from them to ``cells``, the likeliest first."""
        for hint in hints:
            yield self.board.copy(), hint
        for hint in hints:
            for length in range(1, min(len(hint), _LONGEST_TURN + 1)):
                yield self.board.copy(), hint[-length:]
        for move in self.board.legal_moves:
            if self._may_lead_to(move, cells):
                yield self.board.copy(), (move,)
        for hint in hints:
            yield Board(self.rules), hint

    def _may_lead_to(self, move: Move, cells: bytes) -> bool:
        start = square_index(move.from_square, self.rules.dim)
        end = square_index(move.to_square, self.rules.dim)
        return cells[start] == EMPTY and cells[end] == self._cells[start]

    def _set_up(self, record: str, cells: bytes, side: Side) -> None:
        dim = self.rules.dim
        stood = (square_index(name, dim) for name in self.board.unmoved())
        kept = [square_name(square, dim) for square in stood if cells[square] == self._cells[square]]
        board = self.board.copy()
        board.set_position(record, side, unmoved=kept)
        self.board = board
        self._arrive(cells)

    def _arrive(self, cells: bytes) -> None:
        """Note that the game stands at ``cells``, and the man that went to an empty square."""
        filled = [square for square, old in enumerate(self._cells) if old == EMPTY and cells[square] != EMPTY]
        if filled:
            self._mover = filled[0] if len(filled) == 1 else None
        self._cells = cells

    def _owner(self, square: int) -> Side | None:
        code = self._cells[square]
        if code == EMPTY:
            return None
        return Side.DEFENDERS if PIECE_LETTERS[code].isupper() else Side.ATTACKERS


def _lead_to(board: Board, moves: Sequence[Move], cells: bytes) -> bool:
    """Push ``moves`` and say whether they were legal and lead to ``cells``."""
    try:
        for move in moves:
            board.push(move)
    except TaflError:
        return False
    return parse_position(board.position(), dim=board.dim) == cells


def _less(limit: float | None, ms: float) -> float | None:
    return None if limit is None else max(1.0, limit - ms)


class Listener(Protocol):
    """Whoever hears about searches and tasks. Every call comes from the thinking thread.

    Each start is answered by exactly one ``on_done`` or ``on_failure``, each task by one
    ``on_finished`` or ``on_failure``.
    """

    def on_info(self, token: int, info: Info) -> None:
        """An iteration of the search has ended."""

    def on_move(self, token: int, current: RootMove) -> None:
        """A long search begins with another move of its root."""

    def on_done(self, token: int, result: Result) -> None:
        """The search has ended."""

    def on_text(self, token: int, line: str) -> None:
        """The task has a line to say."""

    def on_finished(self, token: int) -> None:
        """The task has ended."""

    def on_failure(self, token: int, error: Exception) -> None:
        """The search or task could not be brought to its end."""


class _Job:
    """A search or a task that waits or runs; ``run`` does it and gives what is to be said then."""

    def __init__(self, token: int, run: Callable[[_Job], Callable[[], None]], limits: Limits) -> None:
        self.token = token
        self.run = run
        self.limits = limits
        self.stopped = threading.Event()
        self.forget = False
        """Whether to clear the searcher behind it."""


class Thinker:
    """One searcher and one thread, which does what it is given in the order in which it comes."""

    def __init__(self, listener: Listener, hash_mb: int = 16, threads: int = 1) -> None:
        self._listener = listener
        self._searcher = Searcher(hash_mb, threads)
        self._jobs: deque[_Job] = deque()
        self._armed: _Job | None = None
        self._changed = threading.Condition()
        self._learnt = False
        threading.Thread(target=self._run, name="thinker", daemon=True).start()

    def start(self, token: int, board: Board, limits: Limits, late_ms: float = 0.0) -> None:
        """Search as soon as what came before has ended; it is stopped.

        ``late_ms`` is how long this was on its way here; limits in time get so much shorter.
        """
        limits = replace(
            limits, movetime=_less(limits.movetime, late_ms), soft_time=_less(limits.soft_time, late_ms)
        )
        self._add(_Job(token, partial(self._search, board), limits))

    def task(self, token: int, lines: Callable[[Callable[[], bool]], Iterator[str]]) -> None:
        """Report each of these lines as soon as what came before has ended; it is stopped."""
        self._add(_Job(token, partial(self._recite, lines), Limits()))

    def stop(self, token: int) -> None:
        """Let that search or task end now. One that has ended already is left in peace."""
        with self._changed:
            for job in self._jobs:
                if job.token == token:
                    job.stopped.set()
            if self._jobs and self._jobs[0].token == token:
                self._searcher.stop()

    def retime(self, token: int, soft: float, hard: float) -> None:
        """Give that search, if it has not ended, these limits in milliseconds from now on."""
        with self._changed:
            for job in self._jobs:
                if job.token == token and job is self._armed:
                    self._searcher.retime(soft, hard)
                elif job.token == token:
                    job.limits = replace(job.limits, soft_time=soft, movetime=hard)

    def clear(self) -> None:
        """Forget what was learnt, if anything: at once when idle, else behind what was given so far."""
        with self._changed:
            if self._jobs:
                self._jobs[-1].forget = True
            else:
                self._forget()

    def configure(self, hash_mb: int | None = None, threads: int | None = None) -> None:
        """Change the size of the table, which empties it, or the number of threads, while idle.

        Raises ``MemoryError`` where there is not so much, and ``RuntimeError`` while anything runs;
        everything is then as before.
        """
        with self._changed:
            if self._jobs:
                raise RuntimeError("a search is running")
            if hash_mb is not None:
                self._searcher.resize(hash_mb)
                self._learnt = False
            if threads is not None:
                self._searcher.threads = threads

    def _add(self, job: _Job) -> None:
        with self._changed:
            for earlier in self._jobs:
                earlier.stopped.set()
            if self._jobs:
                self._searcher.stop()
            self._jobs.append(job)
            self._changed.notify()

    def _run(self) -> None:
        while True:
            job = self._next_job()
            try:
                self._arm(job)
                say = job.run(job)
            except Exception as error:  # whatever it is, the host still waits for an answer
                say = partial(self._listener.on_failure, job.token, error)
            self._finish()
            say()

    def _search(self, board: Board, job: _Job) -> Callable[[], None]:
        on_info = partial(self._listener.on_info, job.token)
        on_move = partial(self._listener.on_move, job.token)
        self._learnt = True
        result = self._searcher.search(board, job.limits, on_info, on_move)
        return partial(self._listener.on_done, job.token, result)

    def _recite(self, lines: Callable[[Callable[[], bool]], Iterator[str]], job: _Job) -> Callable[[], None]:
        for line in lines(job.stopped.is_set):
            self._listener.on_text(job.token, line)
        return partial(self._listener.on_finished, job.token)

    def _next_job(self) -> _Job:
        with self._changed:
            self._changed.wait_for(lambda: bool(self._jobs))
            return self._jobs[0]

    def _arm(self, job: _Job) -> None:
        """Start the clock, under the lock that stop() takes, so that no stop for this job is lost."""
        with self._changed:
            self._searcher.arm(job.limits)
            self._armed = job
            if job.stopped.is_set():
                self._searcher.stop()

    def _finish(self) -> None:
        with self._changed:
            job = self._jobs.popleft()
            self._armed = None
            if job.forget:
                self._forget()

    def _forget(self) -> None:
        """Clear the searcher, if there is a reason to; a large table takes its time to clear."""
        if self._learnt:
            self._searcher.clear()
            self._learnt = False
