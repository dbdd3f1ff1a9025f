"""The dialect uci: what each verb says, line by line."""

from __future__ import annotations

import pytest

from opentafl_engine.bench import BenchCase, run_bench
from opentafl_engine.board import Board
from opentafl_engine.dialects.base import Clear, Configure, Quit
from opentafl_engine.dialects.uci import Uci
from opentafl_engine.notation import Move
from opentafl_engine.options import OPTIONS
from opentafl_engine.search import Info, Limits, Result, RootMove, Searcher
from opentafl_engine.types import Side
from opentafl_engine.variants import variant
from opentafl_engine.version import NAME
from tests.uci_machine import Machine, OnInfo, first_words, info, is_protocol, machine_for

KING_TO_THE_CORNER = "/3t3/7/7/7/7/K6/3t3/"
KING_IN_TWO = "/3t3/7/7/7/2K4/7/3t3/"
TWO_CAPTURES = "rules dim:9 name:B ber:c start:/9/9/t8/2T1T4/2t1t4/9/9/7K1/9/"


def searching(board: Board, limits: Limits, on_info: OnInfo) -> Result:
    """A real search with a table of its own."""
    return Searcher(hash_mb=1).search(board, limits, on_info)


def last_info(said: list[str]) -> str:
    """The last info line in front of the bestmove."""
    assert said[-1].startswith("bestmove ")
    return said[-2]


def test_uci_introduces_the_engine() -> None:
    """`uci` is answered by name, author, each option and uciok, and nothing else."""
    said = Machine().tell("uci")
    assert said[0].startswith(f"id name {NAME} ")
    assert said[1].startswith("id author ")
    assert said[2:-1] == [option.line() for option in OPTIONS]
    assert said[-1] == "uciok"
    assert all(is_protocol(line) for line in said)


def test_uci_names_ignored_arguments() -> None:
    """Arguments of the command line that meant nothing are named between the options and uciok."""
    said = Machine(Uci(["--net", "X"])).tell("uci")
    assert said[-3:] == ["info string ignored argument --net", "info string ignored argument X", "uciok"]


def test_the_start_is_copenhagen() -> None:
    """A driver that only sends positions of Copenhagen finds that board, with no word before."""
    board = Machine().board
    assert board.rules == variant("copenhagen")
    assert (board.position(), board.turn) == (board.rules.start, Side.ATTACKERS)


def test_isready() -> None:
    """`isready` is answered by readyok."""
    assert Machine().tell("isready") == ["readyok"]


def test_isready_stands_behind_what_came_before() -> None:
    """When idle, readyok comes after the table was made and after what went wrong was said."""
    machine = Machine()
    machine.tell("setoption name Hash value 8", "isready")
    assert isinstance(machine.actions[0], Configure)
    refused = Machine(refuse=MemoryError("no memory for a table of 9 MiB"))
    assert refused.tell("setoption name Hash value 9", "isready") == [
        "info string error: setoption: no memory for a table of 9 MiB",
        "readyok",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "  ",
        "\t",
        "# a comment",
        "#",
        "#uci",
        "register later",
        "ucinewgame",
        "stop",
        "ponderhit",
        "debug off",
    ],
)
def test_lines_without_a_reply(line: str) -> None:
    """Empty lines, comments and verbs that ask nothing are met with silence."""
    assert Machine().tell(line) == []


def test_spaces_and_tabs() -> None:
    """Words may stand apart by any number of spaces and tabs, also around a line, as UCI says."""
    machine = Machine()
    assert machine.tell("\t isready \t ", "\t  debug \t  \t\ton\t  ") == ["readyok"]
    said = machine.tell("  position \t startpos  moves\td1d2 \t f4e4 ", " go\t depth   3 ")
    assert said[0].startswith("info string debug: ")
    assert (machine.search.board.ply, machine.limits.depth) == (2, 3)


@pytest.mark.parametrize(
    "line", ["bogus", "Isready", "go\x00", "isready\x00", "\ufffd\ufffd", "uciok", "x" * 100_000]
)
def test_unknown_commands(line: str) -> None:
    """A verb that is not known brings one error line of printable characters, and nothing else."""
    machine = Machine()
    said = machine.tell(line)
    assert len(said) == 1
    assert said[0].startswith("info string error: unknown command ")
    assert len(said[0]) < 500
    assert len(machine.actions) == 1


def test_debug_names_the_limits() -> None:
    """With debug on each go says how it was understood; with debug off it is silent again."""
    machine = Machine()
    assert machine.tell("go depth 3") == []
    machine.finish()
    assert machine.tell("debug on") == []
    (said,) = machine.tell("go depth 3 nodes 77")
    assert said == "info string debug: depth 3, nodes 77, multipv 1"
    machine.finish()
    assert machine.tell("debug off", "go depth 3") == []


def test_debug_takes_on_and_off() -> None:
    """Anything else behind debug is refused, and changes nothing."""
    machine = Machine()
    assert machine.tell("debug maybe", "debug") == [
        "info string error: debug: 'maybe': expected on or off",
        "info string error: debug: '': expected on or off",
    ]
    assert machine.tell("go depth 3") == []


def test_ucinewgame_forgets_and_keeps_the_position() -> None:
    """`ucinewgame` clears what was learnt; the board stays."""
    machine = Machine()
    machine.tell("position startpos moves d1d2", "ucinewgame")
    assert machine.actions == [Clear()]
    assert machine.board.ply == 1


def test_quit() -> None:
    """`quit` leaves with status 0."""
    machine = Machine()
    assert machine.tell("quit") == []
    assert machine.actions == [Quit(0)]


def test_info_holds_every_word() -> None:
    """An info line has all words in their order, integers only, for the side to move."""
    line = Info(5, 9, 1, -37, None, 12345, 67.9, 181817, 42, (Move("d1", "d3"), Move("f4", "e4")))
    machine = Machine()
    machine.tell("go depth 5")
    assert machine.report(line) == [
        "info depth 5 seldepth 9 multipv 1 score cp -37 nodes 12345 nps 181817 hashfull 42 "
        "tbhits 0 time 67 pv d1d3 f4e4"
    ]


def test_multipv_lines_come_together() -> None:
    """With MultiPV each iteration reports all its lines, the best first; the first one is the answer."""
    machine = Machine(search=searching)
    machine.tell("setoption name UCI_Variant value brandub", "setoption name MultiPV value 3")
    said = machine.ask("go depth 3")
    numbers = [line.split()[6] for line in said[:-1]]
    assert numbers == ["1", "2", "3"] * 3
    assert [line.split()[2] for line in said[:-1]] == list("111222333")
    assert said[-1].split()[1] == said[-4].split(" pv ")[1].split()[0]
    moves = [line.split(" pv ")[1].split()[0] for line in said[-4:-1]]
    assert len(set(moves)) == 3


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_bestmove_is_the_last_line(depth: int) -> None:
    """bestmove is the first move of the last line with multipv 1, ponder its second."""
    said = Machine(search=searching).ask(f"go depth {depth}")
    assert all(is_protocol(line) for line in said)
    line = last_info(said).split(" pv ")[1].split()
    assert said[-1] == f"bestmove {line[0]}" + (f" ponder {line[1]}" if len(line) > 1 else "")


def test_bestmove_holds_to_the_reported_line() -> None:
    """A result without lines is answered by what was reported last, not by a line of another rank."""
    machine = Machine()
    machine.tell("go depth 2")
    machine.report(info("d1-d2"), info("d1-d3", multipv=2), info("d1-d4", "f4-e4"), info("d1-d5", multipv=2))
    assert machine.answer() == ["bestmove d1d4 ponder f4e4"]


def test_ponder_is_the_other_sides_move() -> None:
    """In a berserk turn the line's second move is the mover's own, so no ponder move is named."""
    machine = Machine()
    machine.tell(TWO_CAPTURES, "go depth 3")
    assert machine.answer(info("a3-c3", "c3-e3", "h8-a8")) == ["bestmove a3c3"]
    machine.tell("position startpos moves a3c3", "go depth 3")
    assert machine.answer(info("c3-e3", "h8-a8")) == ["bestmove c3e3 ponder h8a8"]


@pytest.mark.parametrize(
    ("position", "side", "score"),
    [
        (KING_TO_THE_CORNER, "d", "mate 1"),
        (KING_TO_THE_CORNER, "a", "mate -1"),
        (KING_IN_TWO, "d", "mate 2"),
        (KING_IN_TWO, "a", "mate -2"),
    ],
)
def test_mate_counts_the_winners_own_moves(position: str, side: str, score: str) -> None:
    """A proven win or loss is given in moves of the winner, not in plies."""
    machine = Machine(search=searching)
    machine.tell("setoption name UCI_Variant value brandub", f"position otn {position} {side}")
    assert f" score {score} " in last_info(machine.ask("go depth 6"))


@pytest.mark.parametrize(("plies", "moves"), [(1, 1), (3, 2), (2, 1), (-2, -1), (-4, -2), (-1, -1), (-3, -1)])
def test_mate_in_plies_as_moves(plies: int, moves: int) -> None:
    """A win after the winner's or after the loser's own last move, by the side to move or against it."""
    machine = Machine()
    machine.tell("go depth 9")
    (said,) = machine.report(info("d1-d2", mate=plies, score=9000 if plies > 0 else -9000))
    assert f" score mate {moves} " in said


def test_mate_counts_each_step_of_a_berserk_turn() -> None:
    """Where a side moves twice in a row, both moves count, and the other side's do not."""
    machine = Machine()
    machine.tell(TWO_CAPTURES, "go depth 3")
    (said,) = machine.report(info("a3-c3", "c3-e3", "h8-i8", mate=3, score=9000))
    assert " score mate 2 " in said


def test_wdl_is_said_when_it_is_asked_for() -> None:
    """UCI_ShowWDL adds three numbers that make 1000; a proven end is certain."""
    machine = Machine()
    machine.tell("setoption name UCI_ShowWDL value true", "go depth 1")
    for line, expected in (
        (info("d1-d2"), None),
        (info("d1-d2", mate=1), "1000 0 0"),
        (info("d1-d2", mate=-2), "0 0 1000"),
    ):
        (said,) = machine.report(line)
        assert is_protocol(said)
        numbers = said.split(" wdl ")[1].split()[:3]
        assert sum(map(int, numbers)) == 1000
        assert expected in (None, " ".join(numbers))
    machine.finish()
    machine.tell("setoption name UCI_ShowWDL value false", "go depth 1")
    assert " wdl " not in machine.report(info("d1-d2"))[0]


@pytest.mark.parametrize(("score", "expected"), [(250, "711 39 250"), (-250, "250 39 711")])
def test_scores_are_those_of_the_side_to_move(score: int, expected: str) -> None:
    """cp and wdl are good for the side to move where positive, whichever side that is."""
    machine = Machine()
    machine.tell("setoption name UCI_ShowWDL value true")
    for position in ("startpos", "startpos moves d1d2"):
        machine.tell(f"position {position}", "go depth 1")
        (said,) = machine.report(info("d1-d2", score=score))
        assert f" score cp {score} wdl {expected} " in said
        machine.finish()


@pytest.mark.parametrize(("side", "sign"), [("d", 1), ("a", -1)])
def test_a_side_that_stands_better_sees_it(side: str, sign: int) -> None:
    """A king with a way to the corner is good for the defenders, and bad for the attackers."""
    machine = Machine(search=searching)
    machine.tell("setoption name UCI_Variant value brandub", f"position otn {KING_IN_TWO} {side}")
    assert sign * int(last_info(machine.ask("go depth 1")).split(" cp ")[1].split()[0]) > 0


def test_currmove() -> None:
    """Where a long search is comes with its depth, the move and its number from 1."""
    machine = Machine()
    machine.tell("go infinite")
    assert machine.report_move(RootMove(12, Move("a10", "a11"), 3)) == [
        "info depth 12 currmove a10a11 currmovenumber 3"
    ]


def test_mate_n_searches_2n_plies() -> None:
    """`go mate 2` finds the win in two of the winner's moves and ends by itself."""
    machine = Machine(search=searching)
    machine.tell("setoption name UCI_Variant value brandub", f"position otn {KING_IN_TWO} d")
    said = machine.ask("go mate 2")
    assert " score mate 2 " in last_info(said)
    said = machine.ask("position startpos", "go mate 1")
    assert last_info(said).startswith("info depth 2 ")


def test_searchmoves_restricts_the_answer() -> None:
    """The answer is among the searchmoves, written with or without a dash."""
    machine = Machine(search=searching)
    said = machine.ask("go depth 2 searchmoves e1e2 h1-h2")
    assert said[-1].split()[1] in ("e1e2", "h1h2")


def test_searchmoves_that_are_not_legal() -> None:
    """What is not legal is complained of and left out; with none left the answer is (none)."""
    machine = Machine()
    said = machine.ask("go depth 1 searchmoves e1e9 e1e2 zz")
    assert said[0].startswith("info string error: go: searchmoves 'e1-e9': blocked")
    assert said[1].startswith("info string error: go: searchmoves column 1: 'zz': ")
    assert said[-1] == "bestmove e1e2"
    said = machine.ask("go depth 1 searchmoves e1e9")
    assert said[-1] == "bestmove (none)"
    assert all(line.startswith("info string error: go: ") for line in said[:-1])


def test_go_in_a_finished_game() -> None:
    """When the game is over the outcome is named and the answer is (none)."""
    machine = machine_for("brandub", KING_TO_THE_CORNER, Side.DEFENDERS)
    machine.tell(f"position otn {KING_TO_THE_CORNER} d moves a6a7")
    assert machine.tell("go depth 3") == [
        "info string the game is over: defenders win (king escaped)",
        "bestmove (none)",
    ]
    assert machine.tell("result") == ["result defenders win (king escaped)"]


def test_go_without_a_legal_move() -> None:
    """Where the side to move has no move and the rules say nothing of it, that is said."""
    machine = machine_for("brandub")
    machine.tell("setoption name Semantics value opentafl", "position otn /1K5/7/7/7/7/7/7/ a")
    assert machine.tell("go depth 3", "result", "moves") == [
        "info string the game stops: no legal move for the attackers",
        "bestmove (none)",
        "result ongoing, but no legal move",
        "moves",
    ]


def test_flip() -> None:
    """`flip` gives the turn to the other side, in a position that is set up."""
    machine = Machine()
    assert machine.tell("position startpos moves d1d2", "flip") == []
    board = machine.board
    assert (board.turn, board.ply) == (Side.ATTACKERS, 0)
    assert machine.tell("position startpos moves d1d2 f4e4") == []
    assert machine.board.ply == 2
    machine.tell("position startpos", "flip", "flip")
    assert machine.board.turn == Side.ATTACKERS


def test_d_shows_the_board() -> None:
    """`d` shows the board with coordinates and last move, the rules, position, side, key and result."""
    machine = machine_for("brandub")
    said = machine.tell("position startpos moves d1c1", "d")
    assert said[0].split() == ["7", "x", ".", ".", "t", ".", ".", "x"]
    assert "[t|.]" in said[6]  # where the last move went and came from
    assert said[7].split() == list("abcdefg")
    assert said[8].startswith("Rules: Brandub, spec: dim:7 ")
    assert said[9] == "Position: otn /2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ defenders"
    assert said[10] == f"Key: {machine.board.search_key():016X}"
    assert said[11:] == [f"Moves: {len(machine.board.legal_moves)}", "result ongoing"]


def test_d_gives_a_position_that_can_be_set() -> None:
    """The position line of `d`, fed back, is the same position."""
    machine = Machine()
    said = machine.tell("position startpos moves d1d2", "d")
    line = next(line for line in said if line.startswith("Position: "))
    before = machine.board
    assert machine.tell(line.replace("Position:", "position")) == []
    assert (machine.board.position(), machine.board.turn) == (before.position(), before.turn)


def test_eval_names_each_term() -> None:
    """`eval` gives each term for both sides, and a total that is their sum."""
    said = Machine().tell("eval")
    assert said[0].split() == ["term", "attackers", "defenders"]
    rows = {name: (int(a), int(d)) for name, a, d in (line.split() for line in said[1:])}
    assert list(rows) == ["material", "mobility", "exits", "safety", "balance", "total"]
    assert all(a == -d for a, d in rows.values())
    assert sum(a for name, (a, _) in rows.items() if name != "total") == rows["total"][0]
    assert [a for a, _ in rows.values()] == list(Board(variant("copenhagen")).evaluate())
    assert any(a > 0 for a, _ in rows.values())


def test_moves_lists_the_legal_moves() -> None:
    """`moves` gives every legal move in one line, none when the game is over."""
    machine = machine_for("brandub")
    (said,) = machine.tell("moves")
    assert said.split()[1:] == [move.uci() for move in Board(variant("brandub")).legal_moves]
    machine.tell(f"position otn {KING_TO_THE_CORNER} d moves a6a7")
    assert machine.tell("moves") == ["moves"]


def test_result() -> None:
    """`result` says that the game goes on, or who won and how."""
    machine = machine_for("brandub")
    assert machine.tell("result") == ["result ongoing"]
    assert machine.tell(f"position otn {KING_TO_THE_CORNER} d moves a6a7", "result") == [
        "result defenders win (king escaped)"
    ]


def test_help_names_the_verbs() -> None:
    """`help` names every command that the dialect knows."""
    said = " ".join(Machine().tell("help"))
    verbs = "uci isready setoption rules position go stop ponderhit ucinewgame debug quit"
    for verb in [*verbs.split(), "d", "eval", "moves", "result", "flip", "perft", "bench"]:
        assert f"{verb} " in said or f"{verb}," in said, verb


@pytest.mark.parametrize("line", ["perft 2", "go perft 2"])
def test_perft(line: str) -> None:
    """perft gives the count behind each move, their sum, and the time; no bestmove."""
    machine = machine_for("brandub")
    said = machine.ask(line)
    counts = {word: int(count) for word, count in (row.split(": ") for row in said[:-2])}
    assert list(counts) == [move.uci() for move in Board(variant("brandub")).legal_moves]
    assert said[-2] == f"Nodes searched: {sum(counts.values())}" == "Nodes searched: 960"
    assert said[-1].startswith("info string time ")


def test_perft_zero_and_nonsense() -> None:
    """perft 0 is the one position; a missing or wrong depth counts as 0, with an error line."""
    machine = Machine()
    assert machine.ask("perft 0")[0] == "Nodes searched: 1"
    for line in ("perft", "perft x", "go perft"):
        said = machine.ask(line)
        assert said[0].startswith("info string error: ")
        assert said[1] == "Nodes searched: 1"


def test_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    """`bench` says the nodes of the fixed searches and the speed."""
    quick = {"cases": (BenchCase("brandub", 2),), "rows": False}
    monkeypatch.setattr(run_bench, "__kwdefaults__", quick)
    said = Machine().ask("bench")
    assert [line.split()[1] for line in said] == ["nodes", "nps"]
    assert first_words(said)[0].isdigit()


def test_stop_cuts_a_bench_short() -> None:
    """After a stop no more of the fixed searches begin; what is said then says so."""
    machine = Machine()
    machine.tell("bench", "position startpos", "isready", "stop")
    said = machine.finish()
    assert said[0] == "0 nodes (stopped)"
    assert said[-1] == "readyok"
