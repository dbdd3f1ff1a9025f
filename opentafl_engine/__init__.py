"""The rules of every tafl game, a search that plays them, and the protocols around it.

>>> import opentafl_engine as tafl
>>> board = tafl.Board(tafl.Rules.parse("dim:5 start:/2t2/5/t1K1t/5/2t2/"))
>>> str(board.turn), tafl.Move.parse("c1-c2") in board.legal_moves
('attackers', True)

Names are loaded when they are first used, so that importing the package costs little.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from opentafl_engine.errors import IllegalMoveError, NotationError, PositionError, RulesError, TaflError
from opentafl_engine.types import ATTACKERS, DEFENDERS, Quirk, Side

if TYPE_CHECKING:
    from opentafl_engine import client
    from opentafl_engine.board import Board, EvalTerms, LegalMoves, Outcome, Termination
    from opentafl_engine.notation import Move, MoveRecord, parse_record
    from opentafl_engine.rules import Rules, SpecialSquares
    from opentafl_engine.search import Info, Limits, Result, RootMove, Searcher
    from opentafl_engine.variants import (
        VariantInfo,
        check_variant_file,
        variant,
        variant_info,
        variant_names,
    )

__all__ = [
    "ATTACKERS",
    "DEFENDERS",
    "Board",
    "EvalTerms",
    "IllegalMoveError",
    "Info",
    "LegalMoves",
    "Limits",
    "Move",
    "MoveRecord",
    "NotationError",
    "Outcome",
    "PositionError",
    "Quirk",
    "Result",
    "RootMove",
    "Rules",
    "RulesError",
    "Searcher",
    "Side",
    "SpecialSquares",
    "TaflError",
    "Termination",
    "VariantInfo",
    "check_variant_file",
    "client",
    "parse_record",
    "variant",
    "variant_info",
    "variant_names",
]

_HOMES = {
    "board": ("Board", "EvalTerms", "LegalMoves", "Outcome", "Termination"),
    "notation": ("Move", "MoveRecord", "parse_record"),
    "rules": ("Rules", "SpecialSquares"),
    "search": ("Info", "Limits", "Result", "RootMove", "Searcher"),
    "variants": ("VariantInfo", "check_variant_file", "variant", "variant_info", "variant_names"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name == "client":
        return import_module(f"{__name__}.client")
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value
