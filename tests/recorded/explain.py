"""Which quirks explain that a recorded game goes otherwise than `spec` semantics would have it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from opentafl_engine.board import Board
from opentafl_engine.errors import IllegalMoveError
from opentafl_engine.types import OPENTAFL, SPEC, Quirk
from tests.recorded.read import Game
from tests.recorded.replay import Difference, board_for, compare_line, parses, stands_after

MOST_QUIRKS = 3
"""More than so many quirks at once are not tried as an explanation."""


def explain_game(game: Game) -> Iterator[tuple[Difference, str]]:
    """Every line of a game that differs under spec, with the fewest quirks that make it agree.

    From a line after which a spec board cannot follow the record, the game goes on with the quirks
    that explained it, so that later lines are judged too.
    """
    known = SPEC if parses(game, OPENTAFL) else Quirk.LENIENT_VALUES
    board = board_for(game, OPENTAFL & ~known)
    added: Quirk | None = None
    for ply, line in enumerate(game):
        difference = compare_line(board, line)
        if difference is None:
            continue
        if added is None or added in known or not agrees(game, ply, known | added):
            added = explanation(game, ply, known)
        yield difference, "nothing" if added is None else names(added)
        if added is None:
            return
        if not stands_after(board, line):
            known |= added
            board = replayed(game, ply + 1, known)


def explanation(game: Game, ply: int, known: Quirk) -> Quirk | None:
    """The fewest quirks that, added to `known`, make the game agree up to and with this ply."""
    others = [quirk for quirk in Quirk if quirk not in known]
    for count in range(1, MOST_QUIRKS + 1):
        for chosen in itertools.combinations(others, count):
            added = SPEC
            for quirk in chosen:
                added |= quirk
            if agrees(game, ply, known | added):
                return added
    return None


def agrees(game: Game, ply: int, quirks: Quirk) -> bool:
    """Whether a board with just these quirks follows the record as far as this ply and on it."""
    board = board_for(game, OPENTAFL & ~quirks)
    for line in game[:ply]:
        if line["move"] is None or not follows(board, line["move"], line["next_position"]):
            return False
    return compare_line(board, game[ply]) is None


def follows(board: Board, move: str, position: str) -> bool:
    """Play a move if it is legal; whether the recorded position came of it and the game goes on."""
    try:
        board.push(move)
    except IllegalMoveError:
        return False
    return board.position() == position and board.outcome() is None


def replayed(game: Game, plies: int, quirks: Quirk) -> Board:
    """A board on which so many plies of the game were played with these quirks."""
    board = board_for(game, OPENTAFL & ~quirks)
    for line in game[:plies]:
        if line["move"] is not None:
            board.push(line["move"])
    return board


def names(quirks: Quirk) -> str:
    """The names of some quirks, with a plus between."""
    return " + ".join(quirk.name or "" for quirk in Quirk if quirk in quirks)
