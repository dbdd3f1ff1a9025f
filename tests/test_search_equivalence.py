"""The search prunes only what cannot matter: its value is that of plain minimax."""

from __future__ import annotations

import random

import pytest

import opentafl_engine as tafl


def random_board(name: str, semantics: str, rng: random.Random) -> tafl.Board:
    """A game of this variant after up to 60 random moves that have not ended it."""
    board = tafl.Board(tafl.variant(name, semantics=semantics))
    for _ in range(rng.randrange(60)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    if not board.legal_moves:
        board.pop()
    return board


@pytest.mark.parametrize("semantics", ["spec", "opentafl"])
@pytest.mark.parametrize("name", tafl.variant_names())
def test_search_and_minimax_agree(name: str, semantics: str) -> None:
    """With table entries of equal depth the value is minimax's, in every variant and semantics."""
    rng = random.Random(f"{name} {semantics}")
    searcher = tafl.Searcher(hash_mb=1)
    for _ in range(4):
        board = random_board(name, semantics, rng)
        depth = 3 if board.dim <= 9 else 2
        searcher.clear()
        result = searcher.search(board, tafl.Limits(depth=depth, equal_depth=True))
        assert result.lines[0].score == searcher.minimax(board, depth), repr(board)


def test_the_lines_of_multipv_are_the_best_moves_in_order() -> None:
    """The k-th line is worth what minimax gives the k-th best move."""
    board = tafl.Board(tafl.variant("brandub"))
    searcher = tafl.Searcher(hash_mb=1)
    values = {}
    for move in board.legal_moves:
        board.push(move)
        values[move] = -searcher.minimax(board, 1)
        board.pop()
    result = searcher.search(board, tafl.Limits(depth=2, multipv=5, equal_depth=True))
    assert [line.score for line in result.lines] == sorted(values.values(), reverse=True)[:5]
    assert all(values[line.pv[0]] == line.score for line in result.lines)


def test_values_are_seen_from_the_side_to_move_in_berserk_turns_too() -> None:
    """Where the same side moves twice running the value does not change its sign."""
    rules = tafl.Rules.parse("dim:9 ber:c surf:n start:/3t5/4Tt3/9/1tT6/9/9/9/K8/9/")
    board = tafl.Board(rules)
    board.push("d1-d2")
    assert board.turn is tafl.ATTACKERS
    searcher = tafl.Searcher(hash_mb=1)
    for depth in (1, 2, 3):
        result = searcher.search(board, tafl.Limits(depth=depth, equal_depth=True))
        assert result.lines[0].score == searcher.minimax(board, depth)
