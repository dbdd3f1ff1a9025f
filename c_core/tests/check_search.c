/* The search as C sees it: it ends, it is legal, it is repeatable, and it agrees with minimax. */
#include "check.h"
#include "random_spec.h"
#include "specs.h"

#include <string.h>

#define TABLE_BYTES (1u << 16)

typedef struct {
    tafl_search_control *control;
    tafl_table *table;
} engine;

static engine engine_new(void)
{
    engine e = {tafl_control_new(), tafl_table_new(TABLE_BYTES)};
    CHECK(e.control && e.table);
    tafl_control_arm(e.control);
    return e;
}

static void engine_end(engine *e)
{
    tafl_control_free(e->control);
    tafl_table_free(e->table);
}

/* Counts the lines and checks each of them. */
typedef struct {
    int lines, deepest;
} report;

static void on_line(void *context, const tafl_line *line)
{
    report *r = context;
    CHECK(line->pv_length > 0);
    CHECK(line->score >= -TAFL_WIN && line->score <= TAFL_WIN);
    CHECK(line->hashfull >= 0 && line->hashfull <= 1000);
    r->lines++;
    r->deepest = line->depth;
}

static tafl_result search(engine *e, tafl_board *board, const tafl_limits *limits, report *r)
{
    tafl_result result;
    memset(&result, 0, sizeof result);
    const tafl_listener listener = {.line = on_line, .context = r};
    CHECK_EQUAL(tafl_search(board, e->control, e->table, limits, &result, &listener), TAFL_OK);
    return result;
}

static void repeatable(void)
{
    tafl_rules_spec spec = spec_of(11, COPENHAGEN);
    tafl_limits limits = {.depth = 3, .multipv = 1};
    tafl_result found[2];
    for (int i = 0; i < 2; i++) {
        game g = game_of(&spec);
        engine e = engine_new();
        report r = {0, 0};
        found[i] = search(&e, g.board, &limits, &r);
        CHECK_EQUAL(r.lines, 3);
        CHECK_EQUAL(r.deepest, 3);
        engine_end(&e);
        game_end(&g);
    }
    CHECK_EQUAL(found[0].nodes, found[1].nodes);
    CHECK_EQUAL(found[0].move, found[1].move);
    CHECK_EQUAL(found[0].score, found[1].score);
}

static void wins_at_once(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    game g = game_at(&spec, "/3K3/7/t6/7/7/7/7/", TAFL_DEFENDERS);
    engine e = engine_new();
    report r = {0, 0};
    tafl_limits limits = {.depth = 4, .multipv = 1};
    CHECK_EQUAL(search(&e, g.board, &limits, &r).score, TAFL_WIN - 1);
    engine_end(&e);
    game_end(&g);
}

static void stopped_before_it_begins(void)
{
    tafl_rules_spec spec = spec_of(11, COPENHAGEN);
    game g = game_of(&spec);
    engine e = engine_new();
    report r = {0, 0};
    tafl_limits limits = {.multipv = 1};
    tafl_control_stop(e.control);
    tafl_result result = search(&e, g.board, &limits, &r);
    CHECK(result.move != 0);
    CHECK_EQUAL(tafl_board_push(g.board, result.move), TAFL_OK);
    engine_end(&e);
    game_end(&g);
}

static bool is_legal(const tafl_board *board, uint32_t move)
{
    uint32_t moves[TAFL_MAX_MOVES];
    int count = tafl_board_moves(board, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Searches a position both ways, then plays on. */
static bool agree_and_move(engine *e, tafl_board *board)
{
    uint32_t moves[TAFL_MAX_MOVES];
    report r = {0, 0};
    int count = tafl_board_moves(board, moves);
    if (count == 0)
        return false;
    tafl_limits limits = {.depth = 2, .multipv = 1, .equal_depth = 1, .keep_on = 1};
    tafl_table_clear(e->table);
    tafl_control_arm(e->control);
    uint64_t key = tafl_board_search_key(board);
    tafl_result best = search(e, board, &limits, &r);
    CHECK(is_legal(board, best.move));
    CHECK(tafl_board_search_key(board) == key);
    CHECK(tafl_board_ok(board));
    limits.minimax = 1;
    CHECK_EQUAL(search(e, board, &limits, &r).score, best.score);
    CHECK_EQUAL(tafl_board_push(board, moves[random_below((unsigned)count)]), TAFL_OK);
    return true;
}

static void minimax_agrees(void)
{
    int compared = 0;
    for (int dim = 5; dim <= TAFL_MAX_DIM; dim += 2) {
        for (int game = 0; game < (dim < 12 ? 4 : 1); game++) {
            tafl_rules_spec spec = random_spec(dim);
            tafl_rules *rules = tafl_rules_new(&spec, 0);
            tafl_board *board = tafl_board_new(rules);
            engine e = engine_new();
            for (int ply = 0; ply < (dim < 12 ? 4 : 1) && agree_and_move(&e, board); ply++)
                compared++;
            engine_end(&e);
            tafl_board_free(board);
            tafl_rules_free(rules);
        }
    }
    CHECK(compared >= 40);
}

int main(void)
{
    check_run(repeatable, "the same search gives the same nodes, move and score");
    check_run(wins_at_once, "a win in one is seen and counts one ply");
    check_run(stopped_before_it_begins, "a search that is stopped before it begins still has a legal move");
    check_run(minimax_agrees, "to depth two, search and minimax agree under random rules");
    return check_done();
}
