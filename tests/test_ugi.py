"""The dialect ugi: what it adds to uci, and games by a runner that knows no rules."""

from __future__ import annotations

import pytest

from opentafl_engine.board import Board
from opentafl_engine.dialects.base import Clear
from opentafl_engine.dialects.uci import Uci
from opentafl_engine.dialects.ugi import Ugi
from opentafl_engine.search import Limits, Result, Searcher
from opentafl_engine.types import Side
from opentafl_engine.variants import variant
from tests.uci_machine import Machine, OnInfo, info, machine_for

ESCAPES = "/3t3/7/7/7/7/K6/3t3/"
AWAY_AND_BACK = "d1c1 f4e4 c1d1 e4f4 d1c1 f4e4 c1d1 e4f4"


def machine(name: str = "brandub", position: str | None = None, side: Side | None = None) -> Machine:
    """A machine that speaks UGI."""
    return machine_for(name, position, side, Ugi())


def query(ugi: Machine, *words: str) -> list[str]:
    """The words of the answers."""
    return [line.removeprefix("response ") for line in ugi.tell(*(f"query {word}" for word in words))]


def test_ugi_introduces_the_engine() -> None:
    """`ugi` says what `uci` says, and ends with ugiok; `uci` still ends with uciok."""
    ugi = Machine(Ugi())
    said = ugi.tell("ugi")
    assert said[:-1] == Machine().tell("uci")[:-1]
    assert said[-1] == "ugiok"
    assert ugi.tell("uci")[-1] == "uciok"


def test_uginewgame_forgets() -> None:
    """`uginewgame` clears what was learnt and waits for a search like `ucinewgame`."""
    ugi = machine()
    ugi.actions.clear()
    ugi.tell("uginewgame")
    assert ugi.actions == [Clear()]
    ugi.tell("go infinite", "uginewgame")
    assert ugi.stopped


@pytest.mark.parametrize("line", ["ugi", "uginewgame", "query gameover"])
def test_uci_does_not_know_it(line: str) -> None:
    """The verbs of UGI are unknown in UCI."""
    assert Machine(Uci()).tell(line)[0].startswith("info string error: unknown command")


def test_query_in_a_game_that_goes_on() -> None:
    """At the start the game is not over, has no result, and it is the first player's turn."""
    assert query(machine(), "gameover", "result", "p1turn") == ["false", "none", "true"]


@pytest.mark.parametrize("name", ["brandub", "ashton-tablut"])
def test_p1_is_the_side_that_moves_first(name: str) -> None:
    """p1 has the first turn and p2 the second, whichever sides these are."""
    ugi = machine(name)
    assert query(ugi, "p1turn") == ["true"]
    move = next(iter(Board(variant(name)).legal_moves)).uci()
    ugi.tell(f"position startpos moves {move}")
    assert query(ugi, "p1turn") == ["false"]


def test_p1turn_in_a_berserk_turn() -> None:
    """While a turn goes on it is still the same player's."""
    ugi = Machine(Ugi())
    ugi.tell("rules dim:9 ber:c start:/9/9/t8/2T1T4/2t1t4/9/9/7K1/9/", "position startpos moves a3c3")
    assert query(ugi, "p1turn") == ["true"]
    ugi.tell("position startpos moves a3c3 c3e3")
    assert query(ugi, "p1turn") == ["false"]


@pytest.mark.parametrize(("name", "winner"), [("brandub", "p2win"), ("ashton-tablut", "p1win")])
def test_query_when_the_defenders_have_won(name: str, winner: str) -> None:
    """A win is that of the player who has that side, the first where the defenders begin."""
    dim = variant(name).dim
    ugi = machine(name)
    rows = "/".join(["3t" + str(dim - 4), *[str(dim)] * (dim - 2), "1K" + str(dim - 2)])
    ugi.tell(f"position otn /{rows}/ d moves b{dim}a{dim}")
    assert query(ugi, "gameover", "result") == ["true", winner]


def test_query_when_the_attackers_have_won() -> None:
    """The king taken in Brandub is a win of the first player."""
    ugi = machine("brandub", "/3t3/3K3/2t4/3t3/7/7/7/", Side.ATTACKERS)
    ugi.tell("position otn /3t3/3K3/2t4/7/7/7/7/ a moves c3d3")
    assert query(ugi, "gameover", "result") == ["true", "p1win"]


def test_query_when_the_game_is_drawn() -> None:
    """A repetition that counts as a draw is one."""
    ugi = Machine(Ugi())
    rules = "dim:11 tfr:d start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"
    ugi.tell(f"rules {rules}", f"position startpos moves {AWAY_AND_BACK}")
    assert query(ugi, "gameover", "result") == ["true", "draw"]


@pytest.mark.parametrize(("semantics", "result"), [("spec", "p2win"), ("opentafl", "draw")])
def test_query_when_nothing_can_move(semantics: str, result: str) -> None:
    """Where the side to move has no move it has lost, or under OpenTafl's semantics the game stops."""
    ugi = machine()
    ugi.tell(f"setoption name Semantics value {semantics}", "position otn /1K5/7/7/7/7/7/7/ a")
    assert query(ugi, "gameover", "result") == ["true", result]


@pytest.mark.parametrize("line", ["query", "query winner", "query gameover now"])
def test_other_queries(line: str) -> None:
    """What else is asked is refused with what can be."""
    (said,) = machine().tell(line)
    assert said.startswith("info string error: query: ")
    assert said.endswith("expected gameover, p1turn or result")


@pytest.mark.parametrize("go", ["go depth 9", "go infinite", "go ponder"])
def test_query_while_searching(go: str) -> None:
    """While it searches, idle or pondering, a query is answered at once, about the same position."""
    ugi = machine()
    ugi.tell(go)
    assert query(ugi, "gameover", "p1turn", "result") == ["false", "true", "none"]
    assert not ugi.stopped
    ugi.tell("position startpos moves d1c1")
    assert query(ugi, "p1turn") == []
    assert ugi.answer(info("d1-c1"))[1:] == ["response false"]


@pytest.mark.parametrize("go", ["go depth 3", "go ponder", "go infinite"])
def test_bestmove_never_names_a_ponder_move(go: str) -> None:
    """However long the line is, the answer is one move."""
    ugi = machine()
    ugi.tell(go, "stop")
    assert ugi.answer(info("d1-c1", "d3-c3")) == ["bestmove d1c1"]


def searching(board: Board, limits: Limits, on_info: OnInfo) -> Result:
    """A real search with a table of its own."""
    return Searcher(hash_mb=1).search(board, limits, on_info)


def play_without_rules(ugi: Machine, most: int) -> tuple[list[str], str]:
    """A game of the engine against itself by a runner that knows no rules; its moves and result."""
    moves: list[str] = []
    while len(moves) < most:
        assert ugi.tell(f"position startpos moves {' '.join(moves)}".removesuffix(" moves ")) == []
        if query(ugi, "gameover") == ["true"]:
            break
        said = ugi.ask("go nodes 300")
        word, move = said[-1].split()
        assert word == "bestmove"
        moves.append(move)
    return moves, query(ugi, "result")[0]


@pytest.mark.parametrize("name", ["brandub", "ashton-tablut", "berserk"])
def test_a_runner_that_knows_no_rules(name: str) -> None:
    """With query, position and go alone a game is played to its end, the engine being the referee."""
    ugi = Machine(Ugi(), search=searching)
    ugi.tell(f"setoption name UCI_Variant value {name}")
    moves, result = play_without_rules(ugi, most=150)
    board = Board(variant(name))
    for move in moves:
        board.push(move)
    outcome = board.outcome()
    if outcome is None:
        assert (len(moves), result) == (150, "none")
    elif outcome.winner is None:
        assert result == "draw"
    else:
        assert result == ("p1win" if outcome.winner == board.rules.first_side else "p2win")
