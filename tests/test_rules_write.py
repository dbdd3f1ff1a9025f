"""Writing rules: the shortest string, the one for OpenTafl, and plain English."""

from __future__ import annotations

import dataclasses

import pytest

from opentafl_engine.rules import Rules
from opentafl_engine.types import SPEC
from tests.test_rules import ALL, START, names, rules


@pytest.mark.parametrize(
    ("keys", "written"),
    [
        ("name:X esc:c ks:y atkf:y tfr:d", ""),
        ("spd:2,2", "spd:2"),
        ("spd:2,2,2,2,2,2,0,0,0,0,0,0", "spd:2,0"),
        ("spd:-1,-1,-1,-1,-1,-1,-1,-1,-1,1,-1,-1,", "spd:0,0,0,0,0,0,0,1"),
        ("spd:1,1,1,1,1,0,1,1,1,1,2,0", "spd:1,1,1,1,1,1,1,1,1,2"),
        ("cor:g7,a1,g1,a7", ""),
        ("cor:d4", "cor:"),
        ("cen: afor:d4", "afor:d4"),
        ("corh:MKNCTmknct", ""),
    ],
)
def test_the_shortest_string_is_written(keys: str, written: str) -> None:
    """Names and defaults are left out, and each value has its shortest form."""
    tokens = ["dim:7", *([written] if written else []), START]
    assert rules(keys).to_otn() == " ".join(tokens)


def test_what_opentafl_cannot_be_told() -> None:
    """The list has a line for each rule that OpenTafl's parser or its play has no form for."""
    text, losses = rules("tfr:a gj:c corh:K cor:d4,a1 cen:b1 name:My_Tafl").to_otn(target="opentafl")
    assert [loss.partition(":")[0] for loss in losses] == ["tfr", "cen", "gj", "corh"]
    read = Rules.parse(text, "opentafl")
    assert (read.name, read.repetition, names(read.corner)) == ("My Tafl", "d", ["a1", "d4"])


def test_what_opentafl_can_be_told_is_not_listed() -> None:
    """Swapped letters, longer speed lists, dforp and cenre bring the meaning across."""
    meant = rules("tfr:w spd:2,1 dfor:a3 afor:a2 aforre:t")
    text, losses = meant.to_otn(target="opentafl")
    assert losses == []
    read = Rules.parse(text, "opentafl")
    assert dataclasses.replace(read, semantics="spec", quirks=SPEC) == meant
    assert {"tfr:l", "dforp:TCNKM", f"cenre:{ALL}", "aforre:t"} <= set(text.split(" "))


def test_no_other_target() -> None:
    """Only OpenTafl is a target."""
    with pytest.raises(ValueError, match="target"):
        rules().to_otn(target="chess")  # type: ignore[call-overload]


def test_the_description_names_what_differs() -> None:
    """Each rule that is not the default is said in words."""
    text = rules(
        "esc:e surf:n atkf:n tfr:l ka:a ks:m kj:r spd:3 sw:s swf:n efe:y linc:y ber:c afor:a2 aforre:t zz:1"
    ).describe()
    for words in (
        "7x7 board by 2 attackers against a king and 2 defenders",
        "The defenders move first",
        "any square at the edge",
        "unbreakable fort",
        "third time loses",
        "captures nothing by moving",
        "two in a corner",
        "A king may jump",
        "at most 3 squares",
        "a corner may stand for an end",
        "may be any of the wall",
        "three attackers next to him",
        "must go on moving as long as it can capture",
        "attackers' fortress square a2",
        "From outside, the attackers may enter",
        "Not understood: zz:1",
    ):
        assert words in text
    assert "surround all" not in text
    assert "OpenTafl" in rules("", "opentafl").describe()


def test_dforp_is_spelled_out_for_opentafl() -> None:
    """Wherever there is a defenders' fortress OpenTafl is told who may pass, since its default differs."""
    rules = Rules.parse("dim:5 dfor:b2 dforp:tcnkmTCNKM start:/5/5/t1K2/5/5/")
    assert "dforp:tcnkmTCNKM" in rules.to_otn(target="opentafl")[0].split()
