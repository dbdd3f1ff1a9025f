"""protocol_spec.md against the program, and against the tests that it names."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from abnf import Rule

from opentafl_engine.dialects.htp import Htp
from opentafl_engine.dialects.otep import Otep
from opentafl_engine.dialects.uci import Uci
from opentafl_engine.dialects.uci_text import variant_lines
from opentafl_engine.dialects.ugi import Ugi
from opentafl_engine.options import OPTIONS
from opentafl_engine.variants import variant, variant_names
from opentafl_engine.version import VERSION
from tests.transcripts import Block, blocks, run_shell_session, run_transcript

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "protocol_spec.md"
TEXT = SPEC.read_text(encoding="utf-8")
DOCUMENTS = (SPEC, ROOT / "README.md")

_CLAUSE = re.compile(r"^\*\*(\d+)\.(\d+)\*\* ", re.MULTILINE)
_TESTS = re.compile(r"<sub>tests: (.*?)</sub>")


def clauses() -> dict[tuple[int, int], str]:
    """The text of each clause, by its chapter and number."""
    marks = list(_CLAUSE.finditer(TEXT))
    ends = [mark.start() for mark in marks[1:]] + [len(TEXT)]
    parts = [TEXT[mark.start() : end] for mark, end in zip(marks, ends, strict=True)]
    found = {(int(mark[1]), int(mark[2])): part for mark, part in zip(marks, parts, strict=True)}
    assert len(found) == len(marks), "a number comes twice"
    return found


@cache
def functions_of(module: str) -> frozenset[str]:
    """The names of the tests in a module."""
    tree = ast.parse((ROOT / "tests" / f"{module}.py").read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_clauses_are_numbered_without_a_gap() -> None:
    """In each chapter that has clauses they are counted from 1, in order; chapters are in order."""
    numbers = list(clauses())
    assert len(numbers) > 80
    for one, next_one in pairwise(numbers):
        assert next_one == (one[0], one[1] + 1) or (next_one[0] == one[0] + 1 and next_one[1] == 1)
    headings = [int(number) for number in re.findall(r"^## (\d+)\. ", TEXT, re.MULTILINE)]
    assert headings == list(range(1, len(headings) + 1)) == sorted({chapter for chapter, _ in numbers})


@pytest.mark.parametrize("number", clauses(), ids=lambda number: f"{number[0]}.{number[1]}")
def test_every_clause_names_tests_that_exist(number: tuple[int, int]) -> None:
    """A clause names at least one test, and there are tests of these names."""
    lists = _TESTS.findall(clauses()[number])
    assert len(lists) == 1
    for name in lists[0].split(", "):
        module, _, function = name.partition("::")
        assert function in functions_of(module), name


def test_every_verb_is_in_the_document() -> None:
    """No command of any dialect is left out of the document."""
    tables = (Uci()._verbs, Uci()._changing, Ugi()._verbs, Ugi()._changing, Otep()._verbs, Htp()._commands)
    for verb in {verb for table in tables for verb in table} | {"quit"}:
        assert re.search(rf"`{re.escape(verb)}[` ]", TEXT), verb


def test_the_options_are_those_of_the_table() -> None:
    """The options, their types, defaults and bounds are the ones that the document lists, in its order."""
    kinds = {option.kind for option in OPTIONS}
    cells = [[cell.strip() for cell in line.split("|")[1:5]] for line in TEXT.splitlines()]
    rows = [row for row in cells if len(row) == 4 and row[1] in kinds]
    assert [row[0] for row in rows] == [option.name for option in OPTIONS]
    for (name, kind, default, values), option in zip(rows, OPTIONS, strict=True):
        assert kind == option.kind, name
        line = option.line()
        if kind != "button":
            assert f" default {default.strip('`')}" in line, name
        if kind == "spin":
            assert values == f"{option.least} to {option.most}", name


def test_the_document_has_a_version() -> None:
    """The document says its own version, which is a whole number, and the engine says another one."""
    assert re.search(r"^Version \d+ of this document\.", TEXT, re.MULTILINE)
    assert f"id name opentafl_engine {VERSION}" in [action.line for action in Uci().feed("uci")]  # type: ignore[union-attr]


TRANSCRIPTS = [(path, block) for path in DOCUMENTS for block in blocks(path, "transcript")]
SESSIONS = [(path, block) for path in DOCUMENTS for block in blocks(path, "console")]


_BOARD = re.compile(
    r"[ 0-9a-z]{2}[0-9]?  ?[.a-zA-Zx+ \[\]|=-]+|Position: .*|result .*|[a-s0-9]+: \d+|Nodes .*|moves .*"
)


def _name(value: object) -> str:
    if isinstance(value, Block):
        return f"{value.info or 'shell'}-{value.line}"
    return value.name if isinstance(value, Path) else str(value)


@pytest.mark.parametrize(("path", "block"), TRANSCRIPTS, ids=_name)
def test_every_transcript_is_true(path: Path, block: Block) -> None:
    """Every conversation in the documents happens as it is written."""
    del path
    run_transcript(block)


@pytest.mark.parametrize(("path", "block"), SESSIONS, ids=_name)
def test_every_shell_session_is_true(path: Path, block: Block, tmp_path: Path) -> None:
    """Every shell session in the documents prints what it says."""
    del path
    run_shell_session(block, tmp_path)


def test_there_are_transcripts_of_every_dialect() -> None:
    """Each dialect is shown at work."""
    assert {block.info.split()[0] for _, block in TRANSCRIPTS} == {"uci", "ugi", "otep", "htp"}
    assert SESSIONS


@cache
def grammar(dialect: str) -> type[Rule]:
    """The document's grammar for a dialect, out of its ``abnf`` blocks."""

    class Grammar(Rule):
        """The rules of one dialect."""

    own = {"uci", "ugi"} if dialect == "ugi" else {dialect}
    for block in blocks(SPEC, "abnf"):
        if (block.info or "uci") in own:
            for rule in re.split(r"\n(?=\S)", "\n".join(block.lines)):
                Grammar.create(re.sub(r"\s*\n\s+", " ", rule))
    return Grammar


_ERRORS = ("< info string error: ", "< ? ", "< status ")


def _said(dialect: str, sign: str) -> list[str]:
    """The lines of a direction in all transcripts of a dialect, but for those that leave something out.

    Of what is sent those are left out, too, that are answered by an error.
    """
    lines = [
        text[2:]
        for _, block in TRANSCRIPTS
        if block.info.split()[0] == dialect
        for text, reply in pairwise([*block.lines, ""])
        if text.startswith(f"{sign} ") and not reply.startswith(_ERRORS)
    ]
    return [line.removesuffix("_") + " " * line.endswith("_") for line in lines if "..." not in line]


@pytest.mark.parametrize(("dialect", "least"), [("uci", 20), ("ugi", 5), ("otep", 5), ("htp", 20)])
def test_transcripts_fit_the_grammar(dialect: str, least: int) -> None:
    """What is sent in transcripts is a line of the grammar, but for what brings an error; replies fit too."""
    rules = grammar(dialect)
    sent, heard = _said(dialect, ">"), _said(dialect, "<")
    assert len(sent) >= least
    for line in sent:
        assert _fits(rules, "line", line), line
    for line in heard:
        assert _fits(rules, "reply", line) or (dialect == "uci" and _BOARD.fullmatch(line)), line


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "data" / "otep").glob("*.in")), ids=_name)
def test_recorded_conversations_fit_the_grammar(path: Path) -> None:
    """What OpenTafl was heard to say to an engine is in the grammar of OTEP."""
    for line in path.read_text(encoding="ascii").splitlines():
        assert _fits(grammar("otep"), "line", line), line


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ("go depth 8", True),
        ("  position startpos moves d1-d2  a11k11 ", True),
        ("position fen 3aaaaa3/5a5/11 a moves", True),
        ("setoption name Clear Hash", True),
        ("setoption name Rules value dim:7 name:X start:/7/", True),
        ("\t# isready", True),
        ("position fen 3A3/7/7 a", False),
        ("GO depth 8", False),
        ("position otn 7/7 a", False),
        ("go sideways", False),
        ("debug maybe", False),
        ("position startpos moves z1z2", False),
    ],
)
def test_the_grammar_tells_right_from_wrong(line: str, fits: bool) -> None:
    """The grammar takes lines of the protocol and no others."""
    assert _fits(grammar("uci"), "line", line) == fits


@pytest.mark.parametrize("name", variant_names())
def test_the_line_about_a_variant_fits_the_grammar(name: str) -> None:
    """The answer to new rules is that of the grammar, whatever the name and the size of the board."""
    (said,) = variant_lines(variant(name))
    assert _fits(grammar("uci"), "loaded", said.line)


def _fits(rules: type[Rule], name: str, line: str) -> bool:
    from abnf import ParseError

    try:
        rules(name).parse_all(line)
    except ParseError:
        return False
    return True
