"""The life of an engine's process, from its greeting to its end, under any protocol."""

from __future__ import annotations

import asyncio
import contextlib
from abc import ABC, abstractmethod
from types import TracebackType
from typing import Any, ClassVar, TypeVar

from opentafl_engine.client.analysis import AnalysisResult
from opentafl_engine.client.errors import EngineError, EngineTimeoutError
from opentafl_engine.client.options import OptionMap
from opentafl_engine.client.transport import Channel, Command

_T = TypeVar("_T")
_E = TypeVar("_E", bound="RunningEngine")

_POLITE_SECONDS = 2.0
"""How long ``close`` waits for an engine that was told to go, at the most."""


class RunningEngine(ABC):
    """A process that was greeted; an async context manager that sends it away at the end."""

    protocol: ClassVar[str]
    """The name of the protocol, as ``popen`` takes it."""

    _goodbye: ClassVar[str] = "quit"

    def __init__(self, channel: Channel, timeout: float = 10.0) -> None:
        self.timeout = timeout
        self.margin = 5.0
        self.search_timeout = 600.0
        self.id: dict[str, str] = {}
        """What the engine says about itself: ``name`` and ``author``, if it does."""
        self.options = OptionMap()
        """The options that the engine says it has."""
        self._channel = channel
        self._lock = asyncio.Lock()
        self._result: AnalysisResult | None = None
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        channel.attach(self._receive, self._on_end)

    @classmethod
    async def popen(
        cls: type[_E],
        command: Command,
        *,
        timeout: float = 10.0,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> _E:
        """Start an engine and greet it.

        ``command`` is a program's path, a string as a shell reads it, or a sequence of words.
        ``setpgrp`` keeps a keyboard's interrupt away from the engine; the rest, such as ``cwd``,
        ``env`` and ``stderr`` (by default thrown away), is for ``subprocess.Popen``. Raises
        ``EngineStartError``, ``EngineTerminatedError`` and ``EngineTimeoutError``; nothing is left
        running then.
        """
        channel = await Channel.open(command, setpgrp=setpgrp, **popen_args)
        return await cls.greet(channel, timeout)

    @classmethod
    async def greet(cls: type[_E], channel: Channel, timeout: float) -> _E:
        """An engine for a process that is running; it is closed if it does not answer."""
        try:
            engine = cls(channel, timeout)
            await engine._initialize()
        except BaseException:
            await channel.close()
            raise
        return engine

    @property
    def returncode(self) -> int | None:
        """The exit status of the process, negative for a signal; None while it runs."""
        return self._channel.returncode

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._channel.pid

    async def quit(self) -> None:
        """Send the engine away.

        Raises ``EngineTimeoutError`` if it has not gone after ``timeout``; it is killed then.
        """
        went = await self._leave(self.timeout)
        if not went:
            raise EngineTimeoutError(f"end of the engine after {self._goodbye!r}", self.timeout)

    async def close(self) -> None:
        """End the engine in any state, politely at first. Never raises; may be called again."""
        await self._leave(min(self.timeout, _POLITE_SECONDS))

    async def __aenter__(self: _E) -> _E:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id.get('name', 'unnamed')!r} pid {self.pid}>"

    @abstractmethod
    async def _initialize(self) -> None:
        """Greet the engine."""

    @abstractmethod
    def _hear(self, line: str) -> None:
        """Take a line of the engine's; an ``EngineError`` ends the search that it belongs to."""

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._channel.send(line)

    async def _wait(self, future: asyncio.Future[_T], awaited: str, timeout: float | None = None) -> _T:
        """Wait for an answer, the end of the engine or that of the time."""
        seconds = self.timeout if timeout is None else timeout
        both: set[asyncio.Future[Any]] = {future, self._gone}
        await asyncio.wait(both, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if future.done():
            return future.result()
        if self._channel.ended:
            raise self._channel.end_error()
        raise EngineTimeoutError(awaited, seconds, tuple(self._channel.last_lines))

    async def _leave(self, seconds: float) -> bool:
        """Say goodbye, wait, kill; whether it went by itself."""
        if self._result is not None:
            self._result.fail(EngineError("the engine was closed"))
        with contextlib.suppress(EngineError):
            self._say(self._goodbye)
        self._channel.end_input()
        try:
            return await self._channel.wait(seconds)
        finally:
            await self._channel.close()

    def _receive(self, line: str) -> None:
        try:
            self._hear(line)
        except EngineError as error:
            if self._result is not None:
                self._result.fail(error)

    def _on_end(self) -> None:
        if not self._gone.done():
            self._gone.set_result(None)
        if self._result is not None:
            self._result.fail(self._channel.end_error())
