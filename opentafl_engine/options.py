"""The engine's options: one table that announces them, checks what is set and holds the values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from opentafl_engine.errors import TaflError
from opentafl_engine.machine import MAX_THREADS
from opentafl_engine.search import MAX_LINES
from opentafl_engine.timeman import DEFAULT_OVERHEAD
from opentafl_engine.variants import variant_names

Value: TypeAlias = int | bool | str

EMPTY = "<empty>"
"""How UCI writes a string of no characters."""

START_VARIANT = "copenhagen"


class OptionError(TaflError):
    """There is no such option, or it does not take this value."""


@dataclass(frozen=True)
class Option:
    """One option as UCI announces it; ``least`` and ``most`` are for numbers, ``choices`` for combos.

    >>> Option("Hash", "spin", 16, least=1, most=64).line()
    'option name Hash type spin default 16 min 1 max 64'
    """

    name: str
    kind: Literal["spin", "check", "combo", "string", "button"]
    default: Value = ""
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()

    def line(self) -> str:
        """The line that announces the option."""
        words = [f"option name {self.name} type {self.kind}"]
        if self.kind != "button":
            words.append(f"default {_written(self.default)}")
        if self.kind == "spin":
            words.append(f"min {self.least} max {self.most}")
        words += [f"var {choice}" for choice in self.choices]
        return " ".join(words)

    def parse(self, text: str) -> Value:
        """The value that a text stands for. Raises ``OptionError`` with what was expected.

        >>> Option("Ponder", "check", False).parse("TRUE")
        True
        """
        if self.kind == "spin":
            return self._number(text)
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise self._error(text, "expected true or false")
            return text.lower() == "true"
        if self.kind == "combo":
            for choice in self.choices:
                if choice.lower() == text.lower():
                    return choice
            raise self._error(text, f"expected one of {', '.join(self.choices)}")
        if self.kind == "button" and text:
            raise self._error(text, "expected no value")
        return "" if text == EMPTY else text

    def _number(self, text: str) -> int:
        digits = text.removeprefix("-")
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= 18
        if not is_number or not self.least <= int(text) <= self.most:
            raise self._error(text, f"expected a whole number from {self.least} to {self.most}")
        return int(text)

    def _error(self, text: str, expected: str) -> OptionError:
        return OptionError(f"{expected} for {self.name}", token=text)


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) or EMPTY


OPTIONS = (
    Option("Hash", "spin", 16, least=1, most=1 << 25),
    Option("Threads", "spin", 1, least=1, most=MAX_THREADS),
    Option("MultiPV", "spin", 1, least=1, most=MAX_LINES),
    Option("Ponder", "check", False),
    Option("Move Overhead", "spin", DEFAULT_OVERHEAD, least=0, most=60_000),
    Option("Clear Hash", "button"),
    Option("UCI_ShowWDL", "check", False),
    Option("UCI_AnalyseMode", "check", False),
    Option("UCI_Variant", "combo", START_VARIANT, choices=tuple(variant_names())),
    Option("Rules", "string"),
    Option("Semantics", "combo", "spec", choices=("spec", "opentafl")),
)
"""Hash in MiB, Move Overhead in milliseconds. Rules, where it is not empty, counts, not UCI_Variant."""


class Options:
    """The values of all options; names are looked up whatever their case.

    >>> options = Options()
    >>> options.parse("hash", "64")
    ('Hash', 64)
    >>> options.number("Hash")
    16
    """

    def __init__(self) -> None:
        self._table = {option.name.lower(): option for option in OPTIONS}
        self._values = {option.name: option.default for option in OPTIONS}

    def __iter__(self) -> Iterator[Option]:
        return iter(OPTIONS)

    def parse(self, name: str, text: str) -> tuple[str, Value]:
        """The name of an option as it is written and the value that a text stands for.

        Raises ``OptionError``.
        """
        option = self._table.get(" ".join(name.lower().split()))
        if option is None:
            expected = ", ".join(option.name for option in OPTIONS)
            raise OptionError(f"unknown option, expected one of {expected}", token=name)
        return option.name, option.parse(text)

    def put(self, name: str, value: Value) -> None:
        """Set an option to a value that ``parse`` gave."""
        self._values[name] = value

    def number(self, name: str) -> int:
        """The value of a spin."""
        return int(self._values[name])

    def flag(self, name: str) -> bool:
        """The value of a check."""
        return bool(self._values[name])
