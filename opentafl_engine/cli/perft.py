"""``opentafl-engine perft DEPTH``: count the move sequences of so many plies.

As text: with --divide a line for each move (d1d3 COUNT), then N nodes, the seconds and N nps.
With --json an object a line: with --divide {"type": "move", move, nodes} for each move, then
{"type": "total", depth, nodes, time_ms, nps}.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from opentafl_engine.cli.parsing import LineParser, at_least, ended_by_interrupt
from opentafl_engine.cli.position import add_position_arguments, read_board

if TYPE_CHECKING:
    from opentafl_engine.board import Board


def run(argv: Sequence[str]) -> int:
    """Count and print; Ctrl-C ends the count at once."""
    parser = LineParser("perft", __doc__)
    parser.add_argument("depth", type=at_least(0), metavar="DEPTH", help="plies; stands before --moves")
    add_position_arguments(parser)
    parser.add_argument("--divide", action="store_true", help="the count behind each move, too")
    parser.add_argument("--json", action="store_true", help="an object a line")
    options = parser.parse_args(argv)
    if options.divide and options.depth == 0:
        parser.error("--divide needs a depth of 1 or more")
    board = read_board(parser, options)
    begin = time.perf_counter()
    try:
        with ended_by_interrupt():
            nodes = _divide(board, options) if options.divide else board.perft(options.depth)
    except ValueError as error:
        parser.error(str(error))
    seconds = time.perf_counter() - begin
    nps = round(nodes / max(seconds, 1e-9))
    if options.json:
        total = {"type": "total", "depth": options.depth, "nodes": nodes}
        print(json.dumps({**total, "time_ms": round(seconds * 1000, 3), "nps": nps}))
    else:
        print(f"{nodes} nodes\n{seconds:.3f} s\n{nps} nps")
    return 0


def _divide(board: Board, options: argparse.Namespace) -> int:
    """Print the count behind each move; all of them together."""
    total = 0
    for move in board.legal_moves:
        board.push(move)
        nodes = board.perft(options.depth - 1)
        board.pop()
        total += nodes
        if options.json:
            line = json.dumps({"type": "move", "move": move.uci(), "nodes": nodes})
        else:
            line = f"{move.uci()} {nodes}"
        print(line, flush=True)
    return total
