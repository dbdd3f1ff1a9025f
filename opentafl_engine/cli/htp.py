"""``opentafl-engine htp``: the Hnefatafl Text Protocol, over standard input and output."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import NoReturn

from opentafl_engine.cli.parsing import plain
from opentafl_engine.cli.serving import add_search_arguments, add_server_arguments, open_pipe, settings_of
from opentafl_engine.server import Server, leave, leave_quietly_on_signals


def run(argv: Sequence[str]) -> NoReturn:
    """Serve until the host is done with it; 1 if there is no memory for the table."""
    options = _parser().parse_args(argv)
    leave_quietly_on_signals()
    since = time.monotonic()

    from opentafl_engine.dialects.htp import DEFAULTS, Htp

    dialect = Htp(DEFAULTS._replace(**settings_of(options, DEFAULTS._fields)))
    pipe = open_pipe(options)
    resources = {"hash_mb": options.hash, "threads": options.threads}
    try:
        server = Server(pipe, dialect, since=since, strict=options.strict, **resources)
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
    add_search_arguments(parser)
    add_server_arguments(parser)
    return parser
