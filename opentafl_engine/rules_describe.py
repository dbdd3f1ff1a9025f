"""Says the rules of a variant in plain English."""

from __future__ import annotations

from collections.abc import Iterator

from opentafl_engine.rules import JUMPERS, Rules, SpecialSquares
from opentafl_engine.squares import square_name
from opentafl_engine.types import PIECE_LETTERS

_SINGULAR = {
    "t": "taflman", "c": "commander", "n": "knight", "k": "king", "m": "mercenary", "g": "guard",
}  # fmt: skip
_PLURAL = {"t": "taflmen", "m": "mercenaries"}
_STRENGTH = {
    "s": "The king is captured only when all four squares around him are hostile, so never at the edge.",
    "w": "The king is captured like any other piece, between two enemies or hostile squares.",
    "c": "The king must be surrounded on all four sides on or next to a centre square, "
    "and is captured between two enemies elsewhere.",
    "m": "The king is captured when every square next to him is hostile: four in the open, "
    "three at an edge, two in a corner.",
}
_ARMED = {
    "y": "",
    "n": "The king is unarmed: he takes no part in captures.",
    "a": "The king captures nothing by moving, but others may capture against him.",
    "h": "The king captures by moving, but nothing can be captured against him.",
}
_REPETITION = {
    "d": "The third occurrence of a position is a draw.",
    "i": "Repeating a position has no consequence.",
    "w": "The player who brings about a position for the third time wins.",
    "l": "The player who brings about a position for the third time loses.",
    "a": "The third occurrence of a position is a win for the attackers.",
}
_JUMPS = {
    "j": "over an adjacent enemy, without capturing it",
    "c": "over an adjacent enemy, capturing it",
    "r": "over an adjacent enemy from or to a special square, without capturing it",
}
_WALLS = {
    "w": "A row of enemies along an edge is captured by a shieldwall, which needs a piece at each end.",
    "s": "A row of enemies along an edge is captured by a shieldwall, and a corner may stand for an end.",
}
_BERSERK = {
    "c": "A piece that captured must go on moving as long as it can capture again.",
    "m": "A piece that captured must go on moving as long as it can move.",
}
_KINDS = {
    "corner": "corner",
    "centre": "centre",
    "attacker_fort": "attackers' fortress",
    "defender_fort": "defenders' fortress",
}


def describe_rules(rules: Rules) -> str:
    """Several sentences; see ``Rules.describe``."""
    sentences = [
        *_board(rules),
        *_ends(rules),
        _STRENGTH[rules.king_strength],
        _ARMED[rules.king_armed],
        *_squares(rules),
        *_moves(rules),
        *_captures(rules),
        _REPETITION[rules.repetition],
        *_reading(rules),
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _board(rules: Rules) -> Iterator[str]:
    """Size, armies and who begins."""
    pieces = [letter for letter in rules.start if letter.isalpha()]
    attackers = [letter for letter in pieces if letter.islower()]
    defenders = [letter for letter in pieces if letter.isupper() and letter != "K"]
    kings = pieces.count("K")
    king = {0: "no king", 1: "a king"}.get(kings, f"{kings} kings")
    guards = f"{king} and {_count(len(defenders), 'defender')}" if defenders else f"{king} alone"
    board = f"{'an' if rules.dim in (8, 11, 18) else 'a'} {rules.dim}x{rules.dim} board"
    yield f"{rules.name} is played on {board} by {_count(len(attackers), 'attacker')} against {guards}."
    for army, whose in ((attackers, "attackers"), (defenders, "defenders")):
        special = [letter for letter in PIECE_LETTERS if letter.lower() != "t" and letter in army]
        if special:
            parts = [_count(army.count(x), _SINGULAR[x.lower()], _PLURAL.get(x.lower())) for x in special]
            yield f"Among the {whose} {'is' if parts[0].startswith('1 ') else 'are'} {_join(parts)}."
    yield f"The {rules.first_side} move first."


def _ends(rules: Rules) -> Iterator[str]:
    """How the two sides win."""
    where = f"a corner square ({_names(rules.escapes, rules.dim)})"
    if rules.escape == "e":
        where = "any square at the edge"
    escape = f"the king reaches {where}, " if rules.escapes else ""
    fort = "the king is safe in an unbreakable fort at the edge, " if rules.edge_fort else ""
    ring = " or surround all the defenders" if rules.surrounded else ""
    yield f"The defenders win when {escape}{fort}{'or when ' if escape or fort else ''}no attacker is left."
    yield f"The attackers win when they capture the king{ring}."
    if rules.semantics == "spec":
        yield "A side that has no legal move loses."


def _squares(rules: Rules) -> Iterator[str]:
    """What each kind of special square does."""
    for field, kind in _KINDS.items():
        special: SpecialSquares = getattr(rules, field)
        if not special.squares:
            continue
        many = len(special.squares) > 1
        names = _names(special.squares, rules.dim)
        noun = f"{kind} squares {names} are" if many else f"{kind} square {names} is"
        if special.hostile == special.hostile_empty:
            hostile = f"hostile to {_who(special.hostile, rules)}"
        else:
            hostile = (
                f"hostile to {_who(special.hostile_empty, rules)} while empty "
                f"and to {_who(special.hostile, rules)} while occupied"
            )
        yield f"The {noun} {hostile}."
        where = "these squares" if many else "it"
        verbs = f"{_who(special.stops, rules)} may stop on {where}, {_who(special.passes, rules)} may pass"
        yield verbs[0].upper() + verbs[1:] + "."
        if not _who(special.enters, rules).startswith("every piece"):
            yield f"From outside, {_who(special.enters, rules)} may enter."


def _moves(rules: Rules) -> Iterator[str]:
    """Jumps of the pieces in play, and speed limits."""
    present = set(rules.start.lower())
    for letter, jump in zip(JUMPERS, rules.jumps, strict=True):
        if jump != "n" and letter in present:
            yield f"A {_SINGULAR[letter]} may jump {_JUMPS[jump]}."
    limits: dict[int, str] = {}
    for letter, speed in zip(PIECE_LETTERS, rules.speeds, strict=True):
        limits[speed] = limits.get(speed, "") + letter
    for speed, letters in limits.items():
        who = _who(letters, rules)
        if speed and who != "no piece":
            yield f"A slide of {who} goes at most {_count(speed, 'square')}."


def _captures(rules: Rules) -> Iterator[str]:
    """Shieldwalls, Linnaean captures, berserk turns."""
    yield _WALLS.get(rules.shieldwall, "")
    if rules.shieldwall != "n":
        flanking = "must land on an end of the row" if rules.shieldwall_flanking else "may be any of the wall"
        yield f"The piece that closes it {flanking}."
    if rules.linnaean:
        yield (
            "While the king is on the middle square with three attackers next to him, "
            "the defender on the fourth side can be captured against him."
        )
    yield _BERSERK.get(rules.berserk, "")


def _reading(rules: Rules) -> Iterator[str]:
    """Unknown keys, and whose reading of the rules this is."""
    if rules.extra:
        yield f"Not understood: {', '.join(f'{key}:{value}' for key, value in rules.extra)}."
    if rules.semantics == "opentafl":
        yield "Everything is judged as OpenTafl 0.4.8.0b judges it, with its errors."


def _who(letters: str, rules: Rules) -> str:
    """The pieces in play that these letters stand for."""
    present = set(rules.start)
    if present & {"m", "M"}:
        present |= {"m", "M"}
    armies = [letter for letter in PIECE_LETTERS if letter in present]
    chosen = [letter for letter in armies if letter in letters]
    if not chosen:
        return "no piece"
    groups = {
        "every piece": armies,
        "the attackers": [letter for letter in armies if letter.islower()],
        "the defenders": [letter for letter in armies if letter.isupper()],
    }
    for name, army in groups.items():
        if chosen == army:
            return name
        if chosen == [letter for letter in army if letter not in "gG"]:
            return f"{name} but guards"
    return _join(["the king" if x == "K" else _whose(x) for x in chosen])


def _whose(letter: str) -> str:
    """One kind of piece of one side."""
    side = "attackers'" if letter.islower() else "defenders'"
    singular = _SINGULAR[letter.lower()]
    return f"the {side} {_PLURAL.get(letter.lower(), singular + 's')}"


def _names(squares: tuple[int, ...], dim: int) -> str:
    """The names of some squares."""
    return ", ".join(square_name(index, dim) for index in squares)


def _count(number: int, singular: str, plural: str | None = None) -> str:
    """A number with its noun."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def _join(parts: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
