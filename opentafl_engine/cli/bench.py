"""``opentafl-engine bench``: a fixed amount of search, whose node count is the engine's signature."""

from __future__ import annotations

import argparse
from collections.abc import Sequence


def run(argv: Sequence[str]) -> int:
    """Run the benchmark and print ``N nodes`` and ``N nps``."""
    argparse.ArgumentParser(prog="opentafl-engine bench", description=__doc__).parse_args(argv)
    from opentafl_engine.bench import run_bench

    run_bench()
    return 0
