"""One random game, played in the core and in the reference at the same time."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import opentafl_engine as tafl
from opentafl_engine.rules import Rules
from tests import reference
from tests.oracle.classify import events
from tests.oracle.plants import Plant, plant
from tests.oracle.rules import Tokens, random_tokens, rules_text, value_names
from tests.oracle.scenes import SCENES
from tests.reference.ground import LETTERS, Pieces, name_of, write_position

SIZES = (5, 5, 6, 6, 7, 7, 7, 7, 8, 8, 9, 9, 9, 10, 11, 11, 12, 13, 14, 15, 16, 17, 18, 19)
CAPTURES_COMPARED = 16
"""Of so many legal moves of each position, chosen at random, the captures are compared."""
RARE = ("king hunt", "enemy king hunt", "enemy king hunt", "jump", "jump", "shieldwall")
"""Scenes whose many kinds of capture want more games."""
PROBES = 3
"""So many legal moves are made and taken back before one is played."""


class DisagreementError(AssertionError):
    """The core and the reference say different things; the text is enough to see it again."""


@dataclass
class Table:
    """How often each thing was seen."""

    counts: Counter[str] = field(default_factory=Counter)
    games: int = 0
    plies: int = 0
    compared: int = 0


@dataclass
class Game:
    """Both sides of a comparison, with what is needed to see it again."""

    text: str
    position: str | None
    side: str | None
    state: reference.State
    board: tafl.Board
    played: list[str] = field(default_factory=list)

    def demand(self, what: str, core: object, oracle: object) -> None:
        """Raise unless both say the same."""
        if core != oracle:
            raise DisagreementError(
                f"{what}: core {core!r}, reference {oracle!r}\n  rules {self.text}\n"
                f"  position {self.position} {self.side}\n  moves {' '.join(self.played)}\n"
                f"  now {write_position(self.state.pieces, self.state.ground.dim)} {self.state.side}"
            )


def compare_state(game: Game) -> None:
    """Position, side, berserking square, outcome and legal moves are the same."""
    state, board = game.state, game.board
    game.demand("position", board.position(), write_position(state.pieces, state.ground.dim))
    outcome, expected = board.outcome(), state.outcome()
    said = outcome and (outcome.winner and str(outcome.winner), outcome.termination.name)
    if outcome is not None and outcome.winner is not None:
        said = (str(outcome.winner), outcome.termination.name)
    game.demand("outcome", said, expected and (expected.winner, expected.termination))
    game.demand("legal moves", sorted(str(move) for move in board.legal_moves), state.legal_moves())
    if expected is None:
        game.demand("side", str(board.turn), state.side)
        berserker = name_of(state.berserker) if state.berserker else None
        game.demand("berserking square", board.berserking, berserker)


def compare_captures(game: Game, rng: random.Random, moves: list[str], table: Table) -> None:
    """The captures of some legal moves are the same."""
    for move in rng.sample(moves, min(len(moves), CAPTURES_COMPARED)):
        table.compared += 1
        game.demand(
            f"captures of {move}", game.board.captures(tafl.Move.parse(move)), game.state.captures(move)
        )


def compare_refusal(game: Game, rng: random.Random, moves: list[str]) -> None:
    """A move between two random squares is refused unless it is among the legal ones."""
    dim = game.state.ground.dim
    start = rng.choice(list(game.state.pieces))
    to = rng.choice(((start[0], rng.randrange(dim)), (rng.randrange(dim), start[1])))
    move = f"{name_of(start)}-{name_of(to)}"
    if move in moves or start == to:
        return
    try:
        game.board.push(move)
    except tafl.IllegalMoveError:
        return
    game.demand(f"illegal move {move}", "played", "refused")


def step(game: Game, move: str, table: Table) -> list[str]:
    """Play a move in both, compare what follows, and count what it did."""
    after = game.state.play(move)
    names = events(game.state, move, after)
    game.board.push(move)
    game.played.append(move)
    game.state = after
    compare_state(game)
    table.plies += 1
    table.counts.update(names)
    return names


def probe(game: Game, move: str, table: Table) -> bool:
    """Play a move, compare, take it back; whether it would end the game."""
    before = game.state
    step(game, move, table)
    ends = game.state.outcome() is not None
    game.board.pop()
    game.played.pop()
    game.state = before
    return ends


def choose(game: Game, rng: random.Random, policy: str, moves: list[str], table: Table) -> str:
    """Choose the next move: at random, a capture, an end if a probe found one, or back and forth."""
    if policy == "shuffle":
        return back_and_forth(game, rng, moves)
    ends = [move for move in rng.sample(moves, min(len(moves), PROBES)) if probe(game, move, table)]
    if ends and rng.random() < 0.5:
        return rng.choice(ends)
    if policy == "greedy":
        sample = rng.sample(moves, min(len(moves), 24))
        return rng.choice([move for move in sample if game.state.captures(move)] or sample)
    return rng.choice(moves)


def back_and_forth(game: Game, rng: random.Random, moves: list[str]) -> str:
    """Take back one's own last move where it is legal, now and then do something else."""
    if len(game.played) >= 2 and rng.random() < 0.96:
        start, to = game.played[-2].split("-")
        if f"{to}-{start}" in moves:
            return f"{to}-{start}"
    sample = rng.sample(moves, min(len(moves), 12))
    quiet = [move for move in sample if not game.state.captures(move)]
    return rng.choice(quiet or sample)


def scatter(rng: random.Random, dim: int) -> Plant:
    """Pieces of every kind at random, few or many."""
    density = rng.choice((0.08, 0.2, 0.35, 0.5))
    letters = rng.choice(("ttttTTT", "tttcnTTTCN", LETTERS + "ttttTTTT"))
    squares = [(file, rank) for file in range(dim) for rank in range(dim)]
    pieces: Pieces = {square: rng.choice(letters) for square in squares if rng.random() < density}
    if rng.random() < 0.97:
        pieces[rng.choice(squares)] = "K"
    if "t" not in pieces.values():
        pieces[rng.choice([one for one in squares if pieces.get(one) != "K"])] = "t"
    return Plant(pieces, None, {})


def begin(rng: random.Random, table: Table, wish: str | None) -> tuple[Game, Plant, str]:
    """Choose size, scene (unless there is a wish) and rules, and set both up."""
    dim = rng.choice(SIZES)
    any_scene = rng.choice([*SCENES, *SCENES, *RARE, *RARE, "scatter", "scatter", "shuffle", "shuffle"])
    scene = wish or any_scene
    if scene == "shuffle":
        dim = rng.choice((5, 6, 7, 8, 9))
    planted = scatter(rng, dim) if scene in ("scatter", "shuffle") else plant(rng, dim, scene)
    tokens = scene_tokens(rng, dim, scene, planted)
    record = write_position(planted.pieces, dim)
    position = side = None
    if planted.move is not None:
        first = planted.pieces[planted.move[0]].islower()
        tokens["atkf"] = "y" if first else "n"
    start = record
    if rng.random() < 0.2:
        position, side = record, "attackers" if tokens.get("atkf", "y") == "y" else "defenders"
        start = write_position(scatter(rng, dim).pieces, dim)
    text = rules_text(rng, dim, tokens, start)
    rules = Rules.parse(text)
    table.counts.update(value_names(tokens))
    table.counts[f"size {dim}"] += 1
    table.counts[f"scene: {scene}"] += 1
    turn = None if side is None else {"attackers": tafl.ATTACKERS, "defenders": tafl.DEFENDERS}[side]
    board = tafl.Board(rules, position=position, turn=turn)
    return Game(text, position, side, reference.start(rules, position, side), board), planted, scene


def scene_tokens(rng: random.Random, dim: int, scene: str, planted: Plant) -> Tokens:
    """Rules for a scene: what it asks for, and either much or little else."""
    tokens = random_tokens(rng, dim)
    if planted.tokens and rng.random() < 0.6:
        tokens = {key: value for key, value in tokens.items() if rng.random() < 0.25}
    if rng.random() < 0.9:
        tokens.update(planted.tokens)
    if scene == "shuffle":
        tokens["tfr"] = rng.choice("diwla")
        tokens["surf"], tokens["ber"] = rng.choice("yn"), rng.choice("nnc")
    return tokens


def play(seed: int, table: Table, wish: str | None = None) -> None:
    """Play one random game of up to a hundred plies in both; raises DisagreementError."""
    rng = random.Random(seed)
    game, planted, scene = begin(rng, table, wish)
    table.games += 1
    compare_state(game)
    policy = "shuffle" if scene == "shuffle" else rng.choice(("random", "greedy", "greedy"))
    length = rng.choice((2, 2, 3, 5, 16) if planted.move else (20, 60, 100))
    planned = planted.move and f"{name_of(planted.move[0])}-{name_of(planted.move[1])}"
    for ply in range(length):
        moves = game.state.legal_moves()
        if not moves:
            break
        compare_captures(game, rng, moves, table)
        compare_refusal(game, rng, moves)
        if ply == 0 and planned in moves and rng.random() < 0.95:
            step(game, str(planned), table)
        else:
            step(game, choose(game, rng, policy, moves, table), table)
    if len(game.played) >= 60:
        table.counts["games of 60 plies and more"] += 1
