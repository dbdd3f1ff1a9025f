"""UCI for tafl: the default dialect, specified in protocol_spec.md.

A line that would change what a search is about first stops the search, and is taken when that has
given its ``bestmove``; the lines behind it wait with it. So every reply stands behind those to the
lines before, and the reader never waits. A count or a benchmark is not stopped but waited for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from opentafl_engine.board import Board
from opentafl_engine.dialects.base import (
    Action,
    Clear,
    Configure,
    Dialect,
    Quit,
    Retime,
    Send,
    Start,
    Stop,
    Stopped,
    Task,
)
from opentafl_engine.dialects.uci_extras import (
    bench_lines,
    board_lines,
    eval_lines,
    help_lines,
    moves_line,
    perft_lines,
    result_line,
)
from opentafl_engine.dialects.uci_go import Go, parse_go
from opentafl_engine.dialects.uci_position import Place
from opentafl_engine.dialects.uci_text import (
    bestmove_line,
    complaint,
    current_line,
    info_line,
    note,
    outcome_text,
    variant_lines,
)
from opentafl_engine.errors import NotationError, TaflError
from opentafl_engine.notation import Move
from opentafl_engine.options import Options
from opentafl_engine.search import MAX_DEPTH, Info, Result, RootMove
from opentafl_engine.version import AUTHOR, NAME, VERSION

_END = "\n"
"""Stands in the backlog for the end of input; no line holds it."""

_MOST_COMPLAINTS = 8
_RESOURCES = {"Hash": "hash_mb", "Threads": "threads"}
_RELOADING = {"UCI_Variant": "variant_name", "Rules": "rules_text", "Semantics": "semantics"}


@dataclass
class _Search:
    """A ``go`` that is not answered yet; ``held`` until a ``stop`` or ``ponderhit`` if it has to be."""

    token: int
    board: Board
    go: Go
    held: bool
    line: tuple[Move, ...] = ()
    ready: bool = False
    stopping: bool = False


@dataclass
class _Task:
    """A perft or bench that is running."""

    token: int
    stopping: bool = False


class Uci(Dialect):
    """One conversation in UCI for tafl. ``ignored`` are arguments of the command line that mean nothing."""

    names_ponder_moves = True

    def __init__(self, ignored: Iterable[str] = ()) -> None:
        self._options = Options()
        self._place = Place()
        self._ignored = list(ignored)
        self._backlog: deque[str | Exception] = deque()
        self._stops_waiting = 0
        self._running: _Search | _Task | None = None
        self._token = 0
        self._debug = False
        self._verbs: dict[str, Callable[[str], list[Action]]] = {
            "uci": lambda _: self._introduce("uciok"),
            "isready": lambda _: [Send("readyok")],
            "debug": self._set_debug,
            "register": lambda _: [],
            "stop": lambda _: self._release(),
            "ponderhit": self._ponderhit,
            "d": lambda _: _say(board_lines(self._place.board)),
            "eval": lambda _: _say(eval_lines(self._place.board)),
            "moves": lambda _: [Send(moves_line(self._place.board))],
            "result": lambda _: [Send(result_line(self._place.board))],
            "help": lambda _: _say(help_lines()),
        }
        self._changing: dict[str, Callable[[str], list[Action]]] = {
            "setoption": self._setoption,
            "rules": self._rules,
            "ucinewgame": lambda _: [Clear()],
            "position": self._position,
            "go": self._go,
            "perft": self._perft,
            "bench": lambda _: self._begin_task(bench_lines),
            "flip": self._flip,
        }

    def feed(self, line: str) -> list[Action]:
        """Take one line. What it gets wrong is complained of in ``info string error: ...``."""
        verb = _verb(line)
        if not verb or verb.startswith("#"):
            return []
        if verb == "quit":
            return [Quit()]
        self._backlog.append(line.strip())
        self._stops_waiting += verb == "stop"
        if verb == "stop" and isinstance(self._running, _Task):
            return self._release()  # the line itself waits, for a search that waits for this end
        return self._drain()

    def at_end(self) -> list[Action]:
        """What has an end of its own is brought to it; the rest is stopped, answered and left."""
        self._backlog.append(_END)
        return self._drain()

    def set_option(self, name: str, text: str) -> list[Action]:
        """Set an option as ``setoption`` does. Raises ``TaflError`` with nothing changed."""
        name, value = self._options.parse(name, text)
        if name == "Clear Hash":
            return [Clear()]
        if name in _RELOADING:
            self._place.use(**{_RELOADING[name]: str(value)})
            return list(variant_lines(self._place.rules))
        if name in _RESOURCES:
            return [Configure(**{_RESOURCES[name]: int(value)})]
        self._options.put(name, value)
        return []

    def on_info(self, token: int, info: Info) -> list[Action]:
        """Pass on a line of the search."""
        search = self._running
        if not isinstance(search, _Search) or search.token != token:
            return []
        if info.multipv == 1:
            search.line = info.pv
        return [Send(info_line(info, search.board, show_wdl=self._options.flag("UCI_ShowWDL")))]

    def on_move(self, token: int, current: RootMove) -> list[Action]:
        """Pass on where a long search is."""
        return [Send(current_line(current))] if self._is_running(token) else []

    def on_done(self, token: int, result: Result) -> list[Action]:
        """Answer a ``go``, now or when its ``stop`` comes."""
        search = self._running
        if not isinstance(search, _Search) or search.token != token:
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
        if isinstance(running, _Task):
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

    def on_refused(self, wanted: Configure, error: Exception) -> list[Action]:
        """Say so; table and threads are as they were."""
        return [complaint(f"setoption: {error}")]

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
        waits = isinstance(running, _Task) or (line == _END and running is not None and not running.held)
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

    def _is_ready(self, search: _Search) -> list[Action]:
        search.ready = True
        return [] if search.held else [*self._answer(search), *self._drain()]

    def _answer(self, search: _Search) -> list[Action]:
        self._running = None
        return [Send(bestmove_line(search.board, search.line, with_ponder=self.names_ponder_moves))]

    def _release(self) -> list[Action]:
        """Let what runs come to its end now."""
        running = self._running
        if isinstance(running, _Search):
            running.held = False
            if running.ready:
                return self._answer(running)
        if running is None or running.stopping:
            return []
        running.stopping = True
        return [Stop(running.token)]

    def _introduce(self, last: str) -> list[Action]:
        lines = [f"id name {NAME} {VERSION}", f"id author {AUTHOR}"]
        lines += [option.line() for option in self._options]
        ignored = [note(f"ignored argument {argument}") for argument in self._ignored]
        return [*_say(lines), *ignored, Send(last)]

    def _set_debug(self, rest: str) -> list[Action]:
        if rest not in ("on", "off"):
            raise NotationError("expected on or off", token=rest)
        self._debug = rest == "on"
        return []

    def _setoption(self, rest: str) -> list[Action]:
        words = rest.split()
        end = words.index("value") if "value" in words else len(words)
        if words[:1] != ["name"] or end < 2:
            raise NotationError("expected name NAME [value VALUE]", token=rest)
        behind = rest.split(maxsplit=end + 1)[end + 1 :]
        return self.set_option(" ".join(words[1:end]), *behind or [""])

    def _rules(self, rest: str) -> list[Action]:
        if not rest:
            raise NotationError("expected a rules string")
        return self.set_option("Rules", rest)

    def _position(self, rest: str) -> list[Action]:
        self._place.set(rest)
        return []

    def _flip(self, _rest: str) -> list[Action]:
        self._place.flip()
        return []

    def _go(self, rest: str) -> list[Action]:
        board = self._place.board
        go = parse_go(rest, board)
        said: list[Action] = [complaint(f"go: {text}") for text in go.complaints[:_MOST_COMPLAINTS]]
        if (more := len(go.complaints) - _MOST_COMPLAINTS) > 0:
            said.append(complaint(f"go: {more} more things that make no sense"))
        if (depth := go.numbers.get("perft")) is not None:
            return said + self._begin_task(partial(perft_lines, board, min(depth, MAX_DEPTH)))
        self._token += 1
        search = _Search(self._token, board, go, held=go.endless or go.ponder)
        self._running = search
        nothing = _why_there_is_no_move(board, go)
        if nothing is not None:
            search.ready = True
            return [*said, nothing, *([] if search.held else self._answer(search))]
        time = None if go.ponder else go.budget(board.turn, self._options.number("Move Overhead"))
        limits = go.limits(time, self._options.number("MultiPV"))
        if self._debug:
            said.append(note(f"debug: {limits}"))
        return [*said, Start(search.token, board, limits)]

    def _ponderhit(self, _rest: str) -> list[Action]:
        """The awaited move was played: from now on the clock runs."""
        search = self._running
        if not isinstance(search, _Search) or not search.go.ponder or search.stopping:
            return []
        search.go.ponder = False
        search.held = search.go.endless
        if search.ready and not search.held:
            return self._answer(search)
        time = search.go.budget(search.board.turn, self._options.number("Move Overhead"))
        return [] if time is None else [Retime(search.token, *time)]

    def _perft(self, rest: str) -> list[Action]:
        return self._go(f"perft {rest}")

    def _begin_task(self, lines: Callable[[Stopped], Iterator[str]]) -> list[Action]:
        self._token += 1
        # A stop that came already may have to wait behind other lines for the end of this.
        stopping = self._stops_waiting > 0
        self._running = _Task(self._token, stopping)
        return [Task(self._token, lines), *([Stop(self._token)] if stopping else [])]


def _verb(line: str) -> str:
    return next(iter(line.split(maxsplit=1)), "")


def _fault(error: Exception) -> Send:
    return complaint(f"line ignored: {error}")


def _say(lines: Iterable[str]) -> list[Action]:
    return [Send(line) for line in lines]


def _why_there_is_no_move(board: Board, go: Go) -> Send | None:
    """What is said where a ``go`` has nothing to search."""
    outcome = board.outcome()
    if outcome is not None:
        return note(f"the game is over: {outcome_text(outcome)}")
    if not board.legal_moves:
        return note(f"the game stops: no legal move for the {board.turn}")
    if go.searchmoves == ():
        return complaint("go: none of the searchmoves is legal")
    return None
