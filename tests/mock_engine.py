"""An OTEP engine with one fault, named on the command line; a script of its own."""

from __future__ import annotations

import os
import sys
import time


def say(text: str) -> None:
    """Write exactly this, in one piece."""
    os.write(1, text.encode())


def wait_for(verb: str) -> None:
    """Read up to a line that begins so; at the end of input the engine ends."""
    for line in sys.stdin:
        if line.startswith(verb):
            return
    sys.exit(0)


def listen() -> None:
    """Say nothing more, but go when the input ends."""
    wait_for("no such command")


def stay() -> None:
    """Say nothing more and never go."""
    while True:
        time.sleep(1000)


def crash() -> None:
    """End at once."""
    os._exit(3)


def close_output() -> None:
    """Close the output and live on."""
    os.close(1)
    listen()


def stay_after_an_illegal_move() -> None:
    """Lose, and then do not go."""
    say("move d1-d7\n")
    stay()


def flood() -> None:
    """Fill every pipe with lines."""
    while True:
        say("status " + "x" * 4000 + "\n")


def endless_line() -> None:
    """Fill every pipe with a single line."""
    while True:
        say("x" * 4000)


def split() -> None:
    """Send a move in two pieces."""
    say("move d1")
    time.sleep(0.2)
    say("-e1\n")
    listen()


DEEDS = {
    "crash-in-play": crash,
    "closes-output": close_output,
    "stall": listen,
    "deaf-to-goodbye": stay_after_an_illegal_move,
    "flood": flood,
    "endless-line": endless_line,
    "split": split,
}

ANSWERS = {
    "trailing-space": "move d1-e1 \n",
    "carriage-return": "move d1-e1\r\n",
    "upper-case": "move D1-E1\n",
    "rank-0": "move d0-e0\n",
    "no-move": "move\n",
    "illegal": "move d1-d7\n",
    "gives-up": "error -1 I am lost\n",
    "bad-eval": "analysis 1 d1-e1 good\n",
    "unasked-analysis": "analysis 1 d1-e1 0.5\nmove d1-d7\n",
    "long-line": "status " + "x" * 5000 + "\n",
    "resigns": "move ---\n",
}


def main(fault: str) -> None:
    """Behave until the first `play`, then show the fault."""
    if fault == "crash-at-start":
        crash()
    if fault == "no-hello":
        listen()
    say("hello\n")
    if fault == "never-reads":
        stay()
    wait_for("play")
    if fault in DEEDS:
        DEEDS[fault]()
    while True:
        say(ANSWERS[fault])
        wait_for("play")


if __name__ == "__main__":
    main(sys.argv[1])
