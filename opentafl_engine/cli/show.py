"""``opentafl-engine show``: a board in the terminal.

Lower-case letters are attackers, upper-case ones defenders. Empty special squares are x for a corner,
+ for the centre, - for a fortress of the attackers and = for one of the defenders. The last of --moves
is marked by brackets.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from opentafl_engine.cli.parsing import LineParser
from opentafl_engine.cli.position import add_position_arguments, read_board, state_of
from opentafl_engine.drawing import draw


def run(argv: Sequence[str]) -> int:
    """Draw the board and say who is to move, or how the game ended."""
    parser = LineParser("show", __doc__)
    add_position_arguments(parser)
    parser.add_argument(
        "--colour",
        choices=("auto", "always", "never"),
        default="auto",
        help="auto (the default): on a terminal, unless NO_COLOR is set",
    )
    options = parser.parse_args(argv)
    board = read_board(parser, options)
    colour = options.colour == "always" or (options.colour == "auto" and _on_a_colour_terminal())
    last_move = board.move_stack[-1] if board.move_stack else None
    print(draw(board, colour=colour, last_move=last_move))
    print(state_of(board))
    return 0


def _on_a_colour_terminal() -> bool:
    """Whether standard output is a terminal and nobody asked for no colours (https://no-color.org)."""
    terminal = sys.stdout is not None and sys.stdout.isatty()  # it may be closed
    return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
