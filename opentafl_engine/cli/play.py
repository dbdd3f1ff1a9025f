"""``opentafl-engine play``: one game, engine process against engine process, over OTEP pipes."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from functools import partial

from opentafl_engine.board import Board
from opentafl_engine.cli.parsing import LineParser, at_least
from opentafl_engine.client.clock import TimeControl
from opentafl_engine.client.otep_host import GameResult, HostSettings, OtepHost
from opentafl_engine.client.process import own_command
from opentafl_engine.drawing import draw
from opentafl_engine.errors import TaflError
from opentafl_engine.notation import Move
from opentafl_engine.variants import variant_info


def run(argv: Sequence[str]) -> int:
    """Show the board after each move and the result; 1 if an engine did anything wrong."""
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        info = variant_info(options.variant)
        control = TimeControl.parse(options.clock) if options.clock else None
    except TaflError as error:
        parser.error(str(error))
    settings = HostSettings(
        control=control,
        like_opentafl=options.like_opentafl,
        max_moves=options.max_moves,
        watch=partial(_show, quiet=options.quiet),
    )
    host = OtepHost(info.opentafl, settings)
    print(f"{info.name}, {options.clock or 'no clock'}\n\n{draw(host.board)}\n")
    result = host.play(options.attackers, options.defenders)
    print(_say(result))
    return 1 if result.faults else 0


def _show(board: Board, move: Move, *, quiet: bool) -> None:
    if not quiet:
        print(f"{board.ply}. {move}\n{draw(board, last_move=move)}\n", flush=True)


def _say(result: GameResult) -> str:
    winner = "nobody wins" if result.winner is None else f"the {result.winner} win"
    lines = [f"After {len(result.moves)} moves {winner}: {result.reason}."]
    return "\n".join(lines + [f"Fault: {fault}" for fault in result.faults])


def _command(text: str) -> list[str]:
    """The words of a command, for argparse."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"cannot read {text!r}: {error}") from None
    if not words:
        raise argparse.ArgumentTypeError("expected a command")
    return words


def _parser() -> LineParser:
    parser = LineParser("play", __doc__)
    parser.add_argument("--variant", default="brandub", metavar="NAME", help="a named variant (brandub)")
    parser.add_argument(
        "--clock",
        default="1 1/3",
        metavar="TIMES",
        help="MAIN [PERIOD/PERIODS] [INCREMENTi] in seconds, '' for none (1 1/3: one, then three of one)",
    )
    for side in ("attackers", "defenders"):
        parser.add_argument(
            f"--{side}",
            type=_command,
            default=own_command("otep"),
            metavar="COMMAND",
            help="an OTEP engine (this)",
        )
    parser.add_argument(
        "--max-moves", type=at_least(1), default=400, metavar="N", help="a longer game is a draw (400)"
    )
    parser.add_argument("--like-opentafl", action="store_true", help="with every failing of that host")
    parser.add_argument("--quiet", action="store_true", help="show the start and the result only")
    return parser
