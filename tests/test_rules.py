"""Reading rules strings: keys, defaults, overlaps, errors, and what OpenTafl's parser makes of them."""

from __future__ import annotations

import pytest

from opentafl_engine.errors import RulesError
from opentafl_engine.notation import square_name
from opentafl_engine.rules import Rules, SpecialSquares
from opentafl_engine.types import ATTACKERS, DEFENDERS, SPEC, Quirk

START = "start:/3t3/7/7/2TKT2/7/7/3t3/"
ALL = "tcnkmTCNKM"


def rules(keys: str = "", semantics: str = "spec", *, without: Quirk = SPEC) -> Rules:
    """Rules on a 7x7 board with these keys."""
    return Rules.parse(f"dim:7 {keys} {START}", semantics, without=without)


def names(special: SpecialSquares) -> list[str]:
    """The names of some special squares of a 7x7 board."""
    return [square_name(index, 7) for index in special.squares]


def refusal(text: str, semantics: str = "spec") -> RulesError:
    """The error that a rules string gives."""
    with pytest.raises(RulesError) as caught:
        Rules.parse(text, semantics)
    return caught.value


def test_defaults() -> None:
    """A string with only a board has the defaults of the notation."""
    default = rules()
    assert (default.name, default.dim, default.escape) == ("Unknown Tafl", 7, "c")
    assert (default.surrounded, default.attackers_first, default.first_side) == (True, True, ATTACKERS)
    assert (default.repetition, default.king_armed, default.king_strength) == ("d", "y", "s")
    assert default.jumps == ("n", "j", "c", "n", "n", "n")
    assert default.speeds == (0,) * 12
    assert default.corner == SpecialSquares((0, 6, 42, 48), ALL, ALL, "K", "K", ALL)
    assert default.centre == SpecialSquares((24,), "tcnkm", ALL, ALL, "K", ALL)
    assert default.attacker_fort == SpecialSquares((), "TCNKM", "TCNKM", ALL, ALL, ALL)
    assert default.defender_fort == SpecialSquares((), "tcnkm", "tcnkm", "TCNKM", "TCNKM", ALL)
    assert (default.shieldwall, default.shieldwall_flanking, default.berserk) == ("n", True, "n")
    assert (default.edge_fort, default.linnaean, default.extra, default.warnings) == (False, False, (), ())
    assert default.escapes == (0, 6, 42, 48)
    assert (default.semantics, default.quirks) == ("spec", SPEC)


@pytest.mark.parametrize(
    ("token", "field", "value"),
    [
        ("esc:e", "escape", "e"),
        ("surf:n", "surrounded", False),
        ("atkf:n", "first_side", DEFENDERS),
        ("tfr:a", "repetition", "a"),
        ("ka:h", "king_armed", "h"),
        ("ks:m", "king_strength", "m"),
        ("ks:y", "king_strength", "s"),
        ("ks:n", "king_strength", "w"),
        ("cj:c", "jumps", ("n", "c", "c", "n", "n", "n")),
        ("nj:n", "jumps", ("n", "j", "n", "n", "n", "n")),
        ("kj:r", "jumps", ("n", "j", "c", "r", "n", "n")),
        ("mj:j", "jumps", ("n", "j", "c", "n", "j", "n")),
        ("gj:c", "jumps", ("n", "j", "c", "n", "n", "j")),
        ("sw:w", "shieldwall", "w"),
        ("swf:n", "shieldwall_flanking", False),
        ("efe:y", "edge_fort", True),
        ("linc:y", "linnaean", True),
        ("ber:m", "berserk", "m"),
        ("name:My_own_Tafl", "name", "My own Tafl"),
        ("name:a:b", "name", "a:b"),
    ],
)
def test_every_choice_is_read(token: str, field: str, value: object) -> None:
    """Each key with a value of its own changes its field."""
    assert getattr(rules(token), field) == value


@pytest.mark.parametrize("kind", ["corner", "centre", "attacker_fort", "defender_fort"])
@pytest.mark.parametrize("field", ["hostile", "passes", "stops", "enters"])
def test_every_letter_list_is_read(kind: str, field: str) -> None:
    """Each list of letters reaches its field, in the usual order and without repetitions."""
    prefix = {"corner": "cor", "centre": "cen", "attacker_fort": "afor", "defender_fort": "dfor"}[kind]
    suffix = {"hostile": "h", "passes": "p", "stops": "s", "enters": "re"}[field]
    read = rules(f"afor:a2 dfor:a3 {prefix}{suffix}:GKtKt")
    assert getattr(getattr(read, kind), field) == "tKG"
    others = [name for name in ("hostile", "passes", "stops", "enters") if name != field]
    for other in others:
        plain = getattr(rules("afor:a2 dfor:a3"), kind)
        assert getattr(getattr(read, kind), other) == getattr(plain, other)


def test_the_centre_has_a_hostility_of_its_own_while_empty() -> None:
    """cenh is the occupied centre, cenhe the empty one; other squares know no difference."""
    read = rules("cenh:t cenhe:T corh:K")
    assert (read.centre.hostile, read.centre.hostile_empty) == ("t", "T")
    assert (read.corner.hostile, read.corner.hostile_empty) == ("K", "K")


def test_letters_of_a_kind_without_squares_do_not_matter() -> None:
    """Rules that differ only in what squares do that are not there are equal."""
    assert rules("aforh:K aforp: dforre:t") == rules()
    assert rules("cen: cenp:K cenhe:") == rules("cen:")
    assert rules("aforh:K").attacker_fort == rules().attacker_fort


@pytest.mark.parametrize(
    ("value", "speeds"),
    [
        ("2", (2,) * 12),
        ("2,3", (2,) * 6 + (3,) * 6),
        ("1,2,3,4,5,4,3,2", (1, 2, 3, 4, 0, 0, 5, 4, 3, 2, 0, 0)),
        ("1,2,3,4,5,5,4,3,2,1", (1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1, 0)),
        ("1,1,1,2,1,1,1,1,1,3,1,1,", (1, 1, 1, 2, 1, 1, 1, 1, 1, 3, 1, 1)),
        ("-1", (0,) * 12),
        ("0,3", (0,) * 6 + (3,) * 6),
        ("6,100", (0,) * 12),
    ],
)
def test_speed_limits(value: str, speeds: tuple[int, ...]) -> None:
    """One, two, eight, ten or twelve numbers; below one, or beyond the board, is no limit."""
    assert rules(f"spd:{value}").speeds == speeds


def test_square_lists() -> None:
    """Lists are squares with commas, perhaps one at the end; an empty list is no squares."""
    assert names(rules("cor:a2,g7,").corner) == ["a2", "g7"]
    assert rules("cor: cen:").corner.squares == rules("cor: cen:").centre.squares == ()
    assert rules("cor:default cen:default") == rules()
    assert rules("dfor:c1,a1,c1") == rules("dfor:a1,c1")


def test_even_boards_have_no_centre() -> None:
    """The middle square is the default centre of odd boards only."""
    assert Rules.parse("dim:6 start:/6/6/2t3/3K2/6/6/").centre.squares == ()


def test_a_square_belongs_to_the_last_list_that_names_it() -> None:
    """cor, cen, afor, dfor take squares over in this order, and a default counts as a list."""
    read = rules("cor:a1,b1,c1,d1 cen:b1,c1,d1 afor:c1,d1 dfor:d1")
    kinds = (read.corner, read.centre, read.attacker_fort, read.defender_fort)
    assert [names(kind) for kind in kinds] == [["a1"], ["b1"], ["c1"], ["d1"]]
    assert names(rules("cor:d4").corner) == []
    assert names(rules("cor:d4").centre) == ["d4"]
    assert names(rules("cen:a1").corner) == ["g1", "a7", "g7"]


def test_only_squares_that_stay_corners_are_escapes() -> None:
    """A corner that a fortress takes over is no escape; with esc:e the whole edge and nothing else."""
    assert rules("afor:a1").escapes == (6, 42, 48)
    edge = rules("esc:e cor:c3").escapes
    assert len(edge) == 24
    assert 16 not in edge


def test_starti_has_the_top_rank_first() -> None:
    """start and starti say the same position in opposite orders; the start is kept canonical."""
    one = Rules.parse("dim:5 start:/t4/5/2K2/5/4t/")
    other = Rules.parse("dim:5 starti:/4t/5/2K2/5/t4/")
    assert one == other
    assert other.start == "/t4/5/2K2/5/4t/"
    assert one.start_cells()[0] == 0


def test_numbers_of_two_digits_are_runs() -> None:
    """11 is eleven empty squares, not two single ones."""
    read = Rules.parse("dim:11 start:/11/11/11/11/11/5K5/11/11/11/11/t10/")
    assert read.start_cells()[110] == 0
    assert refusal("dim:7 start:/11/7/7/7/7/7/7/").reason.startswith("expected a row of 7 squares")


@pytest.mark.parametrize("position", ["/7/7/7/7/7/7/7/", "/3T3/7/7/7/7/7/7/", "/3k3/7/7/2K4/7/7/7/"])
def test_any_pieces_may_stand_on_the_board(position: str) -> None:
    """A start position without a king or without a side is still a position."""
    assert Rules.parse(f"dim:7 start:{position}").start == position


def test_unknown_keys_are_kept() -> None:
    """Keys that nobody knows leave a warning and are written out again."""
    read = rules("zz:1,2 abc: b:x:y")
    assert read.extra == (("abc", ""), ("b", "x:y"), ("zz", "1,2"))
    assert "column 7: unknown key zz is ignored" in read.warnings
    assert read.to_otn() == f"dim:7 abc: b:x:y zz:1,2 {START}"


def test_of_a_repeated_key_the_last_counts() -> None:
    """A key may come again, even with a first value that is none; there is a warning."""
    read = rules("ks:q esc:e ks:w")
    assert read.king_strength == "w"
    assert read.warnings == ("column 18: ks is given again, the last one counts",)
    assert Rules.parse(f"dim:5 dim:7 start:/5/ {START}").dim == 7


def test_equality_is_about_play() -> None:
    """Name, warnings and spelling make no difference; the semantics does."""
    assert rules("name:A ks:y gj:c x:1") == rules("x:1 ks:s gj:j ks:s")
    assert rules() != rules("", "opentafl")
    assert len({rules(), rules("esc:c"), rules("esc:e")}) == 2


@pytest.mark.parametrize(
    ("text", "token", "column"),
    [
        ("", "", 1),
        ("   ", "   ", 1),
        ("esc:c dim:7 start:/7/", "esc:c", 1),
        ("dim:7 esc:c", "esc:c", 7),
        ("dim:7 " + START + " esc:c", "esc:c", 37),
        ("dim:4 start:/4/4/4/4/", "dim:4", 1),
        ("dim:20 start:/5/", "dim:20", 1),
        ("dim:\u0667 " + START, "dim:\u0667", 1),
        ("dim:7 esc " + START, "esc", 7),
        ("dim:7 :c " + START, ":c", 7),
        ("dim:7 ks:q " + START, "ks:q", 7),
        ("dim:7  surf:Y " + START, "surf:Y", 8),
        ("dim:7 tfr: " + START, "tfr:", 7),
        ("dim:7 nj:x " + START, "nj:x", 7),
        ("dim:7 cor:a1,h1 " + START, "cor:a1,h1", 7),
        ("dim:7 cor:a1,,b1 " + START, "cor:a1,,b1", 7),
        ("dim:7 cor:a1,, " + START, "cor:a1,,", 7),
        ("dim:7 cor:, " + START, "cor:,", 7),
        ("dim:7 afor:default " + START, "afor:default", 7),
        ("dim:7 cen:D4 " + START, "cen:D4", 7),
        ("dim:7 corh:tx " + START, "corh:tx", 7),
        ("dim:7 spd:1,2,3 " + START, "spd:1,2,3", 7),
        ("dim:7 spd:fast " + START, "spd:fast", 7),
        ("dim:7 spd: " + START, "spd:", 7),
        ("dim:7 name:a\x00b " + START, "name:a\x00b", 7),
        ("dim:7 start:", "start:", 7),
        ("dim:7 start:/3t3/7/7/3K3/7/7/", "start:/3t3/7/7/3K3/7/7/", 7),
        ("dim:7 start:3t3/7/7/3K3/7/7/7", "start:3t3/7/7/3K3/7/7/7", 7),
        ("dim:7 start:/3t3/7/7/3K3/7/7/0t6/", "start:/3t3/7/7/3K3/7/7/0t6/", 7),
        ("dim:7 start:/3t3/7/7/3Q3/7/7/7/", "start:/3t3/7/7/3Q3/7/7/7/", 7),
    ],
)
def test_errors_name_token_and_column(text: str, token: str, column: int) -> None:
    """What does not parse is refused with the token, its column and what was expected."""
    error = refusal(text)
    assert (error.token, error.column) == (token, column)
    assert error.reason.startswith("expected")


def test_errors_of_a_position_point_into_it() -> None:
    """In a long token the reason says where."""
    assert "'Q' in column 23" in refusal("dim:7 start:/3t3/7/7/3Q3/7/7/7/").reason
    assert "a row of 7 squares, found 6" in refusal("dim:7 start:/3t3/7/6/3K3/7/7/7/").reason


def test_unknown_semantics_are_refused() -> None:
    """There are two semantics and no third."""
    assert refusal(f"dim:7 {START}", "fantasy").token == "fantasy"


@pytest.mark.parametrize("key", ["cor", "cen"])
def test_the_word_default_may_have_a_comma(key: str) -> None:
    """One trailing comma is accepted behind ``default`` as behind any other list."""
    assert Rules.parse(f"dim:7 {key}:default, {START}") == Rules.parse(f"dim:7 {START}")
