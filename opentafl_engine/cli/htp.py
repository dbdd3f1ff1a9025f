"""``opentafl-engine htp``: the Hnefatafl Text Protocol, over standard input and output."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import NoReturn

from opentafl_engine.cli.parsing import at_least, plain
from opentafl_engine.server import Pipe, Server, leave, leave_quietly_on_signals


def run(argv: Sequence[str]) -> NoReturn:
    """Serve until the host is done with it; 1 if there is no memory for the table."""
    options = _parser().parse_args(argv)
    leave_quietly_on_signals()
    since = time.monotonic()

    from opentafl_engine.dialects.htp import DEFAULTS, Htp

    given = {name: value for name in DEFAULTS._fields if (value := getattr(options, name)) is not None}
    try:
        server = Server(Pipe(), Htp(DEFAULTS._replace(**given)), hash_mb=options.hash, since=since)
    except MemoryError as error:
        print(error, file=sys.stderr, flush=True)
        leave(1)
    server.run()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="opentafl-engine htp",
        description=plain(__doc__),
        epilog="With --depth or --nodes no clock counts, and the same commands always get the same moves.",
    )
    add = parser.add_argument
    add("--hash", type=at_least(1), default=64, metavar="MB", help="memory for what was searched (64)")
    add(
        "--move-overhead",
        type=at_least(0),
        dest="overhead",
        metavar="MS",
        help="time kept back on every move (50)",
    )
    add("--movetime", type=at_least(1), metavar="MS", help="time for a move without a clock (1000)")
    add("--depth", type=at_least(1), metavar="N", help="search every move to this depth")
    add("--nodes", type=at_least(1), metavar="N", help="search this many nodes for every move")
    return parser
