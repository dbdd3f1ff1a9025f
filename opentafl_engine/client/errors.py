"""What can go wrong with an engine; every error of a driver is an ``EngineError``."""

from __future__ import annotations

from collections.abc import Sequence


class EngineError(RuntimeError):
    """Something went wrong between a program and the engine that it drives."""


class EngineStartError(EngineError):
    """The command could not be started at all: no such file, or not a program."""


class EngineTerminatedError(EngineError):
    """The engine has ended, or has closed its output, which comes to the same.

    ``returncode`` is the exit status (negative for a signal), None if the process still runs;
    ``lines`` are the last lines that it said.
    """

    def __init__(self, reason: str, *, returncode: int | None = None, lines: Sequence[str] = ()) -> None:
        super().__init__(reason + said(lines))
        self.returncode = returncode
        self.lines = tuple(lines)


class EngineTimeoutError(EngineError):
    """An answer did not come in time.

    ``awaited`` says which, ``seconds`` how long it was waited for, ``lines`` are the last lines
    that came instead. The engine may still be at work: ``close`` ends it in any case.
    """

    def __init__(self, awaited: str, seconds: float, lines: Sequence[str] = ()) -> None:
        super().__init__(f"no {awaited} within {seconds:g} s{said(lines)}")
        self.awaited = awaited
        self.seconds = seconds
        self.lines = tuple(lines)


class EngineProtocolError(EngineError):
    """A line makes no sense where it came; ``line`` is that line."""

    def __init__(self, reason: str, line: str = "") -> None:
        super().__init__(f"{reason}: {line[:200]!r}" if line else reason)
        self.reason = reason
        self.line = line


class EngineIllegalMoveError(EngineProtocolError):
    """The engine named a move that the rules forbid.

    ``move`` is the move as it was written, ``reason`` why it is illegal.
    """

    def __init__(self, move: str, reason: str, line: str = "") -> None:
        super().__init__(f"illegal move {move}, {reason}", line)
        self.move = move
        self.reason = reason


class EngineRefusedError(EngineError):
    """The engine turned down what it was told: rules, a position or an option; ``reason`` is its own."""

    def __init__(self, told: str, reason: str) -> None:
        super().__init__(f"the engine refused {told}: {reason}")
        self.told = told
        self.reason = reason


class EngineOptionError(EngineError):
    """There is no such option, or it does not take that value; nothing was sent."""


class EngineUnsupportedError(EngineError):
    """The engine's protocol has no words for what was asked of it; nothing was sent."""


def said(lines: Sequence[str]) -> str:
    """The end of a message: the last lines of an engine, if there are any.

    >>> said(["hello"]), said([])
    ("; it last said 'hello'", '')
    """
    return f"; it last said {', '.join(repr(line) for line in lines)}" if lines else ""
