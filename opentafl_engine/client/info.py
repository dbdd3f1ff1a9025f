"""What an engine says about its search, line by line, and how UCI words it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import NamedTuple, TypedDict

from opentafl_engine.board import Board
from opentafl_engine.client.score import Cp, PovScore, PovWdl, Score, win_in
from opentafl_engine.errors import TaflError
from opentafl_engine.notation import Move
from opentafl_engine.scores import Wdl

MAX_MULTIPV = 512
"""Lines of a higher number are dropped: no position is searched like that."""

MAX_STRING = 4096
"""Characters of a text that are kept."""

_LONGEST_LINE = 512
"""Moves of a line that are read; no search sees further."""


class InfoDict(TypedDict, total=False):
    """What is known about a line of a search; whatever was not said is missing.

    ``time`` is in seconds, ``hashfull`` in permille; ``depth`` and ``seldepth`` are in plies.
    ``pv`` is legal from its first move to its last: a line that goes on with anything else is cut
    there. ``lowerbound`` and ``upperbound`` are there (and true) if the score is only a bound.
    """

    depth: int
    seldepth: int
    multipv: int
    score: PovScore
    lowerbound: bool
    upperbound: bool
    wdl: PovWdl
    nodes: int
    nps: int
    hashfull: int
    tbhits: int
    time: float
    pv: list[Move]
    currmove: Move
    currmovenumber: int
    string: str


class BestMove(NamedTuple):
    """How a search ended: with a move (None where there is none), and perhaps the expected reply.

    ``resigned`` says that the engine gives up instead.
    """

    move: Move | None
    ponder: Move | None = None
    resigned: bool = False


def legal_line(board: Board, words: Iterable[str]) -> list[Move]:
    """The moves of a line up to the first that makes no sense on ``board``, which stays as it is.

    No line is longer than 512 moves.

    >>> from opentafl_engine.variants import variant
    >>> [str(move) for move in legal_line(Board(variant("brandub")), ["d1-e1", "d4-a4", "d3-c3"])]
    ['d1-e1']
    """
    line = board.copy()
    moves: list[Move] = []
    for word in islice(words, _LONGEST_LINE):
        try:
            move = Move.parse(word)
            line.push(move)
        except TaflError:
            break
        moves.append(move)
    return moves


_WORDS: dict[str, int] = {
    "depth": 1,
    "seldepth": 1,
    "multipv": 1,
    "nodes": 1,
    "nps": 1,
    "hashfull": 1,
    "tbhits": 1,
    "time": 1,
    "currmovenumber": 1,
    "currmove": 1,
    "wdl": 3,
}
"""The words of ``info`` that take a fixed number of others."""


def parse_uci_info(text: str, board: Board) -> InfoDict:
    """Read what follows ``info`` in a line of UCI, said about ``board``.

    What makes no sense is left out, so no line can do harm.

    >>> from opentafl_engine.variants import variant
    >>> board = Board(variant("brandub"))
    >>> info = parse_uci_info("depth 3 score cp 25 time 1500 junk nodes many pv d1e1 d4a4", board)
    >>> info["depth"], info["score"].attackers(), info["time"], "nodes" in info, len(info["pv"])
    (3, Cp(25), 1.5, False, 1)
    """
    info: InfoDict = {}
    words = text.split()
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word == "string":
            info["string"] = text.split("string", 1)[1].strip()[:MAX_STRING]
            break
        if word == "pv":
            info["pv"] = legal_line(board, words[at:])
            at += len(info["pv"])
        elif word == "score":
            at += _read_score(words[at : at + 3], board, info)
        elif word in _WORDS:
            values = words[at : at + _WORDS[word]]
            at += _read_values(word, values, board, info)
    if not info.get("pv", True):
        del info["pv"]
    return info


def _read_score(words: list[str], board: Board, info: InfoDict) -> int:
    """``cp N`` or ``mate N`` and perhaps a bound; returns how many words that was."""
    makers: dict[str, Callable[[int], Score]] = {"cp": Cp, "mate": win_in}
    value = _integer(words[1]) if len(words) > 1 else None
    if value is None or words[0] not in makers:
        return 0
    info["score"] = PovScore(makers[words[0]](value), board.turn)
    info.pop("lowerbound", None)
    info.pop("upperbound", None)
    if words[2:] == ["lowerbound"]:
        info["lowerbound"] = True
    elif words[2:] == ["upperbound"]:
        info["upperbound"] = True
    return 2


def _read_values(word: str, values: list[str], board: Board, info: InfoDict) -> int:
    """The values of one word, if they are what they should be; returns how many they were."""
    if word == "currmove":
        if found := legal_line(board, values):
            info["currmove"] = found[0]
        return len(found)
    numbers = [number for value in values if (number := _integer(value)) is not None]
    if len(numbers) != _WORDS[word]:
        return 0
    if word == "wdl":
        info["wdl"] = PovWdl(Wdl(*numbers), board.turn)
    elif word == "time":
        info["time"] = numbers[0] / 1000
    else:
        info[word] = numbers[0]  # type: ignore[literal-required]
    return len(numbers)


def _integer(text: str) -> int | None:
    """A plain whole number of a sane length, else None."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 19 else None
