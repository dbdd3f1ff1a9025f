"""Fuzz the pure machines of UCI and UGI, with real searches that end whenever chance has it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import opentafl_engine as tafl
from opentafl_engine.dialects.base import Action, Configure, Quit, Send, Start, Stop, Task
from opentafl_engine.dialects.uci import Uci
from opentafl_engine.dialects.ugi import Ugi
from opentafl_engine.search import Info

from . import forms
from .targets import SEARCHER, Seeds
from .uci_lines import UciLines

_LEFT_RUNNING = (0.0, 0.3, 0.95)
"""How likely it is that a search goes on while the next line comes; one of these for a while."""
_BROKEN = 0.02
_NODES = 300
_MUCH = 1 << 20
"""MiB that nobody has."""


def is_search(line: str) -> bool:
    """Whether the line asks for a ``bestmove``."""
    words = line.split()
    return words[:1] == ["go"] and "perft" not in words


class UciTarget:
    """One conversation after the other; every line is an input. Each ``go`` gets one ``bestmove``."""

    def __init__(self, seeds: Seeds, *, ugi: bool = False) -> None:
        self.seeds = seeds
        self.name = "ugi" if ugi else "uci"
        self._begin()

    def make(self, random: Random) -> str:
        """A line that a driver could say now, or nearly."""
        return self.lines.make(random)

    def feed(self, random: Random, text: str) -> int | None:
        """Say it, search now or leave that for later, and check all that is said."""
        self.refused = not text.strip()
        for line in text.split("\n"):
            self.lines.heard(line)
            self.owed += is_search(line)
            self._do(random, self.dialect.feed(line))
            if random.random() > self.left_running:
                self._finish(random)
        assert self.owed >= 0
        if random.random() < 0.05:
            self._settle(random)
        return None if self.refused else 1

    def _begin(self) -> None:
        self.lines = UciLines(self.seeds, ugi=self.name == "ugi")
        self.dialect = Ugi() if self.name == "ugi" else Uci()
        self.running: Start | Task | None = None
        self.searched: Start | None = None
        self.stopped = False
        self.left_running = _LEFT_RUNNING[1]
        self.owed = 0

    def _settle(self, random: Random) -> None:
        """After one ``stop`` nothing is owed any more; now and then the input ends there."""
        self._do(random, self.dialect.feed("stop"))
        while self.running is not None:
            self._finish(random)
        assert self.owed == 0, "a go without a bestmove"
        self.left_running = random.choice(_LEFT_RUNNING)
        if random.random() < 0.1:
            self._do(random, self.dialect.at_end())
            self._begin()

    def _do(self, random: Random, actions: list[Action]) -> None:
        for action in actions:
            if isinstance(action, Send):
                self._check(action)
            elif isinstance(action, Start | Task):
                assert self.running is None, "two at once"
                self.running, self.stopped = action, False
                if isinstance(action, Start):
                    self.searched = action
            elif isinstance(action, Stop):
                assert self.running is not None and self.running.token == action.token
                self.stopped = True
            elif isinstance(action, Configure) and (action.hash_mb or 0) > _MUCH:
                self._do(random, self.dialect.on_refused(action, MemoryError("none left")))
            else:
                assert not isinstance(action, Quit) or not self.owed
        if self.stopped and random.random() < 0.5:
            self._finish(random)

    def _finish(self, random: Random) -> None:
        """Let what runs come to its end, or break down."""
        running, self.running = self.running, None
        if running is None:
            return
        if random.random() < _BROKEN:
            self._do(random, self.dialect.on_failure(running.token, MemoryError("none left")))
        elif isinstance(running, Start):
            self._search(random, running)
        else:
            stopped = self.stopped
            for line in running.lines(lambda: stopped):
                self._do(random, self.dialect.on_text(running.token, line))
            self._do(random, self.dialect.on_finished(running.token))

    def _search(self, random: Random, start: Start) -> None:
        found: list[Info] = []
        limits = replace(
            start.limits,
            depth=min(start.limits.depth or 3, 3),
            nodes=min(start.limits.nodes or _NODES, _NODES),
            movetime=None,
            soft_time=None,
        )
        result = SEARCHER.search(start.board, limits, found.append)
        for info in found:
            self._do(random, self.dialect.on_info(start.token, info))
        self._do(random, self.dialect.on_done(start.token, result))

    def _check(self, said: Send) -> None:
        forms.check(self.name, said.line)
        self.refused |= said.error
        words = said.line.split()
        if words[0] != "bestmove":
            return
        self.owed -= 1
        start, self.searched = self.searched, None
        if words[1] == "(none)":
            assert start is None, "no move, although there was one to search for"
            return
        assert start is not None, "a move out of nowhere"
        move = tafl.Move.parse(words[1])
        assert move in (start.limits.searchmoves or start.board.legal_moves)
        assert self.name == "uci" or len(words) == 2
