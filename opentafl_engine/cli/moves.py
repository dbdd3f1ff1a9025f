"""``opentafl-engine moves``: the legal moves of a position, one a line, with what they capture.

As text: d1d3, or d1d3 xd4/e3 where pieces are taken. With --json an object a line:
move (d1d3), piece (the letter of what moves), captures (a list of squares).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from opentafl_engine.cli.parsing import LineParser
from opentafl_engine.cli.position import add_position_arguments, read_board, state_of


def run(argv: Sequence[str]) -> int:
    """List the moves; where there are none, say why on standard error."""
    parser = LineParser("moves", __doc__)
    add_position_arguments(parser)
    parser.add_argument("--json", action="store_true", help="an object a line")
    options = parser.parse_args(argv)
    board = read_board(parser, options)
    for move in board.legal_moves:
        captures = board.captures(move)
        if options.json:
            piece = board.piece_at(move.from_square)
            print(json.dumps({"move": move.uci(), "piece": piece, "captures": captures}))
        else:
            print(move.uci() + (f" x{'/'.join(captures)}" if captures else ""))
    if not board.legal_moves:
        print(f"{parser.prog}: {state_of(board)}", file=sys.stderr)
    return 0
