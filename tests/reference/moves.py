"""How pieces move: slides and jumps."""

from __future__ import annotations

from tests.reference.ground import DIRECTIONS, LETTERS, Ground, Pieces, Square, Step, enemies, side_of


def piece_moves(ground: Ground, pieces: Pieces, start: Square) -> list[Step]:
    """Every slide and jump of the piece on `start`, whoever's turn it is."""
    return slides(ground, pieces, start) + jumps(ground, pieces, start)


def side_moves(ground: Ground, pieces: Pieces, side: str) -> list[Step]:
    """Every slide and jump of one side."""
    found = []
    for square, letter in pieces.items():
        if side_of(letter) == side:
            found += piece_moves(ground, pieces, square)
    return found


def slides(ground: Ground, pieces: Pieces, start: Square) -> list[Step]:
    """Slides over empty squares that the type may pass, ending where it may also stop."""
    letter = pieces[start]
    limit = ground.rules.speeds[LETTERS.index(letter)]
    found = []
    for file, rank in DIRECTIONS:
        square, walked = start, 0
        while limit < 1 or walked < limit:
            square, walked = (square[0] + file, square[1] + rank), walked + 1
            if not ground.on_board(square) or square in pieces:
                break
            if not ground.may_pass(letter, square) or not ground.may_enter(letter, square, start):
                break
            if ground.may_stop(letter, square):
                found.append((start, square))
    return found


def jump_kind(ground: Ground, letter: str) -> str:
    """How this piece jumps: n, j, c or r."""
    kind = ground.rules.jumps["tcnkmg".index(letter.lower())]
    if letter in "gG" and kind == "c":
        return "j"
    return kind


def jumps(ground: Ground, pieces: Pieces, start: Square) -> list[Step]:
    """Jumps over one adjacent enemy taflman, mercenary or guard to the empty square behind.

    Reading: the landing square need be one to stop on and to enter, not one to pass; what the
    square jumped over is does not matter.
    """
    letter = pieces[start]
    kind = jump_kind(ground, letter)
    found: list[Step] = []
    if kind == "n":
        return found
    for file, rank in DIRECTIONS:
        over = (start[0] + file, start[1] + rank)
        landing = (start[0] + 2 * file, start[1] + 2 * rank)
        if over not in pieces or not enemies(letter, pieces[over]) or pieces[over] not in "tmgTMG":
            continue
        if not ground.on_board(landing) or landing in pieces:
            continue
        if not ground.may_stop(letter, landing) or not ground.may_enter(letter, landing, start):
            continue
        if kind == "r" and not any(is_jumping_place(ground, letter, one) for one in (start, landing)):
            continue
        found.append((start, landing))
    return found


def is_jumping_place(ground: Ground, letter: str, square: Square) -> bool:
    """Whether a restricted jump may begin or end here: the centre, a corner, a fortress of one's own."""
    own_fort = "attacker fort" if letter.islower() else "defender fort"
    return ground.kind(square) in ("corner", "centre", own_fort)


def jumped_over(pieces: Pieces, move: Step) -> Square | None:
    """Return the square that the move jumps over, or None if it is a slide."""
    (file, rank), (to_file, to_rank) = move
    middle = ((file + to_file) // 2, (rank + to_rank) // 2)
    if abs(file - to_file) + abs(rank - to_rank) == 2 and middle in pieces:
        return middle
    return None
