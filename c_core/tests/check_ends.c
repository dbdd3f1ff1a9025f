/* Every way for a game to end. */
#include "check.h"
#include "specs.h"

static void demand(game *g, int termination, int winner)
{
    uint32_t moves[TAFL_MAX_MOVES];
    CHECK_EQUAL(tafl_board_termination(g->board), termination);
    CHECK_EQUAL(tafl_board_winner(g->board), winner);
    CHECK_EQUAL(tafl_board_moves(g->board, moves), 0);
    game_end(g);
}

static void king_escapes(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    game g = game_at(&spec, "/3K3/7/t6/7/7/7/7/", TAFL_DEFENDERS);
    CHECK_EQUAL(play(&g, "d1g1", 0), TAFL_OK);
    demand(&g, TAFL_KING_ESCAPED, TAFL_DEFENDERS);
}

static void attackers_gone(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    game g = game_at(&spec, "/7/7/2Tt3/4K2/7/7/7/", TAFL_DEFENDERS);
    CHECK_EQUAL(play(&g, "e4e3", 0), TAFL_OK);
    demand(&g, TAFL_ATTACKERS_CAPTURED, TAFL_DEFENDERS);
}

static void surrounded(void)
{
    const char *record = "/7/3t3/2t1t2/2tKt2/7/3t3/7/";
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    game g = game_at(&spec, record, TAFL_ATTACKERS);
    CHECK_EQUAL(play(&g, "d6d5", 0), TAFL_OK);
    demand(&g, TAFL_SURROUNDED, TAFL_ATTACKERS);
    spec.surrounded = 0;
    g = game_at(&spec, record, TAFL_ATTACKERS);
    CHECK_EQUAL(play(&g, "d6d5", 0), TAFL_OK);
    CHECK_EQUAL(tafl_board_termination(g.board), TAFL_ONGOING);
    game_end(&g);
}

static void no_legal_move(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    spec.surrounded = 0;
    const char *record = "/7/3t3/2tTt2/2tKt2/2tTt2/7/3t3/";
    game g = game_at(&spec, record, TAFL_ATTACKERS);
    CHECK_EQUAL(play(&g, "d7d6", 0), TAFL_OK);
    demand(&g, TAFL_NO_LEGAL_MOVE, TAFL_ATTACKERS);
    spec.quirks = TAFL_QUIRK_STALEMATE_GOES_ON;
    g = game_at(&spec, record, TAFL_ATTACKERS);
    CHECK_EQUAL(play(&g, "d7d6", 0), TAFL_OK);
    demand(&g, TAFL_ONGOING, TAFL_NOBODY);
}

static void repetition(void)
{
    static const int winners[] = {TAFL_NOBODY, TAFL_NOBODY, TAFL_DEFENDERS, TAFL_ATTACKERS, TAFL_ATTACKERS};
    static const char *const shuffle[] = {"d1c1", "d3c3", "c1d1", "c3d3"};
    for (int rule = TAFL_REPEAT_DRAWS; rule <= TAFL_REPEAT_ATTACKERS; rule++) {
        tafl_rules_spec spec = spec_of(7, BRANDUB);
        spec.repetition = rule;
        game g = game_of(&spec);
        for (int ply = 0; ply < 8; ply++) {
            CHECK_EQUAL(tafl_board_termination(g.board), TAFL_ONGOING);
            CHECK_EQUAL(play(&g, shuffle[ply % 4], 0), TAFL_OK);
        }
        if (rule == TAFL_REPEAT_IGNORED) {
            CHECK_EQUAL(tafl_board_termination(g.board), TAFL_ONGOING);
            game_end(&g);
        } else {
            demand(&g, TAFL_REPETITION, winners[rule]);
        }
    }
}

static void nothing_after_the_end(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    game g = game_at(&spec, "/3K3/7/t6/7/7/7/7/", TAFL_DEFENDERS);
    CHECK_EQUAL(play(&g, "d1g1", 0), TAFL_OK);
    CHECK(play(&g, "a3a4", 0) < 0);
    CHECK_EQUAL(tafl_board_ply(g.board), 1);
    CHECK_EQUAL(tafl_board_pop(g.board), TAFL_OK);
    CHECK_EQUAL(tafl_board_termination(g.board), TAFL_ONGOING);
    CHECK(tafl_board_pop(g.board) < 0);
    game_end(&g);
}

int main(void)
{
    check_run(king_escapes, "the king on a corner wins for the defenders");
    check_run(attackers_gone, "no attackers left: the defenders win");
    check_run(surrounded, "a closed ring wins for the attackers, where the rules say so");
    check_run(no_legal_move, "a side without a move loses, or the game just stops under the quirk");
    check_run(repetition, "a third occurrence ends the game as the rules say");
    check_run(nothing_after_the_end, "no move follows the end, but the last one can be taken back");
    return check_done();
}
