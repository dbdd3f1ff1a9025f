"""Lines for HTP: a driver that plays games by it, but says many things a little wrong."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import opentafl_engine as tafl
from opentafl_engine.dialects.htp_text import BOARDS, parse_square, write_square
from opentafl_engine.errors import TaflError

from . import mutate
from .uci_lines import nonsense

_ROLES = {tafl.ATTACKERS: ("a", "attacker", "A"), tafl.DEFENDERS: ("d", "defender", "DEFENDER")}


class HtpLines:
    """Makes one line after the other; ``heard`` tells it what was taken, ``follow`` what was played.

    Where that cannot be told, ``lost`` has it begin another game.
    """

    def __init__(self) -> None:
        self.board = tafl.Board(tafl.variant(BOARDS["11"]))
        self.resigned = False
        self.lost = False
        self._kinds: list[Callable[[Random], str]] = []
        for count, kind in (
            (8, self._play),
            (6, self._generate),
            (2, self._look),
            (3, self._ask),
            (1, self._begin),
        ):
            self._kinds += [kind] * count

    def make(self, random: Random) -> str:
        """A line that makes sense now; some are damaged."""
        if self.lost:
            return f"board_size {random.choice(tuple(BOARDS))}"
        if random.random() < 0.01:
            return nonsense(random)
        text = (
            self._begin(random)
            if self._over() and random.random() < 0.5
            else random.choice(self._kinds)(random)
        )
        return mutate.characters(random, text) if random.random() < 0.15 else text

    def heard(self, line: str) -> None:
        """Keep up with a line that was taken."""
        words = line.partition("#")[0].split()
        if words[:1] == ["board_size"]:
            self._set(tafl.Board(tafl.variant(BOARDS[words[1]])))
        elif words[:1] == ["first_move"]:
            turn = tafl.ATTACKERS if words[1][0] in "aA" else tafl.DEFENDERS
            self._set(tafl.Board(self.board.rules, turn=turn))
        elif words[:1] == ["play_undo"]:
            if not self.resigned:
                self.board.pop()
            self.resigned = False
        elif words[:1] == ["play"] and len(words) == 3:
            self.resigned = True
        elif words[:1] == ["play"]:
            squares = (parse_square(word, self.board.dim) for word in words[2:])
            self.follow(tafl.Move(*squares))

    def follow(self, move: tafl.Move) -> None:
        """A move was made."""
        try:
            self.board.push(move)
        except TaflError:
            return

    def _set(self, board: tafl.Board) -> None:
        self.board, self.resigned, self.lost = board, False, False

    def _over(self) -> bool:
        return self.resigned or self.board.outcome() is not None

    def _role(self, random: Random) -> str:
        return random.choice(_ROLES[self.board.turn])

    def _play(self, random: Random) -> str:
        moves = list(self.board.legal_moves)
        if not moves or random.random() < 0.02:
            return f"play {self._role(random)} resigns"
        move, dim = random.choice(moves), self.board.dim
        end = mutate.square(random, dim) if random.random() < 0.1 else move.to_square
        return f"play {self._role(random)} {write_square(move.from_square, dim)} {write_square(end, dim)}"

    def _generate(self, random: Random) -> str:
        return random.choice(("generate_move", f"generate_move {self._role(random)}"))

    def _look(self, random: Random) -> str:
        moves = list(self.board.legal_moves)
        start = random.choice(moves).from_square if moves else "a1"
        return random.choice(
            (
                "play_from",
                "play_undo",
                f"play_to {self._role(random)} {write_square(start, self.board.dim)}",
                "show_board",
            )
        )

    def _ask(self, random: Random) -> str:
        return random.choice((
            "name", "version", "protocol_version", "list_commands", "final_status", "known_command play",
            "time_settings un-timed", "time_settings fischer 1 2", "# nothing", "",
            "final_status # how is it?",
        ))  # fmt: skip

    def _begin(self, random: Random) -> str:
        return random.choice(
            (*(f"board_size {size}" for size in BOARDS), "board_size 9", f"first_move {self._role(random)}")
        )
