"""Lines for UCI and UGI: a driver that follows games and asks for much, but says many things a little wrong.

Nothing here takes long: limits are small, and what would go on is stopped sooner or later.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import opentafl_engine as tafl
from opentafl_engine.dialects.uci_position import Place
from opentafl_engine.errors import TaflError

from . import mutate
from .targets import Seeds

DAMAGED = 0.15
"""Share of the lines that are damaged, whatever they say."""

_LOADING = re.compile(r"name\s+(UCI_Variant|Rules|Semantics)\s+value\s+(.*)", re.IGNORECASE)
_FIELDS = {"uci_variant": "variant_name", "rules": "rules_text", "semantics": "semantics"}
_CHECKS = ("UCI_ShowWDL", "Ponder", "UCI_AnalyseMode")
_NOWHERE = "setoption name Hash value 33554432"
"""More than any machine has."""


class UciLines:
    """Makes one line after the other; ``heard`` tells it which ones the machine was given."""

    def __init__(self, seeds: Seeds, *, ugi: bool) -> None:
        self.seeds = seeds
        self.place = Place()
        self.moves: list[str] = []
        self.setup = "startpos"
        self._kinds: list[Callable[[Random], str]] = []
        for count, kind in (
            (14, self._position), (18, self._go), (9, self._stop), (5, self._option), (3, self._load),
            (2, self._rules), (5, self._ponderhit), (2, self._perft), (4, self._ask), (4, self._plain),
            (1, self._nonsense), (2 * ugi, self._query),
        ):  # fmt: skip
            self._kinds += [kind] * count

    def make(self, random: Random) -> str:
        """A line that makes sense now; some are damaged."""
        text = random.choice(self._kinds)(random)
        return harmless(mutate.characters(random, text) if random.random() < DAMAGED else text)

    def heard(self, line: str) -> None:
        """Keep up with what the line does to rules and position."""
        verb, _, rest = line.strip().partition(" ")
        before = self.place.rules
        try:
            if verb == "position":
                self.place.set(rest)
            elif verb == "rules" and rest:
                self.place.use(rules_text=rest.strip())
            elif verb == "flip":
                self.place.flip()
            elif verb == "setoption" and (found := _LOADING.fullmatch(rest.strip())):
                self.place.use(**{_FIELDS[found[1].lower()]: found[2]})
        except TaflError:
            return
        if self.place.rules is not before:
            self.moves, self.setup = [], "startpos"

    def _position(self, random: Random) -> str:
        edit = random.randrange(10)
        if edit < 6 and len(self.moves) < 60:
            self._play_on(random)
        elif edit < 9:
            self._set_up(random, self._start_of(random))
        else:
            record = mutate.position(random, self.place.board.position())
            self._set_up(random, record)
        moves = list(self.moves)
        if moves and random.random() < 0.1:
            at = random.randrange(len(moves))
            moves[at] = mutate.move(random, _dashed(moves[at]), self.place.board.dim)
        return f"position {self.setup} moves {' '.join(moves)}" if moves else f"position {self.setup}"

    def _play_on(self, random: Random) -> None:
        """Add a move, where the machine stands at the position that was sent last."""
        moves = list(self.place.board.legal_moves)
        if moves:
            move = random.choice(moves)
            self.moves.append(str(move) if random.random() < 0.2 else move.uci())
        else:
            self._set_up(random, "")

    def _start_of(self, random: Random) -> str:
        """A position of a game that begins now, or none for the start itself."""
        if random.random() < 0.4:
            return ""
        board = tafl.Board(self.place.rules)
        for _ in range(random.randrange(12)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))
        return board.position()

    def _set_up(self, random: Random, record: str) -> None:
        self.moves = []
        side = random.choice(("attackers", "defenders", "a", "d"))
        if not record:
            self.setup = "startpos"
        elif random.random() < 0.5:
            self.setup = f"otn {record} {side}"
        else:
            rows = "/".join(reversed(record.strip("/").split("/")))
            plain = not set(rows) - set("tTK/0123456789")
            if plain and random.random() < 0.5:
                rows = rows.translate(str.maketrans("tTK", "adk"))
            self.setup = f"fen {rows} {side}"

    def _go(self, random: Random) -> str:
        small = (
            f"nodes {random.randint(0, 2000)}",
            f"depth {random.randint(-1, 3)}",
            f"movetime {random.randint(0, 5)}",
        )
        times = f"{random.randint(0, 30)} dtime {random.randint(0, 30)} ainc {random.randint(0, 3)}"
        limits = random.choice((
            *small, *small, "infinite", "mate 1 nodes 500", f"atime {times}", f"p1time {times} nodes 900",
            "btime 9 wtime 9 binc 1 winc 1 movestogo 3",
            f"atime 5 dtime 5 overtime {random.randint(0, 9)} aot 1 aovertimes 1",
            "", "perft 1", " ".join(random.sample(small, 2)),
        ))  # fmt: skip
        if random.random() < 0.15:
            limits = f"ponder {limits}"
        if random.random() < 0.15:
            moves = [move.uci() for move in self.place.board.legal_moves]
            chosen = random.sample(moves, min(len(moves), random.randrange(4)))
            limits += f" searchmoves {' '.join(chosen)}"
        return f"go {limits}".strip()

    def _stop(self, random: Random) -> str:
        return "stop"

    def _ponderhit(self, random: Random) -> str:
        return random.choice(("ponderhit", "go ponder nodes 200", "go ponder atime 20 dtime 20"))

    def _option(self, random: Random) -> str:
        text = random.choice((
            f"Hash value {random.randint(1, 8)}", f"Threads value {random.randint(1, 3)}",
            f"MultiPV value {random.randint(1, 4)}", "Clear Hash", "MultiPV value 1",
            f"Move Overhead value {random.randint(0, 20)}",
            f"{random.choice(_CHECKS)} value {random.choice(('true', 'false'))}",
            f"hash value {random.choice((-1, 0, 'x', ''))}", "Bogus value 3",
        ))  # fmt: skip
        return random.choice((f"setoption name {text}",) * 15 + (_NOWHERE, "setoption", f"setoption {text}"))

    def _load(self, random: Random) -> str:
        if random.random() < 0.2:
            return f"setoption name Semantics value {random.choice(('spec', 'opentafl', 'chess'))}"
        return f"setoption name UCI_Variant value {random.choice(tafl.variant_names())}"

    def _rules(self, random: Random) -> str:
        text = random.choice(self.seeds.texts)
        if random.random() < 0.4:
            text = mutate.rules(random, text)
        return random.choice((f"rules {text}", f"setoption name Rules value {text}", "setoption name Rules"))

    def _perft(self, random: Random) -> str:
        return f"{random.choice(('', 'go '))}perft {random.randint(0, 1 if self.place.board.dim > 11 else 2)}"

    def _ask(self, random: Random) -> str:
        return random.choice(("d", "eval", "moves", "result", "flip", "isready", "isready"))

    def _plain(self, random: Random) -> str:
        return random.choice(
            ("uci", "ucinewgame", "ucinewgame", "debug on", "debug off", "register later", "help", "isready")
        )

    def _query(self, random: Random) -> str:
        return random.choice(
            ("ugi", "uginewgame", "query gameover", "query p1turn", "query result", "query x")
        )

    def _nonsense(self, random: Random) -> str:
        return nonsense(random)


def nonsense(random: Random) -> str:
    """Any characters at all; no newline, and no more than a host would send by mistake."""
    if random.random() < 0.05:
        return random.choice(
            ("position startpos moves " + "a1a2 " * 60_000, "x" * 300_000, "go " + "nodes " * 9_000)
        )
    return "".join(
        chr(random.choice((random.randrange(1, 32), random.randrange(256))))
        for _ in range(random.randrange(40))
    ).replace("\n", " ")


def harmless(line: str) -> str:
    """The line, without numbers that would use up a machine and without a leave."""
    line = re.sub(r"(perft\s+)\d{2,}|(perft\s+)[3-9]", "perft 2", line)
    line = re.sub(r"(?i)(hash\s+value\s+)\d{3,7}\b", r"\g<1>64", line)
    line = re.sub(r"(?i)(threads\s+value\s+)\d{2,3}\b", r"\g<1>3", line)
    return "\n".join(
        "stop" if piece.split()[:1] in (["quit"], ["bench"]) else piece for piece in line.split("\n")
    )


def _dashed(move: str) -> str:
    return str(tafl.Move.parse(move))
