"""Reads rules strings of OpenTafl Notation, in either semantics."""

from __future__ import annotations

import re
from typing import NamedTuple

from opentafl_engine.errors import NotationError, RulesError
from opentafl_engine.positions import parse_position, write_position
from opentafl_engine.rules import DEFAULT_NAME, Rules, SpecialSquares
from opentafl_engine.rules_keys import (
    CHOICES,
    DEFAULTS,
    JUMP_KEYS,
    JUMP_VALUES,
    KINDS,
    KNOWN_KEYS,
    LETTER_LISTS,
    SAME_VALUE,
    SWAPPED_REPETITION,
    letters_default,
    reentry_keys,
)
from opentafl_engine.rules_squares import Lists, default_squares, resolve_squares
from opentafl_engine.squares import MAX_DIM, MIN_DIM, square_index
from opentafl_engine.types import OPENTAFL, PIECE_LETTERS, SPEC, Quirk

_TOKEN = re.compile(r"[^ \t\r\n]+")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_START_KEYS = ("start", "starti")
SEMANTICS = {"spec": SPEC, "opentafl": OPENTAFL}
"""The quirks of each semantics."""


class Token(NamedTuple):
    """One ``key:value`` of a rules string and the column where it begins."""

    key: str
    value: str
    column: int

    def error(self, reason: str) -> RulesError:
        """The complaint about this token."""
        return RulesError(reason, token=f"{self.key}:{self.value}", column=self.column)


def parse_rules(text: str, semantics: str, without: Quirk) -> Rules:
    """The rules that a string means; see ``Rules.parse``."""
    if semantics not in SEMANTICS:
        raise RulesError("expected the semantics spec or opentafl", token=semantics)
    quirks = SEMANTICS[semantics] & ~without
    tokens, warnings = _tokens(text)
    reader = _Reader(tokens, quirks)
    dim = reader.dim()
    lists = reader.square_lists(dim)
    escape = reader.choice("esc")
    squares, escapes = resolve_squares(dim, lists, escape, quirks)
    return Rules(
        dim=dim,
        name=tokens["name"].value.replace("_", " ") if "name" in tokens else DEFAULT_NAME,
        start=reader.start(dim),
        semantics=semantics,
        quirks=quirks,
        escape=escape,
        escapes=escapes,
        surrounded=reader.flag("surf"),
        attackers_first=reader.flag("atkf"),
        repetition=reader.repetition(),
        king_armed=reader.choice("ka"),
        king_strength=reader.choice("ks"),
        jumps=("n", *(reader.choice(key) for key in JUMP_KEYS)),
        speeds=reader.speeds(dim),
        **{field: reader.special(key, squares[key]) for key, field in KINDS.items()},
        shieldwall=reader.choice("sw"),
        shieldwall_flanking=reader.flag("swf"),
        edge_fort=reader.flag("efe"),
        linnaean=reader.flag("linc"),
        berserk=reader.choice("ber"),
        extra=tuple(sorted((key, t.value) for key, t in tokens.items() if key not in KNOWN_KEYS)),
        warnings=tuple(warnings),
    )


def _tokens(text: str) -> tuple[dict[str, Token], list[str]]:
    """The tokens by key, the last one of each, and the warnings about the rest.

    ``start`` and ``starti`` are one key, here always called ``start``.
    """
    tokens: dict[str, Token] = {}
    warnings: list[str] = []
    first = last = None
    for match in _TOKEN.finditer(text):
        column = match.start() + 1
        key, colon, value = match[0].partition(":")
        if not colon or not key or not match[0].isprintable():
            raise RulesError("expected key:value", token=match[0], column=column)
        last = Token(key, value, column)
        first = first or last
        slot = "start" if key in _START_KEYS else key
        if slot in tokens:
            warnings.append(f"column {column}: {key} is given again, the last one counts")
        if key not in KNOWN_KEYS:
            warnings.append(f"column {column}: unknown key {key} is ignored")
        tokens[slot] = last
    if first is None or last is None:
        raise RulesError("expected a rules string that begins with dim:", token=text, column=1)
    if first.key != "dim":
        raise first.error("expected dim: as the first token")
    if last.key not in _START_KEYS:
        raise last.error("expected start: or starti: as the last token")
    return tokens, warnings


class _Reader:
    """Turns the values of the tokens into those of ``Rules``."""

    def __init__(self, tokens: dict[str, Token], quirks: Quirk) -> None:
        self.tokens = tokens
        self.quirks = quirks
        self.lenient = bool(quirks & Quirk.LENIENT_VALUES)

    def dim(self) -> int:
        """The side of the board."""
        token = self.tokens["dim"]
        if not re.fullmatch(r"[0-9]{1,2}", token.value) or not MIN_DIM <= int(token.value) <= MAX_DIM:
            raise token.error(f"expected a side of the board from {MIN_DIM} to {MAX_DIM}")
        return int(token.value)

    def start(self, dim: int) -> str:
        """The start position as a canonical record."""
        token = self.tokens["start"]
        try:
            cells = parse_position(token.value, dim=dim, top_first=token.key == "starti")
        except NotationError as error:
            column = token.column + len(token.key) + (error.column or 1)
            raise token.error(f"{error.reason}, at {error.token!r} in column {column}") from error
        return write_position(cells, dim)

    def choice(self, key: str) -> str:
        """The value of a key that takes one of a few letters."""
        token = self.tokens.get(key)
        if token is None:
            return DEFAULTS[key]
        values = CHOICES[key][1] if key in CHOICES else JUMP_VALUES
        value = token.value
        if len(value) != 1 or value not in values:
            if not self.lenient:
                raise token.error(f"expected one of {' '.join(values)}")
            value = _lenient_default(key, values)
        return SAME_VALUE.get((key, value), value)

    def flag(self, key: str) -> bool:
        """The value of a yes/no key."""
        return self.choice(key) == "y"

    def repetition(self) -> str:
        """What a third repetition does, whatever letter says so."""
        value = self.choice("tfr")
        return SWAPPED_REPETITION[value] if self.quirks & Quirk.SWAPPED_REPETITION else value

    def speeds(self, dim: int) -> tuple[int, ...]:
        """Twelve speed limits, 0 for none; a limit that the board cannot exceed is none."""
        token = self.tokens.get("spd")
        if token is None:
            return (0,) * 12
        numbers = token.value.removesuffix(",").split(",")
        for number in numbers:
            if not _NUMBER.fullmatch(number):
                raise token.error(f"expected numbers with commas between them, found {number!r}")
        limits = [max(int(number), 0) for number in numbers]
        spread = _spread_speeds([0 if limit >= dim - 1 else limit for limit in limits], self.quirks)
        if spread is None and not self.lenient:
            raise token.error(f"expected 1, 2, 8, 10 or 12 numbers, found {len(numbers)}")
        return spread or (0,) * 12

    def square_lists(self, dim: int) -> Lists:
        """The four lists of squares as they are given."""
        return {key: self._square_list(key, dim) for key in KINDS}

    def _square_list(self, key: str, dim: int) -> frozenset[int] | None:
        token = self.tokens.get(key)
        if token is None:
            return None
        value = token.value.removesuffix(",")
        if value == "default" and key in ("cor", "cen") and not (key == "cor" and self.lenient):
            return default_squares(dim)[key]
        names = value.split(",") if token.value else []
        try:
            return frozenset(square_index(name, dim) for name in names)
        except NotationError as error:
            raise token.error(f"{error.reason}; found {error.token!r}") from error

    def special(self, kind: str, squares: tuple[int, ...]) -> SpecialSquares:
        """The squares of one kind with what its lists of letters say.

        Where there are no squares the lists mean nothing, so they are checked and then forgotten.
        """
        keys = [key for key, (of, _, _) in LETTER_LISTS.items() if of == kind]
        letters = {key: self._letters(key) for key in keys}
        if not squares:
            letters = {key: letters_default(key, SPEC) for key in keys}
        fields = {LETTER_LISTS[key][1]: letters[key] for key in keys}
        fields.setdefault("hostile_empty", fields["hostile"])
        return SpecialSquares(squares=squares, **fields)

    def _letters(self, key: str) -> str:
        """A list of piece letters, in their usual order."""
        token = self.tokens.get(key)
        if token is not None:
            letters = token.value.removesuffix(",")
            wrong = [letter for letter in letters if letter not in PIECE_LETTERS]
            if wrong:
                raise token.error(f"expected piece letters ({PIECE_LETTERS}), found {wrong[0]!r}")
        if key in reentry_keys() and self.quirks & Quirk.REENTRY_NEEDS_CENRE:
            if "cenre" not in self.tokens:
                token = None
            elif token is None:
                return ""
        if token is None:
            return letters_default(key, self.quirks)
        return "".join(letter for letter in PIECE_LETTERS if letter in letters)


def _lenient_default(key: str, values: str) -> str:
    """What OpenTafl makes of a value that is none of a key's values."""
    if key == "esc":
        return "e"
    return "n" if values == "yn" else DEFAULTS[key]


def _spread_speeds(limits: list[int], quirks: Quirk) -> tuple[int, ...] | None:
    """The limits of all twelve kinds of pieces, or None where their number makes no sense."""
    count = len(limits)
    if count in (2, 10) and quirks & Quirk.SPEED_LISTS_IGNORED:
        return (0,) * 12
    if count == 1:
        return tuple(limits * 12)
    if count == 2:
        return (*[limits[0]] * 6, *[limits[1]] * 6)
    if count not in (8, 10, 12):
        return None
    half = count // 2
    rest = [0] * (6 - half)
    return (*limits[:half], *rest, *limits[half:], *rest)
