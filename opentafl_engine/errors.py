"""Typed errors: each is a ``ValueError`` that says what was wrong, and where."""

from __future__ import annotations

_LONGEST_TOKEN = 80


class TaflError(ValueError):
    """Something that was handed in cannot be used.

    ``token`` is the offending piece of text, ``column`` its place (counted from 1) and
    ``reason`` the complaint without them; each is None where it makes no sense.
    """

    def __init__(self, reason: str, *, token: str | None = None, column: int | None = None) -> None:
        place = "" if column is None else f"column {column}: "
        where = "" if token is None else f"{_shortened(token)!r}: "
        super().__init__(f"{place}{where}{reason}")
        self.reason = reason
        self.token = token
        self.column = column


def _shortened(token: str) -> str:
    """A token that would not hide the complaint behind it.

    >>> _shortened("/" * 500)
    '//////////////////////////////////////////////////////////////////////////////...'
    """
    return token if len(token) <= _LONGEST_TOKEN else f"{token[: _LONGEST_TOKEN - 2]}..."


class RulesError(TaflError):
    """A rules string does not parse, or its rules cannot be played."""


class NotationError(TaflError):
    """A square, move or position record does not parse."""


class PositionError(TaflError):
    """A position cannot stand on a board of these rules."""


class IllegalMoveError(TaflError):
    """A move that parses, but that the rules forbid here."""
