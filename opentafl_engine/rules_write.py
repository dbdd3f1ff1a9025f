"""Writes rules as strings: the shortest of their own semantics, or the nearest for OpenTafl."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from opentafl_engine.rules import DEFAULT_NAME, JUMPERS, Rules, SpecialSquares
from opentafl_engine.rules_keys import (
    CHOICES,
    DEFAULTS,
    JUMP_KEYS,
    KINDS,
    LETTER_LISTS,
    SWAPPED_REPETITION,
    letters_default,
    reentry_keys,
)
from opentafl_engine.rules_squares import Lists, resolve_squares
from opentafl_engine.squares import square_name
from opentafl_engine.types import OPENTAFL, Quirk


def write_rules(rules: Rules) -> str:
    """The shortest string that parses to equal rules in their own semantics."""
    return _write(rules, rules.quirks)


def write_for_opentafl(rules: Rules) -> tuple[str, list[str]]:
    """The string for OpenTafl's parser, and what that program cannot be told."""
    # That program's default for dforp is not the notation's, so it is spelled out.
    text = _write(rules, OPENTAFL, name=rules.name, explicit=("dforp",))
    return text, list(_losses(rules, Rules.parse(text, "opentafl")))


def _write(rules: Rules, quirks: Quirk, name: str = DEFAULT_NAME, explicit: tuple[str, ...] = ()) -> str:
    """The tokens of a rules string that is read with these quirks.

    Lists of letters that are ``explicit`` are written even where they are the default.
    """
    tokens = [f"dim:{rules.dim}"]
    if name != DEFAULT_NAME:
        tokens.append("name:" + name.replace(" ", "_"))
    tokens.extend(_choices(rules, quirks))
    tokens.extend(_speeds(rules.speeds, quirks))
    tokens.extend(_square_lists(rules, quirks))
    tokens.extend(_letter_lists(rules, quirks, explicit))
    tokens.extend(f"{key}:{value}" for key, value in rules.extra)
    tokens.append(f"start:{rules.start}")
    return " ".join(tokens)


def _choices(rules: Rules, quirks: Quirk) -> Iterator[str]:
    """The keys that take one letter, where it is not the default."""
    values = {key: getattr(rules, field) for key, (field, _) in CHOICES.items()}
    values.update({key: rules.jumps[JUMPERS.index(key[0])] for key in JUMP_KEYS})
    for key, value in values.items():
        letter = {True: "y", False: "n"}.get(value, value)
        if key == "tfr" and quirks & Quirk.SWAPPED_REPETITION:
            letter = SWAPPED_REPETITION[letter]
        if letter != DEFAULTS[key]:
            yield f"{key}:{letter}"


def _speeds(speeds: tuple[int, ...], quirks: Quirk) -> Iterator[str]:
    """The shortest form of the speed limits."""
    if not any(speeds):
        return
    attackers, defenders = speeds[:6], speeds[6:]
    lists_read = not quirks & Quirk.SPEED_LISTS_IGNORED
    uniform = len(set(attackers)) == len(set(defenders)) == 1
    limits: Iterable[int] = speeds
    if uniform and attackers == defenders:
        limits = speeds[:1]
    elif uniform and lists_read:
        limits = (attackers[0], defenders[0])
    elif not any(attackers[4:] + defenders[4:]):
        limits = attackers[:4] + defenders[:4]
    elif not attackers[5] and not defenders[5] and lists_read:
        limits = attackers[:5] + defenders[:5]
    yield "spd:" + ",".join(map(str, limits))


def _square_lists(rules: Rules, quirks: Quirk) -> list[str]:
    """The shortest lists of squares that come out as they should, or else as near as can be."""
    wanted = {key: frozenset(_special(rules, key).squares) for key in KINDS}
    escapes = frozenset(rules.escapes)
    corners = escapes if rules.escape == "c" else wanted["cor"]
    forts = {key: wanted[key] or None for key in ("afor", "dfor")}
    best: tuple[int, int, list[str]] | None = None
    for cor, cen in product((None, corners), (None, wanted["cen"])):
        lists: Lists = {"cor": cor, "cen": cen, **forts}
        squares, exits = resolve_squares(rules.dim, lists, rules.escape, quirks)
        misses = len(escapes ^ set(exits)) + sum(len(wanted[key] ^ set(squares[key])) for key in KINDS)
        tokens = [
            f"{key}:" + ",".join(square_name(index, rules.dim) for index in sorted(given))
            for key, given in lists.items()
            if given is not None
        ]
        candidate = (misses, len(" ".join(tokens)), tokens)
        if best is None or candidate[:2] < best[:2]:
            best = candidate
    assert best is not None
    return best[2]


def _letter_lists(rules: Rules, quirks: Quirk, explicit: tuple[str, ...]) -> Iterator[str]:
    """The lists of piece letters that are not the default, of the kinds that have squares.

    Where OpenTafl reads re-entry lists only with ``cenre`` and then empties those that are not
    given, one list that is not the default brings them all.
    """
    values = _letter_values(rules)
    defaults = {key: letters_default(key, quirks) for key in LETTER_LISTS}
    reentry = [key for key in ("cenre", *reentry_keys()) if key in values]
    if quirks & Quirk.REENTRY_NEEDS_CENRE and any(values[key] != defaults[key] for key in reentry):
        defaults.update(dict.fromkeys(reentry_keys(), ""))
        yield "cenre:" + values.pop("cenre", "")
    for key, letters in values.items():
        if letters != defaults[key] or key in explicit:
            yield f"{key}:{letters}"


def _letter_values(rules: Rules) -> dict[str, str]:
    """The lists of piece letters by key, of the kinds that have squares."""
    specials = {key: _special(rules, key) for key in KINDS}
    return {
        key: getattr(specials[kind], field)
        for key, (kind, field, _) in LETTER_LISTS.items()
        if specials[kind].squares
    }


def _special(rules: Rules, key: str) -> SpecialSquares:
    """The squares of the kind that this key lists."""
    special: SpecialSquares = getattr(rules, KINDS[key])
    return special


def _losses(rules: Rules, read: Rules) -> Iterator[str]:
    """What a reading by OpenTafl's parser (``read``) makes otherwise, a line for each key."""
    if read.repetition != rules.repetition:
        yield f"tfr:{rules.repetition} is read as tfr:{read.repetition}"
    for key, field in KINDS.items():
        wanted, found = _special(rules, key).squares, _special(read, key).squares
        if wanted != found:
            names = [square_name(index, rules.dim) for index in sorted({*wanted} ^ {*found})]
            yield f"{key}: {', '.join(names)} cannot be marked as meant ({field.replace('_', ' ')})"
    if read.escapes != rules.escapes:
        names = [square_name(index, rules.dim) for index in sorted({*rules.escapes} ^ {*read.escapes})]
        yield f"esc: {', '.join(names)} cannot be made an escape or kept from being one"
    if rules.jumps[JUMPERS.index("g")] != "n":
        yield f"gj:{rules.jumps[JUMPERS.index('g')]} has no effect, guards never jump"
    for key, letters in _letter_values(rules).items():
        if LETTER_LISTS[key][1].startswith("hostile"):
            yield from _hostility_losses(rules, key, letters)


def _hostility_losses(rules: Rules, key: str, letters: str) -> Iterator[str]:
    """Hostility counts by side there: only ``t`` and ``T`` in a list are looked at."""
    present = set(rules.start)
    if present & set("mM"):
        present |= set("mM")
    for plain, side in (("t", "tcnkm"), ("T", "TCNKM")):
        wrong = [letter for letter in side if letter in present and (letter in letters) != (plain in letters)]
        if wrong:
            reading = "hostile" if plain in letters else "not hostile"
            yield f"{key}: only t and T are looked at, so the squares are {reading} to {', '.join(wrong)}"
