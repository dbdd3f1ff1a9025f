"""The failings of OpenTafl 0.4.8.0b as a host, for engines to be tested against.

Every function is one of them: what ends that program, what it loses, and what it says wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_MOVE = re.compile(r"move [a-s][1-9][0-9]?-[a-s][1-9][0-9]?")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def lose_split_lines(rest: bytes, chunk: bytes) -> tuple[list[bytes], bytes]:
    """Take every read for whole lines; the end of one that is cut off is gone, and so is its start.

    >>> lose_split_lines(b"", b"hello\\nmove d1")
    ([b'hello'], b'')
    """
    del rest
    *lines, _lost = chunk.split(b"\n")
    return lines, b""


def reason_to_die(line: str) -> str | None:
    """What in a line ends the program or stalls the game, or None for a line that it survives.

    >>> reason_to_die("move d1-d3"), reason_to_die("move D1-d3 ")
    (None, 'cannot read "move D1-d3 "')
    """
    verb = line.split(" ", 1)[0]
    if verb == "move" and _MOVE.fullmatch(line) is None:
        return f'cannot read "{line}"'
    if verb == "analysis":
        return None if _is_analysis(line.split(" ")) else f'cannot read "{line}"'
    if len(line) >= 4096:
        return "a line of 4096 bytes and more"
    return "a carriage return" if "\r" in line else None


def _is_analysis(words: Sequence[str]) -> bool:
    """``analysis n`` and then n times moves and a plain number."""
    if len(words) % 2 == 1 or words[1] != str(len(words) // 2 - 1):
        return False
    moves_fit = all(
        _MOVE.fullmatch(f"move {move}") is not None for entry in words[2::2] for move in entry.split("|")
    )
    return moves_fit and all(_NUMBER.fullmatch(number) is not None for number in words[3::2])


def wrong_list(turn: int, right: Sequence[str], own: Sequence[str], history: Sequence[str]) -> list[str]:
    """The moves that ``opponent-move`` names in this turn: now and then the right ones.

    ``own`` are those of the engine's latest turn, ``history`` is the whole game with both.

    >>> [wrong_list(turn, ["b1-b2"], ["a1-a2"], ["a1-a2", "b1-b2"]) for turn in (0, 1, 3)]
    [['b1-b2'], ['a1-a2', 'b1-b2'], ['a1-a2']]
    """
    lists = (
        list(right),
        [*own, *right],
        list(history),
        list(own) or list(right),
        [*right, *right],
    )
    return lists[turn % len(lists)]
