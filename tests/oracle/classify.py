"""Names for what a move did, so that the tally can say how often each rule was at work."""

from __future__ import annotations

from tests.reference.captures import (
    by_the_centre,
    close_captures,
    edges,
    hostile,
    linnaean,
    make,
    shieldwalls,
    walled_rows,
)
from tests.reference.game import State, read_move
from tests.reference.ground import Ground, Pieces, Square, Step, is_king, side_of
from tests.reference.moves import jump_kind, jumped_over


def events(state: State, move: str, after: State) -> list[str]:
    """Everything that the table counts about one move that was played."""
    step = read_move(move)
    ground, pieces = state.ground, state.pieces
    close = close_captures(ground, pieces, step)
    linn = linnaean(ground, pieces, step)
    every = make(ground, pieces, step)[1]
    walled = every - close - linn
    names = [f"captures at once: {min(len(every), 4)}{'+' if len(every) > 3 else ''}"] if every else []
    moved = dict(pieces)
    moved[step[1]] = moved.pop(step[0])
    for square in close:
        names.append("capture: " + close_kind(ground, pieces, moved, step, square))
    names += ["capture: linnaean"] if linn else []
    names += wall_kinds(ground, pieces, step, close | linn) if walled else []
    for kind, taken in (("custodial or jump", close), ("linnaean", linn), ("shieldwall", walled)):
        if any(pieces[one] in "mM" for one in taken):
            names.append(f"mercenary changes sides: {kind}")
    return names + move_kinds(state, step) + berserk_kinds(state, after) + end_kinds(state, after)


def close_kind(ground: Ground, pieces: Pieces, moved: Pieces, step: Step, victim: Square) -> str:
    """How one piece beside the mover falls."""
    if jumped_over(pieces, step) == victim:
        return "by a jump"
    to = step[1]
    behind = (2 * victim[0] - to[0], 2 * victim[1] - to[1])
    if is_king(moved[victim]):
        return king_kind(ground, moved, to, victim, behind)
    anvil = moved.get(behind)
    if anvil is None or side_of(anvil) != side_of(moved[to]) or not ground.can_be_anvil(anvil):
        under = " under a piece" if anvil else ""
        return f"custodial against {ground.kind(behind)}{under}"
    if is_king(anvil) or is_king(moved[to]):
        role = "anvil" if is_king(anvil) else "hammer"
        return f"custodial with a king as {role}, ka:{ground.rules.king_armed}"
    return "custodial between two men"


def king_kind(ground: Ground, moved: Pieces, to: Square, king: Square, behind: Square) -> str:
    """How a king falls."""
    who = "attackers' " if moved[king] == "k" else ""
    near = ground.neighbours(king)
    sides = [one for one in near if one == to or hostile(ground, moved, one, moved[king])]
    strength = ground.strength()
    if strength == "m" and len(sides) == len(near):
        return f"{who}king, ks:m, on {len(near)} sides"
    if strength == "w" and behind in sides:
        return f"{who}king, ks:w"
    if strength in "sc" and len(sides) == 4:
        return f"{who}king, ks:{strength}, on 4 sides"
    if strength == "c" and not by_the_centre(ground, king) and behind in sides:
        return f"{who}king, ks:c, between two"
    return f"{who}king by a pair with a {'corner' if behind not in moved else 'piece'}"


def wall_kinds(ground: Ground, pieces: Pieces, step: Step, before: set[Square]) -> list[str]:
    """What kind of shieldwall, or walls, the move closed."""
    after, every = make(ground, pieces, step)
    to = step[1]
    full = dict(after)
    for square in every - before:
        full[square] = pieces[square]
    rows = [
        (row, ends, inward)
        for edge, inward in edges(ground)
        for row, ends in walled_rows(ground, full, edge, inward, side_of(after[to]))
        if set(row) & shieldwalls(ground, full, to)
    ]
    names = ["capture: two shieldwalls at once"] if len(rows) > 1 else []
    for row, ends, inward in rows:
        inner = [(file + inward[0], rank + inward[1]) for file, rank in row]
        names.append(f"capture: shieldwall, the mover is an {'end' if to in ends else 'inner man'}")
        names += ["capture: shieldwall closed by a corner"] if any(one not in full for one in ends) else []
        names += (
            ["capture: shieldwall with a king or guard spared"]
            if any(full[one] in "kKgG" for one in row)
            else []
        )
        names += (
            ["capture: shieldwall with a guard or king in the wall"]
            if any(full[one] in "kKgG" for one in inner)
            else []
        )
    return names


def move_kinds(state: State, step: Step) -> list[str]:
    """Jumps by their kind, and the letter that moved."""
    letter = state.pieces[step[0]]
    names = [f"moved: {letter}"]
    if jumped_over(state.pieces, step) is not None:
        names.append(f"jump of {letter.lower()}: {jump_kind(state.ground, letter)}")
    return names


def berserk_kinds(state: State, after: State) -> list[str]:
    """Steps of a berserk turn."""
    rule = state.ground.rules.berserk
    names = []
    if after.berserker is not None:
        names.append(f"berserk, ber:{rule}: the turn {'goes on' if state.berserker else 'begins'}")
    elif state.berserker is not None:
        names.append(f"berserk, ber:{rule}: the turn ends")
    return names


def end_kinds(state: State, after: State) -> list[str]:
    """How the game ended, and third occurrences that end nothing."""
    rule = state.ground.rules.repetition
    outcome = after.outcome()
    if outcome is None:
        third = after.history.count(after.history[-1]) == 3
        return [f"third occurrence, tfr:{rule}, goes on"] if third else []
    names = [f"end: {outcome.termination}"]
    if outcome.termination == "REPETITION":
        names = [f"end: REPETITION, tfr:{rule}", f"end: REPETITION, won by {outcome.winner or 'nobody'}"]
    elif outcome.termination in ("KING_ESCAPED", "EDGE_FORT", "NO_LEGAL_MOVE", "SURROUNDED"):
        names.append(f"end: {outcome.termination} after a move of the {state.side}")
    return names
