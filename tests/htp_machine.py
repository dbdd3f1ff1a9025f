"""Drives the pure HTP dialect without threads, and checks the form of what it says."""

from __future__ import annotations

import re
from collections.abc import Callable

from opentafl_engine.board import Board
from opentafl_engine.dialects.base import Action, Clear, Quit, Send, Start
from opentafl_engine.dialects.htp import DEFAULTS, Htp, Settings
from opentafl_engine.notation import Move
from opentafl_engine.search import Limits, Result
from tests.otep_machine import first_moves

_ONE_LINE = re.compile(r"= [ -~]*")
_ROW = re.compile(r"[a-z_]+|[.a-zA-Z]( [.a-zA-Z])+")
_ERROR = re.compile(r"\? [ -~]*")

DEFENDERS_WIN = (*("a d7 e7", "d d3 f3", "a d6 c6", "d d5 a5", "a e7 b7", "d d4 d7", "a b4 b1", "d d7 g7"),)
ATTACKERS_WIN = ("a g4 g2", "d c4 c5", "a b4 c4", "d e4 e1", "a f4 e4")
SHUTTLE = ("a d1 c1", "d d3 c3", "a c1 d1", "d c3 d3")
TWO_CAPTURED = ("a b4 b1", "d d3 a3", "a d6 g6", "d e4 e1", "a f4 f3")

Search = Callable[[Board, Limits], Result]


def plays(moves: tuple[str, ...]) -> list[str]:
    """The lines that play these moves on the board of 7x7."""
    return ["board_size 7", *(f"play {move}" for move in moves)]


class Machine:
    """An HTP dialect whose searches run when the test says so; replies are lists of lines."""

    def __init__(self, settings: Settings = DEFAULTS, search: Search = first_moves) -> None:
        self.dialect = Htp(settings)
        self.running: list[Start] = []
        self.cleared = 0
        self.quit = False
        self._search = search
        self._said: list[Send] = []

    def tell(self, *lines: str) -> list[list[str]]:
        """Feed lines; the replies that come at once, with a search left running."""
        for line in lines:
            self.do(self.dialect.feed(line))
        return self._take()

    def ask(self, *lines: str) -> str:
        """Feed lines and let searches end; the text of the one line of the last reply."""
        replies = self.tell(*lines) + self.finish()
        assert len(replies[-1]) == 1
        assert replies[-1][0].startswith("= ")
        return replies[-1][0].removeprefix("= ")

    def refusal(self, *lines: str) -> str:
        """Feed lines, of which the last is refused; the text of the error."""
        error, empty = self.tell(*lines)[-1]
        assert (error[:2], empty) == ("? ", "")
        return error.removeprefix("? ")

    def finish(self) -> list[list[str]]:
        """Let every search end, those that follow too; the replies."""
        while self.running:
            start = self.running.pop(0)
            self.do(self.dialect.on_done(start.token, self._search(start.board, start.limits)))
        return self._take()

    def give(self, move: str | None, time_ms: float = 1) -> list[list[str]]:
        """Let the search end with this move (None: without), after so many milliseconds; the replies."""
        found = Move.parse(move) if move is not None else None
        result = Result(move=found, ponder=None, lines=(), nodes=1, time_ms=time_ms, depth=1)
        self.do(self.dialect.on_done(self.running.pop(0).token, result))
        return self._take()

    def fail(self) -> list[list[str]]:
        """Let the search break down; the replies."""
        self.do(self.dialect.on_failure(self.running.pop(0).token, MemoryError("none left")))
        return self._take()

    def fault(self) -> list[list[str]]:
        """A line could not be taken; the replies."""
        self.do(self.dialect.on_fault(ValueError("the line is too long")))
        return self._take()

    def end(self) -> list[list[str]]:
        """End the input; the replies that come at once."""
        self.do(self.dialect.at_end())
        return self._take()

    def do(self, actions: list[Action]) -> None:
        """Carry out what the dialect says; after a ``Quit`` it says nothing more."""
        for action in actions:
            assert not self.quit
            if isinstance(action, Send):
                self._said.append(action)
            elif isinstance(action, Start):
                assert not self.running, "one search at a time"
                self.running.append(action)
            elif isinstance(action, Clear):
                self.cleared += 1
            else:
                assert isinstance(action, Quit)
                assert action.code == 0
                self.quit = True

    def _take(self) -> list[list[str]]:
        said, self._said = self._said, []
        return split_replies(said)


def split_replies(said: list[Send]) -> list[list[str]]:
    """The lines of each reply, by the marks at their beginnings; every form is checked."""
    replies: list[list[str]] = []
    for line, is_error in said:
        if line[:1] in ("=", "?"):
            replies.append([line])
        else:
            replies[-1].append(line)
        assert is_error == (line == "")
    for first, *rows in replies:
        if _ERROR.fullmatch(first):
            assert rows == [""]
        else:
            assert _ONE_LINE.fullmatch(first)
            assert not rows or first == "= "
            assert all(_ROW.fullmatch(row) for row in rows)
    return replies
