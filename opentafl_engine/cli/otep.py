"""``opentafl-engine otep``: the engine behind OpenTafl, over standard input and output."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from typing import NoReturn

from opentafl_engine.cli.parsing import at_least, plain
from opentafl_engine.dialects import GREETINGS
from opentafl_engine.server import Pipe, Server, leave, leave_quietly_on_signals

_STDERR = 2
_SMALL_HASH = 16


def run(argv: Sequence[str]) -> NoReturn:
    """Greet at once, then load the engine and serve until the host is done with it."""
    options = _parser().parse_args(argv)
    leave_quietly_on_signals()
    # The host never reads this stream: a full pipe would stop whoever writes to it.
    os.dup2(os.open(os.devnull, os.O_WRONLY), _STDERR)
    pipe = Pipe()
    since = time.monotonic()
    try:
        for line in GREETINGS["otep"]:
            pipe.write(line)
    except OSError:
        leave(0)

    from opentafl_engine.dialects.otep import DEFAULTS, Otep

    given = {name: value for name in DEFAULTS._fields if (value := getattr(options, name)) is not None}
    dialect = Otep(DEFAULTS._replace(**given))
    try:
        server = Server(pipe, dialect, hash_mb=options.hash, since=since)
    except MemoryError as error:
        pipe.write(f"status {error}; going on with {_SMALL_HASH}")
        server = Server(pipe, dialect, hash_mb=_SMALL_HASH, since=since)
    server.run()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="opentafl-engine otep", description=plain(__doc__))
    parser.add_argument(
        "--semantics",
        choices=("opentafl", "spec"),
        help="how rules strings are meant: as OpenTafl plays them (the default) or as their text says",
    )
    parser.add_argument(
        "--hash", type=at_least(1), default=64, metavar="MB", help="memory for what was searched (64)"
    )
    parser.add_argument(
        "--move-overhead",
        type=at_least(0),
        dest="overhead",
        metavar="MS",
        help="time kept back on every move (50)",
    )
    parser.add_argument(
        "--movetime", type=at_least(1), metavar="MS", help="time for a move without a clock (1000)"
    )
    parser.add_argument("--depth", type=at_least(1), metavar="N", help="search every move to this depth")
    parser.add_argument(
        "--nodes", type=at_least(1), metavar="N", help="search this many nodes for every move"
    )
    return parser
