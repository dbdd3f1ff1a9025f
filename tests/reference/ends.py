"""How a game ends, apart from repetition and the want of moves, which need the whole game."""

from __future__ import annotations

from dataclasses import dataclass

from tests.reference.captures import hostile
from tests.reference.ground import DEFENDERS, Ground, Pieces, Square, side_of
from tests.reference.moves import piece_moves


def someone_is_gone(pieces: Pieces) -> tuple[str, str] | None:
    """End 1: a side without attackers or without a defenders' king has lost."""
    if not any(letter.islower() for letter in pieces.values()):
        return ("defenders", "ATTACKERS_CAPTURED")
    if "K" not in pieces.values():
        return ("attackers", "KING_CAPTURED")
    return None


def special_ends(ground: Ground, pieces: Pieces) -> tuple[str, str] | None:
    """Ends 3 to 5: escape, edge fort and surrounding, in this order."""
    kings = [square for square, letter in pieces.items() if letter == "K"]
    if any(king in ground.escapes for king in kings):
        return ("defenders", "KING_ESCAPED")
    if ground.rules.edge_fort and any(edge_fort(ground, pieces, king) for king in kings):
        return ("defenders", "EDGE_FORT")
    if ground.rules.surrounded and surrounded(ground, pieces):
        return ("attackers", "SURROUNDED")
    return None


def surrounded(ground: Ground, pieces: Pieces) -> bool:
    """Flood in from every edge square through squares without attackers: no defender is met."""
    squares = [(file, rank) for file in range(ground.dim) for rank in range(ground.dim)]
    todo = [one for one in squares if ground.on_edge(one) and not is_attacker(pieces, one)]
    seen = set(todo)
    while todo:
        square = todo.pop()
        if square in pieces:
            return False
        for near in ground.neighbours(square):
            if near not in seen and not is_attacker(pieces, near):
                seen.add(near)
                todo.append(near)
    return True


def is_attacker(pieces: Pieces, square: Square) -> bool:
    """Whether an attacker stands there."""
    return square in pieces and pieces[square].islower()


@dataclass(frozen=True)
class Walk:
    """The squares that an attacker can pass, its own too, and those to which it can move."""

    squares: set[Square]
    landings: set[Square]


def edge_fort(ground: Ground, pieces: Pieces, king: Square) -> bool:
    """Whether this king is on an edge, can move, and can never be reached nor his wall broken."""
    if not ground.on_edge(king) or not piece_moves(ground, pieces, king):
        return False
    left = dict(pieces)
    while True:
        walks = [walk(ground, left, one) for one in left if left[one].islower()]
        if any(one in path.squares for path in walks for one in ground.neighbours(king)):
            return False
        landings = {one for path in walks for one in path.landings}
        broken = [
            one
            for one, letter in left.items()
            if side_of(letter) == DEFENDERS and letter != "G" and can_be_taken(ground, left, one, landings)
        ]
        if not broken:
            return True
        for one in broken:
            del left[one]


def walk(ground: Ground, left: Pieces, start: Square) -> Walk:
    """Where the attacker on `start` gets by steps if other attackers make way.

    Reading: each step is judged like a move from the square before, so a fortress once left may
    not be entered again where the rules forbid it; and the attacker's own square is one that it can
    move to only if it can step back onto it.
    """
    letter = left[start]
    entered: set[Square] = set()
    todo = [start]
    while todo:
        square = todo.pop()
        for near in ground.neighbours(square):
            held = near in left and not left[near].islower()
            if near in entered or held or not ground.may_pass(letter, near):
                continue
            if ground.may_enter(letter, near, square):
                entered.add(near)
                todo.append(near)
    moves = any(one not in left for one in entered)
    landings = {one for one in entered if moves and ground.may_stop(letter, one)}
    return Walk(entered | {start}, landings)


def can_be_taken(ground: Ground, left: Pieces, victim: Square, landings: set[Square]) -> bool:
    """Whether some attacker can move to one side of a defender while the other side is or gets hostile.

    Reading: an attacker is any lower-case piece, guards too; kings other than the one in the fort,
    and mercenaries, are removed like any defender.
    """
    file, rank = victim
    for one, two in (((file - 1, rank), (file + 1, rank)), ((file, rank - 1), (file, rank + 1))):
        for hammer, anvil in ((one, two), (two, one)):
            if hammer not in landings or not ground.on_board(anvil):
                continue
            if anvil in landings or is_attacker(left, anvil) or hostile(ground, left, anvil, left[victim]):
                return True
    return False
