"""What a second thread brings: nodes per second and time to depth, beside what the machine can give.

One line a variant: ``smp variant=<slug> nps1=<n> nps2=<n> ratio=<n> control=<n> quotient=<n>
per_cpu=<n> depth=<n> ms1=<n> ms2=<n> speedup=<n> load=<n>``. ``ratio`` is the nodes per second of two
threads over those of one. ``control`` is the same ratio of a loop of plain integer work in one and in
two processes, run in turns with the searches; ``quotient`` is ratio over control: 1 is all that the
machine has. ``per_cpu`` compares nodes per second of processor time instead, which is fair on a busy
machine too. ``speedup`` is the time to ``depth`` of one thread over that of two, with empty tables.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time

import opentafl_engine as tafl

VARIANTS = ("brandub", "copenhagen", "alea-evangelii")
_LOOP = """
import sys, time
begin, end = float(sys.argv[1]), float(sys.argv[2])
value = count = 0
while time.time() < begin:
    pass
while time.time() < end:
    for number in range(1000):
        value = (value * 69069 + number) & 0xFFFFFFFF
    count += 1
print(count)
"""
_START = 0.3


def control(processes: int, seconds: float) -> int:
    """How often processes that start together get through a loop of integer work."""
    begin = time.time() + _START
    command = [sys.executable, "-c", _LOOP, str(begin), str(begin + seconds)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(processes)]
    return sum(int(process.communicate()[0]) for process in running)


class Bench:
    """Searches of one variant's start, always from an empty table."""

    def __init__(self, variant: str, hash_mb: int) -> None:
        self._board = tafl.Board(tafl.variant(variant))
        self._searcher = tafl.Searcher(hash_mb=hash_mb)

    def search(self, threads: int, limits: tafl.Limits) -> tafl.Result:
        """What so many threads find."""
        self._searcher.threads = threads
        self._searcher.clear()
        return self._searcher.search(self._board, limits)

    def speed(self, threads: int, seconds: float) -> tuple[float, float]:
        """Nodes per second, and per second of processor time."""
        begin = time.process_time()
        result = self.search(threads, tafl.Limits(movetime=seconds * 1000, keep_on=True))
        return result.nodes / result.time_ms * 1000, result.nodes / (time.process_time() - begin)


def measure(variant: str, seconds: float, rounds: int, hash_mb: int) -> None:
    """Print the line of one variant."""
    bench = Bench(variant, hash_mb)
    speeds: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    loops: dict[int, list[int]] = {1: [], 2: []}
    for _ in range(rounds):
        for threads in (1, 2):
            speeds[threads].append(bench.speed(threads, seconds))
            loops[threads].append(control(threads, seconds))
    (one, cpu1), (two, cpu2) = (
        map(statistics.median, zip(*speeds[threads], strict=True)) for threads in (1, 2)
    )
    given = statistics.median(loops[2]) / statistics.median(loops[1])
    depth = bench.search(1, tafl.Limits(movetime=seconds * 1000, keep_on=True)).depth
    limits = tafl.Limits(depth=depth, keep_on=True)
    ms1, ms2 = (
        statistics.median(bench.search(threads, limits).time_ms for _ in range(rounds)) for threads in (1, 2)
    )
    print(
        f"smp variant={variant} nps1={one:.0f} nps2={two:.0f} ratio={two / one:.2f} control={given:.2f} "
        f"quotient={two / one / given:.2f} per_cpu={cpu2 / cpu1:.2f} depth={depth} ms1={ms1:.0f} "
        f"ms2={ms2:.0f} speedup={ms1 / ms2:.2f} load={os.getloadavg()[0]:.1f}",
        flush=True,
    )


def main() -> None:
    """Print one line for each variant."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("variants", nargs="*", default=VARIANTS, help="slugs")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each search and loop (2)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--hash", type=int, default=64, help="size of the table in MiB (64)")
    arguments = parser.parse_args()
    for variant in arguments.variants:
        measure(variant, arguments.seconds, arguments.rounds, arguments.hash)


if __name__ == "__main__":
    main()
