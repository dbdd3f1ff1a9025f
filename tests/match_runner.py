"""Plays matches as the runner of another engine for Copenhagen does, with our board as the referee.

It starts an engine with ``--net X``, sends ``uci`` and ``isready``, then for each move the whole game
from its start in adk letters, ``isready`` and ``go nodes N`` (or ``go movetime N``), waits for a line
that starts with ``bestmove``, and ends with ``quit``. Run as a script it plays this engine against
itself: ``python -m tests.match_runner --games 20``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from opentafl_engine.board import Board, Outcome
from opentafl_engine.client.process import EngineGoneError, EngineProcess, own_command
from opentafl_engine.errors import TaflError
from opentafl_engine.positions import parse_position, write_fen
from opentafl_engine.types import ATTACKERS
from opentafl_engine.variants import variant

PATIENCE = 60.0
"""Seconds that an engine has for one answer."""


class MatchError(Exception):
    """An engine did not do what a runner must be able to rely on."""


@dataclass
class Game:
    """A game that was played: ``outcome`` is None where it was cut off."""

    moves: list[str] = field(default_factory=list)
    outcome: Outcome | None = None


class Player:
    """One engine as the runner drives it; raises ``MatchError`` for whatever goes wrong."""

    def __init__(self, command: Sequence[str], go: str) -> None:
        self._engine = EngineProcess([*command, "--net", "X"])
        self._go = go
        self._say("uci")
        self._wait_for("uciok")
        self._say("isready")
        self._wait_for("readyok")

    def move(self, fen: str, side: str, moves: Sequence[str]) -> str:
        """The engine's move after a position and the moves from there."""
        self._say(f"position fen {fen} {side}" + (f" moves {' '.join(moves)}" if moves else ""))
        self._say("isready")
        self._wait_for("readyok")
        self._say(self._go)
        return self._wait_for("bestmove").split()[1]

    def quit(self) -> None:
        """End the engine, which must go by itself with status 0."""
        self._say("quit")
        status = self._engine.wait(PATIENCE)
        self._engine.kill()
        if status != 0:
            raise MatchError(f"the engine ended with status {status}")

    def kill(self) -> None:
        """End the engine, whatever it does."""
        self._engine.kill()

    def _say(self, line: str) -> None:
        self._engine.send(line)

    def _wait_for(self, start: str) -> str:
        until = time.monotonic() + PATIENCE
        try:
            while (heard := self._engine.hear(until)) is not None:
                if heard.line.startswith(start):
                    return heard.line
                if heard.line.startswith("info string error"):
                    raise MatchError(heard.line)
        except EngineGoneError:
            raise MatchError(f"the engine is gone, {start} was awaited") from None
        raise MatchError(f"no {start} in {PATIENCE} seconds")


def play_game(attackers: Player, defenders: Player, most: int) -> Game:
    """One game of Copenhagen, of at most so many moves; raises ``MatchError`` for an illegal move."""
    rules = variant("copenhagen")
    board = Board(rules)
    fen = write_fen(parse_position(rules.start), rules.dim, adk=True)
    game = Game()
    while len(game.moves) < most and not board.is_game_over():
        player = attackers if board.turn == ATTACKERS else defenders
        move = player.move(fen, "a", game.moves)
        try:
            board.push(move)
        except TaflError as error:
            raise MatchError(f"ply {board.ply + 1}: {error}") from None
        game.moves.append(move)
    game.outcome = board.outcome()
    return game


def play_match(games: int, go: str, most: int) -> list[Game]:
    """This engine against itself, the two processes taking turns with the attackers."""
    players = [Player(own_command(), go), Player(own_command(), go)]
    try:
        played = []
        for number in range(games):
            attackers, defenders = players if number % 2 == 0 else reversed(players)
            played.append(play_game(attackers, defenders, most))
        for player in players:
            player.quit()
    finally:
        for player in players:
            player.kill()
    return played


def main() -> None:
    """Play a match and say how each game ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--go", default="go nodes 500", help="how long to think (go nodes 500)")
    parser.add_argument("--max-moves", type=int, default=200)
    options = parser.parse_args()
    for number, game in enumerate(play_match(options.games, options.go, options.max_moves), start=1):
        print(f"game {number}: {len(game.moves)} moves, {game.outcome or 'cut off'}")


if __name__ == "__main__":
    main()
