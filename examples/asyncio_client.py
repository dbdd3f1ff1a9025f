"""Drive an engine from asyncio: a short game against itself, then an analysis that is stopped.

Run it as it stands, or with the command of another UCI engine: asyncio_client.py COMMAND...
"""

import asyncio
import sys

import opentafl_engine as tafl
from opentafl_engine.client import Limit, own_command, popen_uci


async def main(command: list[str]) -> None:
    """Six moves of Brandub, and what the engine thinks of the position after them."""
    async with await popen_uci(command) as engine:
        print("engine:", engine.id.get("name"))
        board = tafl.Board(tafl.variant("brandub"))
        while len(board.move_stack) < 6 and not board.is_game_over():
            result = await engine.play(board, Limit(time=0.1))
            if result.move is None:
                break
            print(f"{board.turn}: {result.move}")
            board.push(result.move)

        async with await engine.analysis(board, multipv=2) as analysis:
            async for info in analysis:
                if info.get("depth", 0) >= 2:
                    break
        for number, info in enumerate(analysis.multipv, 1):
            if "score" in info:
                line = " ".join(str(move) for move in info.get("pv", []))
                print(f"line {number}: {info['score'].attackers()} for the attackers, {line}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:] or own_command()))
