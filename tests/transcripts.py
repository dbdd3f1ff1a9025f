"""Transcripts and shell sessions out of documents, and how they are run."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from opentafl_engine.client.process import EngineGoneError, EngineProcess, own_command

PATIENCE = 60.0
_FENCE = re.compile(r"^```([a-z]+)(?: ([^\n]*))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Block(NamedTuple):
    """A fenced block of a document: its kind, what stands behind it, the line it begins at, its lines."""

    kind: str
    info: str
    line: int
    lines: tuple[str, ...]


def blocks(path: Path, kind: str) -> list[Block]:
    """The fenced blocks of one kind."""
    text = path.read_text(encoding="utf-8")
    return [
        Block(kind, found[2] or "", text.count("\n", 0, found.start()) + 1, tuple(found[3].splitlines()))
        for found in _FENCE.finditer(text)
        if found[1] == kind
    ]


def matches(wanted: str, line: str) -> bool:
    """Whether a line is the one in the transcript, where ``...`` stands for anything."""
    pattern = ".*".join(re.escape(part) for part in wanted.split("..."))
    return re.fullmatch(pattern, line) is not None


def run_transcript(block: Block) -> None:
    """Hold the conversation with a real engine process; an ``AssertionError`` says where it differs."""
    with EngineProcess(own_command(*block.info.split())) as engine:
        skipping = False
        for number, text in enumerate(block.lines, start=block.line + 1):
            if text == "(end)":
                _expect_the_end(engine, number)
                return
            sign, _, rest = text.partition(" ")
            if sign == ">":
                engine.send(rest)
            elif rest == "...":
                skipping = True
            else:
                _expect(engine, rest.removesuffix("_") + " " * rest.endswith("_"), number, skipping=skipping)
                skipping = False
        raise AssertionError(f"line {block.line}: the transcript has no (end)")


def _expect(engine: EngineProcess, wanted: str, number: int, *, skipping: bool) -> None:
    while True:
        heard = engine.hear(time.monotonic() + PATIENCE)
        assert heard is not None, f"line {number}: nothing came, expected {wanted!r}"
        if matches(wanted, heard.line):
            return
        assert skipping, f"line {number}: expected {wanted!r}, came {heard.line!r}"


def _expect_the_end(engine: EngineProcess, number: int) -> None:
    engine.end_input()
    try:
        heard = engine.hear(time.monotonic() + PATIENCE)
    except EngineGoneError:
        assert engine.wait(PATIENCE) == 0, f"line {number}: the engine did not leave with status 0"
        return
    raise AssertionError(f"line {number}: the end was expected, came {heard}")


def run_shell_session(block: Block, folder: Path) -> None:
    """Run each command behind ``$`` in a shell and compare what it prints, standard error and all."""
    commands = [index for index, text in enumerate(block.lines) if text.startswith("$ ")]
    assert commands[:1] == [0], f"line {block.line}: a session begins with a command"
    for index, end in zip(commands, [*commands[1:], len(block.lines)], strict=True):
        done = subprocess.run(
            ["/bin/sh", "-c", block.lines[index][2:]],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            cwd=folder,
            env=with_command_on_path(folder),
        )
        said = (done.stdout + done.stderr).splitlines()
        _compare(block.lines[index + 1 : end], said, block.line + index + 1)


def _compare(wanted: tuple[str, ...], said: list[str], number: int) -> None:
    """Compare lines; a wanted line ``...`` stands for any number of lines."""
    rest = list(said)
    for at, text in enumerate(wanted):
        if text == "...":
            following = wanted[at + 1] if at + 1 < len(wanted) else None
            while rest and (following is None or not matches(following, rest[0])):
                rest.pop(0)
        else:
            assert rest, f"line {number + at + 1}: nothing left, expected {text!r} in {said}"
            assert matches(text, rest[0]), f"line {number + at + 1}: expected {text!r}, came {rest[0]!r}"
            rest.pop(0)
    assert not rest, f"line {number}: more was said: {rest}"


def with_command_on_path(folder: Path) -> dict[str, str]:
    """The environment with ``opentafl-engine`` and this Python's folder on the path.

    Where the package lies in a source tree there is no such command yet: one is made in ``folder``.
    """
    home = Path(sys.executable).parent
    if shutil.which("opentafl-engine", path=str(home)) is None:
        launcher = folder / "opentafl-engine"
        words = " ".join(f"'{word}'" if "'" not in word else f'"{word}"' for word in own_command())
        launcher.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
        launcher.chmod(launcher.stat().st_mode | stat.S_IXUSR)
    return os.environ | {"PATH": os.pathsep.join([str(folder), str(home), os.environ.get("PATH", "")])}
