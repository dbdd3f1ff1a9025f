"""The board without its pieces: special squares, edges, neighbours, and what a letter stands for."""

from __future__ import annotations

from opentafl_engine.rules import Rules, SpecialSquares

Square = tuple[int, int]
Pieces = dict[Square, str]
Step = tuple[Square, Square]

ATTACKERS, DEFENDERS = "attackers", "defenders"
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
LETTERS = "tcnkmgTCNKMG"


def side_of(letter: str) -> str:
    """The side that a piece belongs to: attackers are lower case."""
    return ATTACKERS if letter.islower() else DEFENDERS


def other(side: str) -> str:
    """The opponent of a side."""
    return DEFENDERS if side == ATTACKERS else ATTACKERS


def enemies(one: str, two: str) -> bool:
    """Whether two pieces are of different sides."""
    return side_of(one) != side_of(two)


def is_guard(letter: str) -> bool:
    """Whether it is a guard, of either side."""
    return letter in "gG"


def is_king(letter: str) -> bool:
    """Whether it is a king; the attackers may have one too."""
    return letter in "kK"


def name_of(square: Square) -> str:
    """Write a square as its name, a1 first."""
    return "abcdefghijklmnopqrs"[square[0]] + str(square[1] + 1)


def square_of(name: str) -> Square:
    """Read the name of a square."""
    return "abcdefghijklmnopqrs".index(name[0]), int(name[1:]) - 1


def read_position(text: str) -> Pieces:
    """Read an OTN position record, rank 1 first."""
    pieces: Pieces = {}
    for rank, row in enumerate(text.strip("/").split("/")):
        file = 0
        number = ""
        for sign in row:
            if sign.isdigit():
                number += sign
                continue
            file += int(number or 0)
            number = ""
            pieces[(file, rank)] = sign
            file += 1
    return pieces


def write_position(pieces: Pieces, dim: int) -> str:
    """Write an OTN position record, rank 1 first."""
    rows = []
    for rank in range(dim):
        row, empty = "", 0
        for file in range(dim):
            if (file, rank) not in pieces:
                empty += 1
                continue
            row += (str(empty) if empty else "") + pieces[(file, rank)]
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/" + "/".join(rows) + "/"


class Ground:
    """One rules string's board: which squares are special and what that means for each piece."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.dim = rules.dim
        self.special: dict[Square, tuple[str, SpecialSquares]] = {}
        for kind, squares in (
            ("corner", rules.corner),
            ("centre", rules.centre),
            ("attacker fort", rules.attacker_fort),
            ("defender fort", rules.defender_fort),
        ):
            for index in squares.squares:
                self.special[(index % self.dim, index // self.dim)] = (kind, squares)
        self.escapes = {(index % self.dim, index // self.dim) for index in rules.escapes}
        self.army = set(read_position(rules.start).values())

    def kind(self, square: Square) -> str:
        """What kind of special square it is, or "" for a plain one."""
        return self.special[square][0] if square in self.special else ""

    def on_board(self, square: Square) -> bool:
        """Whether there is such a square."""
        return 0 <= square[0] < self.dim and 0 <= square[1] < self.dim

    def on_edge(self, square: Square) -> bool:
        """Whether it is a square of the outermost ring."""
        return 0 in square or self.dim - 1 in square

    def neighbours(self, square: Square) -> list[Square]:
        """Return the squares beside it along ranks and files, two to four of them."""
        near = [(square[0] + file, square[1] + rank) for file, rank in DIRECTIONS]
        return [one for one in near if self.on_board(one)]

    def may_pass(self, letter: str, square: Square) -> bool:
        """Whether this type may pass through the square."""
        return square not in self.special or letter in self.special[square][1].passes

    def may_stop(self, letter: str, square: Square) -> bool:
        """Whether this type may end its move there."""
        return square not in self.special or letter in self.special[square][1].stops

    def may_enter(self, letter: str, square: Square, start: Square) -> bool:
        """Whether this type, moving from `start`, may come onto a square of this kind at all."""
        if square not in self.special or letter in self.special[square][1].enters:
            return True
        return self.kind(start) == self.kind(square)

    def square_is_hostile(self, square: Square, victim: str, occupied: bool) -> bool:
        """Whether the square itself, apart from who stands on it, helps to capture `victim`."""
        if square not in self.special:
            return False
        special = self.special[square][1]
        return victim in (special.hostile if occupied else special.hostile_empty)

    def strength(self) -> str:
        """How a king is captured: s, w, c or m."""
        return self.rules.king_strength

    def can_be_anvil(self, letter: str) -> bool:
        """Whether an enemy may be captured against this piece."""
        if is_king(letter):
            return self.rules.king_armed in "ya"
        return not is_guard(letter)

    def can_be_hammer(self, letter: str) -> bool:
        """Whether this piece captures custodially by its move."""
        if is_king(letter):
            return self.rules.king_armed in "yh"
        return not is_guard(letter)
