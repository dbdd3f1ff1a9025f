/* Every way to capture, each in the smallest position that shows it. */
#include "check.h"
#include "specs.h"

#define NONE TAFL_EMPTY

static game set_up(const char *record, int side, int shieldwall)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    spec.shieldwall = shieldwall;
    spec.surrounded = 0;
    return game_at(&spec, record, side);
}

static void custodial(void)
{
    game g = set_up("/t6/1K5/2tT3/4t2/7/7/7/", TAFL_ATTACKERS, 0);
    uint16_t taken[TAFL_MAX_SQUARES];
    CHECK_EQUAL(tafl_board_captures(g.board, move_of(&g, "e4e3", 0), taken), 1);
    CHECK_EQUAL(taken[0], square(&g, "d3"));
    CHECK_EQUAL(play(&g, "e4e3", 0), TAFL_OK);
    CHECK_EQUAL(piece_on(&g, "d3"), NONE);
    game_end(&g);
}

static void safe_between(void)
{
    game g = set_up("/t6/1K5/2t1t2/3T3/7/7/7/", TAFL_DEFENDERS, 0);
    CHECK_EQUAL(play(&g, "d4d3", 0), TAFL_OK);
    CHECK_EQUAL(piece_on(&g, "d3"), 6);
    game_end(&g);
}

static void corner_hostile(void)
{
    game g = set_up("/1T1t3/1K5/7/7/7/7/t6/", TAFL_ATTACKERS, 0);
    CHECK_EQUAL(play(&g, "d1c1", 0), TAFL_OK);
    CHECK_EQUAL(piece_on(&g, "b1"), NONE);
    game_end(&g);
}

static void edge_not_hostile(void)
{
    game g = set_up("/3T3/1K1t3/7/t6/7/7/7/", TAFL_ATTACKERS, 0);
    CHECK_EQUAL(play(&g, "d2e2", 0), TAFL_OK);
    CHECK_EQUAL(play(&g, "b2b3", 0), TAFL_OK);
    CHECK_EQUAL(play(&g, "e2d2", 0), TAFL_OK);
    CHECK_EQUAL(piece_on(&g, "d1"), 6);
    game_end(&g);
}

static void strong_king(void)
{
    game g = set_up("/7/4t2/3tKt1/7/4t2/7/7/", TAFL_ATTACKERS, 0);
    CHECK_EQUAL(play(&g, "e5e4", 0), TAFL_OK);
    CHECK_EQUAL(tafl_board_termination(g.board), TAFL_KING_CAPTURED);
    CHECK_EQUAL(tafl_board_winner(g.board), TAFL_ATTACKERS);
    game_end(&g);
    g = set_up("/7/7/3tK2/7/5t1/7/7/", TAFL_ATTACKERS, 0);
    CHECK_EQUAL(play(&g, "f5f3", 0), TAFL_OK);
    CHECK_EQUAL(tafl_board_termination(g.board), TAFL_ONGOING);
    game_end(&g);
}

static void walks_into_enclosure(void)
{
    game g = set_up("/7/4t2/3t1t1/4K2/4t2/7/T6/", TAFL_DEFENDERS, 0);
    CHECK_EQUAL(play(&g, "e4e3", 0), TAFL_OK);
    CHECK_EQUAL(play(&g, "e5e4", 0), TAFL_OK);
    CHECK_EQUAL(tafl_board_termination(g.board), TAFL_KING_CAPTURED);
    CHECK_EQUAL(tafl_board_pop(g.board), TAFL_OK);
    CHECK_EQUAL(play(&g, "e2e1", 0), TAFL_OK);
    CHECK_EQUAL(tafl_board_termination(g.board), TAFL_ONGOING);
    game_end(&g);
}

static void shieldwall(void)
{
    const char *record = "/2TTt2/2tt3/K6/7/7/7/1t5/";
    for (int kind = TAFL_SHIELDWALL_NONE; kind <= TAFL_SHIELDWALL_WEAK; kind++) {
        game g = set_up(record, TAFL_ATTACKERS, kind);
        CHECK_EQUAL(play(&g, "b7b1", 0), TAFL_OK);
        CHECK_EQUAL(piece_on(&g, "c1"), kind ? NONE : 6);
        CHECK_EQUAL(piece_on(&g, "d1"), kind ? NONE : 6);
        game_end(&g);
    }
}

static void mercenary_changes_sides(void)
{
    game g = set_up("/t6/1K5/2tM3/4t2/7/7/7/", TAFL_ATTACKERS, 0);
    CHECK_EQUAL(play(&g, "e4e3", 0), TAFL_OK);
    CHECK_EQUAL(piece_on(&g, "d3"), 4);
    game_end(&g);
}

static void guard_is_safe(void)
{
    game g = set_up("/t6/1K5/2tG3/4t2/7/7/7/", TAFL_ATTACKERS, 0);
    CHECK_EQUAL(play(&g, "e4e3", 0), TAFL_OK);
    CHECK_EQUAL(piece_on(&g, "d3"), 11);
    game_end(&g);
}

static void linnaean(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    spec.linnaean = 1;
    spec.surrounded = 0;
    spec.special[TAFL_KIND_CENTRE].hostile = 0;
    game g = game_at(&spec, "/7/7/3t3/2tKt2/3T3/7/3t3/", TAFL_ATTACKERS);
    CHECK_EQUAL(play(&g, "d7d6", 0), TAFL_OK);
    CHECK_EQUAL(piece_on(&g, "d5"), NONE);
    game_end(&g);
}

int main(void)
{
    check_run(custodial, "a man between the mover and another enemy is taken");
    check_run(safe_between, "a man may move safely between two enemies");
    check_run(corner_hostile, "an empty corner serves as an anvil");
    check_run(edge_not_hostile, "the edge is never hostile");
    check_run(strong_king, "a strong king falls to four attackers and not to two");
    check_run(walks_into_enclosure, "a king among three attackers falls when the fourth side is closed");
    check_run(shieldwall, "a row along the edge falls to a shieldwall where the rules have it");
    check_run(mercenary_changes_sides, "a captured mercenary stays and changes sides");
    check_run(guard_is_safe, "a guard is not captured");
    check_run(linnaean, "three attackers around the enthroned king make him an anvil");
    return check_done();
}
