"""Scores: their order, their signs and their chances."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opentafl_engine.client.otep_eval import read_evaluation
from opentafl_engine.client.score import Cp, Loss, PovScore, PovWdl, Score, Win, win_in
from opentafl_engine.scores import Wdl
from opentafl_engine.types import ATTACKERS, DEFENDERS, Side

SIDES = st.sampled_from(list(Side))
MOVES = st.integers(0, 200)
SCORES = st.one_of(st.integers(-5000, 5000).map(Cp), MOVES.map(Win), MOVES.map(Loss))


@given(SCORES, SCORES, SCORES)
def test_a_total_order(first: Score, second: Score, third: Score) -> None:
    """Of two scores exactly one of less, equal and greater is true, and the order is transitive."""
    assert (first < second) + (first == second) + (first > second) == 1
    assert (first <= second) == (not first > second)
    if first <= second <= third:
        assert first <= third
    if first == second:
        assert hash(first) == hash(second)


@given(SCORES, SCORES)
def test_negation_reverses(first: Score, second: Score) -> None:
    """What is good for one side is bad for the other, and the other way round again."""
    assert (first < second) == (-first > -second)
    other = -first
    assert -other == first


@given(SCORES, SCORES)
def test_numbers_keep_the_order(first: Score, second: Score) -> None:
    """With a large value for a win the numbers are ordered as the scores are."""
    numbers = [score.score(mate_score=100_000) for score in (first, second)]
    assert (first < second) == (numbers[0] < numbers[1])


def test_wins_and_losses() -> None:
    """A win in fewer moves is better, a loss in more moves is, and both have no value of their own."""
    ladder: list[Score] = [Loss(0), Loss(1), Loss(5), Cp(-9999), Cp(0), Cp(9999), Win(5), Win(1), Win(0)]
    assert sorted([*ladder[5:], *ladder[:5]]) == ladder
    assert [str(score) for score in ladder[:5]] == ["#-0", "#-1", "#-5", "-9999", "0"]
    assert Win(3).score() is None
    assert (Win(3).is_win(), Win(3).is_loss(), Win(3).is_mate()) == (True, False, True)
    assert (Loss(3).is_win(), Loss(3).is_loss(), Loss(3).is_mate()) == (False, True, True)
    assert not Cp(3).is_mate()
    with pytest.raises(ValueError, match="0 or more"):
        Win(-1)
    with pytest.raises(TypeError):
        assert Win(1) < 3
    assert Win(1) != 1


@given(SCORES, SIDES)
def test_points_of_view(score: Score, turn: Side) -> None:
    """Each side sees the negative of what the other sees, in values and in chances."""
    seen = PovScore(score, turn)
    assert seen.pov(turn) == seen.relative == score
    assert seen.attackers() == -seen.defenders()
    assert seen.wdl().attackers() == seen.wdl().defenders()[::-1]
    assert seen.is_mate() == (seen.winner() is not None)
    assert abs(seen.wdl().attackers().expectation() + seen.wdl().defenders().expectation() - 1) < 1e-9


@given(SCORES, SCORES)
def test_chances_follow_scores(first: Score, second: Score) -> None:
    """A better score never has a lower expectation, and chances are 1000 together."""
    assert sum(first.wdl()) == 1000
    if first <= second:
        assert first.wdl().expectation() <= second.wdl().expectation()


def test_winners() -> None:
    """A proven win names the side that wins."""
    assert PovScore(Win(2), DEFENDERS).winner() == DEFENDERS
    assert PovScore(Loss(2), DEFENDERS).winner() == ATTACKERS
    assert str(PovScore(Cp(20), DEFENDERS)) == "+20 for the defenders"
    assert PovWdl(Wdl(1, 2, 997), ATTACKERS).attackers() == (1, 2, 997)
    assert (win_in(2), win_in(-2), win_in(0)) == (Win(2), Loss(2), Loss(0))


@given(SCORES, SIDES)
def test_equal_whoever_says_it(score: Score, side: Side) -> None:
    """A score and its chances are the same seen from either side, and others than their opposites."""
    ours, theirs = PovScore(score, side), PovScore(-score, side.opponent)
    assert ours == theirs
    assert hash(ours) == hash(theirs)
    assert (ours == PovScore(score, side.opponent)) == (score == -score)
    assert ours.wdl() == theirs.wdl()
    assert hash(ours.wdl()) == hash(theirs.wdl())
    assert ours != score
    assert ours.wdl() != score.wdl()


@pytest.mark.parametrize(
    ("text", "turn", "score"),
    [
        ("0.00", ATTACKERS, Cp(0)),
        ("-1.25", ATTACKERS, Cp(-125)),
        ("-1.25", DEFENDERS, Cp(125)),
        ("4999.00", ATTACKERS, Win(1)),
        ("4998.00", DEFENDERS, Loss(1)),
        ("4997.00", DEFENDERS, Loss(1)),
        ("-4997.00", DEFENDERS, Win(2)),
        ("517", ATTACKERS, Cp(517)),
        ("-5000", DEFENDERS, Win(1)),
        ("5000.0", ATTACKERS, Win(1)),
        ("4600", ATTACKERS, Cp(4600)),
    ],
)
def test_evaluations(text: str, turn: Side, score: Score) -> None:
    """OTEP's evaluations are the attackers'; with decimals in taflmen, near 5000 a win by plies."""
    found = read_evaluation(text, turn, 1)
    assert found is not None
    assert found.relative == score


@pytest.mark.parametrize("text", ["", "good", "nan", "1e3", "--1", "1.2.3", "9" * 50])
def test_evaluations_that_are_none(text: str) -> None:
    """Anything but a plain number is no evaluation."""
    assert read_evaluation(text, ATTACKERS, 1) is None
