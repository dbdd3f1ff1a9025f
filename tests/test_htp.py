"""HTP as a pure machine: each command, its replies, its errors and its defaults."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest

from opentafl_engine.board import Board
from opentafl_engine.dialects import htp
from opentafl_engine.dialects.htp import Settings
from opentafl_engine.dialects.htp_text import BOARDS, parse_square, write_square
from opentafl_engine.rules import Rules
from opentafl_engine.search import Limits
from opentafl_engine.squares import square_name
from opentafl_engine.timeman import Clock, budget
from opentafl_engine.types import Side
from opentafl_engine.variants import variant
from opentafl_engine.version import VERSION
from tests.htp_machine import ATTACKERS_WIN, DEFENDERS_WIN, SHUTTLE, TWO_CAPTURED, Machine, plays

COMMANDS = [
    *("board_size", "final_status", "first_move", "generate_move", "known_command", "list_commands", "name"),
    *("play", "play_from", "play_to", "play_undo", "protocol_version", "quit", "show_board"),
    *("time_settings", "version"),
]
BAD_LINES = [
    *("board_size", "board_size 9", "board_size 11 11", "board_size eleven", "board_size 011"),
    *("final_status now", "list_commands all", "name me", "protocol_version 2", "version 1"),
    *("first_move", "first_move white", "first_move a d", "first_move attackers"),
    *("generate_move d", "generate_move x", "generate_move a a", "known_command", "known_command a b"),
    *("play", "play a", "play a d1", "play a d1 c1 b1", "play a resign", "play d resigns", "play x d1 c1"),
    *("play a d1 d1", "play a d1 z1", "play a d1 l1", "play a l1 d1", "play d f6 f7", "play_from a"),
    *("play_to", "play_to a", "play_to a d1 c1", "play_to d d1", "play_to a f4", "play_to a a1"),
    *("play_to a a12", "play_to a 00d1", "play_to x d1", "play_undo", "play_undo 1", "show_board please"),
    *("quit now", "time_settings", "time_settings untimed", "time_settings un-timed 1 1"),
    *("time_settings fischer", "time_settings fischer 5", "time_settings fischer x 5"),
    *("time_settings fischer 5 -1", "time_settings fischer 1e3 1", "time_settings fischer 1 1 1"),
    *("time_settings byoyomi 1 1", "time_settings fischer 1000000 0", "time_settings fischer .5 0"),
    *("bogus", "PLAY a d1 c1", "1 name", "\x00", "n\ufffdme", "=", "?"),
]


def test_who_is_there() -> None:
    """Protocol, name and version are told."""
    machine = Machine()
    assert machine.ask("protocol_version") == "1-beta"
    assert machine.ask("name") == "opentafl_engine"
    assert machine.ask("version") == VERSION


def test_the_version_is_that_of_the_package() -> None:
    """The version that the engine tells is the one that is installed, or stands in pyproject.toml."""
    try:
        assert metadata.version("opentafl-engine") == VERSION
    except metadata.PackageNotFoundError:
        text = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
        assert f'version = "{VERSION}"' in text


def test_the_list_of_commands() -> None:
    """`list_commands` names every command on a line of its own, after an empty first one."""
    assert Machine().tell("list_commands") == [["= ", *COMMANDS]]


def test_known_commands() -> None:
    """Every command that is listed is known, and no other word is."""
    machine = Machine()
    assert {machine.ask(f"known_command {verb}") for verb in COMMANDS} == {"true"}
    assert machine.ask("known_command boardsize") == "false"
    assert machine.ask("known_command PLAY") == "false"


@pytest.mark.parametrize("line", ["", "   ", "\t", "# a comment", "  # quit", "#", "\r"])
def test_lines_without_words(line: str) -> None:
    """Blank lines and comments get no reply."""
    assert Machine().tell(line) == []


def test_comments_behind_commands() -> None:
    """What follows a `#` does not count, wherever it stands, and blanks may be many."""
    machine = Machine()
    assert machine.ask("  protocol_version\t# of what?") == "1-beta"
    assert machine.ask("known_command quit#now") == "true"


@pytest.mark.parametrize("line", BAD_LINES)
def test_errors_change_nothing(line: str) -> None:
    """A line that is refused gets one error, with a reason, and the game is as it was."""
    machine = Machine()
    before = machine.tell("show_board", "play_from", "final_status", "play_undo")
    assert machine.refusal(line) != ""
    assert machine.tell("show_board", "play_from", "final_status", "play_undo") == before
    assert not machine.quit
    assert machine.cleared == 0


def test_errors_are_short_and_plain() -> None:
    """Whatever was sent, an error is one short line of plain characters."""
    assert len(Machine().refusal("play a " + "\x07\u00e9" * 100_000 + " d1")) <= 200


@pytest.mark.parametrize("size", BOARDS)
def test_board_sizes(size: str) -> None:
    """`board_size` starts a new game of the variant that goes with the size, and forgets the last."""
    machine = Machine()
    assert machine.ask("play a d1 c1", f"board_size {size}") == ""
    assert machine.cleared == 1
    board = Board(variant(BOARDS[size]))
    assert machine.tell("show_board") == [["= ", *str(board).splitlines()]]
    machine.tell("generate_move")
    assert (machine.running[0].board.rules, machine.running[0].board.ply) == (board.rules, 0)


def test_the_board_at_the_start() -> None:
    """Without `board_size` the game is Copenhagen, on 11x11."""
    machine = Machine()
    assert machine.tell("show_board") == Machine().tell("board_size 11", "show_board")[1:]
    assert len(machine.tell("show_board")[0]) == 12


@pytest.mark.parametrize("size", BOARDS)
def test_squares_there_and_back(size: str) -> None:
    """Every square is read as it is written, and in the forms of the other boards too."""
    dim = int(size)
    for name in (square_name(index, dim) for index in range(dim * dim)):
        assert parse_square(write_square(name, dim), dim) == name
        for form in (name, name.upper(), f"0{name}", f"0{name.upper()}"):
            assert parse_square(form, dim) == name


@pytest.mark.parametrize(
    ("size", "start", "targets"),
    [
        ("7", "0d1", "0b1 0c1 0e1 0f1 "),
        ("11", "f2", "a2 b2 c2 d2 e2 f3 g2 h2 i2 j2 k2 "),
        ("13", "G2", "A2 B2 C2 D2 E2 F2 G3 H2 I2 J2 K2 L2 M2 "),
    ],
)
def test_how_squares_are_written(size: str, start: str, targets: str) -> None:
    """Squares stand in the form of the board, by file and rank, a space after each."""
    machine = Machine()
    said = machine.ask(f"board_size {size}", f"play_to a {start}")
    assert said == targets


def test_squares_by_rank() -> None:
    """Within a file squares are listed by rank, rank 10 after rank 9."""
    assert Machine().ask("board_size 13", "play_from").startswith("A4 A5 A6 A8 A9 A10 B7 ")


def test_where_from_and_where_to() -> None:
    """`play_from` and `play_to` tell all legal moves of the side to move, and of that side only."""
    machine = Machine()
    board = Board(variant("copenhagen"))
    told = set()
    for start in machine.ask("play_from").split():
        told |= {f"{start}-{end}" for end in machine.ask(f"play_to attacker {start}").split()}
    assert told == {str(move) for move in board.legal_moves}
    assert machine.refusal("play_to d f6") == "'d': the attackers are to move"
    assert machine.refusal("play_to a f6") == "'f6': the attackers have no piece there"
    assert machine.ask("play a d1 c1", "play_from") == "d6 e5 e7 f4 f8 g5 g7 h6 "
    assert machine.ask("play_to D F6") == ""


@pytest.mark.parametrize("role", ["a", "A", "attacker", "Attacker", "ATTACKER"])
def test_roles(role: str) -> None:
    """A role may be a letter or a word, in any case."""
    machine = Machine()
    assert machine.ask(f"play {role} d1 c1") == ""
    opponent = {"a": "d", "A": "D", "attacker": "defender", "Attacker": "Defender", "ATTACKER": "DEFENDER"}
    assert machine.ask(f"play {opponent[role]} f4 c4") == ""


def test_a_move_is_played() -> None:
    """A legal move goes onto the board and the other side is to move; nothing captured, nothing said."""
    machine = Machine()
    assert machine.tell("play a d1 c1") == [["= "]]
    assert machine.refusal("play a e1 e2") == "'a': the defenders are to move"
    assert machine.ask("play defender f4 c4") == ""


def test_captured_squares() -> None:
    """`play` says which squares were captured, a space after each."""
    assert Machine().ask(*plays(TWO_CAPTURED), "play d 0c4 0c1") == "0b1 0d1 "


def test_illegal_moves() -> None:
    """An illegal move is refused with the reason that the board has."""
    machine = Machine()
    assert machine.refusal("play a d1 d1") == machine.refusal("play A D1 0d1")
    assert "f6" in machine.refusal("play a f6 f7")
    assert machine.refusal("play a d1 f1") == "'d1-f1': blocked at e1"


def test_undo() -> None:
    """Moves are taken back one after the other, own and opponent's, and then there are none."""
    machine = Machine()
    boards = [machine.tell("show_board")]
    for line in ("play a d1 c1", "generate_move", "play a d11 c11"):
        machine.ask(line)
        boards.append(machine.tell("show_board"))
    for board in reversed(boards[:-1]):
        assert machine.ask("play_undo") == ""
        assert machine.tell("show_board") == board
    assert machine.refusal("play_undo") == "there is no move to take back"


def test_first_move() -> None:
    """`first_move` starts a new game with that side to move; `board_size` goes back to the rules'."""
    machine = Machine()
    assert machine.ask("play a d1 c1", "first_move d") == ""
    assert machine.cleared == 1
    assert machine.refusal("play a d1 c1") == "'a': the defenders are to move"
    assert machine.ask("generate_move defender").startswith("play defender ")
    assert machine.ask("board_size 11", "play a d1 c1") == ""
    assert machine.ask("board_size 7", "first_move d", "play_from") == "0c4 0d3 0d5 0e4 "


def test_a_move_is_generated() -> None:
    """The reply says what was played, and it was played; the role is optional."""
    machine = Machine()
    board = Board(variant("copenhagen"))
    move = next(iter(board.legal_moves))
    assert machine.ask("generate_move") == f"play attacker {move.from_square} {move.to_square}"
    board.push(move)
    assert machine.tell("show_board") == [["= ", *str(board).splitlines()]]
    assert machine.ask("generate_move d").startswith("play defender ")


def test_a_generated_capture() -> None:
    """Captured squares follow the move that was generated, without a space at the end."""
    machine = Machine()
    machine.tell(*plays(TWO_CAPTURED), "generate_move")
    assert machine.running[0].board.ply == len(TWO_CAPTURED)
    assert machine.give("c4-c1") == [["= play defender 0c4 0c1 0b1 0d1"]]


def test_final_status() -> None:
    """A game is ongoing, won by a side, or a draw."""
    machine = Machine()
    assert machine.ask("final_status") == "ongoing"
    assert machine.ask(*plays(ATTACKERS_WIN), "final_status") == "attacker_wins"
    assert machine.ask(*plays(DEFENDERS_WIN), "final_status") == "defender_wins"
    assert machine.ask(*plays(SHUTTLE * 2), "final_status") == "draw"
    assert machine.ask("play_undo", "final_status") == "ongoing"


@pytest.mark.parametrize("moves", [ATTACKERS_WIN, DEFENDERS_WIN, SHUTTLE * 2])
def test_after_the_end(moves: tuple[str, ...]) -> None:
    """When the game is over nothing is played or generated, and nothing can move."""
    machine = Machine()
    machine.tell(*plays(moves))
    for line in ("generate_move", "play a d1 c1", "play d d3 c3", "play a resigns", "play d resigns"):
        assert machine.refusal(line).startswith("the game is over: ")
    assert machine.ask("play_from") == ""


@pytest.mark.parametrize(("role", "status"), [("a", "defender_wins"), ("d", "attacker_wins")])
def test_resigning(role: str, status: str) -> None:
    """Who resigns has lost; that ends the game until it is taken back."""
    machine = Machine()
    assert machine.ask(f"first_move {role}", f"play {role} resigns") == ""
    assert machine.ask("final_status") == status
    assert "have resigned" in machine.refusal("generate_move")
    assert "have resigned" in machine.refusal(f"play {role} d1 c1")
    assert "have resigned" in machine.refusal(f"play {role} resigns")
    assert machine.ask("play_from") == ""
    assert machine.ask(f"play_to {role} {'f1' if role == 'a' else 'f4'}") == ""
    assert machine.ask("play_undo", "final_status") == "ongoing"
    assert machine.ask("play_from") != ""
    assert machine.ask(f"play {role} resigns", "board_size 11", "final_status") == "ongoing"


def test_the_only_move_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is one legal move, it is played at once."""
    rules = Rules.parse("dim:7 spd:1 start:/7/7/7/3K3/7/TT5/Tt5/")
    monkeypatch.setattr(htp, "variant", lambda _name: rules)
    assert Machine().tell("generate_move") == [["= play attacker 0b7 0c7"]]


def limits(machine: Machine) -> Limits:
    """The limits of the search that runs."""
    return machine.running[-1].limits


def test_without_a_clock() -> None:
    """Without a clock a move takes the time of the settings, at first and after `un-timed`."""
    machine = Machine(Settings(movetime=700))
    machine.tell("generate_move")
    assert limits(machine) == Limits(movetime=700, soft_time=700)
    machine.finish()
    machine.tell("time_settings fischer 1 1", "time_settings un-timed", "generate_move")
    assert limits(machine) == Limits(movetime=700, soft_time=700)


def test_a_fischer_clock() -> None:
    """The clock is shared out; an own move costs its search and the overhead and brings the increment."""
    machine = Machine(Settings(overhead=20))
    assert machine.ask("time_settings fischer 1.5 2") == ""
    left = {Side.ATTACKERS: 90_000, Side.DEFENDERS: 90_000}
    for side in (*Side, *Side):
        machine.tell("generate_move")
        soft, hard = budget(Clock(left[side], increment=2_000), 20)
        assert limits(machine) == Limits(movetime=hard, soft_time=soft)
        machine.give(None, time_ms=5_000)
        left[side] += -5_000 - 20 + 2_000


def test_undo_leaves_the_clocks() -> None:
    """The time that a move took which is taken back is gone."""
    machine = Machine(Settings(overhead=20))
    machine.tell("time_settings fischer 1.5 2", "generate_move")
    machine.give(None, time_ms=5_000)
    machine.tell("play_undo", "generate_move")
    soft, hard = budget(Clock(90_000 - 5_020 + 2_000, increment=2_000), 20)
    assert limits(machine) == Limits(movetime=hard, soft_time=soft)


def test_the_overhead_is_kept_back() -> None:
    """A clock is shared out with what the settings keep back on every move."""
    machine = Machine(Settings(overhead=25_000))
    machine.tell("time_settings fischer 0.5 30", "generate_move")
    assert limits(machine).movetime == 15_000


def test_a_new_game_has_full_clocks() -> None:
    """The time control outlasts a game, and its clocks do not."""
    machine = Machine()
    machine.tell("time_settings fischer 1 0", "generate_move")
    fresh = limits(machine)
    for line in ("board_size 7", "first_move d", "time_settings fischer 1 0"):
        machine.give(None, time_ms=30_000)
        machine.tell(line, "generate_move")
        assert limits(machine) == fresh


def test_a_clock_that_has_run_out() -> None:
    """Without time left a move is made at once."""
    machine = Machine()
    machine.tell("time_settings fischer 0 0", "generate_move")
    assert limits(machine) == Limits(movetime=1, soft_time=1)
    machine.give(None, time_ms=100)
    machine.finish()
    machine.tell("generate_move")
    assert limits(machine) == Limits(movetime=1, soft_time=1)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(depth=3), Limits(depth=3)),
        (Settings(nodes=500), Limits(nodes=500)),
        (Settings(depth=3, nodes=500), Limits(depth=3, nodes=500)),
    ],
)
def test_repeatable_play(settings: Settings, expected: Limits) -> None:
    """With a depth or a number of nodes no clock counts."""
    machine = Machine(settings)
    machine.tell("time_settings fischer 1 0", "generate_move")
    assert limits(machine) == expected
