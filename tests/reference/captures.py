"""What a move captures: custodial and king captures, jumps, Linnaean captures and shieldwalls."""

from __future__ import annotations

from tests.reference.ground import (
    DIRECTIONS,
    Ground,
    Pieces,
    Square,
    Step,
    enemies,
    is_guard,
    is_king,
    side_of,
)
from tests.reference.moves import jump_kind, jumped_over


def make(ground: Ground, pieces: Pieces, move: Step) -> tuple[Pieces, set[Square]]:
    """Return the position after the move and the squares that it captured."""
    start, to = move
    mover = pieces[start]
    after = dict(pieces)
    del after[start]
    after[to] = mover
    taken = close_captures(ground, pieces, move) | linnaean(ground, pieces, move)
    remove(after, taken)
    walled = shieldwalls(ground, after, to)
    remove(after, walled)
    return after, taken | walled


def remove(pieces: Pieces, taken: set[Square]) -> None:
    """Take pieces from the board; a mercenary stays and changes sides."""
    for square in taken:
        if pieces[square] in "mM":
            pieces[square] = pieces[square].swapcase()
        else:
            del pieces[square]


def close_captures(ground: Ground, pieces: Pieces, move: Step) -> set[Square]:
    """Custodial and king captures and the capturing jump: those that let a berserk turn go on."""
    start, to = move
    mover = pieces[start]
    after = dict(pieces)
    del after[start]
    after[to] = mover
    taken = set()
    over = jumped_over(pieces, move)
    if over is not None and jump_kind(ground, mover) == "c" and not is_guard(pieces[over]):
        taken.add(over)
    if not is_guard(mover):
        taken |= {one for one in ground.neighbours(to) if one in after and falls(ground, after, to, one)}
    return taken


def falls(ground: Ground, after: Pieces, to: Square, victim: Square) -> bool:
    """Whether the piece on `victim` is captured by the piece that has moved to `to` beside it."""
    letter = after[victim]
    if not enemies(letter, after[to]) or is_guard(letter):
        return False
    behind = (2 * victim[0] - to[0], 2 * victim[1] - to[1])
    if is_king(letter):
        return king_falls(ground, after, to, victim, behind)
    return ground.can_be_hammer(after[to]) and hostile(ground, after, behind, letter)


def hostile(ground: Ground, after: Pieces, square: Square, victim: str) -> bool:
    """Whether a square is hostile to a piece: an enemy anvil, or a special square whoever is on it."""
    if not ground.on_board(square):
        return False
    if square in after and enemies(after[square], victim) and ground.can_be_anvil(after[square]):
        return True
    return ground.square_is_hostile(square, victim, occupied=square in after)


def king_falls(ground: Ground, after: Pieces, to: Square, king: Square, behind: Square) -> bool:
    """Whether a king beside the mover is captured, by the strength of kings or by a pair."""
    if not ground.can_be_hammer(after[to]):
        return False
    near = ground.neighbours(king)
    sides = [one for one in near if one == to or hostile(ground, after, one, after[king])]
    strength = ground.strength()
    if strength == "c" and not by_the_centre(ground, king):
        strength = "w"
    if strength == "w" and behind in sides:
        return True
    if strength in "sc" and len(sides) == 4:
        return True
    if strength == "m" and len(sides) == len(near):
        return True
    return pair_takes_king(ground, after, to, king, behind)


def by_the_centre(ground: Ground, king: Square) -> bool:
    """Whether a square is a centre square or next to one."""
    return any(ground.kind(one) == "centre" for one in [king, *ground.neighbours(king)])


def pair_takes_king(ground: Ground, after: Pieces, to: Square, king: Square, behind: Square) -> bool:
    """Whether two of commander, knight and hostile corner hold the king on one line, one the mover."""
    mover = after[to]
    chiefs = "cn" if mover.islower() else "CN"
    if ground.strength() not in "sc" or not ground.army & set(chiefs):
        return False
    if mover not in chiefs or ground.kind(king) == "centre" or not ground.on_board(behind):
        return False
    if ground.kind(behind) == "centre":
        return False
    if after.get(behind, "") in tuple(chiefs):
        return True
    return ground.kind(behind) == "corner" and ground.square_is_hostile(behind, after[king], behind in after)


def linnaean(ground: Ground, pieces: Pieces, move: Step) -> set[Square]:
    """The Linnaean capture: the last defender beside a king who is held on the middle square."""
    start, to = move
    if not ground.rules.linnaean or ground.dim % 2 == 0 or not pieces[start].islower():
        return set()
    middle = (ground.dim // 2, ground.dim // 2)
    if pieces.get(middle) != "K":
        return set()
    for file, rank in DIRECTIONS:
        victim = (middle[0] + file, middle[1] + rank)
        beyond = (middle[0] + 2 * file, middle[1] + 2 * rank)
        held = [one for one in ground.neighbours(middle) if pieces.get(one, "X").islower()]
        if to == beyond and len(held) == 3 and pieces.get(victim, "t") in "TCNM":
            return {victim}
    return set()


def shieldwalls(ground: Ground, after: Pieces, to: Square) -> set[Square]:
    """Every row that the move of the piece now on `to` closes, kings and guards spared."""
    taken: set[Square] = set()
    if ground.rules.shieldwall == "n" or is_guard(after[to]):
        return taken
    for edge, inward in edges(ground):
        for row, ends in walled_rows(ground, after, edge, inward, side_of(after[to])):
            inner = [(file + inward[0], rank + inward[1]) for file, rank in row]
            if to in ends or (not ground.rules.shieldwall_flanking and to in inner):
                taken |= {one for one in row if not is_king(after[one]) and not is_guard(after[one])}
    return taken


def edges(ground: Ground) -> list[tuple[list[Square], Square]]:
    """The four edges, each with the direction to its inner side."""
    last = ground.dim - 1
    line = range(ground.dim)
    return [
        ([(i, 0) for i in line], (0, 1)),
        ([(i, last) for i in line], (0, -1)),
        ([(0, i) for i in line], (1, 0)),
        ([(last, i) for i in line], (-1, 0)),
    ]


def walled_rows(
    ground: Ground, after: Pieces, edge: list[Square], inward: Square, side: str
) -> list[tuple[list[Square], list[Square]]]:
    """Rows along one edge that `side` has walled in, each with the two squares at its ends.

    Reading: with sw:s any square of the corner list closes a row, whoever stands on it, so a row
    never goes on over one.
    """
    corners_close = ground.rules.shieldwall == "s"
    found = []
    row: list[Square] = []
    end: Square | None = None
    for square in edge:
        closes = (square in after and side_of(after[square]) == side) or (
            corners_close and ground.kind(square) == "corner"
        )
        inner = (square[0] + inward[0], square[1] + inward[1])
        walled = square in after and inner in after and side_of(after[inner]) == side
        if closes:
            if end is not None and len(row) >= 2:
                found.append((row, [end, square]))
            end, row = square, []
        elif walled and end is not None:
            row = row + [square]
        else:
            end, row = None, []
    return found
