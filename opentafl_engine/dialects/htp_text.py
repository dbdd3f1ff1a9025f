"""The words of HTP lines: replies, roles, squares and results."""

from __future__ import annotations

from collections.abc import Iterable

from opentafl_engine.board import Board
from opentafl_engine.dialects.base import Action, Send
from opentafl_engine.dialects.text import printable
from opentafl_engine.errors import NotationError
from opentafl_engine.squares import square_index, square_name
from opentafl_engine.types import Side

BOARDS = {"7": "brandub", "11": "copenhagen", "13": "copenhagen-13"}
"""The named variant that is played on a board of each size."""

_ROLES = {"a": Side.ATTACKERS, "attacker": Side.ATTACKERS, "d": Side.DEFENDERS, "defender": Side.DEFENDERS}
_NAMES = {Side.ATTACKERS: "attacker", Side.DEFENDERS: "defender"}


def reply(text: str = "", rows: Iterable[str] = ()) -> list[Action]:
    """The lines of a reply.

    >>> [action.line for action in reply("true")], [action.line for action in reply(rows=["name", "play"])]
    (['= true'], ['= ', 'name', 'play'])
    """
    return [Send(f"= {text}"), *map(Send, rows)]


def complain(error: str) -> list[Action]:
    """The lines of an error; the empty one ends it, so it is the one that is marked.

    >>> complain("no such thing")
    [Send(line='? no such thing', error=False), Send(line='', error=True)]
    """
    return [Send(f"? {printable(error)}"), Send("", error=True)]


def parse_role(text: str) -> Side:
    """A side by its role, in any case. Raises ``NotationError``.

    >>> parse_role("A"), parse_role("Defender")
    (<Side.ATTACKERS: 0>, <Side.DEFENDERS: 1>)
    """
    side = _ROLES.get(text.lower())
    if side is None:
        raise NotationError("expected a role: a, attacker, d or defender", token=text)
    return side


def write_role(side: Side) -> str:
    """``attacker`` or ``defender``."""
    return _NAMES[side]


def parse_square(text: str, dim: int) -> str:
    """The engine's name of a square, from any of HTP's three forms. Raises ``NotationError``.

    The form tells the size of the board, but that is known: each is read on every board.

    >>> parse_square("0d1", 7), parse_square("k11", 11), parse_square("M13", 13), parse_square("0D1", 11)
    ('d1', 'k11', 'm13', 'd1')
    """
    try:
        return square_name(square_index(text.removeprefix("0").lower(), dim), dim)
    except NotationError:
        first, last = (write_square(square_name(index, dim), dim) for index in (0, dim * dim - 1))
        raise NotationError(f"expected a square, {first} to {last}", token=text) from None


def write_square(name: str, dim: int) -> str:
    """A square in the form of its board: lower case on 11x11, upper case on 13x13, after a 0 on 7x7.

    >>> [write_square("d1", dim) for dim in (7, 11, 13)]
    ['0d1', 'd1', 'D1']
    """
    if dim == 7:
        return f"0{name}"
    return name.upper() if dim == 13 else name


def write_squares(names: Iterable[str], dim: int) -> str:
    """Squares by file and rank, each once and with a space after it.

    >>> write_squares(["b2", "a10", "a2", "b2"], 13)
    'A2 A10 B2 '
    """
    ordered = sorted(set(names), key=lambda name: (name[0], int(name[1:])))
    return "".join(f"{write_square(name, dim)} " for name in ordered)


def status_of(board: Board, resigned: Side | None) -> str:
    """``attacker_wins``, ``defender_wins``, ``draw`` or ``ongoing``."""
    if resigned is not None:
        return f"{write_role(resigned.opponent)}_wins"
    outcome = board.outcome()
    if outcome is None:
        return "ongoing"
    return "draw" if outcome.winner is None else f"{write_role(outcome.winner)}_wins"
