"""The reader for the main lines of .otg files."""

from __future__ import annotations

from pathlib import Path

import pytest

from opentafl_engine.errors import NotationError
from opentafl_engine.records.otg import parse_otg, read_otg
from opentafl_engine.types import ATTACKERS, DEFENDERS, Side

RULES = "[rules:dim:7 name:Brandub surf:n tfr:w ks:w start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]"
GAME = f"""[date:2020.01.02]
[result:-1]
[attackers:A. N. Other: the second]
[start-comment:A comment of two lines.

1. d1-d2 is no move in here.]
{RULES}

1. d2-c2 d3-d1
[First of all.|The reply,
on two lines.]

2. b4-b3 Kd4-d3
[|Only the reply.]

2a.1.1a. b4-b2 d3-d2
[A variation.|]

2b.1.1a. ..... d5-b5
[Another.]

2a.1.1a.2.1b. d5-c5

3. c2-c3xKd3++
[]
"""


def test_the_main_line() -> None:
    """Tags, moves and comments of the main line are read; variations are not in it."""
    game = parse_otg(GAME)
    assert game.tags["attackers"] == "A. N. Other: the second"
    assert game.tags["start-comment"].endswith("in here.")
    assert [(move.address, str(move.record)) for move in game.moves] == [
        ("1a", "d2-c2"),
        ("1b", "d3-d1"),
        ("2a", "b4-b3"),
        ("2b", "Kd4-d3"),
        ("3a", "c2-c3xKd3++"),
    ]
    assert [move.comment for move in game.moves] == [
        "First of all.",
        "The reply,\non two lines.",
        "",
        "Only the reply.",
        "",
    ]


def test_rules_and_start() -> None:
    """The rules are read as OpenTafl reads them unless told otherwise, and give the start."""
    game = parse_otg(GAME)
    assert (game.rules().semantics, game.rules().repetition) == ("opentafl", "l")
    assert game.rules("spec").repetition == "w"
    assert game.start() == "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
    assert parse_otg(f"[position:/7/7/7/3K3/7/7/7/]\n{RULES}").start() == "/7/7/7/3K3/7/7/7/"


@pytest.mark.parametrize(("tag", "winner"), [("1", ATTACKERS), ("-1", DEFENDERS), ("0", None), ("?", None)])
def test_results(tag: str, winner: Side | None) -> None:
    """1 is the attackers' win, -1 the defenders', 0 a draw, ? unknown."""
    game = parse_otg(f"[result:{tag}]\n{RULES}\n")
    assert (game.result, game.winner) == (tag, winner)
    assert parse_otg(RULES).result == "?"


def test_berserk_turns_and_resignation() -> None:
    """A turn may have more than two moves, and the last one may be a resignation."""
    game = parse_otg(f"{RULES}\n1. a1-a2xa3 a2=c2xc3 d1-d2\n2. ---\n")
    assert [move.address for move in game.moves] == ["1a", "1b", "1c", "2a"]
    assert game.moves[-1].record.resigns


def test_dots_stand_for_a_move() -> None:
    """A turn that begins with the second move counts the place of the first."""
    game = parse_otg(f"{RULES}\n1. ..... d5-b5\n[|late]\n")
    assert [(move.address, move.comment) for move in game.moves] == [("1b", "late")]


def test_reading_a_file(tmp_path: Path) -> None:
    """A file is read as UTF-8, with any line ends."""
    path = tmp_path / "game.otg"
    path.write_bytes(GAME.replace("A. N. Other", "Þórr").replace("\n", "\r\n").encode())
    game = read_otg(path)
    assert game.tags["attackers"].startswith("Þórr")
    assert len(game.moves) == 5


@pytest.mark.parametrize(
    ("text", "token", "column", "line"),
    [
        ("[rules:x", "[", 1, 1),
        (f"{RULES}\n1. d1-d2\n2. d1-d2 d3=>d4\n", ">d4", 13, 3),
        ("\nhello\n", "hello", 1, 2),
        (f"\n[no colon]\n{RULES}", "[no colon]", 1, 2),
    ],
)
def test_malformed_files(text: str, token: str, column: int, line: int) -> None:
    """What does not parse is refused with its line and column."""
    with pytest.raises(NotationError) as caught:
        parse_otg(text)
    assert caught.value.column == column
    assert caught.value.reason.endswith(f"(line {line})")
    assert caught.value.token == token


def test_a_file_needs_rules() -> None:
    """Without rules there is no game."""
    with pytest.raises(NotationError, match="rules"):
        parse_otg("[result:1]\n\n1. d1-d2\n")


def test_files_that_are_no_utf_8(tmp_path: Path) -> None:
    """A byte order mark is passed over; bytes in another encoding are a ``NotationError``."""
    text = "[rules:dim:5 start:/1t3/5/2K2/5/3t1/]\n\n1. b1-b2"
    path = tmp_path / "game.otg"
    path.write_text("\ufeff" + text, encoding="utf-8")
    assert len(read_otg(path).moves) == 1
    path.write_bytes(b"[event:J\xf6rmungandr]\n" + text.encode())
    with pytest.raises(NotationError, match="UTF-8"):
        read_otg(path)


def test_numbers_of_turns_are_not_endless() -> None:
    """A turn's number of thousands of digits is a word that is no move, not a crash."""
    with pytest.raises(NotationError):
        parse_otg("[rules:dim:5 start:/1t3/5/2K2/5/3t1/]\n\n" + "9" * 5000 + ". b1-b2")


def test_addresses_go_on_after_z() -> None:
    """The 27th move of a turn is aa, as in long berserk turns."""
    moves = " ".join(["b1-b2"] * 28)
    addresses = [move.address for move in parse_otg(f"[rules:dim:5 start:/5/5/2K2/5/5/]\n\n1. {moves}").moves]
    assert addresses[25:] == ["1z", "1aa", "1ab"]
