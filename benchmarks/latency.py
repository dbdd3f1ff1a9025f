"""Measure how soon the engine answers while two threads of it search Copenhagen, and how soon it starts.

One line for each thing measured, in milliseconds: ``latency what=<name> median_ms=<n> p95_ms=<n>
p99_ms=<n> max_ms=<n> tries=<n> load=<n> wanted=<limits> <met or missed>``. ``isready`` and ``stop`` are
sent at random moments of a ``go infinite``; ``start`` is a fresh process each, up to ``uciok``. ``echo``
is what the machine itself takes: a line through ``cat`` and back, sent in turns with ``isready``.
``load`` is the load average, which wants to be low: the search alone takes two cores.
"""

from __future__ import annotations

import argparse
import os
import select
import statistics
import subprocess
import time
from collections.abc import Sequence
from random import Random

from opentafl_engine.client.process import own_command

WANTED = {
    "isready": {"median": 0.5},
    "stop": {"median": 2.0, "p99": 20.0},
    "start": {"median": 200.0},
    "echo": {},
}
_PATIENCE = 60.0


class Engine:
    """A process and its bare pipes: the thread that measures reads them itself."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._writes = self._process.stdin.fileno()
        self._reads = self._process.stdout.fileno()

    def send(self, *lines: str) -> None:
        """Send lines in one write."""
        os.write(self._writes, "".join(f"{line}\n" for line in lines).encode())

    def wait_for(self, word: bytes) -> None:
        """Read up to the end of the line that begins with a word."""
        heard = b"\n"
        while (at := heard.find(b"\n" + word)) < 0 or heard.find(b"\n", at + 1) < 0:
            self._wait()
            heard += os.read(self._reads, 1 << 16)

    def listen(self, seconds: float) -> None:
        """Read for so long, so that nothing waits in the pipe."""
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            if select.select([self._reads], [], [], left)[0]:
                os.read(self._reads, 1 << 16)

    def time(self, line: str, answer: bytes) -> float:
        """Milliseconds from sending a line to its answer."""
        begin = time.perf_counter()
        self.send(line)
        self.wait_for(answer)
        return (time.perf_counter() - begin) * 1000

    def end(self) -> None:
        """Close its input, after which it leaves."""
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        self._process.wait(_PATIENCE)

    def _wait(self) -> None:
        if not select.select([self._reads], [], [], _PATIENCE)[0]:
            raise SystemExit("the engine does not answer")


def searching(variant: str, threads: int) -> Engine:
    """An engine that is ready to search."""
    engine = Engine(own_command("uci"))
    engine.send(
        f"setoption name UCI_Variant value {variant}", f"setoption name Threads value {threads}", "isready"
    )
    engine.wait_for(b"readyok")
    return engine


def isready(random: Random, tries: int, engine: Engine) -> tuple[list[float], list[float]]:
    """Round trips in the middle of a search, a new one for every 50, and those of an echo."""
    taken, echoes = [], []
    echo = Engine(["cat"])
    for number in range(tries):
        if number % 50 == 0:
            engine.send("stop", "ucinewgame", "go infinite")
            engine.listen(0.1)
        engine.listen(random.uniform(0.005, 0.05))
        taken.append(engine.time("isready", b"readyok"))
        engine.listen(random.uniform(0.005, 0.05))
        echoes.append(echo.time("isready", b"isready"))
    engine.send("stop")
    engine.wait_for(b"bestmove")
    echo.end()
    return taken, echoes


def stop(random: Random, tries: int, engine: Engine) -> list[float]:
    """From ``stop`` to ``bestmove``, each time in another search."""
    taken = []
    for _ in range(tries):
        engine.send("go infinite")
        engine.listen(random.uniform(0.02, 0.15))
        taken.append(engine.time("stop", b"bestmove"))
    return taken


def start(tries: int) -> list[float]:
    """From the start of a process to ``uciok``."""
    taken = []
    for _ in range(tries):
        begin = time.perf_counter()
        engine = Engine(own_command("uci"))
        engine.send("uci")
        engine.wait_for(b"uciok")
        taken.append((time.perf_counter() - begin) * 1000)
        engine.end()
    return taken


def report(name: str, taken: list[float]) -> None:
    """Print the line of one thing."""
    cuts = statistics.quantiles(taken, n=100, method="inclusive")
    found = {"median": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(taken)}
    wanted = WANTED[name]
    met = all(found[what] < limit for what, limit in wanted.items())
    times = " ".join(f"{what}_ms={value:.3f}" for what, value in found.items())
    limits = ",".join(f"{what}<{limit:g}" for what, limit in wanted.items())
    judged = f" wanted={limits} {'met' if met else 'missed'}" if wanted else ""
    print(f"latency what={name} {times} tries={len(taken)} load={os.getloadavg()[0]:.1f}{judged}", flush=True)


def main() -> None:
    """Print one line for each of the three."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tries", type=int, default=200)
    parser.add_argument("--starts", type=int, default=30)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--variant", default="copenhagen")
    arguments = parser.parse_args()
    random = Random(1)
    engine = searching(arguments.variant, arguments.threads)
    answers, echoes = isready(random, arguments.tries, engine)
    report("echo", echoes)
    report("isready", answers)
    report("stop", stop(random, arguments.tries, engine))
    engine.end()
    report("start", start(arguments.starts))


if __name__ == "__main__":
    main()
