"""The server as a real process: start-up, the ends of input, signals and every kind of nonsense."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from opentafl_engine import server
from opentafl_engine.board import Board
from opentafl_engine.client.process import EngineGoneError, EngineProcess, own_command
from opentafl_engine.dialects.base import Action, Quit, Start
from opentafl_engine.dialects.otep import Otep
from opentafl_engine.dialects.uci import Uci
from opentafl_engine.errors import TaflError
from opentafl_engine.search import Limits, Result
from opentafl_engine.server import MAX_LINE, Pipe, Server
from opentafl_engine.session import Thinker
from opentafl_engine.variants import variant
from tests.otep_machine import BRANDUB, BRANDUB_START, assert_harmless
from tests.test_otep_conversations import FILES, Referee, is_question, lives

ENGINE_ARGUMENTS = ("otep", "--movetime", "10")
ENGINE = own_command(*ENGINE_ARGUMENTS)
PATIENCE = 60.0
FOREVER = "clock 999999000 999999000 0 0 0 "


def next_line(engine: EngineProcess) -> str:
    """The next line of an engine that is still there."""
    heard = engine.hear(time.monotonic() + PATIENCE)
    assert heard is not None
    return heard.line


def rest_of(engine: EngineProcess) -> list[str]:
    """All lines up to the end of the engine's output."""
    lines = []
    try:
        while True:
            lines.append(next_line(engine))
    except EngineGoneError:
        return lines


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    """An engine that has said hello."""
    with EngineProcess(ENGINE, stderr=subprocess.PIPE) as process:
        assert next_line(process) == "hello"
        yield process


def run(text: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    """Feed everything at once to an OTEP engine and close the input."""
    return run_command(text, *ENGINE_ARGUMENTS, *options)


def run_command(text: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Feed everything at once and close the input."""
    return subprocess.run(
        own_command(*arguments), input=text, capture_output=True, timeout=PATIENCE, check=False
    )


def test_hello_comes_unasked() -> None:
    """The engine greets before it has been told anything, and goes when the input ends."""
    done = run(b"")
    assert (done.stdout, done.stderr, done.returncode) == (b"hello\n", b"", 0)


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_started_without_a_pipe(closed: str) -> None:
    """Without an input, or without an output, there is nothing to do, and nothing to complain of."""
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *ENGINE],
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout in (b"", b"hello\n")
    assert (done.stderr, done.returncode) == (b"", 0)


def test_a_game_through_a_pipe() -> None:
    """A question that is the last thing before the end of input is answered."""
    done = run(f"{BRANDUB}\nplay attackers\n".encode())
    hello, move, rest = done.stdout.split(b"\n")
    assert (hello, rest, done.stderr, done.returncode) == (b"hello", b"", b"", 0)
    assert_harmless(move.decode())


def test_the_last_line_needs_no_newline() -> None:
    """What stands before the end of input is a line even without its newline."""
    assert run(f"{BRANDUB}\nplay attackers".encode()).stdout.count(b"move ") == 1


def test_carriage_returns_are_accepted_and_never_sent() -> None:
    """Lines may end in CR LF; answers never do."""
    done = run(f"{BRANDUB}\r\nplay attackers\r\ngoodbye\r\n".replace("goodbye\r\n", "").encode())
    assert done.stdout.count(b"move ") == 1
    assert b"\r" not in done.stdout


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x00\x00",
        b"\xff\xfe\xfd",
        b"x" * 1_000_000,
        b"rules " + b"y" * 1_000_000,
        "spiele für Wikinger".encode(),
        b"\r",
    ],
    ids=["NUL", "bytes", "long", "long rules", "letters", "CR"],
)
def test_nonsense_does_not_hurt(nonsense: bytes) -> None:
    """After nonsense, within one line or between lines, the game goes on."""
    game = BRANDUB.encode()
    done = run(b"\n".join([nonsense, game, nonsense, b"play" + nonsense + b" attackers", b"play attackers"]))
    assert done.stdout.count(b"move ") == 1
    assert (done.stderr, done.returncode) == (b"", 0)
    for line in done.stdout.decode("ascii").splitlines()[1:]:
        assert_harmless(line)


def test_dump_runs_into_the_next_command(engine: EngineProcess) -> None:
    """`dump N` comes without a newline, and the command behind it counts."""
    engine.send(BRANDUB)
    engine.send("dump 1", end="")
    engine.send("play attackers")
    assert next_line(engine).startswith("move ")


def test_goodbye_ends_it(engine: EngineProcess) -> None:
    """`goodbye` ends the process with status 0 and not a word more, in mid-search too."""
    engine.send(BRANDUB)
    engine.send(FOREVER)
    engine.send("play attackers")
    engine.send("goodbye")
    assert rest_of(engine) == []
    assert engine.wait(PATIENCE) == 0


def test_finish_stops_thinking(engine: EngineProcess) -> None:
    """After `finish` no move comes of the search that ran; the next question is answered."""
    for line in (BRANDUB, FOREVER, "play attackers", "finish 0", "finish 0", BRANDUB, "analyze 1 0.01"):
        engine.send(line)
    assert next_line(engine).startswith("analysis 1 ")


def test_the_end_of_input_in_mid_search(engine: EngineProcess) -> None:
    """When the input ends, a long search ends too, its move is sent and the process goes."""
    for line in (BRANDUB, FOREVER, "play attackers"):
        engine.send(line)
    engine.end_input()
    lines = rest_of(engine)
    assert [line.split()[0] for line in lines] == ["move"]
    assert engine.wait(PATIENCE) == 0


@pytest.mark.parametrize("searching", [False, True])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_end_it_quietly(engine: EngineProcess, number: signal.Signals, searching: bool) -> None:
    """The signals that end programs end this one, idle or not, with status 0 and in silence."""
    engine.send(BRANDUB)
    if searching:
        engine.send(FOREVER)
        engine.send("play attackers")
    engine.send("bogus")
    assert next_line(engine).startswith("status ")
    os.kill(engine.pid, number)
    assert rest_of(engine) == []
    assert engine.wait(PATIENCE) == 0


def test_closed_output_ends_it_quietly() -> None:
    """When nobody reads any more, the process goes, and complains to nobody."""
    with subprocess.Popen(
        ENGINE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"hello\n"
        process.stdout.close()
        process.stdin.write(f"{BRANDUB}\nplay attackers\n".encode())
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_conversations(path: Path) -> None:
    """The recorded conversations, step by step, over real pipes and with the real search."""
    for lines in lives(path):
        referee = Referee()
        with EngineProcess(ENGINE) as process:
            assert next_line(process) == "hello"
            for line in lines:
                referee.hear(line)
                # A clock would have the engine think for as long as it allows.
                if line.startswith("clock "):
                    continue
                process.send(line.replace("analyze 3 2", "analyze 3 0.05"))
                if is_question(line):
                    referee.judge(line, [next_line(process)])
            process.end_input()
            assert rest_of(process) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_conversations_all_at_once(path: Path) -> None:
    """Fed without waiting, they bring no crash and nothing that could hurt the host."""
    for lines in lives(path):
        done = run("\n".join([*lines, ""]).encode())
        assert (done.stderr, done.returncode) == (b"", 0)
        hello, *answers = done.stdout.decode("ascii").splitlines()
        assert hello == "hello"
        for line in answers:
            assert_harmless(line)
        if is_question(lines[-1]):
            assert answers


@pytest.mark.parametrize("options", [["--semantics", "chess"], ["--hash", "much"], ["--bogus"]])
def test_wrong_options_are_refused(options: list[str]) -> None:
    """Wrong options end in a usage message and status 2, before any greeting."""
    done = run(b"", *options)
    assert (done.stdout, done.returncode) == (b"", 2)
    assert b"usage" in done.stderr


def test_a_line_is_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line leaves in a single write, newline and all."""
    written: list[bytes] = []

    def write(_descriptor: int, data: bytes) -> int:
        written.append(data)
        return len(data)

    monkeypatch.setattr(os, "write", write)
    pipe = Pipe()
    pipe.write("hello")
    pipe.write(f"status {BRANDUB_START}")
    assert written == [b"hello\n", f"status {BRANDUB_START}\n".encode()]


def test_lines_are_put_together_from_pieces() -> None:
    """Lines arrive whole however they were cut, without CR; a too long one only as an error."""
    reads, writes = os.pipe()
    pieces = [b"on", b"e\ntwo\r\n", b"\n", b"x" * 9000, b"y" * MAX_LINE, b"z\nfive\xff\n", b"last"]

    def feed() -> None:
        for piece in pieces:
            os.write(writes, piece)
        os.close(writes)

    threading.Thread(target=feed).start()
    found = list(Pipe(reads).lines())
    assert isinstance(found[3], TaflError)
    assert found[:3] + found[4:] == ["one", "two", "", "five\ufffd", "last"]
    os.close(reads)


@pytest.mark.parametrize("early", [True, False])
def test_what_lay_in_the_pipe_is_late(early: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A go that was there before the engine could read gets less time, one that comes later all of it."""
    reads, writes = os.pipe()
    late: list[float] = []

    class Noting(Thinker):
        def start(self, token: int, board: Board, limits: Limits, late_ms: float = 0.0) -> None:
            late.append(late_ms)
            os.close(writes)

    class LeftError(Exception):
        """Stands for the end of the process."""

    def left(_code: int) -> None:
        raise LeftError

    monkeypatch.setattr("opentafl_engine.session.Thinker", Noting)
    monkeypatch.setattr("opentafl_engine.server.leave", left)
    monkeypatch.setattr("opentafl_engine.dialects.uci.Uci.at_end", lambda _: [Quit()])
    os.write(writes, b"go movetime 100\n" if early else b"isready\n")
    ours, theirs = os.pipe()
    server = Server(Pipe(reads, theirs), Uci(), hash_mb=1, since=time.monotonic() - 30)
    if not early:
        threading.Thread(target=lambda: os.read(ours, 99) and os.write(writes, b"go movetime 100\n")).start()
    with pytest.raises(LeftError):
        server.run()
    assert len(late) == 1
    assert (late[0] >= 30_000) if early else (late[0] == 0)
    for descriptor in (reads, ours, theirs):
        os.close(descriptor)


def test_an_action_that_fails_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that cannot do what it wants to does not leave the host waiting: it goes, with status 1."""

    class LeftError(BaseException):
        """Instead of the end of the process."""

    def leave(code: int) -> None:
        raise LeftError(code)

    class Rash(Otep):
        def feed(self, line: str) -> list[Action]:
            return [Start(len(line), Board(variant("brandub")), Limits(movetime=10**400))]

    monkeypatch.setattr(server, "leave", leave)
    reads, writes = os.pipe()
    os.write(writes, b"play\n")
    with pytest.raises(LeftError, match="1"):
        server.Server(Pipe(reads), Rash(), hash_mb=1, since=time.monotonic()).run()
    os.close(reads)
    os.close(writes)


def test_pipes_that_do_not_block() -> None:
    """Where a pipe was made non-blocking, an empty one is no end of input and a full one no closed output."""
    reads, writes = os.pipe()
    for descriptor in (reads, writes):
        os.set_blocking(descriptor, False)
    lines = [f"{number} {'x' * 4000}" for number in range(100)]
    found: list[str | TaflError] = []
    reader = threading.Thread(target=lambda: found.extend(Pipe(reads).lines()), daemon=True)
    reader.start()
    pipe = Pipe(writes=writes)
    for line in lines:
        pipe.write(line)
    os.close(writes)
    reader.join(PATIENCE)
    assert found == lines
    os.close(reads)


def test_a_fault_of_ours_leaves_no_question_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the end of a search cannot be told as it should, the host gets an answer all the same."""

    class LeftError(BaseException):
        """Instead of the end of the process."""

    def left(code: int) -> None:
        raise LeftError(code)

    class Faulty(Uci):
        def on_done(self, token: int, result: Result) -> list[Action]:
            raise RuntimeError("broken")

    monkeypatch.setattr(server, "leave", left)
    reads, writes = os.pipe()
    ours, theirs = os.pipe()
    os.write(writes, b"go depth 1\n")
    serving = threading.Thread(
        target=server.Server(Pipe(reads, theirs), Faulty(), hash_mb=1, since=time.monotonic()).run,
        daemon=True,
    )
    serving.start()
    said = Pipe(ours).lines()
    lines = [str(next(said)) for _ in range(3)]
    assert lines[0].startswith("info depth 1 ")
    assert lines[1] == "info string error: the search broke down: broken"
    assert lines[2].startswith("bestmove ")


@pytest.mark.parametrize("command", ["uci", "ugi", "otep", "htp"])
def test_a_log_of_both_directions(command: str, tmp_path: Path) -> None:
    """With --log every line that is read or written stands in the file, in its order, with seconds."""
    log = tmp_path / "log.txt"
    done = subprocess.run(
        own_command(command, "--log", str(log)),
        input=b"bogus\n",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    lines = [line.split(" ", 2) for line in log.read_text(encoding="ascii").splitlines()]
    assert [text for _, way, text in lines if way == "->"] == ["bogus"]
    assert [text for _, way, text in lines if way == "<-"] == done.stdout.decode().splitlines()
    assert all(float(seconds) >= 0 for seconds, _, _ in lines)
    refused = subprocess.run(
        own_command(command, "--log", str(tmp_path)),
        input=b"",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (refused.stdout, refused.returncode) == (b"", 2)
    assert str(tmp_path).encode() in refused.stderr


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("uci", b"info string error: unknown command 'bogus', help lists them\n"),
        ("ugi", b"info string error: unknown command 'bogus', help lists them\n"),
        ("otep", b"hello\nstatus unknown command bogus\n"),
        ("htp", b"? unknown command bogus\n\n"),
    ],
)
def test_strict_in_every_dialect(command: str, said: bytes) -> None:
    """With --strict the engine leaves with status 2 when it has complained, and takes no further line."""
    done = subprocess.run(
        own_command(command, "--strict"),
        input=b"bogus\nbogus\n",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.stdout, done.returncode) == (said, 2)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_need_not_wait_for_the_main_thread(number: signal.Signals) -> None:
    """A signal ends the process also while the main thread is where Python's handlers do not run."""
    # The other thread gets to speak when the main one is inside a long call, and not before.
    busy = """
import hashlib, sys, threading
from opentafl_engine.server import leave_quietly_on_signals
leave_quietly_on_signals()
sys.setswitchinterval(1000)
ready = threading.Event()
threading.Thread(target=lambda: ready.wait() and print("busy", flush=True), daemon=True).start()
ready.set()
hashlib.pbkdf2_hmac("sha512", b"x", b"y", 2**31 - 1)
"""
    home = str(Path(server.__file__).parents[1])
    with subprocess.Popen(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {home!r})\n{busy}"], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"busy\n"
        os.kill(process.pid, number)
        try:
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
