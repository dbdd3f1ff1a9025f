"""A board with its game: the verbs of python-chess for the games of the tafl family."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from opentafl_engine.core import CoreBoard, ffi, lib
from opentafl_engine.errors import IllegalMoveError, NotationError, PositionError
from opentafl_engine.notation import Move
from opentafl_engine.positions import parse_position, write_position
from opentafl_engine.reasons import explain
from opentafl_engine.rules import Rules
from opentafl_engine.squares import square_index, square_name
from opentafl_engine.types import EMPTY, PIECE_LETTERS, Side

_NO_SQUARE: int = lib.TAFL_NO_SQUARE
_SQUARE_MASK = 511
_SQUARE_BITS = 9
_PERFT_MODES: dict[str, int] = {
    "full": lib.TAFL_PERFT_FULL,
    "nokeys": lib.TAFL_PERFT_NO_KEYS,
    "bulk": lib.TAFL_PERFT_BULK,
}


class Termination(enum.IntEnum):
    """How a game ended; the numbers are the core's."""

    KING_CAPTURED = 1
    KING_ESCAPED = 2
    ATTACKERS_CAPTURED = 3
    SURROUNDED = 4
    DEFENDERS_BLOCKED = 5
    EDGE_FORT = 6
    REPETITION = 7
    NO_LEGAL_MOVE = 8

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class Outcome(NamedTuple):
    """Who won (None: a draw), and how."""

    winner: Side | None
    termination: Termination


class EvalTerms(NamedTuple):
    """The value of a position in centi-taflmen, term by term, good for the attackers where positive.

    ``material`` counts pieces, ``mobility`` the squares that the king can go to, ``exits`` how near
    he is to getting out, ``safety`` what presses him; ``balance`` makes the start position worth 0 in
    material. ``total`` is their sum, within the largest value that is no proven win.
    """

    material: int
    mobility: int
    exits: int
    safety: int
    balance: int
    total: int


@cache
def _names(dim: int) -> tuple[str, ...]:
    return tuple(square_name(index, dim) for index in range(dim * dim))


@lru_cache(maxsize=1 << 16)
def decode(code: int, dim: int) -> Move:
    """The move behind one of the core's numbers."""
    names = _names(dim)
    return Move(names[code & _SQUARE_MASK], names[code >> _SQUARE_BITS & _SQUARE_MASK])


class LegalMoves:
    """The legal moves of a board as it stands when they are asked for.

    >>> board = Board(Rules.parse("dim:5 start:/5/5/t1K2/5/5/"))
    >>> len(board.legal_moves), Move.parse("a3-a1") in board.legal_moves, bool(board.legal_moves)
    (3, False, True)
    """

    __slots__ = ("_board",)

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Move]:
        dim = self._board.dim
        return iter([decode(code, dim) for code in self._board.core.moves()])

    def __len__(self) -> int:
        return len(self._board.core.moves())

    def __bool__(self) -> bool:
        return bool(self._board.core.moves())

    def __contains__(self, move: object) -> bool:
        try:
            wanted = Move.parse(move) if isinstance(move, str) else move
            if not isinstance(wanted, Move):
                return False
            code = self._board.encode(wanted)
        except NotationError:
            return False
        return self._board.core.why(code)[0] == 0

    def count(self) -> int:
        """How many there are."""
        return len(self)

    def __repr__(self) -> str:
        return f"<LegalMoves {', '.join(str(move) for move in self)}>"


class Board:
    """A position with the moves that led to it, under the rules of one variant.

    Starts with the start position, or with ``position`` (an OTN record) and ``turn`` (by default
    the rules' first mover). Raises ``NotationError`` where the record does not parse and
    ``PositionError`` where it has another size than the rules' board.

    >>> board = Board(Rules.parse("dim:5 start:/2t2/5/t1K1t/5/2t2/"))
    >>> board.push("c1-c2")
    >>> str(board.turn), board.position(), len(board.legal_moves), board.outcome()
    ('defenders', '/5/2t2/t1K1t/5/2t2/', 3, None)
    """

    def __init__(self, rules: Rules, position: str | None = None, turn: Side | int | None = None) -> None:
        self.rules = rules
        self.dim = rules.dim
        self.move_stack: list[Move] = []
        self.core = CoreBoard(rules)
        if position is not None or turn is not None:
            self.set_position(rules.start if position is None else position, turn)

    def set_position(
        self,
        position: str,
        turn: Side | int | None = None,
        *,
        unmoved: Iterable[str] | None = None,
    ) -> None:
        """Set up a position as the start of a new game; the board is as before if that fails.

        ``unmoved`` names the squares of men that have not moved yet (all, if it is None): under
        OpenTafl's semantics a man's first move never closes a shieldwall.
        """
        rows = position.strip("/").count("/") + 1
        if position.startswith("/") and rows != self.dim:
            raise PositionError(f"the position has {rows} rows, the rules play on {self.dim}x{self.dim}")
        cells = parse_position(position, dim=self.dim)
        marks = None
        if unmoved is not None:
            at = {square_index(name, self.dim) for name in unmoved}
            marks = bytes(index in at for index in range(len(cells)))
        side = self.rules.first_side if turn is None else Side(turn)
        if self.core.set(cells, side, marks) != lib.TAFL_OK:
            raise MemoryError("no memory for the position")
        self.move_stack = []

    @property
    def turn(self) -> Side:
        """The side to move."""
        return Side(lib.tafl_board_turn(self.core.handle))

    @property
    def ply(self) -> int:
        """How many moves were pushed since the position was set up."""
        return len(self.move_stack)

    @property
    def berserking(self) -> str | None:
        """The square of the piece that must move on in a berserk turn, or None."""
        square = lib.tafl_board_berserk(self.core.handle)
        return None if square == _NO_SQUARE else _names(self.dim)[square]

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, generated when they are asked for; none when the game is over."""
        return LegalMoves(self)

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal here."""
        return move in self.legal_moves

    def encode(self, move: Move) -> int:
        """The core's number for a move. Raises ``NotationError`` for a square off this board."""
        start = square_index(move.from_square, self.dim)
        return start | square_index(move.to_square, self.dim) << _SQUARE_BITS

    def captures(self, move: Move | str) -> list[str]:
        """The squares that a legal move would capture, sorted as names.

        Raises ``IllegalMoveError`` like ``push``.
        """
        wanted = Move.parse(move) if isinstance(move, str) else move
        squares = self.core.captures(self._encode_or_refuse(wanted))
        if squares is None:
            raise self._illegal(wanted)
        names = _names(self.dim)
        return sorted(names[square] for square in squares)

    def push(self, move: Move | str) -> None:
        """Play a move, given as a ``Move`` or as text.

        Raises ``IllegalMoveError``, which says why, and ``NotationError`` for text that is no
        move; the board is then as before.
        """
        wanted = Move.parse(move) if isinstance(move, str) else move
        code = lib.tafl_board_push(self.core.handle, self._encode_or_refuse(wanted))
        if code == lib.TAFL_E_MEMORY:
            raise MemoryError("no memory for another move")
        if code != lib.TAFL_OK:
            raise self._illegal(wanted)
        self.move_stack.append(wanted)

    def pop(self) -> Move:
        """Take the last move back and return it. Raises ``IndexError`` at the start."""
        move = self.move_stack.pop()
        lib.tafl_board_pop(self.core.handle)
        return move

    def copy(self) -> Board:
        """The same game on a board of its own, history and all."""
        board = Board.__new__(Board)
        board.rules = self.rules
        board.dim = self.dim
        board.move_stack = self.move_stack.copy()
        board.core = self.core.copy(self.rules)
        return board

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Board:
        return self.copy()

    def position(self) -> str:
        """The position as an OTN record, rank 1 first."""
        return write_position(self.core.cells(), self.dim)

    def piece_at(self, square: str) -> str | None:
        """The letter of the piece on a square, or None if it is empty."""
        code = self.core.cells()[square_index(square, self.dim)]
        return None if code == EMPTY else PIECE_LETTERS[code]

    def unmoved(self) -> list[str]:
        """The squares of men that have not moved, where the rules need to know; else none."""
        names = _names(self.dim)
        return sorted(names[index] for index, mark in enumerate(self.core.unmoved()) if mark)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        code = lib.tafl_board_termination(self.core.handle)
        if code == 0:
            return None
        winner = lib.tafl_board_winner(self.core.handle)
        return Outcome(None if winner == lib.TAFL_NOBODY else Side(winner), Termination(code))

    def is_game_over(self) -> bool:
        """Whether there is an outcome."""
        return self.outcome() is not None

    def evaluate(self) -> EvalTerms:
        """What the search thinks of the position as it stands, without looking ahead.

        >>> terms = Board(Rules.parse("dim:5 start:/2t2/5/t1K1t/5/2t2/")).evaluate()
        >>> terms.material + terms.balance, sum(terms[:-1]) == terms.total
        (0, True)
        """
        terms = ffi.new("tafl_eval *")
        lib.tafl_board_eval(self.core.handle, terms)
        return EvalTerms(*(getattr(terms, name) for name in EvalTerms._fields))

    def key(self) -> int:
        """A 64-bit hash of pieces and side to move: equal for positions that count as the same."""
        return int(lib.tafl_board_key(self.core.handle))

    def search_key(self) -> int:
        """``key`` with the berserking square and, where it matters, which men have not moved."""
        return int(lib.tafl_board_search_key(self.core.handle))

    def perft(self, depth: int, *, mode: str = "bulk") -> int:
        """Count the move sequences of ``depth`` plies; a finished game has none.

        ``mode`` says how: ``bulk`` counts the last ply without making it, ``full`` makes every leaf
        as the search does, ``nokeys`` does so without the hash keys, and so without repetition;
        where none can come up all give the same count. Raises ``ValueError`` for another mode or a
        depth that is negative or above 128.

        >>> Board(Rules.parse("dim:5 start:/2t2/5/t1K1t/5/2t2/")).perft(2)
        52
        """
        if not 0 <= depth <= lib.TAFL_MAX_PLY:
            raise ValueError(f"depth is 0 to {lib.TAFL_MAX_PLY}, not {depth}")
        if mode not in _PERFT_MODES:
            raise ValueError(f"mode is one of {', '.join(_PERFT_MODES)}, not {mode!r}")
        return int(lib.tafl_board_perft(self.core.handle, depth, _PERFT_MODES[mode]))

    def __str__(self) -> str:
        cells, dim = self.core.cells(), self.dim
        rows = []
        for rank in reversed(range(dim)):
            row = cells[rank * dim : (rank + 1) * dim]
            rows.append(" ".join("." if code == EMPTY else PIECE_LETTERS[code] for code in row))
        return "\n".join(rows)

    def __repr__(self) -> str:
        return f"<Board {self.rules.name!r} {self.position()!r} {self.turn}>"

    def _encode_or_refuse(self, move: Move) -> int:
        try:
            return self.encode(move)
        except NotationError as error:
            raise IllegalMoveError(error.reason, token=str(move)) from None

    def _illegal(self, move: Move) -> IllegalMoveError:
        code, square = self.core.why(self.encode(move))
        name = None if square == _NO_SQUARE else _names(self.dim)[square]
        return IllegalMoveError(explain(self, code, move, name), token=str(move))
