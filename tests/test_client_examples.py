"""The examples of the drivers run, against engines that are named on the command line."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import opentafl_engine
from opentafl_engine.client import own_command
from tests.fakes import PATIENCE, fake

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def run_example(name: str, *arguments: str) -> str:
    """The output of an example that went well; it runs with the package that is being tested."""
    home = str(Path(opentafl_engine.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
        env={**os.environ, "PYTHONPATH": home},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_they_run_as_they_stand() -> None:
    """Without arguments the examples drive the package's own engine."""
    assert run_example("asyncio_client.py").startswith("engine: opentafl_engine")
    assert len(run_example("compare_engines.py").splitlines()) == 3


def test_asyncio_client() -> None:
    """A game of six moves and two lines of analysis."""
    lines = run_example("asyncio_client.py", *fake("uci")).splitlines()
    assert lines[0] == "engine: Fake UCI 1"
    assert [line.split(":")[0] for line in lines[1:7]] == ["attackers", "defenders"] * 3
    assert [line.split(":")[0] for line in lines[7:]] == ["line 1", "line 2"]


def test_compare_engines() -> None:
    """A line for each position, with the moves of both engines."""
    output = run_example("compare_engines.py", shlex.join(fake("uci")), shlex.join(own_command("otep")))
    assert len(output.splitlines()) == 3
    assert output.count("-") >= 6
