"""The commands show, moves, perft, variants and bench."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import asdict
from functools import partial
from typing import Any

import pytest

from opentafl_engine.bench import BenchCase
from opentafl_engine.board import Board
from opentafl_engine.cli import bench
from opentafl_engine.cli.show import _on_a_colour_terminal
from opentafl_engine.client.process import own_command
from opentafl_engine.drawing import draw
from opentafl_engine.notation import Move
from opentafl_engine.variants import variant, variant_info, variant_names
from tests.cli_tools import Tool

BERSERK_CAPTURE = "/2T1tt1t3/5cT4/3t1TtT3/t2T1T4t/tN3T1tt2/tcT3K3t/5Tt1c2/tT8t/1t2t6/5tt2Tc/2t8/"
BERSERK = "/3ttttt3/5c5/11/t4N4t/t5T3t/tc1TTK1T1ct/t3TTT3t/t4N1T2t/11/4ct5/3tttt4/"


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tool:
    """Runs a command in this process."""
    return Tool(capsys, monkeypatch)


@pytest.mark.parametrize("slug", variant_names())
def test_every_variant(slug: str, tool: Tool) -> None:
    """Its start is shown, its moves are listed and counted as the board has them."""
    board = Board(variant(slug))
    shown = tool("show", "--variant", slug)
    assert shown == (0, f"{draw(board)}\n{board.turn} to move\n", "")
    moves = tool("moves", "--variant", slug)
    assert [line.split()[0] for line in moves.lines] == [move.uci() for move in board.legal_moves]
    listed = tool("moves", "--variant", slug, "--json").objects
    assert [said["move"] for said in listed] == [move.uci() for move in board.legal_moves]
    assert all(said["piece"] == board.piece_at(Move.parse(said["move"]).from_square) for said in listed)
    assert tool("perft", "1", "--variant", slug).lines[0] == f"{len(board.legal_moves)} nodes"


def test_captures_are_listed(tool: Tool) -> None:
    """A move that takes something says what, as text and as JSON."""
    record = "/3tt2/3t3/2tT3/ttTKTtt/3T3/3t3/3t3/"
    board = Board(variant("brandub"), record)
    arguments = ("--variant", "brandub", "--position", record)
    taking = {move.uci(): board.captures(move) for move in board.legal_moves if board.captures(move)}
    assert taking
    assert {said["move"]: said["captures"] for said in tool("moves", *arguments, "--json").objects} == {
        move.uci(): board.captures(move) for move in board.legal_moves
    }
    texts = [line for line in tool("moves", *arguments).lines if " x" in line]
    assert texts == [f"{move} x{'/'.join(squares)}" for move, squares in taking.items()]


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_no_moves(arguments: tuple[str, ...], tool: Tool) -> None:
    """Where the game is over nothing is listed, and standard error says how it ended."""
    said = tool("moves", "--variant", "brandub", "--position", "7/7/7/7/7/7/7", *arguments)
    assert said == (0, "", "opentafl-engine moves: game over: defenders win (no legal move)\n")


def test_the_last_move_is_marked(tool: Tool) -> None:
    """Of several moves the last has the brackets, and the other side is to move."""
    said = tool("show", "--variant", "brandub", "--moves", "d1b1", "d3-b3")
    assert said.lines[4] == " 3  .[T].[.]. . ."
    assert said.lines[6] == " 1  x t . . . . x"
    assert said.lines[-1] == "attackers to move"


def test_a_won_game_is_shown(tool: Tool) -> None:
    """The last line says who won and how."""
    said = tool(
        "show", "--variant", "brandub", "--position", "3k3/7/7/a6/7/7/7", "--side", "d", "--moves", "d7g7"
    )
    assert said.lines[-1] == "game over: defenders win (king escaped)"
    assert said.lines[0] == " 7  x . .[.]. .[K]"


def test_a_berserk_turn_is_shown(tool: Tool) -> None:
    """The last line names the piece that must go on."""
    said = tool(
        "show", "--variant", "berserk", "--position", BERSERK_CAPTURE, "--side", "a", "--moves", "d3e3"
    )
    assert said.lines[-1] == "attackers to move on with e3"


@pytest.mark.parametrize(
    ("option", "no_colour", "coloured"),
    [("always", None, True), ("always", "1", True), ("never", None, False), ("auto", None, False)],
)
def test_colour(
    option: str, no_colour: str | None, coloured: bool, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked for outright is done; a pipe gets no colours by itself."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_colour:
        monkeypatch.setenv("NO_COLOR", no_colour)
    assert ("\x1b[" in tool("show", "--colour", option).out) == coloured


@pytest.mark.parametrize(
    ("terminal", "variables", "coloured"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": ""}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_colour_by_itself(
    terminal: bool, variables: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal gets colours, unless it can show none or NO_COLOR says something."""
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    assert _on_a_colour_terminal() == coloured


def test_a_real_terminal_gets_colours() -> None:
    """Behind a pseudo-terminal `show` is in colour."""
    host, guest = os.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with subprocess.Popen(own_command("show"), stdout=guest, env={**environment, "TERM": "xterm"}) as process:
        os.close(guest)
        shown = b""
        while chunk := _read(host):
            shown += chunk
        assert process.wait(60) == 0
    os.close(host)
    assert shown.count(b"\x1b[31mt\x1b[0m") == 24


def _read(terminal: int) -> bytes:
    """What comes next from a terminal; nothing where the other end is closed."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_perft(depth: int, tool: Tool) -> None:
    """The count is the board's, as text and as JSON."""
    nodes = Board(variant("brandub")).perft(depth)
    text = tool("perft", str(depth), "--variant", "brandub").lines
    assert text[0] == f"{nodes} nodes"
    assert re.fullmatch(r"\d+\.\d{3} s", text[1])
    assert re.fullmatch(r"\d+ nps", text[2])
    (total,) = tool("perft", str(depth), "--variant", "brandub", "--json").objects
    assert list(total) == ["type", "depth", "nodes", "time_ms", "nps"]
    assert (total["type"], total["depth"], total["nodes"]) == ("total", depth, nodes)


def test_perft_divided(tool: Tool) -> None:
    """The counts behind the moves are those of the boards after them, and add up."""
    board = Board(variant("brandub"))
    *moves, total = tool("perft", "3", "--variant", "brandub", "--divide", "--json").objects
    assert [said["move"] for said in moves] == [move.uci() for move in board.legal_moves]
    assert sum(said["nodes"] for said in moves) == total["nodes"] == board.perft(3)
    board.push(moves[0]["move"])
    assert moves[0] == {"type": "move", "move": moves[0]["move"], "nodes": board.perft(2)}
    text = tool("perft", "3", "--variant", "brandub", "--divide").lines
    assert text[:-3] == [f"{said['move']} {said['nodes']}" for said in moves]


def test_perft_of_a_position(tool: Tool) -> None:
    """Position, side and moves go before the count."""
    board = Board(variant("berserk"), BERSERK, 1)
    move = next(iter(board.legal_moves))
    board.push(move)
    said = tool(
        "perft", "2", "--variant", "berserk", "--position", BERSERK, "--side", "d", "--moves", str(move)
    )
    assert said.lines[0] == f"{board.perft(2)} nodes"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("x",), "argument DEPTH: expected a whole number, 0 or more, not 'x'"),
        (("-1",), "argument DEPTH: expected a whole number, 0 or more, not '-1'"),
        (("129",), "depth is 0 to 128, not 129"),
        (("0", "--divide"), "--divide needs a depth of 1 or more"),
        (("1" * 5000,), "argument DEPTH: expected a whole number"),
        ((), "the following arguments are required: DEPTH"),
    ],
)
def test_wrong_depths(arguments: tuple[str, ...], complaint: str, tool: Tool) -> None:
    """A depth that makes no sense is refused in one line."""
    assert complaint in tool.refusal("perft", *arguments)


def test_variants(tool: Tool) -> None:
    """Every variant has its line, and JSON has all that is known of it."""
    text, listed = tool("variants").lines, tool("variants", "--json").objects
    assert [line.split()[0] for line in text] == variant_names()
    for line, said in zip(text, listed, strict=True):
        info = variant_info(said["slug"])
        dim = variant(info.slug).dim
        assert said == {**asdict(info), "aliases": list(info.aliases), "dim": dim}
        assert re.split(r"  +", line, maxsplit=3) == [
            info.slug, f"{dim}x{dim}", info.name, info.description,
        ]  # fmt: skip
    keys = ["slug", "name", "aliases", "description", "source", "rules", "opentafl", "dim"]
    assert {tuple(said) for said in listed} == {tuple(keys)}


def test_bench(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Text and JSON give the same nodes, case by case and together."""
    cases = (BenchCase("brandub", 3), BenchCase("tablut", 2))
    for name in ("run_bench", "run_cases"):
        monkeypatch.setattr(bench, name, partial(getattr(bench, name), cases=cases))
    *rows, total = tool("bench", "--rows", "--json").objects
    assert [list(said) for said in rows] == [["type", "variant", "depth", "nodes", "time_ms"]] * 2
    assert list(total) == ["type", "nodes", "time_ms", "nps"]
    assert sum(said["nodes"] for said in rows) == total["nodes"]
    text = tool("bench", "--rows").lines
    assert [line.split(" seconds ")[0] for line in text[:2]] == [
        f"{said['variant']} depth {said['depth']} nodes {said['nodes']}" for said in rows
    ]
    assert text[2] == f"{total['nodes']} nodes"
    assert [said["type"] for said in tool("bench", "--json").objects] == ["total"]


@pytest.mark.parametrize("command", ["analyse", "moves", "perft", "show", "variants", "bench"])
def test_help(command: str, tool: Tool) -> None:
    """The help is printed, is plain text and documents the command."""
    said: Any = tool(command, "--help")
    assert said.status == 0
    assert f"opentafl-engine {command}" in said.out
    assert "``" not in said.out
