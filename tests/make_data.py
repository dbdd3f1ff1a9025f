"""Make the compact facts under tests/data from the recorded ones in ../shared.

    python -m tests.make_data

The default suite reads only tests/data; run this again when the facts in ../shared change.
"""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.recorded.explain import explain_game
from tests.recorded.read import FACTS, SAMPLE, SETS, Game, games

DATA = SAMPLE.parent
GAMES_A_CAUSE = 12
"""So many games are taken for every reason to end and every quirk at work."""
LINES_OF_A_SET = (12, 40)
"""A set is shown by its shortest game of at least so many lines; longer ones are cut off there."""


def main() -> None:
    """Write all three files and say how large they are."""
    write_edge_cases()
    write_perft()
    write_sample()
    for path in sorted(DATA.glob("*.json*")):
        print(path.name, path.stat().st_size)


def write_lines(path: Path, facts: Iterator[Any]) -> None:
    """One JSON object a line, compressed if the name says so."""
    text = "".join(json.dumps(fact, separators=(",", ":")) + "\n" for fact in facts)
    if path.suffix == ".xz":
        path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    else:
        path.write_text(text, encoding="utf-8")


def write_edge_cases() -> None:
    """The cases without what other programs were seen to do."""
    cases = json.loads((FACTS / "edge_cases.json").read_text(encoding="utf-8"))["cases"]
    keep = (
        "id",
        "source",
        "skip",
        "rules",
        "semantics",
        "position",
        "side",
        "moves_before",
        "move",
        "as_move",
        "expect",
    )
    write_lines(
        DATA / "edge_cases.jsonl", ({key: case[key] for key in keep if key in case} for case in cases)
    )


def write_perft() -> None:
    """Names, rules and leaf counts."""
    facts = json.loads((FACTS / "perft.json").read_text(encoding="utf-8"))
    write_lines(
        DATA / "perft.jsonl",
        ({"kind": kind, **fact} for kind in ("variants", "synthetic") for fact in facts[kind]),
    )


def write_sample() -> None:
    """A few games of every set, and several for every end and every quirk."""
    write_lines(SAMPLE, (compact(line) for game in chosen_games() for line in game))


def compact(line: Any) -> dict[str, Any]:
    """A line without the record of its move, which no test reads."""
    return {key: value for key, value in line.items() if key != "record"}


def chosen_games() -> Iterator[Game]:
    """Short games first, each kept if something about it is still wanted."""
    everything = sorted(games(SETS), key=lambda pair: len(pair[1]))
    seen: Counter[str] = Counter()
    chosen: set[int] = set()
    for number, (_, game) in enumerate(everything):
        causes = causes_of(game)
        if any(seen[cause] < GAMES_A_CAUSE for cause in causes):
            seen.update(causes)
            chosen.add(number)
    shown = {everything[number][1][0]["set"] for number in chosen}
    shortest, longest = LINES_OF_A_SET
    for number, (_, game) in enumerate(everything):
        if game[0]["set"] not in shown and len(game) >= shortest:
            shown.add(game[0]["set"])
            chosen.add(number)
    for number in sorted(chosen):
        yield (
            everything[number][1][:longest] if not causes_of(everything[number][1]) else everything[number][1]
        )


def causes_of(game: Game) -> set[str]:
    """Why a game is worth keeping: how it ended, and each quirk that it needs."""
    result = game[-1]["result"]
    kind = game[0]["set"].split("_")[0]
    causes = {f"{kind} ends by {result['winner']} {result['reason']}"} if result else set()
    return causes | {f"{kind} needs {why}" for _, why in explain_game(game)}


if __name__ == "__main__":
    main()
