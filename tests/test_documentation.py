"""What the documents say is run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import opentafl_engine

ROOT = Path(__file__).resolve().parent.parent
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
