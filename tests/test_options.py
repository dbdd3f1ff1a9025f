"""The table of options: what it announces, takes and refuses."""

from __future__ import annotations

import re

import pytest

from opentafl_engine.dialects.base import Configure
from opentafl_engine.machine import MAX_THREADS
from opentafl_engine.options import EMPTY, OPTIONS, Option, OptionError, Options
from opentafl_engine.search import MAX_LINES
from opentafl_engine.variants import variant_names
from tests.uci_machine import Machine

NAMES = [option.name for option in OPTIONS]
BY_NAME = {option.name: option for option in OPTIONS}
LINE = re.compile(
    r"option name (?P<name>\S+( \S+)*) type "
    r"(spin default (?P<default>\d+) min (?P<least>\d+) max (?P<most>\d+)|check default (true|false)"
    r"|combo default (?P<choice>\S+)(?P<vars>( var \S+)+)|string default <empty>|button)"
)


def test_the_options_are_those_of_the_protocol() -> None:
    """All options that PROTOCOLS.md names for now are there, each once."""
    assert [
        *("Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "Clear Hash", "UCI_ShowWDL"),
        *("UCI_AnalyseMode", "UCI_Variant", "Rules", "Semantics"),
    ] == NAMES


@pytest.mark.parametrize("option", OPTIONS, ids=NAMES)
def test_every_line_is_uci(option: Option) -> None:
    """What is announced parses as UCI, and a default is a value that the option takes."""
    match = LINE.fullmatch(option.line())
    assert match is not None
    assert match["name"] == option.name
    if match["default"] is not None:
        assert int(match["least"]) <= int(match["default"]) <= int(match["most"])
    if match["choice"] is not None:
        assert match["choice"] in match["vars"].split()[1::2]


@pytest.mark.parametrize("option", OPTIONS, ids=NAMES)
def test_no_default_holds_the_word_name(option: Option) -> None:
    """`name` and `value` inside a line would lead the parsers of drivers astray."""
    words = option.line().split()
    assert words.count("name") == 1
    assert "value" not in words
    assert "name" not in str(option.default)


def test_the_variants_and_semantics_are_choices() -> None:
    """UCI_Variant has every named variant, Semantics both meanings; copenhagen and spec are the start."""
    assert BY_NAME["UCI_Variant"].choices == tuple(variant_names())
    assert BY_NAME["UCI_Variant"].default == "copenhagen"
    assert BY_NAME["Semantics"].choices == ("spec", "opentafl")
    assert (BY_NAME["MultiPV"].most, BY_NAME["Threads"].most) == (MAX_LINES, MAX_THREADS)


@pytest.mark.parametrize("option", OPTIONS, ids=NAMES)
@pytest.mark.parametrize("change", [str, str.lower, str.upper, lambda name: f" {name.replace(' ', '   ')} "])
def test_names_whatever_their_case(option: Option, change: object) -> None:
    """A name is found in any case and with any spaces; it comes back as it is written."""
    assert callable(change)
    value = str(option.choices[-1]) if option.choices else {"spin": "5", "check": "true"}.get(option.kind, "")
    assert Options().parse(change(option.name), value)[0] == option.name


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("Hash", "64", 64),
        ("Hash", "1", 1),
        ("Move Overhead", "0", 0),
        ("Ponder", "TRUE", True),
        ("UCI_ShowWDL", "False", False),
        ("UCI_Variant", "BRANDUB", "brandub"),
        ("Semantics", "OpenTafl", "opentafl"),
        ("Rules", EMPTY, ""),
        ("Rules", "", ""),
        ("Rules", "dim:7 name:A value:B", "dim:7 name:A value:B"),
        ("Clear Hash", "", ""),
    ],
)
def test_values(name: str, text: str, value: object) -> None:
    """What is taken, as the value that it stands for."""
    assert Options().parse(name, text) == (name, value)


WRONG = [
    *(("Hash", text) for text in ("", "0", "-1", "x", "1.5", "33554433", "9" * 30, "+5", "1 2", "²", "true")),
    *(("Threads", text) for text in ("0", "513", "")),
    *(("MultiPV", text) for text in ("0", "65")),
    *(("Move Overhead", text) for text in ("-1", "60001")),
    *(("Ponder", text) for text in ("", "1", "yes", "on")),
    *(("UCI_ShowWDL", text) for text in ("", "0")),
    *(("UCI_Variant", text) for text in ("", "chess", "brandub brandub")),
    *(("Semantics", text) for text in ("", "Spec spec")),
    ("Clear Hash", "true"),
]


@pytest.mark.parametrize(("name", "text"), WRONG)
def test_wrong_values_are_refused(name: str, text: str) -> None:
    """A value that is refused is named, with the option and what was expected; the old one stays."""
    options = Options()
    with pytest.raises(OptionError, match=f"expected .* for {name}|expected no value for {name}") as caught:
        options.parse(name, text)
    assert caught.value.token == text
    (said,) = Machine().tell(f"setoption name {name} value {text}")
    assert said.startswith("info string error: setoption: ")


@pytest.mark.parametrize("name", ["", "Hasch", "Hash2", "name", "UCI Variant"])
def test_unknown_names(name: str) -> None:
    """An option that is not there is refused with the names of those that are."""
    with pytest.raises(OptionError, match="unknown option, expected one of Hash, Threads, "):
        Options().parse(name, "1")


@pytest.mark.parametrize(
    "line", ["setoption", "setoption Hash value 3", "setoption name", "setoption name value 3"]
)
def test_setoption_needs_a_name(line: str) -> None:
    """Without `name` and a name there is nothing to set."""
    (said,) = Machine().tell(line)
    assert said.startswith("info string error: setoption: ")
    assert said.endswith("expected name NAME [value VALUE]")


@pytest.mark.parametrize("line", ["setoption name hash value 8", " setoption\tname  HASH   value\t8 "])
def test_setoption(line: str) -> None:
    """An option is set whatever spaces or tabs its line has."""
    machine = Machine()
    assert machine.tell(line) == []
    assert machine.actions == [Configure(hash_mb=8)]


def test_the_value_is_the_rest_of_the_line() -> None:
    """A value may hold any word, `name` and `value` among them, and spaces of its own."""
    machine = Machine()
    said = machine.tell(
        "setoption name Rules value dim:5 name:value value:name  name value start:/2t2/5/t1K1t/5/2t2/"
    )
    assert said[0].startswith(("info string variant value ", "info string error: setoption: column "))


@pytest.mark.parametrize("text", ["a" + " " * 200_000 + "b", "a " * 100_000, "a value" + " value" * 40_000])
def test_long_lines_of_nonsense(text: str) -> None:
    """However many spaces a line has, it is looked through once and refused."""
    (said,) = Machine().tell(f"setoption name {text}")
    assert "unknown option" in said or len(said) > 400


@pytest.mark.parametrize(
    ("name", "setting"), [("Hash", Configure(hash_mb=9)), ("Threads", Configure(threads=9))]
)
def test_resources_that_cannot_be_had(name: str, setting: Configure) -> None:
    """Where there is not so much the old value holds, an error line says so, and another try is made."""
    machine = Machine(refuse=MemoryError("none left"))
    for _ in range(2):
        assert machine.tell(f"setoption name {name} value 9") == ["info string error: setoption: none left"]
    assert machine.actions.count(setting) == 2
