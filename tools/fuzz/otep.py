"""Fuzz the OTEP dialect: a host that plays games, but says many things a little wrong.

No search runs: each one that the dialect asks for is answered with a random move.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import opentafl_engine as tafl
from opentafl_engine.dialects.base import Action, Quit, Send, Start
from opentafl_engine.dialects.otep import Otep
from opentafl_engine.search import Info, Result

from . import forms, mutate
from .targets import Seeds

_LONGEST = 4096
"""The host loses what is longer."""


class OtepLines:
    """What a host could say of its games; ``follow`` tells it what the engine has played."""

    def __init__(self, seeds: Seeds) -> None:
        self.seeds = seeds
        self.board = tafl.Board(seeds.rules[0])
        self.report = ""
        self.kinds: tuple[Callable[[Random], str], ...] = (
            self._play, self._play, self._play, self._report, self._report, self._clock, self._analyze,
            self._look, self._side, self._error, self._finish, self.rules,
        )  # fmt: skip

    def make(self, random: Random) -> str:
        """A line that the host could say now; one in five is damaged."""
        text = random.choice(self.kinds)(random)
        return mutate.characters(random, text) if random.random() < 0.2 else text

    def follow(self, move: str) -> None:
        """Take the engine's move as a host does; it need not fit, since the host may have lied."""
        try:
            self.board.push(move)
        except tafl.TaflError:
            return
        self.report = f"move {self.board.position()}"

    def rules(self, random: Random) -> str:
        """A new game; one in three under rules that nobody knows."""
        self.board = tafl.Board(random.choice(self.seeds.rules))
        self.report = ""
        text = self.board.rules.to_otn()
        return f"rules {mutate.rules(random, text) if random.random() < 0.3 else text}"

    def _play(self, random: Random) -> str:
        if self.report:
            report, self.report = self.report, ""
            return report
        return f"play {self.board.turn}"

    def _report(self, random: Random) -> str:
        moves = list(self.board.legal_moves)
        if not moves:
            return self.rules(random)
        move = random.choice(moves)
        text = mutate.move(random, str(move), self.board.dim) if random.random() < 0.2 else str(move)
        self.board.push(move)
        self.report = ""
        record = self.board.position()
        if random.random() < 0.1:
            record = mutate.position(random, record)
        return f"opponent-move {text} {record}"

    def _clock(self, random: Random) -> str:
        times = [f"{random.choice((0, 1, 99, 1000, 60000))}{random.choice(('', '', '*'))}" for _ in range(2)]
        periods = f"{random.randint(0, 30)} {random.randint(0, 5)} {random.randint(0, 5)} "
        return f"clock {times[0]} {times[1]} {periods}"

    def _analyze(self, random: Random) -> str:
        return f"analyze {random.randint(-1, 9)} {random.choice((0, 1, 30, 10**12))}"

    def _look(self, random: Random) -> str:
        return f"position {mutate.position(random, self.board.position())}"

    def _side(self, random: Random) -> str:
        return f"side {random.choice(('attackers', 'defenders'))}"

    def _error(self, random: Random) -> str:
        return f"error {random.randint(1, 5)}"

    def _finish(self, random: Random) -> str:
        return random.choice(("finish 0", "finish 1", "finish 3", "dump 3", "goodbye", "simple-moves on"))


class OtepTarget:
    """One conversation after the other; every line is an input."""

    def __init__(self, seeds: Seeds) -> None:
        self.lines = OtepLines(seeds)
        self.dialect = Otep()

    def make(self, random: Random) -> str:
        """A line of the host's."""
        return self.lines.make(random)

    def feed(self, random: Random, text: str) -> int | None:
        """Say the line, answer what the dialect asks for, and check what it sends."""
        actions = self.dialect.feed(text)
        played = 0
        refused = not text.strip()
        for action in actions:
            if isinstance(action, Start):
                self._check(self.dialect.on_done(action.token, _answer(random, action)))
                played += 1
            elif isinstance(action, Quit):
                self.dialect = Otep()
                self.lines.report = ""
            refused |= isinstance(action, Send) and action.line.startswith("status")
        self._check(actions)
        return None if refused else played

    def _check(self, actions: list[Action]) -> None:
        for action in actions:
            if not isinstance(action, Send):
                continue
            line = action.line
            forms.check("otep", line)
            assert len(line) < _LONGEST, line
            assert line == line.strip(), line
            if line.startswith("move"):
                self.lines.follow(line.removeprefix("move "))


def _answer(random: Random, start: Start) -> Result:
    """What a search that knows nothing would say."""
    moves = start.limits.searchmoves or tuple(start.board.legal_moves)
    assert all(move in start.board.legal_moves for move in moves)
    move = random.choice(moves)
    line = Info(
        depth=1, seldepth=1, multipv=1, score=random.randint(-9999, 9999),
        mate=random.choice((None, None, 3, -2)), nodes=1, time_ms=1, nps=1000, hashfull=0, pv=(move,),
    )  # fmt: skip
    return Result(move=move, ponder=None, lines=(line,), nodes=1, time_ms=1, depth=1)
