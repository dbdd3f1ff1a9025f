"""The driver of engines that speak HTP, a protocol like Go's GTP.

It names boards by their size and knows neither positions that are set up nor scores, so an engine
can be asked for moves in games from the start and for nothing else.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from opentafl_engine.board import Board
from opentafl_engine.client.analysis import AnalysisResult
from opentafl_engine.client.engine import Engine
from opentafl_engine.client.errors import (
    EngineError,
    EngineProtocolError,
    EngineRefusedError,
    EngineUnsupportedError,
)
from opentafl_engine.client.info import BestMove
from opentafl_engine.client.request import Request, read_move, root_of
from opentafl_engine.client.transport import Channel
from opentafl_engine.types import Side

_SIZES = (7, 11, 13)
_STATES = ("attacker_wins", "defender_wins", "draw", "ongoing")


class HtpEngine(Engine):
    """An engine that speaks HTP.

    For each question the game is told from its start. There is no analysis, no choice of root
    moves, and no limit but time; ``EngineUnsupportedError`` says so before anything is sent.
    """

    protocol = "htp"

    def __init__(self, channel: Channel, timeout: float = 10.0) -> None:
        self._owed: deque[Callable[[bool, str], None]] = deque()
        self._timed = False
        super().__init__(channel, timeout)

    async def ping(self) -> None:
        """Wait for the answer to ``protocol_version``."""
        await self._ask("protocol_version")

    async def final_status(self, board: Board) -> str:
        """What the engine says of a game: attacker_wins, defender_wins, draw or ongoing.

        Raises ``EngineRefusedError`` and ``EngineProtocolError``.
        """
        async with self._lock:
            await self._settle()
            await self._ask_all(_game_lines(board))
            state = await self._ask("final_status")
        if state not in _STATES:
            raise EngineProtocolError("a final status that is none", state)
        return state

    async def _initialize(self) -> None:
        await self._ask("protocol_version")
        for word in ("name", "version"):
            try:
                self.id[word] = await self._ask(word)
            except EngineRefusedError:
                continue

    async def _start(self, request: Request, result: AnalysisResult) -> None:
        limit, board = request.limit, request.board
        if not request.play:
            raise EngineUnsupportedError("HTP has no words for analysis")
        if request.root_moves:
            raise EngineUnsupportedError("HTP has no words for root moves")
        if not limit.is_timed and (limit.depth or limit.nodes or limit.mate):
            raise EngineUnsupportedError("HTP has no words for a search that no time bounds")
        lines = _game_lines(board)
        if limit.is_timed or self._timed:
            lines.append(limit.htp_time_settings(board.turn))
            self._timed = limit.is_timed
        await self._ask_all(lines)
        self._tell("generate_move", lambda good, text: self._generated(good, text, request, result))

    def _stop(self) -> None:
        """HTP has no word for it; the answer comes when it comes, and is dropped if nobody waits."""

    def _expire(self) -> None:
        """As for ``_stop``."""

    def _generated(self, good: bool, text: str, request: Request, result: AnalysisResult) -> None:
        try:
            if not good:
                raise EngineRefusedError("generate_move", text)
            result.finish(_read_answer(text, request))
        except EngineError as error:
            result.fail(error)

    async def _ask(self, line: str) -> str:
        """Send a command and wait for its answer. Raises ``EngineRefusedError``."""
        return (await self._ask_all([line]))[0]

    async def _ask_all(self, lines: list[str]) -> list[str]:
        """Send commands all at once and wait for their answers."""
        answers = [self._question(line) for line in lines]
        return [await self._wait(future, f"answer to {line!r}") for line, future in answers]

    def _question(self, line: str) -> tuple[str, asyncio.Future[str]]:
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def answered(good: bool, text: str) -> None:
            if good:
                future.set_result(text)
            else:
                future.set_exception(EngineRefusedError(repr(line), text))
                future.exception()  # marks it as seen: only the first refusal is raised

        self._tell(line, answered)
        return line, future

    def _tell(self, line: str, answered: Callable[[bool, str], None]) -> None:
        self._say(line)
        self._owed.append(answered)

    def _hear(self, line: str) -> None:
        """An answer belongs to the oldest command without one; other lines are chatter."""
        if line[0] in "=?" and line[1:2] in ("", " ") and self._owed:
            self._owed.popleft()(line[0] == "=", line[1:].strip())


def _game_lines(board: Board) -> list[str]:
    """The commands that tell a game from its start. Raises ``EngineUnsupportedError``."""
    root = root_of(board)
    if board.dim not in _SIZES:
        raise EngineUnsupportedError(f"HTP has no board of {board.dim}x{board.dim}")
    if root.position() != board.rules.start or root.turn != board.rules.first_side:
        raise EngineUnsupportedError("HTP has no words for a position that was set up")
    lines = [f"board_size {board.dim}", f"first_move {_role(root.turn)}"]
    for move in board.move_stack:
        squares = (htp_square(square, board.dim) for square in (move.from_square, move.to_square))
        lines.append(f"play {_role(root.turn)} {' '.join(squares)}")
        root.push(move)
    return lines


def htp_square(name: str, dim: int) -> str:
    """A square as HTP writes it, which depends on the board.

    >>> htp_square("d1", 7), htp_square("d1", 11), htp_square("d1", 13)
    ('0d1', 'd1', 'D1')
    """
    return {7: f"0{name}", 13: name.upper()}.get(dim, name)


def _role(side: Side) -> str:
    return "attacker" if side == Side.ATTACKERS else "defender"


def _read_answer(text: str, request: Request) -> BestMove:
    """``play ROLE FROM TO ...`` or ``play ROLE resigns``."""
    words = text.lower().split()
    role = _role(request.board.turn)
    if len(words) < 3 or words[0] != "play" or words[1] not in (role, role[0]):
        raise EngineProtocolError(f"expected play {role} FROM TO", text)
    if words[2] == "resigns":
        return BestMove(None, resigned=True)
    if len(words) < 4:
        raise EngineProtocolError(f"expected play {role} FROM TO", text)
    return BestMove(read_move("-".join(word.lstrip("0") for word in words[2:4]), request, text))
