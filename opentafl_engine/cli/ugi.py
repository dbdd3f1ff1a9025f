"""``opentafl-engine ugi``: the engine for runners that know no rules; options as of ``uci``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from opentafl_engine.cli.uci import serve


def run(argv: Sequence[str]) -> NoReturn:
    """Serve a host that speaks UGI."""
    serve("ugi", argv)
