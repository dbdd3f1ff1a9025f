"""Questions to engines and their answers, whatever the protocol."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from opentafl_engine.board import Board
from opentafl_engine.client.errors import EngineIllegalMoveError, EngineOptionError
from opentafl_engine.client.info import InfoDict
from opentafl_engine.client.limit import Limit
from opentafl_engine.errors import IllegalMoveError, TaflError
from opentafl_engine.notation import Move


@dataclass
class PlayResult:
    """What an engine plays: ``move`` is None where there is no legal one, or where it ``resigned``.

    ``ponder`` is the reply that it expects, ``info`` what it last said about its search.
    """

    move: Move | None
    ponder: Move | None = None
    info: InfoDict = field(default_factory=InfoDict)
    resigned: bool = False


@dataclass(frozen=True)
class Request:
    """One question to an engine, on a board of its own."""

    board: Board
    limit: Limit
    infinite: bool = False
    play: bool = False
    ponder: bool = False
    info: bool = True
    multipv: int | None = None
    root_moves: tuple[Move, ...] = ()
    game: object = None

    def __post_init__(self) -> None:
        if self.multipv is not None and self.multipv < 1:
            raise EngineOptionError(f"multipv is 1 or more, not {self.multipv}")


def read_move(text: str, request: Request, line: str) -> Move:
    """The move that an engine has named. Raises ``EngineIllegalMoveError``."""
    try:
        move = Move.parse(text)
        request.board.copy().push(move)
    except TaflError as error:
        raise EngineIllegalMoveError(text, error.reason, line) from None
    if request.root_moves and move not in request.root_moves:
        raise EngineIllegalMoveError(text, "it is not among the root moves", line)
    return move


def root_of(board: Board) -> Board:
    """The board before the first of its moves.

    >>> from opentafl_engine.variants import variant
    >>> board = Board(variant("brandub"))
    >>> board.push("d1-e1")
    >>> root_of(board).position() == board.rules.start
    True
    """
    root = board.copy()
    while root.move_stack:
        root.pop()
    return root


def legal_root_moves(board: Board, moves: Iterable[Move] | None) -> tuple[Move, ...]:
    """The moves that a search is limited to. Raises ``IllegalMoveError`` for one that is none."""
    wanted = () if moves is None else tuple(moves)
    for move in wanted:
        board.captures(move)
    if moves is not None and not wanted:
        raise IllegalMoveError("root_moves is empty; leave it out to look at every move")
    return wanted
