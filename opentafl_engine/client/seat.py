"""One engine's seat at an OTEP host's table: its process, its clock and what it may say."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence

from opentafl_engine.client.clock import SideClock, TimeControl
from opentafl_engine.client.like_opentafl import lose_split_lines, reason_to_die
from opentafl_engine.client.process import EngineGoneError, EngineProcess, whole_lines
from opentafl_engine.errors import TaflError
from opentafl_engine.notation import Move
from opentafl_engine.types import Side

HELLO_SECONDS = 5.0
SETTLE_SECONDS = 0.5
"""Between ``hello`` and the first turn: engines greet before they have loaded what they need."""

GOODBYE_SECONDS = 5.0
_FINISH = {None: 1, Side.ATTACKERS: 2, Side.DEFENDERS: 3}


class GameOverError(Exception):
    """The game has ended; ``winner`` is None for a draw, ``code`` the one that ``finish`` tells."""

    def __init__(self, reason: str, winner: Side | None, code: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.winner = winner
        self.code = _FINISH[winner] if code is None else code


class Seat:
    """One engine as the host sees it; ``faults`` collects what it does wrong short of losing."""

    def __init__(
        self,
        side: Side,
        command: Sequence[str],
        control: TimeControl | None,
        *,
        move_seconds: float,
        like_opentafl: bool,
    ) -> None:
        self.side = side
        self.clock = None if control is None else SideClock(control)
        self.turn: list[str] = []
        """The moves of this side's latest turn."""
        self.faults: list[str] = []
        self._move_seconds = move_seconds
        self._like_opentafl = like_opentafl
        self._greeted = False
        self._settled = 0.0
        split = lose_split_lines if like_opentafl else whole_lines
        # A pipe that is never read is a failing, too: an engine that fills it up is stopped by it.
        stderr = subprocess.PIPE if like_opentafl else subprocess.DEVNULL
        self.process = EngineProcess(command, split=split, stderr=stderr)

    def tell(self, line: str, end: str = "\n") -> None:
        """Send one line."""
        self.process.send(line, end)

    def greet(self) -> None:
        """Wait for ``hello``, once. Raises ``GameOverError`` if it does not come in time."""
        until = time.monotonic() + HELLO_SECONDS
        while not self._greeted:
            line, at = self._hear(until, "no hello")
            self._greeted = line == "hello"
            self._settled = at + SETTLE_SECONDS

    def ask(self, clock_line: str | None, meanwhile: Sequence[str] = ()) -> Move:
        """Ask for a move; ``meanwhile`` is said while the engine thinks.

        Raises ``GameOverError`` when none comes in time or it cannot be read.
        """
        self._drain()
        if clock_line is not None:
            self.tell(clock_line)
        start = time.monotonic()
        self.tell(f"play {self.side}")
        for line in meanwhile:
            self.tell(line)
        allowed = self._move_seconds if self.clock is None else self.clock.horizon() / 1000
        too_late = "stall" if self.clock is None else "time"
        while True:
            line, at = self._hear(start + allowed, too_late)
            if self.clock is not None and not self.clock.lasts((at - start) * 1000):
                raise GameOverError("time", self.side.opponent, code=0)
            if _is_move(line):
                if self.clock is not None:
                    self.clock.spend((at - start) * 1000)
                return self._read_move(line)

    def ask_set_up(self) -> Move | None:
        """Ask for a move where there may be none; a ``status`` line says so."""
        self._drain()
        self.tell(f"play {self.side}")
        until = time.monotonic() + self._move_seconds
        while True:
            line, _ = self._hear(until, "stall")
            if _is_move(line):
                return self._read_move(line)
            if line.startswith("status "):
                return None

    def analyse_set_up(self, record: str, side: Side) -> str:
        """Ask about a position and return the answer, an ``analysis`` or a ``status``."""
        self._drain()
        for line in (f"position {record}", f"side {side}", "analyze 3 1"):
            self.tell(line)
        until = time.monotonic() + self._move_seconds
        while True:
            line, _ = self._hear(until, "stall", asked="analysis")
            if line.startswith(("analysis ", "status ")):
                return line

    def dismiss(self, code: int) -> None:
        """End the game and the engine; one that does not go is killed later, and that is a fault."""
        for _ in range(2 if self._like_opentafl else 1):
            self.tell(f"finish {code}")
        self.tell("goodbye")
        self.process.end_input()
        status = self.process.wait(GOODBYE_SECONDS)
        if status != 0:
            self.faults.append(f"{self.side}: goodbye ended in {status}")

    def _hear(self, until: float, too_late: str, asked: str = "move") -> tuple[str, float]:
        """The next line that may matter; what ends the game ends it here."""
        try:
            heard = self.process.hear(until)
        except EngineGoneError:
            raise GameOverError("crash", self.side.opponent) from None
        if heard is None or heard.at > until:
            raise GameOverError(too_late, self.side.opponent, code=0 if too_late == "time" else None)
        self._judge(heard.line, asked)
        return heard

    def _judge(self, line: str, asked: str) -> None:
        died = reason_to_die(line) if self._like_opentafl else None
        if died is not None:
            raise GameOverError(f"the host died: {died}", self.side.opponent)
        if line.startswith("error -1"):
            # The real host gives the game to the side that gives up.
            raise GameOverError("gave up", self.side if self._like_opentafl else self.side.opponent)
        if line.split(" ", 1)[0] in {"error", "analysis"} - {asked}:
            self.faults.append(f"{self.side}: {line}")

    def _drain(self) -> None:
        """What has come before the question was not asked for. At first the engine has time to load."""
        for line in self.process.pending(self._settled):
            if line == "hello" and not self._greeted:
                self._greeted = True
            self._judge(line, asked="nothing")
            if _is_move(line):
                self.faults.append(f"{self.side}: unasked {line}")

    def _read_move(self, line: str) -> Move:
        try:
            return Move.parse(line.removeprefix("move").strip())
        except TaflError:
            raise GameOverError("illegal move", self.side.opponent) from None


def _is_move(line: str) -> bool:
    return line.split(" ", 1)[0] == "move"
