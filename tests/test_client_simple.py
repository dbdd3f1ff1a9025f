"""Engines for programs that know no asyncio, and finding out what an engine speaks."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

import opentafl_engine as tafl
from opentafl_engine.client import EngineOptionError, EngineTimeoutError, Limit, SimpleEngine, own_command
from tests.fakes import PATIENCE, brandub, fake

SHORT = Limit(time=0.1)


@pytest.mark.parametrize("protocol", ["uci", "otep", "htp"])
def test_detection(protocol: str) -> None:
    """The protocol is found out by asking, whatever an engine says before it greets."""
    with SimpleEngine.popen(fake(protocol), timeout=PATIENCE) as engine:
        assert engine.protocol == protocol
        assert engine.play(brandub(), SHORT, timeout=PATIENCE).move in brandub().legal_moves


@pytest.mark.parametrize("protocol", ["uci", "ugi", "otep", "htp"])
def test_detection_of_our_own(protocol: str) -> None:
    """The package's own engine is found out in each of its dialects; its ``ugi`` answers ``uci``, too."""
    with SimpleEngine.popen(own_command(protocol), timeout=PATIENCE) as engine:
        assert engine.protocol in (protocol, "uci" if protocol == "ugi" else protocol)


def test_no_such_protocol() -> None:
    """Another word for the protocol is an error of the caller."""
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
            assert "depth" in next(result)
            for info in result:
                if info["depth"] == 2 and info["multipv"] == 2:
                    break
            assert result.multipv[1]["depth"] == 2
            assert result.would_block()
        assert result.wait().move == result.info["pv"][0]
        assert result.next() is None
        assert result.empty()
        assert not result.would_block()
        assert engine.returncode is None
        engine.quit()
        assert engine.returncode == 0


def test_time_outs_can_be_set() -> None:
    """The three time-outs are those of the driver underneath, so that setting one has an effect."""
    with SimpleEngine.popen_uci(fake("uci", "deaf-to-isready"), timeout=PATIENCE) as engine:
        assert (engine.timeout, engine.margin, engine.search_timeout) == (PATIENCE, 5.0, 600.0)
        engine.timeout, engine.margin, engine.search_timeout = 0.2, 0.3, 0.4
        with pytest.raises(EngineTimeoutError) as caught:
            engine.ping()
        assert caught.value.seconds == 0.2
        driver = engine.engine
        assert (driver.timeout, driver.margin, driver.search_timeout) == (0.2, 0.3, 0.4)


def test_a_command_as_a_string() -> None:
    """A string is a program's path, or is cut as a shell cuts it."""
    with SimpleEngine.popen(shlex.join(fake("uci")), "uci", timeout=PATIENCE) as engine:
        engine.ping()


def test_a_command_as_a_path(tmp_path: Path) -> None:
    """A path names a program, whatever there is in its name."""
    launcher = tmp_path / "my engine"
    launcher.write_text(f'#!/bin/sh\nexec {shlex.join(fake("uci"))} "$@"\n', encoding="utf-8")
    launcher.chmod(0o755)
    with SimpleEngine.popen(launcher, "uci", timeout=PATIENCE) as engine:
        engine.ping()


@pytest.mark.parametrize("protocol", ["uci", "otep"])
def test_no_lines_at_all_are_refused(protocol: str) -> None:
    """Less than one line cannot be asked for, and nothing is sent."""
    with SimpleEngine.popen(fake(protocol), protocol, timeout=PATIENCE) as engine:
        for multipv in (0, -1):
            with pytest.raises(EngineOptionError, match="multipv is 1 or more"):
                engine.analyse(brandub(), SHORT, multipv=multipv)
        assert engine.play(brandub(), SHORT, timeout=PATIENCE).move is not None
