"""The driver of engines that speak OTEP, OpenTafl's own among them.

Such an engine says ``hello`` when it likes, chatters, and cannot be asked whether it is ready. It
has no options, and nothing tells a late answer from a new one: after a move that did not come in
time the process is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import re
from dataclasses import dataclass

from opentafl_engine.board import Board
from opentafl_engine.client.analysis import AnalysisResult
from opentafl_engine.client.engine import Engine
from opentafl_engine.client.errors import (
    EngineError,
    EngineIllegalMoveError,
    EngineProtocolError,
    EngineRefusedError,
    EngineTerminatedError,
    EngineUnsupportedError,
)
from opentafl_engine.client.info import MAX_STRING, BestMove, InfoDict, legal_line
from opentafl_engine.client.otep_eval import read_evaluation
from opentafl_engine.client.request import Request, read_move, root_of
from opentafl_engine.client.transport import Channel
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.types import Side

_REFUSAL = re.compile(r"(rules|position|side|clock|play|analyze|move|opponent-move): |\w+ have no legal move")
_RESIGNS = "---"


@dataclass(frozen=True)
class _Told:
    """The game as the engine knows it, its own latest move included."""

    rules: Rules
    game: object
    root: tuple[str, Side]
    moves: tuple[Move, ...]


class OtepEngine(Engine):
    """An engine that speaks OTEP.

    From one move to the next of the same game the engine is told the moves, so it knows the
    repetitions; any other position is set up. A search is bounded by time alone. What OpenTafl's
    rules cannot express is listed in ``untold`` and left out. A stopped analysis says nothing.
    """

    protocol = "otep"
    _goodbye = "goodbye"

    def __init__(self, channel: Channel, timeout: float = 10.0) -> None:
        self._hello: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request: Request | None = None
        self._rules: Rules | None = None
        self._told: _Told | None = None
        self._stale = False
        self.untold: list[str] = []
        """What the engine could not be told of the rules, a line each."""
        super().__init__(channel, timeout)

    async def ping(self) -> None:
        """See that the engine has not ended: OTEP has no question that could be asked."""
        if self._channel.ended:
            raise self._channel.end_error()

    async def _initialize(self) -> None:
        await self._wait(self._hello, "hello")

    async def _start(self, request: Request, result: AnalysisResult) -> None:
        if request.root_moves:
            raise EngineUnsupportedError("OTEP has no words for root moves")
        limit = request.limit
        if request.infinite or (not limit.is_timed and (limit.depth or limit.nodes or limit.mate)):
            raise EngineUnsupportedError("OTEP has no words for a search that no time bounds")
        if request.play:
            self._say(*self._game_lines(request), *_clock_lines(request), f"play {request.board.turn}")
        else:
            self._say(*self._analysis_lines(request))
            self._told = None
        self._request = request

    def _game_lines(self, request: Request) -> list[str]:
        """The way to the position: the moves since the engine's own, or everything anew."""
        board, told = request.board, self._told
        root = root_of(board)
        moves = tuple(board.move_stack)
        here = _Told(board.rules, request.game, (root.position(), root.turn), moves)
        lines = None
        if told is not None and (told.rules, told.game, told.root) == (here.rules, here.game, here.root):
            lines = _next_turn(root, told.moves, moves, board.turn)
        self._told = here
        if lines is not None:
            return lines
        lines = [self._rules_line(board.rules)]
        if moves or here.root != (board.rules.start, board.rules.first_side):
            lines += [f"position {board.position()}", f"side {board.turn}"]
        return lines

    def _analysis_lines(self, request: Request) -> list[str]:
        board = request.board
        seconds = request.limit.seconds(board.turn)
        if seconds is None:
            raise EngineUnsupportedError("OTEP analyses for so many seconds; the limit has no time")
        return [
            *([] if self._rules == board.rules else [self._rules_line(board.rules)]),
            f"position {board.position()}",
            f"side {board.turn}",
            f"analyze {request.multipv or 1} {max(1, math.ceil(seconds))}",
        ]

    def _rules_line(self, rules: Rules) -> str:
        text, self.untold = rules.to_otn("opentafl")
        self._rules = rules
        return f"rules {text}"

    def _stop(self) -> None:
        self._leave_off(BestMove(None))

    def _expire(self) -> None:
        if self._request is not None and self._request.play:
            self._channel.kill()
        else:
            self._leave_off(BestMove(None))

    def _leave_off(self, best: BestMove) -> None:
        """Call the question off; an answer that is on its way may still come."""
        with contextlib.suppress(EngineTerminatedError):
            self._say("finish 0")
        self._request = None
        self._stale = True
        if self._result is not None:
            pv = self._result.info.get("pv", [])
            self._result.finish(BestMove(pv[0]) if pv else best)

    def _hear(self, line: str) -> None:
        verb, _, rest = line.partition(" ")
        if verb == "hello" and not self._hello.done():
            self._hello.set_result(None)
        request, result = self._request, self._result
        if request is None or result is None or result.done():
            return
        if verb == "move" and request.play:
            self._move(rest.strip(), request, result, line)
        elif verb == "analysis":
            self._analysis(rest.split(), request, result, line)
        elif verb == "error":
            self._request = None
            raise EngineRefusedError("the question", rest.strip() or line)
        elif verb == "status":
            if _REFUSAL.match(rest):
                self._request = None
                raise EngineRefusedError("the question", rest)
            if request.info:
                result.post(InfoDict(string=rest.strip()[:MAX_STRING]))

    def _move(self, text: str, request: Request, result: AnalysisResult, line: str) -> None:
        self._request = None
        if text == _RESIGNS:
            result.finish(BestMove(None, resigned=True))
            return
        told, self._told = self._told, None
        move = read_move(text, request, line)
        if told is not None:
            self._told = _Told(told.rules, told.game, told.root, (*told.moves, move))
        result.finish(BestMove(move))

    def _analysis(self, words: list[str], request: Request, result: AnalysisResult, line: str) -> None:
        """``n (<m|m|...> <eval>)...``, the answer to ``analyze``; by the way, while it plays."""
        try:
            infos = _read_entries(words, request.board, line)
        except EngineError:
            if self._stale or request.play:
                return
            raise
        self._stale = False
        for number, info in enumerate(infos, 1):
            if request.info:
                info["multipv"] = number
                result.post(info)
        if not request.play:
            self._request = None
            pv = infos[0]["pv"] if infos else []
            result.finish(BestMove(pv[0] if pv else None, pv[1] if pv[1:] else None))


def _next_turn(root: Board, told: tuple[Move, ...], moves: tuple[Move, ...], side: Side) -> list[str] | None:
    """What a host says between two turns of an engine that plays ``side``, None if that is not it.

    ``told`` ends with the engine's own move, so a game that goes on from it has that move accepted
    and then one turn of the opponent's, or in a berserk turn the same side moves on.
    """
    if not told or moves[: len(told)] != told:
        return None
    board = root.copy()
    for move in told[:-1]:
        board.push(move)
    if board.turn != side:
        return None
    board.push(told[-1])
    lines = [f"move {board.position()}"]
    reply = moves[len(told) :]
    for move in reply:
        if board.turn == side:
            return None
        board.push(move)
    return [*lines, f"opponent-move {'|'.join(map(str, reply or told[-1:]))} {board.position()}"]


def _clock_lines(request: Request) -> list[str]:
    clock = request.limit.otep_clock()
    return [] if clock is None else [clock]


def _read_entries(words: list[str], board: Board, line: str) -> list[InfoDict]:
    """The lines of an analysis. Raises ``EngineProtocolError`` for anything that cannot be read."""
    if len(words) % 2 == 0 or words[0] != str(len(words) // 2):
        raise EngineProtocolError("an analysis that cannot be read", line)
    infos = []
    for moves, value in zip(words[1::2], words[2::2], strict=True):
        written = moves.split("|")
        pv = legal_line(board, written)
        if not pv:
            raise EngineIllegalMoveError(written[0], "the first move of a line", line)
        score = read_evaluation(value, board.turn, len(pv))
        if score is None:
            raise EngineProtocolError("an evaluation that is no number", line)
        infos.append(InfoDict(pv=pv, score=score))
    return infos
