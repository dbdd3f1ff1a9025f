"""Feed engine processes mutated conversations; the first fault ends the run.

``python -m tools.fuzz_process --dialect uci --lines 100000 --seed 1``. What is said depends on the
seed alone, what comes back also on time. Prints a line with the counts, and one with how often each
verb was said with no complaint; after a fault the seed and the latest lines, and status 1.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from ..fuzz.__main__ import seeds
from .htp import HtpTalk
from .otep import OtepTalk
from .uci import UciTalk, UgiTalk
from .wire import FaultError, Tally

_LIFE = 2000
"""Most lines that one process hears."""


TALKS: dict[str, type[UciTalk] | type[OtepTalk] | type[HtpTalk]] = {
    "uci": UciTalk,
    "ugi": UgiTalk,
    "otep": OtepTalk,
    "htp": HtpTalk,
}
"""Who talks in which dialect."""


def fuzz(dialect: str, lines: int, seed: int) -> Tally:
    """Talk until there were enough lines; what was counted.

    Raises ``FaultError`` for the first fault, with the seed and the latest lines.
    """
    random, found, tally = Random(seed), seeds(), Tally()
    while tally.lines < lines:
        talk = TALKS[dialect](random, dialect, found, tally)
        try:
            talk.run(min(random.randint(1, _LIFE), lines - tally.lines))
        except Exception as error:
            latest = "\n".join(talk.wire.latest)
            where = f"fault dialect={dialect} seed={seed} line={tally.lines}"
            raise FaultError(f"{latest}\n{where}: {error}") from error
    return tally


def main() -> None:
    """Talk, and print what was counted."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--dialect", choices=TALKS, required=True)
    parser.add_argument("--lines", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    name = arguments.dialect
    begin = time.monotonic()
    tally = fuzz(name, arguments.lines, arguments.seed)
    print(
        f"fuzz dialect={name} lines={tally.lines} gos={tally.asked} bestmoves={tally.answered} "
        f"errors={tally.errors} seconds={time.monotonic() - begin:.1f}"
    )
    print(
        f"fuzz_verbs dialect={name} {' '.join(f'{verb}={tally.verbs[verb]}' for verb in TALKS[name].verbs)}"
    )


if __name__ == "__main__":
    main()
