"""`position`, `rules` and the options that reload rules: what they lead to, and what they refuse."""

from __future__ import annotations

from random import Random

import pytest

from opentafl_engine.board import Board, Outcome, Termination
from opentafl_engine.dialects.uci_position import Place, parse_side
from opentafl_engine.errors import NotationError, TaflError
from opentafl_engine.positions import write_fen
from opentafl_engine.rules import Rules
from opentafl_engine.types import ATTACKERS, DEFENDERS, Side
from opentafl_engine.variants import variant, variant_names
from tests.uci_machine import Machine, machine_for

COPENHAGEN_ADK = "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3"
COPENHAGEN_FEN = "3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3"
BRANDUB_START = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
AWAY_AND_BACK = ["d1c1", "f4e4", "c1d1", "e4f4"]
TINY = "dim:5 name:Tiny start:/2t2/5/t1K1t/5/2t2/"
TINY_SAID = "info string variant Tiny files 5 ranks 5 startpos /2t2/5/t1K1t/5/2t2/ attackers"
BRANDUB_SAID = f"info string variant Brandub files 7 ranks 7 startpos {BRANDUB_START} attackers"


def state(board: Board) -> tuple[str, Side, str | None, Outcome | None, str, int]:
    """All that tells one place in a game from another."""
    return (
        board.position(),
        board.turn,
        board.berserking,
        board.outcome(),
        " ".join(board.unmoved()),
        len(board.move_stack),
    )


def place_of(name: str) -> Place:
    """A named variant at its start."""
    place = Place()
    place.use(variant_name=name)
    return place


def random_game(rng: Random, rules: Rules, plies: int) -> Board:
    """A game of random moves, shorter if it ends."""
    board = Board(rules)
    while board.ply < plies and not board.is_game_over() and board.legal_moves:
        board.push(rng.choice(list(board.legal_moves)))
    return board


@pytest.mark.parametrize(
    "text",
    [
        "startpos",
        "startpos moves",
        "otn /3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/ attackers",
        "otn /3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/ a moves",
        f"fen {COPENHAGEN_FEN} attackers",
        f"fen {COPENHAGEN_ADK} a",
    ],
)
def test_forms_of_a_position(text: str) -> None:
    """startpos, a record, and a fen in either alphabet are the same start."""
    machine = Machine()
    assert machine.tell("position startpos moves d1d2", f"position {text}") == []
    board = machine.board
    assert (board.position(), board.turn, board.ply) == (variant("copenhagen").start, ATTACKERS, 0)


def test_a_record_has_rank_1_first_and_a_fen_has_it_last() -> None:
    """The same position both ways round, in numbers of two digits too."""
    place = Place()
    place.set("otn /10t/11/11/11/11/5K5/11/11/11/11/T10/ d")
    record = state(place.board)
    place.set("fen T10/11/11/11/11/5K5/11/11/11/11/10t d")
    assert state(place.board) == record
    assert place.board.piece_at("k1") == "t"
    assert place.board.piece_at("a11") == "T"
    assert place.board.turn == DEFENDERS


@pytest.mark.parametrize(
    ("text", "side"), [("attackers", ATTACKERS), ("a", ATTACKERS), ("defenders", DEFENDERS), ("d", DEFENDERS)]
)
def test_sides(text: str, side: Side) -> None:
    """A side is written out or as its first letter."""
    assert parse_side(text) == side
    place = place_of("brandub")
    place.set(f"otn {BRANDUB_START} {text}")
    assert place.board.turn == side


@pytest.mark.parametrize("text", ["", "A", "white", "black", "0", "Attackers", "b"])
def test_other_sides(text: str) -> None:
    """No other word is a side."""
    with pytest.raises(NotationError, match="expected one of attackers, a, defenders, d"):
        parse_side(text)


@pytest.mark.parametrize("moves", ["d1c1 d3c3", "d1-c1 d3-c3", "d1c1 d3-c3"])
def test_moves_with_and_without_a_dash(moves: str) -> None:
    """Both forms of a move are read, also mixed."""
    place = place_of("brandub")
    place.set(f"startpos moves {moves}")
    assert [move.uci() for move in place.board.move_stack] == ["d1c1", "d3c3"]


def test_squares_of_three_characters() -> None:
    """a11k11 is one move in only one way, whatever digits follow each other."""
    place = Place()
    place.use(rules_text="dim:11 esc:e cor: start:/t10/11/11/11/11/5K5/11/11/11/11/11/")
    place.set("startpos moves a1a11 f6g6 a11k11 g6f6 k11k1 f6e6 k1-a1")
    assert [str(move) for move in place.board.move_stack[::2]] == ["a1-a11", "a11-k11", "k11-k1", "k1-a1"]


def test_berserk_steps_are_moves_of_their_own() -> None:
    """A turn of two captures is written as two moves."""
    machine = Machine()
    machine.tell("rules dim:9 ber:c start:/9/9/t8/2T1T4/2t1t4/9/9/7K1/9/")
    assert machine.tell("position startpos moves a3c3", "moves") == ["moves c3e3"]
    machine.tell("position startpos moves a3c3 c3e3")
    assert machine.board.turn == DEFENDERS


def test_a_position_that_is_set_up_begins_a_turn() -> None:
    """Nothing in a record says that a berserk turn goes on: set up from one, every piece may move."""
    machine = Machine()
    machine.tell("rules dim:9 ber:c start:/9/9/t8/2T1T4/2t1t4/9/9/7K1/9/", "position startpos moves a3c3")
    machine.tell(f"position otn {machine.board.position()} attackers")
    assert machine.board.berserking is None
    assert {move.from_square for move in machine.board.legal_moves} == {"c3", "c5", "e5"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "position: '': expected startpos, otn RECORD SIDE or fen ROWS SIDE"),
        ("moves d1c1", "position: '': expected startpos"),
        ("bogus", "position: 'bogus': expected startpos"),
        ("startpos d1c1", "position: 'd1c1': expected moves or the end of the line"),
        ("otn", "position: 'otn': expected a position and a side"),
        (f"otn {BRANDUB_START}", "position: 'otn': expected a side"),
        (f"otn {BRANDUB_START} x", "position: 'x': expected one of attackers"),
        (f"otn {BRANDUB_START} a d1c1", "position: 'd1c1': expected moves"),
        ("otn /3t3/7/ a", "position: the position has 2 rows, the rules play on 7x7"),
        ("otn 3t3/7 a", "position: column 1: '3t3/7': expected a position record with a slash at both ends"),
        ("otn /3x3/7/7/7/7/7/7/ a", "position: column 3: 'x': expected a piece letter"),
        ("fen 7/7 d", "position: column 1: '7/7': expected 7 rows, found 2"),
        (f"fen {BRANDUB_START} d", f"position: column 1: '{BRANDUB_START}': expected a fen"),
        ("fen 7/7/7/3a2t/7/7/7 d", "position: column 10: 't': expected a piece letter (adk)"),
        ("fen 7/7/7/3d2K/7/7/7 d", "position: column 10: 'K': expected a piece letter (adk)"),
        ("fen 7/7/7/8/7/7/7 d", "position: column 7: '8': expected a row of 7 squares, found more than 7"),
        ("startpos moves d1", "position: ply 1: 'd1': expected "),
        ("startpos moves d1c1 e9e8", "position: ply 2: 'e9e8': "),
        ("startpos moves d1c1 d1b1", "position: ply 2: 'd1b1': there is no piece on d1"),
        ("startpos moves d1c1 c1b1", "position: ply 2: 'c1b1': "),
        ("startpos moves d1d1", "position: ply 1: 'd1d1': "),
        ("startpos moves d1d5", "position: ply 1: 'd1d5': blocked at d2"),
        ("startpos moves 0000", "position: ply 1: '0000': "),
        ("startpos moves moves", "position: ply 1: 'moves': "),
    ],
)  # fmt: skip
def test_errors_name_the_token_and_keep_the_position(text: str, complaint: str) -> None:
    """A line that cannot be followed says what and why, names the ply of a move, and changes nothing."""
    machine = machine_for("brandub")
    machine.tell("position startpos moves d1b1")
    before = state(machine.board)
    (said,) = machine.tell(f"position {text}")
    assert said.startswith(f"info string error: {complaint}")
    assert state(machine.board) == before
    assert machine.tell("position startpos moves d1b1 d3c3") == []


def test_moves_after_the_end_of_the_game() -> None:
    """A move after the game has ended is refused with its ply; the moves up to there were not made."""
    machine = machine_for("brandub")
    start = "position otn /3t3/7/7/7/7/K6/3t3/ d"
    (said,) = machine.tell(f"{start} moves a6a7 d1c1 c1b1")
    assert said.startswith("info string error: position: ply 2: 'd1c1': ")
    assert "over" in said
    assert state(machine.board) == state(Board(variant("brandub")))
    assert machine.tell(f"{start} moves a6a7") == []
    (said,) = machine.tell(f"{start} moves a6a7 d1c1")
    assert said.startswith("info string error: position: ply 2: 'd1c1': ")
    assert machine.tell("result") == ["result defenders win (king escaped)"]


def test_repetition_counts_from_the_position_in_front() -> None:
    """The moves behind a position make a history: what comes the third time is a repetition."""
    place = Place()
    moves = " ".join(AWAY_AND_BACK)
    place.set(f"startpos moves {moves} {moves}")
    outcome = place.board.outcome()
    assert outcome is not None
    assert outcome.termination == Termination.REPETITION
    place.set(f"startpos moves {moves}")
    assert place.board.outcome() is None


@pytest.mark.parametrize("step", [1, 2, 3])
def test_moves_that_go_on_keep_the_history(step: int) -> None:
    """Sent move by move, a game is the same as sent at once: also for repetition."""
    moves = AWAY_AND_BACK * 2
    place = Place()
    for end in [*range(step, len(moves), step), len(moves)]:
        place.set(f"startpos moves {' '.join(moves[:end])}")
        whole = Place()
        whole.set(f"startpos moves {' '.join(moves[:end])}")
        assert state(place.board) == state(whole.board)
        assert place.board.key() == whole.board.key()
    assert place.board.is_game_over()


@pytest.mark.parametrize("name", ["brandub", "tablut"])
def test_the_same_moves_under_new_rules(name: str) -> None:
    """The very same line after new rules is followed from their start, not from where it led before."""
    machine = machine_for("brandub")
    machine.tell("position startpos moves d1c1", f"setoption name UCI_Variant value {name}")
    assert machine.tell("position startpos moves d1c1") == []
    expected = Board(variant(name))
    expected.push("d1c1")
    assert state(machine.board) == state(expected)


def test_a_board_is_never_changed() -> None:
    """Whoever was given a board keeps it as it was; the next position is another board."""
    place = Place()
    place.set("startpos moves d1c1")
    held = place.board
    place.set("startpos moves d1c1 f4e4")
    assert (held.ply, place.board.ply) == (1, 2)
    assert place.board is not held


@pytest.mark.parametrize("name", variant_names())
def test_random_games(name: str) -> None:
    """For every variant, positions sent as startpos, otn or fen with moves are those of the board."""
    rng = Random(name)
    rules = variant(name)
    place = place_of(name)
    for plies in (7, 40):
        game = random_game(rng, rules, plies)
        moves = [move.uci() for move in game.move_stack]
        place.set(f"startpos moves {' '.join(moves)}")
        assert state(place.board) == state(game)
        cut = rng.randrange(len(moves))
        half = Board(rules)
        for move in moves[:cut]:
            half.push(move)
        if half.berserking is not None:
            continue  # a position that is set up begins a turn
        rest = " ".join(moves[cut:])
        setups = [
            f"otn {half.position()} {half.turn}",
            f"fen {write_fen(half.core.cells(), half.dim)} {half.turn}",
        ]
        boards = []
        for setup in setups:
            place.set(f"{setup} moves {rest}")
            boards.append(state(place.board))
        assert boards[0] == boards[1]
        assert boards[0][:2] == state(game)[:2]


@pytest.mark.parametrize("name", variant_names())
def test_random_games_move_by_move(name: str) -> None:
    """A game that grows by a move at a time is at every ply the same as from scratch."""
    game = random_game(Random(f"{name} again"), variant(name), 25)
    grown, text = place_of(name), ""
    for move in game.move_stack:
        text += f" {move.uci()}"
        grown.set(f"startpos moves{text}")
    scratch = place_of(name)
    scratch.set(f"startpos moves{text}")
    assert state(grown.board) == state(scratch.board) == state(game)
    assert grown.board.search_key() == scratch.board.search_key() == game.search_key()


@pytest.mark.parametrize("name", variant_names())
def test_every_variant_can_be_chosen(name: str) -> None:
    """UCI_Variant loads the rules of that name, says so, and goes to their start."""
    machine = Machine()
    rules = variant(name)
    said = machine.tell(f"setoption name UCI_Variant value {name}")
    size = f"files {rules.dim} ranks {rules.dim}"
    assert said == [f"info string variant {rules.name} {size} startpos {rules.start} {rules.first_side}"]
    assert state(machine.board) == state(Board(rules))


@pytest.mark.parametrize("line", [f"rules {TINY}", f"setoption name Rules value {TINY}"])
def test_rules(line: str) -> None:
    """A rules string, by its verb or by its option, is played by from its start position."""
    machine = Machine()
    machine.tell("position startpos moves d1d2")
    assert machine.tell(line) == [TINY_SAID]
    assert machine.board.rules == Rules.parse(TINY)
    assert machine.board.ply == 0


@pytest.mark.parametrize("value", ["", "<empty>"])
def test_no_rules_bring_the_variant_back(value: str) -> None:
    """An empty Rules option ends what a string said."""
    machine = machine_for("brandub")
    machine.tell(f"rules {TINY}")
    assert machine.tell(f"setoption name Rules value {value}") == [BRANDUB_SAID]


def test_a_variant_ends_a_rules_string() -> None:
    """Setting UCI_Variant plays by it, also where it was that variant before."""
    machine = machine_for("brandub")
    machine.tell(f"rules {TINY}")
    assert machine.tell("setoption name UCI_Variant value brandub") == [BRANDUB_SAID]
    assert machine.tell("setoption name Semantics value opentafl")[0] == BRANDUB_SAID


def test_warnings_of_a_rules_string() -> None:
    """What a string holds that is unknown or comes twice is named behind the variant."""
    said = Machine().tell("rules dim:5 name:Tiny zz:1 surf:y surf:n start:/2t2/5/t1K1t/5/2t2/")
    assert said[0] == TINY_SAID
    assert [line.startswith("info string warning: ") for line in said[1:]] == [True, True]


@pytest.mark.parametrize("name", ["copenhagen", "berserk", "brandub", "tawlbwrdd"])
def test_semantics_pick_the_string_that_is_meant(name: str) -> None:
    """Semantics load a named variant's string for them, there and back."""
    machine = machine_for(name)
    machine.tell("position startpos", "setoption name Semantics value opentafl")
    assert machine.board.rules == variant(name, "opentafl")
    machine.tell("setoption name Semantics value SPEC")
    assert machine.board.rules == variant(name)


def test_semantics_read_a_rules_string_anew() -> None:
    """A string in force is read by the new semantics, and its start position is taken."""
    machine = Machine()
    machine.tell(f"rules {TINY}", "position startpos moves c1b1")
    assert machine.tell("setoption name Semantics value opentafl")[0] == TINY_SAID
    assert machine.board.rules == Rules.parse(TINY, "opentafl")
    assert machine.board.ply == 0


@pytest.mark.parametrize(
    "line",
    [
        "rules",
        "rules nonsense",
        "rules dim:4 start:/4/4/4/4/",
        "rules dim:7 start:/7/7/",
        "rules dim:7 spd:x start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
        "setoption name Rules value dim:7",
        "setoption name UCI_Variant value chess",
        "setoption name Semantics value chess",
        "setoption name Semantics",
    ],
)
def test_rules_that_fail_leave_everything(line: str) -> None:
    """Rules that cannot be read bring one error line; rules, semantics and position stay."""
    machine = machine_for("brandub")
    machine.tell("setoption name Semantics value opentafl", "position startpos moves d1c1")
    before = machine.board
    (said,) = machine.tell(line)
    assert said.startswith(f"info string error: {line.split()[0]}: ")
    assert machine.board.rules == before.rules == variant("brandub", "opentafl")
    assert state(machine.board) == state(before)
    assert machine.tell("position startpos moves d1c1 d3c3") == []


def test_place_keeps_everything_when_it_refuses() -> None:
    """The names that a failed change would have set are as before, too."""
    place = place_of("brandub")
    for wanted in ({"variant_name": "chess"}, {"rules_text": "dim:4"}, {"semantics": "chess"}):
        with pytest.raises(TaflError):
            place.use(**wanted)
        assert (place.variant, place.rules_text, place.semantics) == ("brandub", "", "spec")


def test_the_line_about_a_variant_is_whole() -> None:
    """The longest start position there is, under a name that is far too long, is not cut short."""
    row = "t1" * 9 + "t"
    start = "/" + "/".join([row] * 9 + ["1t" * 9 + "K"] + [row] * 9) + "/"
    (said, *_) = Machine().tell(f"rules dim:19 name:{'N' * 1000} start:{start}")
    assert said.startswith("info string variant NNN")
    assert said.endswith(f" files 19 ranks 19 startpos {start} attackers")


def test_a_long_token_does_not_hide_what_is_wrong() -> None:
    """Of a long token the beginning is enough; the complaint behind it is always whole."""
    (line,) = Machine().tell(f"position otn /{'t' * 5000}/ a")
    assert line.startswith("info string error: position: ")
    assert len(line) < 250
    assert "expected" in line or "rows" in line
