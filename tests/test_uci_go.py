"""The words of `go`: limits, clocks under all their names, and numbers that make no sense."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opentafl_engine.board import Board
from opentafl_engine.dialects.uci_go import Go, parse_go
from opentafl_engine.notation import Move
from opentafl_engine.search import MAX_DEPTH, Limits, Searcher
from opentafl_engine.timeman import Budget, Clock, budget
from opentafl_engine.types import ATTACKERS, DEFENDERS, Side
from opentafl_engine.variants import variant
from tests.uci_machine import Machine, machine_for

BRANDUB = Board(variant("brandub"))
OVERHEAD = 50

LIMITING = [
    *("depth", "nodes", "mate", "movetime"),
    *(owner + word for owner in "ad" for word in ("time", "inc", "overtimes", "ot")),
    *(owner + word for owner in ("b", "w", "p1", "p2") for word in ("time", "inc")),
]
WORDS = [*LIMITING, "movestogo", "overtime", "perft", "infinite", "ponder", "searchmoves"]
NUMBERS = [
    "0",
    "1",
    "7",
    "-1",
    "-0",
    "250",
    "9" * 12,
    "9" * 30,
    "-" + "9" * 30,
    "1.5",
    "+3",
    "x",
    "--1",
    "²",
    "1e3",
]


def go(text: str, board: Board = BRANDUB) -> Go:
    """A line that nothing is wrong with."""
    parsed = parse_go(text, board)
    assert parsed.complaints == []
    return parsed


def clocks(text: str, board: Board = BRANDUB) -> dict[Side, Clock]:
    """The clocks of a line, whosever they are."""
    return parse_go(text, board).clocks


def limits(text: str, board: Board = BRANDUB, multipv: int = 1) -> Limits:
    """The limits of a line's search."""
    parsed = parse_go(text, board)
    return parsed.limits(parsed.budget(board.turn, OVERHEAD), multipv)


def some_words() -> st.SearchStrategy[str]:
    """Lines of the words that go knows, numbers good and bad, moves, and anything else."""
    move = st.sampled_from([move.uci() for move in BRANDUB.legal_moves] + ["a1a9", "d4-d1", "zz"])
    word = st.one_of(st.sampled_from(WORDS), st.sampled_from(NUMBERS), move, st.text(max_size=6))
    return st.lists(word, max_size=12).map(" ".join)


@given(some_words(), st.integers(1, 5))
def test_no_line_raises(text: str, multipv: int) -> None:
    """Whatever stands behind go, there are limits that a search can be armed with."""
    parsed = parse_go(text, BRANDUB)
    for side in (ATTACKERS, DEFENDERS):
        time = parsed.budget(side, OVERHEAD)
        assert time is None or 1 <= time.soft <= time.hard
        given_limits = parsed.limits(time, multipv)
        Searcher(hash_mb=0.01).arm(given_limits)
        assert given_limits.depth is None or given_limits.depth >= 1
        assert given_limits.nodes is None or given_limits.nodes >= 1
    assert set(parsed.searchmoves or ()) <= set(BRANDUB.legal_moves)


@given(st.sampled_from(LIMITING), st.sampled_from(["", *NUMBERS]), some_words())
def test_what_names_a_limit_ends(word: str, number: str, rest: str) -> None:
    """A line that names any limit is never endless, whatever its number, unless it says infinite."""
    for text in (f"{word} {number} {rest}", f"{rest} {word} {number}"):
        parsed = parse_go(text, BRANDUB)
        if not parsed.infinite:
            assert not parsed.endless
            found = parsed.limits(parsed.budget(BRANDUB.turn, OVERHEAD), 1)
            assert (found.depth, found.nodes, found.movetime) != (None, None, None)


@pytest.mark.parametrize("text", ["", "infinite", "ponder", "searchmoves d1c1", "movestogo 3", "sideways"])
def test_what_names_no_limit_is_endless(text: str) -> None:
    """Without a limit a search goes on until it is stopped."""
    assert parse_go(text, BRANDUB).endless
    assert limits(text).movetime is None


@pytest.mark.parametrize("word", ["depth", "nodes", "movetime", "mate", "movestogo", "overtime", "perft"])
def test_each_number(word: str) -> None:
    """A number is noted under its word."""
    assert go(f"{word} 17").numbers == {word: 17}


def test_depth_and_nodes() -> None:
    """depth is in plies, nodes in executed moves; both may be given."""
    assert limits("depth 8 nodes 1000") == Limits(depth=8, nodes=1000)


@pytest.mark.parametrize(
    ("text", "depth"), [("mate 1", 2), ("mate 3", 6), ("mate 3 depth 4", 4), ("depth 9 mate 2", 4)]
)
def test_mate_is_2n_plies(text: str, depth: int) -> None:
    """A win in N of the winner's own moves is over within 2N plies; a smaller depth counts."""
    assert limits(text).depth == depth


def test_movetime() -> None:
    """movetime is both limits in time, without the overhead; 0 is the least there is."""
    assert (limits("movetime 700").movetime, limits("movetime 700").soft_time) == (700, 700)
    assert limits("movetime 0").movetime == limits("movetime -5").movetime == 1


def test_searchmoves_end_at_the_next_word() -> None:
    """The moves behind searchmoves reach up to the next word that go knows; both forms are read."""
    parsed = go("searchmoves d1c1 d1-b1 depth 3")
    assert parsed.searchmoves == (Move("d1", "c1"), Move("d1", "b1"))
    assert parsed.numbers == {"depth": 3}
    assert go("searchmoves d1c1 depth 3 searchmoves d1b1 d1c1").searchmoves == parsed.searchmoves
    assert go("depth 3").searchmoves is None


def test_a_long_row_of_searchmoves_is_no_more_work_each() -> None:
    """Each word of a line is looked at a few times, however many words stand behind it."""

    class Words(list[str]):
        taken = 0

        def __getitem__(self, at):  # type: ignore[no-untyped-def]
            found = super().__getitem__(at)
            Words.taken += len(found) if isinstance(at, slice) else 1
            return found

    class Line(str):
        def split(self, *_: object) -> Words:
            return Words(super().split())

    parsed = parse_go(Line("searchmoves d1c1 " * 500), BRANDUB)
    assert parsed.searchmoves == (Move("d1", "c1"),)
    assert Words.taken < 10 * 1000


@pytest.mark.parametrize(("words", "found"), [("", ()), ("a1a2", ()), ("d1c1 zz", (Move("d1", "c1"),))])
def test_searchmoves_that_are_not_legal(words: str, found: tuple[Move, ...]) -> None:
    """What is no legal move is complained of and left out; none left is not the same as all."""
    parsed = parse_go(f"searchmoves {words} depth 2", BRANDUB)
    assert len(parsed.complaints) == 1
    assert parsed.searchmoves == found
    assert parsed.numbers == {"depth": 2}


@pytest.mark.parametrize("owners", ["ad", "bw", ("p1", "p2")])
def test_clocks_and_their_aliases(owners: tuple[str, str]) -> None:
    """a and b are the attackers, d and w the defenders; p1 is the first to move, here the attackers."""
    words = [owner + word for owner in owners for word in ("time", "inc")]
    text = " ".join(f"{word} {number}" for number, word in enumerate(words, start=1))
    assert clocks(text) == {ATTACKERS: Clock(1, increment=2), DEFENDERS: Clock(3, increment=4)}


def test_players_where_the_defenders_move_first() -> None:
    """Under rules where the defenders begin, p1 is theirs, also when the attackers are to move."""
    machine = Machine()
    machine.tell("rules dim:7 atkf:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "go p1time 60000 p2time 30000")
    assert machine.limits.movetime == budget(Clock(60_000), OVERHEAD).hard
    machine.finish()
    machine.tell("position startpos moves d3c3", "go p1time 60000 p2time 30000")
    assert machine.search.board.turn == ATTACKERS
    assert machine.limits.movetime == budget(Clock(30_000), OVERHEAD).hard


def test_the_clock_of_the_side_to_move_counts() -> None:
    """The time is shared out from the mover's clock, with its increment added already."""
    assert go("atime 60000 dtime 1").budget(ATTACKERS, OVERHEAD) == budget(Clock(60_000), OVERHEAD)
    with_increment = go("atime 9000 ainc 1000 dtime 1").budget(ATTACKERS, OVERHEAD)
    assert with_increment == budget(Clock(9000, increment=1000), OVERHEAD)


def test_the_clock_of_the_other_side_alone() -> None:
    """Without a clock for the side to move, that is said, and it has no time left."""
    parsed = parse_go("dtime 60000", BRANDUB)
    assert parsed.complaints == ["no time for the attackers, who are to move"]
    assert parsed.budget(ATTACKERS, OVERHEAD) == Budget(1, 1)


def test_overtime() -> None:
    """aovertimes and dovertimes count whole periods of overtime milliseconds that have not begun."""
    parsed = go("atime 100 aovertimes 2 dtime 7 dovertimes 3 overtime 10000")
    assert parsed.budget(ATTACKERS, OVERHEAD) == budget(Clock(100, 10_000, 2), OVERHEAD)
    assert parsed.budget(DEFENDERS, OVERHEAD) == budget(Clock(7, 10_000, 3), OVERHEAD)


def test_in_overtime() -> None:
    """aot 1 and dot 1 say that the side's time is what is left of a period that refills."""
    parsed = go("atime 8000 aot 1 dtime 9000 dot 0 overtime 10000")
    in_overtime = budget(Clock(8000, 10_000, in_overtime=True), OVERHEAD)
    assert parsed.budget(ATTACKERS, OVERHEAD) == in_overtime
    assert parsed.budget(DEFENDERS, OVERHEAD) == budget(Clock(9000, 10_000), OVERHEAD)
    assert in_overtime.soft > budget(Clock(8000), OVERHEAD).soft


def test_movestogo() -> None:
    """The time is shared out over the moves that it is for."""
    assert go("atime 60000 movestogo 2").budget(ATTACKERS, OVERHEAD) == budget(Clock(60_000), OVERHEAD, 2)


def test_a_clock_and_a_movetime() -> None:
    """Where both are given the shorter one counts."""
    assert go("atime 60000 movetime 100").budget(ATTACKERS, OVERHEAD) == Budget(100, 100)
    shared = budget(Clock(60_000), OVERHEAD)
    assert go("atime 60000 movetime 600000").budget(ATTACKERS, OVERHEAD) == shared


@pytest.mark.parametrize("text", ["infinite atime 1 dtime 1", "movetime 5 infinite"])
def test_infinite_has_no_clock(text: str) -> None:
    """infinite wins over every limit in time."""
    assert go(text).endless
    assert go(text).budget(ATTACKERS, OVERHEAD) is None


def test_infinite_keeps_other_limits() -> None:
    """A depth beside infinite ends the search, but not the wait for stop."""
    assert go("infinite depth 3").endless
    assert limits("infinite depth 3").depth == 3


def test_ponder_notes_the_clock() -> None:
    """A ponder line keeps its clocks for the ponderhit."""
    parsed = go("ponder atime 60000 dtime 1")
    assert (parsed.ponder, parsed.endless) == (True, False)
    assert parsed.budget(ATTACKERS, OVERHEAD) == budget(Clock(60_000), OVERHEAD)


@pytest.mark.parametrize(
    "word", ["depth", "nodes", "mate", "movetime", "atime", "dinc", "p1time", "overtime"]
)
@pytest.mark.parametrize("behind", ["", "x", "1.5", "infinite", "depth 3"])
def test_a_missing_number(word: str, behind: str) -> None:
    """A number that is missing or is none counts as 0, the least, and is complained of."""
    parsed = parse_go(f"{word} {behind}", BRANDUB)
    assert f"expected a number behind {word}" in parsed.complaints[0]
    if word in parsed.numbers and behind != "depth 3":
        assert parsed.numbers[word] in (0, 1)


@pytest.mark.parametrize(
    ("word", "least"), [("depth", 1), ("nodes", 1), ("mate", 1), ("movetime", 0), ("perft", 0)]
)
@pytest.mark.parametrize("number", ["0", "-1", "-99999999999999999999999"])
def test_numbers_below_the_least(word: str, least: int, number: str) -> None:
    """A number that is too small counts as the least, without a word."""
    assert go(f"{word} {number}").numbers == {word: least}


@pytest.mark.parametrize("number", ["9" * 40, "1" + "0" * 40])
@pytest.mark.parametrize("word", ["depth", "nodes", "mate", "movetime"])
def test_huge_numbers(word: str, number: str) -> None:
    """A number beyond all bounds is one that never ends the search."""
    found = limits(f"{word} {number}")
    Searcher(hash_mb=0.01).arm(found)
    sizes = {"depth": found.depth, "mate": found.depth, "nodes": found.nodes, "movetime": found.movetime}
    assert (sizes[word] or 0) >= MAX_DEPTH


def test_negative_clocks() -> None:
    """A clock below zero has nothing left; the least time is used."""
    assert go("atime -500 dtime 5").budget(ATTACKERS, OVERHEAD) == Budget(1, 1)


@pytest.mark.parametrize("text", ["sideways depth 3", "depth 3 sideways", "depth 3 4", "Depth depth 3"])
def test_unknown_words(text: str) -> None:
    """A word that go does not know is complained of and left out."""
    parsed = parse_go(text, BRANDUB)
    assert parsed.numbers == {"depth": 3}
    assert [complaint.endswith("unknown") for complaint in parsed.complaints] == [True]


def test_the_last_of_two_counts() -> None:
    """A word that comes twice counts as it came last."""
    assert go("depth 3 depth 5").numbers == {"depth": 5}


def test_multipv_keeps_on() -> None:
    """A search for several lines is not ended by a win of the first; one for one line is."""
    assert (limits("depth 3", multipv=2).keep_on, limits("depth 3").keep_on) == (True, False)
    assert not limits("mate 3", multipv=2).keep_on
    assert limits("depth 3", multipv=2).multipv == 2


def test_complaints_are_error_lines() -> None:
    """What was wrong with a go line is said before the search, which begins all the same."""
    machine = machine_for("brandub")
    assert machine.tell("go depth x sideways") == [
        "info string error: go: 'x': expected a number behind depth",
        "info string error: go: 'sideways': unknown",
    ]
    assert machine.limits.depth == 1


def test_move_overhead_and_multipv_count() -> None:
    """The options Move Overhead and MultiPV are those of the next go."""
    machine = Machine()
    machine.tell("setoption name Move Overhead value 500", "setoption name MultiPV value 4")
    machine.tell("go atime 1200 movestogo 1")
    time = budget(Clock(1200), 500, 1)
    assert time.hard == 700
    assert (machine.limits.soft_time, machine.limits.movetime, machine.limits.multipv) == (*time, 4)


def test_a_line_of_nonsense_is_not_answered_word_by_word() -> None:
    """However much makes no sense, a few error lines name the first of it and count the rest."""
    machine = Machine()
    said = [line for line in machine.tell("go depth 1 " + "x " * 1000) if "error" in line]
    assert len(said) == 9
    assert said[0] == "info string error: go: 'x': unknown"
    assert said[-1] == "info string error: go: 992 more things that make no sense"
