"""Positions in which the move of a scene is about to be played."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.oracle.rules import Tokens
from tests.oracle.scenes import SCENES, Scene, inside
from tests.reference.ground import DIRECTIONS, Pieces, Square, Step, name_of


@dataclass
class Plant:
    """A position, the move that was planned in it and the rules tokens that it wants."""

    pieces: Pieces
    move: Step | None
    tokens: Tokens


def plant(rng: random.Random, dim: int, kind: str) -> Plant:
    """Build a scene, take its move back, add a few pieces and turn the board at random."""
    scene = SCENES[kind](rng, dim)
    pieces = dict(scene.pieces)
    letter = pieces.pop(scene.mover)
    start = retract(rng, dim, pieces, scene)
    lines = {scene.mover} | between(start, scene.mover)
    add_noise(rng, dim, pieces, scene.empty | lines | {start})
    pieces[start] = letter
    if "K" not in pieces.values() and rng.random() < 0.9:
        free = [
            (f, r) for f in range(dim) for r in range(dim) if (f, r) not in pieces and (f, r) not in lines
        ]
        if free:
            pieces[rng.choice(free)] = "K"
    turn = rng.choice(turns(dim))
    tokens = dict(scene.tokens)
    if scene.fort is not None:
        tokens[scene.fort[0]] = name_of(turn(scene.fort[1]))
    turned = {turn(square): one for square, one in pieces.items()}
    return Plant(turned, (turn(start), turn(scene.mover)), tokens)


def retract(rng: random.Random, dim: int, pieces: Pieces, scene: Scene) -> Square:
    """Choose the square from which the mover came, on a free line where there is one."""
    if scene.start is not None:
        return scene.start
    found = []
    for file, rank in DIRECTIONS:
        square = (scene.mover[0] + file, scene.mover[1] + rank)
        while inside(dim, square) and square not in pieces:
            found.append(square)
            square = (square[0] + file, square[1] + rank)
    better = [one for one in found if one not in scene.empty] or found
    return rng.choice(better or [scene.mover])


def between(one: Square, two: Square) -> set[Square]:
    """Return the squares strictly between two of one line, with the first."""
    steps = max(abs(one[0] - two[0]), abs(one[1] - two[1]))
    return {
        (one[0] + (two[0] - one[0]) * i // steps, one[1] + (two[1] - one[1]) * i // steps)
        for i in range(steps)
    }


def add_noise(rng: random.Random, dim: int, pieces: Pieces, keep: set[Square]) -> None:
    """Put a few pieces of any kind on squares that the scene does not need."""
    density = rng.choice((0.0, 0.0, 0.03, 0.08))
    for file in range(dim):
        for rank in range(dim):
            if (file, rank) not in pieces and (file, rank) not in keep and rng.random() < density:
                pieces[(file, rank)] = rng.choice("ttttttcnkmgTTTTTCNMG")


def turns(dim: int) -> list[Callable[[Square], Square]]:
    """Return four of the symmetries of the board."""
    last = dim - 1
    return [
        lambda square: square,
        lambda square: (square[1], square[0]),
        lambda square: (last - square[0], last - square[1]),
        lambda square: (last - square[1], square[0]),
    ]
