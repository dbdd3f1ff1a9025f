"""The driver of UCI engines: what it sends, what it hears, analysis and pondering."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from opentafl_engine.board import Board
from opentafl_engine.client import (
    Cp,
    EngineRefusedError,
    EngineUnsupportedError,
    Limit,
    Win,
    own_command,
    popen_htp,
    popen_uci,
)
from opentafl_engine.errors import IllegalMoveError
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.types import DEFENDERS
from opentafl_engine.variants import variant
from tests.fakes import PATIENCE, brandub, fake, run, start

SHORT = Limit(time=0.1)


def test_greeting() -> None:
    """Name, author and options are there after the greeting; chatter before it does no harm."""

    async def ask() -> None:
        async with await popen_uci(fake("uci"), timeout=PATIENCE) as engine:
            assert engine.id == {"name": "Fake UCI 1", "author": "nobody"}
            assert engine.options["hash"].max == 1024
            assert "Clear Hash" in engine.options
            assert engine.options["Book File"].default == ""
        assert engine.returncode == 0
        async with await popen_htp(fake("htp"), timeout=PATIENCE) as htp:
            assert htp.id["name"] == "Fake HTP"

    run(ask())


def test_only_what_changed_is_sent(tmp_path: Path) -> None:
    """Rules and options are sent when they change and not again; a new game is told."""
    log = tmp_path / "log"
    game = object()

    async def ask() -> None:
        async with await start("uci", log=log) as engine:
            await engine.configure({"hash": 32, "clear hash": None})
            await engine.configure({"Hash": "32"})
            await engine.play(brandub(), Limit(depth=2), game=game)
            await engine.play(brandub("d1-e1"), Limit(nodes=9), game=game)
            await engine.analyse(brandub(), Limit(depth=1), multipv=2)

    run(ask())
    heard = [line for line in log.read_text().splitlines() if line != "isready"]
    rules = variant("brandub").to_otn()
    assert heard == [
        "uci",
        "setoption name Hash value 32",
        "setoption name Clear Hash",
        "setoption name Semantics value spec",
        f"setoption name Rules value {rules}",
        "ucinewgame",
        "position startpos",
        "go depth 2",
        "position startpos moves d1e1",
        "go nodes 9",
        "setoption name MultiPV value 2",
        "ucinewgame",
        "position startpos",
        "go depth 1",
        "quit",
    ]


def test_an_engine_of_one_variant(tmp_path: Path) -> None:
    """An engine that cannot be told rules gets positions with the letters a, d and k."""
    log = tmp_path / "log"
    board = Board(variant("brandub"), "/3t3/7/3T3/t1TKT1t/7/3T3/3t3/", DEFENDERS)
    board.push("d3-c3")

    async def ask() -> None:
        async with await start("uci", "one-variant", log) as engine:
            with pytest.raises(EngineRefusedError):
                await engine.play(board, SHORT, timeout=PATIENCE)
            with pytest.raises(EngineUnsupportedError, match="N"):
                await engine.play(Board(variant("brandub"), "/3t3/7/7/3K3/7/7/1N5/"), SHORT, timeout=PATIENCE)

    run(ask())
    assert "position fen 3a3/3d3/7/a1dkd1a/3d3/7/3a3 d moves d3c3" in log.read_text()


def test_an_engine_of_some_variants() -> None:
    """An engine that knows variants by name is told the name, or refuses rules that have none."""

    async def ask() -> None:
        async with await start("uci", "variants-only") as engine:
            nameless = Board(Rules.parse("dim:7 esc:e start:/3t3/7/3T3/t1TKT1t/7/3T3/3t3/"))
            with pytest.raises(EngineUnsupportedError, match="no variant"):
                await engine.play(nameless, SHORT)

    run(ask())


def test_what_uci_says() -> None:
    """Every word of an info line arrives in its unit, and the expected reply with the move."""

    async def ask() -> None:
        async with await start("uci") as engine:
            board = brandub("d1-e1")
            result = await engine.play(board, SHORT, timeout=PATIENCE)
            info = result.info
            assert (info["depth"], info["seldepth"], info["nodes"], info["nps"]) == (2, 9, 1000, 5000)
            assert (info["time"], info["hashfull"], info["tbhits"]) == (0.2, 10, 0)
            assert info["score"].defenders() == Cp(40)
            assert info["wdl"].attackers() == (300, 300, 400)
            assert info["pv"] == [result.move, result.ponder]
            assert (await engine.play(board, SHORT, info=False)).info == {}
        async with await start("uci", "wins") as engine:
            assert (await engine.analyse(board, SHORT))["score"].winner() == DEFENDERS
            assert (await engine.analyse(board, SHORT))["score"].relative == Win(3)

    run(ask())


def test_root_moves() -> None:
    """Root moves are what is searched; those that are none are errors of the caller."""
    only = Move.parse("d2-e2")

    async def ask() -> None:
        async with await start("uci") as engine:
            assert (await engine.play(brandub(), SHORT, root_moves=[only])).move == only
            for moves in ([Move.parse("d4-d5")], []):
                with pytest.raises(IllegalMoveError):
                    await engine.play(brandub(), SHORT, root_moves=moves)

    run(ask())


def test_streaming() -> None:
    """An analysis hands out each info in its order, keeps the latest of each line, and ends when told."""

    async def ask() -> None:
        async with await start("uci") as engine:
            async with await engine.analysis(brandub(), multipv=2) as result:
                seen = []
                async for info in result:
                    seen.append((info["depth"], info["multipv"]))
                    if len(seen) == 4:
                        result.stop()
            assert seen == [(1, 1), (1, 2), (2, 1), (2, 2)]
            assert result.done()
            assert result.empty()
            assert [info["depth"] for info in result.multipv] == [2, 2]
            best = await result.wait()
            assert [best.move, best.ponder] == result.info["pv"]
            assert await result.next() is None

    run(ask())


def test_a_question_stops_an_analysis() -> None:
    """A new question ends the analysis before it, and an engine answers a ping in the middle of one."""

    async def ask() -> None:
        async with await start("uci") as engine:
            first = await engine.analysis(brandub())
            await engine.ping()
            assert not first.done()
            second = await engine.analysis(brandub("d1-e1"))
            assert first.done()
            assert (await engine.play(brandub(), SHORT)).move is not None
            assert second.done()
            assert (await first.wait()).move in brandub().legal_moves

    run(ask())


def test_questions_at_the_same_time() -> None:
    """Questions that are asked at the same time are answered one after the other."""

    async def ask() -> None:
        boards = [brandub(), brandub("d1-e1"), brandub("d1-e1", "d3-c3")]
        async with await start("uci") as engine:
            results = await asyncio.gather(*(engine.play(board, SHORT) for board in boards))
        assert all(result.move in board.legal_moves for result, board in zip(results, boards, strict=True))

    run(ask())


@pytest.mark.parametrize("expected", [True, False])
def test_pondering(tmp_path: Path, expected: bool) -> None:
    """An engine that ponders is told when the expected reply comes, and is stopped by any other."""
    log = tmp_path / "log"

    async def ask() -> None:
        clocks = Limit(attackers_clock=5, defenders_clock=5)
        async with await start("uci", log=log) as engine:
            board = brandub()
            first = await engine.play(board, clocks, ponder=True)
            assert first.move is not None
            assert first.ponder is not None
            board.push(first.move)
            others = [move for move in board.legal_moves if move != first.ponder]
            board.push(first.ponder if expected else others[0])
            later = Limit(attackers_clock=4, defenders_clock=5)
            assert (await engine.play(board, later)).move in board.legal_moves

    run(ask())
    heard = [
        line.split()[0]
        for line in log.read_text().splitlines()
        if line.startswith(("go", "ponderhit", "stop"))
    ]
    assert heard == (["go", "go", "ponderhit"] if expected else ["go", "go", "stop", "go"])
    assert "go ponder atime 5000 dtime 5000" in log.read_text()
    assert "setoption name Ponder value true" in log.read_text()


def test_our_own_engine_ponders() -> None:
    """The package's own engine ponders through hits and misses, and plays legal moves all along."""

    async def ask() -> None:
        async with await popen_uci(own_command("uci"), timeout=PATIENCE) as engine:
            board = brandub()
            for turn in range(4):
                result = await engine.play(board, Limit(nodes=3000), ponder=True, timeout=PATIENCE)
                assert result.move is not None
                board.push(result.move)
                replies = list(board.legal_moves)
                expected = result.ponder if turn % 2 else None
                board.push(expected or replies[-1])
            analysis = await engine.analysis(board, multipv=2)
            assert (await analysis.get())["depth"] >= 1
            analysis.stop()
            assert (await analysis.wait()).move in board.legal_moves

    run(ask())
