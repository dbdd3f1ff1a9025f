"""An event loop in a thread, and the results of searches that run there."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, TypeVar

from opentafl_engine.client.analysis import AnalysisResult
from opentafl_engine.client.errors import EngineError
from opentafl_engine.client.info import BestMove, InfoDict

_T = TypeVar("_T")


class Background:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._ending = False
        self._submitting = threading.Lock()
        self._thread = threading.Thread(target=self._work, name="engine", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            # Other threads may still wait for these; they have to hear of the end.
            left = asyncio.all_tasks(self._loop)
            for task in left:
                task.cancel()
            if left:
                self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        finally:
            self._loop.close()

    def run(self, coroutine: Coroutine[Any, Any, _T]) -> _T:
        """Run something there and wait for it; what interrupts the wait cancels it.

        Raises ``EngineError`` when the thread has ended, or ends meanwhile.
        """
        with self._submitting:
            if self._ending:
                coroutine.close()
                raise EngineError("the engine was closed")
            future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result()
        except concurrent.futures.CancelledError:
            raise EngineError("the engine was closed") from None
        except BaseException:
            future.cancel()
            raise

    def end(self) -> None:
        """Stop the thread. May be called again."""
        with self._submitting:
            if not self._ending:
                self._ending = True
                self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


class SimpleAnalysisResult:
    """``AnalysisResult`` for programs that know no asyncio: iterate over it with ``for``."""

    def __init__(self, inner: AnalysisResult, background: Background) -> None:
        self._inner = inner
        self._background = background

    @property
    def info(self) -> InfoDict:
        """What is known about the best line."""
        return self.multipv[0]

    @property
    def multipv(self) -> list[InfoDict]:
        """What is known about each line, the best first; a copy."""
        return self._call(lambda: [info.copy() for info in self._inner.multipv])

    def stop(self) -> None:
        """Ask the engine to come to an end; ``wait`` says what it found."""
        self._call(self._inner.stop)

    def wait(self) -> BestMove:
        """Wait for the end of the search; see ``AnalysisResult.wait``."""
        return self._background.run(self._inner.wait())

    def get(self) -> InfoDict:
        """The next info; see ``AnalysisResult.get``."""
        return self._background.run(self._inner.get())

    def next(self) -> InfoDict | None:
        """The next info, or None after the last."""
        return self._background.run(self._inner.next())

    def empty(self) -> bool:
        """Whether no info is there to be read right now."""
        return self._call(self._inner.empty)

    def would_block(self) -> bool:
        """Whether ``get``, ``next`` and the iteration would have to wait for the engine."""
        return self._call(self._inner.would_block)

    def __iter__(self) -> SimpleAnalysisResult:
        return self

    def __next__(self) -> InfoDict:
        info = self.next()
        if info is None:
            raise StopIteration
        return info

    def __enter__(self) -> SimpleAnalysisResult:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def _call(self, function: Callable[[], _T]) -> _T:
        async def there() -> _T:
            return function()

        return self._background.run(there())
