"""OTEP, the protocol of OpenTafl, as its version 0.4.8.0b really speaks it.

The greeting (``hello``) is the server's, because it has to leave before this module is loaded.
The move lists that this host sends cannot be trusted and the position records behind them can, so
every record is followed or set up. What would end or stall the host is never sent: a move is a
simple move in lower case, an evaluation a plain number, and nothing is sent that was not asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from opentafl_engine.board import Board
from opentafl_engine.dialects.base import Action, Clear, Dialect, Quit, Send, Start, Stop
from opentafl_engine.dialects.otep_text import (
    analysis_line,
    parse_clock,
    parse_number,
    parse_report,
    parse_side,
)
from opentafl_engine.dialects.text import printable
from opentafl_engine.errors import NotationError, TaflError
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.search import MAX_LINES, Limits, Result
from opentafl_engine.session import Game
from opentafl_engine.timeman import DEFAULT_MOVETIME, DEFAULT_OVERHEAD, Budget, Timekeeper, budget
from opentafl_engine.types import Quirk, Side

_DUMP = re.compile(r"\s*dump[ \t]*-?[0-9]*[ \t]*")
_LONGEST_ANALYSIS = 24 * 60 * 60 * 1000


class Settings(NamedTuple):
    """What the command line may change; times in milliseconds, ``depth`` in plies.

    With ``depth`` or ``nodes`` every search ends there, whatever the clock says.
    """

    semantics: str = "opentafl"
    overhead: int = DEFAULT_OVERHEAD
    movetime: int = DEFAULT_MOVETIME
    depth: int | None = None
    nodes: int | None = None


DEFAULTS = Settings()


class _Question(NamedTuple):
    """A ``play`` (with the moves that may answer it) or an ``analyze`` (without) not yet answered."""

    side: Side
    moves: tuple[Move, ...] = ()


class Otep(Dialect):
    """One OTEP conversation, from the ``rules`` line to ``goodbye``."""

    def __init__(self, settings: Settings = DEFAULTS) -> None:
        self._settings = settings
        self._game: Game | None = None
        self._viewed: tuple[str | None, Side | None] = (None, None)
        self._view_is_for_play = False
        self._reported = False
        self._time = Timekeeper()
        self._sent: Move | None = None
        self._refused: dict[tuple[str, Side], set[Move]] = {}
        self._questions: dict[int, _Question] = {}
        self._token = 0
        self._leaving = False
        self._verbs: dict[str, Callable[[str], list[Action]]] = {
            "rules": self._rules,
            "move": self._move,
            "opponent-move": self._opponent_move,
            "error": self._error,
            "clock": self._clock,
            "play": self._play,
            "analyze": self._analyze,
            "position": self._position,
            "side": self._side,
            "finish": self._finish,
            "goodbye": lambda _: [*self._cancel(), Quit()],
            "simple-moves": lambda _: [],
        }

    def feed(self, line: str) -> list[Action]:
        """Take one line of the host's. A bad one changes nothing and earns at most a ``status``."""
        # The host ends `dump N` with no newline, so the next command may stand behind it.
        while dump := _DUMP.match(line):
            line = line[dump.end() :]
        verb, _, rest = line.strip().partition(" ")
        if not verb:
            return []
        act = self._verbs.get(verb)
        if act is None:
            return [_status(f"unknown command {verb}", error=True)]
        try:
            return act(rest.strip())
        except TaflError as error:
            return [_status(f"{verb}: {error}", error=True)]

    def at_end(self) -> list[Action]:
        """The host is gone, or its script has ended: what is asked is answered at once."""
        self._leaving = True
        if not self._questions:
            return [Quit()]
        return [Stop(token) for token in self._questions]

    def on_done(self, token: int, result: Result) -> list[Action]:
        """Answer the question behind a search, unless it was withdrawn in the meantime."""
        question = self._questions.pop(token, None)
        if question is None:
            return []
        if question.moves:
            self._time.spent(question.side, result.time_ms)
            found = result.move if result.move in question.moves else question.moves[0]
            return self._answer(self._send_move(found))
        return self._answer(Send(analysis_line(result.lines, question.side)))

    def on_failure(self, token: int, error: Exception) -> list[Action]:
        """Play on with any move, rather than leave the host waiting."""
        question = self._questions.pop(token, None)
        if question is None:
            return []
        if question.moves:
            return self._answer(self._send_move(question.moves[0]))
        return self._answer(_status(f"the analysis failed: {error}"))

    def on_fault(self, error: Exception) -> list[Action]:
        """Say so; whatever the line was, the host repeats what it needs."""
        return [_status(f"line ignored: {error}", error=True)]

    def _answer(self, answer: Action) -> list[Action]:
        return [answer, Quit()] if self._leaving and not self._questions else [answer]

    def _rules(self, rest: str) -> list[Action]:
        # A host that sends two speed limits enforces them, whatever its parser makes of them.
        game = Game(Rules.parse(rest, self._settings.semantics, without=Quirk.SPEED_LISTS_IGNORED))
        actions = self._cancel()
        self._game = game
        self._reported = False
        self._forget_view()
        self._time = Timekeeper()
        self._refused = {}
        self._sent = None
        return [*actions, Clear()]

    def _move(self, rest: str) -> list[Action]:
        _, record = parse_report(rest)
        return self._report(record, ())

    def _opponent_move(self, rest: str) -> list[Action]:
        moves, record = parse_report(rest)
        return self._report(record, moves)

    def _report(self, record: str, moves: tuple[Move, ...]) -> list[Action]:
        """The game stands at ``record``; nothing that was asked before still holds."""
        own = () if self._sent is None else (self._sent,)
        self._need_game().follow(record, (moves, own, own + moves))
        self._sent = None
        self._reported = True
        self._forget_view()
        return self._cancel()

    def _finish(self, _rest: str) -> list[Action]:
        self._reported = False
        return self._cancel()

    def _error(self, rest: str) -> list[Action]:
        parse_number(rest)
        if self._sent is not None:
            game = self._need_game()
            self._refused.setdefault((game.board.position(), game.board.turn), set()).add(self._sent)
            self._sent = None
        self._forget_view()
        return []

    def _clock(self, rest: str) -> list[Action]:
        self._time.tell(parse_clock(rest))
        return []

    def _play(self, rest: str) -> list[Action]:
        side = parse_side(rest)
        game = self._need_game()
        if any(question.moves and question.side == side for question in self._questions.values()):
            return []
        actions = self._cancel()
        record, _ = self._viewed
        if record is not None and self._view_is_for_play:
            game.set_up(record, side)
            self._forget_view()
        moves = game.moves_for(side)
        if not moves:
            return [*actions, _status(f"{side} have no legal move")]
        refused = self._refused.get((game.board.position(), side), set())
        left = tuple(move for move in moves if move not in refused)
        if not left:
            return [*actions, Send("error -1 every legal move was refused")]
        if len(left) == 1:
            return [*actions, self._send_move(left[0])]
        only = () if len(left) == len(game.board.legal_moves) else left
        return [*actions, self._ask(game.board, self._play_limits(side, only), _Question(side, left))]

    def _play_limits(self, side: Side, only: tuple[Move, ...]) -> Limits:
        fixed = self._fixed()
        if fixed is not None:
            return replace(fixed, searchmoves=only)
        clock = self._time.clock(side)
        movetime = self._settings.movetime
        time = Budget(movetime, movetime) if clock is None else budget(clock, self._settings.overhead)
        return Limits(movetime=time.hard, soft_time=time.soft, searchmoves=only)

    def _fixed(self) -> Limits | None:
        """The limits of every search, where there are some that no clock changes."""
        depth, nodes = self._settings.depth, self._settings.nodes
        return None if depth is None and nodes is None else Limits(depth=depth, nodes=nodes)

    def _analyze(self, rest: str) -> list[Action]:
        words = rest.split()
        if len(words) != 2:
            raise NotationError("expected a number of moves and of seconds", token=rest)
        count, seconds = (parse_number(word) for word in words)
        board = self._need_game().view(*self._viewed)
        moves = len(board.legal_moves)
        if not moves:
            return [_status(f"{board.turn} have no legal move")]
        movetime = min(_LONGEST_ANALYSIS, max(1, int(seconds * 1000)))
        limits = self._fixed() or Limits(movetime=movetime)
        limits = replace(limits, multipv=min(moves, MAX_LINES, max(1, int(count))))
        return [self._ask(board, limits, _Question(board.turn))]

    def _position(self, rest: str) -> list[Action]:
        self._look(rest, self._viewed[1])
        return []

    def _side(self, rest: str) -> list[Action]:
        self._look(self._viewed[0], parse_side(rest))
        return []

    def _look(self, record: str | None, side: Side | None) -> None:
        """Look at another position; in a game that goes on the user only browses."""
        self._need_game().view(record, side)
        owed = any(question.moves for question in self._questions.values())
        self._view_is_for_play = not owed and self._sent is None and not self._reported
        self._viewed = (record, side)

    def _forget_view(self) -> None:
        self._viewed = (None, None)

    def _ask(self, board: Board, limits: Limits, question: _Question) -> Start:
        self._token += 1
        self._questions[self._token] = question
        return Start(self._token, board.copy(), limits)

    def _cancel(self) -> list[Action]:
        """Withdraw every question: its search ends and its result is dropped."""
        actions: list[Action] = [Stop(token) for token in self._questions]
        self._questions = {}
        return actions

    def _send_move(self, move: Move) -> Send:
        self._sent = move
        return Send(f"move {move}")

    def _need_game(self) -> Game:
        if self._game is None:
            raise NotationError("no rules yet")
        return self._game


def _status(text: str, *, error: bool = False) -> Send:
    return Send(f"status {printable(text)}", error)
