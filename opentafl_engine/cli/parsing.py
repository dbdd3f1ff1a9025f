"""What the tools for pipes share: argument errors in one line, numbers, long work that Ctrl-C ends."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

_MOST_DIGITS = 18


class LineParser(argparse.ArgumentParser):
    """A parser of arguments whose complaint is one line on standard error, with status 2."""

    def __init__(self, command: str, description: str | None) -> None:
        super().__init__(
            prog=f"opentafl-engine {command}",
            description=(description or "").replace("``", ""),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """End the process; the usage is left to ``--help``."""
        self.exit(2, f"{self.prog}: {message}\n")


def at_least(least: int) -> Callable[[str], int]:
    """A reader of whole numbers from here on, for argparse.

    >>> at_least(1)("12")
    12
    """

    def read(text: str) -> int:
        plain = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
        if not plain or int(text) < least:
            raise argparse.ArgumentTypeError(f"expected a whole number, {least} or more, not {text!r}")
        return int(text)

    return read


@contextmanager
def ended_by_interrupt() -> Iterator[None]:
    """Let Ctrl-C end the process at once: the core hears nothing of Python's exceptions."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
