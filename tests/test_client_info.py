"""What engines say: infos and options, however it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opentafl_engine.client.analysis import AnalysisResult
from opentafl_engine.client.errors import EngineOptionError
from opentafl_engine.client.info import InfoDict, parse_uci_info
from opentafl_engine.client.options import ConfigValue, Option, OptionMap, parse_option
from opentafl_engine.client.score import Cp, Loss, Win
from opentafl_engine.client.transport import Channel
from opentafl_engine.types import ATTACKERS, DEFENDERS
from tests.fakes import brandub, run

WORDS = st.sampled_from(
    [
        *("depth", "seldepth", "score", "cp", "mate", "lowerbound", "upperbound", "wdl", "nodes", "time"),
        *("pv", "currmove", "multipv", "string", "d1e1", "d3-c3", "d4d5", "-3", "0", "99999999999999999999"),
        *("7", "\u0663", "1.5", "--", "nan"),
    ]
)


@given(st.lists(WORDS, max_size=20).map(" ".join) | st.text(max_size=60))
def test_no_line_does_harm(text: str) -> None:
    """Whatever an info line holds, what is read from it makes sense, and the board stays as it was."""
    board = brandub()
    info = parse_uci_info(text, board)
    line = board.copy()
    for move in info.get("pv", []):
        line.push(move)
    assert info.get("pv", ["something"])
    assert board.move_stack == []
    assert all(isinstance(info.get(key, 0), int) for key in ("depth", "nodes", "multipv"))


def test_words_of_info() -> None:
    """Bounds, wins, losses and moves are read; a line that goes on illegally is cut there."""
    board = brandub("d1-e1")
    info = parse_uci_info("depth 5 score cp -30 upperbound nodes 7 pv d3c3 e1e2 d4d5 a1a2", board)
    assert (info["depth"], info["nodes"], info["upperbound"]) == (5, 7, True)
    assert info["score"].attackers() == Cp(30)
    assert [str(move) for move in info["pv"]] == ["d3-c3", "e1-e2"]
    assert "lowerbound" not in info
    assert parse_uci_info("score mate 2", board)["score"].relative == Win(2)
    assert parse_uci_info("score mate -2 lowerbound", board)["score"].relative == Loss(2)
    assert parse_uci_info("currmove d3c3 currmovenumber 4", board)["currmovenumber"] == 4
    assert parse_uci_info("string depth 3", board) == {"string": "depth 3"}
    assert parse_uci_info("pv d4d5", board) == {}
    assert parse_uci_info("wdl 1 2", board) == {}


def test_lines_of_an_analysis() -> None:
    """The latest of each line is kept, an exact score takes a bound away, mad numbers are dropped."""

    async def post() -> None:
        result = AnalysisResult(lambda: None, lambda: None, lambda: 1.0)
        board = brandub()
        for text in ("multipv 2 score cp 1 lowerbound", "multipv 2 score cp 3", "multipv 0 depth 1"):
            result.post(parse_uci_info(text, board))
        result.post(parse_uci_info("multipv 1000000000 depth 3", board))
        assert len(result.multipv) == 2
        assert result.info == {}
        assert result.multipv[1]["score"].relative == Cp(3)
        assert "lowerbound" not in result.multipv[1]
        for depth in range(5000):
            result.post(InfoDict(depth=depth))
        assert (await result.get())["depth"] == 4000

    run(post())


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("name Hash type spin default 16 min 1 max 1024", Option("Hash", "spin", 16, 1, 1024)),
        ("name Hash type spin max 9 default -3 min -9", Option("Hash", "spin", -3, -9, 9)),
        ("name Ponder type check default true", Option("Ponder", "check", True)),
        ("name Clear Hash type button", Option("Clear Hash", "button")),
        ("name Book File type string default <empty>", Option("Book File", "string", "")),
        ("name Book File type string default", Option("Book File", "string", "")),
        ("name X type string default min 3 var type", Option("X", "string", "min 3 var type")),
        (
            "name Style type combo default Very Wild var Very Wild var Tame",
            Option("Style", "combo", "Very Wild", var=("Very Wild", "Tame")),
        ),
        ("name default min type check default false", Option("default min", "check", False)),
        ("name  Odd   type  filename default /a b", Option("Odd", "filename", "/a b")),
        ("type check name X", None),
        ("", None),
    ],
)
def test_option_lines(line: str, option: Option | None) -> None:
    """Names, defaults and choices may hold spaces and the words of the protocol."""
    assert parse_option(line) == option


@given(st.text(max_size=80))
def test_no_option_line_does_harm(text: str) -> None:
    """Any text is an option or none."""
    option = parse_option(f"name X type {text}")
    assert option is None or option.name


def test_values_of_options() -> None:
    """Values are read as the option's type says, and refused otherwise."""
    options = OptionMap(
        [
            Option("Hash", "spin", 16, 1, 64),
            Option("Ponder", "check", False),
            Option("Style", "combo", "Wild", var=("Wild", "Tame")),
            Option("Clear", "button"),
            Option("Book", "string", ""),
        ]
    )
    wanted: dict[str, ConfigValue] = {
        "hash": "8",
        "PONDER": "true",
        "style": "tame",
        "clear": True,
        "book": None,
    }
    checked = {"Hash": 8, "Ponder": True, "Style": "Tame", "Clear": None, "Book": ""}
    assert options.check(wanted, frozenset()) == checked
    bad: list[tuple[str, ConfigValue]] = [("Hash", 65), ("Hash", "x"), ("Ponder", "maybe"), ("Style", "Mild")]
    for name, value in [*bad, ("Clear", 3), ("Book", "a\nquit")]:
        with pytest.raises(EngineOptionError, match=r"Hash|Ponder|Style|Clear|Book"):
            options.check({name: value}, frozenset())
    with pytest.raises(EngineOptionError, match="set by the driver"):
        options.check({"Hash": 3}, frozenset({"hash"}))
    assert "nonesuch" not in options


def test_lines_from_a_pipe() -> None:
    """Lines that come in pieces are joined, endings of both kinds are cut, a line too long is cut short."""
    heard: list[str] = []
    channel = Channel()
    channel.attach(heard.append, lambda: None)
    for piece in (b"uci", b"ok\r\nread", b"y\xffok\n\n", b"x" * (3 << 20), b"\nlast"):
        channel.pipe_data_received(1, piece)
    channel.pipe_data_received(2, b"an error\n")
    assert heard[:2] == ["uciok", "ready\ufffdok"]
    assert len(heard[2]) == 1 << 20
    assert len(heard) == 3


def test_both_sides_are_named() -> None:
    """A score says whose it is: the side to move of the board that the line begins on."""
    assert parse_uci_info("score cp 5", brandub())["score"].turn == ATTACKERS
    assert parse_uci_info("score cp 5", brandub("d1-e1"))["score"].turn == DEFENDERS
