"""HTP over a pipe, against the pure machine: every reply, word for word and in its turn.

The machine is fed the same lines; the moves that the process finds are the results of its searches.
"""

from __future__ import annotations

import re
from collections import deque
from random import Random

import opentafl_engine as tafl
from opentafl_engine.dialects.base import Action, Send, Start
from opentafl_engine.dialects.htp import Htp
from opentafl_engine.dialects.htp_text import parse_square
from opentafl_engine.errors import TaflError
from opentafl_engine.search import Result
from opentafl_engine.server import MAX_LINE

from ..fuzz.htp_lines import HtpLines
from ..fuzz.targets import Seeds
from .wire import FaultError, Tally, Wire

_MOVE = re.compile(r"= play (attacker|defender) (\S+) (\S+)( .*)?")
_ARGUMENTS = (("--nodes", "300"), ("--depth", "2"), ("--nodes", "50", "--hash", "1"))


class HtpTalk:
    """The life of one engine process."""

    verbs = (
        "board_size", "final_status", "first_move", "generate_move", "known_command", "list_commands",
        "name", "play", "play_from", "play_to", "play_undo", "protocol_version", "show_board",
        "time_settings", "version",
    )  # fmt: skip
    """What every long talk must have said to some effect."""

    def __init__(self, random: Random, dialect: str, _seeds: Seeds, tally: Tally) -> None:
        self.random = random
        self.tally = tally
        self.lines = HtpLines()
        self.expected: deque[str] = deque()
        self.asked: Start | None = None
        self.machine = Htp()
        self.wire = Wire(dialect, random.choice(_ARGUMENTS), tally)

    def run(self, lines: int) -> None:
        """Say so many lines and take leave. Raises ``FaultError``."""
        end = self.tally.lines + lines
        with self.wire:
            while self.tally.lines < end:
                self._say(self.lines.make(self.random))
                if self.asked is None or self.random.random() < 0.8:
                    self._catch_up()
            self._say_line("generate_move")
            if self.random.random() < 0.5:
                self._catch_up()
                self._say_line("quit")
                self._catch_up()
            else:
                self.wire.end_input()
                self._catch_up()
            self.wire.expect_end()

    def _say(self, text: str) -> None:
        for line in text.split("\n"):
            if line.split()[:1] != ["quit"]:
                self._say_line(line, "\r\n" if self.random.random() < 0.1 else "\n")

    def _say_line(self, line: str, end: str = "\n") -> None:
        """Tell the machine and the process."""
        data = line.encode() + end[:-1].encode()
        text = data.removesuffix(b"\r").decode("ascii", "replace")
        busy = self.asked is not None
        too_long = len(data) > MAX_LINE
        error = TaflError(f"a line of more than {MAX_LINE} bytes")
        actions = self.machine.on_fault(error) if too_long else self.machine.feed(text)
        self.wire.send(line, end=end)
        refused = any(isinstance(action, Send) and action.error for action in actions)
        self.tally.errors += refused
        if busy:
            self.lines.lost = True  # what is said now is done later
        elif not refused and not too_long:
            self.tally.verbs[next(iter(text.split()), "")] += 1
            self.lines.heard(text)
        self._do(actions)

    def _do(self, actions: list[Action]) -> None:
        for action in actions:
            if isinstance(action, Send):
                self.expected.append(action.line)
            elif isinstance(action, Start):
                self.asked = action
                self.tally.asked += 1

    def _catch_up(self) -> None:
        """Hear every reply that is due; a move that was found sets the machine free to go on."""
        while self.expected or self.asked is not None:
            line = self.wire.hear()
            if not self.expected:
                self._take_move(line)
            elif line != (wanted := self.expected.popleft()):
                raise FaultError(f"expected {wanted!r}, not {line!r}")

    def _take_move(self, line: str) -> None:
        start, self.asked = self.asked, None
        assert start is not None
        found = _MOVE.fullmatch(line)
        if found is None:
            raise FaultError(f"expected a move, not {line!r}")
        move = tafl.Move(*(parse_square(word, start.board.dim) for word in found.groups()[1:3]))
        if move not in start.board.legal_moves:
            raise FaultError(f"{move} is not legal on {start.board.position()} for the {start.board.turn}")
        self.lines.follow(move)
        self.tally.answered += 1
        result = Result(move=move, ponder=None, lines=(), nodes=1, time_ms=1, depth=1)
        self._do(self.machine.on_done(start.token, result))
        if self.expected.popleft() != line:
            raise FaultError(f"expected other captures than {line!r}")
