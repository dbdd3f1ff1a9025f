"""The results of searches as they come in."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from types import TracebackType

from opentafl_engine.client.errors import EngineError, EngineTimeoutError
from opentafl_engine.client.info import MAX_MULTIPV, BestMove, InfoDict

_BACKLOG = 1000
"""How many infos wait for somebody to read them; older ones are dropped."""


class AnalysisComplete(Exception):  # noqa: N818 (python-chess's name)
    """The search has ended, and everything that it said was handed out."""


class AnalysisResult:
    """A search that is running or has run.

    Iterate over it (``async for``) to hear each info as it comes; ``multipv`` always holds the
    latest of each line. Leaving it as a context manager stops the search. Whatever ends the search
    early (a crash, a time-out, nonsense) is raised by ``wait``, ``get`` and the iteration.
    """

    def __init__(
        self,
        stop: Callable[[], None],
        expire: Callable[[], None],
        stop_seconds: Callable[[], float],
        lines: Iterable[str] = (),
    ) -> None:
        self.multipv: list[InfoDict] = [{}]
        """What is known about each line, the best first."""
        self._loop = asyncio.get_running_loop()
        self._done: asyncio.Future[BestMove] = self._loop.create_future()
        self._queue: deque[InfoDict] = deque(maxlen=_BACKLOG)
        self._news = asyncio.Event()
        self._stop = stop
        self._expire = expire
        self._stop_seconds = stop_seconds
        self._lines = lines
        self._stopped = False
        self._timer: asyncio.TimerHandle | None = None
        self._silence: tuple[float, str] | None = None

    @property
    def info(self) -> InfoDict:
        """What is known about the best line."""
        return self.multipv[0]

    def done(self) -> bool:
        """Whether the search has ended."""
        return self._done.done()

    def stop(self) -> None:
        """Ask the engine to come to an end; ``wait`` says what it found. May be called again."""
        if self._stopped or self.done():
            return
        self._stopped = True
        self.arm(self._stop_seconds(), "answer to stop")
        self._stop()

    async def wait(self) -> BestMove:
        """Wait for the end of the search. Raises ``EngineError`` if it ended badly."""
        return await asyncio.shield(self._done)

    async def get(self) -> InfoDict:
        """The next info. Raises ``AnalysisComplete`` after the last, ``EngineError`` if it ended badly."""
        while not self._queue:
            if self.done():
                self._done.result()
                raise AnalysisComplete
            self._news.clear()
            await self._news.wait()
        return self._queue.popleft()

    def empty(self) -> bool:
        """Whether no info is there to be read right now."""
        return not self._queue

    def would_block(self) -> bool:
        """Whether ``get``, ``next`` and the iteration would have to wait for the engine."""
        return not self._queue and not self.done()

    async def next(self) -> InfoDict | None:
        """The next info, or None after the last."""
        try:
            return await self.get()
        except AnalysisComplete:
            return None

    def __aiter__(self) -> AnalysisResult:
        return self

    async def __anext__(self) -> InfoDict:
        try:
            return await self.get()
        except AnalysisComplete:
            raise StopAsyncIteration from None

    def __enter__(self) -> AnalysisResult:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    async def __aenter__(self) -> AnalysisResult:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()
        if exc_type is None:
            await self.wait()

    def arm(self, seconds: float, awaited: str, *, silence: bool = False) -> None:
        """Let the search fail in so many seconds; with ``silence``, counted from its latest info."""
        self._disarm()
        if self.done():
            return
        self._silence = (seconds, awaited) if silence else None
        self._timer = self._loop.call_later(seconds, self._time_out, seconds, awaited)

    def post(self, info: InfoDict) -> None:
        """The engine has said something about its search."""
        if self.done() or not info:
            return
        number = info.get("multipv", 1)
        if not 1 <= number <= MAX_MULTIPV:
            return
        while len(self.multipv) < number:
            self.multipv.append({})
        line = self.multipv[number - 1]
        if "score" in info:
            line.pop("lowerbound", None)
            line.pop("upperbound", None)
        line.update(info)
        self._queue.append(info)
        self._news.set()
        if self._silence is not None:
            self.arm(*self._silence, silence=True)

    def finish(self, best: BestMove) -> None:
        """The search has ended with a move."""
        self._disarm()
        if not self.done():
            self._done.set_result(best)
            self._news.set()

    def fail(self, error: Exception) -> None:
        """The search has ended badly."""
        self._disarm()
        if not self.done():
            self._done.set_exception(error)
            self._done.exception()  # marks it as seen: nobody has to wait for a search
            self._news.set()

    def abandon(self) -> None:
        """Nobody waits any more."""
        if not self.done():
            self.fail(EngineError("the search was given up"))
            self._expire()

    def _time_out(self, seconds: float, awaited: str) -> None:
        self.fail(EngineTimeoutError(awaited, seconds, tuple(self._lines)))
        self._expire()

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
