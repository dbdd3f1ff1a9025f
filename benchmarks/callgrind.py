"""Instructions a leaf in perft, counted by valgrind: repeatable on a busy machine.

Takes the ``perft_main`` of a C build with ``-DTAFL_TESTS=ON``; `make callgrind-perft` does it all.
One line a row: ``callgrind variant=<slug> mode=<mode> depth=<n> nodes=<n> instructions_per_node=<n>``.
A run one ply shallower is subtracted, so the tables that are made first do not count.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from pathlib import Path

import opentafl_engine as tafl
from opentafl_engine.core import _spec_of, ffi

DEPTHS = {"brandub": 4, "tablut": 3, "copenhagen": 3, "berserk": 3, "copenhagen-13": 3, "alea-evangelii": 2}
MODES = ("full", "nokeys", "bulk")


def count(program: Path, spec: Path, depth: int, mode: int, level: int) -> tuple[int, int]:
    """The leaves and the instructions of one run."""
    command = [
        "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
        str(program), str(spec), str(depth), str(mode), str(level),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    leaves = re.search(r"leaves=(\d+)", done.stdout)
    instructions = re.search(r"Collected : (\d+)", done.stderr)
    if leaves is None or instructions is None:
        raise SystemExit(f"not understood:\n{done.stdout}{done.stderr}")
    return int(leaves.group(1)), int(instructions.group(1))


def main() -> None:
    """Print a row for each variant and mode."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path, help="perft_main of the C build")
    parser.add_argument("variants", nargs="*", help=f"slugs (default: {' '.join(DEPTHS)})")
    parser.add_argument("--level", type=int, default=0, help="1: the plain instruction set")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        spec = Path(scratch, "spec")
        for name in arguments.variants or DEPTHS:
            spec.write_bytes(ffi.buffer(_spec_of(tafl.variant(name))))
            depth = DEPTHS.get(name, 3)
            for mode, mode_name in enumerate(MODES):
                leaves, instructions = count(arguments.program, spec, depth, mode, arguments.level)
                _, before = count(arguments.program, spec, depth - 1, mode, arguments.level)
                print(
                    f"callgrind variant={name} mode={mode_name} depth={depth} nodes={leaves} "
                    f"instructions_per_node={(instructions - before) / leaves:.1f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
