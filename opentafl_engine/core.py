"""The thin layer over the C core: rules and boards as handles, numbers in and numbers out.

Nothing here knows text; ``board`` and ``search`` are the friendly classes above it.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from opentafl_engine import _taflcore
from opentafl_engine.types import PIECE_LETTERS, Quirk

if TYPE_CHECKING:
    from opentafl_engine.rules import Rules, SpecialSquares

ffi: Any = _taflcore.ffi
lib: Any = _taflcore.lib

ISA_VARIABLE = "OPENTAFL_ENGINE_ISA"
"""Set to ``base`` in the environment, the plain instruction set is used on every machine."""

_REPETITION = "diwla"
_STRENGTH = "swcm"
_JUMPS = "njcr"
_SHIELDWALL = "nws"
_BERSERK = "ncm"
_CORE_QUIRKS = Quirk(0xFFFF)

_from_buffer = ffi.from_buffer
_unpack = ffi.unpack


def _letters(letters: str) -> int:
    return sum(1 << PIECE_LETTERS.index(letter) for letter in letters)


def _fill_special(target: Any, special: SpecialSquares) -> None:
    target.hostile = _letters(special.hostile)
    target.hostile_empty = _letters(special.hostile_empty)
    target.passes = _letters(special.passes)
    target.stops = _letters(special.stops)
    target.enters = _letters(special.enters)


def _spec_of(rules: Rules) -> Any:
    spec = ffi.new("tafl_rules_spec *")
    spec.dim = rules.dim
    spec.surrounded = rules.surrounded
    spec.attackers_first = rules.attackers_first
    spec.repetition = _REPETITION.index(rules.repetition)
    spec.king_hammer = rules.king_armed in "yh"
    spec.king_anvil = rules.king_armed in "ya"
    spec.king_strength = _STRENGTH.index(rules.king_strength)
    spec.shieldwall = _SHIELDWALL.index(rules.shieldwall)
    spec.shieldwall_flanking = rules.shieldwall_flanking
    spec.edge_fort = rules.edge_fort
    spec.linnaean = rules.linnaean
    spec.berserk = _BERSERK.index(rules.berserk)
    spec.quirks = int(rules.quirks & _CORE_QUIRKS)
    spec.jump = [_JUMPS.index(letter) for letter in rules.jumps]
    spec.speed = list(rules.speeds)
    kinds = (rules.corner, rules.centre, rules.attacker_fort, rules.defender_fort)
    for kind, special in enumerate(kinds, start=1):
        _fill_special(spec.special[kind], special)
        for square in special.squares:
            spec.kind[square] = kind
    for square in rules.escapes:
        spec.escape[square] = 1
    ffi.memmove(spec.start, rules.start_cells(), rules.dim * rules.dim)
    if rules.quirks & Quirk.PLAIN_HOSTILITY:
        _spread_hostility(spec)
    return spec


def _spread_hostility(spec: Any) -> None:
    """What the rules say of ``t`` and ``T`` goes for the whole side."""
    sides = ((1, 0x03F), (1 << 6, 0xFC0))
    for kind in range(1, 5):
        special = spec.special[kind]
        for field in ("hostile", "hostile_empty"):
            stated = getattr(special, field)
            setattr(special, field, sum(side for plain, side in sides if stated & plain))


@lru_cache(maxsize=256)
def compile_rules(rules: Rules) -> Any:
    """The core's handle for these rules; it is freed when nothing refers to it any more.

    Raises ``MemoryError`` when there is no room for the tables.
    """
    level = 1 if os.environ.get(ISA_VARIABLE) == "base" else 0
    handle = lib.tafl_rules_new(_spec_of(rules), level)
    if handle == ffi.NULL:
        raise MemoryError("no memory for the tables of these rules")
    return ffi.gc(handle, lib.tafl_rules_free)


def build_name(rules: Rules) -> str:
    """Which instance of the core plays these rules: width, pieces, instruction set."""
    text: bytes = ffi.string(lib.tafl_rules_build(compile_rules(rules)))
    return text.decode()


class CoreBoard:
    """One game in the core. Squares are indexes and moves numbers, as in ``cdef.txt``."""

    __slots__ = ("_buffer", "_rules", "_squares", "handle")

    def __init__(self, rules: Rules, handle: Any = None) -> None:
        self._rules = compile_rules(rules)
        self._squares = rules.dim * rules.dim
        if handle is None:
            handle = lib.tafl_board_new(self._rules)
        if handle == ffi.NULL:
            raise MemoryError("no memory for a board")
        self.handle = ffi.gc(handle, lib.tafl_board_free)
        self._buffer = ffi.new("uint32_t[]", lib.TAFL_MAX_MOVES)

    def copy(self, rules: Rules) -> CoreBoard:
        """The same game on a board of its own."""
        return CoreBoard(rules, lib.tafl_board_copy(self.handle))

    def set(self, cells: bytes, side: int, unmoved: bytes | None = None) -> int:
        """Set up a position; ``unmoved`` has a 1 for each square whose man has not moved."""
        marks = ffi.NULL if unmoved is None else unmoved
        code: int = lib.tafl_board_set(self.handle, cells, side, marks)
        return code

    def cells(self) -> bytes:
        """What stands on each square."""
        cells = ffi.new("uint8_t[]", self._squares)
        lib.tafl_board_cells(self.handle, cells)
        return bytes(ffi.buffer(cells))

    def unmoved(self) -> bytes:
        """A 1 for each man that has not moved, where the rules need to know."""
        marks = ffi.new("uint8_t[]", self._squares)
        lib.tafl_board_unmoved(self.handle, marks)
        return bytes(ffi.buffer(marks))

    def moves(self) -> list[int]:
        """The legal moves."""
        count = lib.tafl_board_moves(self.handle, self._buffer)
        found: list[int] = _unpack(self._buffer, count)
        return found

    def captures(self, move: int) -> list[int] | None:
        """The squares that a move takes, or None if it is not legal."""
        squares = ffi.new("uint16_t[]", self._squares)
        count = lib.tafl_board_captures(self.handle, move, squares)
        return None if count < 0 else _unpack(squares, count)

    def why(self, move: int) -> tuple[int, int]:
        """The code of the reason why a move is not legal, and the square it is about."""
        square = ffi.new("int *")
        code = lib.tafl_board_why(self.handle, move, square)
        return code, square[0]
