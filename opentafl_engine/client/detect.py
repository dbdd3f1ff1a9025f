"""Finding out which protocol an engine speaks, by asking."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Any

from opentafl_engine.client.engine import Engine
from opentafl_engine.client.errors import EngineProtocolError, EngineTerminatedError, said
from opentafl_engine.client.htp import HtpEngine
from opentafl_engine.client.otep import OtepEngine
from opentafl_engine.client.transport import Channel, Command
from opentafl_engine.client.uci import UciEngine, UgiEngine

ENGINES: dict[str, type[Engine]] = {
    engine.protocol: engine for engine in (UciEngine, UgiEngine, OtepEngine, HtpEngine)
}
"""The drivers by the names of their protocols."""

_SIGNS = (
    (re.compile(r"uciok"), UciEngine),
    (re.compile(r"ugiok"), UgiEngine),
    (re.compile(r"hello"), OtepEngine),
    (re.compile(r"[=?]( .*)?"), HtpEngine),
)
"""What only an engine of one protocol says."""

_ATTEMPTS = (("uci", 0.5), ("ugi", 0.1), ("protocol_version", 0.2), (None, 0.2))
"""What is said to a fresh process, and the share of the time that it has to answer."""


async def popen(
    command: Command,
    protocol: str = "auto",
    *,
    timeout: float = 10.0,
    setpgrp: bool = False,
    **popen_args: Any,
) -> Engine:
    """Start an engine that speaks ``uci``, ``ugi``, ``otep`` or ``htp``, or find out which (``auto``).

    The rest is as for ``Engine.popen``. ``auto`` takes up to ``timeout`` seconds, and as long again
    to greet the engine: see ``detect_protocol``. Raises ``ValueError`` for another word, and what
    ``detect_protocol`` and ``Engine.popen`` raise.
    """
    if protocol != "auto" and protocol not in ENGINES:
        raise ValueError(f"protocol is auto or one of {', '.join(ENGINES)}, not {protocol!r}")
    chosen = ENGINES.get(protocol)
    if chosen is None:
        chosen = await detect_protocol(command, timeout=timeout, setpgrp=setpgrp, **popen_args)
    return await chosen.popen(command, timeout=timeout, setpgrp=setpgrp, **popen_args)


async def detect_protocol(
    command: Command, *, timeout: float = 10.0, setpgrp: bool = False, **popen_args: Any
) -> type[Engine]:
    """The driver for the engine behind a command.

    A process is asked ``uci`` and given half of the time: ``uciok``, the ``hello`` that OTEP
    engines say by themselves and an answer that begins with ``=`` or ``?`` each say enough. Without
    such a sign, or if the process ends, fresh ones are asked ``ugi`` and ``protocol_version``, and
    the last is left in peace. No process that was asked is used any further.

    Raises ``EngineStartError``, ``EngineTerminatedError`` if even the last ended, and
    ``EngineProtocolError`` if none said anything that is known, all within ``timeout`` seconds and
    what it takes to end the processes.
    """
    channel: Channel | None = None
    for question, share in _ATTEMPTS:
        channel = await Channel.open(command, setpgrp=setpgrp, **popen_args)
        try:
            found = await _sign_of(channel, question, timeout * share)
        finally:
            await channel.close()
        if found is not None:
            return found
    assert channel is not None
    if channel.left_by_itself:
        raise channel.end_error()
    spoken = ", ".join(ENGINES)
    raise EngineProtocolError(f"the engine speaks none of {spoken}{said(tuple(channel.last_lines))}")


async def _sign_of(channel: Channel, question: str | None, seconds: float) -> type[Engine] | None:
    """Ask and listen; None if nothing known is said in time."""
    found: asyncio.Future[type[Engine] | None] = asyncio.get_running_loop().create_future()

    def hear(line: str) -> None:
        for sign, engine in _SIGNS:
            if sign.fullmatch(line) and not found.done():
                found.set_result(engine)

    def end() -> None:
        if not found.done():
            found.set_result(None)

    channel.attach(hear, end)
    if question is not None:
        with contextlib.suppress(EngineTerminatedError):
            channel.send(question)
    try:
        return await asyncio.wait_for(found, seconds)
    except asyncio.TimeoutError:
        return None
