"""A game: whose turn it is, berserk turns, repetition and the order in which ends are tested."""

from __future__ import annotations

from dataclasses import dataclass

from opentafl_engine.rules import Rules
from tests.reference.captures import close_captures, make
from tests.reference.ends import someone_is_gone, special_ends
from tests.reference.ground import Ground, Pieces, Square, Step, name_of, other, read_position, square_of
from tests.reference.moves import piece_moves, side_moves

Key = tuple[frozenset[tuple[Square, str]], str]


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winning side's name or None for a draw, and the name of the end."""

    winner: str | None
    termination: str


@dataclass(frozen=True)
class State:
    """One moment of a game. It is never changed: `play` returns the next one."""

    ground: Ground
    pieces: Pieces
    side: str
    berserker: Square | None
    history: tuple[Key, ...]
    ended: Outcome | None

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self.ended is None and not self.steps():
            return Outcome(other(self.side), "NO_LEGAL_MOVE")
        return self.ended

    def steps(self) -> list[Step]:
        """Every legal move, one step of a berserk turn each."""
        if self.ended is not None:
            return []
        if self.berserker is None:
            return side_moves(self.ground, self.pieces, self.side)
        return berserk_steps(self.ground, self.pieces, self.berserker)

    def legal_moves(self) -> list[str]:
        """Every legal move, written like d1-d3, sorted."""
        return sorted(f"{name_of(start)}-{name_of(to)}" for start, to in self.steps())

    def captures(self, move: str) -> list[str]:
        """Return the names of the squares that a move would capture, sorted as text."""
        return sorted(name_of(one) for one in make(self.ground, self.pieces, read_move(move))[1])

    def play(self, move: str) -> State:
        """Return the state after a legal move."""
        step = read_move(move)
        pieces, taken = make(self.ground, self.pieces, step)
        goes_on = bool(taken) and bool(berserk_steps(self.ground, pieces, step[1]))
        side = self.side if goes_on else other(self.side)
        history = self.history + (key_of(pieces, side),)
        ended = self._end(pieces, history, goes_on)
        berserker = step[1] if goes_on and ended is None else None
        return State(self.ground, pieces, side, berserker, history, ended)

    def _end(self, pieces: Pieces, history: tuple[Key, ...], goes_on: bool) -> Outcome | None:
        """Ends 1 to 5 in their order; `self` is still the state before the move."""
        end: tuple[str | None, str] | None = someone_is_gone(pieces)
        if end is None and not goes_on and history.count(history[-1]) >= 3:
            end = repetition(self.ground.rules.repetition, self.side)
        if end is None:
            end = special_ends(self.ground, pieces)
        return Outcome(*end) if end else None


def read_move(text: str) -> Step:
    """Read a move like d1-d3."""
    start, to = text.split("-")
    return square_of(start), square_of(to)


def key_of(pieces: Pieces, side: str) -> Key:
    """What makes two positions the same for repetition: the pieces and the side to move."""
    return frozenset(pieces.items()), side


def repetition(rule: str, mover: str) -> tuple[str | None, str] | None:
    """What the third occurrence means by `tfr` when `mover` has brought it about."""
    winners: dict[str, str | None] = {"d": None, "w": mover, "l": other(mover), "a": "attackers"}
    return (winners[rule], "REPETITION") if rule in winners else None


def berserk_steps(ground: Ground, pieces: Pieces, square: Square) -> list[Step]:
    """The moves with which a piece that has captured goes on in a berserk turn.

    Reading: with ber:c the capturing moves are those that capture custodially (a king too) or by a
    jump; one that takes by a shieldwall or the Linnaean rule alone is not among them.
    """
    if ground.rules.berserk == "n":
        return []
    moves = piece_moves(ground, pieces, square)
    if ground.rules.berserk == "m":
        return moves
    return [move for move in moves if close_captures(ground, pieces, move)]


def start(rules: Rules, position: str | None = None, side: str | None = None) -> State:
    """Begin a game, from the rules' own start or from a position that is set up."""
    pieces = read_position(position or rules.start)
    side = side or ("attackers" if rules.attackers_first else "defenders")
    return State(Ground(rules), pieces, side, None, (key_of(pieces, side),), None)
