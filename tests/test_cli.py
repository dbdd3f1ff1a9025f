"""The command line: usage, a game to watch, and the installation into OpenTafl."""

from __future__ import annotations

import configparser
import os
import subprocess
import sys
from pathlib import Path

import pytest

import opentafl_engine
from opentafl_engine.cli import _COMMANDS, main
from opentafl_engine.cli.install import NAME, ini_text, write_files
from opentafl_engine.client.process import own_command
from opentafl_engine.version import VERSION
from tests.cli_tools import Tool, in_a_shell

EXAMPLE = Path(__file__).parents[1] / "examples" / "opentafl"


@pytest.mark.parametrize("arguments", [[], ["--net", "X"]])
def test_without_a_command(arguments: list[str]) -> None:
    """Without a command the program is a UCI engine, whatever options a runner hands it."""
    done = subprocess.run(
        own_command(*arguments), input=b"isready\n", capture_output=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == (b"readyok\n", b"", 0)


def test_an_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    """For a command that is not known, the usage goes to standard error, with status 2."""
    assert main(["bogus"]) == 2
    assert "usage: opentafl-engine [COMMAND]" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["-h", "--help", "help"])
def test_help(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Help names every command and is no error."""
    assert main([word]) == 0
    out = capsys.readouterr().out
    assert all(command in out for command in ("otep", "install-opentafl", "play", "bench"))


def test_the_version() -> None:
    """``--version`` alone prints what ``uci`` says of the engine; with more it is a runner's."""
    alone, more = in_a_shell("--version", given=b"uci\n"), in_a_shell("--version", "x", given=b"isready\n")
    assert (alone.returncode, alone.stdout) == (0, f"{NAME} {VERSION}\n".encode())
    assert (more.returncode, more.stdout) == (0, b"readyok\n")


def test_a_game_to_watch(capfd: pytest.CaptureFixture[str]) -> None:
    """`play` shows the board after every move and says how the game ended."""
    assert main(["play", "--variant", "brandub", "--clock", "2 0.1i", "--max-moves", "4"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("Brandub, 2 0.1i\n")
    assert out.count("    a b c d e f g\n") == 5
    assert out.rstrip().endswith(".")


@pytest.mark.parametrize(
    "argv",
    [
        ("play", "--variant", "chess"),
        ("play", "--clock", "soon"),
        ("play", "--max-moves", "0"),
        ("play", "--attackers", "'/opt/my engine"),
        ("play", "--defenders", ""),
        ("install-opentafl", "here", "there"),
        ("check-variant", "--json"),
    ],
)
def test_wrong_options(
    argv: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What makes no sense is named by the command in one line, with status 2."""
    assert Tool(capsys, monkeypatch).refusal(*argv).startswith(f"opentafl-engine {argv[0]}: ")


@pytest.mark.parametrize("command", _COMMANDS)
def test_the_help_of_a_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command tells its options in plain words, without the marks of a docstring."""
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith(f"usage: opentafl-engine {command} ")
    assert "``" not in out


def test_install(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The installation writes an .ini that OpenTafl can read, and names what it wrote."""
    assert main(["install-opentafl", str(tmp_path)]) == 0
    ini = tmp_path / "engines" / f"{NAME}.ini"
    assert str(ini) in capsys.readouterr().out
    parser = configparser.ConfigParser()
    parser.read(ini, encoding="utf-8")
    engine = parser["engine"]
    assert set(engine) == {"name", "directory", "filename", "command", "arguments"}
    assert (tmp_path / "engines" / engine["directory"] / engine["filename"]).is_file()


def test_install_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that is not there is not made up."""
    assert main(["install-opentafl", str(tmp_path / "missing")]) == 1
    assert "missing" in capsys.readouterr().err


def test_the_installed_engine_starts(tmp_path: Path) -> None:
    """Started the way OpenTafl does it, in a folder with a space in its name, the engine greets."""
    ini, _ = write_files(tmp_path / "my games" / "engines")
    parser = configparser.ConfigParser()
    parser.read(ini, encoding="utf-8")
    engine = parser["engine"]
    home = str(Path(opentafl_engine.__file__).parents[1])
    done = subprocess.run(
        [engine["command"], *engine["arguments"].split(" ")],
        cwd=ini.parent / engine["directory"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([home, os.environ.get("PYTHONPATH", "")])},
        input=b"goodbye\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == (b"hello\n", b"", 0)


def test_installing_twice(tmp_path: Path) -> None:
    """A second installation replaces the first."""
    assert write_files(tmp_path) == write_files(tmp_path)


def test_the_example_is_what_install_writes() -> None:
    """The files to copy by hand are those that the command writes, but for the Python in them."""
    assert (EXAMPLE / f"{NAME}.ini").read_text(encoding="utf-8") == ini_text()
    launcher = (EXAMPLE / NAME / f"{NAME}.sh").read_text(encoding="utf-8")
    assert launcher == '#!/bin/sh\nexec python3 -m opentafl_engine otep "$@"\n'


def test_nobody_reads() -> None:
    """A command whose output is closed ends without a traceback."""
    with subprocess.Popen(
        own_command("play", "--clock", "2 0.1i", "--max-moves", "2"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


def test_python_dash_m() -> None:
    """`python -m opentafl_engine` is the command as well."""
    done = subprocess.run(
        [sys.executable, "-m", "opentafl_engine", "--help"], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0
    assert done.stdout.startswith(b"usage: opentafl-engine")


@pytest.mark.parametrize("option", [["--hash", "0"], ["--movetime", "-3"], ["--move-overhead", "x"]])
def test_wrong_options_of_otep(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A number that makes no sense is named before anything is said to the host."""
    with pytest.raises(SystemExit) as caught:
        main(["otep", *option])
    assert caught.value.code == 2
    said = capsys.readouterr()
    assert (said.out, "expected a whole number" in said.err) == ("", True)


def test_a_table_too_large_for_the_machine() -> None:
    """The engine says so and goes on with a small one, rather than leave the host without a player."""
    done = subprocess.run(
        [sys.executable, "-m", "opentafl_engine", "otep", "--hash", "99999999"],
        input=b"goodbye\n",
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == b"hello\nstatus no memory for a table of 99999999 MiB; going on with 16\n"


def test_an_engine_that_cannot_be_started(capfd: pytest.CaptureFixture[str]) -> None:
    """Its side has lost, and the reason is said."""
    assert main(["play", "--quiet", "--attackers", "/nonexistent/engine"]) == 1
    said = capfd.readouterr().out
    assert "the defenders win: crash" in said
    assert "/nonexistent/engine" in said


def test_a_name_that_cannot_be_shown(tmp_path: Path) -> None:
    """Where the output takes no more than ASCII, the rest of a name is escaped."""
    file = tmp_path / "mine.yaml"
    text = "name: Brand\u00fab\ndescription: d\nsource: s\nrules: dim:7 start:/3t3/7/7/t2K2t/7/7/3t3/\n"
    file.write_text(text, encoding="utf-8")
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        own_command("check-variant", str(file)), env=environment, capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b": Brand\\xfab. " in done.stdout


def test_checking_variants(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Good files are described, bad ones named with their key; one bad file makes the status 1."""
    good, bad = tmp_path / "my-tafl.yaml", tmp_path / "other.yaml"
    text = "name: Mine\ndescription: d\nsource: s\nrules: dim:7 start:/3t3/7/7/t2K2t/7/7/3t3/\n"
    good.write_text(text, encoding="utf-8")
    assert main(["check-variant", str(good)]) == 0
    assert "Mine. " in capsys.readouterr().out
    bad.write_text(text.replace("dim:7", "dim:77"), encoding="utf-8")
    assert main(["check-variant", str(good), str(bad), str(tmp_path / "none.yaml")]) == 1
    said = capsys.readouterr()
    assert "Mine. " in said.out
    assert "other.yaml: rules: " in said.err
    assert "none.yaml" in said.err
