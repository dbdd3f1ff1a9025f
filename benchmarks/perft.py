"""Count move sequences from start positions, and how many a second.

One line a row: ``perft variant=<slug> mode=<mode> depth=<n> nodes=<n> seconds=<s> nodes_per_s=<n>``.
The modes: ``full`` makes every leaf as the search does (keys, every ending), ``nokeys`` does so
without keys, ``bulk`` counts the last ply without making it. A node is a leaf. Each row is the best
of ``--runs``; ``OPENTAFL_ENGINE_ISA=base`` in the environment measures the plain instruction set.
"""

from __future__ import annotations

import argparse
import time

import opentafl_engine as tafl
from opentafl_engine.core import build_name

DEPTHS = {
    "brandub": 5, "magpie": 5, "tablut": 4, "copenhagen": 4, "fetlar": 4, "berserk": 4,
    "copenhagen-13": 4, "tablut-15": 3, "alea-evangelii": 3,
}  # fmt: skip
"""The depth at which a variant takes about a second."""
MODES = ("full", "nokeys", "bulk")


def measure(board: tafl.Board, depth: int, mode: str, runs: int) -> tuple[int, float]:
    """The count and the seconds of the fastest of some runs."""
    best = float("inf")
    nodes = 0
    for _ in range(runs):
        began = time.perf_counter()
        nodes = board.perft(depth, mode=mode)
        best = min(best, time.perf_counter() - began)
    return nodes, best


def main() -> None:
    """Print a row for each variant and mode."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", help=f"slugs (default: {' '.join(DEPTHS)})")
    parser.add_argument("--depth", type=int, help="default: what takes about a second")
    parser.add_argument("--mode", choices=MODES, help="default: all of them")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--semantics", default="spec", choices=("spec", "opentafl"))
    arguments = parser.parse_args()
    for name in arguments.variants or DEPTHS:
        rules = tafl.variant(name, arguments.semantics)
        board = tafl.Board(rules)
        depth = arguments.depth or DEPTHS.get(name, 3)
        print(f"# {name}: {build_name(rules)}", flush=True)
        for mode in [arguments.mode] if arguments.mode else MODES:
            nodes, seconds = measure(board, depth, mode, arguments.runs)
            print(
                f"perft variant={name} mode={mode} depth={depth} nodes={nodes} "
                f"seconds={seconds:.3f} nodes_per_s={nodes / seconds:.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
