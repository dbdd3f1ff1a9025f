"""The list of seeded faults fits the code: `make mutants` could begin at once."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import opentafl_engine

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(opentafl_engine.__file__).parent
MUTANTS = yaml.safe_load((ROOT / "tests" / "mutants.yaml").read_text(encoding="utf-8"))


def source(name: str) -> Path:
    """A file of the tree, or of the package where that is what was installed."""
    package, _, rest = name.partition("/")
    return PACKAGE / rest if package == "opentafl_engine" else ROOT / name


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant["name"])
def test_a_fault_can_be_seeded(mutant: dict[str, object]) -> None:
    """The text that a fault replaces stands exactly once in its file, and its tests are there."""
    text = source(str(mutant["file"])).read_text(encoding="utf-8")
    assert text.count(str(mutant["search"])) == 1
    assert mutant["replace"] != mutant["search"]
    tests = mutant["tests"]
    assert isinstance(tests, list)
    assert all((ROOT / str(name).partition("::")[0]).is_file() for name in tests)


def test_faults_have_names_of_their_own() -> None:
    """No two faults have the same name, and each says which rule it breaks."""
    assert len({mutant["name"] for mutant in MUTANTS}) == len(MUTANTS)
    assert all(mutant["rule"] for mutant in MUTANTS)
