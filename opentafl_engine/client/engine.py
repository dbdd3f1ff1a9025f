"""What every driver of an engine offers, whatever protocol it speaks."""

from __future__ import annotations

import asyncio
import contextlib
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import overload

from opentafl_engine.board import Board
from opentafl_engine.client.analysis import AnalysisResult
from opentafl_engine.client.errors import EngineError
from opentafl_engine.client.info import BestMove, InfoDict
from opentafl_engine.client.limit import Limit
from opentafl_engine.client.options import ConfigValue
from opentafl_engine.client.request import PlayResult, Request, legal_root_moves
from opentafl_engine.client.running import RunningEngine
from opentafl_engine.notation import Move


class Engine(RunningEngine):
    """A running engine; an async context manager that sends it away at the end.

    One question is asked at a time: a new one stops an analysis that still runs. Every wait has an
    end, and these three, in seconds, can be changed at any time. ``timeout`` is for answers that
    need no thought, ``margin`` is what a search may take beyond its time, and ``search_timeout`` is
    for searches that no time bounds; each question may bring a ``timeout`` of its own.
    """

    async def configure(self, options: Mapping[str, ConfigValue]) -> None:
        """Set options by name. Nothing is sent unless all of them are in order.

        Raises ``EngineOptionError`` for what the engine does not have or take, and
        ``EngineRefusedError`` if it complains all the same.
        """
        checked = self.options.check(options, self._managed())
        async with self._lock:
            await self._settle()
            await self._configure(checked)

    @abstractmethod
    async def ping(self) -> None:
        """Wait until the engine answers. Raises ``EngineTimeoutError`` and ``EngineTerminatedError``."""

    async def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        ponder: bool = False,
        root_moves: Iterable[Move] | None = None,
        info: bool = True,
        timeout: float | None = None,
    ) -> PlayResult:
        """Ask for a move.

        ``game`` is anything that is the same for all moves of a game. With ``ponder`` the engine
        goes on thinking about the reply that it expects, if it can. ``root_moves`` are the only
        moves to look at. Without ``info`` nothing that it says meanwhile is read. ``timeout`` is in
        seconds, by default the time that the limit gives and ``margin``, or ``search_timeout``.

        Raises ``EngineTerminatedError``, ``EngineTimeoutError``, ``EngineProtocolError``,
        ``EngineIllegalMoveError``, ``EngineRefusedError``, ``EngineUnsupportedError`` for what the
        protocol cannot say, and ``IllegalMoveError`` for root moves that are none.
        """
        moves = legal_root_moves(board, root_moves)
        request = Request(
            board.copy(), limit, play=True, ponder=ponder, info=info, root_moves=moves, game=game
        )
        async with self._lock:
            result = await self._begin(request, timeout)
            try:
                best = await result.wait()
            except asyncio.CancelledError:
                result.abandon()
                raise
            if ponder and best.move is not None and best.ponder is not None:
                # The move stands, whatever comes of this; a crash is reported to the next question.
                with contextlib.suppress(EngineError):
                    await self._ponder(request, best)
        return PlayResult(best.move, best.ponder, result.info, best.resigned)

    @overload
    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: None = None,
        game: object = None,
        root_moves: Iterable[Move] | None = None,
        timeout: float | None = None,
    ) -> InfoDict: ...

    @overload
    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        game: object = None,
        root_moves: Iterable[Move] | None = None,
        timeout: float | None = None,
    ) -> list[InfoDict]: ...

    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        root_moves: Iterable[Move] | None = None,
        timeout: float | None = None,
    ) -> InfoDict | list[InfoDict]:
        """Ask what the engine thinks of a position: of its best line, or of the ``multipv`` best.

        Raises what ``play`` raises. Where there is no legal move nothing is known.
        """
        result = await self.analysis(
            board, limit, multipv=multipv, game=game, root_moves=root_moves, timeout=timeout
        )
        try:
            await result.wait()
        except asyncio.CancelledError:
            result.abandon()
            raise
        return result.info if multipv is None else result.multipv

    async def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        root_moves: Iterable[Move] | None = None,
        timeout: float | None = None,
    ) -> AnalysisResult:
        """Start an analysis and return while it runs; without a limit it runs until it is stopped.

        ``timeout`` is as for ``play``, but an analysis without a limit may be silent for so long.
        Raises what ``play`` raises; what goes wrong later is raised by the result.
        """
        moves = legal_root_moves(board, root_moves)
        request = Request(
            board.copy(),
            limit or Limit(),
            infinite=limit is None,
            multipv=multipv,
            root_moves=moves,
            game=game,
        )
        async with self._lock:
            return await self._begin(request, timeout)

    @abstractmethod
    async def _start(self, request: Request, result: AnalysisResult) -> None:
        """Ask; what is heard from now on goes to ``result``."""

    @abstractmethod
    def _stop(self) -> None:
        """Ask the engine to end its search."""

    @abstractmethod
    def _expire(self) -> None:
        """Nobody waits for the answer any more, but it may still come."""

    def _managed(self) -> frozenset[str]:
        """Options that only the driver sets, in lower case."""
        return frozenset()

    async def _configure(self, options: Mapping[str, ConfigValue]) -> None:
        """Set options that are in order; an engine whose protocol has none never gets here with any."""
        assert not options

    async def _ponder(self, request: Request, best: BestMove) -> bool:
        """Let the engine go on; whether it does."""
        return False

    def _resume(self, request: Request) -> AnalysisResult | None:
        """The search that has already begun with this question, if there is one."""
        return None

    async def _settle(self) -> None:
        """End the search that runs and wait for that."""
        if self._result is not None and not self._result.done():
            self._result.stop()
            with contextlib.suppress(EngineError):
                await self._result.wait()

    async def _begin(self, request: Request, timeout: float | None) -> AnalysisResult:
        if self._channel.ended:
            raise self._channel.end_error()
        result = self._resume(request)
        if result is None:
            await self._settle()
            result = self._new_result()
            if not request.board.legal_moves:
                result.finish(BestMove(None))
                return result
            try:
                await self._start(request, result)
            except BaseException:
                result.fail(EngineError("the search was never begun"))
                raise
        seconds = request.limit.seconds(request.board.turn)
        allowed = self.search_timeout if seconds is None else seconds + self.margin
        result.arm(allowed if timeout is None else timeout, "end of the search", silence=request.infinite)
        return result

    def _new_result(self) -> AnalysisResult:
        self._result = AnalysisResult(
            self._stop, self._expire, lambda: self.timeout, self._channel.last_lines
        )
        return self._result
