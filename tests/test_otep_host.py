"""The referee-host: short games under a clock, and engines that crash, stall and cheat."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from opentafl_engine.client.clock import SideClock, TimeControl
from opentafl_engine.client.like_opentafl import lose_split_lines, reason_to_die, wrong_list
from opentafl_engine.client.otep_host import GameResult, HostSettings, OtepHost
from opentafl_engine.client.process import own_command
from opentafl_engine.errors import NotationError
from opentafl_engine.notation import Move
from opentafl_engine.types import Side
from opentafl_engine.variants import variant_info

ENGINE = own_command("otep", "--movetime", "20")
MOCK = Path(__file__).with_name("mock_engine.py")
BRANDUB = variant_info("brandub").opentafl
BERSERK = variant_info("berserk").opentafl
CLOCKED = HostSettings(control=TimeControl(main=2000, increment=50), max_moves=12, move_seconds=60)
LIKE_OPENTAFL = HostSettings(like_opentafl=True, max_moves=30, move_seconds=60)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that does not wait long for engines that will not go."""
    monkeypatch.setattr("opentafl_engine.client.seat.GOODBYE_SECONDS", 0.1)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that does not give engines the time to load before the first move."""
    monkeypatch.setattr("opentafl_engine.client.seat.SETTLE_SECONDS", 0.0)


def mock(fault: str, settings: HostSettings) -> GameResult:
    """A game in which the attackers have a fault."""
    host = OtepHost(BRANDUB, settings)
    return host.play([sys.executable, str(MOCK), fault], ENGINE)


def assert_clean(result: GameResult) -> None:
    """A game that was played to an end of its own by two engines without a fault."""
    assert result.faults == []
    assert result.reason not in ("time", "crash", "stall", "illegal move", "no hello", "gave up")
    assert not result.reason.startswith("the host died")
    assert result.moves


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("crash-at-start", "crash"),
        ("crash-in-play", "crash"),
        ("closes-output", "crash"),
        ("illegal", "illegal move"),
        ("no-move", "illegal move"),
        ("rank-0", "illegal move"),
        ("resigns", "illegal move"),
        ("gives-up", "gave up"),
    ],
)
def test_faults_lose(fault: str, reason: str) -> None:
    """An engine with a fault loses for that reason, and the host lives to tell."""
    result = mock(fault, CLOCKED)
    assert (result.reason, result.winner) == (reason, Side.DEFENDERS)


@pytest.mark.usefixtures("impatient", "hurried")
@pytest.mark.parametrize("fault", ["stall", "never-reads", "flood", "endless-line", "split"])
@pytest.mark.parametrize("clock", [True, False])
def test_what_takes_too_long_loses(fault: str, clock: bool) -> None:
    """An engine that gives no move in time loses, whatever it does instead, with a clock or without."""
    control = TimeControl(main=50, period=50, periods=1) if clock else None
    settings = replace(LIKE_OPENTAFL, control=control, move_seconds=0.1)
    result = mock(fault, settings if fault == "split" else replace(settings, like_opentafl=False))
    assert (result.reason, result.winner) == ("time" if clock else "stall", Side.DEFENDERS)


def test_no_hello(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that does not greet loses."""
    monkeypatch.setattr("opentafl_engine.client.seat.HELLO_SECONDS", 0.5)
    assert mock("no-hello", CLOCKED).reason == "no hello"


@pytest.mark.usefixtures("impatient", "hurried")
def test_an_engine_that_stays_is_a_fault() -> None:
    """An engine that does not go when it is told to is killed, and that is noted."""
    assert (
        "attackers: goodbye ended in None" in mock("deaf-to-goodbye", replace(CLOCKED, max_refusals=1)).faults
    )


@pytest.mark.usefixtures("hurried")
def test_refusals_are_noted() -> None:
    """Each illegal move is a fault, and what was not asked for is one, too."""
    assert mock("illegal", CLOCKED).faults.count("attackers: illegal move d1-d7") == 3
    assert "attackers: analysis 1 d1-e1 0.5" in mock("unasked-analysis", CLOCKED).faults


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    "fault", ["trailing-space", "carriage-return", "upper-case", "rank-0", "no-move", "bad-eval", "long-line"]
)
def test_what_kills_the_real_host(fault: str) -> None:
    """Like OpenTafl, the host dies of lines that it cannot read; the result names the line."""
    result = mock(fault, LIKE_OPENTAFL)
    assert result.reason.startswith("the host died: ")
    assert result.winner == Side.DEFENDERS


@pytest.mark.usefixtures("hurried")
def test_giving_up_wins_like_opentafl() -> None:
    """That host gives the game to the side that gives up."""
    assert mock("gives-up", LIKE_OPENTAFL).winner == Side.ATTACKERS


@pytest.mark.parametrize(
    ("line", "dies"),
    [
        ("move d1-e1", False),
        ("move a11-k11", False),
        ("move d1-e1 ", True),
        ("move d1e1", True),
        ("move d1-e1xe2", True),
        ("move Kd1-e1", True),
        ("analysis 1 d1-e1 0.50", False),
        ("analysis 2 d1-e1|e4-e6 0.50 d1-c1 -12", False),
        ("analysis 2 d1-e1 0.50", True),
        ("analysis 1 d1-e1 1e3", True),
        ("analysis 1 d1-e1 nan", True),
        ("analysis 1 d1-e1  0.5", True),
        ("analysis \u00b2 d1-e1 0.5", True),
        (f"analysis {'9' * 5000} d1-e1 0.5", True),
        ("analysis 0", False),
        ("status anything at all", False),
        ("hello\r", True),
    ],
)
def test_reasons_to_die(line: str, dies: bool) -> None:
    """Moves and evaluations have to be in exactly the form that host reads."""
    assert (reason_to_die(line) is not None) == dies


def test_split_lines_are_lost() -> None:
    """A line that comes in two reads never arrives whole."""
    lines, rest = lose_split_lines(b"", b"hello\nmove d1")
    assert lose_split_lines(rest, b"-e1\n") == ([b"-e1"], b"")
    assert lines == [b"hello"]


def test_lists_are_wrong_in_every_way() -> None:
    """The lists of moves are right, too long, all of the game, one's own, or doubled."""
    lists = [wrong_list(turn, ["b"], ["a"], ["x", "a", "b"]) for turn in range(5)]
    assert lists == [["b"], ["a", "b"], ["x", "a", "b"], ["a"], ["b", "b"]]


@pytest.mark.parametrize("rules", [BRANDUB, BERSERK], ids=["brandub", "berserk"])
@pytest.mark.parametrize(
    "control",
    [
        TimeControl(main=50, period=300, periods=9),
        TimeControl(main=0, period=0, periods=9, increment=200),
        None,
    ],
    ids=str,
)
def test_clocked_games(rules: str, control: TimeControl | None) -> None:
    """The engine plays itself under a clock with no fault and no loss on time."""
    assert_clean(OtepHost(rules, replace(CLOCKED, control=control)).play(ENGINE, ENGINE))


@pytest.mark.parametrize("rules", [BRANDUB, BERSERK], ids=["brandub", "berserk"])
@pytest.mark.parametrize("control", [TimeControl(main=2000, increment=50), None], ids=str)
def test_games_like_opentafl(rules: str, control: TimeControl | None) -> None:
    """The engine plays on through every failing of the real host."""
    settings = replace(LIKE_OPENTAFL, control=control, max_moves=24)
    assert_clean(OtepHost(rules, settings).play(ENGINE, ENGINE))


@pytest.mark.usefixtures("hurried")
def test_a_game_to_its_end_like_opentafl() -> None:
    """After a game, the finished position is asked about again, and the answer is in order."""
    rules = "dim:7 esc:e surf:n start:/3t3/7/1T3T1/t1TKT1t/7/3T3/3t3/"
    result = OtepHost(rules, LIKE_OPENTAFL).play(ENGINE, ENGINE)
    assert_clean(result)
    assert result.reason == "king escaped"


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("like_opentafl", [False, True])
def test_refused_moves(like_opentafl: bool) -> None:
    """An engine whose legal moves are turned down names others, never the same again."""
    refused: dict[int, list[Move]] = {}
    settings = replace(
        LIKE_OPENTAFL, like_opentafl=like_opentafl, refuse=_refuse_thrice(refused), max_moves=6
    )
    assert_clean(OtepHost(BRANDUB, settings).play(ENGINE, ENGINE))
    assert [len(set(moves)) for moves in refused.values()] == [2] * 6


def _refuse_thrice(refused: dict[int, list[Move]]) -> Callable[[int, Move], bool]:
    def refuse(number: int, move: Move) -> bool:
        moves = refused.setdefault(number, [])
        if len(moves) == 2:
            return False
        moves.append(move)
        return True

    return refuse


def test_main_time_then_periods() -> None:
    """Main time runs down into periods, which refill when a move is made within them."""
    clock = SideClock(TimeControl(main=1000, period=500, periods=2))
    states = []
    for elapsed in (900, 300, 400, 700, 499):
        clock.begin_turn()
        assert clock.lasts(elapsed)
        assert clock.spend(elapsed)
        states.append((clock.left, clock.periods, clock.in_overtime))
    assert states == [
        (100, 2, False),
        (300, 1, True),
        (100, 1, True),
        (300, 0, True),
        (1, 0, True),
    ]
    clock.begin_turn()
    assert not clock.lasts(500)
    assert not clock.spend(500)


def test_an_increment_goes_to_main_time_or_to_the_period() -> None:
    """The increment is added at the start of the turn: to main time, or to the length of a period."""
    clock = SideClock(TimeControl(main=1000, period=500, periods=1, increment=200))
    clock.begin_turn()
    assert clock.left == 1200
    assert clock.spend(1300)
    assert (clock.left, str(clock)) == (600, "600*")
    clock.begin_turn()
    assert clock.left == 700


@pytest.mark.parametrize("text", ["", "x", "10/3", "1 2", "1 2/", "1 2/3 4", "1 2/3 4ii", "-1", "1e3"])
def test_bad_time_controls(text: str) -> None:
    """A time control that does not parse is an error."""
    with pytest.raises(NotationError):
        TimeControl.parse(text)
