"""OTEP as a pure machine: reports of moves, `play`, refused moves and what ends thinking."""

from __future__ import annotations

from dataclasses import replace

import pytest

from opentafl_engine.board import Board
from opentafl_engine.dialects.otep import Settings
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.types import Side
from tests.otep_machine import (
    AFTER_D1_E1,
    BRANDUB,
    BRANDUB_START,
    NOTHING_TO_MOVE,
    Machine,
    first_moves,
    legal,
    move_of,
)


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
    assert Move.parse(refused) in machine.allowed()


def test_speed_limits_in_a_pair_are_obeyed() -> None:
    """The host plays by `spd` with two numbers, although its own parser forgets them."""
    machine = Machine()
    machine.tell(BRANDUB.replace("dim:7", "dim:7 spd:1,1"), "play attackers")
    allowed = [str(move) for move in machine.allowed()]
    assert "d1-c1" in allowed
    assert "d1-b1" not in allowed


@pytest.mark.parametrize(("semantics", "may"), [("opentafl", True), ("spec", False)])
def test_semantics_can_be_chosen(semantics: str, may: bool) -> None:
    """Rules are read as OpenTafl does, or as their text says: here, whether a fortress is passed."""
    machine = Machine(Settings(semantics=semantics))
    machine.tell("rules dim:7 dfor:b1 start:/t6/7/7/3K3/7/7/6t/", "play attackers")
    assert (Move.parse("a1-c1") in machine.allowed()) == may


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
    assert len(machine.allowed()) == 40


def test_a_second_play_is_one_question() -> None:
    """`play` again, while the first is thought about, changes nothing: one search, one move."""
    machine = Machine()
    machine.tell(BRANDUB, "play attackers", "play attackers")
    assert len(machine.running) == 1
    assert machine.stopped == set()
    assert len(machine.finish()) == 1


def test_play_for_the_other_side_takes_its_place() -> None:
    """`play` for the other side, while the first is thought about, is the question that is answered."""
    machine = Machine()
    machine.tell(BRANDUB, "play attackers", "play defenders")
    assert machine.stopped == {machine.running[0].token}
    assert move_of(machine.finish()) in legal(BRANDUB_START, Side.DEFENDERS)


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


def test_no_legal_move_is_said_in_a_status() -> None:
    """Where nothing can be played, a status line says so, and no move is made up."""
    said = Machine().ask(BRANDUB, f"opponent-move {NOTHING_TO_MOVE}", "play attackers")
    assert said == ["status attackers have no legal move"]


def test_the_only_move_needs_no_search() -> None:
    """A single legal move is sent at once."""
    rules = "rules dim:7 spd:1 start:/7/7/7/3K3/7/7/3t3/"
    machine = Machine()
    said = machine.tell(rules, "opponent-move /7/7/7/3K3/7/TT5/Tt5/", "play attackers")
    assert said == ["move b7-c7"]


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
