/* Legal moves and the reasons why others are not. */
#include "check.h"
#include "specs.h"

static int count_moves(game *g)
{
    uint32_t moves[TAFL_MAX_MOVES];
    return tafl_board_moves(g->board, moves);
}

static int why(game *g, const char *move, const char *about)
{
    int place = TAFL_NO_SQUARE;
    int reason = tafl_board_why(g->board, move_of(g, move, 0), &place);
    if (about)
        CHECK_EQUAL(place, square(g, about));
    return reason;
}

static void start_counts(void)
{
    tafl_rules_spec small = spec_of(7, BRANDUB), large = spec_of(11, COPENHAGEN);
    game brandub = game_of(&small), copenhagen = game_of(&large);
    CHECK_EQUAL(count_moves(&brandub), 40);
    CHECK_EQUAL(count_moves(&copenhagen), 116);
    game_end(&brandub);
    game_end(&copenhagen);
}

static void reasons(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    game g = game_of(&spec);
    CHECK_EQUAL(why(&g, "d1c1", NULL), TAFL_WHY_LEGAL);
    CHECK_EQUAL(why(&g, "a1a2", NULL), TAFL_WHY_EMPTY);
    CHECK_EQUAL(why(&g, "d3e3", NULL), TAFL_WHY_OTHER_SIDE);
    CHECK_EQUAL(why(&g, "d1e2", NULL), TAFL_WHY_NO_LINE);
    CHECK_EQUAL(why(&g, "d1d2", NULL), TAFL_WHY_OCCUPIED);
    CHECK_EQUAL(why(&g, "d1d5", "d2"), TAFL_WHY_BLOCKED);
    CHECK_EQUAL(why(&g, "d1a1", "a1"), TAFL_WHY_STOP);
    CHECK_EQUAL(play(&g, "d1a1", 0), TAFL_E_MOVE);
    CHECK_EQUAL(tafl_board_ply(g.board), 0);
    game_end(&g);
}

static void speed_limit(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    for (int i = 0; i < 12; i++)
        spec.speed[i] = 1;
    game g = game_of(&spec);
    CHECK_EQUAL(why(&g, "d1c1", NULL), TAFL_WHY_LEGAL);
    CHECK_EQUAL(why(&g, "d1b1", NULL), TAFL_WHY_FAR);
    CHECK_EQUAL(count_moves(&g), 16);
    game_end(&g);
}

static void throne(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    game g = game_at(&spec, "/7/7/7/t6/7/K6/4t2/", TAFL_ATTACKERS);
    CHECK_EQUAL(why(&g, "a4d4", "d4"), TAFL_WHY_STOP);
    CHECK_EQUAL(why(&g, "a4g4", NULL), TAFL_WHY_LEGAL);
    spec.special[TAFL_KIND_CENTRE].passes = types("K");
    game closed = game_at(&spec, "/7/7/7/t6/7/K6/4t2/", TAFL_ATTACKERS);
    CHECK_EQUAL(why(&closed, "a4g4", "d4"), TAFL_WHY_PASS);
    game_end(&g);
    game_end(&closed);
}

static void jumps(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    spec.jump[3] = TAFL_JUMP_OVER;
    game g = game_at(&spec, "/t6/7/3K3/3t3/7/7/7/", TAFL_DEFENDERS);
    spec.kind[24] = TAFL_KIND_PLAIN;
    CHECK_EQUAL(play(&g, "d3d5", TAFL_JUMP), TAFL_OK);
    CHECK_EQUAL(piece_on(&g, "d4"), 0);
    CHECK_EQUAL(piece_on(&g, "d5"), 9);
    game_end(&g);
}

int main(void)
{
    check_run(start_counts, "Brandub starts with 40 moves and Copenhagen with 116");
    check_run(reasons, "an illegal move is refused with the reason and its square");
    check_run(speed_limit, "a speed limit of one leaves single steps");
    check_run(throne, "attackers may pass the empty centre but not stop there, and only if listed");
    check_run(jumps, "a king that may jump goes over an adjacent attacker, who stays");
    return check_done();
}
