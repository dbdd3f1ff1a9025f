"""Drives the pure UCI and UGI dialects without threads, and checks the form of what they say."""

from __future__ import annotations

import re
from collections.abc import Callable

from opentafl_engine.board import Board
from opentafl_engine.dialects.base import Action, Clear, Configure, Quit, Retime, Send, Start, Stop, Task
from opentafl_engine.dialects.uci import Uci
from opentafl_engine.search import Info, Limits, Result, RootMove
from opentafl_engine.types import Side
from opentafl_engine.variants import variant
from tests import otep_machine

info = otep_machine.info

_MOVE = r"[a-s][1-9][0-9]?[a-s][1-9][0-9]?"
_FORMS = tuple(
    re.compile(form)
    for form in (
        r"info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+( wdl \d+ \d+ \d+)? nodes \d+ nps \d+ "
        rf"hashfull \d+ tbhits 0 time \d+ pv( {_MOVE})+",
        rf"info depth \d+ currmove {_MOVE} currmovenumber \d+",
        r"info string [!-~][ -~]*",
        rf"bestmove (\(none\)|{_MOVE}( ponder {_MOVE})?)",
        r"readyok|uciok|ugiok|id (name|author) [!-~][ -~]*",
        r"option name [!-~][ -~]* type (spin default -?\d+ min -?\d+ max -?\d+|check default (true|false)"
        r"|button|combo default \S+( var \S+)+|string default \S+)",
        r"response (true|false|p1win|p2win|draw|none)",
    )
)

OnInfo = Callable[[Info], None]
Search = Callable[[Board, Limits, OnInfo], Result]


def first_moves(board: Board, limits: Limits, on_info: OnInfo) -> Result:
    """A search that takes no thought: the first legal moves, all of them equal."""
    result = otep_machine.first_moves(board, limits)
    for line in result.lines:
        on_info(line)
    return result


def is_protocol(line: str) -> bool:
    """Whether a line has one of the forms of the protocol; the extras for people have any form."""
    return any(form.fullmatch(line) for form in _FORMS)


def first_words(lines: list[str]) -> list[str]:
    """The first word of each line."""
    return [line.split()[0] for line in lines]


class Machine:
    """A dialect whose searches and tasks run when the test says so.

    It holds the dialect to what a server relies on: one search or task at a time, and nothing
    configured or cleared while one runs. ``refuse`` is the error that every ``Configure`` meets.
    """

    def __init__(
        self, dialect: Uci | None = None, search: Search = first_moves, refuse: Exception | None = None
    ) -> None:
        self.dialect = Uci() if dialect is None else dialect
        self.running: Start | Task | None = None
        self.stopped = False
        self.actions: list[Action] = []
        self.status: int | None = None
        self._search = search
        self._refuse = refuse
        self._said: list[str] = []

    def tell(self, *lines: str) -> list[str]:
        """Feed lines; what is said at once, with a search or task left running."""
        for line in lines:
            self._do(self.dialect.feed(line))
        return self._take()

    def ask(self, *lines: str) -> list[str]:
        """Feed lines and let everything that was begun end; what is said to it all."""
        said = self.tell(*lines)
        return said + self.finish()

    def finish(self) -> list[str]:
        """Let the search or task that runs end, and those that begin then; what is said to that."""
        said = self._take()
        while self.running is not None:
            said += self.finish_one()
        return said

    def finish_one(self) -> list[str]:
        """Let the search or task that runs end; what is said until the next one begins."""
        job = self._pop()
        if isinstance(job, Start):
            result = self._search(job.board, job.limits, lambda line: self._report(job.token, line))
            self._do(self.dialect.on_done(job.token, result))
        else:
            for line in job.lines(lambda: self.stopped):
                self._do(self.dialect.on_text(job.token, line))
            self._do(self.dialect.on_finished(job.token))
        return self._take()

    def report(self, *lines: Info) -> list[str]:
        """Report lines of the search that runs; what is said to them."""
        for line in lines:
            self._report(self.search.token, line)
        return self._take()

    def report_move(self, current: RootMove) -> list[str]:
        """Report where the search that runs is; what is said to that."""
        self._do(self.dialect.on_move(self.search.token, current))
        return self._take()

    def answer(self, *lines: Info) -> list[str]:
        """End the search that runs with these lines; what is said to that."""
        job = self._pop()
        best = lines[0].pv if lines else ()
        ponder = best[1] if len(best) > 1 else None
        result = Result(best[0] if best else None, ponder, lines, nodes=1, time_ms=1, depth=1)
        self._do(self.dialect.on_done(job.token, result))
        return self._take()

    def fail(self) -> list[str]:
        """Let what runs break down; what is said to that."""
        self._do(self.dialect.on_failure(self._pop().token, MemoryError("none left")))
        return self._take()

    def end(self) -> list[str]:
        """End the input; what is said at once."""
        self._do(self.dialect.at_end())
        return self._take()

    @property
    def search(self) -> Start:
        """The search that runs."""
        assert isinstance(self.running, Start)
        return self.running

    @property
    def limits(self) -> Limits:
        """The limits of the search that runs."""
        return self.search.limits

    @property
    def board(self) -> Board:
        """The board of a search that is begun, and stopped, for that purpose."""
        self.tell("go infinite")
        board = self.search.board
        self.ask("stop")
        return board

    def done(self, kind: type[Action]) -> list[Action]:
        """The actions of a kind, in their order."""
        return [action for action in self.actions if isinstance(action, kind)]

    def _report(self, token: int, line: Info) -> None:
        self._do(self.dialect.on_info(token, line))

    def _pop(self) -> Start | Task:
        job = self.running
        assert job is not None
        self.running = None
        return job

    def _take(self) -> list[str]:
        said, self._said = self._said, []
        return said

    def _do(self, actions: list[Action]) -> None:
        for action in actions:
            self.actions.append(action)
            if isinstance(action, Send):
                assert re.fullmatch("[ -~]*", action.line), action.line
                assert action.error == action.line.startswith("info string error: ")
                self._said.append(action.line)
            elif isinstance(action, (Start, Task)):
                assert self.running is None
                self.running, self.stopped = action, False
            elif isinstance(action, Stop):
                assert self.running is not None
                assert (action.token, self.stopped) == (self.running.token, False)
                self.stopped = True
            elif isinstance(action, Retime):
                assert action.token == self.search.token
            elif isinstance(action, (Clear, Configure)):
                assert self.running is None
                if isinstance(action, Configure) and self._refuse is not None:
                    self._do(self.dialect.on_refused(action, self._refuse))
            else:
                assert isinstance(action, Quit)
                self.status = action.code


def machine_for(
    name: str = "brandub", position: str | None = None, side: Side | None = None, dialect: Uci | None = None
) -> Machine:
    """A machine that plays a named variant, at a position record if one is given."""
    machine = Machine(dialect)
    machine.tell(f"setoption name UCI_Variant value {name}")
    if position is not None:
        turn = variant(name).first_side if side is None else side
        assert machine.tell(f"position otn {position} {turn}") == []
    return machine
