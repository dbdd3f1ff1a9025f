"""The driver of OTEP engines: what they are told of a game, and what that protocol cannot say."""

from __future__ import annotations

from pathlib import Path

import pytest

from opentafl_engine.board import Board
from opentafl_engine.client import (
    Cp,
    Limit,
    OtepEngine,
    own_command,
    popen_otep,
)
from opentafl_engine.rules import Rules
from opentafl_engine.types import DEFENDERS
from opentafl_engine.variants import variant
from tests.fakes import PATIENCE, brandub, fake, run

SHORT = Limit(time=0.1)


def test_otep_tells_a_game_move_by_move(tmp_path: Path) -> None:
    """From its own move to the next an OTEP engine is told what was played; otherwise all is set up."""
    log = tmp_path / "log"
    board = brandub()
    positions = []

    async def ask() -> None:
        async with await popen_otep(fake("otep", log=log), timeout=PATIENCE) as engine:
            for _ in range(2):
                result = await engine.play(board, Limit(time=2), timeout=PATIENCE)
                assert result.move is not None
                board.push(result.move)
                positions.append(board.position())
                board.push(next(iter(board.legal_moves)))
                positions.append(board.position())
            await engine.analyse(board, Limit(time=0.5), multipv=2, timeout=PATIENCE)
            await engine.play(board, Limit(), timeout=PATIENCE)
            assert engine.untold == []

    run(ask())
    rules = f"rules {variant('brandub').to_otn('opentafl')[0]}"
    clock = "clock 2000* 2000* 2 0 0 "
    assert log.read_text().splitlines() == [
        rules,
        clock,
        "play attackers",
        f"move {positions[0]}",
        f"opponent-move {board.move_stack[1]} {positions[1]}",
        clock,
        "play attackers",
        f"position {positions[3]}",
        "side attackers",
        "analyze 2 1",
        rules,
        f"position {positions[3]}",
        "side attackers",
        "play attackers",
        "goodbye",
    ]


@pytest.mark.parametrize("command", [fake("otep"), own_command("otep")], ids=["fake", "own"])
def test_otep_in_a_berserk_game(command: list[str]) -> None:
    """An engine that has to move on with the same piece is told so by its own move."""
    rules = Rules.parse("dim:7 ber:c esc:e atkf:y start:/7/3T3/7/t1tT3/7/K2T2t/7/")

    async def ask() -> None:
        async with await OtepEngine.popen(command, timeout=PATIENCE) as engine:
            board = Board(rules)
            for _ in range(6):
                if not board.legal_moves:
                    break
                result = await engine.play(board, SHORT, timeout=PATIENCE)
                assert result.move is not None
                board.push(result.move)

    run(ask())


def test_what_opentafl_cannot_be_told() -> None:
    """Rules that OTEP cannot express are told as nearly as can be, and what is lost is listed."""
    board = Board(Rules.parse("dim:7 tfr:a esc:e start:/3t3/7/3T3/t1TKT1t/7/3T3/3t3/"))

    async def ask() -> None:
        async with await popen_otep(own_command("otep"), timeout=PATIENCE) as engine:
            assert (await engine.play(board, SHORT, timeout=PATIENCE)).move in board.legal_moves
            assert engine.untold == ["tfr:a is read as tfr:d"]

    run(ask())


def test_a_stopped_otep_analysis() -> None:
    """An OTEP analysis that is stopped ends at once; the engine can be asked again."""

    async def ask() -> None:
        async with await popen_otep(own_command("otep"), timeout=PATIENCE) as engine:
            result = await engine.analysis(brandub(), Limit(time=3600))
            result.stop()
            assert (await result.wait()).move is None
            assert (await engine.play(brandub(), SHORT, timeout=PATIENCE)).move is not None
            assert (await engine.analyse(brandub(), SHORT, timeout=PATIENCE))["pv"]

    run(ask())


def test_the_recorded_session_of_opentafl() -> None:
    """What OpenTafl really said as an engine is understood: moves, chatter, and lines of full records."""

    async def ask() -> None:
        async with await popen_otep(fake("session"), timeout=PATIENCE) as engine:
            board = brandub()
            limit = Limit(attackers_clock=20, defenders_clock=20)
            for expected, reply in (("d1-e1", "d3-a3"), ("d2-d3", None)):
                result = await engine.play(board, limit, timeout=PATIENCE)
                assert str(result.move) == expected
                assert result.info["string"] == "Running horizon on best moves..."
                board.push(expected)
                if reply is not None:
                    board.push(reply)
            start = Board(variant("brandub"), turn=DEFENDERS)
            infos = await engine.analyse(start, Limit(time=2), multipv=3, timeout=PATIENCE)
            assert [str(info["pv"][0]) for info in infos] == ["d3-f3", "d3-b3", "c4-c2"]
            assert [len(info["pv"]) for info in infos] == [7, 7, 7]
            assert {info["score"].attackers() for info in infos} == {Cp(150)}

    run(ask())
