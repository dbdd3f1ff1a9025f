"""An HTP engine that plays legal moves at random, or has one fault that is named on the command line."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from opentafl_engine.board import Board
from opentafl_engine.errors import TaflError
from opentafl_engine.types import Side
from opentafl_engine.variants import variant
from tests.fake_uci import DEEDS, say

BOARDS = {"7": "brandub", "11": "copenhagen", "13": "copenhagen-13"}
ANSWERS = {
    "illegal-in-go": "= play attacker 0d4 0d5",
    "nonsense-in-go": "= play what you like",
    "half-in-go": "= play attacker 0d1",
    "resign-in-go": "= play attacker resigns",
    "refuse-in-go": "? I would rather not\n",
}
STATES = {Side.ATTACKERS: "attacker_wins", Side.DEFENDERS: "defender_wins"}


class FakeHtp:
    """One conversation."""

    def __init__(self, fault: str, log: str) -> None:
        self.fault = fault
        self.log = Path(log) if log else None
        self.board = Board(variant("copenhagen"))
        self.random = random.Random(1)

    def run(self) -> None:
        """Read to the end of the input."""
        if self.fault.endswith("-at-start"):
            DEEDS[self.fault.removesuffix("-at-start")]()
        for line in sys.stdin:
            if self.log is not None:
                with self.log.open("a") as log:
                    log.write(line)
            words = line.split("#")[0].split()
            if not words:
                continue
            act = getattr(self, f"do_{words[0]}", None)
            try:
                say("? unknown command\n" if act is None else f"= {act(*words[1:])}")
            except (TaflError, LookupError, TypeError) as error:
                say(f"? {error}\n")
            if words[0] == "quit" and self.fault != "deaf-to-quit":
                return

    def do_protocol_version(self) -> str:
        """Of the protocol."""
        return "1-beta"

    def do_name(self) -> str:
        """Of the engine."""
        return "Fake HTP"

    def do_quit(self) -> str:
        """Nothing to say."""
        return ""

    def do_board_size(self, size: str) -> str:
        """A new game."""
        self.board = Board(variant(BOARDS[size]))
        return ""

    def do_first_move(self, role: str) -> str:
        """The side that begins."""
        self.board.set_position(self.board.rules.start, side_of(role))
        return ""

    def do_time_settings(self, kind: str, *numbers: str) -> str:
        """The clock."""
        if (kind, len(numbers)) not in (("un-timed", 0), ("fischer", 2)):
            raise LookupError("no such clock")
        return ""

    def do_play(self, role: str, start: str, end: str) -> str:
        """A move, with squares in the spelling of the board."""
        assert self.board.turn == side_of(role)
        move = f"{self.read(start)}-{self.read(end)}"
        taken = self.board.captures(move)
        self.board.push(move)
        return "".join(f"{self.write(square)} " for square in taken)

    def do_generate_move(self) -> str:
        """Play a move of one's own."""
        if self.fault in ANSWERS:
            say(ANSWERS[self.fault])
            sys.exit(0)
        if self.fault.endswith("-in-go"):
            DEEDS[self.fault.removesuffix("-in-go")]()
        move = self.random.choice(list(self.board.legal_moves))
        role = "attacker" if self.board.turn == Side.ATTACKERS else "defender"
        self.board.push(move)
        return f"play {role} {self.write(move.from_square)} {self.write(move.to_square)}"

    def do_final_status(self) -> str:
        """How the game stands."""
        outcome = self.board.outcome()
        if outcome is None:
            return "ongoing"
        return "draw" if outcome.winner is None else STATES[outcome.winner]

    def write(self, square: str) -> str:
        """A square in the spelling of the board."""
        return {7: f"0{square}", 13: square.upper()}.get(self.board.dim, square)

    def read(self, text: str) -> str:
        """The reverse; any other spelling is an error."""
        name = text.lower().lstrip("0")
        if self.write(name) != text:
            raise LookupError(f"no square {text}")
        return name


def side_of(role: str) -> Side:
    """A side by the word for it."""
    return {"a": Side.ATTACKERS, "d": Side.DEFENDERS}[role[0].lower()]


def main(fault: str = "", log: str = "") -> None:
    """Be such an engine; what is heard is added to a file."""
    FakeHtp(fault, log).run()
