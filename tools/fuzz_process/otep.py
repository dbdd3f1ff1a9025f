"""OTEP over a pipe, against the pure machine.

Mostly the host waits for its answers, and then the machine, which is fed the same lines and the moves
that the process found, says word for word what else must come. Now and then the host talks on while
a search runs; then only forms and numbers can be checked, and a new game brings both together again.
"""

from __future__ import annotations

from collections import deque
from random import Random

import opentafl_engine as tafl
from opentafl_engine.dialects.base import Action, Quit, Send, Start
from opentafl_engine.dialects.otep import Otep, Settings
from opentafl_engine.errors import TaflError
from opentafl_engine.search import Info, Result
from opentafl_engine.server import MAX_LINE

from ..fuzz.otep import OtepLines
from ..fuzz.targets import Seeds
from ..fuzz.uci_lines import nonsense
from .wire import FaultError, Tally, Wire

_MARK = "marker"
_MARKED = f"status unknown command {_MARK}"
_TALKS_ON = 0.02
_MOVETIME = 3
_PATIENCE_MS = 60
"""A search that may take longer is not waited for."""


class _QuickLines(OtepLines):
    """A host that is in a hurry, most of the time."""

    def _clock(self, random: Random) -> str:
        if random.random() < 0.1:
            return super()._clock(random)
        left = (f"{random.choice((0, 1, 99, 200))}{random.choice(('', '*'))}" for _ in range(2))
        return f"clock {' '.join(left)} {random.choice(('0', '0.05'))} {random.randint(0, 2)} 1 "

    def _analyze(self, random: Random) -> str:
        if random.random() < 0.1:
            return super()._analyze(random)
        return f"analyze {random.randint(-1, 9)} 0.00{random.randint(0, 9)}"


class OtepTalk:
    """The life of one engine process."""

    verbs = (
        "analyze", "clock", "error", "finish", "goodbye", "move", "opponent-move", "play", "position",
        "rules", "side", "simple-moves",
    )  # fmt: skip
    """What every long talk must have said to some effect."""

    def __init__(self, random: Random, dialect: str, seeds: Seeds, tally: Tally) -> None:
        self.random = random
        self.tally = tally
        self.lines = _QuickLines(seeds)
        self.expected: deque[str] = deque(["hello"])
        self.asked: Start | None = None
        self.machine = Otep(Settings(movetime=_MOVETIME))
        self.left = False
        self.wire = Wire(dialect, ("--movetime", str(_MOVETIME), "--hash", "2"), tally)

    def run(self, lines: int) -> None:
        """Say so many lines and take leave, or be told to go before. Raises ``FaultError``."""
        end = self.tally.lines + lines
        with self.wire:
            self._new_game()
            while self.tally.lines < end and not self.left:
                if self.random.random() < _TALKS_ON:
                    self._talk_on()
                    self._new_game()
                else:
                    self._say(self._line())
            if not self.left:
                self._say_line(self.random.choice(("finish 0", f"play {self.lines.board.turn}")))
                self.wire.end_input()
            elif self.wire.expect_end():
                raise FaultError("words after goodbye")
            self.wire.expect_end()

    def _line(self) -> str:
        return nonsense(self.random) if self.random.random() < 0.01 else self.lines.make(self.random)

    def _new_game(self) -> None:
        """Rules that the machine takes; whatever was before, it does not matter any more."""
        while True:
            line = self.lines.rules(self.random)
            if not any(isinstance(action, Send) for action in Otep().feed(line)):
                break
        self._say_line(line)

    def _talk_on(self) -> None:
        """Say much without listening, then withdraw it all: at most one answer for each question."""
        asked = answers = 0
        for _ in range(self.random.randint(2, 15)):
            line = self._line().replace("\n", " ")
            if "goodbye" not in line:
                asked += "play" in line or "analyze" in line
                self.wire.send(line)
        self.wire.send("finish 0")
        self.wire.send(_MARK)
        while (line := self.wire.hear()) != _MARKED:
            answers += line.startswith(("move", "analysis", "error"))
        if answers > asked:
            raise FaultError(f"{answers} answers to {asked} questions")

    def _say(self, text: str) -> None:
        for line in text.split("\n"):
            self._say_line(line, "\r\n" if self.random.random() < 0.1 else "\n")

    def _say_line(self, line: str, end: str = "\n") -> None:
        """Tell the machine and the process, and hear what the machine answers and what was found."""
        if self.left:
            return
        data = line.encode() + end[:-1].encode()
        text = data.removesuffix(b"\r").decode("ascii", "replace")
        too_long = len(data) > MAX_LINE
        error = TaflError(f"a line of more than {MAX_LINE} bytes")
        actions = self.machine.on_fault(error) if too_long else self.machine.feed(text)
        refused = any(isinstance(action, Send) and action.error for action in actions)
        self.tally.errors += refused
        self.tally.verbs[text.strip().partition(" ")[0]] += not refused
        self.wire.send(line, end=end)
        self._do(actions)
        self._listen()

    def _do(self, actions: list[Action]) -> None:
        for action in actions:
            if isinstance(action, Send):
                self.expected.append(action.line)
                if action.line.startswith("move"):
                    self.lines.follow(action.line.removeprefix("move "))
            elif isinstance(action, Start):
                self.asked = action
                self.tally.asked += 1
            self.left |= isinstance(action, Quit)

    def _listen(self) -> None:
        """Everything that is expected comes, and then an answer, if there is a question."""
        if self.left:
            return
        while self.expected:
            wanted, line = self.expected.popleft(), self.wire.hear()
            if line != wanted:
                raise FaultError(f"expected {wanted!r}, not {line!r}")
        start, self.asked = self.asked, None
        if start is None:
            return
        if (start.limits.movetime or 0) > _PATIENCE_MS:
            self.tally.asked -= 1  # the host loses its patience and takes it all back
            self._withdraw()
            return
        line = self.wire.hear()
        self.tally.answered += 1
        verb, *words = line.split()
        is_play = start.limits.soft_time is not None
        if verb != ("move" if is_play else "analysis"):
            raise FaultError(f"expected an answer, not {line!r}")
        move = tafl.Move.parse(words[0] if is_play else words[1].partition("|")[0])
        if move not in (start.limits.searchmoves or start.board.legal_moves):
            raise FaultError(f"{move} is not legal on {start.board.position()} for the {start.board.turn}")
        said = self.machine.on_done(start.token, _found(move))
        if is_play:
            self._do(said)
            if self.expected.pop() != line:
                raise FaultError(f"expected another form than {line!r}")

    def _withdraw(self) -> None:
        self.wire.send("finish 0")
        self.wire.send(_MARK)
        answers = list(iter(self.wire.hear, _MARKED))
        if len(answers) > 1:
            raise FaultError("two answers to one question")
        self._new_game()


def _found(move: tafl.Move) -> Result:
    """The result of a search that found this move."""
    line = Info(
        depth=1, seldepth=1, multipv=1, score=0, mate=None, nodes=1, time_ms=1, nps=1, hashfull=0, pv=(move,)
    )
    return Result(move=move, ponder=None, lines=(line,), nodes=1, time_ms=1, depth=1)
