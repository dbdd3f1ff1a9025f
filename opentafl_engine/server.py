"""The server: owns the pipe, carries out what a dialect says, and knows when to leave.

One reader, one writer behind a lock, one write for each line. This module loads little, because
the greeting of a dialect is sent through its ``Pipe`` before anything heavy is imported. The
process is left through ``os._exit``: a search may be running in C, and nobody waits for it.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import threading
import time
import traceback
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from opentafl_engine.dialects import base
from opentafl_engine.errors import TaflError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from opentafl_engine.dialects.base import Action, Dialect
    from opentafl_engine.search import Info, Result, RootMove

    _Question = Callable[[], Iterable[Action]]

MAX_LINE = 1 << 18
"""A longer line than this is nonsense; it is not read."""

_CHUNK = 1 << 16
_STRICT = 2


class Pipe:
    """Lines from one file descriptor and to another.

    ``log`` is a descriptor that gets every line in both directions, in the form ``<seconds> -> <line>``
    for what is read and ``<-`` for what is written; what cannot be printed is escaped.
    """

    def __init__(self, reads: int = 0, writes: int = 1, log: int | None = None) -> None:
        self._reads = reads
        self._writes = writes
        self._log = log
        self._begin = time.monotonic()
        self._lock = threading.Lock()
        self.reads = 0
        """How often something was read."""

    def lines(self) -> Iterator[str | TaflError]:
        """Each line that arrives, without its newline; the last one may end with the input instead.

        Bytes that are no ASCII arrive as U+FFFD; of a line longer than ``MAX_LINE`` only the error
        arrives that it is.
        """
        rest = b""
        too_long = False
        while chunk := self._read():
            self.reads += 1
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                yield self._take(line, too_long or len(line) > MAX_LINE)
                too_long = False
            if len(rest) > MAX_LINE:
                rest, too_long = b"", True
        if rest or too_long:
            yield self._take(rest, too_long)

    def _take(self, line: bytes, too_long: bool) -> str | TaflError:
        if too_long:
            self.note(f"-> a line of more than {MAX_LINE} bytes")
            return TaflError(f"a line of more than {MAX_LINE} bytes")
        text = line.removesuffix(b"\r").decode("ascii", "replace")
        self.note(f"-> {text}")
        return text

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
            self.note(f"<- {line}")
            while data:
                try:
                    data = data[os.write(self._writes, data) :]
                except BlockingIOError:  # a full pipe that somebody made non-blocking
                    select.select([], [self._writes], [])

    def note(self, text: str) -> None:
        """Add a line to the log, if there is one; a log that cannot be written is no reason to stop."""
        if self._log is None:
            return
        seconds = time.monotonic() - self._begin
        with contextlib.suppress(OSError):
            os.write(self._log, f"{seconds:.6f} ".encode() + text.encode("unicode_escape") + b"\n")

    def _read(self) -> bytes:
        while True:
            try:
                return os.read(self._reads, _CHUNK)
            except BlockingIOError:  # an empty pipe that somebody made non-blocking
                select.select([self._reads], [], [])
            except OSError:
                return b""


def open_log(path: str) -> int:
    """A descriptor that appends to a file, for ``Pipe``. Raises ``OSError``."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)


def leave_quietly_on_signals() -> None:
    """Let the signals that end a process end it at once, without a word.

    Where the system can, a thread waits for them. A handler would run in the main thread alone, and
    a signal that comes just before that one begins to read would not be noticed until the next line.
    """
    numbers = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}
    if not hasattr(signal, "pthread_sigmask"):
        for number in numbers:
            signal.signal(number, lambda _number, _frame: leave(0))
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    threading.Thread(target=_leave_on_one_of, args=(numbers,), name="signals", daemon=True).start()


def _leave_on_one_of(numbers: set[signal.Signals]) -> None:
    signal.sigwait(numbers)
    leave(0)


def leave(code: int) -> NoReturn:
    """End the process now, from any thread."""
    os._exit(code)


class Server:
    """Drives one dialect over one pipe; searches run in the thread of a ``Thinker``.

    ``since`` is the ``time.monotonic()`` from which the host may have been waiting: what lies in
    the pipe when the server begins may be that old, and its searches get so much less time. A
    ``strict`` server leaves with status 2 after the first complaint.
    """

    def __init__(
        self,
        pipe: Pipe,
        dialect: Dialect,
        *,
        hash_mb: int,
        since: float,
        threads: int = 1,
        strict: bool = False,
    ) -> None:
        from opentafl_engine.session import Thinker

        self._pipe = pipe
        self._dialect = dialect
        self._strict = strict
        self._lock = threading.Lock()
        self._ended = False
        self._thinker = Thinker(self, hash_mb, threads)
        self._since = since
        self._late_ms = 0.0

    def run(self) -> NoReturn:
        """Serve until the dialect quits, the input ends, or nobody reads the output any more."""
        if self._pipe.waiting():
            self._late_ms = (time.monotonic() - self._since) * 1000
        for line in self._pipe.lines():
            if isinstance(line, str):
                self._act(partial(self._dialect.feed, line))
            else:
                self._act(partial(self._dialect.on_fault, line))
        self._ended = True
        self._act(self._dialect.at_end)
        while True:  # the search that still owes an answer leaves when it has given it
            threading.Event().wait()

    def on_info(self, token: int, info: Info) -> None:
        """Pass on an iteration; called by the thinking thread, as are the next five."""
        self._act(partial(self._dialect.on_info, token, info))

    def on_move(self, token: int, current: RootMove) -> None:
        """Pass on where a long search is."""
        self._act(partial(self._dialect.on_move, token, current))

    def on_done(self, token: int, result: Result) -> None:
        """Pass on a result."""
        self._act(partial(self._dialect.on_done, token, result), partial(self._dialect.on_failure, token))

    def on_text(self, token: int, line: str) -> None:
        """Pass on a task's line."""
        self._act(partial(self._dialect.on_text, token, line))

    def on_finished(self, token: int) -> None:
        """Pass on the end of a task."""
        self._act(partial(self._dialect.on_finished, token))

    def on_failure(self, token: int, error: Exception) -> None:
        """Pass on a breakdown."""
        self._act(partial(self._dialect.on_failure, token, error))

    def _act(self, say: _Question, otherwise: Callable[[Exception], Iterable[Action]] | None = None) -> None:
        """Ask the dialect and do what it says, in order; one thread at a time.

        ``otherwise`` is asked where there is a fault of ours in that; by default ``on_fault``.
        """
        with self._lock:
            try:
                self._carry_out(self._ask(say, otherwise or self._dialect.on_fault))
            except OSError:
                leave(0)
            except Exception:
                # Half of it is done, and somebody may be waiting for the rest.
                self._pipe.note(traceback.format_exc())
                leave(1)

    def _ask(self, say: _Question, otherwise: Callable[[Exception], Iterable[Action]]) -> Iterable[Action]:
        try:
            return say()
        except Exception as error:
            # A fault of ours; nothing was sent, and the next line may still make sense.
            self._pipe.note(traceback.format_exc())
            if self._ended:
                leave(1)
            return otherwise(error)

    def _carry_out(self, actions: Iterable[Action]) -> None:
        for action in actions:
            if isinstance(action, base.Send):
                self._pipe.write(action.line)
                if action.error and self._strict:
                    leave(_STRICT)
            elif isinstance(action, base.Quit):
                leave(action.code)
            elif isinstance(action, base.Configure):
                self._configure(action)
            else:
                self._tell_thinker(action)

    def _tell_thinker(self, action: base.Start | base.Task | base.Stop | base.Retime | base.Clear) -> None:
        if isinstance(action, base.Start):
            late_ms = self._late_ms if self._pipe.reads == 1 else 0.0
            self._thinker.start(action.token, action.board, action.limits, late_ms)
        elif isinstance(action, base.Task):
            self._thinker.task(action.token, action.lines)
        elif isinstance(action, base.Stop):
            self._thinker.stop(action.token)
        elif isinstance(action, base.Retime):
            self._thinker.retime(action.token, action.soft, action.hard)
        else:
            self._thinker.clear()

    def _configure(self, wanted: base.Configure) -> None:
        try:
            self._thinker.configure(wanted.hash_mb, wanted.threads)
        except (MemoryError, RuntimeError) as error:
            self._carry_out(self._dialect.on_refused(wanted, error))
