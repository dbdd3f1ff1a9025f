"""Runs commands in this process and in their own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any, NamedTuple

import pytest

from opentafl_engine.cli import main
from opentafl_engine.client.process import own_command


class Said(NamedTuple):
    """What a command has printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """Standard output, line by line."""
        return self.out.splitlines()

    @property
    def objects(self) -> list[dict[str, Any]]:
        """Standard output, an object a line; all of it is ASCII."""
        assert self.out.isascii()
        return [json.loads(line) for line in self.lines]


class Tool:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *argv: str, given: bytes = b"") -> Said:
        """Run a command with this standard input."""
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        try:
            status = main(argv)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 0
        return Said(status, *self._capsys.readouterr())

    def refusal(self, *argv: str) -> str:
        """What is said of wrong arguments: one line, with status 2 and nothing on standard output."""
        said = self(*argv)
        assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
        return said.err.removesuffix("\n")


def in_a_shell(*argv: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command as a process of its own."""
    return subprocess.run(own_command(*argv), input=given, capture_output=True, timeout=60, check=False)
