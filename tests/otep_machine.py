"""Drives the pure OTEP dialect without threads, and checks the form of what it says."""

from __future__ import annotations

import re
from collections.abc import Callable

from opentafl_engine.board import Board
from opentafl_engine.dialects.base import Action, Clear, Quit, Send, Start, Stop
from opentafl_engine.dialects.otep import DEFAULTS, Otep, Settings
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.search import Info, Limits, Result
from opentafl_engine.types import Side

BRANDUB_START = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
BRANDUB = f"rules dim:7 name:Brandub surf:n atkf:y ks:w cenh: cenhe: start:{BRANDUB_START}"

AFTER_D1_E1 = "/4t2/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
AFTER_D2_E2 = "/4t2/4t2/3T3/ttTKTtt/3T3/3t3/3t3/"
WON_BY_DEFENDERS = "/3t3/3t3/3T3/ttT1Ttt/T6/7/K3t2/"
NOTHING_TO_MOVE = "/1K5/7/7/7/7/7/7/"

_FORMS = (
    re.compile(r"move [a-s][1-9][0-9]?-[a-s][1-9][0-9]?"),
    re.compile(r"analysis [1-9][0-9]*( [a-s1-9][-a-s0-9|]* -?[0-9]+\.[0-9]{2})+"),
    re.compile(r"status [!-~][ -~]*"),
    re.compile(r"error (-1|0) [!-~][ -~]*"),
)

Search = Callable[[Board, Limits], Result]


def info(*moves: str, score: int = 0, mate: int | None = None, multipv: int = 1) -> Info:
    """A line of a search, of which only moves and value matter."""
    return Info(
        depth=1,
        seldepth=1,
        multipv=multipv,
        score=score,
        mate=mate,
        nodes=1,
        time_ms=1,
        nps=1000,
        hashfull=0,
        pv=tuple(Move.parse(move) for move in moves),
    )


def first_moves(board: Board, limits: Limits) -> Result:
    """A search that takes no thought: the first legal moves, all of them equal."""
    moves = list(limits.searchmoves or board.legal_moves)[: limits.multipv]
    lines = tuple(info(str(move), multipv=number) for number, move in enumerate(moves, start=1))
    return Result(move=moves[0], ponder=None, lines=lines, nodes=1, time_ms=1, depth=1)


def assert_harmless(line: str) -> None:
    """The line has one of the forms that do not hurt the real host."""
    assert any(form.fullmatch(line) for form in _FORMS), line
    assert len(line) < 4095


class Machine:
    """An OTEP dialect whose searches run when the test says so."""

    def __init__(self, settings: Settings = DEFAULTS, search: Search = first_moves) -> None:
        self.dialect = Otep(settings)
        self.running: list[Start] = []
        self.stopped: set[int] = set()
        self.cleared = 0
        self.quit = False
        self._search = search
        self._said: list[str] = []

    def tell(self, *lines: str) -> list[str]:
        """Feed lines; what is said at once, with searches left running."""
        for line in lines:
            self._do(self.dialect.feed(line))
        return self._take()

    def ask(self, *lines: str) -> list[str]:
        """Feed lines and let every search end; what is said to it all."""
        said = self.tell(*lines)
        return said + self.finish()

    def finish(self) -> list[str]:
        """Let every search end; what is said to that."""
        while self.running:
            start = self.running.pop(0)
            self._do(self.dialect.on_done(start.token, self._search(start.board, start.limits)))
        return self._take()

    def allowed(self) -> list[Move]:
        """The moves among which the latest search may choose."""
        start = self.running[-1]
        return list(start.limits.searchmoves or start.board.legal_moves)

    def fail(self) -> list[str]:
        """Let the search break down; what is said to that."""
        self._do(self.dialect.on_failure(self.running.pop(0).token, MemoryError("none left")))
        return self._take()

    def end(self) -> list[str]:
        """End the input; what is said at once."""
        self._do(self.dialect.at_end())
        return self._take()

    def _take(self) -> list[str]:
        said, self._said = self._said, []
        return said

    def _do(self, actions: list[Action]) -> None:
        for action in actions:
            if isinstance(action, Send):
                assert_harmless(action.line)
                self._said.append(action.line)
            elif isinstance(action, Start):
                self.running.append(action)
            elif isinstance(action, Stop):
                self.stopped.add(action.token)
            elif isinstance(action, Clear):
                self.cleared += 1
            else:
                assert isinstance(action, Quit)
                self.quit = True


def legal(record: str, side: Side, rules: str = BRANDUB) -> list[str]:
    """The moves of a position that is set up, as text."""
    board = Board(Rules.parse(rules.removeprefix("rules "), "opentafl"), position=record, turn=side)
    return [str(move) for move in board.legal_moves]


def move_of(said: list[str]) -> str:
    """The one move in an answer."""
    assert len(said) == 1
    assert said[0].startswith("move ")
    return said[0].removeprefix("move ")
