"""Random rules strings, positions and moves: plain generators on ``random.Random``, and the
hypothesis strategies made of them.

The generators are biased towards what interacts: several keys at once, lists that overlap,
special squares on the edge and near the middle, all kinds of pieces.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from opentafl_engine.notation import square_name, write_position
from opentafl_engine.types import EMPTY, PIECE_LETTERS

CHOICE_VALUES = {
    "esc": "ce", "surf": "yn", "atkf": "yn", "tfr": "diwla", "ka": "ynah", "ks": "sywncm",
    "kj": "njcr", "nj": "njcr", "cj": "njcr", "mj": "njcr", "gj": "njcr",
    "sw": "nws", "swf": "yn", "efe": "yn", "linc": "yn", "ber": "ncm",
}  # fmt: skip
SQUARE_KEYS = ("cor", "cen", "afor", "dfor")
LETTER_KEYS = (
    "corh", "cenh", "cenhe", "aforh", "dforh", "corp", "cenp", "aforp", "dforp",
    "cors", "cens", "afors", "dfors", "corre", "cenre", "aforre", "dforre",
)  # fmt: skip
KEYS = (*CHOICE_VALUES, *SQUARE_KEYS, *LETTER_KEYS, "spd")
"""Every key but ``dim``, ``name`` and the start position."""

LETTER_SETS = ("", "tcnkmTCNKM", PIECE_LETTERS, "tcnkm", "TCNKM", "t", "T", "K", "tK", "tT")
ARMIES = ("tTK", "tTK", "tTK", "tcTK", "tcTNK", "tnmTCMK", "tgTGK", "tcnkmgTCNKMG")
"""Letters that stand on a board together; the plain ones come more often."""


def random_rules_text(rng: Random, *, dim: int | None = None, clean: bool = False) -> str:
    """A rules string that parses in both semantics.

    ``clean`` leaves out what only reading is interested in: names, unknown and repeated keys.
    """
    dim = dim or rng.choice((5, 6, 7, 7, 7, 8, 9, 9, 11, 12, 13, 15, 17, 19))
    density = rng.choice((0.05, 0.2, 0.5, 1.0))
    tokens = [random_token(rng, key, dim) for key in KEYS if rng.random() < density]
    if not clean:
        if rng.random() < 0.3:
            tokens.append(rng.choice(("name:Tiny_Tafl", "name:", "name:A:b")))
        if rng.random() < 0.1:
            tokens.append(rng.choice(("zz:1", "x:", "new:a:b,c")))
        if rng.random() < 0.1:
            tokens.append(random_token(rng, rng.choice(KEYS), dim))
    rng.shuffle(tokens)
    top_first = rng.random() < 0.1
    record = write_position(random_cells(rng, dim), dim, top_first=top_first)
    return " ".join((f"dim:{dim}", *tokens, f"start{'i' if top_first else ''}:{record}"))


def random_token(rng: Random, key: str, dim: int) -> str:
    """One key with one of its values."""
    if key in CHOICE_VALUES:
        return f"{key}:{rng.choice(CHOICE_VALUES[key])}"
    if key in SQUARE_KEYS:
        names = [square_name(index, dim) for index in random_squares(rng, dim)]
        return f"{key}:{','.join(names)}{rng.choice(('', ',')) if names else ''}"
    if key in LETTER_KEYS:
        letters = rng.choice(LETTER_SETS)
        if rng.random() < 0.3:
            letters = "".join(letter for letter in PIECE_LETTERS if rng.random() < 0.5)
        return f"{key}:{letters}"
    numbers = [str(rng.choice((-1, 0, 1, 1, 2, 3, 5, 40))) for _ in range(rng.choice((1, 2, 8, 10, 12)))]
    return f"spd:{','.join(numbers)}{rng.choice(('', ','))}"


def random_squares(rng: Random, dim: int) -> list[int]:
    """A few squares without order, often those where the kinds of special squares meet."""
    last = dim * dim - 1
    corners = [0, dim - 1, last - dim + 1, last]
    likely = [*corners, last // 2, last // 2 - 1, last // 2 + dim, dim // 2, 1, dim]
    squares = set(corners) if rng.random() < 0.2 else set()
    for _ in range(rng.choice((0, 0, 1, 2, 3, 5))):
        squares.add(rng.choice(likely) if rng.random() < 0.5 else rng.randrange(dim * dim))
    ordered = sorted(squares)
    rng.shuffle(ordered)
    return ordered


def random_cells(rng: Random, dim: int, *, letters: str | None = None, fill: float | None = None) -> bytes:
    """A board of random pieces; most have exactly one defenders' king, a few none or two."""
    letters = letters or rng.choice(ARMIES)
    fill = rng.choice((0.1, 0.25, 0.4, 0.6)) if fill is None else fill
    attackers = [PIECE_LETTERS.index(letter) for letter in letters if letter.islower()]
    defenders = [PIECE_LETTERS.index(letter) for letter in letters if letter.isupper() and letter != "K"]
    cells = bytearray([EMPTY]) * (dim * dim)
    for index in range(dim * dim):
        if rng.random() < fill:
            army = attackers if rng.random() < 0.6 or not defenders else defenders
            plain = army[0] if army[0] in (0, 6) else rng.choice(army)
            cells[index] = plain if rng.random() < 0.6 else rng.choice(army)
    for _ in range(rng.choice((0, 1, 1, 1, 1, 1, 1, 1, 1, 2))):
        cells[rng.randrange(dim * dim)] = PIECE_LETTERS.index("K")
    return bytes(cells)


def random_record_text(rng: Random) -> str:
    """A full move record in the form in which it is written."""
    if rng.random() < 0.05:
        return "---"
    square = [square_name(rng.randrange(361), 19) for _ in range(8)]
    taken = dict.fromkeys(square[2 : rng.randrange(2, 9)])
    captures = "/".join(rng.choice(("", *PIECE_LETTERS)) + name for name in taken)
    piece = rng.choice(("", "", *PIECE_LETTERS))
    kind = rng.choice(("-", "-", "^", "=", "^="))
    info = rng.choice(("", "", "+", "++", "-", "--"))
    return f"{piece}{square[0]}{kind}{square[1]}{'x' if captures else ''}{captures}{info}"


def randoms() -> st.SearchStrategy[Random]:
    """A source of randomness that hypothesis chooses, shrinks and replays."""
    return st.randoms(use_true_random=False)


def rules_texts(*, clean: bool = False) -> st.SearchStrategy[str]:
    """Rules strings that parse in both semantics."""
    return st.builds(random_rules_text, randoms(), clean=st.just(clean))


def record_texts() -> st.SearchStrategy[str]:
    """Full move records in canonical form."""
    return st.builds(random_record_text, randoms())


def boards() -> st.SearchStrategy[tuple[int, bytes]]:
    """A side and a cell array of that side."""
    return st.builds(_board, randoms(), st.integers(5, 19))


def _board(rng: Random, dim: int) -> tuple[int, bytes]:
    return dim, random_cells(rng, dim)
