"""The driver of engines that speak UCI for tafl, and UGI, which is nearly the same."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace

from opentafl_engine.client.analysis import AnalysisResult
from opentafl_engine.client.engine import Engine
from opentafl_engine.client.errors import (
    EngineError,
    EngineProtocolError,
    EngineRefusedError,
    EngineTerminatedError,
    EngineUnsupportedError,
)
from opentafl_engine.client.info import BestMove, legal_line, parse_uci_info
from opentafl_engine.client.limit import Limit
from opentafl_engine.client.options import ConfigValue, parse_option
from opentafl_engine.client.request import Request, read_move
from opentafl_engine.client.transport import Channel
from opentafl_engine.client.uci_words import position_line, rules_options
from opentafl_engine.rules import Rules

_NO_MOVE = ("(none)", "none", "0000", "")
_COMPLAINT = "string error"
_MANAGED = frozenset({"multipv", "ponder", "rules", "semantics", "uci_variant"})


@dataclass
class _Search:
    """A ``go`` that no ``bestmove`` has answered yet."""

    request: Request
    result: AnalysisResult
    position: str
    ended: asyncio.Future[None]
    pondering: bool = False


class UciEngine(Engine):
    """An engine that speaks UCI.

    Rules are told by its options ``Rules`` and ``Semantics`` or ``UCI_Variant``; an engine that has
    none of them is taken for one that plays a single variant. Before each search the engine is asked
    whether it is ready, so that what it complains about is noticed (``EngineRefusedError``).
    """

    protocol = "uci"
    _greeting = "uci"
    _new_game = "ucinewgame"

    def __init__(self, channel: Channel, timeout: float = 10.0) -> None:
        self._greeted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pings: deque[asyncio.Future[None]] = deque()
        self._complaints: list[str] = []
        self._search: _Search | None = None
        self._sent: dict[str, ConfigValue] = {}
        self._rules: Rules | None = None
        self._game: object = None
        super().__init__(channel, timeout)

    async def ping(self) -> None:
        """Wait for ``readyok``, in the middle of a search too."""
        pong: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._say("isready")
        self._pings.append(pong)
        await self._wait(pong, "readyok")

    async def _initialize(self) -> None:
        self._say(self._greeting)
        await self._wait(self._greeted, f"{self._greeting}ok")
        self._sent = {name: option.default for name, option in self.options.items()}

    def _managed(self) -> frozenset[str]:
        return _MANAGED

    async def _configure(self, options: Mapping[str, ConfigValue]) -> None:
        if self._set(options):
            await self._sync("an option")

    async def _start(self, request: Request, result: AnalysisResult) -> None:
        await self._go(request, result)

    async def _go(self, request: Request, result: AnalysisResult, *, pondering: bool = False) -> None:
        board = request.board
        position = position_line(board, self.options)
        self._set(self._search_options(request))
        new_rules = self._rules != board.rules
        if new_rules:
            self._rules = None
            self._set(rules_options(board.rules, self.options), always=True)
        if new_rules or request.game != self._game:
            self._say(self._new_game)
            self._game = request.game
        self._say(position)
        await self._sync("the position")
        self._rules = board.rules
        ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._search = _Search(request, result, position, ended, pondering)
        self._say(" ".join(["go", *_go_words(request, pondering=pondering)]))

    def _search_options(self, request: Request) -> dict[str, ConfigValue]:
        """The options that depend on the question, as far as the engine has them."""
        wanted: dict[str, ConfigValue] = {}
        if "multipv" in self.options:
            wanted["MultiPV"] = self.options["multipv"].parse(request.multipv or 1)
        elif (request.multipv or 1) > 1:
            raise EngineUnsupportedError("the engine has no option MultiPV")
        if request.play and "ponder" in self.options:
            wanted["Ponder"] = request.ponder
        return wanted

    def _set(self, options: Mapping[str, ConfigValue], *, always: bool = False) -> bool:
        """Send the options that are not as they should be; whether there were any."""
        sent = False
        for name, value in options.items():
            option = self.options[name]
            if value == self._sent.get(option.name) and value is not None and not always:
                continue
            words = f"setoption name {option.name}"
            if option.type != "button":
                text = str(value).lower() if isinstance(value, bool) else str(value)
                words += f" value {text or '<empty>'}"
            self._say(words)
            self._sent[option.name] = value
            sent = True
        return sent

    async def _sync(self, told: str) -> None:
        """Wait until the engine has taken what it was told. Raises ``EngineRefusedError``."""
        self._complaints.clear()
        await self.ping()
        if self._complaints:
            self._sent.clear()  # nobody knows what it has taken, so everything is said again
            raise EngineRefusedError(told, self._complaints[0])

    def _stop(self) -> None:
        with contextlib.suppress(EngineTerminatedError):
            self._say("stop")

    def _expire(self) -> None:
        self._stop()

    async def _settle(self) -> None:
        """The answer to the search before has to come first, even if nobody waits for it any more."""
        if self._search is not None:
            self._search.pondering = False
            self._search.result.stop()
            await self._wait(self._search.ended, "bestmove of the search before")

    async def _ponder(self, request: Request, best: BestMove) -> bool:
        if "ponder" not in self.options or best.move is None or best.ponder is None:
            return False
        board = request.board.copy()
        board.push(best.move)
        board.push(best.ponder)
        if not board.legal_moves:
            return False
        await self._go(replace(request, board=board, root_moves=()), self._new_result(), pondering=True)
        return True

    def _resume(self, request: Request) -> AnalysisResult | None:
        search = self._search
        if search is None or not search.pondering or search.result.done():
            return None
        expected = search.request
        hit = (
            request.play
            and not request.root_moves
            and request.game == expected.game
            and request.board.rules == expected.board.rules
            and _same_kind(request.limit, expected.limit)
            and position_line(request.board, self.options) == search.position
        )
        if not hit:
            return None
        search.pondering = False
        search.request = request
        self._say("ponderhit")
        return search.result

    def _hear(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "info":
            self._info(rest.strip())
        elif word == "bestmove":
            self._best(rest.split(), line)
        elif word == "readyok":
            if self._pings:
                _settle_future(self._pings.popleft())
        elif word == f"{self._greeting}ok":
            _settle_future(self._greeted)
        elif word == "option":
            option = parse_option(rest)
            if option is not None and not self._greeted.done():
                self.options.add(option)
        elif word == "id":
            key, _, value = rest.strip().partition(" ")
            self.id[key] = value.strip()

    def _info(self, rest: str) -> None:
        if rest.lower().startswith(_COMPLAINT):
            self._complain(rest[len(_COMPLAINT) :].lstrip(": "))
        if self._search is not None and self._search.request.info and not self._search.result.done():
            self._search.result.post(parse_uci_info(rest, self._search.request.board))

    def _complain(self, text: str) -> None:
        if not self._complaints:
            self._complaints.append(text)

    def _best(self, words: list[str], line: str) -> None:
        search, self._search = self._search, None
        if search is None:
            return
        _settle_future(search.ended)
        try:
            search.result.finish(_read_best(words, line, search.request))
        except EngineError as error:
            search.result.fail(error)


class UgiEngine(UciEngine):
    """An engine that speaks UGI: UCI with a greeting of its own, and no word of pondering."""

    protocol = "ugi"
    _greeting = "ugi"
    _new_game = "uginewgame"


def _read_best(words: list[str], line: str, request: Request) -> BestMove:
    """What follows ``bestmove``; an expected reply that makes no sense is left out."""
    word = words[0] if words else ""
    if word == "resign":
        return BestMove(None, resigned=True)
    if word in _NO_MOVE:
        raise EngineProtocolError("no move where there are legal moves", line)
    move = read_move(word, request, line)
    reply = legal_line(request.board, [word, *words[2:3]])[1:] if words[1:2] == ["ponder"] else []
    return BestMove(move, reply[0] if reply else None)


def _go_words(request: Request, *, pondering: bool) -> list[str]:
    words = ["ponder"] if pondering else []
    words += ["infinite"] if request.infinite else request.limit.uci_words()
    if request.root_moves:
        words += ["searchmoves", *(move.uci() for move in request.root_moves)]
    return words


def _same_kind(limit: Limit, other: Limit) -> bool:
    """Whether two limits differ by nothing but what the clocks show."""
    kinds = [(each.time, each.depth, each.nodes, each.mate, each.has_clocks) for each in (limit, other)]
    return kinds[0] == kinds[1]


def _settle_future(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
