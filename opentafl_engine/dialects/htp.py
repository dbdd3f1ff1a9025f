"""HTP, the Hnefatafl Text Protocol: every command gets one reply, in the order of the commands.

A line is words with blanks between them; ``#`` and what follows is a comment, and a line without
words gets no reply. A reply is ``= text``; an error is ``? text`` and an empty line. Only
``list_commands`` and ``show_board`` say more than a line: after ``= `` with nothing behind it comes
a line for each command or rank, and none of these begins with ``=`` or ``?``. Where there is nothing
to say the reply is ``= ``, its space included; after each square of a list stands a space, but the
reply to ``generate_move`` ends without one.

What comes while ``generate_move`` searches is kept and answered in its turn, but ``quit`` leaves at
once. When the input ends everything that was asked is answered first. A command with an error
changes nothing. The protocol says nothing of the time that is used: an own move costs its search
and the overhead, the opponent's cost is not known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from opentafl_engine.board import Board
from opentafl_engine.dialects.base import Action, Clear, Dialect, Quit, Start
from opentafl_engine.dialects.htp_clock import Clocks, TimeControl
from opentafl_engine.dialects.htp_text import (
    BOARDS,
    complain,
    parse_role,
    parse_square,
    reply,
    status_of,
    write_role,
    write_square,
    write_squares,
)
from opentafl_engine.errors import IllegalMoveError, NotationError
from opentafl_engine.notation import Move
from opentafl_engine.search import Limits, Result
from opentafl_engine.timeman import DEFAULT_MOVETIME, DEFAULT_OVERHEAD, budget
from opentafl_engine.types import Side
from opentafl_engine.variants import variant
from opentafl_engine.version import NAME, VERSION


class Settings(NamedTuple):
    """What the command line may change: times in milliseconds, ``depth`` in plies.

    With ``depth`` or ``nodes`` every search ends there, whatever the clock says.
    """

    overhead: int = DEFAULT_OVERHEAD
    movetime: int = DEFAULT_MOVETIME
    depth: int | None = None
    nodes: int | None = None


DEFAULTS = Settings()


class _Command(NamedTuple):
    act: Callable[..., list[Action]]
    arguments: str = ""
    counts: tuple[int, ...] = (0,)


class Htp(Dialect):
    """One HTP conversation; it begins with Copenhagen on 11x11 and no clock."""

    def __init__(self, settings: Settings = DEFAULTS) -> None:
        self._settings = settings
        self._board = Board(variant(BOARDS["11"]))
        self._resigned: Side | None = None
        self._clocks = Clocks()
        self._kept: deque[list[str] | Exception] = deque()
        self._asked: int | None = None
        self._token = 0
        self._leaving = False
        self._commands = {
            "board_size": _Command(self._board_size, "7|11|13", (1,)),
            "final_status": _Command(lambda: reply(status_of(self._board, self._resigned))),
            "first_move": _Command(self._first_move, "ROLE", (1,)),
            "generate_move": _Command(self._generate_move, "[ROLE]", (0, 1)),
            "known_command": _Command(lambda word: reply(str(word in self._commands).lower()), "WORD", (1,)),
            "list_commands": _Command(lambda: reply(rows=sorted(self._commands))),
            "name": _Command(lambda: reply(NAME)),
            "play": _Command(self._play, "ROLE FROM TO, or ROLE resigns", (2, 3)),
            "play_from": _Command(self._play_from),
            "play_to": _Command(self._play_to, "ROLE FROM", (2,)),
            "play_undo": _Command(self._play_undo),
            "protocol_version": _Command(lambda: reply("1-beta")),
            "quit": _Command(lambda: [*reply(), Quit()]),
            "show_board": _Command(lambda: reply(rows=str(self._board).splitlines())),
            "time_settings": _Command(self._time_settings, "un-timed, or fischer MINUTES SECONDS", (1, 3)),
            "version": _Command(lambda: reply(VERSION)),
        }

    def feed(self, line: str) -> list[Action]:
        """Take one line; its reply comes at once, or in its turn after the move that is sought."""
        words = line.partition("#")[0].split()
        if not words:
            return []
        if self._asked is not None and words == ["quit"]:
            return [Quit()]
        self._kept.append(words)
        return self._go_on()

    def at_end(self) -> list[Action]:
        """The input has ended: leave when the last command has its reply."""
        self._leaving = True
        return self._go_on()

    def on_done(self, token: int, result: Result) -> list[Action]:
        """Play and send the move that was found, then answer what has come in the meantime."""
        return self._end(token, result.move, result.time_ms)

    def on_failure(self, token: int, error: Exception) -> list[Action]:
        """Play on with any move, rather than leave the host waiting."""
        return self._end(token, None, 0)

    def on_fault(self, error: Exception) -> list[Action]:
        """A line that could not be taken has its reply as well, in its turn."""
        self._kept.append(error)
        return self._go_on()

    def _end(self, token: int, found: Move | None, spent_ms: float) -> list[Action]:
        if token != self._asked:
            return []
        self._asked = None
        return self._try(lambda: self._make(found, spent_ms)) + self._go_on()

    def _go_on(self) -> list[Action]:
        """Answer what is kept, up to a search."""
        actions: list[Action] = []
        while self._kept and self._asked is None:
            actions += self._answer(self._kept.popleft())
        if self._leaving and self._asked is None:
            actions.append(Quit())
        return actions

    def _answer(self, kept: list[str] | Exception) -> list[Action]:
        if isinstance(kept, Exception):
            return complain(str(kept))
        verb, *arguments = kept
        command = self._commands.get(verb)
        if command is None:
            return complain(f"unknown command {verb}")
        if len(arguments) not in command.counts:
            return complain(f"expected {verb} {command.arguments or 'and nothing more'}")
        return self._try(lambda: command.act(*arguments))

    def _try(self, act: Callable[[], list[Action]]) -> list[Action]:
        try:
            return act()
        except Exception as error:  # a fault of ours as well: the host waits for one reply to each command
            return complain(str(error))

    def _board_size(self, size: str) -> list[Action]:
        if size not in BOARDS:
            raise NotationError("expected 7, 11 or 13", token=size)
        return self._begin(Board(variant(BOARDS[size])))

    def _first_move(self, role: str) -> list[Action]:
        return self._begin(Board(self._board.rules, turn=parse_role(role)))

    def _begin(self, board: Board) -> list[Action]:
        self._board = board
        self._resigned = None
        self._clocks.restart()
        return [Clear(), *reply()]

    def _time_settings(self, kind: str, *numbers: str) -> list[Action]:
        if (kind, len(numbers)) not in (("un-timed", 0), ("fischer", 2)):
            raise NotationError("expected un-timed, or fischer and two numbers", token=kind)
        self._clocks = Clocks(TimeControl.parse(*numbers) if numbers else None)
        return reply()

    def _play(self, role: str, start: str, end: str | None = None) -> list[Action]:
        self._need_game()
        side = self._need_turn(role)
        if end is not None:
            dim = self._board.dim
            return reply(self._push(Move(parse_square(start, dim), parse_square(end, dim))))
        if start != "resigns":
            raise NotationError("expected resigns, or two squares", token=start)
        self._resigned = side
        return reply()

    def _push(self, move: Move) -> str:
        captured = self._board.captures(move)
        self._board.push(move)
        return write_squares(captured, self._board.dim)

    def _play_undo(self) -> list[Action]:
        if self._resigned is not None:
            self._resigned = None
        elif self._board.move_stack:
            self._board.pop()
        else:
            raise IllegalMoveError("there is no move to take back")
        return reply()

    def _moves(self) -> list[Move]:
        return [] if self._resigned is not None else list(self._board.legal_moves)

    def _play_from(self) -> list[Action]:
        return reply(write_squares((move.from_square for move in self._moves()), self._board.dim))

    def _play_to(self, role: str, start: str) -> list[Action]:
        side = self._need_turn(role)
        square = parse_square(start, self._board.dim)
        piece = self._board.piece_at(square)
        if piece is None or piece.isupper() != (side == Side.DEFENDERS):
            raise IllegalMoveError(f"the {side} have no piece there", token=start)
        targets = (move.to_square for move in self._moves() if move.from_square == square)
        return reply(write_squares(targets, self._board.dim))

    def _generate_move(self, role: str | None = None) -> list[Action]:
        self._need_game()
        if role is not None:
            self._need_turn(role)
        moves = self._moves()
        if len(moves) == 1:
            return self._make(moves[0], 0)
        self._token += 1
        self._asked = self._token
        return [Start(self._token, self._board.copy(), self._limits())]

    def _limits(self) -> Limits:
        overhead, movetime, depth, nodes = self._settings
        if depth is not None or nodes is not None:
            return Limits(depth=depth, nodes=nodes)
        clock = self._clocks.clock(self._board.turn)
        soft, hard = (movetime, movetime) if clock is None else budget(clock, overhead)
        return Limits(movetime=hard, soft_time=soft)

    def _make(self, found: Move | None, spent_ms: float) -> list[Action]:
        """Play the move that was found, or any if that is none, and say so."""
        side, dim = self._board.turn, self._board.dim
        moves = self._moves()
        move = found if found in moves else moves[0]
        captured = self._push(move)
        self._clocks.spent(side, spent_ms + self._settings.overhead)
        start, end = write_square(move.from_square, dim), write_square(move.to_square, dim)
        return reply(f"play {write_role(side)} {start} {end} {captured}".rstrip())

    def _need_turn(self, role: str) -> Side:
        side = parse_role(role)
        if side != self._board.turn:
            raise IllegalMoveError(f"the {self._board.turn} are to move", token=role)
        return side

    def _need_game(self) -> None:
        outcome = self._board.outcome()
        if self._resigned is not None:
            raise IllegalMoveError(f"the game is over: the {self._resigned} have resigned")
        if outcome is not None:
            raise IllegalMoveError(f"the game is over: {outcome.termination}")
