"""``opentafl-engine bench``: a fixed amount of search, whose node count is the engine's signature."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from opentafl_engine.bench import run_bench


def run(argv: Sequence[str]) -> int:
    """Run the benchmark and print ``N nodes`` and ``N nps``."""
    parser = argparse.ArgumentParser(prog="opentafl-engine bench", description=__doc__)
    parser.add_argument("--rows", action="store_true", help="a line for each position, too")
    run_bench(rows=parser.parse_args(argv).rows)
    return 0
