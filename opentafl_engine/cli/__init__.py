"""The command ``opentafl-engine``; each of its commands is a module of this package.

A command is imported when it is called, so that no command pays for another. Without one it is
``uci``, so that the program as it stands is an engine.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

from opentafl_engine.version import NAME, VERSION

_INTERRUPTED = 130
_DEFAULT = "uci"
_COMMANDS = {
    "uci": ("opentafl_engine.cli.uci", "play as a UCI engine (what happens without a command)"),
    "ugi": ("opentafl_engine.cli.ugi", "play as a UGI engine, for runners that know no rules"),
    "otep": ("opentafl_engine.cli.otep", "play as an engine of OpenTafl, over standard input and output"),
    "htp": ("opentafl_engine.cli.htp", "speak the Hnefatafl Text Protocol, over standard input and output"),
    "install-opentafl": ("opentafl_engine.cli.install", "make the engine known to an OpenTafl installation"),
    "play": ("opentafl_engine.cli.play", "watch a game between two engine processes"),
    "check-variant": ("opentafl_engine.cli.check_variant", "check YAML files that describe variants"),
    "analyse": ("opentafl_engine.cli.analyse", "search positions; print each line of each iteration"),
    "moves": ("opentafl_engine.cli.moves", "list the legal moves of a position and what they capture"),
    "perft": ("opentafl_engine.cli.perft", "count the move sequences from a position"),
    "show": ("opentafl_engine.cli.show", "draw a position in the terminal"),
    "variants": ("opentafl_engine.cli.variants", "list the named variants"),
    "bench": ("opentafl_engine.cli.bench", "search fixed positions; print the number of nodes and the speed"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 2 when it is not known, 1 when its output cannot be written."""
    words = list(sys.argv[1:] if argv is None else argv)
    answer = _answer(words)
    if answer is None and (not words or words[0].startswith("-")):
        words.insert(0, _DEFAULT)
    if answer is None and words[0] not in _COMMANDS:
        print(_usage(), file=sys.stderr)
        return 2
    try:
        return _run(words, answer)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        return _give_up(words[0], error)


def _answer(words: Sequence[str]) -> str | None:
    """What is said about the program as a whole, if that was asked for."""
    if words == ["--version"]:
        return f"{NAME} {VERSION}"
    return _usage() if words[:1] in (["-h"], ["--help"], ["help"]) else None


def _run(words: Sequence[str], answer: str | None) -> int:
    """Answer or run a command, and send off all that was printed while its errors can still be handled."""
    status = 0
    try:
        if answer is None:
            status = importlib.import_module(_COMMANDS[words[0]][0]).run(words[1:])
        else:
            print(answer)
    finally:
        if sys.stdout is not None:  # it is closed
            sys.stdout.flush()
    return status


def _give_up(command: str, error: OSError) -> int:
    """Say why there is no more output, but nothing where a reader has left."""
    if not isinstance(error, BrokenPipeError):
        print(f"opentafl-engine {command}: {error}", file=sys.stderr)
    if sys.stdout is not None:
        # Python must not try to flush what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _usage() -> str:
    lines = ["usage: opentafl-engine [COMMAND] [options]", ""]
    lines += [f"  {name:18}{text}" for name, (_, text) in _COMMANDS.items()]
    return "\n".join(
        [*lines, "", "opentafl-engine COMMAND --help tells the options of each, --version the version."]
    )
