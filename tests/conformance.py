"""Replay games that were recorded inside OpenTafl, and say where `Board` departs from them.

    python -m tests.conformance                        every line as OpenTafl plays: none may differ
    python -m tests.conformance --semantics spec       every line that differs is explained by quirks
    python -m tests.conformance --without BERSERK_FREE as OpenTafl plays but for one quirk
    python -m tests.conformance --set fuzz --sample tests/data/conformance.jsonl.xz

Status 1 if a line differs (opentafl) or differs without an explanation (spec).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from opentafl_engine.types import Quirk
from tests.recorded.explain import explain_game
from tests.recorded.read import SETS, games
from tests.recorded.replay import Difference, replay


def main() -> int:
    """Read the command line, replay, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--semantics", choices=("opentafl", "spec"), default="opentafl")
    parser.add_argument("--set", choices=SETS, action="append", help="default: all three files")
    parser.add_argument("--sample", type=Path, help="replay this file instead of those in ../shared")
    parser.add_argument("--without", default="", help="names of quirks to leave out, comma between")
    parser.add_argument("--show", type=int, default=5, help="so many differing lines are printed in full")
    options = parser.parse_args()
    without = Quirk(0)
    for name in filter(None, options.without.split(",")):
        without |= Quirk[name]
    table: Counter[tuple[str, str]] = Counter()
    shown: list[str] = []
    for source, game in games(options.set or SETS, options.sample):
        table[source, "games"] += 1
        table[source, "lines replayed"] += len(game)
        if options.semantics == "spec":
            for difference, why in explain_game(game):
                count(table, source, difference, f"lines that differ by {why}")
                shown += [str(difference)] if why == "nothing" else []
        else:
            for difference in replay(game, without):
                count(table, source, difference, "lines that differ")
                shown.append(str(difference))
    for (source, what), number in sorted(table.items()):
        print(f"{number:8}  {source:12}{what}")
    for line in shown[: options.show]:
        print(line)
    total = sum(number for (_, what), number in table.items() if what == "lines replayed")
    print(
        f"{total} lines replayed, {len(shown)} {'unexplained' if options.semantics == 'spec' else 'differ'}"
    )
    return 1 if shown else 0


def count(table: Counter[tuple[str, str]], source: str, difference: Difference, why: str) -> None:
    """Count a differing line, once by cause and once by what differs."""
    table[source, why] += 1
    table[source, f"{why}: {', '.join(difference.fields)}"] += 1


if __name__ == "__main__":
    sys.exit(main())
