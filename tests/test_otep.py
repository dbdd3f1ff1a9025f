"""The OTEP dialect as a pure machine: what each line of a host's changes, and what is answered."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from opentafl_engine.board import Board
from opentafl_engine.dialects.otep import Settings
from opentafl_engine.dialects.otep_text import analysis_line, evaluation, parse_clock, parse_report
from opentafl_engine.errors import NotationError
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.search import Limits
from opentafl_engine.timeman import Clock
from opentafl_engine.types import Side
from tests.otep_machine import BRANDUB, BRANDUB_START, Machine, assert_harmless, first_moves, info

AFTER_D1_E1 = "/4t2/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
AFTER_D2_E2 = "/4t2/4t2/3T3/ttTKTtt/3T3/3t3/3t3/"
WON_BY_DEFENDERS = "/3t3/3t3/3T3/ttT1Ttt/T6/7/K3t2/"
NOTHING_TO_MOVE = "/1K5/7/7/7/7/7/7/"


BAD_LINES = [
    *("rules", "rules dim:7", "rules dim:99 start:/", "rules nonsense", "rules " + "x:y " * 50_000),
    *("move", "move nonsense", "move /7/7/7/", "move /3q3/7/7/7/7/7/7/", "position /" + "7/" * 100_000),
    *("opponent-move d1-d2", "opponent-move d1-d2 /7/", "opponent-move " + "d1-d2|" * 100_000),
    *("error", "error x", "clock", "clock 1 2", "play", "play white", "play ATTACKERS", "analyze 1e3 1"),
    *("position", "position /7/", "side", "side x", "bogus command", "HELLO", "x" * 1_000_000),
    *("\x00", "play\x00attackers", "\ufffd\ufffd"),
]


def legal(record: str, side: Side, rules: str = BRANDUB) -> list[str]:
    """The moves of a position that is set up, as text."""
    board = Board(Rules.parse(rules.removeprefix("rules "), "opentafl"), position=record, turn=side)
    return [str(move) for move in board.legal_moves]


def move_of(said: list[str]) -> str:
    """The one move in an answer."""
    assert len(said) == 1
    assert said[0].startswith("move ")
    return said[0].removeprefix("move ")


def test_play_from_the_start() -> None:
    """`rules` and `play` are enough for a move, and there is exactly one."""
    machine = Machine()
    assert move_of(machine.ask(BRANDUB, "play attackers")) in legal(BRANDUB_START, Side.ATTACKERS)


def test_rules_forget_the_last_game() -> None:
    """New rules clear what was searched, the clock and the refused moves, and start at their start."""
    machine = Machine()
    refused = move_of(machine.ask(BRANDUB, "clock 1000 1000 0 0 0 ", "play attackers"))
    assert machine.cleared == 1
    machine.tell("error 2", BRANDUB, "play attackers")
    assert machine.cleared == 2
    assert machine.running[0].limits.movetime == 1000
    assert Move.parse(refused) in machine.running[0].limits.searchmoves


def test_speed_limits_in_a_pair_are_obeyed() -> None:
    """The host plays by `spd` with two numbers, although its own parser forgets them."""
    machine = Machine()
    machine.tell("rules dim:5 spd:1,1 start:/2t2/5/t1K1t/5/2t2/", "play attackers")
    assert all(
        abs(ord(m.from_square[0]) - ord(m.to_square[0])) <= 1 for m in machine.running[0].limits.searchmoves
    )


def test_semantics_can_be_chosen() -> None:
    """With spec semantics a side that may not move has lost; with opentafl's, it merely cannot move."""
    rules = "rules dim:5 ber:n start:/2t2/5/t1K1t/5/2t2/"
    for semantics in ("opentafl", "spec"):
        machine = Machine(Settings(semantics=semantics))
        assert move_of(machine.ask(rules, "play attackers")) in legal(
            "/2t2/5/t1K1t/5/2t2/", Side.ATTACKERS, rules
        )


def test_the_record_is_the_truth() -> None:
    """A list of moves that does not lead to the record is ignored for the record's sake."""
    machine = Machine()
    for moves in ("d1-e1", "d1-b1", "d1-e1|d1-e1", "d3-d4|x", "a1-a2|d1-e1", "---", "D1-E1"):
        said = machine.ask(BRANDUB, f"opponent-move {moves} {AFTER_D1_E1}", "play defenders")
        assert move_of(said) in legal(AFTER_D1_E1, Side.DEFENDERS)


def test_a_record_without_moves_is_enough() -> None:
    """`opponent-move` with nothing but the record is followed as well."""
    said = Machine().ask(BRANDUB, f"opponent-move {AFTER_D1_E1}", "play defenders")
    assert move_of(said) in legal(AFTER_D1_E1, Side.DEFENDERS)


def test_play_names_the_side() -> None:
    """The side that `play` names is the one that moves, even where the moves before say otherwise."""
    said = Machine().ask(BRANDUB, f"opponent-move d1-e1 {AFTER_D1_E1}", "play attackers")
    assert move_of(said) in legal(AFTER_D1_E1, Side.ATTACKERS)


def test_history_survives_a_wrong_list() -> None:
    """Records that follow by legal moves keep the history, so the search can see repetition."""
    machine = Machine()
    machine.tell(BRANDUB, f"opponent-move d2-d1|d1-b1 {AFTER_D1_E1}", "play defenders")
    assert machine.running[0].board.move_stack == [Move.parse("d1-e1")]


def test_own_move_is_followed_without_being_accepted() -> None:
    """Where the host reports the reply only, the own move before it still joins the history."""
    machine = Machine()
    own = move_of(machine.ask(BRANDUB, "play attackers"))
    board = Board(Rules.parse(BRANDUB.removeprefix("rules "), "opentafl"))
    board.push(own)
    board.push(next(iter(board.legal_moves)))
    machine.tell(f"opponent-move {board.move_stack[-1]} {board.position()}", "play attackers")
    assert machine.running[0].board.move_stack == board.move_stack


def test_a_refused_move_is_never_sent_again() -> None:
    """Refused moves give way to all the others, one after the other; then nothing can be played."""
    machine = Machine()
    moves = legal(BRANDUB_START, Side.ATTACKERS)
    sent = [move_of(machine.ask(BRANDUB, "play attackers"))]
    for _ in moves[1:]:
        sent.append(move_of(machine.ask("error 2", "clock 1000 1000 0 0 0 ", "play attackers")))
    assert sorted(sent) == sorted(moves)
    assert machine.ask("error 2", "play attackers") == ["error -1 every legal move was refused"]


def test_a_move_refused_after_a_report_stays_refused() -> None:
    """The host repeats `opponent-move` before it asks again; the refusal survives that."""
    machine = Machine()
    report = f"opponent-move d1-e1 {AFTER_D1_E1}"
    refused = move_of(machine.ask(BRANDUB, report, "play defenders"))
    assert move_of(machine.ask("error 2", report, "play defenders")) != refused


def test_an_error_without_a_move_means_nothing() -> None:
    """`error` before any move was sent refuses nothing."""
    machine = Machine()
    machine.tell(BRANDUB, "error 2", "play attackers")
    assert len(machine.running[0].limits.searchmoves) == 40


def test_a_second_play_is_one_question() -> None:
    """`play` again, while the first is thought about, is still answered by one move."""
    assert len(Machine().ask(BRANDUB, "play attackers", "play attackers")) == 1


@pytest.mark.parametrize(
    "line",
    ["finish 0", "finish 3", f"move {AFTER_D1_E1}", f"opponent-move d1-e1 {AFTER_D1_E1}", BRANDUB, "goodbye"],
)
def test_what_stops_thinking(line: str) -> None:
    """After these lines no move is owed: the search is stopped and its result dropped."""
    machine = Machine()
    machine.tell(BRANDUB, "play attackers")
    token = machine.running[0].token
    assert machine.ask(line) == []
    assert machine.stopped == {token}


def test_finish_may_come_twice() -> None:
    """A second `finish` and a `goodbye` are taken as they come."""
    machine = Machine()
    assert machine.ask(BRANDUB, "finish 0", "finish 0", "goodbye") == []
    assert machine.quit


def test_browsing_does_not_disturb_the_game() -> None:
    """`position` and `side` while a move is owed are for looking; the move is one of the game."""
    machine = Machine()
    machine.tell(BRANDUB, f"opponent-move d1-e1 {AFTER_D1_E1}", "play defenders")
    assert machine.tell(f"position {BRANDUB_START}", "side attackers") == []
    assert move_of(machine.finish()) in legal(AFTER_D1_E1, Side.DEFENDERS)


def test_browsing_before_the_move_is_accepted() -> None:
    """A position that was looked at is forgotten when the game goes on."""
    machine = Machine()
    machine.ask(BRANDUB, "play attackers")
    machine.tell(f"position {WON_BY_DEFENDERS}", "side attackers")
    said = machine.ask(f"move {AFTER_D1_E1}", f"opponent-move d2-e2 {AFTER_D2_E2}", "play attackers")
    assert move_of(said) in legal(AFTER_D2_E2, Side.ATTACKERS)


def test_play_from_a_position() -> None:
    """`position` and `side` while no move is owed can be played from, as other hosts do."""
    said = Machine().ask(BRANDUB, f"position {AFTER_D2_E2}", "side defenders", "play defenders")
    assert move_of(said) in legal(AFTER_D2_E2, Side.DEFENDERS)


def test_a_finished_position_is_played_on() -> None:
    """A position that is over is a set-up one when it is asked about: any legal move will do."""
    machine = Machine()
    machine.tell(BRANDUB, "finish 3", f"opponent-move d7-a7 {WON_BY_DEFENDERS}")
    assert move_of(machine.ask("play attackers")) in legal(WON_BY_DEFENDERS, Side.ATTACKERS)


def test_a_game_that_has_just_ended_is_played_on() -> None:
    """Even where the moves that led there are known, the end of the game is no reason for silence."""
    machine = Machine()
    before = "/3t3/3t3/3T3/ttT1Ttt/T6/7/3K1t1/"
    machine.tell(BRANDUB, f"opponent-move e7-f7 {before}", "play defenders", "finish 3")
    machine.tell(f"opponent-move d7-a7 {'/3t3/3t3/3T3/ttT1Ttt/T6/7/K4t1/'}")
    assert move_of(machine.ask("play attackers"))


def test_no_legal_move_is_said_in_a_status() -> None:
    """Where nothing can be played, a status line says so, and no move is made up."""
    said = Machine().ask(BRANDUB, f"opponent-move {NOTHING_TO_MOVE}", "play attackers")
    assert said == ["status attackers have no legal move"]


def test_a_berserk_turn_goes_on_with_the_same_piece() -> None:
    """After a capture the host asks the same side again: the piece that captured moves on."""
    rules = "rules dim:7 ber:c esc:e start:/3t3/7/2t4/1T1t3/2Kt3/7/3t3/"
    before, capture = _capture_that_goes_on(rules)
    machine = Machine(search=lambda board, limits: replace(first_moves(board, limits), move=capture))
    machine.ask(rules, f"opponent-move {before.position()}", f"play {before.turn}")
    after = before.copy()
    after.push(capture)
    report = after.position()
    machine.tell(f"move {report}", f"opponent-move {capture} {report}", f"play {before.turn}")
    allowed = machine.running[0].limits.searchmoves
    assert {move.from_square for move in allowed} == {capture.to_square}


def test_a_berserk_turn_goes_on_after_a_record_that_was_set_up() -> None:
    """Where the capture itself was not understood, the piece that landed is the one that goes on."""
    rules = "rules dim:7 ber:c esc:e start:/3t3/7/2t4/1T1t3/2Kt3/7/3t3/"
    machine = Machine()
    machine.tell(rules, "opponent-move /3t3/7/2t4/1T1t3/2Kt3/7/3t3/", "play defenders")
    machine.tell("move /3t3/7/2t4/3t3/2Kt3/6T/7/", "play defenders")
    allowed = machine.running[-1].limits.searchmoves
    assert {move.from_square for move in allowed} == {"g6"}


def _capture_that_goes_on(rules: str) -> tuple[Board, Move]:
    """Some position of these rules, and a capture there after which the same piece moves on."""
    chance = Random(1)
    while True:
        board = Board(Rules.parse(rules.removeprefix("rules "), "opentafl"))
        while board.legal_moves:
            for move in board.legal_moves:
                trial = board.copy()
                trial.push(move)
                if trial.berserking is not None:
                    return board, move
            board.push(chance.choice(list(board.legal_moves)))


def test_the_only_move_needs_no_search() -> None:
    """A single legal move is sent at once."""
    rules = "rules dim:7 spd:1 start:/7/7/7/3K3/7/7/3t3/"
    machine = Machine()
    said = machine.tell(rules, "opponent-move /7/7/7/3K3/7/TT5/Tt5/", "play attackers")
    assert said == ["move b7-c7"]


@pytest.mark.parametrize(
    ("line", "clock"),
    [
        ("59259 60000 10 3 3 ", Clock(59259, 10_000, 3)),
        ("0 60000 10 3 3", Clock(0, 10_000, 3)),
        ("7012* 60000 10 2 3 ", Clock(7012, 10_000, 2, in_overtime=True)),
        ("100* 100 0.1 0 0", Clock(100, 100, 0, in_overtime=True)),
        ("-5 100 0 0 0", Clock(-5)),
    ],
)
def test_clock_lines(line: str, clock: Clock) -> None:
    """Milliseconds, `*` for overtime, then seconds a period and the periods of both sides."""
    assert parse_clock(line)[Side.ATTACKERS] == clock


@pytest.mark.parametrize(
    "line", ["", "1 2 3 4", "1 2 3 4 5 6", "a 2 3 4 5", "1 2 3 4 5*", "1e9 2 3 4 5", "٣ 2 3 4 5"]
)
def test_bad_clock_lines(line: str) -> None:
    """Anything else is refused."""
    with pytest.raises(NotationError):
        parse_clock(line)


def test_the_clock_of_the_side_to_move_counts() -> None:
    """Each side thinks by its own clock."""
    machine = Machine()
    machine.tell(BRANDUB, "clock 3000000 300 0 0 0 ", "play attackers")
    attackers = machine.running.pop().limits
    machine.tell(f"move {AFTER_D1_E1}", "play defenders")
    defenders = machine.running.pop().limits
    assert attackers.soft_time == 100_000
    assert defenders.soft_time == 10


def test_an_increment_that_is_never_said_is_noticed() -> None:
    """A clock that has lost less than the move took must have an increment, which can be spent."""
    machine = Machine(search=lambda b, limits: replace(first_moves(b, limits), time_ms=2000))
    machine.ask(BRANDUB, "clock 60000 60000 0 0 0 ", "play attackers")
    machine.tell(f"move {AFTER_D1_E1}", "clock 61000 60000 0 0 0 ", "play attackers")
    assert machine.running[0].limits.soft_time == 61_000 // 30 + 3000 * 3 // 4


def test_analysis() -> None:
    """`analyze` gives as many lines as were asked for, in one line, within the time."""
    machine = Machine()
    machine.tell(BRANDUB, f"position {BRANDUB_START}", "side attackers", "clock 118331 120000 10 3 3 ")
    machine.tell("analyze 3 2")
    assert machine.running[0].limits == Limits(movetime=2000, multipv=3)
    words = machine.finish()[0].split()
    assert words[:2] == ["analysis", "3"]
    assert words[3::2] == ["0.00"] * 3


def test_more_lines_than_moves() -> None:
    """An analysis is never asked for more lines than there are moves."""
    machine = Machine()
    machine.tell(BRANDUB, "analyze 500 0.5")
    assert machine.running[0].limits.multipv == 40
    assert machine.finish()[0].startswith("analysis 40 ")


def test_analysis_of_a_finished_position() -> None:
    """A finished position is analysed as one that is set up; without moves a status says so."""
    machine = Machine()
    said = machine.ask(BRANDUB, f"position {WON_BY_DEFENDERS}", "side attackers", "analyze 1 1")
    assert said[0].startswith("analysis 1 ")
    said = machine.ask(f"position {NOTHING_TO_MOVE}", "analyze 1 1")
    assert said == ["status attackers have no legal move"]


def test_analysis_of_the_game_itself() -> None:
    """Without `position` the game as it stands is analysed."""
    machine = Machine()
    machine.tell(BRANDUB, f"opponent-move d1-e1 {AFTER_D1_E1}", "analyze 2 1")
    assert machine.running[0].board.move_stack == [Move.parse("d1-e1")]


def test_a_second_analysis() -> None:
    """A second `analyze` does not swallow the answer to the first."""
    machine = Machine()
    assert len(machine.ask(BRANDUB, "analyze 1 9", "analyze 2 9")) == 2


@pytest.mark.parametrize(
    "line", ["analyze", "analyze 1", "analyze x 1", "analyze 1 x", "analyze 1 2 3", "analyze 1 nan"]
)
def test_bad_analysis_requests(line: str) -> None:
    """A request that makes no sense starts nothing."""
    machine = Machine()
    assert [text.split()[0] for text in machine.ask(BRANDUB, line)] == ["status"]


@pytest.mark.parametrize(
    ("line", "side", "text"),
    [
        (info("d1-e1", score=1038), Side.ATTACKERS, "10.38"),
        (info("d1-e1", score=1038), Side.DEFENDERS, "-10.38"),
        (info("d1-e1", score=0), Side.DEFENDERS, "0.00"),
        (info("d1-e1", score=-900_000), Side.ATTACKERS, "-4999.00"),
        (info("d1-e1", mate=3), Side.ATTACKERS, "4997.00"),
        (info("d1-e1", mate=-4), Side.ATTACKERS, "-4996.00"),
        (info("d1-e1", mate=3), Side.DEFENDERS, "-4997.00"),
    ],
)
def test_evaluations(line: object, side: Side, text: str) -> None:
    """Good for the attackers is positive, a win is 5000 less its plies, the rest within 4999."""
    assert evaluation(line, side) == text  # type: ignore[arg-type]


def test_long_analysis_fits_in_one_write() -> None:
    """However many lines and moves there are, what is sent stays under 4096 bytes and in form."""
    lines = [info(*["s19-s18", "a10-a11"] * 30, score=-123_456, multipv=n) for n in range(1, 400)]
    for count in (1, 5, 20, 60, 399):
        line = analysis_line(lines[:count], Side.ATTACKERS)
        assert_harmless(line)
        assert line.split()[1] == str((len(line.split()) - 2) // 2)


def test_reports_with_full_records() -> None:
    """Full move records, with slashes of their own, are read as well as simple moves."""
    moves, record = parse_report("Ne6^=e8xce7/ne9/f8/d8|Ne8=e4xe3 /5/5/5/5/5/")
    assert [str(move) for move in moves] == ["e6-e8", "e8-e4"]
    assert record == "/5/5/5/5/5/"


def test_dump_has_no_newline() -> None:
    """`dump N` runs into the next command, which is obeyed; by itself it is passed over."""
    machine = Machine()
    assert machine.tell(f"dump 0{BRANDUB}") == []
    assert move_of(machine.ask("dump 12play attackers"))
    assert machine.tell("dump 3", "dump 1dump 2", "dump") == []


@pytest.mark.parametrize(
    "line",
    BAD_LINES,
    ids=lambda line: line[:24],
)
def test_bad_lines_change_nothing(line: str) -> None:
    """After a bad line the game is as it was; at most a status line was said, and no search stopped."""
    machine = Machine()
    machine.tell(BRANDUB, f"opponent-move d1-e1 {AFTER_D1_E1}", "play defenders")
    said = machine.tell(line)
    assert [text.split()[0] for text in said] in ([], ["status"])
    assert machine.stopped == set()
    assert move_of(machine.finish()) in legal(AFTER_D1_E1, Side.DEFENDERS)


@pytest.mark.parametrize(
    "line", ["play attackers", "analyze 1 1", f"move {BRANDUB_START}", "position /", "side attackers"]
)
def test_without_rules(line: str) -> None:
    """Before any rules there is nothing to play; that is said and nothing else happens."""
    assert [text.split()[0] for text in Machine().ask(line)] == ["status"]


@pytest.mark.parametrize("line", ["", "   ", "simple-moves on", "simple-moves off", "finish", "\t"])
def test_lines_that_need_no_answer(line: str) -> None:
    """These lines are taken without a word."""
    assert Machine().ask(BRANDUB, line) == []


def test_the_end_of_input_while_idle() -> None:
    """With nothing to answer, the end of input is the end."""
    machine = Machine()
    machine.ask(BRANDUB, "play attackers")
    assert machine.end() == []
    assert machine.quit


def test_the_end_of_input_while_thinking() -> None:
    """A question that is open when the input ends is answered at once, and then it is the end."""
    machine = Machine()
    machine.tell(BRANDUB, "analyze 1 9", "play attackers")
    assert machine.end() == []
    assert not machine.quit
    assert machine.stopped == {1, 2}
    assert move_of(machine.finish())
    assert machine.quit


def test_a_search_that_fails_still_moves() -> None:
    """When a search breaks down, some legal move is sent; of an analysis it is said."""
    machine = Machine()
    machine.tell(BRANDUB, "play attackers")
    assert move_of(machine.fail()) in legal(BRANDUB_START, Side.ATTACKERS)
    machine.tell("analyze 1 1")
    assert machine.fail() == ["status the analysis failed: none left"]


def test_an_impossible_search_result_is_not_sent() -> None:
    """What a search finds outside the moves that were asked about is not passed on."""
    machine = Machine(search=lambda b, limits: replace(first_moves(b, limits), move=None))
    assert move_of(machine.ask(BRANDUB, "play attackers")) in legal(BRANDUB_START, Side.ATTACKERS)
