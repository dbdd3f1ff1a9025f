"""Scenes in which one move has just done something rare: a wall, a fort, a ring, a king's fall.

Nothing promises that the move is legal or does what it was meant to do under the rules at hand: the
tally counts what really happens.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.oracle.rules import Tokens
from tests.reference.ground import DIRECTIONS, LETTERS, Pieces, Square

ATTACKING_MEN = "tttttcnm"
DEFENDING_MEN = "TTTTTCNM"


@dataclass
class Scene:
    """What a plant builds: pieces after the move, where the mover stands then, squares to keep empty.

    `start` is where the mover came from, if that matters, and `fort` a fortress (key and square).
    """

    pieces: Pieces
    mover: Square
    tokens: Tokens
    empty: set[Square]
    start: Square | None = None
    fort: tuple[str, Square] | None = None


def inside(dim: int, square: Square) -> bool:
    """Whether the square is on the board."""
    return 0 <= square[0] < dim and 0 <= square[1] < dim


def near(dim: int, square: Square) -> list[Square]:
    """Return the neighbours along ranks and files."""
    every = [(square[0] + file, square[1] + rank) for file, rank in DIRECTIONS]
    return [one for one in every if inside(dim, one)]


def any_square(rng: random.Random, dim: int, margin: int = 0) -> Square:
    """A random square at least `margin` from the edge."""
    return rng.randrange(margin, dim - margin), rng.randrange(margin, dim - margin)


def swap_sides(pieces: Pieces) -> Pieces:
    """Make every attacker a defender and every defender an attacker."""
    return {square: letter.swapcase() for square, letter in pieces.items()}


def king_hunt(rng: random.Random, dim: int) -> Scene:
    """A king about to fall in one of the ways in which kings fall: two sides, all sides, a pair."""
    strength = rng.choice("sywncccmmm")
    middle = (dim // 2, dim // 2)
    inner, edge = any_square(rng, dim, 1), (0, rng.randrange(1, dim - 1))
    tokens = {"ks": strength, "ka": rng.choice("yyyah"), "surf": "n"}
    men = ATTACKING_MEN
    if strength in "wn" or (strength == "c" and rng.random() < 0.3):
        king, ways = inner, opposite(rng, dim, inner)
    elif strength == "m":
        king = rng.choice((inner, edge, (0, 0)))
        ways = near(dim, king)
    elif rng.random() < 0.4:
        king, men = rng.choice((inner, (0, 1))), "cn"
        ways = [(0, 2)] if king == (0, 1) else opposite(rng, dim, king)
    else:
        king = middle if strength == "c" and dim % 2 else inner
        king = rng.choice((king, (king[0] - 1, king[1]))) if strength == "c" else king
        ways = near(dim, king)
    pieces = {one: rng.choice(men) for one in ways}
    pieces[king] = "K"
    if men == "cn":
        tokens |= {"ks": rng.choice("ssc"), "ka": "y", "sw": "n"}
    return Scene(pieces, rng.choice(ways), tokens, set())


def opposite(rng: random.Random, dim: int, square: Square) -> list[Square]:
    """The two neighbours of a square on one line."""
    file, rank = rng.choice(DIRECTIONS)
    line = [(square[0] + file, square[1] + rank), (square[0] - file, square[1] - rank)]
    return [one for one in line if inside(dim, one)]


def enemy_king_hunt(rng: random.Random, dim: int) -> Scene:
    """The attackers' king among defenders, the defenders' king somewhere else."""
    scene = king_hunt(rng, dim)
    scene.pieces = swap_sides(scene.pieces)
    free = [(f, r) for f in range(dim) for r in range(dim) if (f, r) not in scene.pieces]
    scene.pieces[rng.choice(free)] = "K"
    return scene


def sandwich(rng: random.Random, dim: int) -> Scene:
    """One to three enemies beside the mover, each with a man of the mover's side behind him."""
    mover = any_square(rng, dim, 1)
    pieces = {mover: rng.choice(ATTACKING_MEN + "kk")}
    for file, rank in rng.sample(DIRECTIONS, rng.randint(1, 3)):
        victim, behind = (mover[0] + file, mover[1] + rank), (mover[0] + 2 * file, mover[1] + 2 * rank)
        pieces[victim] = rng.choice(DEFENDING_MEN + "MM")
        if inside(dim, behind) and rng.random() < 0.85:
            pieces[behind] = rng.choice(ATTACKING_MEN + "kg")
    if rng.random() < 0.5:
        pieces = swap_sides(pieces)
    return Scene(pieces, mover, {"ka": rng.choice("ynah")}, set())


def last_attacker(rng: random.Random, dim: int) -> Scene:
    """The only attacker is about to be taken."""
    mover = any_square(rng, dim, 1)
    file, rank = rng.choice(DIRECTIONS)
    pieces = {mover: rng.choice(DEFENDING_MEN), (mover[0] + file, mover[1] + rank): rng.choice("tttcn")}
    behind = (mover[0] + 2 * file, mover[1] + 2 * rank)
    if inside(dim, behind):
        pieces[behind] = rng.choice(DEFENDING_MEN + "K")
    if "K" not in pieces.values():
        free = [(f, r) for f in range(dim) for r in range(dim) if (f, r) not in pieces]
        pieces[rng.choice(free)] = "K"
    return Scene(pieces, mover, {"ka": "y"}, {(f, r) for f in range(dim) for r in range(dim)})


def shieldwall(rng: random.Random, dim: int) -> Scene:
    """A row along an edge, walled in, often two rows, some of them closed by a corner."""
    pieces: Pieces = {}
    length = rng.randint(2, min(4, dim - 2))
    first = rng.choice((1, rng.randint(1, dim - 1 - length)))
    ends = [(first - 1, 0), (first + length, 0)]
    for end in ends:
        if end not in ((0, 0), (dim - 1, 0)) or rng.random() < 0.3:
            pieces[end] = rng.choice(ATTACKING_MEN + "gk")
    for file in range(first, first + length):
        pieces[(file, 0)] = rng.choice("TTTTTTCNMMKG")
        pieces[(file, 1)] = rng.choice(ATTACKING_MEN + "gk")
    mover = rng.choice([end for end in ends if end in pieces] or [(first, 1)])
    second = (
        range(mover[0] + 1, min(mover[0] + 3, dim - 1))
        if mover == ends[1] and rng.random() < 0.7
        else range(0)
    )
    for file in second:
        pieces[(file, 0)], pieces[(file, 1)] = rng.choice("TTTCNM"), rng.choice(ATTACKING_MEN)
        pieces[(file + 1, 0)] = rng.choice(ATTACKING_MEN)
    tokens = {"sw": rng.choice("wss"), "swf": rng.choice("yn")}
    if tokens["swf"] == "n" and rng.random() < 0.5:
        mover = (rng.randrange(first, first + length), 1)
    if rng.random() < 0.5:
        pieces = swap_sides(pieces)
    return Scene(pieces, mover, tokens, set())


def linnaean(rng: random.Random, dim: int) -> Scene:
    """The king held on the middle square, an attacker landing beyond the last defender beside him."""
    middle = dim // 2
    pieces = {one: rng.choice(ATTACKING_MEN + "gk") for one in near(dim, (middle, middle))}
    pieces[(middle, middle)] = "K"
    pieces[(middle, middle + 1)] = rng.choice("TTTCNMMMMG")
    pieces[(middle, middle + 2)] = rng.choice(ATTACKING_MEN + "gk")
    return Scene(pieces, (middle, middle + 2), {"linc": rng.choice("yyyn"), "cenhe": "", "cenh": ""}, set())


def edge_fort(rng: random.Random, dim: int) -> Scene:
    """The king on an edge in a small room that defenders close; sometimes with a hole or a thick wall."""
    king = (rng.randint(1, dim - 2), 0)
    room = {king}
    for _ in range(rng.randint(1, 3)):
        more = [one for place in room for one in near(dim, place) if one[1] <= 2]
        room.add(rng.choice(more))
    wall = {one for place in room for one in near(dim, place)} - room
    pieces = {one: rng.choice("TTTTTTCNMG") for one in sorted(wall) if rng.random() < 0.97}
    outside = sorted({one for place in wall for one in near(dim, place)} - room - wall)
    density, letters = rng.choice((0.1, 0.3, 0.6, 0.9)), rng.choice(("tttg", "Tt", "TTTTt", LETTERS))
    pieces.update({one: rng.choice(letters) for one in outside if rng.random() < density})
    far = any_square(rng, dim)
    if far not in room and far not in pieces:
        pieces[far] = rng.choice("ttttcng")
    pieces[king] = "K"
    mover = rng.choice([one for one in sorted(wall) if one in pieces] or [king])
    return Scene(
        pieces, mover, {"efe": "y", "esc": rng.choice("cccce"), "surf": rng.choice("yn")}, room - {king}
    )


def ring(rng: random.Random, dim: int) -> Scene:
    """Attackers round every defender, away from the edge; sometimes with a man on the edge."""
    left, low = rng.randint(1, dim - 3), rng.randint(1, dim - 3)
    right, high = min(left + rng.randint(0, 3), dim - 2), min(low + rng.randint(0, 3), dim - 2)
    room = {(f, r) for f in range(left, right + 1) for r in range(low, high + 1)}
    wall = {one for place in room for one in near(dim, place)} - room
    pieces = {one: rng.choice(ATTACKING_MEN + "gk") for one in sorted(wall)}
    for place in sorted(room):
        if rng.random() < 0.4:
            pieces[place] = rng.choice(DEFENDING_MEN + "G")
    pieces[rng.choice(sorted(room))] = "K"
    tokens = {"surf": rng.choice("yyyn"), "ks": rng.choice("swcm"), "efe": rng.choice("yn")}
    return Scene(pieces, rng.choice(sorted(wall)), tokens, {(f, r) for f in range(dim) for r in range(dim)})


def no_moves(rng: random.Random, dim: int) -> Scene:
    """The side that is next to move has nothing that can move."""
    keep = {(f, r) for f in range(dim) for r in range(dim)}
    if rng.random() < 0.5:
        king = (rng.randint(1, dim - 2), 0)
        ways = near(dim, king)
        pieces = {one: rng.choice("tttcn") for one in ways}
        pieces[king] = "K"
        return Scene(pieces, rng.choice(ways), {"ks": "s", "kj": rng.choice("nnr"), "esc": "c"}, keep)
    pieces = {(0, 0): rng.choice("ttcnmk"), (1, 0): "T", (0, 1): "T", any_square(rng, dim, 2): "K"}
    tokens = dict.fromkeys(("nj", "cj", "kj", "mj"), "n") | {"dfor": "", "afor": "", "spd": "-1"}
    return Scene(pieces, rng.choice([(1, 0), (0, 1)]), tokens, keep)


def king_at_the_door(rng: random.Random, dim: int) -> Scene:
    """The king has just stepped onto the edge or into a corner."""
    door = rng.choice(((0, 0), (rng.randrange(dim), 0)))
    pieces = {door: "K", any_square(rng, dim, 1): "t", any_square(rng, dim, 1): "t"}
    return Scene(pieces, door, {"esc": rng.choice("cce")}, set())


def jump(rng: random.Random, dim: int) -> Scene:
    """A piece that has just jumped over an enemy, sometimes onto a fortress of its own."""
    over = any_square(rng, dim, 1)
    file, rank = rng.choice(DIRECTIONS)
    to, start = (over[0] + file, over[1] + rank), (over[0] - file, over[1] - rank)
    letter = rng.choice("kcnmgKCNMG")
    men = "TTTMMG" if letter.islower() else "tttmmg"
    kind = rng.choice("jcrr")
    scene = Scene({to: letter, over: rng.choice(men)}, to, {letter.lower() + "j": kind}, {start}, start)
    if kind == "r":
        scene.fort = ("afor" if letter.islower() else "dfor", rng.choice((to, start)))
    return scene


def chain(rng: random.Random, dim: int) -> Scene:
    """A piece that captures, and may go on from there to capture again and again."""
    side = rng.choice("tcnkmTCNKM")
    men = ATTACKING_MEN if side.islower() else DEFENDING_MEN
    foes = DEFENDING_MEN if side.islower() else ATTACKING_MEN
    mover = square = any_square(rng, dim, 1)
    pieces = {mover: side}
    path = {mover}
    for _ in range(rng.randint(2, 4)):
        file, rank = rng.choice(DIRECTIONS)
        victim, behind = (square[0] + file, square[1] + rank), (square[0] + 2 * file, square[1] + 2 * rank)
        if inside(dim, behind) and not {victim, behind} & (path | set(pieces)):
            pieces[victim], pieces[behind] = rng.choice(foes), rng.choice(men)
        ways = [one for one in near(dim, square) if one not in pieces]
        if not ways:
            break
        square = rng.choice(ways)
        path.add(square)
    return Scene(pieces, mover, {"ber": rng.choice("ccm")}, path)


SCENES: dict[str, Callable[[random.Random, int], Scene]] = {
    "king hunt": king_hunt,
    "enemy king hunt": enemy_king_hunt,
    "sandwich": sandwich,
    "last attacker": last_attacker,
    "shieldwall": shieldwall,
    "linnaean": linnaean,
    "edge fort": edge_fort,
    "ring": ring,
    "no moves": no_moves,
    "king at the door": king_at_the_door,
    "jump": jump,
    "chain": chain,
}
