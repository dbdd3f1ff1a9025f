"""Sessions: following a game by its position records, and the thread that searches."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random

import pytest

from opentafl_engine import session
from opentafl_engine.board import Board, Termination
from opentafl_engine.errors import TaflError
from opentafl_engine.notation import Move
from opentafl_engine.rules import Rules
from opentafl_engine.search import Info, Limits, Result
from opentafl_engine.session import Game, Thinker
from opentafl_engine.types import Side
from tests.otep_machine import BRANDUB, BRANDUB_START, first_moves

RULES = Rules.parse(BRANDUB.removeprefix("rules "), "opentafl")
COPENHAGEN = Rules.parse(
    "dim:11 tfr:w sw:s efe:y start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    "opentafl",
)
ELSEWHERE = "/7/3t3/3T3/2TKT2/3T3/3t3/3t3/"


def moves(*texts: str) -> list[Move]:
    """Moves from their text."""
    return [Move.parse(text) for text in texts]


def after(*texts: str) -> str:
    """The record after these moves of a Brandub game."""
    board = Board(RULES)
    for text in texts:
        board.push(text)
    return board.position()


def test_the_present_position_is_no_step() -> None:
    """A record of where the game stands changes nothing."""
    game = Game(RULES)
    assert game.follow(BRANDUB_START)
    assert game.board.move_stack == []


@pytest.mark.parametrize(
    "hints",
    [
        [],
        [["d1-e1"]],
        [["d1-e1", "d3-f3"]],
        [["d1-c1", "d3-c3"], ["d1-e1", "d3-f3"]],
        [["d7-d7", "a1-a2", "d3-f3"], ["d1-e1", "d3-f3"]],
    ],
)
def test_following_with_hints(hints: list[list[str]]) -> None:
    """A hint that leads to the record keeps the history; without one, two moves are too far."""
    game = Game(RULES)
    kept = game.follow(after("d1-e1", "d3-f3"), [moves(*hint) for hint in hints])
    assert kept == (["d1-e1", "d3-f3"] in hints)
    assert game.board.position() == after("d1-e1", "d3-f3")
    assert len(game.board.move_stack) == (2 if kept else 0)


def test_following_without_hints() -> None:
    """A record that one legal move leads to is followed with no hint at all."""
    game = Game(RULES)
    for number in range(1, 4):
        assert game.follow(after(*["d1-e1", "d3-f3", "e1-d1"][:number]))
    assert game.board.move_stack == moves("d1-e1", "d3-f3", "e1-d1")


def test_following_the_end_of_a_list() -> None:
    """Of a list that begins with moves made before, its end is enough."""
    game = Game(RULES)
    game.follow(after("d1-e1"))
    game.follow(after("d1-e1", "d3-f3", "e1-d1"), [moves("d1-e1", "d3-f3", "e1-d1")])
    assert game.board.move_stack == moves("d1-e1", "d3-f3", "e1-d1")


def test_following_a_whole_game() -> None:
    """A list that holds the whole game brings back a history that was lost."""
    game = Game(RULES)
    game.follow(ELSEWHERE)
    assert game.follow(after("d1-e1", "d3-f3"), [moves("d1-e1", "d3-f3")])
    assert game.board.move_stack == moves("d1-e1", "d3-f3")


def test_repetition_is_seen_through_records() -> None:
    """A game that is told in records alone knows its third repetition."""
    game = Game(RULES)
    played: list[str] = []
    for move in ["d1-e1", "d3-e3", "e1-d1", "e3-d3"] * 2:
        played.append(move)
        game.follow(after(*played))
    outcome = game.board.outcome()
    assert outcome is not None
    assert outcome.termination == Termination.REPETITION


def test_random_games_are_followed() -> None:
    """Whole random games, told by records alone, keep their full history."""
    chance = Random(3)
    for _ in range(5):
        board, game = Board(COPENHAGEN), Game(COPENHAGEN)
        while board.legal_moves and board.ply < 60:
            board.push(chance.choice(list(board.legal_moves)))
            game.follow(board.position())
        assert game.board.position() == board.position()
        assert len(game.board.move_stack) == board.ply


def test_men_that_stand_where_they_stood_keep_their_flags() -> None:
    """After a record that is set up, men that did not move count as unmoved and others as moved."""
    game = Game(COPENHAGEN)
    board = Board(COPENHAGEN)
    for text in ("d1-d2", "f4-e4", "h1-h2"):
        board.push(text)
    game.follow(board.position())
    assert game.board.move_stack == []
    assert set(game.board.unmoved()) == set(board.unmoved())


@pytest.mark.parametrize(
    "record", ["", "/", "/7/7/", "nonsense", "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3", ELSEWHERE[:-2] + "9/"]
)
def test_a_bad_record_changes_nothing(record: str) -> None:
    """A record that does not parse or fit is an error, and the game stays."""
    game = Game(RULES)
    game.follow(after("d1-e1"))
    with pytest.raises(TaflError):
        game.follow(record, [moves("d3-f3")])
    with pytest.raises(TaflError):
        game.set_up(record, Side.ATTACKERS)
    assert game.board.move_stack == moves("d1-e1")


def test_moves_for_the_side_to_move_keep_the_history() -> None:
    """Asking for the side to move changes nothing; asking for the other one sets the position up."""
    game = Game(RULES)
    game.follow(after("d1-e1"))
    assert set(game.moves_for(Side.DEFENDERS)) == set(game.board.legal_moves)
    assert game.board.ply == 1
    assert set(game.moves_for(Side.ATTACKERS)) == set(game.board.legal_moves)
    assert (game.board.ply, game.board.turn) == (0, Side.ATTACKERS)


def test_a_view_is_apart_from_the_game() -> None:
    """A view of another position leaves the game alone; one of the game itself has its history."""
    game = Game(RULES)
    game.follow(after("d1-e1"))
    assert game.view(None, None).ply == 1
    assert game.view(after("d1-e1"), Side.DEFENDERS).ply == 1
    elsewhere = game.view(ELSEWHERE, Side.ATTACKERS)
    assert (elsewhere.position(), elsewhere.turn, elsewhere.ply) == (ELSEWHERE, Side.ATTACKERS, 0)
    assert game.board.ply == 1


class FakeSearcher:
    """A searcher that waits for `stop` when it is asked for much time, and fails at depth 99."""

    def __init__(self, hash_mb: int) -> None:
        self.hash_mb = hash_mb
        self.log: list[str] = []
        self.begun = threading.Event()
        self._stop = threading.Event()

    def arm(self) -> None:
        """Reset the stop flag."""
        self._stop.clear()

    def stop(self) -> None:
        """Set the stop flag."""
        self._stop.set()

    def clear(self) -> None:
        """Note it."""
        self.log.append("clear")

    def search(self, board: Board, limits: Limits, on_info: Callable[[Info], None]) -> Result:
        """Report once, then search for ever or not at all."""
        self.log.append(f"depth {limits.depth}")
        if limits.depth == 99:
            raise MemoryError("none left")
        result = first_moves(board, limits)
        on_info(result.lines[0])
        self.begun.set()
        if limits.depth is None:
            self._stop.wait()
        return result


class Notes:
    """A listener that notes what it hears and can be waited for."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []
        self._changed = threading.Condition()

    def on_info(self, token: int, info: Info) -> None:
        """Note it."""
        del info
        self._note("info", token)

    def on_done(self, token: int, result: Result) -> None:
        """Note it."""
        assert result.move is not None
        self._note("done", token)

    def on_failure(self, token: int, error: Exception) -> None:
        """Note it."""
        assert isinstance(error, MemoryError)
        self._note("failure", token)

    def wait_for(self, *last: tuple[str, int]) -> None:
        """Wait until all of these have been heard."""
        with self._changed:
            assert self._changed.wait_for(lambda: set(last) <= set(self.heard), timeout=30)

    def _note(self, what: str, token: int) -> None:
        with self._changed:
            self.heard.append((what, token))
            self._changed.notify_all()


@pytest.fixture
def searcher(monkeypatch: pytest.MonkeyPatch) -> FakeSearcher:
    """The fake searcher that the next thinker will use."""
    fake = FakeSearcher(1)
    monkeypatch.setattr(session, "Searcher", lambda _hash_mb: fake)
    return fake


def test_a_search_reports_once(searcher: FakeSearcher) -> None:
    """Each start is answered by its reports and one result, in order."""
    notes = Notes()
    thinker = Thinker(notes)
    for token in (1, 2, 3):
        thinker.start(token, Board(RULES), Limits(depth=1))
    notes.wait_for(("done", 3))
    assert notes.heard == [(what, token) for token in (1, 2, 3) for what in ("info", "done")]
    assert searcher.log == ["depth 1"] * 3


def test_stop_ends_a_search(searcher: FakeSearcher) -> None:
    """A search without limits ends when it is told to, wherever it is by then."""
    notes = Notes()
    thinker = Thinker(notes)
    thinker.start(1, Board(RULES), Limits())
    thinker.stop(1)
    notes.wait_for(("done", 1))
    thinker.start(2, Board(RULES), Limits())
    searcher.begun.wait()
    thinker.stop(2)
    notes.wait_for(("done", 2))


def test_a_new_search_stops_the_one_before(searcher: FakeSearcher) -> None:
    """A start while another search runs ends that one first; both report."""
    notes = Notes()
    thinker = Thinker(notes)
    for token in (1, 2, 3):
        thinker.start(token, Board(RULES), Limits())
        notes.wait_for(*[("done", earlier) for earlier in range(1, token)])
        searcher.begun.wait()
    thinker.stop(3)
    notes.wait_for(("done", 3))
    assert [token for what, token in notes.heard if what == "done"] == [1, 2, 3]


def test_a_stop_for_another_search_is_no_stop(searcher: FakeSearcher) -> None:
    """A stop that comes after its search has ended does not touch the next one."""
    notes = Notes()
    thinker = Thinker(notes)
    thinker.start(1, Board(RULES), Limits(depth=1))
    notes.wait_for(("done", 1))
    searcher.begun.clear()
    thinker.start(2, Board(RULES), Limits())
    searcher.begun.wait()
    thinker.stop(1)
    assert ("done", 2) not in notes.heard
    thinker.stop(2)
    notes.wait_for(("done", 2))


def test_a_failure_is_reported(searcher: FakeSearcher) -> None:
    """A search that breaks down is reported as such, and the next one runs."""
    del searcher
    notes = Notes()
    thinker = Thinker(notes)
    thinker.start(1, Board(RULES), Limits(depth=99))
    thinker.start(2, Board(RULES), Limits(depth=1))
    notes.wait_for(("failure", 1), ("done", 2))


def test_clear_waits_for_a_search(searcher: FakeSearcher) -> None:
    """Clearing happens at once while idle, and between two searches otherwise."""
    notes = Notes()
    thinker = Thinker(notes)
    thinker.clear()
    assert searcher.log == ["clear"]
    thinker.start(1, Board(RULES), Limits())
    searcher.begun.wait()
    thinker.clear()
    thinker.start(2, Board(RULES), Limits(depth=1))
    notes.wait_for(("done", 2))
    assert searcher.log == ["clear", "depth None", "clear", "depth 1"]
