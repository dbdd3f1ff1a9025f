/* The public functions: rules and boards as opaque handles around the template's instances. */

#include "internal.h"

struct tafl_rules {
    tafl_rules_spec spec;
    const tafl_ops *plain, *full; /* plain is NULL where the rules need the full instance */
    void *tables;
};

/* The states and keys of a game lie one behind the other; `ply` is the present one. */
struct tafl_board {
    const tafl_rules *rules;
    const tafl_ops *ops;
    char *states;
    uint64_t *keys;
    int ply, room;
};

enum { FIRST_ROOM = 64 };

/* Can the tables be built from these numbers? */
static bool spec_ok(const tafl_rules_spec *spec) {
    if (spec->dim < 5 || spec->dim > TAFL_MAX_DIM) return false;
    for (int pc = 0; pc < PIECES; pc++) {
        if (spec->speed[pc] > TAFL_MAX_DIM) return false;
    }
    for (int sq = 0; sq < spec->dim * spec->dim; sq++) {
        if (spec->kind[sq] > TAFL_KIND_DFORT || spec->start[sq] > TAFL_EMPTY) return false;
    }
    return true;
}

tafl_rules *tafl_rules_new(const tafl_rules_spec *spec, int level) {
    if (!spec_ok(spec)) return NULL;
    tafl_rules *rules = calloc(1, sizeof *rules);
    if (!rules) return NULL;
    rules->spec = *spec;
    rules->full = tafl_find_ops(spec->dim, false, level);
    if (tafl_rules_plain(spec)) rules->plain = tafl_find_ops(spec->dim, true, level);
    rules->tables = rules->full->tables_new(spec);
    if (!rules->tables) {
        free(rules);
        return NULL;
    }
    return rules;
}

void tafl_rules_free(tafl_rules *rules) {
    if (!rules) return;
    free(rules->tables);
    free(rules);
}

const char *tafl_rules_build(const tafl_rules *rules) {
    return rules->plain ? rules->plain->name : rules->full->name;
}

static char *state_at(const tafl_board *board, int ply) {
    return board->states + (size_t)ply * board->ops->state_size;
}

static const void *present(const tafl_board *board) { return state_at(board, board->ply); }

/* Makes room for at least `plies` states and one more. */
static int reserve(tafl_board *board, int plies) {
    if (plies < board->room) return TAFL_OK;
    const int room = plies * 2 > FIRST_ROOM ? plies * 2 : FIRST_ROOM;
    char *states = realloc(board->states, (size_t)room * board->rules->full->state_size);
    if (!states) return TAFL_E_MEMORY;
    board->states = states;
    uint64_t *keys = realloc(board->keys, (size_t)room * sizeof *keys);
    if (!keys) return TAFL_E_MEMORY;
    board->keys = keys;
    board->room = room;
    return TAFL_OK;
}

tafl_board *tafl_board_new(const tafl_rules *rules) {
    tafl_board *board = calloc(1, sizeof *board);
    if (!board) return NULL;
    board->rules = rules;
    const int side = rules->spec.attackers_first ? TAFL_ATTACKERS : TAFL_DEFENDERS;
    if (tafl_board_set(board, rules->spec.start, side, NULL) != TAFL_OK) {
        tafl_board_free(board);
        return NULL;
    }
    return board;
}

tafl_board *tafl_board_copy(const tafl_board *board) {
    tafl_board *copy = calloc(1, sizeof *copy);
    if (!copy) return NULL;
    copy->rules = board->rules;
    copy->ops = board->ops;
    if (reserve(copy, board->ply + 2) != TAFL_OK) {
        tafl_board_free(copy);
        return NULL;
    }
    copy->ply = board->ply;
    memcpy(copy->states, board->states, (size_t)(board->ply + 1) * board->ops->state_size);
    memcpy(copy->keys, board->keys, (size_t)(board->ply + 1) * sizeof *board->keys);
    return copy;
}

void tafl_board_free(tafl_board *board) {
    if (!board) return;
    free(board->states);
    free(board->keys);
    free(board);
}

int tafl_board_set(tafl_board *board, const uint8_t *cells, int side, const uint8_t *unmoved) {
    const tafl_rules *rules = board->rules;
    const int squares = rules->spec.dim * rules->spec.dim;
    if (side != TAFL_ATTACKERS && side != TAFL_DEFENDERS) return TAFL_E_POSITION;
    for (int sq = 0; sq < squares; sq++) {
        if (cells[sq] > TAFL_EMPTY) return TAFL_E_POSITION;
    }
    const int code = reserve(board, 2);
    if (code != TAFL_OK) return code;
    const bool plain = rules->plain && tafl_cells_plain(&rules->spec, cells);
    board->ops = plain ? rules->plain : rules->full;
    board->ply = 0;
    board->ops->setup(rules->tables, board->states, board->keys, cells, side, unmoved);
    return TAFL_OK;
}

void tafl_board_cells(const tafl_board *board, uint8_t *cells) {
    board->ops->cells(board->rules->tables, present(board), cells);
}

void tafl_board_unmoved(const tafl_board *board, uint8_t *marks) {
    board->ops->unmoved(board->rules->tables, present(board), marks);
}

int tafl_board_turn(const tafl_board *board) { return board->ops->turn(present(board)); }

int tafl_board_ply(const tafl_board *board) { return board->ply; }

int tafl_board_berserk(const tafl_board *board) { return board->ops->berserk(present(board)); }

int tafl_board_termination(const tafl_board *board) {
    return termination_of(board->ops->outcome(present(board)));
}

int tafl_board_winner(const tafl_board *board) {
    const int outcome = board->ops->outcome(present(board));
    return outcome ? winner_of(outcome) : TAFL_NOBODY;
}

uint64_t tafl_board_key(const tafl_board *board) { return board->keys[board->ply]; }

uint64_t tafl_board_search_key(const tafl_board *board) {
    return board->ops->search_key(present(board));
}

int tafl_board_moves(const tafl_board *board, uint32_t *moves) {
    return board->ops->moves(board->rules->tables, present(board), moves);
}

/* The legal move with these two squares, or 0, which is no move since its squares are equal. */
static uint32_t legal_move(const tafl_board *board, uint32_t move) {
    uint32_t list[TAFL_MAX_MOVES];
    const int n = tafl_board_moves(board, list);
    for (int i = 0; i < n; i++) {
        if (from_of(list[i]) == from_of(move) && to_of(list[i]) == to_of(move)) return list[i];
    }
    return 0;
}

int tafl_board_captures(const tafl_board *board, uint32_t move, uint16_t *squares) {
    const uint32_t legal = legal_move(board, move);
    if (!legal) return TAFL_E_MOVE;
    return board->ops->captures(board->rules->tables, present(board), legal, squares);
}

int tafl_board_push(tafl_board *board, uint32_t move) {
    const uint32_t legal = legal_move(board, move);
    if (!legal) return TAFL_E_MOVE;
    const int code = reserve(board, board->ply + 2);
    if (code != TAFL_OK) return code;
    board->ops->make(board->rules->tables, state_at(board, board->ply), board->keys + board->ply,
                     legal);
    board->ply++;
    return TAFL_OK;
}

int tafl_board_pop(tafl_board *board) {
    if (board->ply == 0) return TAFL_E_STATE;
    board->ply--;
    return TAFL_OK;
}

int tafl_board_ok(const tafl_board *board) {
    return board->ops->ok(board->rules->tables, present(board), board->keys + board->ply);
}

int tafl_board_why(const tafl_board *board, uint32_t move, int *square) {
    const int squares = board->rules->spec.dim * board->rules->spec.dim;
    *square = TAFL_NO_SQUARE;
    if ((int)from_of(move) >= squares || (int)to_of(move) >= squares) return TAFL_WHY_NO_LINE;
    return board->ops->why(board->rules->tables, present(board), move, square);
}

uint64_t tafl_board_perft(tafl_board *board, int depth, int mode) {
    if (depth < 0 || depth > TAFL_MAX_PLY || reserve(board, board->ply + depth + 2) != TAFL_OK) return 0;
    return board->ops->perft(board->rules->tables, state_at(board, board->ply),
                             board->keys + board->ply, depth, mode);
}

int tafl_search(tafl_board *board, tafl_search_control *control, tafl_table *table,
                const tafl_limits *limits, tafl_result *result, const tafl_listener *listener) {
    memset(result, 0, sizeof *result);
    if (limits->multipv < 1 || limits->multipv > TAFL_MAX_LINES) return TAFL_E_STATE;
    const int code = reserve(board, board->ply + TAFL_MAX_PLY + 2);
    if (code != TAFL_OK) return code;
    return board->ops->search(board->rules->tables, state_at(board, board->ply),
                              board->keys + board->ply, control, table, limits, result, listener);
}

void tafl_board_eval(const tafl_board *board, tafl_eval *eval) {
    board->ops->eval(board->rules->tables, present(board), eval);
}
