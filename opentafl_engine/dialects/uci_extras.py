"""What the dialect says beyond UCI, for people and scripts: the board, its value, its moves, counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from opentafl_engine.bench import run_bench
from opentafl_engine.board import Board
from opentafl_engine.dialects.text import printable
from opentafl_engine.dialects.uci_text import moves_text, outcome_text
from opentafl_engine.drawing import draw

_AT_ONCE = 3
"""So many plies are counted in one call to the core; between calls a ``stop`` is heard."""

HELP = """\
uci                             who this is, and its options
isready                         answered with readyok, in the middle of a search too
setoption name NAME [value V]   change an option
rules STRING                    play by a rules string; option UCI_Variant has named ones
position startpos [moves M...]  go to a position; otn RECORD SIDE and fen ROWS SIDE as well
go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder] [searchmoves M...]
   [atime MS] [dtime MS] [ainc MS] [dinc MS] [aovertimes N] [dovertimes N] [overtime MS]
stop, ponderhit, ucinewgame, debug on|off, quit
d, eval, moves, result, flip, perft N, go perft N, bench
protocol_spec.md says all of it."""


def help_lines() -> Iterator[str]:
    """What can be asked."""
    yield from HELP.splitlines()


def board_lines(board: Board) -> Iterator[str]:
    """The position, its rules and its state, as text."""
    last = board.move_stack[-1] if board.move_stack else None
    yield from draw(board, last_move=last).splitlines()
    rules = board.rules.to_otn()
    yield f"Rules: {printable(board.rules.name)}, {board.rules.semantics}: {printable(rules, len(rules))}"
    yield f"Position: otn {board.position()} {board.turn}"
    yield f"Key: {board.search_key():016X}"
    yield f"Moves: {len(board.legal_moves)}"
    yield result_line(board)


def eval_lines(board: Board) -> Iterator[str]:
    """Each term of the value, for the attackers and for the defenders."""
    terms = board.evaluate()
    yield f"{'term':10}{'attackers':>10}{'defenders':>10}"
    for name, value in terms._asdict().items():
        yield f"{name:10}{value:10}{-value:10}"


def moves_line(board: Board) -> str:
    """All legal moves."""
    return f"moves {moves_text(board.legal_moves)}".strip()


def result_line(board: Board) -> str:
    """Whether the game goes on, and if not, how it ended."""
    outcome = board.outcome()
    if outcome is not None:
        return f"result {outcome_text(outcome)}"
    return "result ongoing" if board.legal_moves else "result ongoing, but no legal move"


def perft_lines(board: Board, depth: int, stopped: Callable[[], bool]) -> Iterator[str]:
    """The number of lines of ``depth`` plies behind each move, and their sum."""
    begin = perf_counter()
    total = 1 if depth == 0 else 0
    whole = True
    for move in list(board.legal_moves) if depth else ():
        after = board.copy()
        after.push(move)
        count = _count(after, depth - 1, stopped)
        if count is None:
            whole = False
            break
        total += count
        yield f"{move.uci()}: {count}"
    yield f"Nodes searched: {total}{'' if whole else ' (stopped)'}"
    yield f"info string time {round(1000 * (perf_counter() - begin))}"


def _count(board: Board, depth: int, stopped: Callable[[], bool]) -> int | None:
    """perft, or None once it was stopped."""
    if stopped():
        return None
    if depth <= _AT_ONCE:
        return board.perft(depth)
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        count = _count(board, depth - 1, stopped)
        board.pop()
        if count is None:
            return None
        total += count
    return total


def bench_lines(stopped: Callable[[], bool]) -> Iterator[str]:
    """The signature of the engine; see ``opentafl_engine.bench``."""
    lines: list[str] = []
    run_bench(lines.append, stopped=stopped)
    yield from lines
