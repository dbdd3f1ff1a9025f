"""The lines of UCI for tafl: what a search reports, as text."""

from __future__ import annotations

from collections.abc import Iterable

from opentafl_engine.board import Board, Outcome
from opentafl_engine.dialects.base import Send
from opentafl_engine.dialects.text import printable
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.scores import own_moves, wdl_of
from opentafl_engine.search import Info, Limits, RootMove

_LONGEST_COMPLAINT = 400


def complaint(text: str) -> Send:
    """``info string error: ...``, in printable ASCII."""
    return Send(f"info string error: {printable(text, _LONGEST_COMPLAINT)}", error=True)


def note(text: str) -> Send:
    """``info string ...``, in printable ASCII."""
    return Send(f"info string {printable(text, _LONGEST_COMPLAINT)}")


def info_line(info: Info, board: Board, *, show_wdl: bool = False) -> str:
    """One line of a finished iteration of a search of ``board``."""
    words = [
        f"info depth {info.depth} seldepth {info.seldepth} multipv {info.multipv} score {score(info, board)}"
    ]
    if show_wdl:
        words.append("wdl {} {} {}".format(*wdl_of(info)))
    words.append(f"nodes {info.nodes} nps {info.nps} hashfull {info.hashfull} tbhits 0")
    words.append(f"time {int(info.time_ms)} pv {moves_text(info.pv)}")
    return " ".join(words)


def score(info: Info, board: Board) -> str:
    """``cp N`` or ``mate N``, for the side to move."""
    mate = own_moves(info, board)
    return f"cp {info.score}" if mate is None else f"mate {mate}"


def current_line(current: RootMove) -> str:
    """Where a long search is."""
    return f"info depth {current.depth} currmove {current.move.uci()} currmovenumber {current.number}"


def bestmove_line(board: Board, line: tuple[Move, ...], *, with_ponder: bool = True) -> str:
    """The answer to a ``go``, from the line that was found; the reply is named if it is the other side's."""
    if not line:
        return "bestmove (none)"
    answer = f"bestmove {line[0].uci()}"
    if with_ponder and len(line) > 1:
        after = board.copy()
        after.push(line[0])
        if after.turn != board.turn:
            answer += f" ponder {line[1].uci()}"
    return answer


def limits_text(limits: Limits) -> str:
    """What ends a search, for people.

    >>> limits_text(Limits(depth=8, soft_time=200.0, movetime=800.0, multipv=2))
    'depth 8, soft 200 ms, hard 800 ms, multipv 2'
    """
    said = {
        "depth {}": limits.depth,
        "nodes {}": limits.nodes,
        "soft {:.0f} ms": limits.soft_time,
        "hard {:.0f} ms": limits.movetime,
        "multipv {}": limits.multipv,
        "searchmoves {}": len(limits.searchmoves) or None,
    }
    return ", ".join(form.format(value) for form, value in said.items() if value is not None)


def variant_lines(rules: Rules) -> list[Send]:
    """What is said of rules that were loaded, with the warnings of their string."""
    size = f"files {rules.dim} ranks {rules.dim}"
    # The record of a large board is longer than a note may be, and half of one is of no use.
    said = f"info string variant {printable(rules.name)} {size} startpos {rules.start} {rules.first_side}"
    return [Send(said), *(note(f"warning: {warning}") for warning in rules.warnings)]


def outcome_text(outcome: Outcome) -> str:
    """How a game ended.

    >>> from opentafl_engine import ATTACKERS, Termination
    >>> outcome_text(Outcome(ATTACKERS, Termination.KING_CAPTURED))
    'attackers win (king captured)'
    """
    who = "draw" if outcome.winner is None else f"{outcome.winner} win"
    return f"{who} ({outcome.termination})"


def moves_text(moves: Iterable[Move]) -> str:
    """Moves without dashes, with spaces between them."""
    return " ".join(move.uci() for move in moves)
