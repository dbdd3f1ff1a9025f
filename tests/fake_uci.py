"""A UCI engine that plays legal moves at random, or has one fault that is named on the command line."""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

from opentafl_engine.board import Board
from opentafl_engine.errors import TaflError
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.types import Side
from opentafl_engine.variants import variant, variant_names

GREETING = (
    "A banner of no protocol",
    "id name Fake UCI 1",
    "id author nobody",
    "option name Hash type spin default 16 min 1 max 1024",
    "option name Clear Hash type button",
    "option name Ponder type check default false",
    "option name MultiPV type spin default 1 min 1 max 64",
    "option name Book File type string default <empty>",
)
RULES = (
    f"option name UCI_Variant type combo default copenhagen var {' var '.join(variant_names())}",
    "option name Rules type string default <empty>",
    "option name Semantics type combo default spec var spec var opentafl",
)


def say(text: str) -> None:
    """Write a line in one piece."""
    os.write(1, f"{text}\n".encode())


def stay() -> None:
    """Say nothing more and never go."""
    while True:
        time.sleep(1000)


def listen() -> None:
    """Say nothing more, but go when the input ends."""
    for _ in sys.stdin:
        pass
    sys.exit(0)


def flood() -> None:
    """Say lines without end."""
    while True:
        say("info string " + "x" * 4000)


def flood_of_info() -> None:
    """Say lines that have to be read, without end."""
    while True:
        say("\n".join(["info depth 3 score cp 5 nodes 100 pv d1e1 d4d5 e1d1"] * 50))


def endless_line() -> None:
    """Say one line without end."""
    while True:
        os.write(1, b"x" * 4000)


def close_output() -> None:
    """Close the output and live on."""
    os.close(1)
    stay()


def crash() -> None:
    """End at once."""
    say("info string about to crash")
    os._exit(3)


DEEDS = {
    "crash": crash,
    "stall": listen,
    "flood": flood,
    "flood-of-info": flood_of_info,
    "endless-line": endless_line,
    "close-output": close_output,
}
"""By the name of a fault, after ``-at-start`` or ``-in-go`` is taken off."""

ANSWERS = {
    "illegal-in-go": "bestmove d4d5 ponder d1e1",
    "other-side-in-go": "bestmove d4c4",
    "nonsense-in-go": "bestmove x9~~z",
    "no-move-in-go": "bestmove (none)",
    "resign-in-go": "bestmove resign",
    "empty-in-go": "bestmove",
}


class FakeUci:
    """One conversation."""

    def __init__(self, fault: str, log: str) -> None:
        self.fault = fault
        self.log = Path(log) if log else None
        self.semantics = "spec"
        self.rules = variant("copenhagen")
        self.board = Board(self.rules)
        self.multipv = 1
        self.waiting: str | None = None
        self.random = random.Random(1)

    def run(self) -> None:
        """Read to the end of the input."""
        if self.fault.endswith("-at-start"):
            DEEDS[self.fault.removesuffix("-at-start")]()
        for line in sys.stdin:
            if self.log is not None:
                with self.log.open("a") as log:
                    log.write(line)
            words = line.split()
            act = getattr(self, f"do_{words[0]}", None) if words else None
            if act is not None:
                act(words[1:])

    def do_uci(self, _words: list[str]) -> None:
        """Introduce oneself."""
        told = {"one-variant": 0, "variants-only": 1}.get(self.fault, len(RULES))
        say("\n".join([*GREETING, *RULES[:told], "uciok"]))

    def do_isready(self, _words: list[str]) -> None:
        """Always."""
        if self.fault != "deaf-to-isready":
            say("readyok")

    def do_quit(self, _words: list[str]) -> None:
        """Go, or not."""
        if self.fault == "deaf-to-quit":
            stay()
        sys.exit(0)

    def do_setoption(self, words: list[str]) -> None:
        """Take an option."""
        name, _, value = " ".join(words[1:]).partition(" value ")
        if name == "Semantics":
            self.semantics = value
        elif name == "Rules":
            self.rules = Rules.parse(value, self.semantics)
        elif name == "UCI_Variant":
            self.rules = variant(value, self.semantics)
        elif name == "MultiPV":
            self.multipv = int(value)
        elif name == "Hash" and self.fault == "no-memory":
            say("info string error: Hash: no memory for it")
        self.board = Board(self.rules)

    def do_position(self, words: list[str]) -> None:
        """Set up a position; a bad one changes nothing."""
        if self.fault == "refuses-position":
            say("info string error: 'x': expected another position")
            return
        at = words.index("moves") if "moves" in words else len(words)
        try:
            if words[0] == "startpos":
                board = Board(self.rules)
            elif words[0] == "fen":
                rows = words[1].translate(str.maketrans("adk", "tTK")).split("/")
                side = Side.ATTACKERS if words[2] == "a" else Side.DEFENDERS
                board = Board(self.rules, f"/{'/'.join(reversed(rows))}/", side)
            else:
                board = Board(self.rules, words[1], Side[words[2].upper()])
            for word in words[at + 1 :]:
                board.push(word)
        except (TaflError, LookupError) as error:
            say(f"info string error: {error}")
            return
        self.board = board

    def do_go(self, words: list[str]) -> None:
        """Answer at once, unless the search is to go on until it is stopped."""
        if self.fault in ANSWERS:
            say(ANSWERS[self.fault])
            return
        if self.fault.endswith("-in-go"):
            DEEDS[self.fault.removesuffix("-in-go")]()
        best = self.search(words)
        if {"infinite", "ponder"} & set(words) or self.fault == "late-bestmove":
            self.waiting = best
        else:
            say(best)

    def do_stop(self, _words: list[str]) -> None:
        """Give the move that was held back."""
        if self.waiting is not None and self.fault != "deaf-to-stop":
            say(self.waiting)
            self.waiting = None

    def do_ponderhit(self, _words: list[str]) -> None:
        """The expected move was played."""
        say("info string hit")
        self.do_stop([])

    def search(self, words: list[str]) -> str:
        """Say a few things about some moves; returns the answer."""
        moves = [move.uci() for move in self.board.legal_moves]
        if "searchmoves" in words:
            moves = words[words.index("searchmoves") + 1 :]
        if not moves:
            return "bestmove (none)"
        self.random.shuffle(moves)
        for depth in (1, 2):
            for number, move in enumerate(moves[: self.multipv], 1):
                score = "mate 3" if self.fault == "wins" else f"cp {50 - 10 * number}"
                say(
                    f"info depth {depth} seldepth 9 multipv {number} score {score} wdl 400 300 300 nodes 1000"
                    f" nps 5000 hashfull 10 tbhits 0 time 200 pv {move} {self.reply(move)}".rstrip()
                )
        return f"bestmove {moves[0]} ponder {self.reply(moves[0])}".removesuffix(" ponder ")

    def reply(self, text: str) -> str:
        """Any answer to a move, or an empty string."""
        self.board.push(Move.parse(text))
        reply = next(iter(self.board.legal_moves), None)
        self.board.pop()
        return "" if reply is None else reply.uci()


def main(fault: str = "", log: str = "") -> None:
    """Be such an engine; what is heard is added to a file."""
    FakeUci(fault, log).run()
