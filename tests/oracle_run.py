"""Compare the C core with the plain reference in random games and print what was seen how often.

    python -m tests.oracle_run --seconds 600
    python -m tests.oracle_run --games 2000 --seed 5

Ends with status 1 if the two disagree, or if the run was long enough to see everything 200 times
(``--demand 200``) and did not.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.oracle.compare import DisagreementError, Table, play
from tests.oracle.scenes import SCENES
from tests.oracle.wanted import missing


def run(
    seconds: float, games: int, seed: int, keep_going: bool = False, scene: str | None = None
) -> tuple[Table, list[str]]:
    """Play until the time or the number of games is up; the table and the disagreements."""
    table, wrong = Table(), []
    end = time.monotonic() + seconds
    while table.games < games and time.monotonic() < end:
        number = seed + table.games
        try:
            play(number, table, scene)
        except DisagreementError as error:
            wrong.append(f"seed {number}: {error}")
            if not keep_going:
                break
    return table, wrong


def print_table(table: Table) -> None:
    """Print every count, one a line."""
    for name, count in sorted(table.counts.items()):
        print(f"{count:8}  {name}")
    print(f"{table.games:8}  games")
    print(f"{table.plies:8}  moves played, probed and compared")
    print(f"{table.compared:8}  moves whose captures were compared")


def main() -> int:
    """Read the command line, run, report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--demand", type=int, default=0, help="fail unless everything was seen so often")
    parser.add_argument("--keep-going", action="store_true", help="do not stop at a disagreement")
    parser.add_argument("--scene", choices=(*SCENES, "scatter", "shuffle"), help="play only this kind")
    options = parser.parse_args()
    table, wrong = run(options.seconds, options.games, options.seed, options.keep_going, options.scene)
    print_table(table)
    rare = missing(table, options.demand)
    for line in [*wrong, *(f"seen too seldom: {name}" for name in rare)]:
        print(line)
    return 1 if wrong or rare else 0


if __name__ == "__main__":
    sys.exit(main())
