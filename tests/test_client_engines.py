"""The drivers against engines that do what they should: questions, answers, analysis, pondering."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import opentafl_engine as tafl
from opentafl_engine.board import Board
from opentafl_engine.client import (
    Cp,
    Engine,
    EngineOptionError,
    EngineRefusedError,
    EngineUnsupportedError,
    Limit,
    OtepEngine,
    SimpleEngine,
    Win,
    own_command,
    popen,
    popen_htp,
    popen_otep,
    popen_uci,
)
from opentafl_engine.errors import IllegalMoveError
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
    "own otep": ("otep", own_command("otep")),
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
                    assert result.move in board.legal_moves
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
            for moves in (("d1-e1", "d3-c3", "e1-g1"), ("d2-e2",), (), ("d1-e1", "d3-c3")):
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


@pytest.mark.parametrize("name", ["fake uci", "fake otep", "own otep"])
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
                await engine.play(Board(variant("brandub"), "/7/7/7/3K3/7/7/N6/"), SHORT, timeout=PATIENCE)

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


def test_configure_checks_first() -> None:
    """Options that are not there, take another value or belong to the driver are errors of the caller."""

    async def ask() -> None:
        async with await start("uci", "no-memory") as engine:
            for options in ({"Nonesuch": 1}, {"Hash": 4096}, {"Hash": "big"}, {"Ponder": True}):
                with pytest.raises(EngineOptionError):
                    await engine.configure(options)
            with pytest.raises(EngineRefusedError, match="no memory"):
                await engine.configure({"Hash": 512})
        async with await start("htp") as htp:
            await htp.configure({})
            with pytest.raises(EngineOptionError, match="none at all"):
                await htp.configure({"Hash": 1})

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
                assert result.move in board.legal_moves
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


def test_htp_tells_games_from_the_start(tmp_path: Path) -> None:
    """HTP spells squares by the size of the board; a position that was set up cannot be told."""
    log = tmp_path / "log"

    async def ask() -> None:
        async with await popen_htp(fake("htp", log=log), timeout=PATIENCE) as engine:
            for name in ("copenhagen", "copenhagen-13"):
                board = Board(variant(name))
                board.push(next(iter(board.legal_moves)))
                limit = Limit(defenders_clock=600, defenders_inc=3)
                assert (await engine.play(board, limit, timeout=PATIENCE)).move in board.legal_moves
            assert await engine.final_status(brandub("d1-e1")) == "ongoing"
            set_up = Board(variant("brandub"), "/3t3/7/3T3/t1TKT1t/7/3T3/3t3/", DEFENDERS)
            for board in (set_up, Board(variant("tablut"))):
                with pytest.raises(EngineUnsupportedError):
                    await engine.play(board, SHORT)

    run(ask())
    heard = log.read_text().splitlines()
    assert "time_settings fischer 10 3" in heard
    assert "play attacker 0d1 0e1" in heard
    squares = [line.split()[2] for line in heard if line.startswith("play ")]
    assert squares[0].islower()
    assert squares[1].isupper()


@pytest.mark.parametrize("protocol", ["uci", "otep", "htp"])
def test_detection(protocol: str) -> None:
    """The protocol is found out by asking, whatever an engine says before it greets."""
    with SimpleEngine.popen(fake(protocol), timeout=PATIENCE) as engine:
        assert engine.protocol == protocol
        assert engine.play(brandub(), SHORT, timeout=PATIENCE).move in brandub().legal_moves


def test_detection_of_our_own() -> None:
    """The package's own engine is found out, too."""
    with SimpleEngine.popen(own_command("otep"), timeout=PATIENCE) as engine:
        assert engine.protocol == "otep"
    with pytest.raises(ValueError, match="protocol is auto or one of uci"):
        SimpleEngine.popen(own_command("otep"), "xboard")


def test_simple_engine() -> None:
    """The plain driver has the same verbs, and streams with ``for``."""
    with tafl.client.SimpleEngine.popen_uci(fake("uci"), timeout=PATIENCE) as engine:
        engine.ping()
        engine.configure({"Hash": 64})
        assert engine.id["name"] == "Fake UCI 1"
        assert engine.options["Hash"].min == 1
        assert engine.analyse(brandub(), SHORT)["depth"] == 2
        assert len(engine.analyse(brandub(), SHORT, multipv=2)) == 2
        with engine.analysis(brandub(), multipv=2) as result:
            for info in result:
                if info["depth"] == 2 and info["multipv"] == 2:
                    break
            assert result.multipv[1]["depth"] == 2
        assert result.wait().move == result.info["pv"][0]
        assert result.next() is None
        assert result.empty()
        assert engine.returncode is None
        engine.quit()
        assert engine.returncode == 0


def test_a_command_as_a_string() -> None:
    """A string is a program's path, or is cut as a shell cuts it."""
    import shlex

    with SimpleEngine.popen(shlex.join(fake("uci")), "uci", timeout=PATIENCE) as engine:
        engine.ping()
