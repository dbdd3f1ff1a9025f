"""Compare two engines on a list of positions: which moves they play and how they value them.

Run it as it stands, or with the commands of two engines, each one word to the shell and of any
protocol that has scores: compare_engines.py "COMMAND ..." "COMMAND ..."
"""

import sys

import opentafl_engine as tafl
from opentafl_engine.client import EngineError, Limit, SimpleEngine, own_command

LIMIT = Limit(time=0.2)
POSITIONS = {
    "start": "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers",
    "first move": "/4t2/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ defenders",
    "open king": "/3t3/7/3T3/t1TKT1t/7/3T3/3t3/ defenders",
}


def opinion(engine: SimpleEngine, board: tafl.Board) -> str:
    """The move that an engine would play, and its value for the attackers."""
    info = engine.analyse(board, LIMIT)
    if "score" not in info or "pv" not in info:
        return "no opinion"
    return f"{info['pv'][0]} ({info['score'].attackers()})"


def main(first: str | list[str], second: str | list[str]) -> int:
    """Print a line for each position; returns the exit status."""
    try:
        with SimpleEngine.popen(first) as one, SimpleEngine.popen(second) as other:
            for name, position in POSITIONS.items():
                record, side = position.split()
                board = tafl.Board(tafl.variant("brandub"), record, tafl.Side[side.upper()])
                print(f"{name:12} {opinion(one, board):20} {opinion(other, board)}")
    except EngineError as error:
        print(f"an engine failed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*(sys.argv[1:3] if len(sys.argv) > 2 else (own_command(), own_command("otep")))))
