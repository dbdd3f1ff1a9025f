"""Which position a command is about: the arguments that say it, and lines of standard input."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from opentafl_engine.board import Board
from opentafl_engine.dialects.uci_position import parse_side
from opentafl_engine.dialects.uci_text import outcome_text
from opentafl_engine.errors import PositionError, RulesError, TaflError
from opentafl_engine.options import START_VARIANT
from opentafl_engine.positions import parse_fen, write_position
from opentafl_engine.rules import Rules

_T = TypeVar("_T")


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """``--variant``, ``--rules``, ``--variant-file`` and ``--semantics``."""
    group = parser.add_argument_group("the rules")
    source = group.add_mutually_exclusive_group()
    source.add_argument(
        "--variant", default=START_VARIANT, metavar="NAME", help=f"a named variant ({START_VARIANT})"
    )
    source.add_argument("--rules", metavar="STRING", help="a rules string in OpenTafl Notation")
    source.add_argument("--variant-file", type=Path, metavar="FILE", help="a YAML file with a variant")
    group.add_argument(
        "--semantics",
        choices=("spec", "opentafl"),
        default="spec",
        help="how rules are meant: as their text says (spec, the default) or as OpenTafl plays them",
    )


def add_position_arguments(parser: argparse.ArgumentParser) -> None:
    """The rules, and ``--position``, ``--side`` and ``--moves``."""
    add_rules_arguments(parser)
    group = parser.add_argument_group("the position")
    group.add_argument(
        "--position",
        metavar="RECORD",
        help="OpenTafl Notation (rank 1 first, a slash at both ends), or a fen (top rank first, no outer "
        "slashes; in the letters a, d and k if it holds an a or a d) (the start position)",
    )
    group.add_argument(
        "--side", metavar="SIDE", help="who is to move: attackers, defenders, a or d (who moves first)"
    )
    group.add_argument(
        "--moves", nargs="+", default=[], metavar="MOVE", help="moves to play from there, as d1d3 or d1-d3"
    )


def read_rules(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Rules:
    """The rules that the options name; ends the process with one line if there are none.

    What is odd but does no harm is said on standard error.
    """
    try:
        rules = _rules_of(options)
    except (RulesError, OSError) as error:
        parser.error(str(error))
    for warning in rules.warnings:
        print(f"{parser.prog}: warning: {warning}", file=sys.stderr)
    return rules


def read_board(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Board:
    """The board that the options describe; ends the process with one line if there is none."""
    rules = read_rules(parser, options)
    try:
        return set_up(rules, options.position, options.side, options.moves)
    except TaflError as error:
        parser.error(str(error))


def set_up(rules: Rules, position: str | None, side: str | None, moves: Sequence[str] = ()) -> Board:
    """A board with a position, by default the start position, and moves played on it.

    Raises ``TaflError`` that says which of the three is at fault.

    >>> from opentafl_engine import Rules
    >>> rules = Rules.parse("dim:5 start:/2t2/5/t1K1t/5/2t2/")
    >>> set_up(rules, "2a2/5/a1k1a/5/2a2", "d", ["c3c2"]).position()
    '/2t2/2K2/t3t/5/2t2/'
    >>> set_up(rules, None, None, ["c1c2", "c3c1"])
    Traceback (most recent call last):
        ...
    opentafl_engine.errors.TaflError: move 2: 'c3-c1': blocked at c2
    """
    turn = None if side is None else _named("side", lambda: parse_side(side))
    board = _named("position", lambda: Board(rules, _otn(position, rules.dim), turn))
    for number, move in enumerate(moves, start=1):
        _named(f"move {number}", partial(board.push, move))
    return board


def read_line(rules: Rules, line: str) -> Board:
    """The board that a line ``RECORD SIDE [[moves] MOVE...]`` describes.

    Raises ``TaflError`` like ``set_up``, and for a line without a side.
    """
    record, *rest = line.split()
    if not rest:
        raise PositionError("side: expected attackers, defenders, a or d behind the position")
    side, *moves = rest
    return set_up(rules, record, side, moves[1:] if moves[:1] == ["moves"] else moves)


def state_of(board: Board) -> str:
    """Who is to move, or how the game ended, in a few words.

    >>> from opentafl_engine import Board, Rules
    >>> board = Board(Rules.parse("dim:5 start:/2t2/5/5/5/3K1/"), turn=1)
    >>> state_of(board)
    'defenders to move'
    >>> board.push("d5-e5")
    >>> state_of(board)
    'game over: defenders win (king escaped)'
    """
    outcome = board.outcome()
    if outcome is not None:
        return f"game over: {outcome_text(outcome)}"
    if board.berserking is not None:
        return f"{board.turn} to move on with {board.berserking}"
    return f"{board.turn} to move" + ("" if board.legal_moves else ", but they have no legal move")


def _rules_of(options: argparse.Namespace) -> Rules:
    """The rules that the options name. Raises ``RulesError`` and ``OSError``."""
    from opentafl_engine.variants import check_variant_file, variant

    if options.rules is not None:
        return Rules.parse(options.rules, options.semantics)
    if options.variant_file is not None:
        info = check_variant_file(options.variant_file)
        return Rules.parse(
            info.opentafl if options.semantics == "opentafl" else info.rules, options.semantics
        )
    return variant(options.variant, options.semantics)


def _otn(position: str | None, dim: int) -> str | None:
    """The OTN record of a position in either form."""
    if position is None or position.startswith("/"):
        return position
    return write_position(parse_fen(position, dim), dim)


def _named(name: str, read: Callable[[], _T]) -> _T:
    """What ``read`` gives; its complaint begins with a name."""
    try:
        return read()
    except TaflError as error:
        raise TaflError(f"{name}: {error}") from error
