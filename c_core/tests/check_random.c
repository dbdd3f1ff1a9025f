/* Random games under random rules on every size of board: the net under everything else. Each
 * game is played on two boards in step, one for each instruction level. */
#include "check.h"
#include "random_spec.h"

#include <string.h>

#define GAMES_A_SIZE 12
#define PLIES 80

/* Everything that can be asked of a board, to compare two of them. */
typedef struct {
    int turn, ply, berserk, termination, winner, count;
    uint64_t key, search_key;
    uint8_t cells[TAFL_MAX_SQUARES], unmoved[TAFL_MAX_SQUARES];
    uint32_t moves[TAFL_MAX_MOVES];
} snapshot;

static void look(const tafl_board *board, snapshot *s)
{
    memset(s, 0, sizeof *s);
    CHECK(tafl_board_ok(board));
    s->turn = tafl_board_turn(board);
    s->ply = tafl_board_ply(board);
    s->berserk = tafl_board_berserk(board);
    s->termination = tafl_board_termination(board);
    s->winner = tafl_board_winner(board);
    s->key = tafl_board_key(board);
    s->search_key = tafl_board_search_key(board);
    tafl_board_cells(board, s->cells);
    tafl_board_unmoved(board, s->unmoved);
    s->count = tafl_board_moves(board, s->moves);
    CHECK(s->count >= 0 && s->count <= TAFL_MAX_MOVES);
}

static bool same(const snapshot *a, const snapshot *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Checks that the move's captures vanish or change sides and that taking it back restores all. */
static void make_and_unmake(tafl_board *board, const snapshot *before, uint32_t move)
{
    static snapshot after;
    uint16_t taken[TAFL_MAX_SQUARES];
    int place, count = tafl_board_captures(board, move, taken);
    CHECK(count >= 0);
    CHECK_EQUAL(tafl_board_why(board, move, &place), TAFL_WHY_LEGAL);
    CHECK_EQUAL(tafl_board_push(board, move), TAFL_OK);
    look(board, &after);
    for (int i = 0; i < count; i++)
        CHECK(after.cells[taken[i]] != before->cells[taken[i]]);
    CHECK_EQUAL(tafl_board_pop(board), TAFL_OK);
    look(board, &after);
    CHECK(same(before, &after));
}

static int play_game(tafl_board *best, tafl_board *plain)
{
    static snapshot one, other;
    for (int ply = 0; ply < PLIES; ply++) {
        look(best, &one);
        look(plain, &other);
        CHECK(same(&one, &other));
        if (one.count == 0)
            return ply;
        uint32_t move = one.moves[random_below((unsigned)one.count)];
        make_and_unmake(best, &one, move);
        CHECK_EQUAL(tafl_board_push(best, move), TAFL_OK);
        CHECK_EQUAL(tafl_board_push(plain, move), TAFL_OK);
    }
    return PLIES;
}

static void random_game(int dim)
{
    tafl_rules_spec spec = random_spec(dim);
    tafl_rules *rules[2] = {tafl_rules_new(&spec, 0), tafl_rules_new(&spec, 1)};
    CHECK(rules[0] && rules[1]);
    tafl_board *boards[2] = {tafl_board_new(rules[0]), tafl_board_new(rules[1])};
    CHECK(boards[0] && boards[1]);
    int plies = play_game(boards[0], boards[1]);
    while (plies--)
        CHECK_EQUAL(tafl_board_pop(boards[0]), TAFL_OK);
    CHECK(tafl_board_pop(boards[0]) < 0);
    for (int i = 0; i < 2; i++) {
        tafl_board_free(boards[i]);
        tafl_rules_free(rules[i]);
    }
}

static void games_on_every_size(void)
{
    for (int dim = 5; dim <= TAFL_MAX_DIM; dim++)
        for (int game = 0; game < GAMES_A_SIZE; game++)
            random_game(dim);
}

int main(void)
{
    check_run(games_on_every_size,
              "under random rules both levels agree, captures are as foretold, and unmake undoes make");
    return check_done();
}
