"""A board as text, for terminals and logs.

A letter for each piece (lower case: attackers) and a dot for an empty square. Empty special squares
have signs of their own: ``x`` a corner, ``+`` the centre, ``-`` a fortress of the attackers and ``=``
one of the defenders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opentafl_engine.squares import FILES, square_index
from opentafl_engine.types import EMPTY, PIECE_LETTERS

if TYPE_CHECKING:
    from opentafl_engine.board import Board
    from opentafl_engine.notation import Move
    from opentafl_engine.rules import Rules

SPECIAL_SIGNS = {"corner": "x", "centre": "+", "attacker_fort": "-", "defender_fort": "="}
"""The sign of an empty special square, by the name of its kind in ``Rules``."""

_BETWEEN = {(False, False): " ", (False, True): "[", (True, False): "]", (True, True): "|"}
_RESET = "\x1b[0m"
_UNDERLINED = "\x1b[4m"
_EMPTY_COLOUR = "\x1b[2m"
_SPECIAL_COLOUR = "\x1b[35m"
_KING_COLOUR = "\x1b[1;33m"
_SIDE_COLOURS = ("\x1b[31m", "\x1b[36m")


def draw(board: Board, *, colour: bool = False, special: bool = True, last_move: Move | None = None) -> str:
    """The board with its coordinates, the last rank on top and without a newline at the end.

    ``special`` shows empty special squares by their signs; ``last_move`` puts brackets around the
    square that a piece left and the one that it came to, with a bar where they touch. ``colour``
    adds escape sequences for terminals (attackers red, defenders cyan, kings yellow, occupied special
    squares underlined) and changes nothing else. Raises ``NotationError`` for a move off this board.

    >>> from opentafl_engine import Board, Move, Rules
    >>> board = Board(Rules.parse("dim:5 start:/2t2/5/t1K1t/5/2t2/"))
    >>> move = Move.parse("c1-d1")
    >>> board.push(move)
    >>> print(draw(board, last_move=move))
     5  x . t . x
     4  . . . . .
     3  t . K . t
     2  . . . . .
     1  x .[.|t]x
        a b c d e
    """
    dim = board.dim
    signs = _special_signs(board.rules)
    cells = [
        _cell(code, signs.get(index), special=special, colour=colour)
        for index, code in enumerate(board.core.cells())
    ]
    ends = (last_move.from_square, last_move.to_square) if last_move else ()
    marked = {square_index(name, dim) for name in ends}
    lines = []
    for rank in reversed(range(dim)):
        row = range(rank * dim, (rank + 1) * dim)
        lines.append(f"{rank + 1:2} {_row(row, cells, marked)}".rstrip())
    return "\n".join([*lines, "    " + " ".join(FILES[:dim])])


def _special_signs(rules: Rules) -> dict[int, str]:
    """The sign of each special square, by its index."""
    return {square: sign for kind, sign in SPECIAL_SIGNS.items() for square in getattr(rules, kind).squares}


def _cell(code: int, sign: str | None, *, special: bool, colour: bool) -> str:
    """What stands for one square."""
    shown = sign if special and sign else "."
    if code != EMPTY:
        shown = PIECE_LETTERS[code]
    if not colour:
        return shown
    if code == EMPTY:
        return f"{_EMPTY_COLOUR if shown == '.' else _SPECIAL_COLOUR}{shown}{_RESET}"
    men = len(PIECE_LETTERS) // 2
    paint = _KING_COLOUR if shown in "kK" else _SIDE_COLOURS[code // men]
    return f"{paint}{_UNDERLINED if special and sign else ''}{shown}{_RESET}"


def _row(row: range, cells: list[str], marked: set[int]) -> str:
    """The squares of one rank, and between them what marks the last move."""
    text = "[" if row[0] in marked else " "
    for index in row:
        here, after = index in marked, index + 1 in marked and index != row[-1]
        text += cells[index] + _BETWEEN[here, after]
    return text
