"""Conversations recorded with OpenTafl 0.4.8.0b as the host, fed to the dialect and to the program.

The files hold what the host sent. What follows a move in them answers the move that was played
then, so only the position records say where the game stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from opentafl_engine.board import Board
from opentafl_engine.rules import Rules
from opentafl_engine.types import Side
from tests.otep_machine import Machine, assert_harmless

FILES = sorted((Path(__file__).parent / "data" / "otep").glob("*.in"))


def lives(path: Path) -> Iterator[list[str]]:
    """The host's lines, for each engine process that it started."""
    lines: list[str] = []
    for line in path.read_text(encoding="ascii").splitlines():
        lines.append(line)
        if line == "goodbye":
            yield lines
            lines = []
    if lines:
        yield lines


class Referee:
    """Knows from the host's lines which position is asked about, and judges the answers."""

    def __init__(self) -> None:
        self.asked = 0
        self._rules = ""
        self._game = ""
        self._shown = ""
        self._side: Side | None = None
        self._refused: dict[tuple[str, Side], set[str]] = {}
        self._last: tuple[tuple[str, Side], str] | None = None

    def hear(self, line: str) -> None:
        """Follow what the host says."""
        verb, _, rest = line.partition(" ")
        if verb == "rules":
            self._rules = rest
            self._game = self._shown = rest[rest.index("start:") + 6 :]
        elif verb in ("move", "opponent-move"):
            self._game = self._shown = rest.split()[-1]
        elif verb == "position":
            self._shown = rest
        elif verb == "side":
            self._side = Side[rest.upper()]
        elif verb == "error" and self._last is not None:
            key, move = self._last
            self._refused.setdefault(key, set()).add(move)

    def judge(self, line: str, answer: list[str]) -> None:
        """The answer to `play` or `analyze` is one line of the right kind, and legal."""
        self.asked += 1
        assert len(answer) == 1, line
        assert_harmless(answer[0])
        words = line.split()
        if words[0] == "play":
            side = Side[words[1].upper()]
            verb, move = answer[0].split(" ")
            assert verb == "move"
            assert move in self._legal(self._game, side)
            assert move not in self._refused.get((self._game, side), set())
            self._last = ((self._game, side), move)
        else:
            entries = answer[0].split(" ")
            assert entries[:2] == ["analysis", words[1]]
            assert self._side is not None
            assert {entry.split("|")[0] for entry in entries[2::2]} <= self._legal(self._shown, self._side)

    def _legal(self, record: str, side: Side) -> set[str]:
        board = Board(Rules.parse(self._rules, "opentafl"), position=record, turn=side)
        return {str(move) for move in board.legal_moves}


def is_question(line: str) -> bool:
    """Whether a line of the host's wants an answer."""
    return line.startswith(("play ", "analyze "))


def test_there_are_conversations() -> None:
    """The recorded conversations are there."""
    assert len(FILES) == 6


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_step_by_step(path: Path) -> None:
    """Each question is answered, legally for the position that was sent; nothing else is said."""
    for lines in lives(path):
        machine, referee = Machine(), Referee()
        for line in lines:
            referee.hear(line)
            answer = machine.ask(line)
            if is_question(line):
                referee.judge(line, answer)
            else:
                assert answer == []
        assert referee.asked == sum(map(is_question, lines))
        assert machine.quit == (lines[-1] == "goodbye")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_history_is_kept(path: Path) -> None:
    """Whatever the lists of moves say, no game in these conversations loses its history."""
    for lines in lives(path):
        machine = Machine()
        plies = 0
        for line in lines:
            machine.ask(line)
            if line.startswith("finish"):
                break
            if line.startswith(("move ", "opponent-move ")):
                machine.tell("analyze 1 1")
                reached = machine.running[-1].board.ply
                machine.finish()
                assert reached >= plies
                plies = reached


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_all_at_once(path: Path) -> None:
    """Fed without waiting for any answer, the dialect says nothing that could hurt, and lives."""
    for lines in lives(path):
        machine = Machine()
        machine.tell(*lines)
        machine.end()
        answers = machine.finish()
        assert len(answers) == (1 if is_question(lines[-1]) else 0)
        assert machine.quit
