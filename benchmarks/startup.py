"""Measure how long a start takes: median milliseconds over a bare ``python3 -I -c pass``.

One line for each thing measured: ``startup what=<name> median_ms=<n> over_bare_ms=<n> runs=<n>``.
The three are measured in turns, so that a busy moment of the machine falls on all of them.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path


def _run_to_the_end(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - began


def _run_to_hello(command: list[str]) -> float:
    began = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        line = process.stdout.readline()
        taken = time.perf_counter() - began
        process.stdin.write(b"goodbye\n")
        process.stdin.close()
    if line != b"hello\n":
        raise SystemExit(f"the engine began with {line!r}, not with hello")
    return taken


def main() -> None:
    """Print one line for each of the three starts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    runs = parser.parse_args().runs
    engine = str(Path(sys.executable).with_name("opentafl-engine"))
    starts: dict[str, Callable[[], float]] = {
        "bare": lambda: _run_to_the_end([sys.executable, "-I", "-c", "pass"]),
        "import": lambda: _run_to_the_end([sys.executable, "-I", "-c", "import opentafl_engine"]),
        "hello": lambda: _run_to_hello([engine, "otep"]),
    }
    taken: dict[str, list[float]] = {name: [] for name in starts}
    for _ in range(runs):
        for name, start in starts.items():
            taken[name].append(start() * 1000)
    medians = {name: statistics.median(times) for name, times in taken.items()}
    for name, median in medians.items():
        over = median - medians["bare"]
        print(f"startup what={name} median_ms={median:.1f} over_bare_ms={over:.1f} runs={runs}")


if __name__ == "__main__":
    main()
