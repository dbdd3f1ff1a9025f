"""The keys of the rules language that take one of a few values or a list of piece letters."""

from __future__ import annotations

from opentafl_engine.types import Quirk

ALL = "tcnkmTCNKM"
"""What a list of piece letters means by "all": every kind but guards."""

CHOICES: dict[str, tuple[str, str]] = {
    "esc": ("escape", "ce"),
    "surf": ("surrounded", "yn"),
    "atkf": ("attackers_first", "yn"),
    "tfr": ("repetition", "diwla"),
    "ka": ("king_armed", "ynah"),
    "ks": ("king_strength", "swcmyn"),
    "sw": ("shieldwall", "nws"),
    "swf": ("shieldwall_flanking", "yn"),
    "efe": ("edge_fort", "yn"),
    "linc": ("linnaean", "yn"),
    "ber": ("berserk", "ncm"),
}
"""Key -> the field of ``Rules`` and the values it takes."""

DEFAULTS = {
    "esc": "c", "surf": "y", "atkf": "y", "tfr": "d", "ka": "y", "ks": "s",
    "sw": "n", "swf": "y", "efe": "n", "linc": "n", "ber": "n",
    "nj": "c", "cj": "j", "kj": "n", "mj": "n", "gj": "n",
}  # fmt: skip
"""Key -> the value that it has where it is not given."""

JUMP_KEYS = ("cj", "nj", "kj", "mj", "gj")
"""The jump keys in the order of ``Rules.jumps``, whose first entry (a taflman's) has none."""

JUMP_VALUES = "njcr"

SAME_VALUE = {("ks", "y"): "s", ("ks", "n"): "w", ("gj", "c"): "j"}
"""Values that are another spelling of a value."""

SWAPPED_REPETITION = {"d": "d", "i": "d", "w": "l", "l": "w", "a": "d"}
"""What OpenTafl really does for each value of ``tfr``."""

KINDS = {"cor": "corner", "cen": "centre", "afor": "attacker_fort", "dfor": "defender_fort"}
"""The four lists of squares, in the order in which a later one takes a square over."""

LETTER_LISTS: dict[str, tuple[str, str, str]] = {
    "corh": ("cor", "hostile", ALL),
    "cenh": ("cen", "hostile", "tcnkm"),
    "cenhe": ("cen", "hostile_empty", ALL),
    "aforh": ("afor", "hostile", "TCNKM"),
    "dforh": ("dfor", "hostile", "tcnkm"),
    "corp": ("cor", "passes", "K"),
    "cenp": ("cen", "passes", ALL),
    "aforp": ("afor", "passes", ALL),
    "dforp": ("dfor", "passes", "TCNKM"),
    "cors": ("cor", "stops", "K"),
    "cens": ("cen", "stops", "K"),
    "afors": ("afor", "stops", ALL),
    "dfors": ("dfor", "stops", "TCNKM"),
    "corre": ("cor", "enters", ALL),
    "cenre": ("cen", "enters", ALL),
    "aforre": ("afor", "enters", ALL),
    "dforre": ("dfor", "enters", ALL),
}
"""Key -> the list of squares it belongs to, the field of ``SpecialSquares``, and its default."""

KNOWN_KEYS = frozenset(("dim", "name", "start", "starti", "spd", *DEFAULTS, *KINDS, *LETTER_LISTS))


def letters_default(key: str, quirks: Quirk) -> str:
    """The default of a list of piece letters, under these quirks."""
    if key == "dforp" and quirks & Quirk.DFORP_ALL:
        return ALL
    return LETTER_LISTS[key][2]


def reentry_keys() -> tuple[str, ...]:
    """The keys that OpenTafl reads only where ``cenre`` is present."""
    return ("corre", "aforre", "dforre")
