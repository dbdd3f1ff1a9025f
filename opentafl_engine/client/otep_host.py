"""A small OTEP host: plays two engine processes against each other and judges every move.

With ``like_opentafl`` it has the failings of the real host as well (see ``like_opentafl.py``).
Every wait has an end: an engine that crashes, stalls or cheats loses, and the host lives on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from opentafl_engine.board import Board
from opentafl_engine.client.clock import TimeControl
from opentafl_engine.client.like_opentafl import wrong_list
from opentafl_engine.client.seat import GameOverError, Seat
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.types import Quirk, Side

_PATIENCE = 1000
"""How often OpenTafl lets an engine try again; really without end, but a host has to stop."""


@dataclass
class GameResult:
    """How a game ended: ``winner`` is None for a draw, ``reason`` a few plain words.

    ``faults`` lists everything else that an engine did wrong, such as moves that were refused.
    """

    winner: Side | None = None
    reason: str = ""
    moves: list[Move] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class HostSettings:
    """How a host behaves; ``refuse`` may turn down legal moves, by their number and themselves."""

    control: TimeControl | None = None
    like_opentafl: bool = False
    semantics: str = "opentafl"
    move_seconds: float = 30.0
    max_moves: int = 400
    max_refusals: int = 3
    refuse: Callable[[int, Move], bool] = lambda _number, _move: False
    watch: Callable[[Board, Move], None] = lambda _board, _move: None


class OtepHost:
    """One game between two engine commands, under the rules of a rules string."""

    def __init__(self, rules: str, settings: HostSettings) -> None:
        self._rules_text = rules
        self._settings = settings
        rules_read = Rules.parse(rules, settings.semantics, without=Quirk.SPEED_LISTS_IGNORED)
        self.board = Board(rules_read)
        self._result = GameResult()
        self._seats: dict[Side, Seat] = {}
        self._seen = [(self.board.position(), self.board.turn)]
        self._turns = 0

    def play(self, attackers: Sequence[str], defenders: Sequence[str]) -> GameResult:
        """Start both engines, play the game to its end and send them away."""
        with ExitStack() as stack:
            for side, command in zip(Side, (attackers, defenders), strict=True):
                try:
                    seat = self._seat(side, command)
                except OSError as error:
                    self._result.reason, self._result.winner = "crash", side.opponent
                    self._result.faults.append(f"{side}: {error}")
                    return self._result
                self._seats[side] = seat
                stack.enter_context(seat.process)
            self._play_to_the_end()
        for seat in self._seats.values():
            self._result.faults += seat.faults
        return self._result

    def _seat(self, side: Side, command: Sequence[str]) -> Seat:
        return Seat(
            side,
            command,
            self._settings.control,
            move_seconds=self._settings.move_seconds,
            like_opentafl=self._settings.like_opentafl,
        )

    def _play_to_the_end(self) -> None:
        try:
            for seat in self._seats.values():
                if not self._settings.like_opentafl:
                    seat.greet()
                seat.tell(f"rules {self._rules_text}")
            while True:
                self._make(self._next_move())
        except GameOverError as over:
            self._result.reason, self._result.winner = over.reason, over.winner
            if self._settings.like_opentafl and not self.board.legal_moves:
                self._come_back_to_it(over.code)
            for seat in self._seats.values():
                seat.dismiss(over.code)

    def _next_move(self) -> Move:
        """Ask the side to move until it names a move that stands."""
        side = self.board.turn
        seat = self._seats[side]
        seat.greet()
        if seat.clock is not None:
            seat.clock.begin_turn()
        for _ in range(_PATIENCE if self._settings.like_opentafl else self._settings.max_refusals):
            move = seat.ask(self._clock_line(), self._browsing())
            if move not in self.board.legal_moves:
                seat.faults.append(f"{side}: illegal move {move}")
            elif not self._settings.refuse(len(self._result.moves), move):
                return move
            seat.tell("error 2")
            if self._seats[side.opponent].turn:
                self._report_to(side)
        raise GameOverError("illegal move", side.opponent)

    def _make(self, move: Move) -> None:
        """Play a move, tell both engines, and end the game if that has ended it."""
        side = self.board.turn
        if self.board.berserking is None:
            self._seats[side].turn = []
            self._turns += 1
        self.board.push(move)
        self._seats[side].turn.append(str(move))
        self._result.moves.append(move)
        self._seen.append((self.board.position(), self.board.turn))
        self._settings.watch(self.board, move)
        self._judge()
        self._seats[side].tell(f"move {self.board.position()}")
        if self.board.turn == side:
            self._seats[side].tell(f"opponent-move {move} {self.board.position()}")
        else:
            self._report_to(side.opponent)

    def _judge(self) -> None:
        outcome = self.board.outcome()
        if outcome is not None:
            raise GameOverError(str(outcome.termination), outcome.winner)
        if not self.board.legal_moves:
            raise GameOverError("no legal move", None)
        if len(self._result.moves) >= self._settings.max_moves:
            raise GameOverError("long game", None)

    def _report_to(self, side: Side) -> None:
        """Tell ``side`` what its opponent has played."""
        moves = self._seats[side.opponent].turn
        if self._settings.like_opentafl:
            history = [str(move) for move in self._result.moves]
            moves = wrong_list(self._turns, moves, self._seats[side].turn, history)
            if self._turns == 2:
                self._seats[side].tell("dump 1", end="")
        self._seats[side].tell(f"opponent-move {'|'.join(moves)} {self.board.position()}")

    def _clock_line(self) -> str | None:
        control = self._settings.control
        if control is None:
            return None
        attackers, defenders = (self._seats[side].clock for side in Side)
        assert attackers is not None
        assert defenders is not None
        periods = f"{control.period / 1000:g} {attackers.periods} {defenders.periods}"
        return f"clock {attackers} {defenders} {periods} "

    def _browsing(self) -> list[str]:
        """What the user's looking at older positions says to an engine that thinks."""
        if not self._settings.like_opentafl or self._turns % 5 != 4:
            return []
        return [line for record, side in self._seen[-3:] for line in (f"position {record}", f"side {side}")]

    def _come_back_to_it(self, code: int) -> None:
        """Replay the finished game, and ask for a move in its last position all the same."""
        side = self._seats[self.board.turn].side
        for seat in self._seats.values():
            seat.tell(f"finish {code}")
            for record, turn in self._seen[:3]:
                seat.tell(f"position {record}")
                seat.tell(f"side {turn}")
        record = self.board.position()
        self._seats[side].tell(f"opponent-move {self._result.moves[-1]} {record}")
        try:
            move = self._seats[side].ask_set_up()
            analysis = self._seats[side.opponent].analyse_set_up(record, side)
        except GameOverError as over:
            self._result.faults.append(f"{over.reason} after the game")
            return
        legal = [str(move) for move in Board(self.board.rules, position=record, turn=side).legal_moves]
        best = analysis.split()[2].split("|")[0] if analysis.startswith("analysis ") else None
        for said in (best, None if move is None else str(move)):
            if said not in legal and (legal or said is not None):
                self._result.faults.append(f"{said} in the finished position")
