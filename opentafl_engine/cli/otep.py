"""``opentafl-engine otep``: the engine behind OpenTafl, over standard input and output."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from functools import partial
from typing import NoReturn

from opentafl_engine.cli.parsing import plain
from opentafl_engine.cli.serving import add_search_arguments, add_server_arguments, open_pipe, settings_of
from opentafl_engine.dialects import GREETINGS
from opentafl_engine.server import Server, leave, leave_quietly_on_signals

_STDERR = 2
_SMALL_HASH = 16


def run(argv: Sequence[str]) -> NoReturn:
    """Greet at once, then load the engine and serve until the host is done with it."""
    options = _parser().parse_args(argv)
    leave_quietly_on_signals()
    pipe = open_pipe(options)
    # The host never reads this stream: a full pipe would stop whoever writes to it.
    os.dup2(os.open(os.devnull, os.O_WRONLY), _STDERR)
    since = time.monotonic()
    try:
        for line in GREETINGS["otep"]:
            pipe.write(line)
    except OSError:
        leave(0)

    from opentafl_engine.dialects.otep import DEFAULTS, Otep

    dialect = Otep(DEFAULTS._replace(**settings_of(options, DEFAULTS._fields)))
    serve = partial(Server, pipe, dialect, since=since, threads=options.threads, strict=options.strict)
    try:
        server = serve(hash_mb=options.hash)
    except MemoryError as error:
        pipe.write(f"status {error}; going on with {_SMALL_HASH}")
        server = serve(hash_mb=_SMALL_HASH)
    server.run()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="opentafl-engine otep", description=plain(__doc__))
    parser.add_argument(
        "--semantics",
        choices=("opentafl", "spec"),
        help="how rules strings are meant: as OpenTafl plays them (the default) or as their text says",
    )
    add_search_arguments(parser)
    add_server_arguments(parser)
    return parser
