"""The driver of HTP engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from opentafl_engine.board import Board
from opentafl_engine.client import (
    EngineUnsupportedError,
    Limit,
    popen_htp,
)
from opentafl_engine.types import DEFENDERS
from opentafl_engine.variants import variant
from tests.fakes import PATIENCE, brandub, fake, run

SHORT = Limit(time=0.1)


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
