"""Why a move is not legal, in words; the core says it in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opentafl_engine.core import lib
from opentafl_engine.squares import square_index

if TYPE_CHECKING:
    from opentafl_engine.board import Board
    from opentafl_engine.notation import Move

PIECE_NAMES = ("taflman", "commander", "knight", "king", "mercenary", "guard")

_TEXTS = {
    lib.TAFL_WHY_EMPTY: "there is no piece on {move.from_square}",
    lib.TAFL_WHY_OTHER_SIDE: "it is not this side's turn: the {board.turn} are to move",
    lib.TAFL_WHY_BERSERK_PIECE: "the piece on {square} must go on with its berserk turn",
    lib.TAFL_WHY_NO_LINE: "a piece moves along a rank or a file, to another square",
    lib.TAFL_WHY_OCCUPIED: "{square} is occupied",
    lib.TAFL_WHY_BLOCKED: "blocked at {square}",
    lib.TAFL_WHY_PASS: "a {piece} may not pass {kind} {square}",
    lib.TAFL_WHY_STOP: "a {piece} may not stop on {kind} {square}",
    lib.TAFL_WHY_ENTER: "a {piece} may not enter {kind} {square} from outside",
    lib.TAFL_WHY_FAR: "a {piece} moves {speed} squares at most",
    lib.TAFL_WHY_MUST_CAPTURE: "a berserk turn goes on with captures only",
}


def _kind_of(board: Board, square: int) -> str:
    rules = board.rules
    kinds = {
        "the corner": rules.corner,
        "the throne": rules.centre,
        "the attackers' fortress": rules.attacker_fort,
        "the defenders' fortress": rules.defender_fort,
    }
    return next((name for name, special in kinds.items() if square in special.squares), "")


def explain(board: Board, code: int, move: Move, square: str | None) -> str:
    """The reason behind the core's code, about the square that it names."""
    if code == lib.TAFL_WHY_GAME_OVER:
        outcome = board.outcome()
        return f"the game is over: {outcome.termination}" if outcome else "the game is over"
    start = board.core.cells()[square_index(move.from_square, board.dim)]
    return _TEXTS[code].format(
        board=board,
        move=move,
        square=square,
        piece=PIECE_NAMES[start % len(PIECE_NAMES)],
        kind=_kind_of(board, square_index(square, board.dim)) if square else "",
        speed=board.rules.speeds[start] if start < len(board.rules.speeds) else 0,
    )
