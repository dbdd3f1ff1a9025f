"""Whole numbers on a command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable

_DIGITS = 18


def at_least(least: int) -> Callable[[str], int]:
    """What reads a whole number from ``least`` on, of at most 18 digits, for argparse.

    >>> at_least(1)("64")
    64
    """

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > _DIGITS or int(text) < least:
            raise argparse.ArgumentTypeError(f"expected a whole number, {least} or more, not {text!r}")
        return int(text)

    return read
