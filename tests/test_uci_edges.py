"""The edge table of the protocol, row by row, and the command line of uci, over a real process.

Nothing here sleeps: what has to be waited for is a line, `readyok` or an `info` among them.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from opentafl_engine.board import Board
from opentafl_engine.cli import uci as cli_uci
from opentafl_engine.client.process import EngineGoneError, EngineProcess, own_command
from opentafl_engine.variants import variant
from tests.test_server import PATIENCE, next_line, rest_of
from tests.uci_machine import first_words, is_protocol

ENGINE = own_command("--variant", "brandub", "--hash", "1")
BRANDUB = variant("brandub")
LEGAL = {move.uci() for move in Board(BRANDUB).legal_moves}
KING_TO_THE_CORNER = "position otn /3t3/7/7/7/7/K6/3t3/ d"
OVER = f"{KING_TO_THE_CORNER} moves a6a7"
TINY = "rules dim:5 name:Tiny start:/2t2/5/t1K1t/5/2t2/"
ENDLESS = ["go infinite", "go", "go ponder atime 60000 dtime 60000"]
LIMITED = [
    "go depth 5",
    "go nodes 20000",
    "go mate 2",
    "go movetime 50",
    "go atime 3000 dtime 3000",
    "go p1time 100 p1inc 50 p2time 100",
    "go atime 0 aot 1 overtime 500 dtime 0",
]


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    """An engine that nobody has spoken to, at the start of Brandub."""
    with EngineProcess(ENGINE, stderr=subprocess.PIPE) as process:
        yield process


@pytest.fixture(scope="module")
def shared() -> Iterator[EngineProcess]:
    """The engine behind ``player``; starting one for each test would take most of the time."""
    with EngineProcess(ENGINE, stderr=subprocess.PIPE) as process:
        yield process


@pytest.fixture
def player(shared: EngineProcess) -> EngineProcess:
    """An engine at the start of Brandub that other tests have talked to; it stays alive."""
    numbers = (("Hash", 1), ("Threads", 1), ("MultiPV", 1))
    send(shared, "stop", *(f"setoption name {name} value {value}" for name, value in numbers))
    send(shared, "setoption name UCI_Variant value brandub", "isready", "that-was-all")
    until(shared, "info string error: unknown command 'that-was-all'")
    return shared


def send(engine: EngineProcess, *lines: str) -> None:
    """Send lines."""
    for line in lines:
        engine.send(line)


def until(engine: EngineProcess, start: str) -> list[str]:
    """The next lines, up to the first one that starts so."""
    lines = [next_line(engine)]
    while not lines[-1].startswith(start):
        lines.append(next_line(engine))
    return lines


def ask(engine: EngineProcess, *lines: str) -> list[str]:
    """Send lines and isready; what is said before readyok."""
    send(engine, *lines, "isready")
    return until(engine, "readyok")[:-1]


def answer(engine: EngineProcess, go: str) -> str:
    """The move that a go is answered with."""
    send(engine, go)
    return until(engine, "bestmove ")[-1].split()[1]


def begin(engine: EngineProcess, go: str = "go infinite") -> None:
    """Start a search, and see that it runs."""
    send(engine, go)
    until(engine, "info depth 2 ")


def is_alive(engine: EngineProcess) -> None:
    """The engine still answers, with no word that nobody asked for before."""
    assert ask(engine) == []
    assert answer(engine, "go depth 1") != "(none)"


def leave(engine: EngineProcess) -> list[str]:
    """End the input; what is still said. The engine goes with status 0."""
    engine.end_input()
    lines = rest_of(engine)
    assert engine.wait(PATIENCE) == 0
    return lines


def run(text: str | bytes, *options: str) -> list[str]:
    """What is said to lines that come all at once, before the input ends. Ends quietly, with status 0."""
    done = subprocess.run(
        [*ENGINE, *options],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.stderr, done.returncode) == (b"", 0)
    return done.stdout.decode("ascii").splitlines()


def bestmoves(lines: list[str]) -> list[str]:
    """The moves of the answers, in their order."""
    return [line.split()[1] for line in lines if line.startswith("bestmove ")]


# Row: second `go` while searching.


@pytest.mark.parametrize("first", ENDLESS)
def test_second_go_while_searching(engine: EngineProcess, first: str) -> None:
    """The first go is stopped and gives its bestmove, then the second one runs."""
    begin(engine, first)
    send(engine, "go depth 2 searchmoves d1c1")
    assert until(engine, "bestmove ")[-1].split()[1] in LEGAL
    said = until(engine, "bestmove ")
    assert said[0].startswith("info depth 1 ")
    assert bestmoves(said) == ["d1c1"]
    assert leave(engine) == []


def test_many_goes_at_once() -> None:
    """Twenty go lines in one piece give twenty answers."""
    said = run("go depth 60\ngo infinite\n" * 10)
    assert len(bestmoves(said)) == 20
    assert set(bestmoves(said)) <= LEGAL


# Row: `setoption`, `position`, `rules` while searching.


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("setoption name Hash value 2", None),
        ("setoption name Threads value 2", None),
        ("setoption name MultiPV value 2", None),
        ("setoption name Clear Hash", None),
        ("setoption name UCI_Variant value tablut", None),
        ("setoption name Bogus value 2", None),
        ("ucinewgame", None),
        ("position startpos moves d1c1 d3c3", "c1d1"),
        ("position bogus", "d1c1"),
        (TINY, "c1b1"),
        ("rules bogus", "d1c1"),
    ],
)
def test_changes_while_searching(player: EngineProcess, line: str, move: str | None) -> None:
    """They are taken after an implicit stop, whose bestmove comes first; the loop goes on at once."""
    begin(player)
    send(player, line, "isready")
    said = until(player, "readyok")
    assert len(bestmoves(said)) == 1
    assert said[-2].startswith(("bestmove ", "info string "))
    if move is not None:
        assert answer(player, f"go depth 1 searchmoves {move}") == move
    is_alive(player)


# Row: malformed position, illegal move in `moves`.


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("position", "'': expected startpos"),
        ("position otn /7/7/ a", "the position has 2 rows"),
        ("position otn /3t3/7/7/7/7/K6/3t3/ white", "'white': expected one of attackers"),
        ("position fen 3t3/7/7/7/7/Z6/3t3 a", "column 13: 'Z': expected a piece letter"),
        ("position startpos moves d1d9", "ply 1: 'd1d9': "),
        ("position startpos moves d1c1 d1c1", "ply 2: 'd1c1': there is no piece on d1"),
        ("position startpos moves d1c1 d3", "ply 2: 'd3': "),
        ("position startpos moves d1c1 d3\u00e9", "ply 2: 'd3"),
    ],
)
def test_malformed_position_or_illegal_move(player: EngineProcess, line: str, complaint: str) -> None:
    """One error line names the token and why; the old position stays, and the engine lives."""
    before = ask(player, "position startpos moves d1b1", "d")
    (said,) = ask(player, line)
    assert said.startswith(f"info string error: position: {complaint}")
    assert ask(player, "d") == before
    is_alive(player)


# Row: `searchmoves` with no legal move.


@pytest.mark.parametrize("moves", ["", "d1d9", "zz d4d5"])
def test_searchmoves_with_no_legal_move(player: EngineProcess, moves: str) -> None:
    """An error line, and (none); once."""
    send(player, f"go depth 3 searchmoves {moves}")
    *errors, last = until(player, "bestmove ")
    assert last == "bestmove (none)"
    assert errors
    assert all(line.startswith("info string error: go: ") for line in errors)
    is_alive(player)


# Row: no legal move or game over.


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (OVER, "info string the game is over: defenders win (king escaped)"),
        ("position otn /1K5/7/7/7/7/7/7/ a", "info string the game is over: defenders win (no legal move)"),
    ],
)
@pytest.mark.parametrize("go", ["go depth 3", "go movetime 10", "go nodes 5"])
def test_no_legal_move_or_game_over(player: EngineProcess, line: str, said: str, go: str) -> None:
    """(none), behind a line with the outcome."""
    send(player, line, go)
    assert until(player, "bestmove ") == [said, "bestmove (none)"]
    assert ask(player) == []


# Row: `go infinite` that finds a win.


@pytest.mark.parametrize("go", ENDLESS)
def test_infinite_that_finds_a_win(player: EngineProcess, go: str) -> None:
    """A search that has proven a win still waits for its stop."""
    send(player, KING_TO_THE_CORNER, go)
    assert " score mate 1 " in until(player, "info depth 1 ")[-1]
    for _ in range(50):
        assert [line for line in ask(player) if not line.startswith("info depth ")] == []
    send(player, "stop")
    assert bestmoves(until(player, "bestmove ")) in (["a6a7"], ["a6a1"])
    is_alive(player)


# Row: end of input while idle; in infinite or ponder.


@pytest.mark.parametrize("text", ["", "isready", "isready\n", "position startpos\n", "go depth 1\nisready\n"])
def test_end_of_input_while_idle(text: str) -> None:
    """The engine goes with status 0, and has said no more than it was asked for."""
    said = run(text)
    assert len(bestmoves(said)) == text.count("go")
    assert said.count("readyok") == text.count("isready")


@pytest.mark.parametrize("go", ENDLESS)
def test_end_of_input_in_an_endless_search(engine: EngineProcess, go: str) -> None:
    """It is stopped and answered, and the engine goes with status 0."""
    begin(engine, go)
    assert len(bestmoves(leave(engine))) == 1


@pytest.mark.parametrize("go", ENDLESS)
def test_end_of_input_right_after_an_endless_go(go: str) -> None:
    """Also where the end comes before the search has a move."""
    assert len(bestmoves(run(f"{go}\n"))) == 1


# Row: end of input right after `go depth 10`.


@pytest.mark.parametrize("go", LIMITED)
def test_end_of_input_right_after_a_limited_go(go: str) -> None:
    """Searches with a limit finish and print their bestmove."""
    said = run(go)
    assert first_words(said)[-1] == "bestmove"
    assert len(bestmoves(said)) == 1
    assert all(is_protocol(line) for line in said)
    if "depth 5" in go:
        assert said[-2].startswith("info depth 5 ")


def test_end_of_input_finishes_the_last_of_two() -> None:
    """Of two searches in one piece the last one is not cut short."""
    said = run("go depth 60\ngo depth 4\n")
    assert len(bestmoves(said)) == 2
    assert said[-2].startswith("info depth 4 ")


def test_end_of_input_waits_for_a_count() -> None:
    """A perft that is the last line is printed whole."""
    assert "Nodes searched: 960" in run("perft 2")


# Row: double `stop`; `stop` when idle; `quit` in mid-search.


@pytest.mark.parametrize("go", ENDLESS)
def test_double_stop(player: EngineProcess, go: str) -> None:
    """Two stops give one bestmove."""
    begin(player, go)
    send(player, "stop", "stop")
    assert len(bestmoves(until(player, "bestmove "))) == 1
    is_alive(player)


def test_stop_right_after_go(engine: EngineProcess) -> None:
    """A stop that comes before the search has begun is not lost, and there is a move."""
    for _ in range(20):
        send(engine, "go infinite", "stop")
        assert until(engine, "bestmove ")[-1].split()[1] in LEGAL
    assert leave(engine) == []


@pytest.mark.parametrize("line", ["stop", "ponderhit"])
def test_stop_when_idle(player: EngineProcess, line: str) -> None:
    """Nothing."""
    assert ask(player, line, line) == []
    assert answer(player, "go depth 1") in LEGAL
    assert ask(player, line) == []


@pytest.mark.parametrize("go", [*ENDLESS, "go depth 60", "go atime 600000 dtime 600000"])
def test_quit_in_mid_search(engine: EngineProcess, go: str) -> None:
    """The engine goes at once with status 0; no bestmove is owed."""
    begin(engine, go)
    send(engine, "quit")
    assert bestmoves(rest_of(engine)) == []
    assert engine.wait(PATIENCE) == 0


def test_quit_right_after_go() -> None:
    """With everything in one piece, too, nothing is owed."""
    assert bestmoves(run("go depth 60\nisready\nquit\nisready\n")) == []


# Row: `moves` that go on after the game has ended.


def test_moves_that_go_on_after_the_end(player: EngineProcess) -> None:
    """An error names the ply; the old position stays."""
    before = ask(player, "position startpos moves d1c1", "d")
    (said,) = ask(player, f"{OVER} d1d2 d2d3")
    assert said.startswith("info string error: position: ply 2: 'd1d2': ")
    assert ask(player, "d") == before
    is_alive(player)


# Row: `isready` after a command that takes long.


def test_isready_after_a_large_hash(player: EngineProcess) -> None:
    """readyok comes when it has taken effect, or behind the line that says that it cannot."""
    assert ask(player, "setoption name Hash value 256") == []
    (said,) = ask(player, "setoption name Hash value 33554432")
    assert said.startswith("info string error: setoption: no memory for a table of 33554432 MiB")
    assert ask(player, "ucinewgame", "setoption name Clear Hash", "setoption name Hash value 1") == []
    is_alive(player)


@pytest.mark.parametrize("threads", [1, 2])
def test_isready_in_mid_search(player: EngineProcess, threads: int) -> None:
    """readyok comes while the search goes on, with more threads too."""
    ask(player, f"setoption name Threads value {threads}")
    begin(player)
    for _ in range(20):
        assert bestmoves(ask(player)) == []
    send(player, "stop")
    assert len(bestmoves(until(player, "bestmove "))) == 1


# Row: unknown command, empty line, 1 MB line, NUL and non-ASCII bytes, CRLF.

NONSENSE = {
    "unknown command": (b"spiel", 1),
    "empty line": (b"", 0),
    "spaces": (b" \t ", 0),
    "comment": (b"# isready", 0),
    "NUL": (b"\x00", 1),
    "NUL in a verb": (b"isready\x00", 1),
    "bytes": (b"\xff\xfe", 1),
    "letters": ("spiele für Wikinger".encode(), 1),
    "CR in a line": (b"is\rready", 1),
    "1 MB line": (b"x" * 1_000_000, 1),
    "1 MB position": (b"position startpos moves " + b"d1c1 " * 200_000, 1),
    "1 MB of spaces": (b" " * 1_000_000, 1),
    "long line": (b"y" * 250_000, 1),
    "1 MB of go": (b"go " + b"depth 1 " * 125_000, 1),
}


@pytest.mark.parametrize(("nonsense", "errors"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense(nonsense: bytes, errors: int) -> None:
    """An error line or nothing; alive, with nothing changed."""
    said = run(b"\n".join([nonsense, b"isready", nonsense, b"go depth 1 searchmoves d1c1", nonsense]))
    wrong = [line for line in said if line.startswith("info string error: ")]
    assert len(wrong) == 3 * errors
    assert all(len(line) < 1000 for line in said)
    assert [line for line in said if line not in wrong and not line.startswith("info ")] == [
        "readyok",
        "bestmove d1c1",
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_the_longest_line(end: str) -> None:
    """A line of 262,144 bytes in front of its LF is read, one of a byte more is not."""
    line = "isready".ljust(262_144 - end.count("\r"))
    assert run(line + end) == ["readyok"]
    (said,) = run(f"{line} {end}")
    assert said.startswith("info string error: line ignored: ")


def test_crlf() -> None:
    """Lines may end in CR LF; answers never do."""
    said = run(b"isready\r\nposition startpos moves d1c1\r\ngo depth 1 searchmoves d3c3\r\n\r\n")
    assert said[0] == "readyok"
    assert bestmoves(said) == ["d3c3"]
    done = subprocess.run(ENGINE, input=b"uci\r\n", capture_output=True, timeout=PATIENCE, check=True)
    assert b"\r" not in done.stdout


def test_nonsense_in_mid_search(player: EngineProcess) -> None:
    """A line that makes no sense does not touch the search that runs."""
    begin(player)
    said = ask(player, "bogus", "\x00", "x" * 1_000_000, "", "isready\x00")
    assert sum(line.startswith("info string error: ") for line in said) == 4
    assert bestmoves(said) == []
    send(player, "stop")
    assert len(bestmoves(until(player, "bestmove "))) == 1


# Row: `go depth 0`, negative or absent numbers, `movetime 0`.


@pytest.mark.parametrize(
    "word", ["depth", "nodes", "mate", "movetime", "atime", "btime", "p1time", "ainc", "aovertimes", "aot"]
)
def test_odd_numbers(player: EngineProcess, word: str) -> None:
    """Zero, negative, absent and wrong numbers: never a hang, and a legal move."""
    for number in ("0", "-1", "-99999999999999999999", "", "x", "1.5"):
        assert answer(player, f"go {word} {number}") in LEGAL
    is_alive(player)


def test_odd_numbers_of_plies() -> None:
    """The least depth is 1: that is what depth 0, a negative and an absent one search."""
    for text in ("go depth 0", "go depth -3", "go depth"):
        said = [line for line in run(text) if line.startswith("info depth ")]
        assert first_words(said) == ["info"]
        assert said[0].startswith("info depth 1 ")


def test_huge_numbers(player: EngineProcess) -> None:
    """Limits beyond all bounds are no limits; the search is stopped like any other."""
    for word in ("depth", "nodes", "mate", "movetime", "atime", "dinc 5 atime"):
        send(player, f"go {word} {'9' * 30}", "stop")
        assert until(player, "bestmove ")[-1].split()[1] in LEGAL
    is_alive(player)


# Row: SIGINT, SIGTERM, closed stdout.


@pytest.mark.parametrize("searching", [False, True])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals(engine: EngineProcess, number: signal.Signals, searching: bool) -> None:
    """A quiet exit, idle or not, with status 0 and no bestmove."""
    if searching:
        begin(engine)
    ask(engine)
    os.kill(engine.pid, number)
    assert bestmoves(rest_of(engine)) == []
    assert engine.wait(PATIENCE) == 0


@pytest.mark.parametrize("lines", [b"isready\n", b"go infinite\n", b"go depth 60\nisready\n"])
def test_closed_stdout(lines: bytes) -> None:
    """When nobody reads any more the engine goes with status 0 and complains to nobody."""
    with subprocess.Popen(
        ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        process.stdout.close()
        process.stdin.write(lines)
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""


# Pondering and long searches over a real clock.


def test_ponderhit(player: EngineProcess) -> None:
    """After the ponderhit the clock runs, and the search is answered without a stop."""
    begin(player, "go ponder atime 200 dtime 200")
    assert bestmoves(ask(player)) == []
    send(player, "ponderhit")
    assert until(player, "bestmove ")[-1].split()[1] in LEGAL
    is_alive(player)


def test_currmove(player: EngineProcess) -> None:
    """A search that lasts longer than a second says which move it begins with."""
    send(player, "position startpos", "go infinite")
    said = until(player, "info depth ")
    while " currmove " not in said[-1]:
        said = until(player, "info depth ")
    assert is_protocol(said[-1])
    assert said[-1].split()[4] in LEGAL
    send(player, "stop")
    until(player, "bestmove ")


def test_stop_cuts_a_count(player: EngineProcess) -> None:
    """A perft that would take years ends with the stop; a search behind it then runs as ever."""
    send(player, "perft 40", "stop")
    assert until(player, "Nodes searched: ")[-1].endswith(" (stopped)")
    until(player, "info string time ")
    is_alive(player)


# The command line.


def test_silent_until_spoken_to() -> None:
    """The engine says nothing unasked."""
    assert run("") == []


def test_extra_arguments_are_ignored() -> None:
    """What a match runner hands every engine is ignored, and named once when asked who this is."""
    said = run("uci\nisready\ngo depth 1\n", "--net", "X", "stray", "--other=3")
    assert [line for line in said if "ignored" in line] == [
        f"info string ignored argument {word}" for word in ("--net", "X", "stray", "--other=3")
    ]
    assert said[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--variant", "chess"],
        ["ugi", "--variant", "chess"],
        ["uci", "--hash", "0"],
        ["--hash", "much"],
        ["--hash", "33554432"],
        ["--threads", "0"],
        ["--move-overhead", "-1"],
        ["--semantics", "chess"],
        ["--rules", "dim:4"],
        ["--log", "/nowhere/at/all"],
    ],
)
def test_wrong_arguments(arguments: list[str]) -> None:
    """An argument of ours that makes no sense ends with status 2 and a message, before any line is read."""
    done = subprocess.run(
        own_command(*arguments),
        input=b"isready\n",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.stdout, done.returncode) == (b"", 2)
    assert done.stderr.startswith(b"opentafl-engine: ")
    assert done.stderr.count(b"\n") == 1


def test_arguments_set_options() -> None:
    """Variant, rules and semantics on the command line are those of the start position."""
    said = run(
        "d\n", "--variant", "tablut", "--semantics", "opentafl", "--threads", "2", "--move-overhead", "9"
    )
    assert any(line.startswith("Rules: Tablut, opentafl: dim:9 ") for line in said)
    assert run("moves\n", "--rules", TINY.removeprefix("rules "))[0].startswith("moves c1b1 ")


def test_log_records_both_directions(tmp_path: Path) -> None:
    """--log appends every line in both directions, with seconds that never go back."""
    log = tmp_path / "log.txt"
    log.write_text("before\n", encoding="ascii")
    said = run(b"isready\r\nbog\xffus\ngo depth 2", "--log", str(log))
    first, *lines = log.read_text(encoding="ascii").splitlines()
    assert first == "before"
    matches = [re.fullmatch(r"(\d+\.\d{6}) (->|<-) (.*)", line) for line in lines]
    found = [match.groups() for match in matches if match is not None]
    assert len(found) == len(lines)
    assert [text for _, way, text in found if way == "->"] == ["isready", "bog\\ufffdus", "go depth 2"]
    assert [text for _, way, text in found if way == "<-"] == said
    times = [float(time) for time, _, _ in found]
    assert times == sorted(times)
    assert [way for _, way, _ in found][:4] == ["->", "<-", "->", "<-"]


@pytest.mark.parametrize(
    "bad", ["bogus", "position bogus", "go depth x", "setoption name Hash value 0", "x" * 300_000]
)
def test_strict_leaves_after_an_error(bad: str) -> None:
    """With --strict the first error line is the last line, and the status is 2."""
    done = subprocess.run(
        [*ENGINE, "--strict"],
        input=f"isready\n{bad}\nisready\n".encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    ready, error = done.stdout.decode("ascii").splitlines()
    assert ready == "readyok"
    assert error.startswith("info string error: ")
    assert (done.stderr, done.returncode) == (b"", 2)


def test_strict_without_an_error() -> None:
    """With --strict what makes sense is answered as ever."""
    said = run(f"isready\n{TINY}\ngo depth 2\n", "--strict")
    assert first_words(said)[-1] == "bestmove"


def test_a_line_is_one_write() -> None:
    """Each line leaves in one write, newline and all: a socket that keeps writes apart shows it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=theirs.fileno()) as process:
        theirs.close()
        ours.settimeout(PATIENCE)
        assert process.stdin is not None
        process.stdin.write(b"uci\nsetoption name MultiPV value 3\nd\ngo depth 3\n")
        process.stdin.close()
        packets = []
        while packet := ours.recv(1 << 16):
            packets.append(packet)
    assert len(packets) > 20
    assert all(packet.count(b"\n") == 1 and packet.endswith(b"\n") for packet in packets)
    assert packets[-1].startswith(b"bestmove ")


def test_ugi_over_a_pipe() -> None:
    """The command ugi speaks UGI: it greets, is the referee, and names no ponder move."""
    text = "ugi\nquery gameover\nquery p1turn\nquery result\ngo depth 3\nuginewgame\nisready\n"
    done = subprocess.run(
        own_command("ugi", "--variant", "brandub"),
        input=text.encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    said = [
        line
        for line in done.stdout.decode("ascii").splitlines()
        if line.split()[0] not in ("id", "option", "info")
    ]
    assert said[:4] == ["ugiok", "response false", "response true", "response none"]
    assert len(said[4].split()) == 2
    assert said[5:] == ["readyok"]


def test_output_ends_with_the_process(engine: EngineProcess) -> None:
    """After quit there is nothing more to hear."""
    send(engine, "isready", "quit")
    assert rest_of(engine) == ["readyok"]
    with pytest.raises(EngineGoneError):
        next_line(engine)


def test_a_movetime_that_lay_in_the_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a shell sends before the engine has started gets the time that it asks for all the same."""
    opened: list[float] = []
    since: list[float] = []

    def open_pipe(_options: object) -> None:
        opened.append(time.monotonic())

    class NoServer:
        def __init__(self, *_: object, **settings: float) -> None:
            since.append(settings["since"])

        def run(self) -> None:
            """Serve nobody."""

    monkeypatch.setattr(cli_uci, "leave_quietly_on_signals", lambda: None)
    monkeypatch.setattr(cli_uci, "open_pipe", open_pipe)
    monkeypatch.setattr(cli_uci, "Server", NoServer)
    cli_uci.serve("uci", [])
    assert since >= opened
