"""The options that an engine says it has, and the values that they take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from opentafl_engine.client.errors import EngineOptionError

ConfigValue: TypeAlias = str | int | bool | None
"""What an option may be set to; None presses a button."""

_LINE = re.compile(r"name\s+(?P<name>.*?)\s+type\s+(?P<type>\S+)(?P<rest>.*)", re.DOTALL)
_LIMITS = re.compile(r"\b(default|min|max)\s+(-?[0-9]{1,19})(?!\S)")
_EMPTY = "<empty>"
_TRUE = {"true": True, "false": False}


@dataclass(frozen=True)
class Option:
    """One option of an engine.

    ``type`` is ``check``, ``spin``, ``combo``, ``button`` or ``string`` (another word is taken for
    a string); ``min`` and ``max`` belong to a spin, ``var`` holds the values of a combo.
    """

    name: str
    type: str
    default: ConfigValue = None
    min: int | None = None
    max: int | None = None
    var: tuple[str, ...] = ()

    def parse(self, value: ConfigValue) -> ConfigValue:
        """The value in the option's own type. Raises ``EngineOptionError`` if it does not take it.

        >>> Option("Hash", "spin", 16, 1, 1024).parse("64")
        64
        """
        if self.type == "check":
            return self._check(value)
        if self.type == "spin":
            return self._spin(value)
        if self.type == "combo":
            return self._combo(value)
        if self.type == "button":
            if value not in (None, True):
                raise EngineOptionError(f"{self.name} is a button, it takes no value but None")
            return None
        text = "" if value is None else str(value)
        if "\n" in text or "\r" in text:
            raise EngineOptionError(f"{self.name} takes a single line, not {text!r}")
        return text

    def _check(self, value: ConfigValue) -> bool:
        wanted = value if isinstance(value, bool) else _TRUE.get(str(value).lower())
        if wanted is None:
            raise EngineOptionError(f"{self.name} is true or false, not {value!r}")
        return wanted

    def _spin(self, value: ConfigValue) -> int:
        try:
            number = int(str(value))
        except ValueError:
            raise EngineOptionError(f"{self.name} is a whole number, not {value!r}") from None
        below = self.min is not None and number < self.min
        if below or (self.max is not None and number > self.max):
            raise EngineOptionError(f"{self.name} is {self.min} to {self.max}, not {number}")
        return number

    def _combo(self, value: ConfigValue) -> str:
        for choice in self.var:
            if choice.lower() == str(value).lower():
                return choice
        raise EngineOptionError(f"{self.name} is one of {', '.join(self.var)}, not {value!r}")


def parse_option(text: str) -> Option | None:
    """Read what follows ``option`` in a line of UCI; None if it has no name and type.

    Names, defaults and choices may hold spaces and any words.

    >>> parse_option("name Clear Hash type button")
    Option(name='Clear Hash', type='button', default=None, min=None, max=None, var=())
    >>> parse_option("name Style type combo default Very Solid var Very Solid var Wild").var
    ('Very Solid', 'Wild')
    """
    match = _LINE.fullmatch(text.strip())
    if match is None:
        return None
    name, kind, rest = match["name"], match["type"].lower(), match["rest"]
    if kind == "spin":
        limits = {key: int(number) for key, number in _LIMITS.findall(rest)}
        return Option(name, kind, limits.get("default"), limits.get("min"), limits.get("max"))
    if kind == "button":
        return Option(name, kind)
    if kind == "combo":
        before, *choices = re.split(r"(?:^|\s)var(?:\s+|$)", rest)
        return Option(name, kind, _default(before), var=tuple(choice.strip() for choice in choices))
    default = _default(rest)
    if kind == "check":
        return Option(name, kind, None if default is None else _TRUE.get(default.lower()))
    return Option(name, kind, "" if default in (None, _EMPTY) else default)


def _default(rest: str) -> str | None:
    """What follows the word ``default``, whatever it is."""
    match = re.match(r"\s*default(?:\s+(.*))?$", rest, re.DOTALL)
    return None if match is None else (match[1] or "").strip()


class OptionMap(Mapping[str, Option]):
    """The options of an engine by name; case does not matter.

    >>> options = OptionMap([Option("Hash", "spin", 16, 1, 64)])
    >>> options["hash"].default, "HASH" in options, list(options)
    (16, True, ['Hash'])
    """

    def __init__(self, options: Iterable[Option] = ()) -> None:
        self._options: dict[str, Option] = {}
        for option in options:
            self.add(option)

    def add(self, option: Option) -> None:
        """Note one more; a name that comes again replaces what was there."""
        self._options[option.name.lower()] = option

    def __getitem__(self, name: str) -> Option:
        return self._options[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return (option.name for option in self._options.values())

    def __len__(self) -> int:
        return len(self._options)

    def check(self, wanted: Mapping[str, ConfigValue], managed: frozenset[str]) -> dict[str, ConfigValue]:
        """The wanted values in their own types, by the names that the engine gave.

        Raises ``EngineOptionError`` for an option that is not there, that the driver sets itself
        (``managed``, in lower case), or that does not take the value.
        """
        checked: dict[str, ConfigValue] = {}
        for name, value in wanted.items():
            option = self._options.get(name.lower())
            if option is None:
                known = ", ".join(self) or "none at all"
                raise EngineOptionError(f"the engine has no option {name!r}, it has {known}")
            if name.lower() in managed:
                raise EngineOptionError(f"{option.name} is set by the driver, as each question needs it")
            checked[option.name] = option.parse(value)
        return checked
