/* Counting move sequences. Part of the template: see core.c. */

/* How many moves there are, without writing them down. */
static inline uint64_t count_moves(const tables *T, const state *s) {
    if (s->outcome) return 0;
#if TAFL_PLAIN
    const bb all = occupied(s);
    uint64_t n = 0;
    EACH_SQUARE(sq, s->side[s->turn]) {
        uint32_t bits[2];
        slides(T, s, &all, sq, s->turn * TYPES + type_at(s, sq), bits);
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
