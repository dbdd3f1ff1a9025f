/* The template: everything that is compiled once for each board width, for plain pieces or all of
 * them, and for each instruction set. The build gives
 *   TAFL_WORDS  1, 2, 3, 4 or 6: words in a set of squares
 *   TAFL_PLAIN  1: taflmen and one king of the defenders, no jumps, speed limits or berserk turns
 *   TAFL_LEVEL  base or v3: part of the name; the compiler's flags say what it means.
 * The parts are headers of static functions, so that the compiler sees the hot path whole. */

#include "internal.h"
#include "tt.h"

#include "bitboard.h"
#include "tables.h"
#include "position.h"
#include "movegen.h"
#include "capture.h"
#include "shieldwall.h"
#include "fort.h"
#include "make.h"
#include "perft.h"
#include "why.h"
#include "eval.h"
#include "order.h"
#include "search.h"

static int turn_of(const void *s) { return ((const state *)s)->turn; }
static int berserk_of(const void *s) { return ((const state *)s)->berserk; }
static int state_outcome(const void *s) { return ((const state *)s)->outcome; }

static uint64_t search_key(const void *state_) {
    const state *s = state_;
    return s->key ^ s->extra;
}

static void make_move(const void *T, void *s, uint64_t *key, uint32_t move) {
    make(T, s, key, move, true);
}

/* The squares that a legal move takes, lowest first. */
static int captures_of(const void *tables_, const void *state_, uint32_t move, uint16_t *squares) {
    const tables *T = tables_;
    const state *s = state_;
    state after = *s;
    const unsigned type = type_at(s, from_of(move));
    lift_and_place(&after, s->turn, from_of(move), to_of(move), type);
    bool emptied = false;
    int n = 0;
    const bb victims = capture(T, s, &after, s->turn, move, type, &emptied);
    EACH_SQUARE(sq, victims) squares[n++] = (uint16_t)sq;
    return n;
}

#define GLUE(a, b, c, d) a##b##_##c##_##d
#define OPS_NAME(words, pieces, level) GLUE(tafl_ops_w, words, pieces, level)
#define QUOTE(x) #x
#define QUOTED(x) QUOTE(x)
#if TAFL_PLAIN
#define PIECES_NAME plain
#else
#define PIECES_NAME full
#endif

extern const tafl_ops OPS_NAME(TAFL_WORDS, PIECES_NAME, TAFL_LEVEL);

const tafl_ops OPS_NAME(TAFL_WORDS, PIECES_NAME, TAFL_LEVEL) = {
    .name = QUOTED(TAFL_WORDS) " words, " QUOTED(PIECES_NAME) ", " QUOTED(TAFL_LEVEL),
    .state_size = sizeof(state),
    .tables_new = tables_new,
    .setup = setup,
    .cells = cells_of,
    .unmoved = unmoved_of,
    .turn = turn_of,
    .berserk = berserk_of,
    .outcome = state_outcome,
    .search_key = search_key,
    .moves = moves,
    .captures = captures_of,
    .make = make_move,
    .why = why,
    .ok = position_ok,
    .perft = perft,
    .search = run_search,
    .eval = explain_value,
};
