"""The other side of the pipe: programs that start engines and drive them.

``SimpleEngine`` for scripts, ``popen_uci`` and its like for asyncio; the shape is that of
python-chess's engine module. Names are loaded when they are first used.

>>> from opentafl_engine import client
>>> client.Limit(time=0.5).uci_words()
['movetime', '500']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from opentafl_engine.client.analysis import AnalysisComplete, AnalysisResult
    from opentafl_engine.client.background import SimpleAnalysisResult
    from opentafl_engine.client.detect import detect_protocol, popen
    from opentafl_engine.client.engine import Engine
    from opentafl_engine.client.errors import (
        EngineError,
        EngineIllegalMoveError,
        EngineOptionError,
        EngineProtocolError,
        EngineRefusedError,
        EngineStartError,
        EngineTerminatedError,
        EngineTimeoutError,
        EngineUnsupportedError,
    )
    from opentafl_engine.client.htp import HtpEngine
    from opentafl_engine.client.info import BestMove, InfoDict
    from opentafl_engine.client.limit import Limit
    from opentafl_engine.client.options import Option, OptionMap
    from opentafl_engine.client.otep import OtepEngine
    from opentafl_engine.client.process import own_command
    from opentafl_engine.client.request import PlayResult
    from opentafl_engine.client.score import Cp, Loss, PovScore, PovWdl, Score, Win
    from opentafl_engine.client.simple import SimpleEngine
    from opentafl_engine.client.transport import Command
    from opentafl_engine.client.uci import UciEngine, UgiEngine

__all__ = [
    "AnalysisComplete",
    "AnalysisResult",
    "BestMove",
    "Cp",
    "Engine",
    "EngineError",
    "EngineIllegalMoveError",
    "EngineOptionError",
    "EngineProtocolError",
    "EngineRefusedError",
    "EngineStartError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "EngineUnsupportedError",
    "HtpEngine",
    "InfoDict",
    "Limit",
    "Loss",
    "Option",
    "OptionMap",
    "OtepEngine",
    "PlayResult",
    "PovScore",
    "PovWdl",
    "Score",
    "SimpleAnalysisResult",
    "SimpleEngine",
    "UciEngine",
    "UgiEngine",
    "Win",
    "detect_protocol",
    "own_command",
    "popen",
    "popen_htp",
    "popen_otep",
    "popen_uci",
    "popen_ugi",
]

_HOMES = {
    "analysis": ("AnalysisComplete", "AnalysisResult"),
    "background": ("SimpleAnalysisResult",),
    "detect": ("detect_protocol", "popen"),
    "engine": ("Engine",),
    "errors": tuple(name for name in __all__ if name.startswith("Engine") and name != "Engine"),
    "htp": ("HtpEngine",),
    "info": ("BestMove", "InfoDict"),
    "limit": ("Limit",),
    "options": ("Option", "OptionMap"),
    "otep": ("OtepEngine",),
    "process": ("own_command",),
    "request": ("PlayResult",),
    "score": ("Cp", "Loss", "PovScore", "PovWdl", "Score", "Win"),
    "simple": ("SimpleEngine",),
    "uci": ("UciEngine", "UgiEngine"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


async def popen_uci(command: Command, *, timeout: float = 10.0, **popen_args: Any) -> UciEngine:
    """Start an engine that speaks UCI; see ``Engine.popen``."""
    from opentafl_engine.client.uci import UciEngine

    return await UciEngine.popen(command, timeout=timeout, **popen_args)


async def popen_ugi(command: Command, *, timeout: float = 10.0, **popen_args: Any) -> UgiEngine:
    """Start an engine that speaks UGI; see ``Engine.popen``."""
    from opentafl_engine.client.uci import UgiEngine

    return await UgiEngine.popen(command, timeout=timeout, **popen_args)


async def popen_otep(command: Command, *, timeout: float = 10.0, **popen_args: Any) -> OtepEngine:
    """Start an engine that speaks OTEP; see ``Engine.popen``."""
    from opentafl_engine.client.otep import OtepEngine

    return await OtepEngine.popen(command, timeout=timeout, **popen_args)


async def popen_htp(command: Command, *, timeout: float = 10.0, **popen_args: Any) -> HtpEngine:
    """Start an engine that speaks HTP; see ``Engine.popen``."""
    from opentafl_engine.client.htp import HtpEngine

    return await HtpEngine.popen(command, timeout=timeout, **popen_args)


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value
