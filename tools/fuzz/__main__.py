"""Feed mutated inputs to the package until there were enough; the first fault ends the run.

``python -m tools.fuzz --inputs 1000000 --seed 1``. With a sanitized build of the extension, what
ASan and UBSan find ends the process with their report. The input in work is always the first line
of ``--trace``, so that a crash names its cause.

Prints one line a target: ``fuzz target=<name> inputs=<n> accepted=<n> plies=<n>``.
"""

from __future__ import annotations

import argparse
import faulthandler
import mmap
import signal
from collections import Counter
from pathlib import Path
from random import Random

import opentafl_engine as tafl

from . import targets
from .otep import OtepTarget
from .uci import UciTarget

HANG = 60.0
"""Seconds of processor time after which ``CHECKED`` inputs count as hung."""
CHECKED = 100


class Trace:
    """The input in work, in a file that outlives the process."""

    def __init__(self, path: Path) -> None:
        path.write_bytes(bytes(65536))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), 65536)

    def note(self, name: str, text: str) -> None:
        """Put down what is fed next."""
        line = f"{name}: {text!r}\n".encode("ascii", "backslashreplace")[:65535]
        self._map[: len(line) + 1] = line + b"\0"


def seeds() -> targets.Seeds:
    """All named variants in both semantics."""
    found = targets.Seeds([])
    for name in tafl.variant_names():
        for semantics in ("spec", "opentafl"):
            rules = tafl.variant(name, semantics)
            found.add(Random(0), rules.to_otn(), rules)
    return found


def make_targets() -> dict[str, targets.Target]:
    """Every target, under its name."""
    start = seeds()
    return {
        "rules": targets.RulesTarget(start),
        "position": targets.PositionTarget(start),
        "move": targets.MoveTarget(start),
        "otep": OtepTarget(start),
        "uci": UciTarget(start),
        "ugi": UciTarget(start, ugi=True),
    }


def report(inputs: Counter[str], accepted: Counter[str], plies: Counter[str]) -> None:
    """Print the counts of each target and of all."""
    for name in inputs:
        print(f"fuzz target={name} inputs={inputs[name]} accepted={accepted[name]} plies={plies[name]}")
    share = accepted.total() / inputs.total()
    print(f"fuzz total={inputs.total()} accepted={accepted.total()} share={share:.2f} plies={plies.total()}")


def main() -> None:
    """Run until there were enough inputs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trace", type=Path, default=Path("fuzz-trace.txt"))
    arguments = parser.parse_args()
    random = Random(arguments.seed)
    trace = Trace(arguments.trace)
    faulthandler.enable()
    # The handler is C, so it also speaks up when C does not come back; then the process ends.
    faulthandler.register(signal.SIGPROF, chain=True)
    chosen = make_targets()
    inputs: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    plies: Counter[str] = Counter()
    for count in range(arguments.inputs):
        if count % CHECKED == 0:
            signal.setitimer(signal.ITIMER_PROF, HANG)
        name, target = random.choice(tuple(chosen.items()))
        text = target.make(random)
        trace.note(name, text)
        played = target.feed(random, text)
        inputs[name] += 1
        accepted[name] += played is not None
        plies[name] += played or 0
    signal.setitimer(signal.ITIMER_PROF, 0)
    report(inputs, accepted, plies)


if __name__ == "__main__":
    main()
