"""Let the engine think on its opponent's time, line by line, with nothing but a pipe.

Two turns of the attackers in Brandub: in the first the defenders play what the engine expected
(``ponderhit``), in the second they do not (``stop``, and the search starts anew).
"""

from __future__ import annotations

import os
import shlex
import subprocess

COMMAND = shlex.split(os.environ.get("OPENTAFL_ENGINE", "opentafl-engine"))


class Engine:
    """A UCI engine behind two pipes."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, line: str) -> None:
        """Send one line."""
        assert self._process.stdin is not None
        print(">", line)
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def best_move(self) -> list[str]:
        """Wait for ``bestmove MOVE [ponder MOVE]`` and return its moves."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("bestmove "):
                print("<", line.strip())
                return line.split()[1::2]
        raise EOFError("the engine has gone")

    def close(self) -> None:
        """End the engine."""
        self.send("quit")
        self._process.wait()


def main() -> None:
    """Play the two turns."""
    engine = Engine()
    engine.send("setoption name Ponder value true")
    engine.send("setoption name UCI_Variant value brandub")
    moves: list[str] = []
    engine.send("position startpos")
    engine.send("go depth 5")
    own, expected = engine.best_move()

    # The opponent thinks; meanwhile the engine searches as if the expected move had been played.
    moves += [own, expected]
    engine.send(f"position startpos moves {' '.join(moves)}")
    engine.send("go ponder atime 1500 dtime 1500")
    # The opponent plays just that move, so from now on the engine's own clock runs.
    engine.send("ponderhit")
    own, expected = engine.best_move()

    moves += [own, expected]
    engine.send(f"position startpos moves {' '.join(moves)}")
    engine.send("go ponder atime 1500 dtime 1500")
    # Another move was played: what was found is of no use, the search ends and a new one begins.
    engine.send("stop")
    engine.best_move()
    engine.send(f"position startpos moves {' '.join(moves[:-1])}")
    engine.send("go depth 1")
    moves[-1] = engine.best_move()[0]
    engine.send(f"position startpos moves {' '.join(moves)}")
    engine.send("go atime 1500 dtime 1500")
    engine.best_move()
    engine.close()


if __name__ == "__main__":
    main()
