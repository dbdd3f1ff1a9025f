"""What an engine may say in each dialect, line by line: the forms of the protocols."""

from __future__ import annotations

import re

from opentafl_engine.dialects.uci_extras import HELP

MOVE = r"[a-s][1-9][0-9]?[a-s][1-9][0-9]?"
_TEXT = r"[ -~]*"
_NUMBER = r"(0|[1-9][0-9]*)"
_SCORE = r"(cp -?[0-9]+|mate -?[0-9]+)"

_INFO = (
    rf"info depth {_NUMBER} seldepth {_NUMBER} multipv [1-9][0-9]* score {_SCORE}"
    rf"( wdl {_NUMBER} {_NUMBER} {_NUMBER})? nodes {_NUMBER} nps {_NUMBER} hashfull {_NUMBER} tbhits 0 "
    rf"time {_NUMBER} pv(?P<pv>( {MOVE})+)"
)
_CURRENT = rf"info depth {_NUMBER} currmove {MOVE} currmovenumber [1-9][0-9]*"
SEARCH_LINE = re.compile(rf"{_INFO}|{_CURRENT}|bestmove {MOVE}( ponder {MOVE})?|bestmove \(none\)")
"""What a search says."""

TASK_LINE = re.compile(
    rf"{MOVE}: {_NUMBER}|Nodes searched: {_NUMBER}( \(stopped\))?|info string time {_NUMBER}"
)
"""What a count says."""

_UCI = (
    SEARCH_LINE,
    TASK_LINE,
    re.compile(rf"info string [!-~]{_TEXT}"),
    re.compile(r"readyok|uciok|id (name|author) [!-~][ -~]*"),
    re.compile(rf"option name [A-Z][A-Za-z_ ]* type (spin|check|combo|string|button){_TEXT}"),
    re.compile(rf"moves( {MOVE})*|result [a-z]{_TEXT}"),
    re.compile(r"[a-z]+ +(-?[0-9]+|attackers) +(-?[0-9]+|defenders)"),
    re.compile(r"[ 1][0-9] [ \[].{1,60}|    a b c d e[ a-s]*"),
    re.compile(
        rf"Rules: {_TEXT}|Position: otn /\S+/ (attackers|defenders)|Key: [0-9A-F]{{16}}|Moves: {_NUMBER}"
    ),
    re.compile("|".join(map(re.escape, HELP.splitlines()))),
)
FORMS = {
    "uci": _UCI,
    "ugi": (*_UCI, re.compile(r"ugiok|response (true|false|p1win|p2win|draw|none)")),
    "otep": (
        re.compile(r"hello"),
        re.compile(r"move [a-s][1-9][0-9]?-[a-s][1-9][0-9]?"),
        re.compile(r"analysis [1-9][0-9]*( [a-s1-9][-a-s0-9|]* -?[0-9]+\.[0-9]{2})+"),
        re.compile(r"status [!-~][ -~]{0,4000}"),
        re.compile(r"error (-1|0) [!-~][ -~]{0,4000}"),
    ),
    "htp": (
        re.compile(rf"= {_TEXT}|\? [!-~]{_TEXT}|"),
        re.compile(r"[a-z_]+|[.a-zA-Z]( [.a-zA-Z])+"),
    ),
}
"""By dialect, the forms that its lines have."""


def check(dialect: str, line: str) -> None:
    """Raise ``AssertionError`` for a line that has none of the forms of the dialect's."""
    assert any(form.fullmatch(line) for form in FORMS[dialect]), f"no line of {dialect}: {line!r}"
    assert line.isascii() and (line.isprintable() or not line), line
    found = re.match(r"info .* wdl (\d+) (\d+) (\d+) ", line)
    assert found is None or sum(map(int, found.groups())) == 1000, line
