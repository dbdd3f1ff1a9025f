"""Moves as text: simple moves, OpenTafl's full move records, and standard algebraic notation.

The names of squares and the position records live in ``squares`` and ``positions`` and can be
imported from here as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from opentafl_engine.errors import NotationError
from opentafl_engine.positions import parse_position, write_position
from opentafl_engine.squares import SQUARE, parse_square, square_index, square_name
from opentafl_engine.types import PIECE_LETTERS

__all__ = [
    "Capture",
    "Move",
    "MoveRecord",
    "parse_position",
    "parse_record",
    "parse_square",
    "parse_standard",
    "square_index",
    "square_name",
    "write_position",
    "write_standard",
]

_SIMPLE = re.compile(rf"({SQUARE.pattern})-?({SQUARE.pattern})")
_RESIGNS = "---"


@dataclass(frozen=True, slots=True)
class Move:
    """One step of one piece, from a square to a square, both by name.

    >>> move = Move.parse("d1-d3")
    >>> move.from_square, move.to_square, str(move), move.uci()
    ('d1', 'd3', 'd1-d3', 'd1d3')
    """

    from_square: str
    to_square: str

    @staticmethod
    def parse(text: str) -> Move:
        """Read ``d1-d3``, ``d1d3`` or a full move record such as ``Ne6^=e8xce7/ne9``.

        Raises ``NotationError`` with the column at which the text stops to make sense, and for a
        resignation, which moves nothing.
        """
        return _parse_move(text)

    def __str__(self) -> str:
        return f"{self.from_square}-{self.to_square}"

    def uci(self) -> str:
        """The form without a dash: ``d1d3``."""
        return self.from_square + self.to_square


class Capture(NamedTuple):
    """One captured piece: its letter if that was given, and its square.

    The square is None only where a captured king stands without one (``xK``).
    """

    letter: str | None
    square: str | None

    def __str__(self) -> str:
        return (self.letter or "") + (self.square or "")


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """Everything that a full move record says; ``str()`` writes it back.

    ``move`` is None for a resignation. ``piece`` is the letter in front, None where none is given
    (a plain taflman). ``info`` is ``+`` (the king can be captured next), ``++`` (he is captured),
    ``-`` (he has a way out next), ``--`` (he has escaped) or empty.

    >>> record = parse_record("Ne6^=e8xce7/f8")
    >>> str(record.move), record.piece, record.jump, record.berserk
    ('e6-e8', 'N', True, True)
    >>> [tuple(capture) for capture in record.captures]
    [('c', 'e7'), (None, 'f8')]
    >>> str(record)
    'Ne6^=e8xce7/f8'
    """

    move: Move | None
    piece: str | None = None
    jump: bool = False
    berserk: bool = False
    captures: tuple[Capture, ...] = ()
    info: str = ""

    @property
    def resigns(self) -> bool:
        """Whether this is the record of a resignation, ``---``."""
        return self.move is None

    def __str__(self) -> str:
        if self.move is None:
            return _RESIGNS
        kind = ("^" if self.jump else "") + ("=" if self.berserk else "") or "-"
        captures = "/".join(str(capture) for capture in self.captures)
        taken = f"x{captures}" if captures else ""
        return f"{self.piece or ''}{self.move.from_square}{kind}{self.move.to_square}{taken}{self.info}"


def parse_record(text: str) -> MoveRecord:
    """Read a full OTN move record, or ``---``.

    Also read are a doubled capture square (``xk6xk6``), ``x`` between captures and a captured
    king without his square. Raises ``NotationError`` with the column of the first thing that does
    not fit.

    >>> str(parse_record("Ke5-e1-")), str(parse_record("a3-a1xa2xa2")), parse_record("---").resigns
    ('Ke5-e1-', 'a3-a1xa2', True)
    """
    if text == _RESIGNS:
        return MoveRecord(None)
    scan = _Scanner(text)
    piece = scan.letter()
    start = scan.square()
    kind = scan.one_of(("^=", "^", "=", "-"), "one of - ^ = ^=")
    end = scan.square()
    captures = scan.captures(letters=True)
    info = scan.option(("++", "--", "+", "-"))
    scan.end("x and captures, or one of + ++ - --")
    return MoveRecord(Move(start, end), piece, "^" in kind, "=" in kind, captures, info)


def parse_standard(text: str) -> MoveRecord:
    """Read standard algebraic notation: ``e5-e8xe9/d8+``, or captures as ``xe9xd8``.

    Raises ``NotationError`` with a column, also for the letters and signs that only full records
    have.

    >>> str(parse_standard("e5-e8xe9xd8+"))
    'e5-e8xe9/d8+'
    """
    scan = _Scanner(text)
    start = scan.square()
    scan.one_of(("-",), "-")
    end = scan.square()
    captures = scan.captures(letters=False)
    info = scan.option(("++", "+"))
    scan.end("x and captures, or + or ++")
    return MoveRecord(Move(start, end), captures=captures, info=info)


def write_standard(record: MoveRecord) -> str:
    """Write standard algebraic notation, which has no letters and no sign for an escape.

    Raises ``NotationError`` for a resignation, which it cannot express.

    >>> write_standard(parse_record("Ne6^=e8xce7/ne9")), write_standard(parse_record("Ke5-e1-"))
    ('e6-e8xe7/e9', 'e5-e1')
    """
    if record.move is None:
        raise NotationError("standard notation has no resignation", token=_RESIGNS, column=1)
    squares = [capture.square for capture in record.captures if capture.square]
    taken = "x" + "/".join(squares) if squares else ""
    info = record.info if record.info in ("+", "++") else ""
    return f"{record.move}{taken}{info}"


@lru_cache(maxsize=8192)
def _parse_move(text: str) -> Move:
    """``Move.parse``, remembered: a game's moves come again and again."""
    simple = _SIMPLE.fullmatch(text)
    if simple is not None:
        return Move(simple[1], simple[4])
    move = parse_record(text).move
    if move is None:
        raise NotationError("expected a move, not a resignation", token=text, column=1)
    return move


class _Scanner:
    """Reads a move from left to right and complains at the place where it does not fit."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def letter(self) -> str | None:
        """A piece letter, which is one only if another letter follows: ``ce6``, not ``c6``."""
        here, after = self.text[self.at : self.at + 1], self.text[self.at + 1 : self.at + 2]
        if here and here in PIECE_LETTERS and (here.isupper() or after.isalpha()):
            self.at += 1
            return here
        return None

    def square(self) -> str:
        """The name of a square."""
        match = SQUARE.match(self.text, self.at)
        if match is None:
            raise self.error("a square (a1 to s19)")
        self.at = match.end()
        return match[0]

    def option(self, signs: tuple[str, ...]) -> str:
        """One of the signs, or nothing."""
        for sign in signs:
            if self.text.startswith(sign, self.at):
                self.at += len(sign)
                return sign
        return ""

    def one_of(self, signs: tuple[str, ...], expected: str) -> str:
        """One of the signs."""
        sign = self.option(signs)
        if not sign:
            raise self.error(expected)
        return sign

    def captures(self, *, letters: bool) -> tuple[Capture, ...]:
        """``x`` and captures with ``/`` or ``x`` between them; a square that comes again is dropped."""
        found: dict[str, Capture] = {}
        sign = self.option(("x",))
        while sign:
            capture = self.capture(letters=letters)
            found.setdefault(capture.square or str(capture), capture)
            sign = self.option(("/", "x"))
        return tuple(found.values())

    def capture(self, *, letters: bool) -> Capture:
        """One captured piece; only a king may come without his square."""
        letter = self.letter() if letters else None
        if letter == "K" and SQUARE.match(self.text, self.at) is None:
            return Capture(letter, None)
        return Capture(letter, self.square())

    def end(self, expected: str) -> None:
        """Nothing more."""
        if self.at < len(self.text):
            raise self.error(f"{expected}, or the end")

    def error(self, expected: str) -> NotationError:
        """The complaint that something else was expected here."""
        rest = self.text[self.at :]
        return NotationError(f"expected {expected}", token=rest or self.text, column=self.at + 1)
