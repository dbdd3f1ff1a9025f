"""A small reader for OpenTafl's game files (.otg): tags, and the main line with its comments.

Variations are skipped. What a file leaves open (who a comment belongs to, whether a capture is
written down) is left open here too: the moves are what was written, not what was checked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from opentafl_engine.errors import NotationError
from opentafl_engine.notation import MoveRecord, parse_record
from opentafl_engine.types import ATTACKERS, DEFENDERS, Side

if TYPE_CHECKING:
    from opentafl_engine.rules import Rules

_PIECES = re.compile(r"\s+|\[[^\]]*\]|[^\s\[]+|\[")
_MAIN_TURN = re.compile(r"([1-9][0-9]{0,8})\.")
_VARIATION = re.compile(r"[0-9]+[a-z]+(\.[0-9]+\.[0-9]+[a-z]+)+\.?")
_PLACEHOLDER = re.compile(r"\.{2,}")
_TAG = re.compile(r"([A-Za-z][A-Za-z0-9-]*):(.*)", re.DOTALL)
_WINNERS: dict[str, Side | None] = {"1": ATTACKERS, "-1": DEFENDERS, "0": None}


@dataclass(frozen=True, slots=True)
class OtgMove:
    """One move of the main line: its turn, its place in the turn (0 first), and its comment."""

    record: MoveRecord
    turn: int
    place: int
    comment: str = ""

    @property
    def address(self) -> str:
        """How the file's own notation names the state after this move: ``3b``."""
        return f"{self.turn}{_letters(self.place)}"


def _letters(place: int) -> str:
    """The letters of a move's place in its turn: a to z, then aa, ab and so on."""
    before, last = divmod(place, 26)
    return (_letters(before - 1) if before else "") + chr(ord("a") + last)


@dataclass(frozen=True)
class OtgGame:
    """A game file: its tags by key, and the moves of its main line in order.

    >>> game = parse_otg("[result:1]\\n[rules:dim:5 start:/1t3/5/2K2/5/3t1/]\\n\\n1. b1-b2 c3-c1xK\\n[hm|oh]")
    >>> [f"{move.address} {move.record} {move.comment}" for move in game.moves]
    ['1a b1-b2 hm', '1b c3-c1xK oh']
    >>> str(game.winner), game.rules("spec").dim
    ('attackers', 5)
    """

    tags: dict[str, str]
    moves: tuple[OtgMove, ...]

    @property
    def result(self) -> str:
        """The ``result`` tag: 1 attackers, -1 defenders, 0 a draw, ``?`` also where it is missing."""
        return self.tags.get("result", "?")

    @property
    def winner(self) -> Side | None:
        """The side that won, None for a draw or an unknown result."""
        return _WINNERS.get(self.result)

    def rules(self, semantics: str = "opentafl") -> Rules:
        """The rules of the game; ``RulesError`` if their string does not parse.

        Game files come from OpenTafl, so its reading is the default.
        """
        from opentafl_engine.rules import Rules

        return Rules.parse(self.tags["rules"], semantics)

    def start(self) -> str:
        """The position record that the game starts from: the tag ``position``, else that of the rules."""
        return self.tags.get("position") or self.rules().start


def read_otg(path: str | Path) -> OtgGame:
    """Read a game file; see ``parse_otg``. ``OSError`` if that is not possible."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(f"expected a file in UTF-8: {error}") from error
    return parse_otg(text)


def parse_otg(text: str) -> OtgGame:
    """Read the text of a game file.

    Raises ``NotationError`` with the line and column of a tag or move that does not parse, and for
    a file without rules.
    """
    reader = _Reader()
    for match in _PIECES.finditer(text):
        try:
            reader.take(match[0])
        except NotationError as error:
            before = text[: match.start()]
            line = before.count("\n") + 1
            column = match.start() - (before.rfind("\n") + 1) + (error.column or 1)
            raise NotationError(f"{error.reason} (line {line})", token=error.token, column=column) from error
    if "rules" not in reader.tags:
        raise NotationError("expected a tag [rules:...]")
    return OtgGame(reader.tags, tuple(reader.moves))


class _Reader:
    """Takes the brackets and words of a file one after the other."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.moves: list[OtgMove] = []
        self.turn = 0
        self.place = 0
        self.first = 0
        self.skipping = False

    def take(self, piece: str) -> None:
        """One bracket, word or stretch of white space."""
        if piece == "[":
            raise NotationError("expected a ] that ends this", token=piece, column=1)
        if piece.isspace():
            return
        if piece[0] == "[":
            self._bracket(piece[1:-1])
        elif turn := _MAIN_TURN.fullmatch(piece):
            self.turn, self.place, self.first, self.skipping = int(turn[1]), 0, len(self.moves), False
        elif _VARIATION.fullmatch(piece):
            self.skipping = True
        elif not self.skipping:
            self._move(piece)

    def _bracket(self, inside: str) -> None:
        """A tag before the first turn, later a comment on the moves of the last turn."""
        if self.turn:
            if not self.skipping:
                self._comment(inside)
            return
        tag = _TAG.fullmatch(inside)
        if tag is None:
            raise NotationError("expected a tag [key:value]", token=f"[{inside}]", column=1)
        self.tags[tag[1].lower()] = tag[2].strip()

    def _comment(self, inside: str) -> None:
        """The parts of a comment, one for each move of the turn."""
        for part, comment in enumerate(inside.split("|")):
            for index in range(self.first, len(self.moves)):
                move = self.moves[index]
                if move.place == part and comment.strip():
                    self.moves[index] = OtgMove(move.record, move.turn, move.place, comment.strip())

    def _move(self, word: str) -> None:
        """A move, or the dots that stand for one."""
        if not self.turn:
            raise NotationError("expected a tag or the number of a turn", token=word, column=1)
        if not _PLACEHOLDER.fullmatch(word):
            self.moves.append(OtgMove(parse_record(word), self.turn, self.place))
        self.place += 1
