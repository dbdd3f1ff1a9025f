/* Counting move sequences. Part of the template: see core.c. */

#if TAFL_PLAIN
/* The squares that any of these men slide to in one direction, by `shift` bits up or down. No two
 * men come to the same square from the same side, so each square stands for one move. */
static inline bb fill(bb men, bb room, unsigned shift, bool upward) {
    bb reached = none();
    for (;;) {
        men = both(room, upward ? shift_up(men, shift) : shift_down(men, shift));
        if (!any(men)) return reached;
        reached = either(reached, men);
    }
}

/* How many slides the men have that stand where no special rules of passage hold. */
static inline uint64_t count_slides(const tables *T, bb men, const bb *all, unsigned pc) {
    const passage *P = &T->pass[pc][TAFL_KIND_PLAIN];
    const bb room = without(without(T->board, *all), P->shut);
    const bb right = both(room, T->not_first_file), left = both(room, T->not_last_file);
    return count(both(fill(men, right, 1, true), P->stop)) +
           count(both(fill(men, left, 1, false), P->stop)) +
           count(both(fill(men, room, T->dim, true), P->stop)) +
           count(both(fill(men, room, T->dim, false), P->stop));
}
#endif

/* How many moves there are, without writing them down. */
static inline uint64_t count_moves(const tables *T, const state *s) {
    if (s->outcome) return 0;
#if TAFL_PLAIN
    const bb all = occupied(s);
    bb men = both(s->side[s->turn], T->kind_squares[TAFL_KIND_PLAIN]);
    if (s->turn == TAFL_DEFENDERS && has(&men, s->king)) drop(&men, s->king);
    uint64_t n = count_slides(T, men, &all, s->turn * TYPES + TAFLMAN);
    const bb others = without(s->side[s->turn], men);
    EACH_SQUARE(sq, others) {
        uint32_t bits[2];
        slides(T, &all, sq, s->turn * TYPES + type_at(s, sq), bits);
        n += (unsigned)__builtin_popcountll(bits[0] | (uint64_t)bits[1] << 32);
    }
    return n;
#else
    uint32_t list[TAFL_MAX_MOVES];
    return (uint64_t)(generate(T, s, list) - list);
#endif
}

/* Three counters that differ only in what is constant inside them. */
#define PERFT(NAME, WITH_KEYS, LAST_PLY)                                                           \
    static uint64_t NAME(const tables *T, state *s, uint64_t *key, int depth) {                    \
        LAST_PLY                                                                                   \
        uint32_t list[TAFL_MAX_MOVES];                                                             \
        const uint32_t *end = generate(T, s, list);                                                \
        uint64_t nodes = 0;                                                                        \
        for (const uint32_t *m = list; m < end; m++) {                                             \
            make(T, s, key, *m, WITH_KEYS);                                                        \
            nodes += depth == 1 ? 1 : NAME(T, s + 1, key + 1, depth - 1);                          \
        }                                                                                          \
        return nodes;                                                                              \
    }

PERFT(perft_full, true, )
PERFT(perft_no_keys, false, )
PERFT(perft_bulk, true, if (depth == 1) return count_moves(T, s);)

static uint64_t perft(const void *T, void *s, uint64_t *key, int depth, int mode) {
    if (depth <= 0) return 1;
    if (mode == TAFL_PERFT_BULK) return perft_bulk(T, s, key, depth);
    if (mode == TAFL_PERFT_NO_KEYS) return perft_no_keys(T, s, key, depth);
    return perft_full(T, s, key, depth);
}
