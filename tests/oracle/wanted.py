"""What a long comparison must have seen: every key value, capture and end."""

from __future__ import annotations

from tests.oracle.compare import Table
from tests.oracle.rules import CHOICES, LETTER_LISTS, SQUARE_LISTS
from tests.reference.ground import LETTERS


def wanted() -> list[str]:
    """The names of all counts that must be reached."""
    names = [f"{key}:{value}" for key, values in CHOICES.items() for value in values]
    names += [f"{key} left out" for key in (*CHOICES, "spd")]
    names += [f"spd of {count}" for count in (1, 2, 8, 10, 12)]
    names += [f"{key} {said}" for key in SQUARE_LISTS for said in ("left out", "empty", "given")]
    names += [f"{key} {said}" for key in LETTER_LISTS for said in ("left out", "empty", "given")]
    names += ["cor default", "cen default"]
    names += [f"size {dim}" for dim in range(5, 20)]
    names += [f"moved: {letter}" for letter in LETTERS]
    names += [f"jump of {letter}: {kind}" for letter in "kcnm" for kind in "jcr"]
    names += ["jump of g: j", "jump of g: r"]
    return names + captures_wanted() + ends_wanted()


def captures_wanted() -> list[str]:
    """Every kind of capture."""
    kinds = ["by a jump", "custodial between two men", "linnaean", "two shieldwalls at once"]
    kinds += [f"custodial against {kind}" for kind in ("corner", "centre", "attacker fort", "defender fort")]
    kinds += [f"custodial with a king as anvil, ka:{armed}" for armed in "ya"]
    kinds += [f"custodial with a king as hammer, ka:{armed}" for armed in "yh"]
    for who in ("", "attackers' "):
        kinds += [f"{who}king, {how}" for how in ("ks:w", "ks:s, on 4 sides", "ks:c, on 4 sides")]
        kinds += [f"{who}king, ks:c, between two"]
        kinds += [f"{who}king, ks:m, on {sides} sides" for sides in (2, 3, 4)]
        kinds += [f"{who}king by a pair with a {what}" for what in ("corner", "piece")]
    kinds += [f"shieldwall, the mover is an {who}" for who in ("end", "inner man")]
    kinds += ["shieldwall closed by a corner", "shieldwall with a king or guard spared"]
    names = [f"capture: {kind}" for kind in kinds]
    names += [f"mercenary changes sides: {how}" for how in ("custodial or jump", "linnaean", "shieldwall")]
    return names + [f"captures at once: {count}" for count in ("1", "2", "3", "4+")]


def ends_wanted() -> list[str]:
    """Every end of a game, every meaning of a third occurrence and every part of a berserk turn."""
    names = [f"end: {kind}" for kind in ("KING_CAPTURED", "ATTACKERS_CAPTURED")]
    for kind in ("KING_ESCAPED", "EDGE_FORT", "SURROUNDED", "NO_LEGAL_MOVE"):
        names.append(f"end: {kind}")
    names += [f"end: REPETITION, tfr:{rule}" for rule in "dwla"]
    names += ["third occurrence, tfr:i, goes on", "games of 60 plies and more"]
    return names + [
        f"berserk, ber:{rule}: the turn {part}" for rule in "cm" for part in ("begins", "goes on", "ends")
    ]


def missing(table: Table, least: int) -> list[str]:
    """The wanted things that were seen less often than `least`, with their counts."""
    return [f"{name}: {table.counts[name]}" for name in wanted() if table.counts[name] < least]
