"""What the tools share: argument errors in one line, numbers, long work that Ctrl-C ends."""

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
            description=plain(description),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """End the process; the usage is left to ``--help``."""
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


def plain(docstring: str | None) -> str:
    """A docstring as the text of a help.

    >>> plain("``perft``: count.")
    'perft: count.'
    """
    return (docstring or "").replace("``", "")


def at_least(least: int, most: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers from ``least`` on, and up to ``most``, for argparse.

    >>> at_least(1)("12")
    12
    """
    wanted = f"a whole number, {least} or more" if most is None else f"a whole number from {least} to {most}"

    def read(text: str) -> int:
        plain = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
        if not plain or not least <= int(text) <= (int(text) if most is None else most):
            raise argparse.ArgumentTypeError(f"expected {wanted}, not {text!r}")
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
