"""``opentafl-engine analyse``: search positions and print each line of each iteration as it comes.

Without a limit a search takes a second; it ends at the first of several. Ctrl-C ends it early, with
what was found. Scores are in centi-taflmen for the side to move (a plain attacker is worth 100), proven
wins and losses in the winner's own moves.

With --position - positions come from standard input, one a line: RECORD SIDE [moves MOVE...], the
record in either form of --position. Empty lines and lines that begin with # are left out. A line that
makes no sense is said on standard error with its number, and makes the exit status 1 in the end.

With --json an object a line. For each line of each iteration {"type": "line", input, depth, seldepth,
multipv, score, mate, nodes, time_ms, nps, hashfull, pv}, then {"type": "best", input, position, side,
move, ponder, score, mate, depth, nodes, time_ms, outcome, winner}. input is the number of the line of
standard input (else 1), score is null where mate is not; mate is negative if the side to move loses;
position is the record that was searched, moves played; outcome and winner are null unless the game is
over; move is null where there is none.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait

from opentafl_engine.board import Board
from opentafl_engine.cli.parsing import LineParser, at_least
from opentafl_engine.cli.position import add_position_arguments, read_board, read_line, read_rules
from opentafl_engine.cli.report import JsonReport, Report, TextReport
from opentafl_engine.dialects.text import printable
from opentafl_engine.errors import TaflError
from opentafl_engine.machine import MAX_THREADS
from opentafl_engine.search import MAX_LINES, Limits, Result, Searcher

_INTERRUPTED = 130
_DEFAULT_MS = 1000
_GLANCE = 0.1
_LONGEST_COMPLAINT = 400


def run(argv: Sequence[str]) -> int:
    """Search every position; 1 if a line made no sense, 130 after Ctrl-C."""
    parser = _parser()
    options = parser.parse_args(argv)
    boards = _Boards(parser, options)
    searcher = _searcher(parser, options)
    limits = _limits(options)
    for number, board in boards:
        report = (JsonReport if options.json else TextReport)(board, number, titled=options.position == "-")
        searcher.clear()
        result, interrupted = _search(searcher, board, limits, report)
        report.best(result)
        if interrupted:
            return _INTERRUPTED
    return 1 if boards.refused else 0


class _Boards:
    """The boards to search, with the numbers of their lines."""

    def __init__(self, parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
        self.refused = 0
        self._prog = parser.prog
        self._single = None
        if options.position != "-":
            self._single = read_board(parser, options)
        elif options.side is not None or options.moves:
            parser.error("with --position - each line says its side and its moves")
        else:
            self._rules = read_rules(parser, options)

    def __iter__(self) -> Iterator[tuple[int, Board]]:
        if self._single is not None:
            yield 1, self._single
            return
        lines = () if sys.stdin is None else sys.stdin.buffer  # it may be closed
        for number, data in enumerate(lines, start=1):
            line = data.decode("ascii", "replace").strip()
            if not line or line.startswith("#"):
                continue
            try:
                board = read_line(self._rules, line)
            except TaflError as error:
                self.refused += 1
                complaint = printable(str(error), _LONGEST_COMPLAINT)
                print(f"{self._prog}: line {number}: {complaint}", file=sys.stderr, flush=True)
            else:
                yield number, board


def _search(searcher: Searcher, board: Board, limits: Limits, report: Report) -> tuple[Result, bool]:
    """The result, and whether Ctrl-C ended the search: only the main thread hears of that, so
    another one searches."""
    interrupted = threading.Event()

    def on_interrupt(_number: int, _frame: object) -> None:
        interrupted.set()
        searcher.stop()

    searcher.arm(limits)
    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(searcher.search, board, limits, report.line)
            while not future.done():  # a wait without an end can miss a signal that comes just before it
                wait([future], timeout=_GLANCE)
            return future.result(), interrupted.is_set()
    finally:
        signal.signal(signal.SIGINT, before)


def _searcher(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Searcher:
    try:
        return Searcher(options.hash, options.threads)
    except MemoryError as error:
        parser.error(str(error))


def _limits(options: argparse.Namespace) -> Limits:
    given = (options.movetime, options.depth, options.nodes)
    movetime = _DEFAULT_MS if given == (None, None, None) else options.movetime
    return Limits(depth=options.depth, nodes=options.nodes, movetime=movetime, multipv=options.multipv)


def _parser() -> LineParser:
    parser = LineParser("analyse", __doc__)
    add_position_arguments(parser)
    limits = parser.add_argument_group("the search")
    whole = at_least(1)
    limits.add_argument("--movetime", type=whole, metavar="MS", help="milliseconds (1000 without a limit)")
    limits.add_argument("--depth", type=whole, metavar="N", help="plies")
    limits.add_argument("--nodes", type=whole, metavar="N", help="executed moves")
    limits.add_argument(
        "--multipv", type=at_least(1, MAX_LINES), default=1, metavar="N", help="lines to find (1)"
    )
    limits.add_argument(
        "--hash", type=whole, default=16, metavar="MB", help="memory for what was searched (16)"
    )
    limits.add_argument(
        "--threads", type=at_least(1, MAX_THREADS), default=1, metavar="N", help="how many search at once (1)"
    )
    parser.add_argument("--json", action="store_true", help="an object a line")
    return parser
