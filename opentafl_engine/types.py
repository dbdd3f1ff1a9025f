"""The words that every layer shares: sides, piece letters and quirks."""

from __future__ import annotations

import enum

PIECE_LETTERS = "tcnkmgTCNKMG"
"""One letter for each kind of piece; its place in this string is the piece's code."""

EMPTY = 12
"""The code of an empty square in a cell array."""


class Side(enum.IntEnum):
    """One of the two sides.

    >>> str(Side.ATTACKERS), Side.ATTACKERS.opponent
    ('attackers', <Side.DEFENDERS: 1>)
    """

    ATTACKERS = 0
    DEFENDERS = 1

    def __str__(self) -> str:
        return self.name.lower()

    @property
    def opponent(self) -> Side:
        """The other side."""
        return Side(1 - self)


ATTACKERS = Side.ATTACKERS
DEFENDERS = Side.DEFENDERS


class Quirk(enum.IntFlag):
    """What the referee inside OpenTafl 0.4.8.0b does otherwise than the notation's text says.

    The first group changes play and is known to the C core under the same numbers; the second
    changes how a rules string is read. ``spec`` semantics has none of them, ``opentafl`` all.
    """

    JUMP_ANY_SPECIAL = 1 << 0
    """Restricted jumps may use any special square, the other side's fortresses too."""
    GUARD_JUMPS = 1 << 1
    """Guards can be taken by capturing jumps, and ``gj`` has no effect."""
    PLAIN_HOSTILITY = 1 << 2
    """Only ``t`` and ``T`` in a list of hostility count, each for its whole side."""
    GUARD_COVERS_SQUARE = 1 << 3
    """An enemy guard on a hostile square makes it not hostile."""
    KING_PAIR_ONLY = 1 << 4
    """Where the pair of commanders and knights exists, only it takes a king."""
    TWO_STEP_CAPTURE = 1 << 5
    """Some capture judged before the mover leaves must exist for anything to be taken."""
    MOVER_IS_PAIR = 1 << 6
    """In the second step a moving commander or knight counts as both of the pair."""
    SHIELDWALL_FIRST_MOVE = 1 << 7
    """With ``swf:y`` a piece that makes its first move never closes a shieldwall."""
    SHIELDWALL_ANY_MOVE = 1 << 8
    """With ``swf:n`` any move takes every walled row, if each side has two men on the edges."""
    SHIELDWALL_ROW_LEAK = 1 << 9
    """The search for rows keeps its state from edge to edge."""
    BERSERK_FREE = 1 << 10
    """With ``ber:c`` a berserk turn may go on with any move of the piece."""
    DEFENDERS_BLOCKED = 1 << 11
    """No defender has an empty square next to it: attackers win."""
    OPEN_FORT = 1 << 12
    """Edge forts are judged by the squares that the king reaches and their neighbours."""
    STALEMATE_GOES_ON = 1 << 13
    """A side without a legal move does not lose; the game just stops."""

    REENTRY_NEEDS_CENRE = 1 << 16
    """``corre``, ``aforre`` and ``dforre`` are read only if ``cenre`` is present."""
    DFORP_ALL = 1 << 17
    """``dforp`` defaults to all."""
    SPEED_LISTS_IGNORED = 1 << 18
    """``spd`` with two or ten numbers loads as no limit."""
    MARKING_ORDER = 1 << 19
    """The default centre and corners are marked first, then the lists in order."""
    ESCAPE_UNDER_FORT = 1 << 20
    """An escape corner is any square of the ``cor`` list, even under a fortress."""
    SWAPPED_REPETITION = 1 << 21
    """``tfr`` values w and l are the other way round; i is a draw."""
    LENIENT_VALUES = 1 << 22
    """Values outside a key's list are read as a default instead of refused."""


SPEC = Quirk(0)
OPENTAFL = Quirk(0x3FFF) | Quirk(0x7F0000)
