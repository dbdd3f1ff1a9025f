"""A line to a real engine: everything said is kept for the report, and nothing is waited for in vain."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from opentafl_engine.client.process import EngineGoneError, EngineProcess, own_command

from ..fuzz import forms

PATIENCE = 120.0
"""Seconds after which silence counts as a hang."""
_KEPT = 100


class FaultError(Exception):
    """The engine has done what it must not do."""


@dataclass
class Tally:
    """What was said, by verb where the engine had nothing against it, and what came of it."""

    lines: int = 0
    asked: int = 0
    answered: int = 0
    errors: int = 0
    verbs: Counter[str] = field(default_factory=Counter)


class Wire:
    """One engine process; a context manager that ends it."""

    def __init__(self, dialect: str, arguments: Sequence[str], tally: Tally) -> None:
        self.dialect = dialect
        self.tally = tally
        self.latest: deque[str] = deque([f"$ opentafl-engine {dialect} {' '.join(arguments)}"], _KEPT)
        self._stderr, theirs = os.pipe()
        os.set_blocking(self._stderr, False)
        self._process = EngineProcess(own_command(dialect, *arguments), stderr=theirs)
        os.close(theirs)

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        os.close(self._stderr)

    def send(self, line: str, *, end: str = "\n", cut: int = 0) -> None:
        """Send a line, in two writes if it is ``cut`` somewhere."""
        self.latest.append(f"-> {line[:2000]!a}")
        self.tally.lines += 1
        if cut:
            self._process.send(line[:cut], end="")
        self._process.send(line[cut:], end=end)

    def hear(self) -> str:
        """The next line, which has a form of the dialect's. Raises ``FaultError`` where none comes."""
        try:
            heard = self._process.hear(time.monotonic() + PATIENCE)
        except EngineGoneError:
            raise FaultError(
                f"the engine has ended: {self._process.wait(PATIENCE)}{self._complaints()}"
            ) from None
        if heard is None:
            raise FaultError("the engine hangs")
        self.latest.append(f"<- {heard.line}")
        try:
            forms.check(self.dialect, heard.line)
        except AssertionError as error:
            raise FaultError(str(error)) from None
        return heard.line

    def end_input(self) -> None:
        """Close the engine's input."""
        self.latest.append("-> (end of input)")
        self._process.end_input()

    def expect_end(self) -> list[str]:
        """What is still said up to the end, which must come, in silence and with status 0."""
        lines = []
        try:
            while heard := self._process.hear(time.monotonic() + PATIENCE):
                self.latest.append(f"<- {heard.line}")
                forms.check(self.dialect, heard.line)
                lines.append(heard.line)
        except EngineGoneError:
            pass
        except AssertionError as error:
            raise FaultError(str(error)) from None
        status = self._process.wait(PATIENCE)
        if status != 0 or (said := self._complaints()):
            raise FaultError(
                f"the engine did not leave quietly: status {status}{said if status == 0 else ''}"
            )
        return lines

    def _complaints(self) -> str:
        """What the engine has said where it must not say anything."""
        try:
            said = os.read(self._stderr, 1 << 16).decode("ascii", "replace")
        except BlockingIOError:
            return ""
        return f", and said\n{said}" if said else ""
