"""How commands are told a position, and what they say of one that makes no sense."""

from __future__ import annotations

from pathlib import Path

import pytest

from opentafl_engine.board import Board
from opentafl_engine.drawing import draw
from opentafl_engine.errors import TaflError
from opentafl_engine.rules import Rules
from opentafl_engine.variants import variant, variant_info
from tests.cli_tools import Tool

START = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
VARIANT_FILE = "name: Mine\ndescription: d\nsource: s\nrules: dim:7 tfr:a start:/3t3/7/7/t2K2t/7/7/3t3/\n"


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tool:
    """Runs a command in this process."""
    return Tool(capsys, monkeypatch)


@pytest.mark.parametrize(
    "position",
    [
        "/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
        "3t3/3t3/3T3/ttTKTtt/3T3/3t3/2t4",
        "3a3/3a3/3d3/aadkdaa/3d3/3a3/2a4",
    ],
)
@pytest.mark.parametrize("side", ["attackers", "defenders", "a", "d"])
def test_three_ways_to_write_a_position(position: str, side: str, tool: Tool) -> None:
    """A record, a fen and a fen in adk letters give the same board, and either side may be to move."""
    said = tool("show", "--variant", "brandub", "--position", position, "--side", side)
    board = Board(variant("brandub"), START.replace("3t3", "2t4", 1))
    turn = "attackers" if side[0] == "a" else "defenders"
    assert said == (0, f"{draw(board)}\n{turn} to move\n", "")


def test_copenhagen_is_the_default(tool: Tool) -> None:
    """Without rules the variant is that of the protocols, in spec semantics."""
    assert tool("moves").out == tool("moves", "--variant", "copenhagen", "--semantics", "spec").out


def test_rules_from_everywhere(tmp_path: Path, tool: Tool) -> None:
    """A rules string, a name and a file of the same rules give the same moves."""
    path = tmp_path / "mine.yaml"
    path.write_text(VARIANT_FILE, encoding="utf-8")
    text = VARIANT_FILE.split("rules: ")[1].strip()
    expected = [move.uci() for move in Board(Rules.parse(text)).legal_moves]
    assert tool("moves", "--rules", text).lines == expected
    assert tool("moves", "--variant-file", str(path)).lines == expected
    assert (
        tool("moves", "--rules", variant_info("tablut").rules).out == tool("moves", "--variant", "tablut").out
    )


def test_semantics(tmp_path: Path, tool: Tool) -> None:
    """They decide how a string is meant: tfr:w lets the player win who repeats a position, and in
    OpenTafl the other one."""
    shuffle = ["d1c1", "d4d5", "c1d1", "d5d4"] * 2
    text = "dim:7 tfr:w start:/3t3/7/7/t2K2t/7/7/3t3/"
    path = tmp_path / "mine.yaml"
    path.write_text(VARIANT_FILE.replace("tfr:a", "tfr:w"), encoding="utf-8")
    for rules in (("--rules", text), ("--variant-file", str(path))):
        for semantics, winner in (
            ("spec", "defenders win (repetition)"),
            ("opentafl", "attackers win (repetition)"),
        ):
            said = tool("show", *rules, "--semantics", semantics, "--moves", *shuffle)
            assert said.lines[-1] == f"game over: {winner}"


def test_a_warning(tool: Tool) -> None:
    """Rules that are odd but can be played are, and standard error says what is odd."""
    said = tool("perft", "1", "--rules", "dim:5 zz:1 start:/5/5/t1K2/5/5/")
    assert said.status == 0
    assert said.err.startswith("opentafl-engine perft: warning: ")
    assert "zz" in said.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--variant", "chess"), "'chess': unknown variant, expected one of alea-evangelii, "),
        (("--rules", "dim:99"), "column 1: 'dim:99': "),
        (("--rules", ""), ""),
        (("--variant-file", "/nonexistent/x.yaml"), "No such file or directory: '/nonexistent/x.yaml'"),
        (("--semantics", "mine"), "argument --semantics: invalid choice: 'mine'"),
        (("--variant", "brandub", "--rules", "dim:7"), "--rules: not allowed with argument --variant"),
        (("--position", START), "position: the position has 7 rows, the rules play on 11x11"),
        (("--position", START.strip("/")), "expected 11 rows, found 7"),
        (("--variant", "brandub", "--position", START.replace("ttT", "ttZ")),
         "position: column 16: 'Z': expected a piece letter (tcnkmgTCNKMG) or a number"),
        (("--variant", "brandub", "--position", "3a3/7/7/3k3/7/7/3t3"),
         "position: column 18: 't': expected a piece letter (adk)"),
        (("--variant", "brandub", "--position", "/7/7/7/7/7/7/7"), "with a slash at both ends"),
        (("--variant", "brandub", "--position", "7/7/7/7/7/7/7/"), "position: column 14: "),
        (("--position", ""), "position: column 1: '': expected 11 rows, found 1"),
        (("--position", "-"), "position: column 1: '-': expected 11 rows, found 1"),
        (("--side", "white"), "side: 'white': expected one of attackers, a, defenders, d"),
        (("--variant", "brandub", "--moves", "d1c1", "d3d2"), "move 2: 'd3-d2': d2 is occupied"),
        (("--variant", "brandub", "--moves", "d1c1", "x"), "move 2: column 1: 'x': expected a square"),
        (("--variant", "brandub", "--moves", "d1d19"), "move 1: 'd1-d19': expected a square of the 7x7"),
        (("--moves",), "argument --moves: expected at least one argument"),
        (("--bogus",), "unrecognized arguments: --bogus"),
    ],
)  # fmt: skip
def test_what_makes_no_sense(arguments: tuple[str, ...], complaint: str, tool: Tool) -> None:
    """One line says which argument, which token, where, and what was expected; the status is 2."""
    for command in ("show", "moves"):
        said = tool.refusal(command, *arguments)
        assert said.startswith(f"opentafl-engine {command}: ")
        assert complaint in said


def test_a_move_after_the_end(tool: Tool) -> None:
    """Moves that go on when the game is over are refused by number."""
    arguments = ("--variant", "brandub", "--position", "3k3/7/7/a6/7/7/7", "--side", "d")
    said = tool.refusal("show", *arguments, "--moves", "d7g7", "a4a5")
    assert "move 2: 'a4-a5': the game is over: king escaped" in said


def test_a_bad_variant_file(tmp_path: Path, tool: Tool) -> None:
    """The file and its key are named."""
    path = tmp_path / "mine.yaml"
    path.write_text(VARIANT_FILE.replace("dim:7", "dim:8"), encoding="utf-8")
    assert f"{path}: rules: " in tool.refusal("show", "--variant-file", str(path))
    path.write_text("name: [1,\n\tx", encoding="utf-8")
    assert f"{path}: file: expected YAML: " in tool.refusal("show", "--variant-file", str(path))
    assert "Is a directory" in tool.refusal("show", "--variant-file", str(tmp_path))


def test_errors_of_a_position_are_typed() -> None:
    """What the tools raise before they say it is a ``TaflError``."""
    from opentafl_engine.cli.position import read_line

    for line in ("x", "x a", "7/7/7/7/7/7/7 b", "7/7/7/7/7/7/7 a moves moves"):
        with pytest.raises(TaflError):
            read_line(variant("brandub"), line)
