"""UCI and UGI over a pipe, against the pure machine.

The machine is fed the same lines, and its searches end at once. All that is no report of a search or
a count must come out of the process in the same words and order, whatever ran meanwhile; and each
``go`` must bring one ``bestmove`` that is legal where the machine would have searched.
"""

from __future__ import annotations

from collections import deque
from random import Random

import opentafl_engine as tafl
from opentafl_engine.dialects.base import Action, Configure, Send, Start, Task
from opentafl_engine.dialects.uci import Uci
from opentafl_engine.dialects.ugi import Ugi
from opentafl_engine.errors import TaflError
from opentafl_engine.search import Info, Result
from opentafl_engine.server import MAX_LINE

from ..fuzz import forms
from ..fuzz.targets import Seeds
from ..fuzz.uci_lines import UciLines
from .wire import FaultError, Tally, Wire

_ARGUMENTS = ((), (), ("--threads", "2"), ("--net", "x"), ("--variant", "brandub", "--hash", "1"))
_SETTINGS = {"--threads": "Threads", "--variant": "UCI_Variant", "--hash": "Hash"}
_LAST = ("", "stop", "go infinite", "go depth 2", "go ponder depth 1", "go nodes 500", "perft 1")
_MUCH = 1 << 20


class UciTalk:
    """The life of one engine process."""

    kind: type[Uci] = Uci
    verbs: tuple[str, ...] = (
        "d", "debug", "eval", "flip", "go", "help", "isready", "moves", "perft", "ponderhit", "position",
        "register", "result", "rules", "setoption", "stop", "uci", "ucinewgame",
    )  # fmt: skip
    """What every long talk must have said to some effect."""

    def __init__(self, random: Random, dialect: str, seeds: Seeds, tally: Tally) -> None:
        self.random = random
        self.tally = tally
        self.lines = UciLines(seeds, ugi=self.kind is Ugi)
        self.expected: deque[str] = deque()
        self.asked: deque[Start | None] = deque()
        self._started: Start | None = None
        self._pv = ""
        self._refused = False
        arguments = random.choice(_ARGUMENTS)
        self.wire = Wire(dialect, arguments, tally)
        self.machine = self.kind(arguments if "--net" in arguments else ())
        for name, value in zip(arguments[::2], arguments[1::2], strict=True):
            if name in _SETTINGS:
                self.machine.set_option(_SETTINGS[name], value)
                self.lines.heard(f"setoption name {_SETTINGS[name]} value {value}")

    def run(self, lines: int) -> None:
        """Say so many lines and take leave. Raises ``FaultError``."""
        end = self.tally.lines + lines
        with self.wire:
            while self.tally.lines < end:
                for _ in range(min(self.random.randint(10, 60), end - self.tally.lines)):
                    self._say(self.lines.make(self.random))
                settled = self.random.random() < 0.7
                if settled:
                    self._say_line("stop")
                self._say_line("isready")
                self._catch_up(settled=settled)
            self._leave()

    def _leave(self) -> None:
        """End in one of the ways that a conversation may end."""
        self._say_line("stop")
        self._catch_up(settled=True)
        self._say_line(self.random.choice(_LAST))
        if self.random.random() < 0.3:
            self.wire.send("quit")
            self.wire.expect_end()
            self.tally.asked -= len(self.asked)  # nothing is owed any more
            return
        self._do(self.machine.at_end())
        self.wire.end_input()
        for line in self.wire.expect_end():
            self._judge(line)
        if self.expected or self.asked:
            raise FaultError(f"left without an answer: {self.expected or 'no bestmove'}")

    def _say(self, text: str) -> None:
        for line in text.split("\n"):
            end = "\r\n" if self.random.random() < 0.1 else "\n"
            cut = self.random.randint(0, len(line)) if self.random.random() < 0.05 else 0
            self._say_line(line, end, cut)

    def _say_line(self, line: str, end: str = "\n", cut: int = 0) -> None:
        """Tell the machine and the process; what the machine answers is expected of the process."""
        data = (line + end).encode().removesuffix(b"\n")
        self._refused = False
        if len(data) > MAX_LINE:
            self._do(self.machine.on_fault(TaflError(f"a line of more than {MAX_LINE} bytes")))
        else:
            text = data.removesuffix(b"\r").decode("ascii", "replace")
            self.lines.heard(text)
            self._do(self.machine.feed(text))
            self.tally.verbs[text.strip().partition(" ")[0]] += not self._refused
        self.tally.errors += self._refused
        self.wire.send(line, end=end, cut=cut)

    def _do(self, actions: list[Action]) -> None:
        waiting: list[Start | Task] = []
        for action in actions:
            if isinstance(action, Send):
                self._expect(action)
            elif isinstance(action, Start | Task):
                waiting.append(action)
                if isinstance(action, Start):
                    self._started = action
            elif isinstance(action, Configure) and (action.hash_mb or 0) > _MUCH:
                error = MemoryError(f"no memory for a table of {action.hash_mb} MiB")
                self._do(self.machine.on_refused(action, error))
        for task in waiting:
            if isinstance(task, Start):
                self._do(self.machine.on_done(task.token, _any_result(task)))
            else:
                self._do(self.machine.on_finished(task.token))

    def _expect(self, said: Send) -> None:
        self._refused |= said.error
        if said.line.startswith("bestmove"):
            self.asked.append(self._started)
            self._started = None
            self.tally.asked += 1
        else:
            self.expected.append(said.line)

    def _catch_up(self, *, settled: bool) -> None:
        """Hear what was said up to the latest line, and every ``bestmove`` if a ``stop`` was sent."""
        while self.expected or (settled and self.asked):
            self._judge(self.wire.hear())

    def _judge(self, line: str) -> None:
        found = forms.SEARCH_LINE.fullmatch(line)
        if found is None:
            wanted = self.expected[0] if self.expected else None
            if line == wanted:
                self.expected.popleft()
            elif forms.TASK_LINE.fullmatch(line) is None:
                raise FaultError(f"expected {wanted!r}, not {line!r}")
        elif line.startswith("bestmove"):
            self._judge_move(line.split())
        elif found["pv"] and " multipv 1 " in line:
            self._pv = found["pv"].split()[0]

    def _judge_move(self, words: list[str]) -> None:
        if not self.asked:
            raise FaultError("a bestmove that nobody asked for")
        start = self.asked.popleft()
        self.tally.answered += 1
        first, self._pv = self._pv, ""
        if start is None or words[1] == "(none)":
            if start is not None or words[1] != "(none)":
                raise FaultError(f"expected {'a move' if start else 'no move'}")
            return
        move = tafl.Move.parse(words[1])
        if move not in (start.limits.searchmoves or start.board.legal_moves):
            raise FaultError(f"{move} is not legal on {start.board.position()} for the {start.board.turn}")
        if first and words[1] != first:
            raise FaultError(f"the last line began with {first}")
        if len(words) > 2 and self.kind is Ugi:
            raise FaultError("UGI names no ponder move")


class UgiTalk(UciTalk):
    """The same, asked for more."""

    kind = Ugi
    verbs = (*UciTalk.verbs, "query", "ugi", "uginewgame")


def _any_result(start: Start) -> Result:
    """What a search would find that takes no thought."""
    move = next(iter(start.limits.searchmoves or start.board.legal_moves))
    line = Info(
        depth=1, seldepth=1, multipv=1, score=0, mate=None, nodes=1, time_ms=1, nps=1, hashfull=0, pv=(move,)
    )
    return Result(move=move, ponder=None, lines=(line,), nodes=1, time_ms=1, depth=1)
