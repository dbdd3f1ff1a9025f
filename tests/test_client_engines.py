"""The drivers against engines that do what they should: questions, answers, analysis, pondering."""

from __future__ import annotations

import pytest

import opentafl_engine as tafl
from opentafl_engine.board import Board
from opentafl_engine.client import (
    Engine,
    EngineOptionError,
    EngineRefusedError,
    EngineUnsupportedError,
    Limit,
    own_command,
    popen,
)
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.types import ATTACKERS, DEFENDERS
from opentafl_engine.variants import variant
from tests.fakes import PATIENCE, brandub, fake, run, start

ENGINES = {
    "fake uci": ("uci", fake("uci")),
    "fake uci with variants": ("uci", fake("uci", "variants-only")),
    "fake otep": ("otep", fake("otep")),
    "fake htp": ("htp", fake("htp")),
    "own uci": ("uci", own_command("uci")),
    "own ugi": ("ugi", own_command("ugi")),
    "own otep": ("otep", own_command("otep")),
    "own htp": ("htp", own_command("htp")),
}
"""Every engine that must play a game; one line more for each new dialect."""

ANALYSTS = [name for name, (protocol, _) in ENGINES.items() if protocol != "htp"]
SHORT = Limit(time=0.1)


async def opened(name: str) -> Engine:
    """One of the engines above."""
    protocol, command = ENGINES[name]
    return await popen(command, protocol, timeout=PATIENCE)


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("side", [ATTACKERS, DEFENDERS])
def test_a_game(name: str, side: tafl.Side) -> None:
    """An engine plays one side of a game, by moves that are legal, and leaves with exit code 0."""

    async def play() -> int | None:
        board = brandub()
        async with await opened(name) as engine:
            for _ in range(8):
                if not board.legal_moves:
                    break
                if board.turn == side:
                    result = await engine.play(board, SHORT, timeout=PATIENCE)
                    assert result.move is not None
                    board.push(result.move)
                else:
                    board.push(next(iter(board.legal_moves)))
            await engine.ping()
            await engine.quit()
        assert len(board.move_stack) == 8 or board.is_game_over()
        return engine.returncode

    assert run(play()) == 0


@pytest.mark.parametrize("name", ENGINES)
def test_the_middle_of_a_game(name: str) -> None:
    """An engine can be asked about the middle of a game that it has not seen, and then about another."""

    async def play() -> None:
        async with await opened(name) as engine:
            for moves in (("d1-e1", "d3-c3", "e1-f1"), ("d2-e2",), (), ("d1-e1", "d3-c3")):
                board = brandub(*moves)
                result = await engine.play(board, SHORT, timeout=PATIENCE)
                assert result.move in board.legal_moves

    run(play())


@pytest.mark.parametrize("name", ANALYSTS)
def test_analysis_of_positions(name: str) -> None:
    """Analysis gives scores and legal lines, as many as were asked for, also of positions set up."""
    set_up = Board(variant("brandub"), "/3t3/7/3T3/t1TKT1t/7/3T3/3t3/", DEFENDERS)

    async def analyse() -> None:
        async with await opened(name) as engine:
            for board in (brandub(), brandub("d1-e1"), set_up):
                info = await engine.analyse(board, SHORT, timeout=PATIENCE)
                assert info["pv"][0] in board.legal_moves
                assert info["score"].turn == board.turn
                infos = await engine.analyse(board, SHORT, multipv=3, timeout=PATIENCE)
                assert [info["multipv"] for info in infos] == [1, 2, 3]
                assert len({info["pv"][0] for info in infos}) == 3

    run(analyse())


@pytest.mark.parametrize("name", ENGINES)
def test_finished_games(name: str) -> None:
    """Where there is no legal move, there is none to be had, and no engine is asked."""
    board = Board(variant("brandub"), "/3t3/7/7/K6/7/7/7/", DEFENDERS)
    board.push("a4-a1")
    assert board.is_game_over()

    async def ask() -> None:
        async with await opened(name) as engine:
            assert (await engine.play(board, SHORT)).move is None
            assert await engine.analyse(board, SHORT) == {}

    run(ask())


@pytest.mark.parametrize("name", ["fake uci", "own uci", "fake otep", "own otep"])
def test_other_rules(name: str) -> None:
    """An engine is told rules that have no name, and those of another semantics, and new ones in between."""
    named = variant("copenhagen", "opentafl")
    nameless = Rules.parse("dim:7 esc:e start:/3t3/7/3T3/t1TKT1t/7/3T3/3t3/")

    async def play() -> None:
        async with await opened(name) as engine:
            for rules in (named, nameless, variant("brandub"), named):
                board = Board(rules)
                assert (await engine.play(board, SHORT, timeout=PATIENCE)).move in board.legal_moves

    run(play())


def test_configure_checks_first() -> None:
    """Options that are not there, take another value or belong to the driver are errors of the caller."""

    async def ask() -> None:
        async with await start("uci", "no-memory") as engine:
            for options in ({"Nonesuch": 1}, {"Hash": 4096}, {"Hash": "big"}, {"Ponder": True}):
                with pytest.raises(EngineOptionError):
                    await engine.configure(options)
            for _ in range(2):
                with pytest.raises(EngineRefusedError, match="no memory"):
                    await engine.configure({"Hash": 512})
        async with await start("htp") as htp:
            await htp.configure({})
            with pytest.raises(EngineOptionError, match="none at all"):
                await htp.configure({"Hash": 1})

    run(ask())


@pytest.mark.parametrize("protocol", ["otep", "htp"])
def test_what_cannot_be_said(protocol: str) -> None:
    """Root moves and searches without time are errors in protocols without words for them."""

    async def ask() -> None:
        async with await start(protocol) as engine:
            for limit, moves in ((SHORT, [Move.parse("d1-e1")]), (Limit(depth=3), None)):
                with pytest.raises(EngineUnsupportedError):
                    await engine.play(brandub(), limit, root_moves=moves)
            with pytest.raises(EngineUnsupportedError):
                await engine.analysis(brandub())
            assert (await engine.play(brandub(), SHORT, timeout=PATIENCE)).move is not None

    run(ask())
