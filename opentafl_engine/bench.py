"""A fixed amount of search over ten variants: its node count is the signature of the engine.

A change that is meant to be neutral leaves the count as it is (Stockfish's ``bench`` is the model).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from opentafl_engine.board import Board
from opentafl_engine.search import Limits, Searcher
from opentafl_engine.types import ATTACKERS, DEFENDERS, Side
from opentafl_engine.variants import variant

HASH_MB = 16


class BenchCase(NamedTuple):
    """A position and how many plies deep it is searched; no position means the start."""

    variant: str
    depth: int
    position: str | None = None
    turn: Side | None = None


class BenchResult(NamedTuple):
    """The nodes of one case or of several together, and how long they took in seconds."""

    nodes: int
    seconds: float

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return round(self.nodes / max(self.seconds, 1e-9))

    def plus(self, other: BenchResult) -> BenchResult:
        """Both together."""
        return BenchResult(self.nodes + other.nodes, self.seconds + other.seconds)


# Starts, and positions that games of the engine against itself came to after some moves.
CASES = (
    BenchCase("brandub", 6),
    BenchCase("brandub", 6, "/2t4/3t3/T6/ttTKTtt/3T3/3t3/3t3/", ATTACKERS),
    BenchCase("magpie", 6, "/3t3/3t3/2TT3/tt1K1tt/3TT2/3t3/3t3/", ATTACKERS),
    BenchCase("tablut", 5, "/2T1t1T2/3ttt3/9/t2T1t3/tt2Kt1tt/tT1Tt4/9/4t4/3tt4/", ATTACKERS),
    BenchCase("ashton-tablut", 5, "/3tt4/9/9/2t1ttT2/ttTT2T1t/tT3K1tt/4T4/5t3/3ttt3/", DEFENDERS),
    BenchCase("copenhagen", 5),
    BenchCase(
        "copenhagen",
        4,
        "/5tt4/11/3t1t5/2t1t5t/6Tt2t/tt1TT1TT1tt/t3TTT3t/t4T4t/10K/t10/3ttttt3/",
        ATTACKERS,
    ),
    BenchCase(
        "berserk",
        4,
        "/4ttt4/11/5c5/t2t1TTt2t/t2N3T2t/tc1TTKTT1ct/4tTT3t/t3TTt4/11/5c5/3ttttt3/",
        DEFENDERS,
    ),
    BenchCase(
        "tawlbwrdd",
        4,
        "/5t5/4t6/5t5/4tK1T3/ttTT2T2tt/tt1TT1T1t1t/tt2TTT2tt/5T5/5t5/4t1t4/4ttt4/",
        ATTACKERS,
    ),
    BenchCase(
        "sea-battle-13",
        4,
        "/5ttt5/7t5/6t1T4/4t1T6/3t4T3t/tt1T2T1T2tt/t1tT1T1K2t1t/tt3TTT1t2t/t3T3T3t/6T6/6t6/5t1t5/4ttttt4/",
        ATTACKERS,
    ),
    BenchCase("tablut-15", 4),
    BenchCase("alea-evangelii", 3),
)


def run_cases(
    cases: Sequence[BenchCase] = CASES, *, stopped: Callable[[], bool] = lambda: False
) -> Iterator[tuple[BenchCase, BenchResult]]:
    """Search every case to its depth with an empty table, and give each as it is done.

    No case is begun any more once ``stopped`` says so.
    """
    searcher = Searcher(HASH_MB)
    for case in cases:
        if stopped():
            return
        board = Board(variant(case.variant), case.position, case.turn)
        searcher.clear()
        begin = time.perf_counter()
        result = searcher.search(board, Limits(depth=case.depth))
        yield case, BenchResult(result.nodes, time.perf_counter() - begin)


def run_bench(
    write: Callable[[str], object] = print,
    *,
    cases: Sequence[BenchCase] = CASES,
    rows: bool = False,
    stopped: Callable[[], bool] = lambda: False,
) -> BenchResult:
    """Search every case to its depth with an empty table; write ``N nodes`` and ``N nps``.

    With ``rows`` each case gets a line of its own first. Where ``stopped`` comes true before the
    last case has begun, it is ``N nodes (stopped)``.

    >>> run_bench(cases=[BenchCase("brandub", 2)], write=lambda line: None).nodes > 0
    True
    """
    total, left = BenchResult(0, 0.0), len(cases)
    for case, done in run_cases(cases, stopped=stopped):
        total, left = total.plus(done), left - 1
        if rows:
            write(f"{case.variant} depth {case.depth} nodes {done.nodes} seconds {done.seconds:.3f}")
    write(f"{total.nodes} nodes{' (stopped)' if left else ''}")
    write(f"{total.nps} nps")
    return total
