"""In which order the lines of UCI are taken: states, what waits for what, and who is answered when.

A line that would change what a search is about first stops the search, and is taken when that has
given its ``bestmove``; the lines behind it wait with it. So every reply stands behind those to the
lines before, and the reader never waits. A count or a benchmark is not stopped but waited for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from opentafl_engine.board import Board
from opentafl_engine.dialects.base import Action, Dialect, Quit, Send, Stop, Stopped, Task
from opentafl_engine.dialects.uci_go import Go
from opentafl_engine.dialects.uci_text import bestmove_line, complaint
from opentafl_engine.errors import TaflError
from opentafl_engine.notation import Move
from opentafl_engine.search import Result

Verbs: TypeAlias = dict[str, Callable[[str], list[Action]]]
"""What each verb does with the words behind it."""

_END = "\n"
"""Stands in the backlog for the end of input; no line holds it."""


@dataclass
class Search:
    """A ``go`` that is not answered yet; ``held`` until a ``stop`` or ``ponderhit`` if it has to be."""

    token: int
    board: Board
    go: Go
    held: bool
    line: tuple[Move, ...] = ()
    ready: bool = False
    stopping: bool = False


@dataclass
class Count:
    """A perft or bench that is running."""

    token: int
    stopping: bool = False


class Flow(Dialect):
    """A conversation in UCI but for its verbs.

    ``verbs`` are taken in mid-search, ``changing`` ones make the search that runs end first.
    """

    names_ponder_moves = True

    def __init__(self, verbs: Verbs, changing: Verbs) -> None:
        self._verbs = verbs
        self._changing = changing
        self._backlog: deque[str | Exception] = deque()
        self._stops_waiting = 0
        self._running: Search | Count | None = None
        self._token = 0

    def feed(self, line: str) -> list[Action]:
        """Take one line. What it gets wrong is complained of in ``info string error: ...``."""
        verb = _verb(line)
        if not verb or verb.startswith("#"):
            return []
        if verb == "quit":
            return [Quit()]
        self._backlog.append(line.strip())
        self._stops_waiting += verb == "stop"
        if verb == "stop" and isinstance(self._running, Count):
            return self._release()  # the line itself waits, for a search that waits for this end
        return self._drain()

    def at_end(self) -> list[Action]:
        """What has an end of its own is brought to it; the rest is stopped, answered and left."""
        self._backlog.append(_END)
        return self._drain()

    def on_done(self, token: int, result: Result) -> list[Action]:
        """Answer a ``go``, now or when its ``stop`` comes."""
        search = self._running
        if not isinstance(search, Search) or search.token != token:
            return []
        if result.lines:
            search.line = result.lines[0].pv
        return self._is_ready(search)

    def on_failure(self, token: int, error: Exception) -> list[Action]:
        """Answer with what was found before, or with any legal move."""
        running = self._running
        if running is None or running.token != token:
            return []
        said: list[Action] = [complaint(f"the search broke down: {error}")]
        if isinstance(running, Count):
            return said + self.on_finished(token)
        if not running.line:
            running.line = tuple(running.go.searchmoves or running.board.legal_moves)[:1]
        return said + self._is_ready(running)

    def on_text(self, token: int, line: str) -> list[Action]:
        """Pass on what a count or a benchmark says."""
        return [Send(line)] if self._is_running(token) else []

    def on_finished(self, token: int) -> list[Action]:
        """A count or a benchmark has ended."""
        if self._is_running(token):
            self._running = None
        return self._drain()

    def on_fault(self, error: Exception) -> list[Action]:
        """Say so, behind the replies to lines that wait; a search that runs is not touched."""
        if self._running is not None and self._backlog:
            self._backlog.append(error)
            return []
        return [_fault(error)]

    def _drain(self) -> list[Action]:
        """Take the lines that wait, up to one that has to wait for a search to end."""
        actions: list[Action] = []
        while self._backlog:
            line = self._backlog[0]
            if self._running is not None and self._has_to_wait(line):
                actions += self._make_way(line)
                if self._running is not None:
                    break
            else:
                self._backlog.popleft()
                actions += self._take(line)
        return actions

    def _has_to_wait(self, line: str | Exception) -> bool:
        if isinstance(line, Exception):
            return False
        return line == _END or _verb(line) in self._changing

    def _make_way(self, line: str | Exception) -> list[Action]:
        """Stop a search, but at the end of input only one that would never end."""
        running = self._running
        waits = isinstance(running, Count) or (line == _END and running is not None and not running.held)
        return [] if waits else self._release()

    def _take(self, line: str | Exception) -> list[Action]:
        if line == _END:
            return [Quit()]
        if isinstance(line, Exception):
            return [_fault(line)]
        verb = _verb(line)
        self._stops_waiting -= verb == "stop"
        act = self._verbs.get(verb) or self._changing.get(verb)
        if act is None:
            return [complaint(f"unknown command {verb!r}, help lists them")]
        try:
            return act(line[len(verb) :].strip())
        except TaflError as error:
            return [complaint(f"{verb}: {error}")]

    def _is_running(self, token: int) -> bool:
        return self._running is not None and self._running.token == token

    def _is_ready(self, search: Search) -> list[Action]:
        search.ready = True
        return [] if search.held else [*self._answer(search), *self._drain()]

    def _answer(self, search: Search) -> list[Action]:
        self._running = None
        return [Send(bestmove_line(search.board, search.line, with_ponder=self.names_ponder_moves))]

    def _release(self) -> list[Action]:
        """Let what runs come to its end now."""
        running = self._running
        if isinstance(running, Search):
            running.held = False
            if running.ready:
                return self._answer(running)
        if running is None or running.stopping:
            return []
        running.stopping = True
        return [Stop(running.token)]

    def _begin_search(self, board: Board, go: Go) -> Search:
        """A search that is now to be answered; it may have to wait for a stop or a ponderhit."""
        self._token += 1
        self._running = Search(self._token, board, go, held=go.endless or go.ponder)
        return self._running

    def _begin_count(self, lines: Callable[[Stopped], Iterator[str]]) -> list[Action]:
        self._token += 1
        # A stop that came already may have to wait behind other lines for the end of this.
        stopping = self._stops_waiting > 0
        self._running = Count(self._token, stopping)
        return [Task(self._token, lines), *([Stop(self._token)] if stopping else [])]


def _verb(line: str) -> str:
    return next(iter(line.split(maxsplit=1)), "")


def _fault(error: Exception) -> Send:
    return complaint(f"line ignored: {error}")
