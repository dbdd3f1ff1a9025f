"""The words of a ``go`` line, and the limits that they stand for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from opentafl_engine.board import Board
from opentafl_engine.errors import NotationError, TaflError
from opentafl_engine.notation import Move
from opentafl_engine.search import Limits
from opentafl_engine.timeman import Budget, Clock, budget
from opentafl_engine.types import Side

_LONGEST = 10**12
_NUMBERS = {"depth": 1, "nodes": 1, "mate": 1, "movetime": 0, "movestogo": 1, "overtime": 0, "perft": 0}
_FLAGS = ("infinite", "ponder")
_CLOCKS = {"time": "left", "inc": "increment", "overtimes": "periods", "ot": "in_overtime"}
_OWNERS = {"a": Side.ATTACKERS, "b": Side.ATTACKERS, "d": Side.DEFENDERS, "w": Side.DEFENDERS}
_CLOCK_WORDS = {
    owner + word: (side, name)
    for owner, side in _OWNERS.items()
    for word, name in _CLOCKS.items()
    if owner in "ad" or word in ("time", "inc")
}
_PLAYER_WORDS = {f"p{n}{word}": (n, _CLOCKS[word]) for n in (1, 2) for word in ("time", "inc")}
_KEYWORDS = {"searchmoves", *_NUMBERS, *_FLAGS, *_CLOCK_WORDS, *_PLAYER_WORDS}


@dataclass
class Go:
    """What a ``go`` asks for; ``numbers`` has the numbers that were given, by their word.

    ``complaints`` says what was wrong with the line. A number that is missing or none at all counts
    as the least there is, so that nothing that was meant to have a limit runs without.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    clocks: dict[Side, Clock] = field(default_factory=dict)
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[Move, ...] | None = None
    complaints: list[str] = field(default_factory=list)

    @property
    def endless(self) -> bool:
        """Whether only a ``stop`` ends it."""
        return self.infinite or not (
            self.clocks or self.numbers.keys() & {"depth", "nodes", "mate", "movetime"}
        )

    def budget(self, side: Side, overhead: int) -> Budget | None:
        """The limits in time for a side's move, in milliseconds, or None if there are none."""
        if self.infinite or not (self.clocks or "movetime" in self.numbers):
            return None
        movetime = self.numbers.get("movetime")
        if not self.clocks:
            assert movetime is not None
            return Budget(max(1, movetime), max(1, movetime))
        clock = self.clocks.get(side, Clock(0))._replace(period=self.numbers.get("overtime", 0))
        shared = budget(clock, overhead, self.numbers.get("movestogo"))
        return shared if movetime is None else Budget(*(max(1, min(movetime, limit)) for limit in shared))

    def limits(self, time: Budget | None, multipv: int) -> Limits:
        """Everything else that ends the search, and ``time`` where the clock runs already."""
        depth, mate = self.numbers.get("depth"), self.numbers.get("mate")
        if mate is not None:
            # A win in N of the winner's own moves is over after 2N plies at the latest.
            depth = 2 * mate if depth is None else min(depth, 2 * mate)
        limits = Limits(
            depth=depth,
            nodes=self.numbers.get("nodes"),
            multipv=multipv,
            searchmoves=self.searchmoves or (),
            keep_on=multipv > 1 and mate is None,
        )
        return limits if time is None else replace(limits, movetime=time.hard, soft_time=time.soft)


def parse_go(text: str, board: Board) -> Go:
    """Read the words behind ``go``. Never raises: what makes no sense is left out and complained of.

    >>> from opentafl_engine import Board, variant
    >>> go = parse_go("depth 8 nodes x", Board(variant("brandub")))
    >>> go.numbers, go.complaints
    ({'depth': 8, 'nodes': 1}, ["'x': expected a number behind nodes"])
    """
    go = Go()
    words = text.split()
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in _FLAGS:
            setattr(go, word, True)
        elif word == "searchmoves":
            end = next((i for i in range(at, len(words)) if words[i] in _KEYWORDS), len(words))
            _restrict(go, board, words[at:end])
            at = end
        elif word in _KEYWORDS:
            following = words[at] if at < len(words) and words[at] not in _KEYWORDS else None
            at += following is not None
            _take_number(go, board, word, following)
        else:
            go.complaints.append(str(NotationError("unknown", token=word)))
    if go.clocks and board.turn not in go.clocks:
        go.complaints.append(f"no time for the {board.turn}, who are to move")
    return go


def _take_number(go: Go, board: Board, word: str, text: str | None) -> None:
    """Note the number behind a word; one that is missing counts as 0."""
    digits = (text or "").removeprefix("-")
    number = 0
    if digits.isascii() and digits.isdigit():
        number = min(int(digits[:18]), _LONGEST) * (-1 if text != digits else 1)
    else:
        go.complaints.append(str(NotationError(f"expected a number behind {word}", token=text)))
    if word in _NUMBERS:
        go.numbers[word] = max(number, _NUMBERS[word])
    elif word in _PLAYER_WORDS:
        player, name = _PLAYER_WORDS[word]
        first = board.rules.first_side
        _set_clock(go, first if player == 1 else first.opponent, name, number)
    else:
        _set_clock(go, *_CLOCK_WORDS[word], number)


def _set_clock(go: Go, side: Side, name: str, number: int) -> None:
    clock = go.clocks.get(side, Clock(0))
    fields = clock._asdict() | {name: bool(number) if name == "in_overtime" else max(0, number)}
    go.clocks[side] = Clock(**fields)


def _restrict(go: Go, board: Board, words: list[str]) -> None:
    found = []
    for word in words:
        try:
            move = Move.parse(word)
            board.captures(move)  # says why a move is not legal
        except TaflError as error:
            go.complaints.append(f"searchmoves {error}")
        else:
            found.append(move)
    if not words:
        go.complaints.append("searchmoves: expected moves")
    go.searchmoves = tuple(dict.fromkeys([*(go.searchmoves or ()), *found]))
