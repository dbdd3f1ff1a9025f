"""Nodes per second and depth of the search in a given time, from the start position.

One line a variant: ``search variant=<slug> ms=<n> depth=<n> nodes=<n> nps=<n>``. The depth is that
of the last finished iteration; the search is full-width, so it is the depth that was proven.
"""

from __future__ import annotations

import argparse

import opentafl_engine as tafl

VARIANTS = ("brandub", "tablut", "copenhagen", "copenhagen-13", "tablut-15", "alea-evangelii")


def main() -> None:
    """Search each variant with an empty table and print its line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", default=VARIANTS, help="slugs")
    parser.add_argument("--movetime", type=float, default=1000, help="milliseconds (1000)")
    parser.add_argument("--hash", type=int, default=64, help="size of the table in MiB (64)")
    parser.add_argument("--semantics", default="spec", choices=("spec", "opentafl"))
    arguments = parser.parse_args()
    for name in arguments.variants:
        board = tafl.Board(tafl.variant(name, semantics=arguments.semantics))
        searcher = tafl.Searcher(hash_mb=arguments.hash)
        result = searcher.search(board, tafl.Limits(movetime=arguments.movetime, keep_on=True))
        print(
            f"search variant={name} ms={result.time_ms:.0f} depth={result.depth} nodes={result.nodes} "
            f"nps={result.nodes / result.time_ms * 1000:.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
