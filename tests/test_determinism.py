"""One search is the same every time and in every dialect; `bench` counts what each of them searches."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from opentafl_engine.bench import CASES, HASH_MB, BenchCase, run_cases
from opentafl_engine.board import Board
from opentafl_engine.client.process import EngineProcess, own_command
from opentafl_engine.dialects import htp, otep
from opentafl_engine.dialects.ugi import Ugi
from opentafl_engine.notation import Move
from opentafl_engine.search import Info, Limits, Result, Searcher
from opentafl_engine.variants import variant, variant_info
from tests import htp_machine, otep_machine, uci_machine
from tests.test_server import next_line

BENCH = int((Path(__file__).with_name("data") / "bench.txt").read_text(encoding="ascii").split()[0])
NODES = 5000
BY_NODES = Limits(nodes=NODES)
HTP_BOARDS = {7: "brandub", 11: "copenhagen", 13: "copenhagen-13"}


class Recorder:
    """A search with an empty table, which is there for every machine; ``found`` has nodes and moves."""

    def __init__(self) -> None:
        self.found: list[tuple[int, Move | None]] = []
        self._searcher = Searcher(HASH_MB)

    def __call__(self, board: Board, limits: Limits, on_info: Callable[[Info], None] | None = None) -> Result:
        """Search, and note what was found."""
        self._searcher.clear()
        result = self._searcher.search(board, limits, on_info)
        self.found.append((result.nodes, result.move))
        return result


def by_uci(case: BenchCase, words: str, dialect: type[Ugi] | None = None) -> tuple[int, Move | None]:
    """What a search gives in uci, or in another dialect like it."""
    recorder = Recorder()
    machine = uci_machine.Machine(dialect() if dialect else None, search=recorder)
    said = machine.ask(*uci_lines(case), f"go {words}")
    ((nodes, move),) = recorder.found
    assert move is not None
    assert said[-1].split()[1] == move.uci()
    return nodes, move


def uci_lines(case: BenchCase) -> list[str]:
    """The lines that lead to a case with nothing learnt."""
    setup = "startpos" if case.position is None else f"otn {case.position} {case.turn}"
    return [
        f"setoption name UCI_Variant value {case.variant}",
        f"position {setup}",
        "setoption name Clear Hash",
    ]


def by_otep(case: BenchCase, depth: int | None = None, nodes: int | None = None) -> tuple[int, Move | None]:
    """What a search gives in OTEP, as a game that is set up."""
    recorder = Recorder()
    machine = otep_machine.Machine(otep.Settings("spec", depth=depth, nodes=nodes), search=recorder)
    lines = [f"rules {variant_info(case.variant).rules}"]
    if case.position is not None:
        lines += [f"position {case.position}", f"side {case.turn}"]
    side = variant(case.variant).first_side if case.turn is None else case.turn
    (said,) = machine.ask(*lines, f"play {side}")
    ((found, move),) = recorder.found
    assert said == f"move {move}"
    return found, move


def by_htp(dim: int, depth: int | None = None, nodes: int | None = None) -> tuple[int, Move | None]:
    """What a search of a start position gives in HTP."""
    recorder = Recorder()
    machine = htp_machine.Machine(htp.Settings(depth=depth, nodes=nodes), search=recorder)
    machine.ask(f"board_size {dim}", "generate_move")
    (found,) = recorder.found
    return found


@pytest.mark.parametrize("dim", HTP_BOARDS)
def test_fixed_nodes_are_the_same_in_every_dialect(dim: int) -> None:
    """Fixed nodes, one thread and an empty table: the same nodes and move, every time, in each dialect."""
    case = BenchCase(HTP_BOARDS[dim], 0)
    plain = Recorder()
    plain(Board(variant(case.variant)), BY_NODES)
    (expected,) = plain.found
    assert expected[0] == NODES
    for _ in range(2):
        assert by_uci(case, f"nodes {NODES}") == expected
        assert by_uci(case, f"nodes {NODES}", Ugi) == expected
        assert by_otep(case, nodes=NODES) == expected
        assert by_htp(dim, nodes=NODES) == expected


@pytest.mark.parametrize("command", ["uci", "ugi"])
def test_a_cleared_table_repeats_the_search(command: str) -> None:
    """In one process after Clear Hash, and in another one, every info line is the same but for time."""
    runs = []
    for _ in range(2):
        with EngineProcess(own_command(command, "--variant", "tablut")) as engine:
            for _ in range(2):
                engine.send("setoption name Clear Hash")
                engine.send(f"go nodes {4 * NODES}")
                runs.append(answer_without_times(engine))
    assert len(runs[0]) > 3
    assert all(run == runs[0] for run in runs)


def test_otep_repeats_its_moves() -> None:
    """With --nodes the same game gets the same move from every process, whatever its clock says."""
    moves = set()
    for seconds in (600_000, 60_000):
        with EngineProcess(own_command("otep", "--nodes", str(4 * NODES))) as engine:
            for line in (otep_machine.BRANDUB, f"clock {seconds} {seconds} 0 0 0 ", "play attackers"):
                engine.send(line)
            assert next_line(engine) == "hello"
            moves.add(next_line(engine))
    (move,) = moves
    assert move.startswith("move ")


@pytest.mark.parametrize(
    "settings", [otep.Settings(depth=2), otep.Settings(nodes=NODES), otep.Settings(depth=2, nodes=9)]
)
def test_limits_of_otep(settings: otep.Settings) -> None:
    """A depth or a number of nodes ends every search of OTEP's, whatever clock and seconds say."""
    machine = otep_machine.Machine(settings)
    machine.tell(otep_machine.BRANDUB, "clock 10 10 0 0 0 ", "play attackers")
    assert machine.running[-1].limits == Limits(depth=settings.depth, nodes=settings.nodes)
    machine.finish()
    machine.tell("analyze 3 2")
    assert machine.running[-1].limits == Limits(depth=settings.depth, nodes=settings.nodes, multipv=3)


@pytest.mark.parametrize("command", ["uci", "ugi"])
def test_bench_is_what_a_process_searches(command: str) -> None:
    """The cases of bench, one go depth after the other over a pipe, make its count together."""
    total = 0
    with EngineProcess(own_command(command)) as engine:
        for case in CASES:
            for line in (*uci_lines(case), f"go depth {case.depth}"):
                engine.send(line)
            *_, last, _ = answer_without_times(engine)
            total += int(last.split(" nodes ")[1].split()[0])
    assert total == BENCH


def test_bench_is_what_otep_searches() -> None:
    """The cases of bench, each as a game of its own that is set up, make its count together."""
    assert sum(by_otep(case, depth=case.depth)[0] for case in CASES) == BENCH


def test_bench_is_what_htp_searches() -> None:
    """The cases of bench that HTP has a board for have the nodes that bench counts for them."""
    dims = {name: dim for dim, name in HTP_BOARDS.items()}
    starts = [case for case in CASES if case.position is None and case.variant in dims]
    assert len(starts) == 2
    for case, done in run_cases(starts):
        assert by_htp(dims[case.variant], depth=case.depth)[0] == done.nodes


def answer_without_times(engine: EngineProcess) -> list[str]:
    """The info lines of a search without nps and time, and the bestmove."""
    lines: list[str] = []
    while not lines or not lines[-1].startswith("bestmove "):
        words = next_line(engine).split()
        if words[:2] == ["info", "string"]:
            continue
        for name in ("nps", "time"):
            if name in words:
                at = words.index(name)
                del words[at : at + 2]
        lines.append(" ".join(words))
    return lines
