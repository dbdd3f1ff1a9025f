"""Reading recorded games: files with one JSON object a line, one line a ply."""

from __future__ import annotations

import itertools
import json
import lzma
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypedDict

SETS = ("variants", "synthetic", "fuzz")
FACTS = Path(os.environ.get("OPENTAFL_SHARED", Path(__file__).resolve().parents[3] / "shared"))
SHARED = FACTS / "conformance"
SAMPLE = Path(__file__).resolve().parents[1] / "data" / "conformance.jsonl.xz"


class Result(TypedDict):
    """How a recorded game ended."""

    winner: str
    reason: str


class Line(TypedDict):
    """One ply of a recorded game; a last line may have no move, and then nothing that follows it."""

    set: str
    rules: str
    game: int
    ply: int
    side: str
    position: str
    berserking: str | None
    legal_moves: list[str]
    move: str | None
    captures: list[str]
    next_position: str
    next_side: str
    result: Result | None


Game = list[Line]


def games(sets: Iterable[str] = SETS, sample: Path | None = None) -> Iterator[tuple[str, Game]]:
    """Every game with the name of the file that it is in."""
    for path in [sample] if sample else [SHARED / f"{name}.jsonl.xz" for name in sets]:
        for game in games_of(path):
            yield path.name.split(".")[0], game


def games_of(path: Path) -> Iterator[Game]:
    """The games of one file, whose lines stand together; raises ValueError if one has a gap."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        lines: Iterator[Line] = map(json.loads, file)
        for name, group in itertools.groupby(lines, lambda line: (line["set"], line["rules"], line["game"])):
            game = list(group)
            if [line["ply"] for line in game] != list(range(len(game))):
                raise ValueError(f"a gap or a repeated ply in game {name}")
            yield game
