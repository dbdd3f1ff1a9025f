"""Which squares are corners, centre and fortresses once overlaps are resolved."""

from __future__ import annotations

from opentafl_engine.rules_keys import KINDS
from opentafl_engine.types import Quirk

Lists = dict[str, "frozenset[int] | None"]
"""The square lists by key; None where the key is not given."""


def default_squares(dim: int) -> dict[str, frozenset[int]]:
    """The lists of squares that are not given: four corners, the middle of an odd board."""
    last = dim * dim - 1
    middle = frozenset((last // 2,)) if dim % 2 else frozenset()
    corners = frozenset((0, dim - 1, last - dim + 1, last))
    return {"cor": corners, "cen": middle, "afor": frozenset(), "dfor": frozenset()}


def resolve_squares(
    dim: int, lists: Lists, escape: str, quirks: Quirk
) -> tuple[dict[str, tuple[int, ...]], tuple[int, ...]]:
    """The squares of each kind, and the escape squares, both sorted."""
    kinds = _mark_in_order(dim, lists) if quirks & Quirk.MARKING_ORDER else _mark(dim, lists)
    squares = {key: tuple(sorted(index for index, kind in kinds.items() if kind == key)) for key in KINDS}
    if escape == "e":
        return squares, edge_squares(dim)
    if quirks & Quirk.ESCAPE_UNDER_FORT:
        given = lists["cor"]
        return squares, tuple(sorted(default_squares(dim)["cor"] if given is None else given))
    return squares, squares["cor"]


def edge_squares(dim: int) -> tuple[int, ...]:
    """The squares along the edge of the board."""
    last = dim - 1
    return tuple(i for i in range(dim * dim) if i // dim in (0, last) or i % dim in (0, last))


def _mark(dim: int, lists: Lists) -> dict[int, str]:
    """A square belongs to the last list that names it, and a default is a list like any other."""
    defaults = default_squares(dim)
    kinds: dict[int, str] = {}
    for key in KINDS:
        given = lists[key]
        kinds.update(dict.fromkeys(defaults[key] if given is None else given, key))
    return kinds


def _mark_in_order(dim: int, lists: Lists) -> dict[int, str]:
    """OpenTafl marks the defaults first; a list that is given first un-marks its kind's default."""
    defaults = default_squares(dim)
    kinds = dict.fromkeys(defaults["cen"], "cen") | dict.fromkeys(defaults["cor"], "cor")
    for key in KINDS:
        given = lists[key]
        if given is None:
            continue
        for index in defaults[key]:
            kinds.pop(index, None)
        kinds.update(dict.fromkeys(given, key))
    return kinds
