"""What ``analyse`` prints, as text and as JSON."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from opentafl_engine.cli.position import state_of
from opentafl_engine.scores import own_moves

if TYPE_CHECKING:
    from opentafl_engine.board import Board
    from opentafl_engine.search import Info, Result

_HEAD = f"{'depth':>5} {'sel':>4} {'line':>4} {'score':>10} {'nodes':>12} {'ms':>8} {'nps':>10}  moves"


class Report(ABC):
    """Prints the search of one position, which is line ``number`` of the input.

    ``titled`` says that there may be other positions, so that this one needs a title.
    """

    def __init__(self, board: Board, number: int, *, titled: bool) -> None:
        self.board = board
        self.number = number
        self.titled = titled

    @abstractmethod
    def line(self, info: Info) -> None:
        """Print a line of an iteration."""

    @abstractmethod
    def best(self, result: Result) -> None:
        """Print the best move, in the end."""


class TextReport(Report):
    """Aligned columns, and at the end ``bestmove MOVE [ponder MOVE]``."""

    def __init__(self, board: Board, number: int, *, titled: bool) -> None:
        super().__init__(board, number, titled=titled)
        if titled:
            print(f"position {number}: {board.position()} {board.turn}")
        print(_HEAD, flush=True)

    def line(self, info: Info) -> None:
        """Print depth, selective depth, number of the line, score, nodes, time, speed, moves."""
        numbers = f"{info.depth:5} {info.seldepth:4} {info.multipv:4} {self._score(info):>10} {info.nodes:12}"
        moves = " ".join(move.uci() for move in info.pv)
        print(f"{numbers} {info.time_ms:8.0f} {info.nps:10}  {moves}", flush=True)

    def best(self, result: Result) -> None:
        """Print the best move, or why there is none."""
        if result.move is None:
            print(f"bestmove (none) {state_of(self.board)}", flush=True)
        else:
            ponder = f" ponder {result.ponder.uci()}" if result.ponder else ""
            print(f"bestmove {result.move.uci()}{ponder}", flush=True)
        if self.titled:
            print(flush=True)

    def _score(self, info: Info) -> str:
        moves = own_moves(info, self.board)
        if moves is None:
            return f"{info.score:+}"
        return f"win in {moves}" if moves > 0 else f"loss in {-moves}"


class JsonReport(Report):
    """An object a line; the keys are those that ``analyse --help`` lists, in that order."""

    def line(self, info: Info) -> None:
        """Print an object of type ``line``."""
        said = {"type": "line", "input": self.number, "depth": info.depth, "seldepth": info.seldepth}
        said |= {"multipv": info.multipv, **self._score(info), "nodes": info.nodes}
        said |= {"time_ms": round(info.time_ms, 3), "nps": info.nps, "hashfull": info.hashfull}
        print(json.dumps({**said, "pv": [move.uci() for move in info.pv]}), flush=True)

    def best(self, result: Result) -> None:
        """Print an object of type ``best``."""
        outcome = self.board.outcome()
        said: dict[str, object] = {"type": "best", "input": self.number}
        said |= {"position": self.board.position(), "side": str(self.board.turn)}
        said |= {"move": result.move.uci() if result.move else None}
        said |= {"ponder": result.ponder.uci() if result.ponder else None}
        said |= self._score(result.lines[0]) if result.lines else {"score": None, "mate": None}
        said |= {"depth": result.depth, "nodes": result.nodes, "time_ms": round(result.time_ms, 3)}
        said |= {"outcome": str(outcome.termination) if outcome else None}
        said |= {"winner": str(outcome.winner) if outcome and outcome.winner is not None else None}
        print(json.dumps(said), flush=True)

    def _score(self, info: Info) -> dict[str, int | None]:
        moves = own_moves(info, self.board)
        return {"score": info.score if moves is None else None, "mate": moves}
