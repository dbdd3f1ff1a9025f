"""What a dialect is: lines and search reports in, actions out; no thread, no clock, no pipe.

A server feeds it the lines that arrive, carries out the actions in their order, and reports how
searches go. Every ``Start`` is answered by exactly one ``on_done`` or ``on_failure`` with its
token, every ``Task`` by ``on_finished`` or ``on_failure``; a new one stops those before it, which
still report first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from opentafl_engine.board import Board
    from opentafl_engine.search import Info, Limits, Result, RootMove

Stopped: TypeAlias = Callable[[], bool]
"""Says whether something long should come to its end."""


class Send(NamedTuple):
    """Write one line (without its newline).

    ``error`` marks a complaint about what was fed; a strict server leaves after it.
    """

    line: str
    error: bool = False


class Start(NamedTuple):
    """Search ``board``; reports carry ``token``."""

    token: int
    board: Board
    limits: Limits


class Task(NamedTuple):
    """Do something long that is no search; each line that it yields is reported with ``token``."""

    token: int
    lines: Callable[[Stopped], Iterator[str]]


class Stop(NamedTuple):
    """Let the search or task with this token end now; it still reports."""

    token: int


class Retime(NamedTuple):
    """Give the search with this token a soft and a hard limit, in milliseconds from now on."""

    token: int
    soft: float
    hard: float


class Clear(NamedTuple):
    """Forget what earlier searches have learnt."""


class Configure(NamedTuple):
    """Change what searches may use; only while none runs. What cannot be had is ``on_refused``."""

    hash_mb: int | None = None
    threads: int | None = None


class Quit(NamedTuple):
    """End the process."""

    code: int = 0


Action: TypeAlias = Send | Start | Task | Stop | Retime | Clear | Configure | Quit


class Dialect(ABC):
    """One protocol as a pure line machine. What it does not care to hear about it leaves out."""

    @abstractmethod
    def feed(self, line: str) -> list[Action]:
        """Take one line, without its newline, and say what to do."""

    @abstractmethod
    def at_end(self) -> list[Action]:
        """The input has ended; sooner or later a ``Quit`` follows."""

    @abstractmethod
    def on_done(self, token: int, result: Result) -> list[Action]:
        """The search with this token has ended."""

    @abstractmethod
    def on_failure(self, token: int, error: Exception) -> list[Action]:
        """The search or task with this token has broken down."""

    @abstractmethod
    def on_fault(self, error: Exception) -> list[Action]:
        """A line could not be taken: it was too long, or there is a fault in this program."""

    def on_info(self, token: int, info: Info) -> list[Action]:
        """The search with this token has finished an iteration."""
        return []

    def on_move(self, token: int, current: RootMove) -> list[Action]:
        """A search that has gone on for a while begins with another move of its root."""
        return []

    def on_text(self, token: int, line: str) -> list[Action]:
        """The task with this token has a line to say."""
        return []

    def on_finished(self, token: int) -> list[Action]:
        """The task with this token has ended."""
        return []

    def on_refused(self, wanted: Configure, error: Exception) -> list[Action]:
        """What was wanted cannot be had; everything is as before."""
        return []
