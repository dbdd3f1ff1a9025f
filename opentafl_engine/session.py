"""A session with one host or GUI: the game as it is told, and the thread that searches.

Nothing here knows the text of a protocol. A ``Game`` follows what a host reports; a ``Thinker``
runs searches one after the other in a thread of its own and reports to a listener.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple, Protocol

from opentafl_engine.board import Board
from opentafl_engine.errors import TaflError
from opentafl_engine.notation import Move, parse_position, square_index, square_name
from opentafl_engine.rules import Rules
from opentafl_engine.search import Info, Limits, Result, Searcher
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
    """Whoever hears about searches. Every call comes from the thinking thread."""

    def on_info(self, token: int, info: Info) -> None:
        """An iteration of the search has ended."""

    def on_done(self, token: int, result: Result) -> None:
        """The search has ended; this or ``on_failure`` comes exactly once for each start."""

    def on_failure(self, token: int, error: Exception) -> None:
        """The search could not be run to its end."""


class _Job(NamedTuple):
    token: int
    board: Board
    limits: Limits
    stopped: threading.Event


class Thinker:
    """One searcher and one thread, which runs the searches it is given in their order."""

    def __init__(self, listener: Listener, hash_mb: int = 16) -> None:
        self._listener = listener
        self._searcher = Searcher(hash_mb)
        self._jobs: deque[_Job] = deque()
        self._changed = threading.Condition()
        self._forget = False
        self._learnt = False
        threading.Thread(target=self._run, name="thinker", daemon=True).start()

    def start(self, token: int, board: Board, limits: Limits, late_ms: float = 0.0) -> None:
        """Search as soon as those before it have ended; they are stopped.

        ``late_ms`` is how long this was on its way here; limits in time get so much shorter.
        """
        limits = replace(
            limits, movetime=_less(limits.movetime, late_ms), soft_time=_less(limits.soft_time, late_ms)
        )
        with self._changed:
            for job in self._jobs:
                job.stopped.set()
            if self._jobs:
                self._searcher.stop()
            self._jobs.append(_Job(token, board, limits, threading.Event()))
            self._learnt = True
            self._changed.notify()

    def stop(self, token: int) -> None:
        """Let that search end now. One that has ended already is left in peace."""
        with self._changed:
            for job in self._jobs:
                if job.token == token:
                    job.stopped.set()
            if self._jobs and self._jobs[0].token == token:
                self._searcher.stop()

    def clear(self) -> None:
        """Forget what was learnt, if anything: at once when idle, else before the next search."""
        with self._changed:
            self._forget = self._learnt
            if not self._jobs:
                self._do_forget()

    def _run(self) -> None:
        while True:
            job = self._next_job()
            try:
                on_info = partial(self._listener.on_info, job.token)
                result = self._searcher.search(job.board, job.limits, on_info)
            except Exception as error:  # whatever it is, the host still waits for an answer
                self._finish()
                self._listener.on_failure(job.token, error)
            else:
                self._finish()
                self._listener.on_done(job.token, result)

    def _next_job(self) -> _Job:
        with self._changed:
            self._changed.wait_for(lambda: bool(self._jobs))
            job = self._jobs[0]
            # Armed under the lock that stop() takes, so that no stop for this job is lost.
            self._searcher.arm()
            if job.stopped.is_set():
                self._searcher.stop()
            return job

    def _finish(self) -> None:
        with self._changed:
            self._jobs.popleft()
            self._do_forget()

    def _do_forget(self) -> None:
        """Clear the searcher, if that is wanted; a large table takes its time to clear."""
        if self._forget:
            self._searcher.clear()
            self._forget = self._learnt = False
