/* Random games under random rules on every size of board: the net under everything else. Each
 * game is played on two boards in step, one for each instruction level. */
#include "check.h"
#include "specs.h"

#include <string.h>

#define GAMES_A_SIZE 12
#define PLIES 80

static uint64_t state = 0x9e3779b97f4a7c15u;

static unsigned below(unsigned limit)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (unsigned)(state >> 33) % limit;
}

static bool often(void)
{
    return below(4) != 0;
}

static uint16_t random_types(void)
{
    return (uint16_t)(often() ? 0xfff : below(0x1000));
}

static uint8_t random_piece(bool rich)
{
    if (!rich)
        return (uint8_t)(below(3) ? 0 : 6);
    uint8_t code = (uint8_t)below(12);
    return code % 6 == 1 ? 0 : code;
}

static void random_start(tafl_rules_spec *spec, bool rich)
{
    int squares = spec->dim * spec->dim;
    for (int s = 0; s < squares; s++)
        spec->start[s] = below(3) ? TAFL_EMPTY : random_piece(rich);
    for (unsigned kings = rich && !below(4) ? 2 : 1; kings; kings--)
        spec->start[below((unsigned)squares)] = 7;
    spec->start[below((unsigned)squares)] = rich && !below(4) ? 1 : 0;
}

static tafl_rules_spec random_spec(int dim)
{
    bool rich = below(2);
    tafl_rules_spec spec = {
        .dim = dim, .surrounded = (int)below(2), .attackers_first = (int)below(2),
        .repetition = (int)below(5), .king_hammer = often(), .king_anvil = often(),
        .king_strength = (int)below(4), .shieldwall = (int)below(3), .shieldwall_flanking = (int)below(2),
        .edge_fort = (int)below(2), .linnaean = !often(), .berserk = often() ? 0 : (int)below(3),
        .quirks = below(2) ? 0 : below(0x4000),
    };
    for (int i = 0; i < 5; i++)
        spec.special[i] = (tafl_square_rules){
            i ? random_types() : 0, i ? random_types() : 0, random_types(), random_types(), random_types()};
    spec.special[TAFL_KIND_PLAIN] = (tafl_square_rules){0, 0, 0xfff, 0xfff, 0xfff};
    for (int i = 1; rich && i < 6; i++)
        spec.jump[i] = (uint8_t)below(4);
    for (int i = 0; rich && i < 12; i++)
        spec.speed[i] = (uint8_t)(often() ? 0 : below(4));
    for (int s = 0; s < dim * dim; s++) {
        spec.kind[s] = (uint8_t)(below(8) ? TAFL_KIND_PLAIN : below(5));
        spec.escape[s] = !below(12);
    }
    random_start(&spec, rich);
    return spec;
}

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
        uint32_t move = one.moves[below((unsigned)one.count)];
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
