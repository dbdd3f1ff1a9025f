"""Games of the engine against itself with several threads, over the pipes of a real process.

``python -m tests.smp_games --games 1000 --threads 2 --seed 1``. Each ``go`` must bring one
``bestmove``, which is legal by a board of ours; an ``isready`` behind it shows that no second one
comes. A process plays several games of several variants. Prints one line, ``smp_games games=<n>
moves=<n> ended=<n> faults=0 seconds=<n>``; the first fault ends the run.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from opentafl_engine.board import Board
from opentafl_engine.client.process import EngineProcess, own_command
from opentafl_engine.notation import Move
from opentafl_engine.variants import variant
from tools.fuzz import forms

VARIANTS = ("brandub", "magpie", "tablut", "copenhagen", "berserk", "copenhagen-13", "alea-evangelii")
LONGEST = 80
GAMES_EACH = 20
PATIENCE = 120.0


class Player:
    """An engine in a process; a context manager that ends it."""

    def __init__(self, threads: int) -> None:
        self._process = EngineProcess(own_command("uci", "--hash", "2", "--threads", str(threads)))

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()

    def ask(self, *lines: str) -> list[str]:
        """Say something; what is said to it, up to a ``readyok`` that is asked for at the end."""
        for line in (*lines, "isready"):
            self._process.send(line)
        return self._up_to("readyok")[:-1]

    def move(self, board: Board, nodes: int) -> str:
        """What the one ``bestmove`` names for a position of a game."""
        moves = " ".join(move.uci() for move in board.move_stack)
        self._process.send(f"position startpos moves {moves}" if moves else "position startpos")
        self._process.send(f"go nodes {nodes}")
        said = self._up_to("bestmove") + self.ask()
        assert [line for line in said if "error" in line] == [], said
        (answer,) = (line for line in said if line.startswith("bestmove"))
        return answer.split()[1]

    def _up_to(self, word: str) -> list[str]:
        lines = [""]
        while not lines[-1].startswith(word):
            heard = self._process.hear(time.monotonic() + PATIENCE)
            assert heard is not None, f"no {word}"
            forms.check("uci", heard.line)
            lines.append(heard.line)
        return lines[1:]


def play_game(random: Random, player: Player) -> tuple[int, bool]:
    """Play one game of any variant after a random opening; the engine's moves and whether it ended."""
    name = random.choice(VARIANTS)
    said = player.ask("ucinewgame", f"setoption name UCI_Variant value {name}")
    assert len(said) == 1, said
    board = Board(variant(name))
    for _ in range(random.randint(0, 6)):
        if moves := list(board.legal_moves):
            board.push(random.choice(moves))
    opening = board.ply
    while board.ply < LONGEST and board.legal_moves:
        board.push(Move.parse(player.move(board, random.randint(200, 1000))))  # raises for an illegal one
    if not board.legal_moves:
        assert player.move(board, 100) == "(none)"
    return board.ply - opening, board.outcome() is not None


def play_games(games: int, threads: int, seed: int) -> tuple[int, int]:
    """Play so many games; the moves made and the games that came to an end. Raises at the first fault."""
    random = Random(seed)
    moves = ended = played = 0
    while played < games:
        with Player(threads) as player:
            for _ in range(min(GAMES_EACH, games - played)):
                made, is_over = play_game(random, player)
                moves += made
                ended += is_over
                played += 1
    return moves, ended


def main() -> None:
    """Play, and print what was counted."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    begin = time.monotonic()
    moves, ended = play_games(arguments.games, arguments.threads, arguments.seed)
    print(
        f"smp_games games={arguments.games} moves={moves} ended={ended} faults=0 "
        f"seconds={time.monotonic() - begin:.1f}"
    )


if __name__ == "__main__":
    main()
