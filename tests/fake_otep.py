"""An OTEP engine that behaves like OpenTafl's own: it logs, chatters and writes full move records.

One fault may be named on the command line. Like the real one it plays on from the moves that it
hears; the records behind them it does not read.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from opentafl_engine.board import Board
from opentafl_engine.errors import TaflError
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.types import Quirk, Side
from tests.fake_uci import DEEDS, say

LOG = (
    "OpenTafl v0.4.8.0b log from Fri Nov 20 16:04:02 UTC 2026 on vm",
    "Java version: 17.0.15",
    "No settings file exists",
)
BEFORE = (
    "status Using 333msec, desired 333",
    "status Depth 1 explored 40 states in 0.105 sec at 380.95/sec",
    "Think time: 248ms",
)
AFTER = ("status Finding best state...", "status \td1-e1", "status Best move scored 410")
ANSWERS = {
    "illegal-in-go": ("move d4-d5", "analysis 1 d4-d5 10"),
    "nonsense-in-go": ("move to somewhere", "analysis many lines"),
    "resign-in-go": ("move ---", "analysis 0"),
    "gives-up-in-go": ("error -1 I am lost", "error -1 I am lost"),
    "odd-digits-in-go": ("move d\u00b2-e1", "analysis \u00b2 d1-e1 10"),
    "many-digits-in-go": ("move d1-e" + "9" * 5000, "analysis " + "9" * 5000),
    "bad-eval-in-go": ("analysis 1 d1-e1 good\nmove d1-e1", "analysis 1 d1-e1 good"),
}


class FakeOtep:
    """One conversation."""

    def __init__(self, fault: str, log: str) -> None:
        self.fault = fault
        self.log = Path(log) if log else None
        self.board: Board | None = None
        self.position: str | None = None
        self.pending: Move | None = None
        self.random = random.Random(1)

    def run(self) -> None:
        """Log, greet, and read to the end of the input."""
        if self.fault.endswith("-at-start"):
            DEEDS[self.fault.removesuffix("-at-start")]()
        say("\n".join([*LOG, "hello"]))
        for line in sys.stdin:
            if self.log is not None:
                with self.log.open("a") as log:
                    log.write(line)
            verb, _, rest = line.strip().partition(" ")
            act = getattr(self, f"do_{verb.replace('-', '_')}", None)
            if act is not None:
                act(rest)

    def do_rules(self, rest: str) -> None:
        """A new game."""
        try:
            self.board = Board(Rules.parse(rest, "opentafl", without=Quirk.SPEED_LISTS_IGNORED))
        except TaflError as error:
            say(f"error -1 Failed to load rules record: {error}")
        self.pending = None

    def do_position(self, rest: str) -> None:
        """Another position; the side follows."""
        self.position = rest

    def do_side(self, rest: str) -> None:
        """The side to move in it."""
        if self.board is not None and self.position is not None:
            self.board.set_position(self.position, Side[rest.upper()])
            self.pending = None

    def do_move(self, _rest: str) -> None:
        """The own move stands."""
        if self.board is not None and self.pending is not None:
            self.board.push(self.pending)
            self.pending = None

    def do_opponent_move(self, rest: str) -> None:
        """Play what the other side has played."""
        for move in rest.split()[0].split("|"):
            if self.board is not None:
                self.board.push(move)

    def do_play(self, rest: str) -> None:
        """Chatter, and answer in the middle of it."""
        board = self.board
        if board is None or board.turn != Side[rest.upper()]:
            say("status not my turn")
            return
        if self.answered(0):
            return
        moves = list(board.legal_moves)
        self.pending = self.random.choice(moves)
        say("\n".join([*BEFORE, f"move {self.pending}", *AFTER]))

    def do_analyze(self, rest: str) -> None:
        """Full move records, whole numbers."""
        board = self.board
        if board is None or self.answered(1):
            return
        count = int(rest.split()[0])
        entries = [f"{self.record(move)} {150 - number}" for number, move in enumerate(board.legal_moves)]
        entries = entries[:count]
        say("\n".join([*BEFORE, f"analysis {len(entries)} {' '.join(entries)}", *AFTER]))

    def do_goodbye(self, _rest: str) -> None:
        """Go, or not."""
        if self.fault == "deaf-to-quit":
            DEEDS["close-output"]()
        sys.exit(0)

    def answered(self, which: int) -> bool:
        """Do what the fault says; whether that was an answer."""
        if self.fault in ANSWERS:
            say(ANSWERS[self.fault][which])
            return True
        if self.fault.endswith("-in-go"):
            DEEDS[self.fault.removesuffix("-in-go")]()
        return False

    def record(self, move: Move) -> str:
        """A move with its piece and its captures, and a reply."""
        assert self.board is not None
        letter = (self.board.piece_at(move.from_square) or "").replace("t", "")
        taken = "/".join(self.board.captures(move))
        self.board.push(move)
        reply = next((f"|{found}" for found in self.board.legal_moves), "")
        self.board.pop()
        return f"{letter}{move}{'x' if taken else ''}{taken}{reply}"


def main(fault: str = "", log: str = "") -> None:
    """Be such an engine; what is heard is added to a file."""
    FakeOtep(fault, log).run()
