"""The commands of the fake engines, and what all tests of the drivers use."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import opentafl_engine
from opentafl_engine.board import Board
from opentafl_engine.client import Engine, popen
from opentafl_engine.variants import variant

_T = TypeVar("_T")
_ENGINE_HOME = str(Path(opentafl_engine.__file__).parents[1])
_TESTS_HOME = str(Path(__file__).parents[1])
PATIENCE = 60.0
"""Seconds for what should be quick: a machine may have much else to do."""


def fake(protocol: str, fault: str = "", log: Path | None = None) -> list[str]:
    """The command of the fake that speaks a protocol; what it hears is added to the log.

    It runs with the very package that is being tested, wherever that is.
    """
    start = (
        f"import sys; sys.path[0] = {_ENGINE_HOME!r}; sys.path.append({_TESTS_HOME!r});"
        f" from tests.fake_{protocol} import main; main(*sys.argv[1:])"
    )
    return [sys.executable, "-c", start, fault, str(log or "")]


def run(coroutine: Coroutine[Any, Any, _T]) -> _T:
    """Run one test; no test may take longer than this, whatever it waits for."""
    return asyncio.run(asyncio.wait_for(coroutine, 4 * PATIENCE))


async def start(protocol: str, fault: str = "", log: Path | None = None) -> Engine:
    """A fake engine, started."""
    return await popen(fake(protocol, fault, log), protocol, timeout=PATIENCE)


def brandub(*moves: str) -> Board:
    """The small board, after some moves."""
    board = Board(variant("brandub"))
    for move in moves:
        board.push(move)
    return board
