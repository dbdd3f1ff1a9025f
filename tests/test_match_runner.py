"""Programs that were written for other engines drive this one."""

from __future__ import annotations

import sys

import chess.engine
import pytest

from opentafl_engine.client.process import own_command
from opentafl_engine.options import OPTIONS
from opentafl_engine.version import NAME
from tests.match_runner import MatchError, Player, play_match

START = "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3"


@pytest.mark.parametrize(("go", "most"), [("go nodes 500", 60), ("go movetime 5", 6)])
def test_two_games(go: str, most: int) -> None:
    """The match runner of another engine plays two short games with this one on both sides."""
    games = play_match(games=2, go=go, most=most)
    assert len(games) == 2
    assert all(game.outcome is not None or len(game.moves) == most for game in games)


@pytest.mark.long
def test_twenty_games() -> None:
    """It plays twenty games to their end, or to 400 moves, with no error and no illegal move."""
    games = play_match(games=20, go="go nodes 2000", most=400)
    assert len(games) == 20
    assert all(game.outcome is not None or len(game.moves) == 400 for game in games)


def test_the_runner_sees_what_goes_wrong() -> None:
    """An error line, a refused position and an engine that is gone are errors of the match."""
    player = Player(own_command(), "go nodes 50")
    try:
        assert len(player.move(START, "a", [])) >= 4
        with pytest.raises(MatchError, match="ply 1"):
            player.move(START, "a", ["e1e9"])
    finally:
        player.kill()
    with pytest.raises(MatchError, match="the engine is gone"):
        Player([sys.executable, "-c", "pass"], "go nodes 50")


def test_the_handshake_of_python_chess() -> None:
    """python-chess starts the engine, parses name and options, sets one, pings it and has it quit."""
    with chess.engine.SimpleEngine.popen_uci(own_command(), timeout=60) as engine:
        assert engine.id["name"].startswith(f"{NAME} ")
        assert set(engine.options) == {option.name for option in OPTIONS}
        for option in OPTIONS:
            parsed = engine.options[option.name]
            assert parsed.type == option.kind
            if option.kind == "spin":
                assert (parsed.default, parsed.min, parsed.max) == (option.default, option.least, option.most)
            elif option.kind == "combo":
                assert (parsed.default, parsed.var) == (option.default, list(option.choices))
            elif option.kind == "check":
                assert parsed.default == option.default
        engine.configure({"Hash": 8, "UCI_ShowWDL": True, "Semantics": "opentafl"})
        engine.ping()
        engine.quit()
        assert engine.protocol.returncode.result() == 0
