/* Boards: setting up, taking back, copying, keys. */
#include "check.h"
#include "specs.h"

#include <string.h>

static void take_back(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    game g = game_of(&spec);
    uint64_t key = tafl_board_key(g.board), search_key = tafl_board_search_key(g.board);
    CHECK_EQUAL(play(&g, "d1c1", 0), TAFL_OK);
    CHECK(tafl_board_key(g.board) != key);
    CHECK_EQUAL(tafl_board_turn(g.board), TAFL_DEFENDERS);
    CHECK_EQUAL(tafl_board_pop(g.board), TAFL_OK);
    CHECK(tafl_board_key(g.board) == key);
    CHECK(tafl_board_search_key(g.board) == search_key);
    CHECK_EQUAL(tafl_board_turn(g.board), TAFL_ATTACKERS);
    game_end(&g);
}

static void key_is_position_and_side(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    game one = game_of(&spec), other = game_of(&spec);
    const char *there[] = {"d1c1", "d3c3", "d2b2"}, *again[] = {"d2b2", "d3c3", "d1c1"};
    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(play(&one, there[i], 0), TAFL_OK);
        CHECK_EQUAL(play(&other, again[i], 0), TAFL_OK);
    }
    CHECK(tafl_board_key(one.board) == tafl_board_key(other.board));
    uint8_t cells[TAFL_MAX_SQUARES];
    tafl_board_cells(one.board, cells);
    CHECK_EQUAL(tafl_board_set(other.board, cells, TAFL_DEFENDERS, NULL), TAFL_OK);
    CHECK(tafl_board_key(one.board) == tafl_board_key(other.board));
    CHECK_EQUAL(tafl_board_set(other.board, cells, TAFL_ATTACKERS, NULL), TAFL_OK);
    CHECK(tafl_board_key(one.board) != tafl_board_key(other.board));
    game_end(&one);
    game_end(&other);
}

static void copies(void)
{
    tafl_rules_spec spec = spec_of(11, COPENHAGEN);
    game g = game_of(&spec);
    CHECK_EQUAL(play(&g, "d1d3", 0), TAFL_OK);
    game copy = {g.rules, tafl_board_copy(g.board), g.dim};
    CHECK_EQUAL(tafl_board_ply(copy.board), 1);
    CHECK_EQUAL(tafl_board_pop(copy.board), TAFL_OK);
    CHECK_EQUAL(tafl_board_ply(g.board), 1);
    CHECK_EQUAL(piece_on(&g, "d3"), 0);
    CHECK_EQUAL(piece_on(&copy, "d3"), TAFL_EMPTY);
    tafl_board_free(copy.board);
    game_end(&g);
}

static void bad_positions(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    game g = game_of(&spec);
    uint8_t cells[TAFL_MAX_SQUARES], after[TAFL_MAX_SQUARES];
    tafl_board_cells(g.board, cells);
    cells[0] = TAFL_EMPTY + 1;
    CHECK(tafl_board_set(g.board, cells, TAFL_ATTACKERS, NULL) < 0);
    cells[0] = TAFL_EMPTY;
    CHECK(tafl_board_set(g.board, cells, TAFL_NOBODY, NULL) < 0);
    tafl_board_cells(g.board, after);
    CHECK(memcmp(cells, after, 49) == 0);
    game_end(&g);
}

static void bad_moves(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    game g = game_of(&spec);
    uint16_t taken[TAFL_MAX_SQUARES];
    int place;
    uint32_t odd[] = {0, 49, 49 << 9, 511 | 511 << 9, 0xffffffffu, TAFL_JUMP, 3 | 3 << 9, 1u << 31};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        CHECK_EQUAL(tafl_board_push(g.board, odd[i]), TAFL_E_MOVE);
        CHECK(tafl_board_captures(g.board, odd[i], taken) < 0);
        CHECK(tafl_board_why(g.board, odd[i], &place) != TAFL_WHY_LEGAL);
    }
    CHECK(tafl_board_ok(g.board));
    game_end(&g);
}

int main(void)
{
    check_run(take_back, "a move taken back restores side and both keys");
    check_run(key_is_position_and_side, "the key is of pieces and side, whatever the way there");
    check_run(copies, "a copy has the history and goes its own way");
    check_run(bad_positions, "a position that cannot be is refused and changes nothing");
    check_run(bad_moves, "numbers that are no moves are refused everywhere");
    return check_done();
}
