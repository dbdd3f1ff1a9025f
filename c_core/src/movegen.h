/* Which moves are there? Slides are read off lines of up to 19 bits; no instruction that some
 * machine lacks is needed. Part of the template: see core.c. */

enum { RANK, FILE_ };

/* The bits of a file: those of each word, which are `dim` apart, are gathered by a product. */
static inline uint64_t file_bits(const tables *T, const bb *b, unsigned f) {
    uint64_t line = 0;
    EACH_WORD(i) {
        const uint64_t bits = b->w[i] >> T->file_start[f][i] & T->file_mask;
        line |= (bits * T->file_magic >> T->file_shift) << T->file_rank[f][i];
    }
    return line;
}

/* The squares of a line that a piece at `at` can slide to past these blocks, as bits. */
static inline uint32_t slide_bits(uint64_t line, uint32_t block, unsigned at) {
    const uint64_t bit = 1ull << at, blocks = line | block | bit;
    const uint64_t above = (blocks - 2 * bit) & ~blocks; /* a borrow runs up to the next block */
    const uint64_t below = (blocks & (bit - 1)) << 1 | 1;
    return (uint32_t)(above | (bit - (1ull << high_bit(below))));
}

/* What a slide from square `at` of a rank or file can end on, as bits of that line. */
static inline uint32_t reach(const tables *T, const bb *all, const passage *P, int way,
                             unsigned index, unsigned at) {
    const uint64_t line = way == RANK ? line_bits(all, index * T->dim) : file_bits(T, all, index);
    return slide_bits(line, P->block[way][index], at) & ~P->nostop[way][index];
}

#if !TAFL_PLAIN
/* Leaves of a reach only what a speed limit allows. */
static inline uint32_t within(uint32_t bits, unsigned at, unsigned speed) {
    if (speed == 0) return bits;
    const unsigned low = at > speed ? at - speed : 0;
    return bits & (uint32_t)((2ull << (at + speed)) - (1ull << low));
}
#endif

/* The slides of one piece as bits of its rank and of its file. */
static inline void slides(const tables *T, const bb *all, unsigned sq, unsigned pc, uint32_t out[2]) {
    const unsigned r = T->rank[sq], f = T->file[sq];
    const passage *P = &T->pass[pc][T->kind[sq]];
    out[RANK] = reach(T, all, P, RANK, r, f);
    out[FILE_] = reach(T, all, P, FILE_, f, r);
#if !TAFL_PLAIN
    out[RANK] = within(out[RANK], f, T->spec.speed[pc]);
    out[FILE_] = within(out[FILE_], r, T->spec.speed[pc]);
#endif
}

static inline uint32_t *write_slides(const tables *T, unsigned sq, const uint32_t reach[2],
                                     uint32_t *out) {
    const uint32_t row = sq | (sq - T->file[sq]) << 9, column = sq | (uint32_t)T->file[sq] << 9;
    const uint32_t step = T->dim << 9;
    for (uint32_t bits = reach[RANK]; bits; bits &= bits - 1) *out++ = row + (low_bit(bits) << 9);
    for (uint32_t bits = reach[FILE_]; bits; bits &= bits - 1) *out++ = column + low_bit(bits) * step;
    return out;
}

#if !TAFL_PLAIN
static inline unsigned jump_mode(const tables *T, unsigned type) {
    if (type == GUARD && quirk(T, TAFL_QUIRK_GUARD_JUMPS)) return TAFL_JUMP_NONE;
    return T->spec.jump[type];
}

/* Is this a square that restricted jumps of a side may start from or end on? */
static bool jump_square(const tables *T, unsigned side, unsigned sq) {
    const unsigned kind = T->kind[sq];
    if (kind == TAFL_KIND_PLAIN) return false;
    if (quirk(T, TAFL_QUIRK_JUMP_ANY_SPECIAL)) return true;
    return kind != (side == TAFL_ATTACKERS ? TAFL_KIND_DFORT : TAFL_KIND_AFORT);
}

/* The squares that a piece can jump to. */
static bb jumps(const tables *T, const state *s, const bb *all, unsigned sq, unsigned side,
                unsigned type) {
    bb targets = none();
    const unsigned mode = jump_mode(T, type);
    if (mode == TAFL_JUMP_NONE) return targets;
    const passage *P = &T->pass[side * TYPES + type][T->kind[sq]];
    const bb beside = both(T->inner[sq], s->side[side ^ 1]);
    EACH_SQUARE(over, beside) {
        const unsigned victim = type_at(s, over), to = 2 * over - sq;
        const bool low = victim == TAFLMAN || victim == MERCENARY || victim == GUARD;
        const bool free = !has(all, to) && has(&P->stop, to);
        const bool placed = mode != TAFL_JUMP_RESTRICTED || jump_square(T, side, sq) ||
                            jump_square(T, side, to);
        if (low && free && placed) add(&targets, to);
    }
    return targets;
}
#endif

static inline uint32_t *moves_of_piece(const tables *T, const state *s, const bb *all, unsigned sq,
                                       unsigned side, unsigned type, uint32_t *out) {
    uint32_t bits[2];
    slides(T, all, sq, side * TYPES + type, bits);
    out = write_slides(T, sq, bits, out);
#if TAFL_PLAIN
    (void)s;
#else
    if (jump_mode(T, type) != TAFL_JUMP_NONE) {
        const bb targets = jumps(T, s, all, sq, side, type);
        EACH_SQUARE(to, targets) *out++ = sq | to << 9 | TAFL_JUMP;
    }
#endif
    return out;
}

static bool can_capture(const tables *T, const state *s, uint32_t move);

/* All moves of a side, as if it were its turn; berserk turns and endings are not looked at. */
static inline uint32_t *moves_of_side(const tables *T, const state *s, unsigned side,
                                      uint32_t *out) {
    const bb all = occupied(s);
#if TAFL_PLAIN
    bb men = s->side[side];
    if (side == TAFL_DEFENDERS && s->king != TAFL_NO_SQUARE) {
        drop(&men, s->king);
        out = moves_of_piece(T, s, &all, s->king, side, KING, out);
    }
    EACH_SQUARE(sq, men) out = moves_of_piece(T, s, &all, sq, side, TAFLMAN, out);
#else
    for (unsigned type = 0; type < TYPES; type++) {
        const bb men = men_of(s, side, type);
        EACH_SQUARE(sq, men) out = moves_of_piece(T, s, &all, sq, side, type, out);
    }
#endif
    return out;
}

/* The moves of the piece that is in a berserk turn. */
static inline uint32_t *berserk_moves(const tables *T, const state *s, uint32_t *out) {
    const bb all = occupied(s);
    uint32_t list[TAFL_MAX_MOVES], *end;
    end = moves_of_piece(T, s, &all, s->berserk, s->turn, type_at(s, s->berserk), list);
    const bool must = T->spec.berserk == TAFL_BERSERK_CAPTURE && !quirk(T, TAFL_QUIRK_BERSERK_FREE);
    for (uint32_t *m = list; m < end; m++) {
        if (!must || can_capture(T, s, *m)) *out++ = *m;
    }
    return out;
}

/* The legal moves; none when the game is over. */
static inline uint32_t *generate(const tables *T, const state *s, uint32_t *out) {
    if (s->outcome) return out;
#if !TAFL_PLAIN
    if (s->berserk != TAFL_NO_SQUARE) return berserk_moves(T, s, out);
#endif
    if (TAFL_PLAIN && s->turn == TAFL_ATTACKERS) return moves_of_side(T, s, TAFL_ATTACKERS, out);
    if (TAFL_PLAIN) return moves_of_side(T, s, TAFL_DEFENDERS, out);
    return moves_of_side(T, s, s->turn, out);
}

static int moves(const void *T, const void *s, uint32_t *out) {
    return (int)(generate(T, s, out) - out);
}

/* Can a side make any move? Only if none has a free square above
 * or below it are the moves generated. */
static OUT_OF_LINE bool has_moves(const tables *T, const state *s, unsigned side) {
    const bb free = without(T->open[side], occupied(s));
    const bb up = shift_up(s->side[side], T->dim), down = shift_down(s->side[side], T->dim);
    if (meets(&up, &free) || meets(&down, &free)) return true;
    uint32_t list[TAFL_MAX_MOVES];
    return moves_of_side(T, s, side, list) != list;
}

/* Can somebody step up or down to a free square of `room`? A look at one word only, which nearly
 * always finds one. */
static inline bool steps(const tables *T, const state *s, unsigned side, const bb *room) {
    enum { MIDDLE = (WORDS - 1) / 2 };
    const uint64_t men = s->side[side].w[MIDDLE];
    const uint64_t free = room->w[MIDDLE] & ~(men | s->side[side ^ 1].w[MIDDLE]);
    return (men << T->dim | men >> T->dim) & free;
}

static inline bool can_move(const tables *T, const state *s, unsigned side) {
    return steps(T, s, side, &T->open[side]) || has_moves(T, s, side);
}
