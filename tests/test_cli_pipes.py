"""The tools as processes: pipes, streams, signals, readers that leave."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from opentafl_engine import variants
from opentafl_engine.client.process import own_command
from tests.cli_tools import in_a_shell

BRANDUB = ("analyse", "--variant", "brandub")
START = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
STREAM = f"{START} attackers\n7/7/7 d\n{START} defenders moves d3a3\n"


@pytest.mark.parametrize(
    "argv",
    [
        ("show", "--variant", "fetlar", "--colour", "always"),
        ("moves", "--variant", "fetlar", "--json"),
        ("variants", "--json"),
    ],
)
def test_the_same_twice(argv: tuple[str, ...]) -> None:
    """Two runs print the same bytes."""
    first, second = in_a_shell(*argv), in_a_shell(*argv)
    assert (first.returncode, first.stderr) == (0, b"")
    assert first.stdout == second.stdout
    assert first.stdout


@pytest.mark.parametrize(
    "argv",
    [
        ("show",),
        ("moves", "--variant", "alea-evangelii", "--json"),
        ("perft", "2", "--divide"),
        ("variants", "--json"),
        ("analyse", "--depth", "3"),
        ("analyse", "--depth", "3", "--json"),
    ],
)
def test_nobody_reads(argv: tuple[str, ...]) -> None:
    """A tool whose reader is gone ends without a word."""
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        own_command(*argv), env=buffered, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


@pytest.mark.parametrize("argv", [("moves",), ("show",), ("analyse", "--depth", "1")])
def test_a_closed_output(argv: tuple[str, ...]) -> None:
    """A tool that has no standard output at all ends quietly as well."""
    shell = ["sh", "-c", 'exec "$@" >&-', "sh", *own_command(*argv)]
    done = subprocess.run(shell, stderr=subprocess.PIPE, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_input() -> None:
    """Without a standard input there are no positions to search."""
    shell = ["sh", "-c", 'exec "$@" <&-', "sh", *own_command("analyse", "--position", "-")]
    done = subprocess.run(shell, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize(
    "argv",
    [
        ("--help",),
        ("show",),
        ("perft", "1"),
        ("variants", "--json"),
        ("check-variant", str(Path(variants.__file__).with_name("brandub.yaml"))),
        ("analyse", "--depth", "2"),
        ("analyse", "--depth", "2", "--json"),
        ("play", "--max-moves", "1"),
    ],
)
def test_a_full_disk(argv: tuple[str, ...], buffered: bool) -> None:
    """Output that cannot be written ends a tool with one line that says so, and status 1."""
    shell = ["sh", "-c", 'exec "$@" >/dev/full', "sh", *own_command(*argv)]
    environment = os.environ | {"PYTHONUNBUFFERED": "" if buffered else "1"}
    done = subprocess.run(shell, stderr=subprocess.PIPE, env=environment, timeout=60, check=False)
    said = f"opentafl-engine {argv[0]}: [Errno 28] No space left on device\n"
    assert (done.returncode, done.stderr.decode()) == (1, said)


@pytest.mark.parametrize("extra", [(), ("--json",)])
def test_a_real_pipe(extra: tuple[str, ...]) -> None:
    """Two processes give the same lines for the same stream, times left out."""
    arguments = (*BRANDUB, "--position", "-", "--depth", "3", "--multipv", "2", *extra)
    first, second = (in_a_shell(*arguments, given=STREAM.encode()) for _ in range(2))
    assert first.returncode == second.returncode == 1
    assert first.stderr == second.stderr != b""
    assert _without_times(first.stdout) == _without_times(second.stdout)
    assert first.stdout


def _without_times(out: bytes) -> list[str]:
    """The lines of either form, without milliseconds and nodes per second."""
    text = re.sub(r'"(time_ms|nps)": [0-9.]+', "", out.decode("ascii"))
    return [re.sub(r"^((?: +\S+){5}|(?: +\S+){3} +(?:win|loss) in +\d+ +\d+) +\d+ +\d+ ", r"\1", line)
            for line in text.splitlines()]  # fmt: skip


def test_an_answer_comes_before_the_next_line() -> None:
    """A program may wait for each answer before it sends the next position."""
    arguments = (*BRANDUB, "--position", "-", "--depth", "1", "--json")
    with subprocess.Popen(
        own_command(*arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(f"{START} a\n")
            process.stdin.flush()
            assert '"type": "line"' in process.stdout.readline()
            assert '"type": "best"' in process.stdout.readline()
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize("position", [START, "-"])
def test_an_interrupt(position: str) -> None:
    """Ctrl-C stops the search, the best move so far is printed, and nothing more is searched."""
    with subprocess.Popen(
        own_command(*BRANDUB, "--position", position, "--movetime", "3600000"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{START} a\n{START} d\n".encode())
        process.stdin.flush()
        while not process.stdout.readline().lstrip().startswith(b"4 "):
            pass
        process.send_signal(signal.SIGINT)
        try:
            rest, complaints = process.communicate(timeout=60)
        finally:
            process.kill()
        assert (rest.split().count(b"bestmove"), complaints, process.returncode) == (1, b"", 130)


def test_an_interrupt_while_waiting() -> None:
    """Ctrl-C between two positions ends the tool without a traceback."""
    with subprocess.Popen(
        own_command(*BRANDUB, "--position", "-", "--depth", "1"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{START} a\n".encode())
        process.stdin.flush()
        while process.stdout.readline() != b"\n":
            pass
        for _ in range(60):  # a Ctrl-C just before the tool reads is only noticed with the next one
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)
                break
        process.kill()
        assert (process.stdout.read(), process.stderr.read(), process.returncode) == (b"", b"", 130)


def test_an_interrupt_of_perft() -> None:
    """A count that takes long ends at once, in the core as it is."""
    arguments = ("perft", "6", "--variant", "brandub", "--divide")
    with subprocess.Popen(own_command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"d1")
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
        assert process.wait(60) == -signal.SIGINT


def test_nobody_reads_any_more() -> None:
    """A reader that leaves in mid-search ends the search as well: nobody waits an hour."""
    arguments = (*BRANDUB, "--movetime", "3600000", "--json")
    with subprocess.Popen(own_command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        os.read(process.stdout.fileno(), 1)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1
