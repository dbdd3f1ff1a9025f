"""The rules in force and the position on them, as the lines of UCI for tafl change them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from opentafl_engine.board import Board
from opentafl_engine.errors import NotationError, TaflError
from opentafl_engine.options import START_VARIANT
from opentafl_engine.positions import parse_fen, write_position
from opentafl_engine.rules import Rules
from opentafl_engine.types import Side
from opentafl_engine.variants import variant

_SIDES = {"attackers": Side.ATTACKERS, "a": Side.ATTACKERS, "defenders": Side.DEFENDERS, "d": Side.DEFENDERS}


def parse_side(text: str) -> Side:
    """A side: ``attackers``, ``defenders``, ``a`` or ``d``. Raises ``NotationError``.

    >>> parse_side("d")
    <Side.DEFENDERS: 1>
    """
    if text not in _SIDES:
        raise NotationError(f"expected one of {', '.join(_SIDES)}", token=text)
    return _SIDES[text]


class Place:
    """A board and the rules that it stands under, and where both came from.

    ``board`` is replaced and never changed, so that whoever has it may keep it. Whatever raises a
    ``TaflError`` leaves everything as it was.
    """

    def __init__(self) -> None:
        self.variant = START_VARIANT
        self.rules_text = ""
        self.semantics = "spec"
        self.board = Board(variant(START_VARIANT))
        self._setup: Sequence[str] = ["startpos"]
        self._moves: Sequence[str] = []

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.board.rules

    def use(
        self, *, variant_name: str | None = None, rules_text: str | None = None, semantics: str | None = None
    ) -> None:
        """Load rules, a named variant's or those of a string, and go to their start position.

        What is not given stays; a variant's name ends what a string said, an empty string brings
        the variant back. Raises ``RulesError``.
        """
        name = self.variant if variant_name is None else variant_name
        text = rules_text if rules_text is not None else "" if variant_name is not None else self.rules_text
        meaning = self.semantics if semantics is None else semantics
        rules = Rules.parse(text, meaning) if text else variant(name, meaning)
        self.board = Board(rules)
        self.variant, self.rules_text, self.semantics = name, text, meaning
        self._setup, self._moves = ["startpos"], []

    def set(self, text: str) -> None:
        """Go to the position that the words behind ``position`` describe.

        Raises ``NotationError`` and ``PositionError`` for what does not parse or fit, and
        ``IllegalMoveError`` that names the ply.
        """
        words = text.split()
        end = words.index("moves") if "moves" in words else len(words)
        setup, moves = words[:end], words[end + 1 :]
        known = len(self._moves)
        if setup == self._setup and self._moves == moves[:known]:
            board = self.board.copy()
        else:
            board, known = self._set_up(setup), 0
        for ply, move in enumerate(moves[known:], start=known + 1):
            try:
                board.push(move)
            except TaflError as error:
                raise type(error)(f"ply {ply}: {move!r}: {error.reason}") from None
        self.board, self._setup, self._moves = board, setup, moves

    def flip(self) -> None:
        """Give the turn to the other side, as a position that is set up."""
        turn = self.board.turn.opponent
        self.board = Board(self.rules, position=self.board.position(), turn=turn)
        self._setup, self._moves = ["otn", self.board.position(), str(turn)], []

    def _set_up(self, words: Sequence[str]) -> Board:
        kind = words[0] if words else ""
        setters: dict[str, tuple[int, Callable[[Sequence[str]], Board]]] = {
            "startpos": (1, lambda _: Board(self.rules)),
            "otn": (3, lambda words: self._from_record(words[1], words[2])),
            "fen": (3, lambda words: self._from_fen(words[1], words[2])),
        }
        if kind not in setters:
            raise NotationError("expected startpos, otn RECORD SIDE or fen ROWS SIDE", token=kind)
        count, setter = setters[kind]
        if len(words) < count:
            raise NotationError(
                f"expected {' and '.join(('a position', 'a side')[len(words) - 1 :])}", token=kind
            )
        if len(words) > count:
            raise NotationError("expected moves or the end of the line", token=words[count])
        return setter(words)

    def _from_record(self, record: str, side: str) -> Board:
        return Board(self.rules, position=record, turn=parse_side(side))

    def _from_fen(self, rows: str, side: str) -> Board:
        cells = parse_fen(rows, self.rules.dim)
        return Board(self.rules, position=write_position(cells, self.rules.dim), turn=parse_side(side))
