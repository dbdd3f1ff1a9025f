"""Seed faults one at a time and demand that the tests notice each.

``tests/mutants.yaml`` lists the faults: a name, the rule it breaks, a file, the text to look for
(it must be there exactly once), what to put there instead, and the tests that should fail.
Every fault is built and tested in a scratch copy; the source tree is never touched.

Prints one line a fault: ``mutant name=<name> caught=yes|no by=<first failing test>``.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("c_core", "opentafl_engine", "tests", "tools", "examples", "pyproject.toml", "README.md")
# One instruction level and little optimisation: a fault is a fault at every level, and this builds fast.
CMAKE_OPTIONS = ("-DTAFL_HAVE_V3=0", "-DCMAKE_C_FLAGS_RELEASE=-O1 -DNDEBUG")
TIMEOUT = 600
PYTEST_FAILED = 1


@dataclass(frozen=True)
class Mutant:
    """One fault, as tests/mutants.yaml lists it."""

    name: str
    rule: str
    file: str
    search: str
    replace: str
    tests: list[str]


def read_mutants(path: Path) -> list[Mutant]:
    """Read the list and check that every fault can be seeded as written."""
    mutants = [Mutant(**entry) for entry in yaml.safe_load(path.read_text(encoding="utf-8"))]
    for mutant in mutants:
        found = (ROOT / mutant.file).read_text(encoding="utf-8").count(mutant.search)
        if found != 1:
            raise SystemExit(f"{mutant.name}: its text is {found} times in {mutant.file}, not once")
    if len({mutant.name for mutant in mutants}) != len(mutants):
        raise SystemExit("two mutants have the same name")
    return mutants


def build(copy: Path) -> None:
    """Build the extension of the scratch copy in place."""
    environment = os.environ | {"PYTHON": sys.executable, "BUILD": str(copy / "build")}
    done = subprocess.run(
        ["bash", "tools/dev_build.sh", *CMAKE_OPTIONS],
        cwd=copy, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"the build failed:\n{done.stdout}{done.stderr}")


def run_tests(copy: Path, tests: list[str]) -> tuple[int | None, str]:
    """Run tests in the scratch copy; gives the exit status (None: they hung) and the first failure."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return None, "no end"
    failed = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - |$)", done.stdout, re.M)
    if done.returncode < 0:
        return done.returncode, f"signal {-done.returncode}"
    return done.returncode, failed.group(1) if failed else done.stdout.strip().splitlines()[-1]


def verdict(copy: Path, mutant: Mutant) -> tuple[bool, str]:
    """Seed the fault, build, test, and put the file back; says whether it was caught, and by what."""
    target = copy / mutant.file
    original = target.read_text(encoding="utf-8")
    target.write_text(original.replace(mutant.search, mutant.replace), encoding="utf-8")
    try:
        if mutant.file.startswith("c_core/"):
            build(copy)
        status, failure = run_tests(copy, mutant.tests)
    finally:
        target.write_text(original, encoding="utf-8")
    if status is not None and status > PYTEST_FAILED:
        raise SystemExit(f"{mutant.name}: pytest could not run ({status}): {failure}")
    return status != 0, failure


def demand_clean_pass(copy: Path, mutants: list[Mutant]) -> None:
    """Check that without a fault all the tests in question pass, so that a failure means something."""
    build(copy)
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    status, failure = run_tests(copy, tests)
    if status != 0:
        raise SystemExit(f"the tests fail without any fault: {failure}")


def main() -> int:
    """Try the mutants named on the command line, or all; the exit status is 1 if any survives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="mutants to try (default: all)")
    parser.add_argument("--list", type=Path, default=ROOT / "tests" / "mutants.yaml")
    arguments = parser.parse_args()
    mutants = read_mutants(arguments.list)
    chosen = [m for m in mutants if not arguments.names or m.name in arguments.names]
    survivors = 0
    with tempfile.TemporaryDirectory(prefix="opentafl-mutants.") as scratch:
        copy = Path(scratch)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
            elif source.exists():
                shutil.copy(source, copy / name)
        demand_clean_pass(copy, chosen)
        for mutant in chosen:
            caught, failure = verdict(copy, mutant)
            survivors += not caught
            print(f"mutant name={mutant.name} caught={'yes' if caught else 'NO'} by={failure}", flush=True)
    print(f"mutants total={len(chosen)} caught={len(chosen) - survivors} survived={survivors}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
