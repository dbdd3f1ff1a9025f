"""What a dialect is: lines and search reports in, actions out; no thread, no clock, no pipe.

A server feeds it the lines that arrive, carries out the actions in their order, and reports how
searches go. Every ``Start`` is answered by exactly one ``on_done`` or ``on_failure`` with its
token; a new one stops those before it, which still report first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from opentafl_engine.board import Board
    from opentafl_engine.search import Info, Limits, Result


class Send(NamedTuple):
    """Write one line (without its newline)."""

    line: str


class Start(NamedTuple):
    """Search ``board``; reports carry ``token``."""

    token: int
    board: Board
    limits: Limits


class Stop(NamedTuple):
    """Let the search with this token end now; it still reports."""

    token: int


class Clear(NamedTuple):
    """Forget what earlier searches have learnt."""


class Quit(NamedTuple):
    """End the process."""

    code: int = 0


Action: TypeAlias = Send | Start | Stop | Clear | Quit


class Dialect(Protocol):
    """One protocol as a pure line machine."""

    def feed(self, line: str) -> list[Action]:
        """Take one line, without its newline, and say what to do."""

    def at_end(self) -> list[Action]:
        """The input has ended; sooner or later a ``Quit`` follows."""

    def on_info(self, token: int, info: Info) -> list[Action]:
        """The search with this token has finished an iteration."""

    def on_done(self, token: int, result: Result) -> list[Action]:
        """The search with this token has ended."""

    def on_failure(self, token: int, error: Exception) -> list[Action]:
        """The search with this token has broken down."""
