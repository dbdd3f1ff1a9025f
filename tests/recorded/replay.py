"""Replaying a recorded game from its first ply, with everything that is recorded compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from opentafl_engine.board import Board, Termination
from opentafl_engine.errors import TaflError
from opentafl_engine.rules import Rules
from opentafl_engine.types import SPEC, Quirk
from tests.recorded.read import Game, Line

REASONS = {
    "king_captured": Termination.KING_CAPTURED,
    "no_defenders_left": Termination.KING_CAPTURED,
    "king_corner": Termination.KING_ESCAPED,
    "king_edge": Termination.KING_ESCAPED,
    "no_attackers_left": Termination.ATTACKERS_CAPTURED,
    "defenders_surrounded": Termination.SURROUNDED,
    "defenders_blocked": Termination.DEFENDERS_BLOCKED,
    "edge_fort": Termination.EDGE_FORT,
    "threefold": Termination.REPETITION,
}
Ended = tuple[str, str] | None


@dataclass(frozen=True)
class Difference:
    """One line on which the board and the record differ: field, what the board says, what is recorded."""

    line: Line
    parts: tuple[tuple[str, object, object], ...]

    @property
    def fields(self) -> list[str]:
        """The names of what differs."""
        return [name for name, _, _ in self.parts]

    def __str__(self) -> str:
        line = self.line
        said = "; ".join(f"{name}: board {ours!r}, record {theirs!r}" for name, ours, theirs in self.parts)
        return (
            f"{line['set']} game {line['game']} ply {line['ply']}: {said}\n  rules {line['rules']}\n"
            f"  position {line['position']} {line['side']}, berserking {line['berserking']}\n"
            f"  move {line['move']}"
        )


def board_for(game: Game, without: Quirk = SPEC) -> Board:
    """A board at the first ply of a recorded game, as OpenTafl plays but for some quirks."""
    rules = Rules.parse(game[0]["rules"], semantics="opentafl", without=without)
    board = Board(rules)
    if (board.position(), str(board.turn)) != (game[0]["position"], game[0]["side"]):
        raise ValueError(f"{game[0]['set']} game {game[0]['game']} does not begin at the start of its rules")
    return board


def replay(game: Game, without: Quirk = SPEC) -> Iterator[Difference]:
    """Replay a game; after a line from which the board cannot go on as recorded, the rest is left out."""
    board = board_for(game, without)
    for line in game:
        difference = compare_line(board, line)
        if difference is not None:
            yield difference
            if not stands_after(board, line):
                return


def compare_line(board: Board, line: Line) -> Difference | None:
    """Compare one line with the board, and play its move if that is legal."""
    parts: list[tuple[str, object, object]] = []
    berserking, side = board.berserking, str(board.turn)
    if (berserking, side) != (line["berserking"], line["side"]):
        parts.append(("berserking", (berserking, side), (line["berserking"], line["side"])))
    legal = sorted(map(str, board.legal_moves))
    if legal != line["legal_moves"]:
        parts.append(("legal moves", *only_in_one(legal, line["legal_moves"])))
    move = line["move"]
    if move is None:
        parts += [] if board.outcome() is None else [("result", ended(board), None)]
    elif move in legal:
        parts += compare_move(board, line, move)
    return Difference(line, tuple(parts)) if parts else None


def compare_move(board: Board, line: Line, move: str) -> list[tuple[str, object, object]]:
    """Play the recorded move and compare what it took and what came of it."""
    captures = board.captures(move)
    board.push(move)
    result = line["result"]
    expected: Ended = None
    if result is not None:
        expected = (result["winner"], REASONS[result["reason"]].name)
    pairs: list[tuple[str, object, object]] = [
        ("captures", captures, line["captures"]),
        ("next position", board.position(), line["next_position"]),
        ("next side", str(board.turn), line["next_side"]),
        ("result", ended(board), expected),
    ]
    return [pair for pair in pairs if pair[1] != pair[2]]


def ended(board: Board) -> Ended:
    """Winner and termination of a board's outcome, or None."""
    outcome = board.outcome()
    if outcome is None:
        return None
    return "draw" if outcome.winner is None else str(outcome.winner), outcome.termination.name


def stands_after(board: Board, line: Line) -> bool:
    """Whether the board stands where the record stands after this line, its move played."""
    if line["move"] is None or line["move"] != str(board.move_stack[-1] if board.move_stack else None):
        return False
    return (board.position(), str(board.turn), board.ply) == (
        line["next_position"],
        line["next_side"],
        line["ply"] + 1,
    ) and (board.outcome() is None) == (line["result"] is None)


def only_in_one(ours: list[str], theirs: list[str]) -> tuple[list[str], list[str]]:
    """What is in one list and not in the other, both ways."""
    return sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))


def parses(game: Game, without: Quirk) -> bool:
    """Whether the game's rules string parses at all with these quirks left out."""
    try:
        board_for(game, without)
    except TaflError:
        return False
    return True
