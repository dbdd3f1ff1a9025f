"""The rules of one variant, as a frozen dataclass that OTN rules strings are read into.

Reading is in ``rules_parse``, writing in ``rules_write``, the plain English in ``rules_describe``;
they are loaded when they are first needed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, overload

from opentafl_engine.types import ATTACKERS, DEFENDERS, SPEC, Quirk, Side

DEFAULT_NAME = "Unknown Tafl"
"""The name of rules that give none."""

JUMPERS = "tcnkmg"
"""The letters that the entries of ``Rules.jumps`` belong to; a taflman never jumps."""


@dataclass(frozen=True, slots=True)
class SpecialSquares:
    """The squares of one kind (corner, centre, a side's fortress) and what they do.

    ``squares`` are sorted indexes, after overlaps between the kinds are resolved. The rest are
    piece letters in the order of ``PIECE_LETTERS``: to whom the squares are hostile (while
    occupied, and while empty; the two differ for the centre only), who may pass through, who may
    stop there, and who may enter from outside.
    """

    squares: tuple[int, ...]
    hostile: str
    hostile_empty: str
    passes: str
    stops: str
    enters: str


@dataclass(frozen=True)
class Rules:
    """Everything that distinguishes one variant from another.

    Two rules are equal if they mean the same in the same semantics; name and warnings do not
    count. The single letters are those of the rules language, except that the meaning counts where
    OpenTafl reads a letter as another one: ``repetition`` is always the effective rule.

    >>> rules = Rules.parse("dim:7 name:Brandub ks:w cenh: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/")
    >>> rules.name, rules.dim, rules.king_strength, rules.centre.squares
    ('Brandub', 7, 'w', (24,))
    """

    dim: int
    start: str
    semantics: str
    quirks: Quirk
    escape: str
    escapes: tuple[int, ...]
    surrounded: bool
    attackers_first: bool
    repetition: str
    king_armed: str
    king_strength: str
    jumps: tuple[str, ...]
    speeds: tuple[int, ...]
    corner: SpecialSquares
    centre: SpecialSquares
    attacker_fort: SpecialSquares
    defender_fort: SpecialSquares
    shieldwall: str
    shieldwall_flanking: bool
    edge_fort: bool
    linnaean: bool
    berserk: str
    extra: tuple[tuple[str, str], ...] = ()
    name: str = field(compare=False, default=DEFAULT_NAME)
    warnings: tuple[str, ...] = field(compare=False, default=())

    @staticmethod
    def parse(text: str, semantics: str = "spec", *, without: Quirk = SPEC) -> Rules:
        """Read a rules string.

        ``semantics`` is ``spec`` (what the notation says) or ``opentafl`` (what OpenTafl 0.4.8.0b
        makes of it); ``without`` names quirks of the latter to leave out. Raises ``RulesError``
        with the token, its column and what was expected. Keys that nobody knows and keys that come
        twice only leave a line in ``warnings``.

        >>> Rules.parse("dim:5 tfr:w start:/5/5/t1K2/5/5/", semantics="opentafl").repetition
        'l'
        """
        from opentafl_engine.rules_parse import parse_rules

        return parse_rules(text, semantics, without)

    @overload
    def to_otn(self, target: None = None) -> str: ...

    @overload
    def to_otn(self, target: Literal["opentafl"]) -> tuple[str, list[str]]: ...

    def to_otn(self, target: str | None = None) -> str | tuple[str, list[str]]:
        """The shortest rules string that parses to equal rules in their own semantics.

        The name is left out, since it makes no difference. With ``target="opentafl"``: the
        (named) string that OpenTafl's parser reads as the nearest rules, and a list of what that
        program cannot be told, a line each that begins with the key.

        >>> rules = Rules.parse("dim:5 name:Tiny tfr:a esc:c start:/5/5/t1K2/5/5/")
        >>> rules.to_otn()
        'dim:5 tfr:a start:/5/5/t1K2/5/5/'
        >>> rules.to_otn(target="opentafl")
        ('dim:5 name:Tiny start:/5/5/t1K2/5/5/', ['tfr:a is read as tfr:d'])
        """
        from opentafl_engine.rules_write import write_for_opentafl, write_rules

        if target is None:
            return write_rules(self)
        if target != "opentafl":
            raise ValueError(f"target is None or 'opentafl', not {target!r}")
        return write_for_opentafl(self)

    def describe(self) -> str:
        """The rules in plain English, several sentences.

        >>> Rules.parse("dim:5 start:/5/5/t1K2/5/5/").describe().split(".")[0]
        'Unknown Tafl is played on a 5x5 board by 1 attacker against a king alone'
        """
        from opentafl_engine.rules_describe import describe_rules

        return describe_rules(self)

    def start_cells(self) -> bytes:
        """The start position as a cell array, a1 first.

        >>> len(Rules.parse("dim:5 start:/5/5/t1K2/5/5/").start_cells())
        25
        """
        from opentafl_engine.positions import parse_position

        return parse_position(self.start, dim=self.dim)

    @property
    def first_side(self) -> Side:
        """The side that moves first."""
        return ATTACKERS if self.attackers_first else DEFENDERS
