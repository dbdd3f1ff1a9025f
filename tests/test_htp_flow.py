"""HTP as a pure machine: what comes in mid-search, whole games, and lines that make no sense."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opentafl_engine.board import Board
from opentafl_engine.dialects import htp
from opentafl_engine.dialects.htp import Settings
from opentafl_engine.dialects.htp_text import BOARDS, parse_square, status_of, write_square, write_squares
from opentafl_engine.notation import Move
from opentafl_engine.search import Searcher
from opentafl_engine.types import Side
from opentafl_engine.variants import variant
from tests.htp_machine import DEFENDERS_WIN, TWO_CAPTURED, Machine, plays
from tests.otep_machine import first_moves


def test_what_comes_in_mid_search_waits() -> None:
    """Lines that come while a move is sought are answered after it, in their order."""
    machine = Machine()
    assert machine.tell("generate_move", "name", "", "# no", "bogus", "known_command play") == []
    assert machine.give("d1-c1") == [
        ["= play attacker d1 c1"],
        ["= opentafl_engine"],
        ["? unknown command bogus", ""],
        ["= true"],
    ]


def test_what_waits_finds_the_move_made() -> None:
    """A line that waited is judged by the board after the move."""
    machine = Machine()
    machine.tell("generate_move", "play_undo", "play a d1 b1", "final_status")
    assert machine.give("d1-c1") == [["= play attacker d1 c1"], ["= "], ["= "], ["= ongoing"]]


def test_searches_one_after_the_other() -> None:
    """A second `generate_move` waits for the first, and what is behind it for both."""
    machine = Machine()
    machine.tell("generate_move a", "generate_move d", "name", "generate_move d")
    assert machine.give("d1-c1") == [["= play attacker d1 c1"]]
    assert machine.running[0].board.move_stack == [Move.parse("d1-c1")]
    assert machine.give("f4-g4") == [
        ["= play defender f4 g4"],
        ["= opentafl_engine"],
        ["? 'd': the attackers are to move", ""],
    ]
    assert machine.running == []


def test_quit() -> None:
    """`quit` is answered, and then it is the end."""
    machine = Machine()
    assert machine.tell("quit # now") == [["= "]]
    assert machine.quit


def test_quit_in_mid_search() -> None:
    """`quit` in mid-search leaves at once; no reply is owed, not even for lines before it."""
    machine = Machine()
    assert machine.tell("generate_move", "name", "quit now", "quit") == []
    assert machine.quit


def test_the_end_of_input_while_idle() -> None:
    """With nothing left to answer, the end of input is the end."""
    machine = Machine()
    machine.ask("generate_move")
    assert machine.end() == []
    assert machine.quit


def test_the_end_of_input_in_mid_search() -> None:
    """The search that runs goes on, and everything that was asked has its reply before the end."""
    machine = Machine()
    machine.tell("generate_move", "final_status", "generate_move")
    assert machine.end() == []
    assert not machine.quit
    assert machine.give("d1-c1") == [["= play attacker d1 c1"], ["= ongoing"]]
    assert not machine.quit
    assert machine.give("f4-g4") == [["= play defender f4 g4"]]
    assert machine.quit


def test_a_search_that_fails_still_moves() -> None:
    """When a search breaks down, some legal move is made, and lines that waited have their reply."""
    machine = Machine()
    machine.tell("generate_move", "generate_move")
    first, *_ = machine.fail()[0]
    assert Move(*first.split()[-2:]) in Board(variant("copenhagen")).legal_moves
    assert machine.running[0].board.ply == 1


@pytest.mark.parametrize("move", [None, "f6-f7", "s1-s9"])
def test_an_impossible_search_result_is_not_played(move: str | None) -> None:
    """What a search finds beside the legal moves gives way to one of these."""
    machine = Machine()
    machine.tell("generate_move")
    ((reply,),) = machine.give(move)
    assert Move(*reply.split()[-2:]) in Board(variant("copenhagen")).legal_moves


def test_reports_of_other_searches_mean_nothing() -> None:
    """A report with another token changes nothing."""
    machine = Machine()
    machine.tell("generate_move")
    start = machine.running[0]
    result = first_moves(start.board, start.limits)
    assert machine.dialect.on_done(start.token + 1, result) == []
    assert machine.dialect.on_failure(start.token + 1, ValueError()) == []
    assert len(machine.finish()) == 1
    assert machine.dialect.on_done(start.token, result) == []


def test_no_memory_for_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a move runs out of memory, that is an error like any other, and the game goes on."""

    def none_left(_board: Board, _move: Move) -> None:
        raise MemoryError("no memory for another move")

    machine = Machine()
    machine.tell("generate_move", "name")
    monkeypatch.setattr(Board, "push", none_left)
    assert machine.give("d1-c1") == [["? no memory for another move", ""], ["= opentafl_engine"]]
    assert machine.refusal("play a d1 c1") == "no memory for another move"


def test_a_line_that_could_not_be_taken() -> None:
    """A line too long to be read has its error where its reply would stand."""
    machine = Machine()
    assert machine.fault() == [["? the line is too long", ""]]
    machine.tell("generate_move", "name")
    assert machine.fault() == []
    assert machine.give("d1-c1")[1:] == [["= opentafl_engine"], ["? the line is too long", ""]]


def test_a_fault_in_this_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that brings out a fault has an error, and those around it have their replies."""

    def broken(_board: Board, _resigned: object) -> str:
        raise RuntimeError("broken")

    machine = Machine()
    machine.tell("generate_move", "final_status", "name")
    monkeypatch.setattr(htp, "status_of", broken)
    assert machine.give("d1-c1")[1:] == [["? broken", ""], ["= opentafl_engine"]]


@pytest.mark.parametrize("seed", range(100))
def test_random_games(seed: int) -> None:
    """Played by both sides at depth 1, a game is the one that a board of its own sees.

    Every generated move is legal, captures are those of the board, and so is the result.
    """
    chance = random.Random(seed)
    size = chance.choice(sorted(BOARDS))
    searcher = Searcher(hash_mb=1)
    machine = Machine(Settings(depth=1), searcher.search)
    board = Board(variant(BOARDS[size]))
    machine.ask(f"board_size {size}")
    for _ in range(60):
        if board.outcome() is not None:
            break
        role = "attacker" if board.turn == Side.ATTACKERS else "defender"
        if chance.random() < 0.5:
            move = chance.choice(list(board.legal_moves))
            start, end = (write_square(name, board.dim) for name in (move.from_square, move.to_square))
            said = machine.ask(f"play {role} {start} {end}")
        else:
            start, end, said = after(f"play {role}", machine.ask("generate_move"))
            move = Move(parse_square(start, board.dim), parse_square(end, board.dim))
        assert said.rstrip() == write_squares(board.captures(move), board.dim).rstrip()
        board.push(move)
        assert machine.ask("final_status") == status_of(board, None)
        assert len(set(machine.ask("play_from").split())) == len({m.from_square for m in board.legal_moves})


def after(start: str, text: str) -> tuple[str, str, str]:
    """Two words and the rest of what follows ``start``."""
    assert text.startswith(start)
    first, second, *rest = text.removeprefix(start).split()
    return first, second, " ".join(rest)


TRANSCRIPT = [
    *plays(DEFENDERS_WIN),
    *plays(TWO_CAPTURED),
    *("board_size 11", "board_size 13", "first_move d", "first_move a", "play a D1 c1", "play D F4 G4"),
    *("generate_move", "generate_move a", "generate_move d", "generate_move", "play_undo", "play_from"),
    *("play_to a d1", "play_to d f6", "play a resigns", "play d resigns", "final_status", "show_board"),
    *("list_commands", "known_command play", "name", "version", "protocol_version", "# a comment", ""),
    *("time_settings un-timed", "time_settings fischer 15 10", "time_settings fischer 0.001 0", "bogus"),
]
WORDS = [*" ".join(TRANSCRIPT).split(), "", "0", "-1", "9" * 40, "a1", "M13", "#", "\x00"]
SEARCH_ENDS, SEARCH_FAILS, TOO_LONG = "\x01", "\x02", "\x03"


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A line of the transcript with a word or a character changed, dropped or doubled."""
    line = draw(st.sampled_from(TRANSCRIPT))
    words = line.split(" ")
    at = draw(st.integers(0, len(words) - 1))
    new = draw(st.sampled_from(WORDS))
    kind = draw(st.integers(0, 4))
    if kind == 0:
        words[at] = new
    elif kind == 1:
        words.insert(at, new)
    elif kind == 2:
        del words[at]
    elif kind == 3:
        cut = draw(st.integers(0, len(line)))
        return line[:cut] + draw(st.characters(exclude_characters="\n")) + line[cut + 1 :]
    return " ".join(words)


LINES = st.one_of(
    st.sampled_from(TRANSCRIPT),
    st.sampled_from([SEARCH_ENDS, SEARCH_FAILS, TOO_LONG, SEARCH_ENDS]),
    mutated(),
    st.text(st.characters(exclude_characters="\n"), max_size=40),
)


@given(st.lists(LINES, max_size=40), st.booleans())
@settings(max_examples=150)
def test_any_lines_at_all(lines: list[str], quits: bool) -> None:
    """Whatever comes, each line with words has one reply, in order, and nothing is raised."""
    machine = Machine()
    owed = 0
    replies: list[list[str]] = []
    for line in lines:
        if line in (SEARCH_ENDS, SEARCH_FAILS):
            if machine.running:
                start = machine.running[0]
                result = replace(first_moves(start.board, start.limits), time_ms=9.5)
                replies += machine.fail() if line == SEARCH_FAILS else machine.give(str(result.move))
        elif line == TOO_LONG:
            owed += 1
            replies += machine.fault()
        elif line.partition("#")[0].split() != ["quit"]:
            owed += bool(line.partition("#")[0].split())
            replies += machine.tell(line)
    if quits and not machine.running:
        replies += machine.tell("quit")
        owed += 1
    else:
        replies += machine.end()
        replies += machine.finish()
    assert len(replies) == owed
    assert machine.quit
