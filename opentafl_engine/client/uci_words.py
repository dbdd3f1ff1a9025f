"""How rules and positions are told to a UCI engine, by what it says it can hear."""

from __future__ import annotations

from functools import lru_cache

from opentafl_engine.board import Board
from opentafl_engine.client.errors import EngineUnsupportedError
from opentafl_engine.client.options import ConfigValue, OptionMap
from opentafl_engine.client.request import root_of
from opentafl_engine.errors import RulesError
from opentafl_engine.positions import parse_position, write_position
from opentafl_engine.rules import Rules
from opentafl_engine.variants import variant

_ADK = str.maketrans({"t": "a", "T": "d", "K": "k"})


def rules_options(rules: Rules, options: OptionMap) -> dict[str, ConfigValue]:
    """The options that tell the rules; none for an engine that cannot be told.

    Raises ``EngineUnsupportedError`` if they cannot be expressed.
    """
    if "rules" in options:
        told: dict[str, ConfigValue] = {}
        if "semantics" in options:
            told["Semantics"] = options["semantics"].parse(rules.semantics)
        told["Rules"] = _rules_string(rules)
        return told
    if "uci_variant" in options:
        for name in options["uci_variant"].var:
            if _is_variant(name, rules):
                return {"UCI_Variant": name}
        raise EngineUnsupportedError(f"the engine knows no variant with the rules {rules.to_otn()}")
    return {}


def position_line(board: Board, options: OptionMap) -> str:
    """The ``position`` command for a board with its moves.

    A position that was set up goes as an OTN record to an engine that takes rules, as ``fen`` with
    the letters a, d and k to others; ``EngineUnsupportedError`` if it has pieces beyond these.
    """
    root = root_of(board)
    if root.position() == board.rules.start and root.turn == board.rules.first_side:
        words = ["position", "startpos"]
    elif "rules" in options:
        words = ["position", "otn", root.position(), str(root.turn)]
    else:
        words = ["position", "fen", _adk_rows(root), str(root.turn)[0]]
    if board.move_stack:
        words += ["moves", *(move.uci() for move in board.move_stack)]
    return " ".join(words)


@lru_cache(maxsize=64)
def _rules_string(rules: Rules) -> str:
    text = rules.to_otn()
    if Rules.parse(text, rules.semantics) != rules:
        raise EngineUnsupportedError("rules with quirks of their own cannot be told to an engine")
    return text


def _is_variant(name: str, rules: Rules) -> bool:
    try:
        return variant(name, rules.semantics) == rules
    except RulesError:
        return False


def _adk_rows(board: Board) -> str:
    cells = parse_position(board.position(), dim=board.dim)
    rows = write_position(cells, board.dim, top_first=True, outer_slashes=False)
    other = sorted({letter for letter in rows if letter.isalpha()} - set("tTK"))
    if other:
        raise EngineUnsupportedError(f"a position with {', '.join(other)} cannot be told to this engine")
    return rows.translate(_ADK)
