/* Sets of squares, TAFL_WORDS words of 64 bits each. Part of the template: see core.c. */

#if TAFL_WORDS == 1
enum { MAX_DIM = 8 };
#elif TAFL_WORDS == 2
enum { MAX_DIM = 11 };
#elif TAFL_WORDS == 3
enum { MAX_DIM = 13 };
#elif TAFL_WORDS == 4
enum { MAX_DIM = 16 };
#elif TAFL_WORDS == 6
enum { MAX_DIM = 19 };
#else
#error "TAFL_WORDS must be 1, 2, 3, 4 or 6"
#endif

enum { WORDS = TAFL_WORDS, SQUARES = MAX_DIM * MAX_DIM };

typedef struct {
    uint64_t w[WORDS];
} bb;

/* For what is rarely needed: the hot path stays short and keeps its registers. */
#define OUT_OF_LINE __attribute__((noinline))
/* For what is worth a copy at each place, since the arguments are constants there. */
#define INLINE static inline __attribute__((always_inline))

#define EACH_WORD(i) for (int i = 0; i < WORDS; i++)

static inline unsigned low_bit(uint64_t x) { return (unsigned)__builtin_ctzll(x); }
static inline unsigned high_bit(uint64_t x) { return 63u - (unsigned)__builtin_clzll(x); }

static inline unsigned word_of(unsigned sq) { return WORDS == 1 ? 0 : sq >> 6; }
static inline uint64_t mask_of(unsigned sq) { return 1ull << (sq & 63); }

static inline bool has(const bb *b, unsigned sq) { return (b->w[word_of(sq)] >> (sq & 63)) & 1; }
static inline void add(bb *b, unsigned sq) { b->w[word_of(sq)] |= mask_of(sq); }
static inline void drop(bb *b, unsigned sq) { b->w[word_of(sq)] &= ~mask_of(sq); }
static inline void flip(bb *b, unsigned sq) { b->w[word_of(sq)] ^= mask_of(sq); }

static inline bb none(void) {
    bb r;
    EACH_WORD(i) r.w[i] = 0;
    return r;
}

static inline bb both(bb a, bb b) {
    EACH_WORD(i) a.w[i] &= b.w[i];
    return a;
}

static inline bb either(bb a, bb b) {
    EACH_WORD(i) a.w[i] |= b.w[i];
    return a;
}

static inline bb without(bb a, bb b) {
    EACH_WORD(i) a.w[i] &= ~b.w[i];
    return a;
}

static inline bool any(bb a) {
    uint64_t x = 0;
    EACH_WORD(i) x |= a.w[i];
    return x != 0;
}

static inline bool meets(const bb *a, const bb *b) {
    uint64_t x = 0;
    EACH_WORD(i) x |= a->w[i] & b->w[i];
    return x != 0;
}

static inline bool same(const bb *a, const bb *b) {
    uint64_t x = 0;
    EACH_WORD(i) x |= a->w[i] ^ b->w[i];
    return x == 0;
}

static inline unsigned count(bb a) {
    unsigned n = 0;
    EACH_WORD(i) n += (unsigned)__builtin_popcountll(a.w[i]);
    return n;
}

/* The lowest square of a set that is not empty. */
static inline unsigned first(const bb *a) {
    EACH_WORD(i) {
        if (a->w[i]) return (unsigned)i * 64 + low_bit(a->w[i]);
    }
    return TAFL_NO_SQUARE;
}

/* Runs the statement that follows once for each square of a set, lowest first. */
#define EACH_SQUARE(sq, set)                                                                       \
    for (int sq##_i = 0; sq##_i < WORDS; sq##_i++)                                                 \
        for (uint64_t sq##_w = (set).w[sq##_i]; sq##_w; sq##_w &= sq##_w - 1)                      \
            for (unsigned sq##_on = 1, sq = (unsigned)sq##_i * 64 + low_bit(sq##_w); sq##_on;      \
                 sq##_on = 0)

static inline bb shift_up(bb a, unsigned k) {
    for (int i = WORDS - 1; i > 0; i--) a.w[i] = a.w[i] << k | a.w[i - 1] >> (64 - k);
    a.w[0] <<= k;
    return a;
}

static inline bb shift_down(bb a, unsigned k) {
    for (int i = 0; i < WORDS - 1; i++) a.w[i] = a.w[i] >> k | a.w[i + 1] << (64 - k);
    a.w[WORDS - 1] >>= k;
    return a;
}

/* The 64 bits from bit `start` on: a line or a neighbourhood, with whatever follows above it. */
static inline uint64_t line_bits(const bb *b, unsigned start) {
    if (WORDS == 1) return b->w[0] >> start;
    const unsigned i = start >> 6, k = start & 63, next = i + 1 < WORDS ? i + 1 : WORDS - 1;
    return b->w[i] >> k | (b->w[next] << 1) << (63 - k);
}
