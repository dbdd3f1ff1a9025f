"""OpenTafl itself as an engine, as far as a recorded session goes: its very lines, in their order.

Where it answered a question in the session, it waits for that question here.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.fake_uci import say

SESSION = Path(__file__).parent / "data" / "otep" / "opentafl-as-engine.txt"
QUESTIONS = ("play", "analyze")


def main(_fault: str = "", _log: str = "") -> None:
    """Say what was said; go when told to."""
    for line in SESSION.read_text(encoding="utf-8").splitlines():
        _time, arrow, text = line.strip().split(" ", 2)
        if arrow == "<-":
            say(text)
        elif text.startswith(QUESTIONS):
            wait_for(text.split()[0])
    wait_for("goodbye")


def wait_for(verb: str) -> None:
    """Read up to a command."""
    for heard in sys.stdin:
        if heard.split()[0] == verb:
            return
    sys.exit(0)
