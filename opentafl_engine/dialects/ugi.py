"""UGI, the Universal Game Interface: UCI for runners that know no rules and ask the engine for them.

The side that moves first is p1. Everything else is the default dialect, but that a ``bestmove``
never names a ponder move.
"""

from __future__ import annotations

from collections.abc import Iterable

from opentafl_engine.dialects.base import Action, Clear, Send
from opentafl_engine.dialects.uci import Uci
from opentafl_engine.errors import NotationError


class Ugi(Uci):
    """One conversation in UGI."""

    names_ponder_moves = False

    def __init__(self, ignored: Iterable[str] = ()) -> None:
        super().__init__(ignored)
        self._verbs["ugi"] = lambda _: self._introduce("ugiok")
        self._verbs["query"] = self._query
        self._changing["uginewgame"] = lambda _: [Clear()]

    def _query(self, rest: str) -> list[Action]:
        board = self._place.board
        outcome = board.outcome()
        if rest == "gameover":
            return [Send(f"response {_word(outcome is not None or not board.legal_moves)}")]
        if rest == "p1turn":
            return [Send(f"response {_word(board.turn == board.rules.first_side)}")]
        if rest != "result":
            raise NotationError("expected gameover, p1turn or result", token=rest)
        if outcome is None:
            return [Send(f"response {'none' if board.legal_moves else 'draw'}")]
        if outcome.winner is None:
            return [Send("response draw")]
        return [Send(f"response {'p1win' if outcome.winner == board.rules.first_side else 'p2win'}")]


def _word(value: bool) -> str:
    return "true" if value else "false"
