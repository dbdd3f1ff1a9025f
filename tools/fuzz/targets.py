"""What is fuzzed: each target makes an input, feeds it, and plays on with what was accepted."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Protocol

import opentafl_engine as tafl
from opentafl_engine.core import lib
from opentafl_engine.errors import TaflError

from . import mutate

POOL = 64
"""How many accepted rules are kept as seeds for the next inputs."""
SEARCHED = 0.1
"""Share of the played positions that are searched as well."""
SEARCHER = tafl.Searcher(hash_mb=1)


class Target(Protocol):
    """One kind of input."""

    def make(self, random: Random) -> str:
        """A new input."""

    def feed(self, random: Random, text: str) -> int | None:
        """Plies played with the input, or None if it was refused (with a ``TaflError``)."""


@dataclass
class Seeds:
    """Rules strings that were accepted, and their rules."""

    texts: list[str]
    rules: list[tafl.Rules] = field(default_factory=list)

    def add(self, random: Random, text: str, rules: tafl.Rules) -> None:
        """Keep accepted rules, in the place of others when there are many."""
        if len(self.rules) < POOL:
            self.texts.append(text)
            self.rules.append(rules)
        elif random.random() < 0.02:
            at = random.randrange(POOL)
            self.texts[at], self.rules[at] = text, rules


def play_on(random: Random, board: tafl.Board, plies: int) -> int:
    """Play random moves, check what must always hold, and take everything back."""
    before = state_of(board)
    if random.random() < SEARCHED:
        search(random, board)
    played = 0
    while played < plies and (moves := list(board.legal_moves)):
        move = random.choice(moves)
        captured = board.captures(move)
        assert move.from_square not in captured
        board.push(move)
        assert lib.tafl_board_ok(board.core.handle)
        played += 1
    for _ in range(played):
        board.pop()
    assert state_of(board) == before
    return played


def search(random: Random, board: tafl.Board) -> None:
    """A short search, stopped anywhere, ends with a legal move if there is one."""
    limits = tafl.Limits(nodes=random.randint(1, 400), multipv=random.choice((1, 1, 3)))
    result = SEARCHER.search(board, limits)
    moves = list(board.legal_moves)
    assert result.move in moves if moves else result.move is None


def state_of(board: tafl.Board) -> tuple[str, int, tafl.Side, int]:
    """What a refused move must not change, and taking back must restore."""
    return board.position(), board.search_key(), board.turn, board.ply


class RulesTarget:
    """Rules strings in both semantics."""

    def __init__(self, seeds: Seeds) -> None:
        self.seeds = seeds

    def make(self, random: Random) -> str:
        """A seed with some tokens changed; one in five is damaged as well."""
        text = mutate.rules(random, random.choice(self.seeds.texts))
        return mutate.characters(random, text) if random.random() < 0.2 else text

    def feed(self, random: Random, text: str) -> int | None:
        """Parse, write back, play."""
        semantics = random.choice(("spec", "opentafl"))
        try:
            rules = tafl.Rules.parse(text, semantics)
            board = tafl.Board(rules)
        except TaflError:
            return None
        if random.random() < 0.05:
            assert tafl.Rules.parse(rules.to_otn(), semantics) == rules
            rules.describe()
            tafl.Rules.parse(rules.to_otn(target="opentafl")[0], "opentafl")
        self.seeds.add(random, text, rules)
        return play_on(random, board, 6)


class PositionTarget:
    """Position records under rules that were accepted."""

    def __init__(self, seeds: Seeds) -> None:
        self.seeds = seeds
        self.rules = seeds.rules[0]

    def make(self, random: Random) -> str:
        """The start with pieces moved about; one in five is damaged as well."""
        self.rules = random.choice(self.seeds.rules)
        text = mutate.position(random, self.rules.start)
        return mutate.characters(random, text) if random.random() < 0.2 else text

    def feed(self, random: Random, text: str) -> int | None:
        """Set up, read back, play."""
        turn = random.choice((tafl.ATTACKERS, tafl.DEFENDERS))
        try:
            board = tafl.Board(self.rules, position=text, turn=turn)
        except TaflError:
            return None
        again = tafl.Board(self.rules, position=board.position(), turn=turn)
        assert again.key() == board.key()
        return play_on(random, board, 4)


class MoveTarget:
    """Texts of moves, pushed on boards in the middle of games."""

    def __init__(self, seeds: Seeds) -> None:
        self.seeds = seeds
        self.board = tafl.Board(seeds.rules[0])

    def make(self, random: Random) -> str:
        """A legal move in some form, or something like it."""
        if self.board.ply > 100 or random.random() < 0.02 or not len(self.board.legal_moves):
            self.board = tafl.Board(random.choice(self.seeds.rules))
        moves = list(self.board.legal_moves)
        text = str(random.choice(moves)) if moves else "a1-a2"
        text = mutate.move(random, text, self.board.dim)
        return mutate.characters(random, text) if random.random() < 0.2 else text

    def feed(self, random: Random, text: str) -> int | None:
        """Push; a refused move must leave the board as it was."""
        before = state_of(self.board)
        try:
            self.board.push(text)
        except TaflError:
            assert state_of(self.board) == before
            return None
        return 1 + play_on(random, self.board, 1)
