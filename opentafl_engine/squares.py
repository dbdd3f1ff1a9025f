"""Names of squares: a file letter ``a`` to ``s`` and a rank 1 to 19, ``a1`` in the corner of rank 1.

Inside the engine a square is an index, ``rank * dim + file``, both counted from 0.
"""

from __future__ import annotations

import re

from opentafl_engine.errors import NotationError

MIN_DIM = 5
"""The side of the smallest board."""

MAX_DIM = 19
"""The side of the largest board."""

FILES = "abcdefghijklmnopqrs"
"""The letters of the files, in order."""

SQUARE = re.compile(r"([a-s])(1[0-9]|[1-9])")
_EXPECTED = "expected a square, a letter a to s and a number 1 to 19"


def square_name(index: int, dim: int) -> str:
    """The name of the square with this index on a board of side ``dim``.

    >>> square_name(0, 7), square_name(24, 7), square_name(360, 19)
    ('a1', 'd4', 's19')
    """
    rank, file = divmod(index, dim)
    return f"{FILES[file]}{rank + 1}"


def parse_square(text: str) -> tuple[int, int]:
    """The file and rank of a square's name, both counted from 0.

    Raises ``NotationError`` if the text is not the name of a square of any board.

    >>> parse_square("d1"), parse_square("s19")
    ((3, 0), (18, 18))
    """
    match = SQUARE.fullmatch(text)
    if match is None:
        raise NotationError(_EXPECTED, token=text, column=1)
    return FILES.index(match[1]), int(match[2]) - 1


def square_index(name: str, dim: int) -> int:
    """The index of a named square on a board of side ``dim``.

    Raises ``NotationError`` if the name is none, or the square is not on that board.

    >>> square_index("d4", 7)
    24
    """
    file, rank = parse_square(name)
    if file >= dim or rank >= dim:
        last = square_name(dim * dim - 1, dim)
        raise NotationError(f"expected a square of the {dim}x{dim} board, a1 to {last}", token=name, column=1)
    return rank * dim + file
