"""OTEP as a pure machine: other positions than the game's, finished ones, and berserk turns."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from opentafl_engine.board import Board
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.types import Side
from tests.otep_machine import (
    AFTER_D1_E1,
    AFTER_D2_E2,
    BRANDUB,
    BRANDUB_START,
    WON_BY_DEFENDERS,
    Machine,
    first_moves,
    legal,
    move_of,
)


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


def test_browsing_after_the_move_was_sent() -> None:
    """A position that was looked at between a move and the next question is not played from."""
    machine = Machine()
    machine.ask(BRANDUB, "play attackers")
    said = machine.ask(f"position {AFTER_D2_E2}", "side defenders", "play defenders")
    assert move_of(said) in legal(BRANDUB_START, Side.DEFENDERS)
    assert move_of(machine.ask("play attackers")) in legal(BRANDUB_START, Side.ATTACKERS)


def test_play_from_a_position() -> None:
    """`position` and `side` while no move is owed can be played from, as other hosts do."""
    said = Machine().ask(BRANDUB, f"position {AFTER_D2_E2}", "side defenders", "play defenders")
    assert move_of(said) in legal(AFTER_D2_E2, Side.DEFENDERS)


def test_browsing_does_not_move_the_game() -> None:
    """Once the host has reported where the game stands, looking at old positions changes nothing."""
    machine = Machine()
    machine.tell(BRANDUB, f"opponent-move d2-e2 {AFTER_D2_E2}")
    start = BRANDUB.split("start:")[1].split()[0]
    said = machine.ask(f"position {start}", "side attackers", "play defenders")
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
    allowed = machine.allowed()
    assert {move.from_square for move in allowed} == {capture.to_square}


def test_a_berserk_turn_goes_on_after_a_record_that_was_set_up() -> None:
    """Where the capture itself was not understood, the piece that landed is the one that goes on."""
    rules = "rules dim:7 ber:c esc:e start:/3t3/7/2t4/1T1t3/2Kt3/7/3t3/"
    machine = Machine()
    machine.tell(rules, "opponent-move /3t3/7/2t4/1T1t3/2Kt3/7/3t3/", "play defenders")
    machine.tell("move /3t3/7/2t4/3t3/2Kt3/6T/7/", "play defenders")
    allowed = machine.allowed()
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
