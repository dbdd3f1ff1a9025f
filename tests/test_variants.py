"""The named variants and the checker for their files."""

from __future__ import annotations

import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from opentafl_engine.errors import RulesError
from opentafl_engine.rules import Rules
from opentafl_engine.variants import check_variant_file, variant, variant_info, variant_names

FOLDER = Path(str(resources.files("opentafl_engine.variants")))
SLUGS = [
    "alea-evangelii", "ard-ri", "ashton-tablut", "berserk", "brandub", "brandubh-wtf", "computer-fetlar",
    "copenhagen", "copenhagen-13", "copenhagen-relaxed", "fetlar", "foteviken-tablut", "magpie",
    "sea-battle", "sea-battle-13", "tablut", "tablut-15", "tawlbwrdd",
]  # fmt: skip
START = "start:/5/5/t1K2/5/5/"
GOOD = f"name: Tiny\ndescription: small\nsource: mine\nrules: dim:5 {START}\n"


def test_the_slugs() -> None:
    """Every variant that checks will ask for has its slug, and the list of names is sorted."""
    names = variant_names()
    assert set(SLUGS) <= set(names)
    assert names == sorted(names)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_variant(slug: str) -> None:
    """Both strings parse without a warning, and what is told about a variant says something."""
    info = variant_info(slug)
    for semantics, text in (("spec", info.rules), ("opentafl", info.opentafl)):
        rules = variant(slug, semantics=semantics)
        assert rules == Rules.parse(text, semantics)
        assert rules.warnings == ()
    assert info.slug == slug
    assert info.name
    assert info.description.endswith(".")
    assert info.source
    assert check_variant_file(FOLDER / f"{slug}.yaml") == info


@pytest.mark.parametrize("slug", SLUGS)
def test_the_two_strings_mean_the_same_but_for_repetition(slug: str) -> None:
    """What is meant, told to OpenTafl, is OpenTafl's own string, but for the repetition that it
    cannot say."""
    told = Rules.parse(variant(slug).to_otn(target="opentafl")[0], "opentafl")
    own = variant(slug, semantics="opentafl")
    repetition = {variant(slug).repetition, own.repetition}
    assert told.to_otn().replace("tfr:w ", "") == own.to_otn().replace("tfr:w ", "")
    assert len(repetition) == 1 or "a" in repetition


@pytest.mark.parametrize(
    ("slug", "meant", "literal"),
    [
        ("copenhagen", "a", "l"),
        ("copenhagen-relaxed", "a", "l"),
        ("computer-fetlar", "l", "l"),
        ("alea-evangelii", "l", "l"),
        ("berserk", "w", "w"),
        ("copenhagen-13", "a", "d"),
        ("brandubh-wtf", "a", "d"),
        ("fetlar", "d", "d"),
    ],
)
def test_what_a_repetition_does(slug: str, meant: str, literal: str) -> None:
    """The meant string and OpenTafl's differ in repetition where that program's letters are wrong."""
    assert variant(slug).repetition == meant
    assert variant(slug, semantics="opentafl").repetition == literal


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Tablut 9x9", "tablut"), ("BRANDUB", "brandub"), ("sea_battle", "sea-battle"), ("brandubh", "brandub")],
)
def test_other_names(name: str, slug: str) -> None:
    """Aliases, other case and other spacing lead to the same variant."""
    assert variant_info(name).slug == slug
    assert variant(name) == variant(slug)


def test_unknown_names() -> None:
    """An unknown variant is refused with the names that are known; unknown semantics as well."""
    with pytest.raises(RulesError, match="brandub, ") as caught:
        variant("chess")
    assert caught.value.token == "chess"
    with pytest.raises(RulesError, match="spec or opentafl"):
        variant("brandub", semantics="fantasy")


def test_a_users_file(tmp_path: Path) -> None:
    """A file of the user's own is read; OpenTafl's string is the meant one unless it is given."""
    path = tmp_path / "tiny-tafl.yaml"
    path.write_text(GOOD + "aliases: [wee-tafl]\n", encoding="utf-8")
    info = check_variant_file(path)
    assert (info.slug, info.name, info.aliases) == ("tiny-tafl", "Tiny", ("wee-tafl",))
    assert info.opentafl == info.rules == f"dim:5 {START}"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "file: expected a mapping"),
        ("- 1\n", "file: expected a mapping"),
        ("name: [\n", "file: expected YAML"),
        (GOOD.replace("name: Tiny\n", ""), "name: is missing"),
        (GOOD.replace("name: Tiny", "name: 7"), "name: expected a text"),
        (GOOD + "colour: red\n", "colour: expected only name"),
        (GOOD + "aliases: wee\n", "aliases: expected a list"),
        (GOOD + "aliases: [Wee Tafl]\n", "aliases: expected a list"),
        (GOOD.replace("dim:5", "dim:5 ks:q"), "rules: column 7: 'ks:q': expected one of"),
        (GOOD.replace("dim:5", "dim:5 zz:q"), "rules: column 7: unknown key zz"),
        (GOOD + f"opentafl: dim:6 {START}\n", "opentafl: column 7"),
        (GOOD + "opentafl: dim:5 start:/5/5/2K1t/5/5/\n", "opentafl: expected the start position"),
    ],
)
def test_a_users_mistakes(tmp_path: Path, content: str, words: str) -> None:
    """A mistake is named with the file, the key and what was expected."""
    path = tmp_path / "tiny.yaml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        check_variant_file(path)
    assert str(caught.value).startswith(f"{path}: {words}")


def test_mistakes_in_a_rules_string_keep_their_place(tmp_path: Path) -> None:
    """The token and column of a faulty rules string are passed on."""
    path = tmp_path / "tiny.yaml"
    path.write_text(GOOD.replace("dim:5", "dim:5 ks:q"), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        check_variant_file(path)
    assert (caught.value.token, caught.value.column) == ("ks:q", 7)


def test_a_file_name_is_a_slug(tmp_path: Path) -> None:
    """The name of the file is the name of the variant, so it must look like one."""
    path = tmp_path / "Tiny Tafl.yaml"
    path.write_text(GOOD, encoding="utf-8")
    with pytest.raises(RulesError, match="file name: expected lower-case"):
        check_variant_file(path)


def test_the_build_makes_the_table(tmp_path: Path) -> None:
    """build_table.py, run by itself, writes a module that holds every variant."""
    out = tmp_path / "table.py"
    subprocess.run([sys.executable, str(FOLDER / "build_table.py"), str(out)], check=True, timeout=120)
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    exec(out.read_text(encoding="utf-8"), found)  # the module that the package would import
    assert sorted(row[0] for row in found["ROWS"]) == variant_names()


def test_lookup_of_built_tables_needs_no_yaml() -> None:
    """Importing the variants loads neither the files nor the YAML reader."""
    code = "import sys, opentafl_engine.variants; sys.exit('yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=120).returncode == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (GOOD + "name: Again\n", "name: is given twice"),
        (GOOD + "aliases: [b, b]\n", "aliases: b is this variant's name already"),
        (GOOD + "aliases: [tiny]\n", "aliases: tiny is this variant's name already"),
        (GOOD.replace("source: mine", "source: 2020-13-45"), "expected YAML"),
        ("[" * 20000, "expected YAML"),
    ],
    ids=["key twice", "alias twice", "own name", "no date", "deep"],
)
def test_traps_of_yaml(tmp_path: Path, text: str, reason: str) -> None:
    """What YAML libraries let pass or stumble over is a ``RulesError`` that names the file."""
    path = tmp_path / "tiny.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match=r"tiny\.yaml") as caught:
        check_variant_file(path)
    assert reason in str(caught.value)
