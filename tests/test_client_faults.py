"""Engines that crash, stall, cheat and talk nonsense: each ends in the documented error, in time."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any

import pytest

from opentafl_engine.client import (
    EngineError,
    EngineIllegalMoveError,
    EngineProtocolError,
    EngineRefusedError,
    EngineStartError,
    EngineTerminatedError,
    EngineTimeoutError,
    Limit,
    SimpleEngine,
    UciEngine,
    popen,
)
from tests.fakes import PATIENCE, brandub, fake, run, start

PROTOCOLS = ("uci", "otep", "htp")
SOON = 0.5
LIMIT = Limit(time=0.1)


async def play_with(protocol: str, fault: str, timeout: float = PATIENCE) -> EngineError:
    """What comes of asking an engine with a fault for a move; in any case it is gone afterwards."""
    engine = await start(protocol, fault)
    async with engine:
        with pytest.raises(EngineError) as caught:
            await engine.play(brandub(), LIMIT, timeout=timeout)
        engine.timeout = SOON
    assert engine.returncode is not None
    return caught.value


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_crash_at_start(protocol: str) -> None:
    """An engine that ends at once is reported with its exit code and its last words."""
    with pytest.raises(EngineTerminatedError, match="exit code 3") as caught:
        run(start(protocol, "crash-at-start"))
    assert caught.value.returncode == 3
    assert caught.value.lines == ("info string about to crash",)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("fault", ["stall", "flood", "endless-line"])
def test_silence_at_start(protocol: str, fault: str) -> None:
    """An engine that never greets, whatever else it says, ends in a time-out that names the greeting."""
    with pytest.raises(EngineTimeoutError) as caught:
        run(popen(fake(protocol, f"{fault}-at-start"), protocol, timeout=SOON))
    assert caught.value.seconds == SOON
    assert caught.value.awaited in ("uciok", "hello", "answer to 'protocol_version'")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_closed_output_at_start(protocol: str) -> None:
    """An engine that closes its output counts as ended, although its process lives on."""
    with pytest.raises(EngineTerminatedError, match="closed its output but still runs") as caught:
        run(start(protocol, "close-output-at-start"))
    assert caught.value.returncode is None


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_crash_in_go(protocol: str) -> None:
    """An engine that crashes while it searches is reported with its exit code."""
    error = run(play_with(protocol, "crash-in-go"))
    assert isinstance(error, EngineTerminatedError)
    assert error.returncode == 3


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_closed_output_in_go(protocol: str) -> None:
    """So is one that closes its output then."""
    error = run(play_with(protocol, "close-output-in-go"))
    assert isinstance(error, EngineTerminatedError)
    assert error.returncode is None


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("fault", ["stall", "flood", "flood-of-info", "endless-line"])
def test_no_answer_in_time(protocol: str, fault: str) -> None:
    """An engine that never names a move ends in a time-out that says how long it was waited for."""
    error = run(play_with(protocol, f"{fault}-in-go", timeout=SOON))
    assert isinstance(error, EngineTimeoutError)
    assert error.seconds == SOON
    assert str(error).startswith("no end of the search within 0.5 s")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_illegal_move(protocol: str) -> None:
    """An illegal move is reported with the reason that the board gives."""
    error = run(play_with(protocol, "illegal-in-go"))
    assert isinstance(error, EngineIllegalMoveError)
    assert error.move.replace("-", "") == "d4d5"
    assert error.reason


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_nonsense(protocol: str) -> None:
    """An answer that is none is reported with the line."""
    error = run(play_with(protocol, "nonsense-in-go"))
    assert isinstance(error, EngineProtocolError)
    assert error.line


@pytest.mark.parametrize(
    ("protocol", "fault"),
    [("uci", "no-move-in-go"), ("uci", "empty-in-go"), ("uci", "other-side-in-go"), ("htp", "half-in-go")],
)
def test_other_nonsense(protocol: str, fault: str) -> None:
    """No move where there are some, a move of the other side and half a move are errors, too."""
    assert isinstance(run(play_with(protocol, fault)), EngineProtocolError)


@pytest.mark.parametrize(("protocol", "fault"), [("otep", "gives-up-in-go"), ("htp", "refuse-in-go")])
def test_refusals(protocol: str, fault: str) -> None:
    """An engine that says that it will not play is quoted."""
    error = run(play_with(protocol, fault))
    assert isinstance(error, EngineRefusedError)
    assert "I " in error.reason


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_resignation(protocol: str) -> None:
    """A resignation is a result and not an error."""

    async def resign() -> bool:
        async with await start(protocol, "resign-in-go") as engine:
            result = await engine.play(brandub(), LIMIT, timeout=PATIENCE)
            return result.resigned and result.move is None

    assert run(resign())


def test_refused_position() -> None:
    """What a UCI engine complains about before a search is an error of that search."""
    error = run(play_with("uci", "refuses-position"))
    assert isinstance(error, EngineRefusedError)
    assert "expected another position" in error.reason


def test_deaf_to_isready() -> None:
    """An engine that does not say that it is ready ends in a time-out, of a ping and of a search."""

    async def ask() -> None:
        async with await start("uci", "deaf-to-isready") as engine:
            engine.timeout = SOON
            with pytest.raises(EngineTimeoutError, match="no readyok"):
                await engine.ping()
            with pytest.raises(EngineTimeoutError, match="no readyok"):
                await engine.play(brandub(), LIMIT)

    run(ask())


@pytest.mark.parametrize("protocol", ["uci", "otep"])
def test_deaf_to_quit(protocol: str) -> None:
    """An engine that does not go is killed, and ``quit`` says so; ``close`` does not."""

    async def leave(quits: bool) -> None:
        engine = await start(protocol, "deaf-to-quit")
        engine.timeout = SOON
        if quits:
            with pytest.raises(EngineTimeoutError, match="no end of the engine"):
                await engine.quit()
        await engine.close()
        await engine.close()
        assert engine.returncode is not None
        with pytest.raises(EngineTerminatedError):
            await engine.ping()

    run(leave(True))
    run(leave(False))


def test_deaf_to_stop() -> None:
    """An analysis that does not end when it is stopped is a time-out, for it and for what follows."""

    async def ask() -> None:
        async with await start("uci", "deaf-to-stop") as engine:
            result = await engine.analysis(brandub())
            engine.timeout = SOON
            result.stop()
            with pytest.raises(EngineTimeoutError, match="no answer to stop"):
                await result.wait()
            with pytest.raises(EngineTimeoutError, match="no bestmove of the search before"):
                await engine.play(brandub(), LIMIT)

    run(ask())


def test_late_answer() -> None:
    """A move that comes after the time-out belongs to the old search and never to the next one."""

    async def ask() -> None:
        async with await start("uci", "late-bestmove") as engine:
            board = brandub()
            for _ in range(3):
                with pytest.raises(EngineTimeoutError):
                    await engine.play(board, LIMIT, timeout=SOON)
                board.push(next(iter(board.legal_moves)))
            result = await engine.analysis(board, LIMIT, timeout=PATIENCE)
            result.stop()
            assert (await result.wait()).move in board.legal_moves

    run(ask())


def test_cancelled_questions() -> None:
    """A question that is called off leaves a UCI engine that can be asked the next one."""

    async def ask() -> None:
        async with await start("uci", "late-bestmove") as engine:
            task = asyncio.ensure_future(engine.play(brandub(), LIMIT, timeout=PATIENCE))
            await engine.ping()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            result = await engine.analysis(brandub(), LIMIT, timeout=PATIENCE)
            result.stop()
            assert (await result.wait()).move is not None

    run(ask())


def test_otep_after_a_time_out() -> None:
    """Nothing tells a late answer from a new one in OTEP: the engine is killed, and is reported as gone."""

    async def ask() -> None:
        async with await start("otep", "stall-in-go") as engine:
            with pytest.raises(EngineTimeoutError):
                await engine.play(brandub(), LIMIT, timeout=SOON)
            with pytest.raises(EngineTerminatedError):
                await engine.play(brandub(), LIMIT, timeout=PATIENCE)

    run(ask())


@pytest.mark.parametrize(
    "fault", ["illegal-in-go", "nonsense-in-go", "bad-eval-in-go", "odd-digits-in-go", "many-digits-in-go"]
)
def test_bad_analysis(fault: str) -> None:
    """An analysis that makes no sense is an error, and the engine can be asked again."""

    async def ask() -> None:
        async with await start("otep", fault) as engine:
            for _ in range(2):
                with pytest.raises(EngineProtocolError):
                    await engine.analyse(brandub(), LIMIT, timeout=PATIENCE)

    run(ask())


@pytest.mark.parametrize("fault", ["crash-in-go", "close-output-in-go"])
def test_a_crash_ends_an_analysis(fault: str) -> None:
    """What ends the engine ends the iteration over an analysis with an error, and its wait."""

    async def ask() -> None:
        async with await start("uci", fault) as engine:
            result = await engine.analysis(brandub(), timeout=PATIENCE)
            engine.timeout = SOON
            with pytest.raises(EngineTerminatedError):
                async for _ in result:
                    pass
            with pytest.raises(EngineTerminatedError):
                await result.wait()

    run(ask())


def test_a_silent_analysis_ends() -> None:
    """An analysis without a limit may be silent for its time-out and no longer."""

    async def ask() -> None:
        async with await start("uci", "stall-in-go") as engine:
            result = await engine.analysis(brandub(), timeout=SOON)
            engine.timeout = SOON
            with pytest.raises(EngineTimeoutError, match="no end of the search"):
                await result.wait()

    run(ask())


def test_a_flooded_analysis_stays_small() -> None:
    """What nobody reads of an analysis is dropped, the latest is kept, and other work goes on."""

    async def ask() -> None:
        async with await start("uci", "flood-of-info-in-go") as engine:
            result = await engine.analysis(brandub(), timeout=PATIENCE)
            engine.timeout = SOON
            for _ in range(3000):
                assert (await result.get())["depth"] == 3
            assert len(result._queue) <= 1000

    run(ask())


@pytest.mark.parametrize(
    "command", ["/no/such/program", ["/no/such/program"], "", [], "an 'unfinished word", [str(PATIENCE)]]
)
def test_no_program(command: str | list[str]) -> None:
    """A command that cannot be started is an error of its own."""
    with pytest.raises(EngineStartError):
        run(UciEngine.popen(command))


@pytest.mark.parametrize(
    ("fault", "error", "timeout"),
    [
        ("crash-at-start", EngineTerminatedError, PATIENCE),
        ("close-output-at-start", EngineTerminatedError, PATIENCE),
        ("stall-at-start", EngineProtocolError, SOON),
        ("flood-at-start", EngineProtocolError, SOON),
        ("endless-line-at-start", EngineProtocolError, SOON),
    ],
)
def test_undetectable(fault: str, error: type[EngineError], timeout: float) -> None:
    """An engine that speaks nothing that is known is an error in time."""
    with pytest.raises(error):
        run(popen(fake("uci", fault), timeout=timeout))


def test_simple_engine_reports_the_same() -> None:
    """The plain driver raises the same errors, and leaves no thread behind."""
    with pytest.raises(EngineTerminatedError):
        SimpleEngine.popen(fake("uci", "crash-at-start"), "uci", timeout=PATIENCE)
    engine = SimpleEngine.popen(fake("uci", "illegal-in-go"), "uci", timeout=PATIENCE)
    with engine, pytest.raises(EngineIllegalMoveError):
        engine.play(brandub(), LIMIT)
    with pytest.raises(EngineError, match="the engine was closed"):
        engine.ping()


def test_time_outs_follow_the_limit() -> None:
    """A search may take its time and the margin; without a time, the time-out for searches."""

    async def seconds(question: Coroutine[Any, Any, object]) -> float:
        with pytest.raises(EngineTimeoutError) as caught:
            await question
        return caught.value.seconds

    async def ask() -> list[float]:
        async with await start("uci", "late-bestmove") as engine:
            engine.margin, engine.search_timeout = 0.25, 0.75
            return [
                await seconds(engine.play(brandub(), Limit(time=0.25))),
                await seconds(engine.play(brandub(), Limit(attackers_clock=0.5, nodes=9))),
                await seconds(engine.play(brandub(), Limit(depth=3))),
                await seconds(engine.analyse(brandub(), Limit(depth=3), timeout=0.125)),
            ]

    assert run(ask()) == [0.5, 0.75, 0.75, 0.125]


def test_stderr_is_not_a_trap() -> None:
    """An engine that writes much to its standard error is not stopped by that."""
    script = (
        "import sys; sys.stderr.write('x' * 1000000)\nfor _ in sys.stdin: print('uciok\\nreadyok', flush=1)"
    )

    async def ask() -> None:
        async with await popen([sys.executable, "-c", script], "uci", timeout=PATIENCE) as engine:
            await engine.ping()

    run(ask())
