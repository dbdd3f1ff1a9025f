"""What the documents say is run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import opentafl_engine

ROOT = Path(__file__).resolve().parent.parent
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SCRIPTS = {"opentafl_engine.__main__", "opentafl_engine._taflcore", "opentafl_engine.variants.build_table"}
MODULES = sorted(
    {"opentafl_engine"}
    | {found.name for found in pkgutil.walk_packages(opentafl_engine.__path__, "opentafl_engine.")} - SCRIPTS
)


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name: str) -> None:
    """Every example in a docstring gives what it says."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_readme() -> None:
    """Every Python example in the README gives what it says, and there is one."""
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


def test_contributing_names_every_target() -> None:
    """Every target of the Makefile that says what it does is in CONTRIBUTING.md, and no other is."""
    targets = re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = re.findall(r"`make ([a-z-]+)`", CONTRIBUTING)
    assert set(targets) - {"help"} == set(named)


def test_contributing_names_every_folder() -> None:
    """The layout in CONTRIBUTING.md names each folder of the package and what is beside it."""
    package = [path for home in opentafl_engine.__path__ for path in Path(home).iterdir()]
    beside = [ROOT / name for name in ("c_core", "tests", "examples", "benchmarks", "tools")]
    layout = CONTRIBUTING.split("## Layout")[1].split("## ")[0]
    for path in [*package, *beside]:
        if path.is_dir() and path.name != "__pycache__":
            assert re.search(rf"^ +{path.name}/ ", layout, re.MULTILINE), path.name
    for name in re.findall(r"^    ([\w.]+)/? ", layout, re.MULTILINE):
        assert (ROOT / name).exists() or name == "opentafl_engine", name
