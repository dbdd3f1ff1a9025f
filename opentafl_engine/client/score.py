"""Scores that say whose they are: centi-taflmen, or a win in so many of the winner's own moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import total_ordering
from typing import overload

from opentafl_engine.scores import Wdl, wdl
from opentafl_engine.types import Side


@total_ordering
class Score(ABC):
    """What a position is worth to one side: a ``Cp``, a ``Win`` or a ``Loss``. Better is greater.

    >>> Win(1) > Win(5) > Cp(300) > Cp(-20) > Loss(5) > Loss(1)
    True
    >>> -Win(2), -Cp(35), Win(3).mate(), Loss(3).mate(), Cp(7).mate()
    (Loss(2), Cp(-35), 3, -3, None)
    """

    @abstractmethod
    def rank(self) -> tuple[int, int]:
        """Two numbers that are ordered as scores are."""

    @abstractmethod
    def __neg__(self) -> Score: ...

    @abstractmethod
    def mate(self) -> int | None:
        """In how many of the winner's own moves it ends: negative for a loss, None for neither."""

    @overload
    def score(self, *, mate_score: int) -> int: ...

    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...

    @abstractmethod
    def score(self, *, mate_score: int | None = None) -> int | None:
        """The value in centi-taflmen.

        A win in N is ``mate_score - N`` and a loss in N the negative of that; without
        ``mate_score`` they are None.

        >>> Cp(20).score(), Win(5).score(), Loss(5).score(mate_score=10000)
        (20, None, -9995)
        """

    @abstractmethod
    def wdl(self) -> Wdl:
        """The chances to win, draw and lose that go with it; a proven end is certain.

        >>> Cp(250).wdl().expectation(), Loss(3).wdl()
        (0.7305, Wdl(wins=0, draws=0, losses=1000))
        """

    def is_win(self) -> bool:
        """Whether this side is proven to win."""
        return isinstance(self, Win)

    def is_loss(self) -> bool:
        """Whether this side is proven to lose."""
        return isinstance(self, Loss)

    def is_mate(self) -> bool:
        """Whether a win of either side is proven."""
        return isinstance(self, (Win, Loss))

    def __eq__(self, other: object) -> bool:
        return self.rank() == other.rank() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.rank() < other.rank() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.rank())


@dataclass(frozen=True, eq=False)
class Cp(Score):
    """A value in centi-taflmen: a plain attacker is worth 100."""

    cp: int

    def rank(self) -> tuple[int, int]:
        """Between losses and wins."""
        return (0, self.cp)

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def mate(self) -> None:
        """Nothing is proven."""

    @overload
    def score(self, *, mate_score: int) -> int: ...

    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...

    def score(self, *, mate_score: int | None = None) -> int | None:
        """The value itself."""
        return self.cp

    def wdl(self) -> Wdl:
        """By the curve of ``opentafl_engine.scores``."""
        return wdl(self.cp)

    def __str__(self) -> str:
        return f"{self.cp:+d}" if self.cp else "0"

    def __repr__(self) -> str:
        return f"Cp({self.cp})"


@dataclass(frozen=True, eq=False)
class Win(Score):
    """This side wins with its ``moves``-th own move from here; 0: it has won."""

    moves: int

    def __post_init__(self) -> None:
        _refuse_negative(self.moves)

    def rank(self) -> tuple[int, int]:
        """Above every value; the sooner the better."""
        return (1, -self.moves)

    def __neg__(self) -> Loss:
        return Loss(self.moves)

    def mate(self) -> int:
        """The number of moves."""
        return self.moves

    @overload
    def score(self, *, mate_score: int) -> int: ...

    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...

    def score(self, *, mate_score: int | None = None) -> int | None:
        """``mate_score`` less the moves."""
        return None if mate_score is None else mate_score - self.moves

    def wdl(self) -> Wdl:
        """Certain."""
        return Wdl(1000, 0, 0)

    def __str__(self) -> str:
        return f"#+{self.moves}"

    def __repr__(self) -> str:
        return f"Win({self.moves})"


@dataclass(frozen=True, eq=False)
class Loss(Score):
    """The other side wins with its ``moves``-th own move from here; 0: it has won."""

    moves: int

    def __post_init__(self) -> None:
        _refuse_negative(self.moves)

    def rank(self) -> tuple[int, int]:
        """Below every value; the later the better."""
        return (-1, self.moves)

    def __neg__(self) -> Win:
        return Win(self.moves)

    def mate(self) -> int:
        """The number of moves, negative."""
        return -self.moves

    @overload
    def score(self, *, mate_score: int) -> int: ...

    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...

    def score(self, *, mate_score: int | None = None) -> int | None:
        """The moves less ``mate_score``."""
        return None if mate_score is None else self.moves - mate_score

    def wdl(self) -> Wdl:
        """Certain."""
        return Wdl(0, 0, 1000)

    def __str__(self) -> str:
        return f"#-{self.moves}"

    def __repr__(self) -> str:
        return f"Loss({self.moves})"


def _refuse_negative(moves: int) -> None:
    if moves < 0:
        raise ValueError(f"a number of moves is 0 or more, not {moves}")


def win_in(moves: int) -> Score:
    """The score of UCI's ``mate N``: negative for a loss; ``mate 0`` says that this side has lost.

    >>> win_in(3), win_in(-2), win_in(0)
    (Win(3), Loss(2), Loss(0))
    """
    return Win(moves) if moves > 0 else Loss(-moves)


@dataclass(frozen=True, eq=False)
class PovScore:
    """A score with the side whose score it is. Two are equal if they say the same, whoever's they are.

    >>> from opentafl_engine.types import ATTACKERS, DEFENDERS
    >>> score = PovScore(Cp(-40), DEFENDERS)
    >>> score.attackers(), score.defenders(), score.pov(ATTACKERS), score.relative
    (Cp(40), Cp(-40), Cp(40), Cp(-40))
    >>> score == PovScore(Cp(40), ATTACKERS)
    True
    """

    relative: Score
    turn: Side

    def pov(self, side: Side) -> Score:
        """The score as ``side`` sees it."""
        return self.relative if side == self.turn else -self.relative

    def attackers(self) -> Score:
        """The score as the attackers see it."""
        return self.pov(Side.ATTACKERS)

    def defenders(self) -> Score:
        """The score as the defenders see it."""
        return self.pov(Side.DEFENDERS)

    def is_mate(self) -> bool:
        """Whether a win of either side is proven."""
        return self.relative.is_mate()

    def winner(self) -> Side | None:
        """The side that is proven to win, or None."""
        if not self.is_mate():
            return None
        return self.turn if self.relative.is_win() else self.turn.opponent

    def wdl(self) -> PovWdl:
        """The chances that go with the score."""
        return PovWdl(self.relative.wdl(), self.turn)

    def __eq__(self, other: object) -> bool:
        return self.attackers() == other.attackers() if isinstance(other, PovScore) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.attackers())

    def __str__(self) -> str:
        return f"{self.relative} for the {self.turn}"


@dataclass(frozen=True, eq=False)
class PovWdl:
    """Chances with the side whose chances they are; equal if they say the same, whoever's they are.

    >>> from opentafl_engine.types import ATTACKERS
    >>> PovWdl(Wdl(600, 100, 300), ATTACKERS).defenders()
    Wdl(wins=300, draws=100, losses=600)
    """

    relative: Wdl
    turn: Side

    def pov(self, side: Side) -> Wdl:
        """The chances of ``side``."""
        wins, draws, losses = self.relative
        return self.relative if side == self.turn else Wdl(losses, draws, wins)

    def attackers(self) -> Wdl:
        """The chances of the attackers."""
        return self.pov(Side.ATTACKERS)

    def defenders(self) -> Wdl:
        """The chances of the defenders."""
        return self.pov(Side.DEFENDERS)

    def __eq__(self, other: object) -> bool:
        return self.attackers() == other.attackers() if isinstance(other, PovWdl) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.attackers())
