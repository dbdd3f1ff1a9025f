"""`opentafl-engine htp` as a real process: replies byte for byte, the ends of input and of patience."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from opentafl_engine.cli import main
from opentafl_engine.client.process import EngineProcess, own_command
from tests.test_server import PATIENCE, next_line, rest_of

ENGINE = own_command("htp", "--depth", "2", "--hash", "1")
LONG = own_command("htp", "--depth", "60", "--hash", "1")


@pytest.fixture
def thinker() -> Iterator[EngineProcess]:
    """An engine that would think for years, and is about to."""
    with EngineProcess(LONG, stderr=subprocess.PIPE) as process:
        process.send("name")
        process.send("generate_move")
        assert next_line(process) == "= opentafl_engine"
        yield process


def run(text: bytes, *options: str) -> bytes:
    """What is said to lines that come all at once, before the input is closed."""
    done = subprocess.run([*ENGINE, *options], input=text, capture_output=True, timeout=PATIENCE, check=True)
    assert done.stderr == b""
    return done.stdout


def test_nothing_is_said_unasked() -> None:
    """The engine waits to be spoken to, and goes when the input ends."""
    assert run(b"") == b""


def test_replies_byte_for_byte() -> None:
    """A reply ends with one newline, an error with two; neither has a carriage return."""
    text = b"protocol_version # which?\r\n\r\n\n# nothing\nbogus\nplay a d1 c1\nfinal_status\nplay_undo\n"
    assert run(text) == b"= 1-beta\n? unknown command bogus\n\n= \n= ongoing\n= \n"


def test_all_that_was_asked_is_answered() -> None:
    """Fed without waiting, searches and lines behind them are answered in their order before the end."""
    said = run(b"generate_move\ngenerate_move\nfinal_status\ngenerate_move attacker").decode().splitlines()
    assert [line.split()[1] for line in said] == ["play", "play", "ongoing", "play"]
    assert [line.split()[2] for line in said if "play" in line] == ["attacker", "defender", "attacker"]


@pytest.mark.parametrize("options", [["--depth", "3"], ["--nodes", "3000"]])
def test_the_same_commands_get_the_same_moves(options: list[str]) -> None:
    """With a depth or a number of nodes, play can be repeated, whatever the clock."""
    text = b"time_settings fischer 0.001 0\n" + b"generate_move\n" * 12
    said = run(text, *options)
    assert said.count(b"= play ") == 12
    assert run(text, *options) == said


def test_moves_in_the_time_of_the_settings() -> None:
    """Without a depth, `--movetime` and a clock end the search."""
    lines = b"generate_move\ntime_settings fischer 0.01 0\ngenerate_move\n"
    done = subprocess.run(
        own_command("htp", "--movetime", "10", "--move-overhead", "5"),
        input=lines,
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    assert [line.split()[:2] for line in done.stdout.splitlines()] == [
        [b"=", b"play"],
        [b"="],
        [b"=", b"play"],
    ]


def test_quit_in_mid_search(thinker: EngineProcess) -> None:
    """`quit` ends the process at once, with status 0 and not a word more."""
    thinker.send("name")
    thinker.send("quit")
    assert rest_of(thinker) == []
    assert thinker.wait(PATIENCE) == 0


def test_quit_while_idle() -> None:
    """`quit` is answered, and what stands behind it is not."""
    assert run(b"quit\nname\n") == b"= \n"


@pytest.mark.parametrize("nonsense", [b"\x00\xff", b"x" * 200_000, "spiele für Wikinger".encode()])
def test_nonsense_does_not_hurt(nonsense: bytes) -> None:
    """Nonsense earns an error, and the game goes on."""
    error, empty, answer = run(nonsense + b"\nname\n").decode("ascii").splitlines()
    assert (error[:2], empty, answer) == ("? ", "", "= opentafl_engine")


@pytest.mark.parametrize("option", [["--hash", "0"], ["--depth", "x"], ["--nodes", "9" * 19], ["--bogus"]])
def test_wrong_options(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """An option that makes no sense is named, with status 2."""
    with pytest.raises(SystemExit) as caught:
        main(["htp", *option])
    assert caught.value.code == 2
    assert option[0] in capsys.readouterr().err


def test_a_table_too_large_for_the_machine() -> None:
    """The engine says so and does not start."""
    done = subprocess.run(
        own_command("htp", "--hash", "99999999"),
        input=b"",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"no memory for a table of 99999999 MiB\n"
