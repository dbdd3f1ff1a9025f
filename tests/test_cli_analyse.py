"""The command analyse: one position, or a stream of them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from opentafl_engine.board import Board
from opentafl_engine.machine import MAX_THREADS
from opentafl_engine.scores import own_moves
from opentafl_engine.search import MAX_LINES, Info, Limits, Searcher
from opentafl_engine.types import Side
from opentafl_engine.variants import variant
from tests.cli_tools import Said, Tool

BRANDUB = ("analyse", "--variant", "brandub")
START = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
LINE_KEYS = [
    "type", "input", "depth", "seldepth", "multipv", "score", "mate", "nodes", "time_ms", "nps", "hashfull",
    "pv",
]  # fmt: skip
BEST_KEYS = [
    "type", "input", "position", "side", "move", "ponder", "score", "mate", "depth", "nodes", "time_ms",
    "outcome", "winner",
]  # fmt: skip
STREAM = f"""# two good lines between others
{START} attackers

{START} attackers moves d1c1 d3c3
{START} attackers moves d1c1 d1c1
3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a d1c1 d3c3
{START}
7/7/7/7/7/7/7 d
"""


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tool:
    """Runs a command in this process."""
    return Tool(capsys, monkeypatch)


def lines_of(board: Board, **limits: Any) -> list[Info]:
    """What the search itself reports with an empty table."""
    found: list[Info] = []
    Searcher(16).search(board, Limits(**limits), found.append)
    return found


def timeless(objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The objects without what the clock says."""
    return [{key: value for key, value in said.items() if key not in ("time_ms", "nps")} for said in objects]


def best_moves(said: Said) -> list[tuple[int, str | None]]:
    """The numbers of the lines that were answered, and the moves."""
    return [(found["input"], found["move"]) for found in said.objects if found["type"] == "best"]


@pytest.mark.parametrize(
    "limits",
    [{"depth": 4}, {"nodes": 5000}, {"depth": 3, "multipv": 4}, {"depth": 9, "nodes": 3000, "multipv": 2}],
)
@pytest.mark.parametrize("position", [START, "/3t3/3t3/T6/ttTKTtt/3T3/3t3/3t3/"])
def test_json_agrees_with_the_search(limits: dict[str, int], position: str, tool: Tool) -> None:
    """Each line is the search's, number by number, and the best move is the first of the best line."""
    board = Board(variant("brandub"), position)
    options = [text for name, value in limits.items() for text in (f"--{name}", str(value))]
    said = tool(*BRANDUB, "--position", position, *options, "--json")
    assert (said.status, said.err) == (0, "")
    *lines, best = said.objects
    assert timeless(lines) == [
        {
            "type": "line", "input": 1, "depth": info.depth, "seldepth": info.seldepth,
            "multipv": info.multipv, "score": info.score, "mate": None, "nodes": info.nodes,
            "hashfull": info.hashfull, "pv": [move.uci() for move in info.pv],
        }
        for info in lines_of(board, **limits)
    ]  # fmt: skip
    assert [list(line) for line in lines] == [LINE_KEYS] * len(lines)
    assert list(best) == BEST_KEYS
    first = next(line for line in lines if line["depth"] == best["depth"] and line["multipv"] == 1)
    assert [best["move"], best["ponder"]] == first["pv"][:2]
    assert (best["position"], best["side"], best["score"]) == (position, "attackers", first["score"])


def test_text_agrees_with_json(tool: Tool) -> None:
    """Both show the same lines; the columns are under their names."""
    arguments = (*BRANDUB, "--depth", "4", "--multipv", "3")
    *lines, best = tool(*arguments, "--json").objects
    head, *rows, last = tool(*arguments).lines
    assert head.split() == ["depth", "sel", "line", "score", "nodes", "ms", "nps", "moves"]
    for row, line in zip(rows, lines, strict=True):
        depth, sel, number, score, nodes, _, _, *moves = row.split()
        told = [int(text) for text in (depth, sel, number, score, nodes)]
        assert told == [line[key] for key in ("depth", "seldepth", "multipv", "score", "nodes")]
        assert re.fullmatch(r"[+-]\d+", score)
        assert moves == line["pv"]
        assert row.index(moves[0]) == head.index("moves")
    assert last == f"bestmove {best['move']} ponder {best['ponder']}"


@pytest.mark.parametrize(
    ("position", "side", "sign", "word"),
    [("7/7/1t5/3K3/7/7/7", Side.DEFENDERS, 1, "win"), ("7/7/1t5/7/7/7/1K5", Side.ATTACKERS, -1, "loss")],
)
def test_proven_results(position: str, side: Side, sign: int, word: str, tool: Tool) -> None:
    """A win is told in the winner's own moves, positive for the side to move, and has no score."""
    arguments = (*BRANDUB, "--position", position, "--side", str(side), "--depth", "6")
    best = tool(*arguments, "--json").objects[-1]
    board = Board(variant("brandub"), best["position"], side)
    moves = own_moves(lines_of(board, depth=6)[-1], board)
    assert moves is not None
    assert (best["mate"], best["score"]) == (moves, None)
    assert moves * sign > 0
    assert f" {word} in {abs(moves)} " in tool(*arguments).lines[-2]


@pytest.mark.parametrize(
    ("position", "side", "outcome", "winner", "text"),
    [
        ("7/7/7/7/7/7/7", "d", "no legal move", "attackers", "game over: attackers win (no legal move)"),
        ("7/7/7/7/7/7/7", "a", "no legal move", "defenders", "game over: defenders win (no legal move)"),
    ],
)
def test_a_game_that_is_over(
    position: str, side: str, outcome: str, winner: str, text: str, tool: Tool
) -> None:
    """There is no best move, and it is said how the game ended."""
    arguments = (*BRANDUB, "--position", position, "--side", side)
    said = tool(*arguments, "--json")
    (best,) = said.objects
    assert list(best) == BEST_KEYS
    assert (best["move"], best["ponder"], best["score"], best["mate"]) == (None, None, None, None)
    assert (best["outcome"], best["winner"], said.status) == (outcome, winner, 0)
    assert tool(*arguments).lines[-1] == f"bestmove (none) {text}"


def test_moves_are_played_first(tool: Tool) -> None:
    """What is searched is the position after the moves, with the game's history."""
    moves = ["d1c1", "d3c3"]
    board = Board(variant("brandub"))
    for move in moves:
        board.push(move)
    said = tool(*BRANDUB, "--moves", *moves, "--depth", "3", "--json").objects
    assert timeless(said)[-2]["pv"] == [move.uci() for move in lines_of(board, depth=3)[-1].pv]
    assert (said[-1]["position"], said[-1]["side"]) == (board.position(), "attackers")


def test_without_a_limit(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search gets a second; a limit that is given replaces it."""
    seen: list[Limits] = []
    search = Searcher.search

    def quick(self: Searcher, board: Board, limits: Limits, *more: Any) -> Any:
        seen.append(limits)
        return search(self, board, replace(limits, movetime=None, depth=1), *more)

    monkeypatch.setattr(Searcher, "search", quick)
    for options in ((), ("--depth", "2"), ("--movetime", "7", "--nodes", "8", "--multipv", "2")):
        assert tool(*BRANDUB, *options).status == 0
    assert seen == [Limits(movetime=1000), Limits(depth=2), Limits(movetime=7, nodes=8, multipv=2)]


def test_two_threads(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search gets as many threads and as large a table as were asked for."""
    made: list[tuple[float, int]] = []
    make = Searcher.__init__

    def watched(self: Searcher, hash_mb: float, threads: int) -> None:
        made.append((hash_mb, threads))
        make(self, hash_mb, threads)

    monkeypatch.setattr(Searcher, "__init__", watched)
    for options in (("--threads", "2", "--hash", "3"), ()):
        assert tool(*BRANDUB, "--depth", "5", *options).lines[-1].startswith("bestmove ")
    assert made == [(3, 2), (16, 1)]


def test_a_stream_of_positions(tool: Tool) -> None:
    """Each line is answered in turn with its number; bad ones are said and do not stop the rest."""
    said = tool(*BRANDUB, "--position", "-", "--depth", "2", "--json", given=STREAM.encode())
    answered = best_moves(said)
    assert [number for number, _ in answered] == [2, 4, 6, 8]
    assert answered[1][1] == answered[2][1]
    assert answered[3][1] is None
    assert said.err.splitlines() == [
        "opentafl-engine analyse: line 5: move 2: 'd1-c1': there is no piece on d1",
        "opentafl-engine analyse: line 7: side: expected attackers, defenders, a or d behind the position",
    ]
    assert said.status == 1


def test_a_stream_as_text(tool: Tool) -> None:
    """Each position has a title and an empty line behind it."""
    said = tool(*BRANDUB, "--position", "-", "--depth", "1", given=f"\n{START} d\r\n{START} a".encode())
    first, second, rest = said.out.split("\n\n")
    assert first.startswith(f"position 2: {START} defenders\ndepth ")
    assert second.startswith(f"position 3: {START} attackers\ndepth ")
    assert (rest, said.err, said.status) == ("", "", 0)


def test_positions_do_not_colour_each_other(tool: Tool) -> None:
    """The table is emptied between positions, so that an answer does not depend on those before."""
    lines = [f"{START} a\n".encode(), f"{START} a moves d1c1\n".encode()]
    arguments = (*BRANDUB, "--position", "-", "--depth", "4", "--json")
    both = timeless(tool(*arguments, given=b"".join(lines)).objects)
    alone = [said for line in lines for said in timeless(tool(*arguments, given=line).objects)]
    assert [said | {"input": 0} for said in both] == [said | {"input": 0} for said in alone]


@pytest.mark.parametrize(
    "line",
    [b"\xff\xfe\x00 a", b"\x00", b"a" * 300_000, b"/" * 5000 + b" a", b"7/7/7/7/7/7/7 a " + b"moves " * 999],
)
def test_nonsense_in_a_stream(line: bytes, tool: Tool) -> None:
    """Whatever a line holds, it is refused in one line and the next one is answered."""
    given = line + b"\n" + f"{START} a\n".encode()
    said = tool(*BRANDUB, "--position", "-", "--depth", "1", "--json", given=given)
    assert best_moves(said) == [(2, "d1b1")]
    assert (said.status, said.err.count("\n")) == (1, 1)
    assert said.err.startswith("opentafl-engine analyse: line 1: ")
    assert len(said.err) < 500


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--depth", "0"), "argument --depth: expected a whole number, 1 or more, not '0'"),
        (("--movetime", "-5"), "argument --movetime: expected a whole number, 1 or more, not '-5'"),
        (("--nodes", "many"), "argument --nodes: expected a whole number"),
        (
            ("--multipv", str(MAX_LINES + 1)),
            f"argument --multipv: expected a whole number from 1 to {MAX_LINES}, not",
        ),
        (("--hash", "999999999999"), "no memory for a table of 999999999999 MiB"),
        (
            ("--threads", str(MAX_THREADS + 1)),
            f"argument --threads: expected a whole number from 1 to {MAX_THREADS}",
        ),
        (("--threads", "0"), "argument --threads: expected a whole number"),
        (("--position", "-", "--side", "a"), "with --position - each line says its side and its moves"),
        (("--position", "-", "--moves", "d1c1"), "with --position - each line says its side and its moves"),
        (("--position", "x"), "position: column 1: 'x': expected 7 rows, found 1"),
    ],
)
def test_what_makes_no_sense(arguments: tuple[str, ...], complaint: str, tool: Tool) -> None:
    """One line, status 2, before anything is searched."""
    assert complaint in tool.refusal(*BRANDUB, *arguments)
