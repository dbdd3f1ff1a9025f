"""What the commands share that serve a host over standard input and output."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from opentafl_engine.cli.parsing import at_least
from opentafl_engine.machine import MAX_THREADS
from opentafl_engine.server import Pipe, open_log


def add_server_arguments(parser: argparse.ArgumentParser) -> None:
    """``--log`` and ``--strict``."""
    parser.add_argument("--log", metavar="FILE", help="append every line in both directions to a file")
    parser.add_argument("--strict", action="store_true", help="leave with status 2 after the first bad line")


def add_search_arguments(parser: argparse.ArgumentParser) -> None:
    """What protocols without options leave to the command line, named as in a dialect's settings."""
    add, whole = parser.add_argument, at_least(1)
    add("--hash", type=whole, default=64, metavar="MB", help="memory for what was searched (64)")
    add(
        "--threads", type=at_least(1, MAX_THREADS), default=1, metavar="N", help="how many threads search (1)"
    )
    add("--move-overhead", type=at_least(0), dest="overhead", metavar="MS", help="kept back on a move (50)")
    add("--movetime", type=whole, metavar="MS", help="time for a move without a clock (1000)")
    add("--depth", type=whole, metavar="N", help="search every move to this depth")
    add("--nodes", type=whole, metavar="N", help="search this many nodes for every move")


def settings_of(options: argparse.Namespace, names: tuple[str, ...]) -> dict[str, Any]:
    """The settings that the command line gives, of those that a dialect has."""
    return {name: value for name in names if (value := getattr(options, name)) is not None}


def open_pipe(options: argparse.Namespace) -> Pipe:
    """Standard input and output, with the log that is wanted; ends the process where there can be none."""
    try:
        return Pipe(log=None if options.log is None else open_log(options.log))
    except OSError as error:
        print(f"opentafl-engine: {error}", file=sys.stderr)
        sys.exit(2)
