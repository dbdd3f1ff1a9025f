"""UCI for tafl: the default dialect, specified in protocol_spec.md."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from opentafl_engine.board import Board
from opentafl_engine.dialects.base import (
    Action,
    Clear,
    Configure,
    Retime,
    Send,
    Start,
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
from opentafl_engine.dialects.uci_flow import Flow, Search, Verbs
from opentafl_engine.dialects.uci_go import Go, parse_go
from opentafl_engine.dialects.uci_position import Place
from opentafl_engine.dialects.uci_text import (
    complaint,
    current_line,
    info_line,
    limits_text,
    note,
    outcome_text,
    variant_lines,
)
from opentafl_engine.errors import NotationError
from opentafl_engine.options import Options
from opentafl_engine.search import MAX_DEPTH, Info, RootMove
from opentafl_engine.version import AUTHOR, NAME, VERSION

_MOST_COMPLAINTS = 8
_RESOURCES = {"Hash": "hash_mb", "Threads": "threads"}
_RELOADING = {"UCI_Variant": "variant_name", "Rules": "rules_text", "Semantics": "semantics"}


class Uci(Flow):
    """One conversation in UCI for tafl. ``ignored`` are arguments of the command line that mean nothing."""

    def __init__(self, ignored: Iterable[str] = ()) -> None:
        self._options = Options()
        self._place = Place()
        self._ignored = list(ignored)
        self._debug = False
        verbs: Verbs = {
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
        changing: Verbs = {
            "setoption": self._setoption,
            "rules": self._rules,
            "ucinewgame": lambda _: [Clear()],
            "position": self._position,
            "go": self._go,
            "perft": self._perft,
            "bench": lambda _: self._begin_count(bench_lines),
            "flip": self._flip,
        }
        super().__init__(verbs, changing)

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
        if not isinstance(search, Search) or search.token != token:
            return []
        if info.multipv == 1:
            search.line = info.pv
        return [Send(info_line(info, search.board, show_wdl=self._options.flag("UCI_ShowWDL")))]

    def on_move(self, token: int, current: RootMove) -> list[Action]:
        """Pass on where a long search is."""
        return [Send(current_line(current))] if self._is_running(token) else []

    def on_refused(self, wanted: Configure, error: Exception) -> list[Action]:
        """Say so; table and threads are as they were."""
        return [complaint(f"setoption: {error}")]

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
            return said + self._begin_count(partial(perft_lines, board, min(depth, MAX_DEPTH)))
        search = self._begin_search(board, go)
        nothing = _why_there_is_no_move(board, go)
        if nothing is not None:
            search.ready = True
            return [*said, nothing, *([] if search.held else self._answer(search))]
        time = None if go.ponder else go.budget(board.turn, self._options.number("Move Overhead"))
        limits = go.limits(time, self._options.number("MultiPV"))
        if self._debug:
            said.append(note(f"debug: {limits_text(limits)}"))
        return [*said, Start(search.token, board, limits)]

    def _ponderhit(self, _rest: str) -> list[Action]:
        """The awaited move was played: from now on the clock runs."""
        search = self._running
        if not isinstance(search, Search) or not search.go.ponder or search.stopping:
            return []
        search.go.ponder = False
        search.held = search.go.endless
        if search.ready and not search.held:
            return self._answer(search)
        time = search.go.budget(search.board.turn, self._options.number("Move Overhead"))
        return [] if time is None else [Retime(search.token, *time)]

    def _perft(self, rest: str) -> list[Action]:
        return self._go(f"perft {rest}")


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
