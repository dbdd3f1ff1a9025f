"""An engine's process under asyncio: lines out, lines in, and nothing that can hang or pile up.

Every line is handed on as it comes, so that an engine that floods fills no memory and always finds
somebody who reads; the clock of the event loop runs on meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import signal
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from opentafl_engine.client.errors import EngineError, EngineStartError, EngineTerminatedError

_LONGEST = 1 << 20
"""Bytes of a line; what it has beyond them is dropped."""

_KEPT_LINES = 3
_KEPT_LENGTH = 200
_EARLY_LINES = 1000
_END_SECONDS = 0.5
"""Between an engine's closing its output and its end, or the other way round; both mean the end."""

_CLOSE_SECONDS = 5.0
_OUTPUT = 1


Command: TypeAlias = "str | os.PathLike[str] | Sequence[str]"
"""How an engine is started: a program's path, words as a shell reads them, or a list of words."""


def split_command(command: Command) -> list[str]:
    """The words of a command: a sequence as it is, a string as a program's path or as a shell reads it.

    >>> split_command("engine --hash '16 MB'"), split_command(["my engine", "uci"])
    (['engine', '--hash', '16 MB'], ['my engine', 'uci'])
    """
    if isinstance(command, os.PathLike):
        words = [os.fspath(command)]
    elif not isinstance(command, str):
        words = list(command)
    elif Path(command).is_file():
        words = [command]
    else:
        try:
            words = shlex.split(command, posix=os.name == "posix")
        except ValueError as error:
            raise EngineStartError(f"cannot read the command {command!r}: {error}") from None
    if not words:
        raise EngineStartError("the command is empty")
    return words


class Channel(asyncio.SubprocessProtocol):
    """A running engine. Its listener hears each line, and once, that there will be no more."""

    def __init__(self) -> None:
        self._transport: asyncio.SubprocessTransport | None = None
        self._group = False
        self._killed = False
        self._rest = bytearray()
        self._early: deque[str] = deque(maxlen=_EARLY_LINES)
        self._hear: Callable[[str], None] = self._early.append
        self._on_end: Callable[[], None] = lambda: None
        self._output_closed = False
        self._exited = asyncio.Event()
        self._closed = asyncio.Event()
        self.ended = False
        """Whether the engine will say no more."""
        self.left_by_itself = False
        """Whether that was so before it was killed."""
        self.last_lines: deque[str] = deque(maxlen=_KEPT_LINES)
        """The last lines that it said, for messages."""

    @classmethod
    async def open(
        cls,
        command: Command,
        *,
        setpgrp: bool = False,
        stderr: Any = asyncio.subprocess.DEVNULL,
        **popen_args: Any,
    ) -> Channel:
        """Start a process. Raises ``EngineStartError`` if that cannot be done."""
        words = split_command(command)
        loop = asyncio.get_running_loop()
        if setpgrp:
            popen_args["start_new_session"] = True
        try:
            transport, channel = await loop.subprocess_exec(cls, *words, stderr=stderr, **popen_args)
        except (OSError, ValueError) as error:
            raise EngineStartError(f"cannot start {words[0]!r}: {error}") from None
        channel._transport = transport
        channel._group = setpgrp
        return channel

    def attach(self, hear: Callable[[str], None], on_end: Callable[[], None]) -> None:
        """Name the listener, who also hears what came before."""
        self._hear, self._on_end = hear, on_end
        while self._early:
            hear(self._early.popleft())
        if self.ended:
            on_end()

    def send(self, line: str) -> None:
        """Send a line; never waits. Raises ``EngineTerminatedError`` if the engine has ended.

        ``EngineError`` is for a text of several lines, which would be several commands.
        """
        if self.ended:
            raise self.end_error()
        if "\n" in line or "\r" in line:
            raise EngineError(f"a command is a single line, not {line!r}")
        stdin: Any = self._need().get_pipe_transport(0)
        if not stdin.is_closing():
            stdin.write(f"{line}\n".encode())

    def end_input(self) -> None:
        """Close the engine's input after what was sent."""
        stdin: Any = self._need().get_pipe_transport(0)
        if not stdin.is_closing():
            stdin.write_eof()

    @property
    def returncode(self) -> int | None:
        """The exit status, or None while the process runs."""
        return self._need().get_returncode()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._need().get_pid()

    def end_error(self) -> EngineTerminatedError:
        """Says how it ended."""
        code = self.returncode
        how = "closed its output but still runs" if code is None else f"ended with exit code {code}"
        return EngineTerminatedError(f"the engine {how}", returncode=code, lines=tuple(self.last_lines))

    def kill(self) -> None:
        """End the process now, whatever it does."""
        self._killed = True
        with contextlib.suppress(ProcessLookupError):
            if self._group and os.name == "posix":
                os.killpg(self.pid, signal.SIGKILL)
            elif self.returncode is None:
                self._need().kill()

    async def wait(self, seconds: float) -> bool:
        """Wait for the end of the process; False if it has not come within that time."""
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._exited.wait(), seconds)
        return self.returncode is not None

    async def close(self) -> None:
        """Kill the process and let go of its pipes. May be called again."""
        self.left_by_itself |= self.ended and not self._killed
        self.kill()
        await self.wait(_CLOSE_SECONDS)
        self._need().close()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._closed.wait(), _CLOSE_SECONDS)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Cut what was read into lines."""
        if fd != _OUTPUT:
            return
        *lines, rest = data.split(b"\n")
        for line in lines:
            self._keep(line)
            self._line(bytes(self._rest))
            self._rest.clear()
        self._keep(rest)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """The engine will say no more, and should end now."""
        if fd == _OUTPUT:
            self._output_closed = True
            self._see_end()

    def process_exited(self) -> None:
        """The process has ended; what it said last may still be on its way."""
        self._exited.set()
        self._see_end()

    def connection_lost(self, exc: Exception | None) -> None:
        """The process has ended and all its pipes are closed."""
        self._end()
        self._closed.set()

    def _keep(self, data: bytes) -> None:
        self._rest += data[: _LONGEST - len(self._rest)]

    def _line(self, data: bytes) -> None:
        line = data.decode("utf-8", "replace").strip()
        if line:
            self.last_lines.append(line[:_KEPT_LENGTH])
            self._hear(line)

    def _see_end(self) -> None:
        if self._output_closed and self.returncode is not None:
            self._end()
        else:
            asyncio.get_running_loop().call_later(_END_SECONDS, self._end)

    def _end(self) -> None:
        if not self.ended:
            self.ended = True
            self._on_end()

    def _need(self) -> asyncio.SubprocessTransport:
        assert self._transport is not None
        return self._transport
