"""Games engine against engine through the referee-host: ``python -m tests.otep_games --games 200``.

Every named variant takes its turn, and so do clocks from a second with overtime down to 100 ms a
move and both kinds of host. Prints a line a game and a table of how they ended; the exit status is
1 if an engine made an illegal move, lost on time, crashed or did anything else wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from opentafl_engine.client.clock import TimeControl
from opentafl_engine.client.otep_host import GameResult, HostSettings, OtepHost
from opentafl_engine.client.process import own_command
from opentafl_engine.variants import variant_info, variant_names

ENGINE = own_command("otep", "--hash", "16")
CLOCKS = ("1 1/3", "1 0.5/3", "0.1 0.1i", "0 0.1/1", "0 0/1 0.1i", "2 0.25/5 0.05i")
BAD_ENDS = ("time", "crash", "stall", "illegal move", "no hello", "gave up", "the host died")


class Pairing(NamedTuple):
    """Which game to play: variant, clock, and what kind of host."""

    variant: str
    clock: str
    like_opentafl: bool

    def __str__(self) -> str:
        return f"{self.variant} [{self.clock}]{' like OpenTafl' if self.like_opentafl else ''}"


def pairing(number: int, clocks: Sequence[str]) -> Pairing:
    """The game with this number: all variants, then the next clock; every other host has failings."""
    names = variant_names()
    return Pairing(names[number % len(names)], clocks[number // len(names) % len(clocks)], number % 2 == 1)


def play(game: Pairing, max_moves: int) -> GameResult:
    """Play one game."""
    settings = HostSettings(
        control=TimeControl.parse(game.clock),
        like_opentafl=game.like_opentafl,
        max_moves=max_moves,
        move_seconds=60,
    )
    return OtepHost(variant_info(game.variant).opentafl, settings).play(ENGINE, ENGINE)


def is_bad(result: GameResult) -> bool:
    """Whether an engine did something wrong."""
    return bool(result.faults) or result.reason.startswith(BAD_ENDS)


def main() -> int:
    """Play the games and print what became of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (0)")
    parser.add_argument("--max-moves", type=int, default=300, help="a longer game is a draw (300)")
    parser.add_argument(
        "--jobs", type=int, default=1, help="games at a time; more than one needs idle cores (1)"
    )
    parser.add_argument("--clock", action="append", help="only this clock; may be given more than once")
    options = parser.parse_args()
    clocks = tuple(options.clock or CLOCKS)
    ends: Counter[str] = Counter()
    bad = 0
    games = [pairing(number, clocks) for number in range(options.first, options.first + options.games)]
    with ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(partial(play, max_moves=options.max_moves), games)
        for number, (game, result) in enumerate(zip(games, results, strict=True), start=options.first):
            bad += is_bad(result)
            ends[result.reason] += 1
            winner = "nobody" if result.winner is None else result.winner
            print(f"{number} {game}: {winner}, {result.reason}, {len(result.moves)} moves", flush=True)
            for fault in result.faults:
                print(f"  fault: {fault}", flush=True)
    print("\n".join(f"{count:6} {reason}" for reason, count in ends.most_common()))
    print(f"{options.games} games, {bad} with a fault")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
