"""``opentafl-engine`` and ``opentafl-engine ugi``: the engine as a UCI or UGI engine.

Commands come on standard input; protocol_spec.md says which. Arguments that mean nothing here are
ignored, because match runners hand every engine the same ones; the answer to ``uci`` names them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import NoReturn

from opentafl_engine.cli.parsing import plain
from opentafl_engine.cli.serving import add_server_arguments, open_pipe
from opentafl_engine.server import Server, leave_quietly_on_signals

_SETTINGS = {
    "hash": "Hash",
    "threads": "Threads",
    "overhead": "Move Overhead",
    "semantics": "Semantics",
    "variant": "UCI_Variant",
    "rules": "Rules",
}


def run(argv: Sequence[str]) -> NoReturn:
    """Serve a host that speaks UCI."""
    serve("uci", argv)


def serve(command: str, argv: Sequence[str]) -> NoReturn:
    """Serve until the host is done; ``command`` is uci or ugi."""
    options, ignored = _parser(command).parse_known_args(argv)
    leave_quietly_on_signals()

    from opentafl_engine.dialects.base import Configure
    from opentafl_engine.dialects.uci import Uci
    from opentafl_engine.dialects.ugi import Ugi
    from opentafl_engine.errors import TaflError

    dialect = (Ugi if command == "ugi" else Uci)(ignored)
    wanted = {"hash_mb": 16, "threads": 1}
    try:
        for argument, name in _SETTINGS.items():
            text = getattr(options, argument)
            for action in dialect.set_option(name, text) if text is not None else ():
                if isinstance(action, Configure):
                    wanted |= {key: value for key, value in action._asdict().items() if value is not None}
        pipe = open_pipe(options)
        # A UCI host waits for readyok before any clock runs, so nothing that it says comes late.
        server = Server(pipe, dialect, since=time.monotonic(), strict=options.strict, **wanted)
    except (TaflError, MemoryError) as error:
        print(f"opentafl-engine: {error}", file=sys.stderr)
        sys.exit(2)
    server.run()


def _parser(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"opentafl-engine {command}",
        description=plain(__doc__),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--variant", metavar="NAME", help="the variant at the start (copenhagen)")
    parser.add_argument("--rules", metavar="STRING", help="a rules string to play by instead")
    parser.add_argument("--semantics", metavar="NAME", help="spec (as the string says) or opentafl")
    parser.add_argument("--hash", metavar="MB", help="memory for what was searched (16)")
    parser.add_argument("--threads", metavar="N", help="how many threads search (1)")
    parser.add_argument("--move-overhead", dest="overhead", metavar="MS", help="time kept back a move (50)")
    add_server_arguments(parser)
    return parser
