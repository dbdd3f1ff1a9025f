"""An engine as a child process: lines in, lines out, and no call that can hang.

A thread reads and a thread writes, so neither an engine that floods nor one that never reads can
stop the program that drives it.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

_CHUNK = 1 << 16
_BACKLOG = 10_000
_LONGEST = 1 << 20


def own_command(*arguments: str) -> list[str]:
    """The command that runs this very package, wherever it is and whatever folder that starts it.

    ``python -m`` would prefer a package of the same name in the working directory.
    """
    home = str(Path(__file__).parents[2])
    start = f"import sys; sys.path[0] = {home!r}; from opentafl_engine.cli import main; sys.exit(main())"
    return [sys.executable, "-c", start, *arguments]


class EngineGoneError(Exception):
    """The engine has closed its output, or has ended."""


class Heard(NamedTuple):
    """A line of the engine's and when it came, in seconds of ``time.monotonic``."""

    line: str
    at: float


Splitter = Callable[[bytes, bytes], tuple[list[bytes], bytes]]
"""From what is left of earlier reads and a new read to whole lines and what is left."""


def whole_lines(rest: bytes, chunk: bytes) -> tuple[list[bytes], bytes]:
    """Join what came in pieces.

    >>> whole_lines(b"hel", b"lo\\nmove")
    ([b'hello'], b'move')
    """
    *lines, rest = (rest + chunk).split(b"\n")
    return lines, rest[:_LONGEST]


class EngineProcess:
    """A running engine; a context manager that kills it at the end.

    ``split`` makes lines of what was read, ``stderr`` is as for ``subprocess.Popen``.
    """

    def __init__(
        self, command: Sequence[str], *, split: Splitter = whole_lines, stderr: int = subprocess.DEVNULL
    ) -> None:
        self._split = split
        self._heard: queue.Queue[Heard | None] = queue.Queue(_BACKLOG)
        self._outbox: queue.Queue[bytes | None] = queue.Queue()
        self._gone = False
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            bufsize=0,
        )
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def send(self, line: str, end: str = "\n") -> None:
        """Send a line; it never waits, and what an engine does not read is its own loss."""
        self._outbox.put((line + end).encode())

    def hear(self, until: float) -> Heard | None:
        """The next line, or None when ``time.monotonic()`` has reached ``until``.

        Raises ``EngineGoneError`` when the engine will say no more.
        """
        if self._gone:
            raise EngineGoneError
        try:
            heard = self._heard.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return None
        if heard is None:
            self._gone = True
            raise EngineGoneError
        return heard

    def pending(self, until: float = 0.0) -> list[str]:
        """The lines that have come and that nobody has heard, and those that still come by then."""
        lines: list[str] = []
        with contextlib.suppress(EngineGoneError):
            while len(lines) < _BACKLOG and (heard := self.hear(until)):
                lines.append(heard.line)
        return lines

    def end_input(self) -> None:
        """Close the engine's input after what was sent."""
        self._outbox.put(None)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def wait(self, seconds: float) -> int | None:
        """The exit status, or None when the engine still runs after that time."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """End the process, whatever it is doing, and the threads that serve it."""
        self._process.kill()
        self._process.wait()
        self.end_input()
        if self._process.stderr is not None:
            self._process.stderr.close()
        while not self._gone:  # the reader may be waiting for room in the backlog
            with contextlib.suppress(EngineGoneError):
                self.hear(until=time.monotonic() + 1.0)

    def _read(self) -> None:
        assert self._process.stdout is not None
        rest = b""
        with self._process.stdout as stream:
            while chunk := os.read(stream.fileno(), _CHUNK):
                at = time.monotonic()
                lines, rest = self._split(rest, chunk)
                for line in lines:
                    self._heard.put(Heard(line.decode("utf-8", "replace"), at))
        self._heard.put(None)

    def _write(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError), self._process.stdin as stream:
            while (data := self._outbox.get()) is not None:
                stream.write(data)
