"""The server: owns the pipe, carries out what a dialect says, and knows when to leave.

One reader, one writer behind a lock, one write for each line. This module loads little, because
the greeting of a dialect is sent through its ``Pipe`` before anything heavy is imported. The
process is left through ``os._exit``: a search may be running in C, and nobody waits for it.
"""

from __future__ import annotations

import os
import select
import signal
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from opentafl_engine.dialects.base import Action, Dialect
    from opentafl_engine.search import Info, Result

MAX_LINE = 1 << 18
"""A longer line than this is nonsense; it is dropped unread."""

_CHUNK = 1 << 16


class Pipe:
    """Lines from one file descriptor and to another."""

    def __init__(self, reads: int = 0, writes: int = 1) -> None:
        self._reads = reads
        self._writes = writes
        self._lock = threading.Lock()
        self.reads = 0
        """How often something was read."""

    def lines(self) -> Iterator[str]:
        """Each line that arrives, without its newline; the last one may end with the input instead.

        Bytes that are no ASCII arrive as U+FFFD; a line longer than ``MAX_LINE`` does not arrive.
        """
        rest = b""
        too_long = False
        while chunk := self._read():
            self.reads += 1
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                if not too_long and len(line) <= MAX_LINE:
                    yield _decode(line)
                too_long = False
            if len(rest) > MAX_LINE:
                rest, too_long = b"", True
        if rest and not too_long:
            yield _decode(rest)

    def waiting(self) -> bool:
        """Whether there is something to read already."""
        try:
            return bool(select.select([self._reads], [], [], 0)[0])
        except OSError:
            return False

    def write(self, line: str) -> None:
        """Send one line in one write. Raises ``OSError`` when nobody reads any more."""
        data = line.encode("ascii", "replace") + b"\n"
        with self._lock:
            while data:
                data = data[os.write(self._writes, data) :]

    def _read(self) -> bytes:
        try:
            return os.read(self._reads, _CHUNK)
        except OSError:
            return b""


def _decode(line: bytes) -> str:
    return line.removesuffix(b"\r").decode("ascii", "replace")


def leave_quietly_on_signals() -> None:
    """Let the signals that end a process end it at once, without a word."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda _number, _frame: leave(0))


def leave(code: int) -> NoReturn:
    """End the process now, from any thread."""
    os._exit(code)


class Server:
    """Drives one dialect over one pipe; searches run in the thread of a ``Thinker``.

    ``since`` is the ``time.monotonic()`` from which the host may have been waiting: what lies in
    the pipe when the server begins may be that old, and its searches get so much less time.
    """

    def __init__(self, pipe: Pipe, dialect: Dialect, *, hash_mb: int, since: float) -> None:
        from opentafl_engine.session import Thinker

        self._pipe = pipe
        self._dialect = dialect
        self._lock = threading.Lock()
        self._ended = False
        self._thinker = Thinker(self, hash_mb)
        self._since = since
        self._late_ms = 0.0

    def run(self) -> NoReturn:
        """Serve until the dialect quits, the input ends, or nobody reads the output any more."""
        if self._pipe.waiting():
            self._late_ms = (time.monotonic() - self._since) * 1000
        for line in self._pipe.lines():
            self._act(partial(self._dialect.feed, line))
        self._ended = True
        self._act(self._dialect.at_end)
        while True:  # the search that still owes an answer leaves when it has given it
            threading.Event().wait()

    def on_info(self, token: int, info: Info) -> None:
        """Pass on an iteration; called by the thinking thread."""
        self._act(partial(self._dialect.on_info, token, info))

    def on_done(self, token: int, result: Result) -> None:
        """Pass on a result; called by the thinking thread."""
        self._act(partial(self._dialect.on_done, token, result))

    def on_failure(self, token: int, error: Exception) -> None:
        """Pass on a breakdown; called by the thinking thread."""
        self._act(partial(self._dialect.on_failure, token, error))

    def _act(self, say: Callable[[], Iterable[Action]]) -> None:
        """Ask the dialect and do what it says, in order; one thread at a time."""
        with self._lock:
            try:
                actions = say()
            except Exception:
                # A fault of ours; nothing was sent, and the next line may still make sense.
                if self._ended:
                    leave(1)
                return
            try:
                for action in actions:
                    self._carry_out(action)
            except OSError:
                leave(0)

    def _carry_out(self, action: Action) -> None:
        from opentafl_engine.dialects import base

        if isinstance(action, base.Send):
            self._pipe.write(action.line)
        elif isinstance(action, base.Start):
            late_ms = self._late_ms if self._pipe.reads == 1 else 0.0
            self._thinker.start(action.token, action.board, action.limits, late_ms)
        elif isinstance(action, base.Stop):
            self._thinker.stop(action.token)
        elif isinstance(action, base.Clear):
            self._thinker.clear()
        else:
            leave(action.code)
