"""Engines for programs that know no asyncio: the same verbs, each returning when it is done."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, overload

from opentafl_engine.board import Board
from opentafl_engine.client.background import Background, SimpleAnalysisResult
from opentafl_engine.client.detect import popen
from opentafl_engine.client.engine import Engine
from opentafl_engine.client.errors import EngineError
from opentafl_engine.client.info import InfoDict
from opentafl_engine.client.limit import Limit
from opentafl_engine.client.options import ConfigValue, OptionMap
from opentafl_engine.client.request import PlayResult
from opentafl_engine.client.transport import Command
from opentafl_engine.notation import Move


class SimpleEngine:
    """A running engine; a context manager that ends it.

    Its methods are those of ``Engine`` and raise the same errors; each waits for its end, which
    the same time-outs see to. A program may use one engine from several threads, and several
    engines side by side.
    """

    def __init__(self, engine: Engine, background: Background) -> None:
        self.engine = engine
        """The driver underneath; it lives in a thread of its own."""
        self._background = background

    @classmethod
    def popen(
        cls, command: Command, protocol: str = "auto", *, timeout: float = 10.0, **popen_args: Any
    ) -> SimpleEngine:
        """Start an engine; see ``opentafl_engine.client.popen``.

        >>> from opentafl_engine.client import Limit, SimpleEngine, own_command
        >>> from opentafl_engine import Board, variant
        >>> with SimpleEngine.popen(own_command("otep")) as engine:
        ...     board = Board(variant("brandub"))
        ...     engine.play(board, Limit(time=0.1)).move in board.legal_moves
        True
        """
        background = Background()
        try:
            engine = background.run(popen(command, protocol, timeout=timeout, **popen_args))
        except BaseException:
            background.end()
            raise
        return cls(engine, background)

    @classmethod
    def popen_uci(cls, command: Command, **arguments: Any) -> SimpleEngine:
        """Start an engine that speaks UCI; the arguments are those of ``popen``."""
        return cls.popen(command, "uci", **arguments)

    @classmethod
    def popen_ugi(cls, command: Command, **arguments: Any) -> SimpleEngine:
        """Start an engine that speaks UGI; the arguments are those of ``popen``."""
        return cls.popen(command, "ugi", **arguments)

    @classmethod
    def popen_otep(cls, command: Command, **arguments: Any) -> SimpleEngine:
        """Start an engine that speaks OTEP; the arguments are those of ``popen``."""
        return cls.popen(command, "otep", **arguments)

    @classmethod
    def popen_htp(cls, command: Command, **arguments: Any) -> SimpleEngine:
        """Start an engine that speaks HTP; the arguments are those of ``popen``."""
        return cls.popen(command, "htp", **arguments)

    @property
    def protocol(self) -> str:
        """The name of the protocol that the engine speaks."""
        return self.engine.protocol

    @property
    def id(self) -> Mapping[str, str]:
        """What the engine says about itself."""
        return self.engine.id

    @property
    def options(self) -> OptionMap:
        """The options that the engine says it has."""
        return self.engine.options

    @property
    def timeout(self) -> float:
        """Seconds for answers that need no thought; like the other two it can be set, see ``Engine``."""
        return self.engine.timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        self.engine.timeout = seconds

    @property
    def margin(self) -> float:
        """Seconds that a search may take beyond its time."""
        return self.engine.margin

    @margin.setter
    def margin(self, seconds: float) -> None:
        self.engine.margin = seconds

    @property
    def search_timeout(self) -> float:
        """Seconds for searches that no time bounds."""
        return self.engine.search_timeout

    @search_timeout.setter
    def search_timeout(self, seconds: float) -> None:
        self.engine.search_timeout = seconds

    @property
    def returncode(self) -> int | None:
        """The exit status of the process; None while it runs."""
        return self.engine.returncode

    def configure(self, options: Mapping[str, ConfigValue]) -> None:
        """Set options by name; see ``Engine.configure``."""
        self._background.run(self.engine.configure(options))

    def ping(self) -> None:
        """Wait until the engine answers; see ``Engine.ping``."""
        self._background.run(self.engine.ping())

    def play(
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
        """Ask for a move; see ``Engine.play``."""
        return self._background.run(
            self.engine.play(
                board, limit, game=game, ponder=ponder, root_moves=root_moves, info=info, timeout=timeout
            )
        )

    @overload
    def analyse(
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
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        game: object = None,
        root_moves: Iterable[Move] | None = None,
        timeout: float | None = None,
    ) -> list[InfoDict]: ...

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        root_moves: Iterable[Move] | None = None,
        timeout: float | None = None,
    ) -> InfoDict | list[InfoDict]:
        """Ask what the engine thinks of a position; see ``Engine.analyse``."""
        # Two calls, since the overloads of the engine's method tell a number from None.
        if multipv is None:
            return self._background.run(
                self.engine.analyse(board, limit, game=game, root_moves=root_moves, timeout=timeout)
            )
        return self._background.run(
            self.engine.analyse(
                board, limit, multipv=multipv, game=game, root_moves=root_moves, timeout=timeout
            )
        )

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        root_moves: Iterable[Move] | None = None,
        timeout: float | None = None,
    ) -> SimpleAnalysisResult:
        """Start an analysis; see ``Engine.analysis``."""
        inner = self._background.run(
            self.engine.analysis(
                board, limit, multipv=multipv, game=game, root_moves=root_moves, timeout=timeout
            )
        )
        return SimpleAnalysisResult(inner, self._background)

    def quit(self) -> None:
        """Send the engine away; see ``Engine.quit``. ``close`` is still needed."""
        self._background.run(self.engine.quit())

    def close(self) -> None:
        """End the engine in any state. May be called again."""
        with contextlib.suppress(EngineError):
            self._background.run(self.engine.close())
        self._background.end()

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<SimpleEngine of {self.engine!r}>"
