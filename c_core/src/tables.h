/* Rules compiled to tables, once for each set of rules. Part of the template: see core.c.
 *
 * Move generation and captures read these tables and never ask for a rule by name. */

/* Where one type of piece may go, by rank and by file, as bits of a line. Bit `dim` of the blocks
 * is always set: it ends every slide. */
typedef struct {
    uint32_t block[2][MAX_DIM];
    uint32_t nostop[2][MAX_DIM];
    bb stop, shut; /* where it may end a move, and what it cannot pass */
} passage;

enum {
    ON_EDGE = 1,
    ON_ESCAPE = 2,
    ON_LINNAEAN = 4,
    ON_CENTRE = 8,
    ON_CORNER = 16,
    ON_WALL = 32 /* a move to here can close a shieldwall */
};
enum { KING_CUSTODIAL, KING_FOUR, KING_EVERY };
enum { KINDS = 5 };

typedef struct {
    unsigned dim, squares, middle;
    uint32_t line_mask;
    bb board, edge, not_first_file, not_last_file, escapes, kind_squares[KINDS];
    bb near[SQUARES];    /* the neighbours of a square */
    bb inner[SQUARES];   /* those whose far side is on the board too */
    uint64_t around[SQUARES], across[SQUARES]; /* near and inner as bits from window_start() on */
    bb open[2];          /* where every type of a side may pass and stop, wherever it comes from */
    uint8_t rank[SQUARES], file[SQUARES], kind[SQUARES], king_mode[SQUARES];
    uint8_t flags[TAFL_NO_SQUARE + 1];
    uint8_t file_start[MAX_DIM][WORDS], file_rank[MAX_DIM][WORDS]; /* of a file in each word */
    uint64_t file_mask, file_magic; /* how file_bits gathers a file */
    unsigned file_shift;
    uint16_t hostile_full[SQUARES], hostile_empty[SQUARES]; /* piece codes it is hostile to */
    bb stops[PIECES]; /* where a type may stop if it can get there */
    passage pass[PIECES][KINDS]; /* by type, and by kind of the square it starts on */
    uint64_t zobrist[PIECES][SQUARES], zobrist_berserk[SQUARES], zobrist_unmoved[SQUARES];
    uint64_t zobrist_turn;
    tafl_rules_spec spec;
    uint32_t quirks;
    bool surrounded, shieldwall, edge_fort, king_hammer, king_anvil;
    bool tracks_unmoved, any_move_captures, rare_ends;
    uint8_t king_flags; /* the squares on which a king may have ended the game */
    uint32_t exits[2][MAX_DIM];   /* the exits on each rank and file */
    uint32_t exit_lines[2];       /* the ranks and files that have any */
    bb hostile_to_king;           /* empty squares that are */
    uint8_t exit_steps[SQUARES];  /* steps to the nearest exit, on an empty board */
    int defender_value, eval_offset; /* centi-taflmen; the offset makes the start worth nothing */
    bool pair[2]; /* can this side take a king by the pair rule? */
} tables;

/* Where the window of 64 bits begins in which a square's neighbours lie. */
static inline unsigned window_start(const tables *T, unsigned sq) {
    return WORDS == 1 || sq < T->dim ? 0 : sq - T->dim;
}

static bool quirk(const tables *T, uint32_t which) { return (T->quirks & which) != 0; }

/* Steven Vigna's splitmix64 finaliser: keys depend on the place and piece alone, so that they are
 * the same in every process, width and build. */
static uint64_t mix(uint64_t x) {
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

static void build_keys(tables *T) {
    for (unsigned sq = 0; sq < T->squares; sq++) {
        const uint64_t place = (uint64_t)T->rank[sq] * 32 + T->file[sq];
        for (unsigned pc = 0; pc < PIECES; pc++) T->zobrist[pc][sq] = mix(place * 16 + pc);
        T->zobrist_berserk[sq] = mix(place * 16 + 12);
        T->zobrist_unmoved[sq] = mix(place * 16 + 13);
    }
    T->zobrist_turn = mix(14);
}

static void build_geometry(tables *T) {
    const unsigned n = T->dim;
    T->not_first_file = T->not_last_file = none();
    for (unsigned sq = 0; sq < T->squares; sq++) {
        const unsigned r = sq / n, f = sq % n;
        T->rank[sq] = (uint8_t)r;
        T->file[sq] = (uint8_t)f;
        add(&T->board, sq);
        if (f > 0) add(&T->not_first_file, sq);
        if (f < n - 1) add(&T->not_last_file, sq);
        if (r == 0 || f == 0 || r == n - 1 || f == n - 1) {
            add(&T->edge, sq);
            T->flags[sq] |= ON_EDGE;
        }
        if (f > 0) add(&T->near[sq], sq - 1);
        if (f < n - 1) add(&T->near[sq], sq + 1);
        if (r > 0) add(&T->near[sq], sq - n);
        if (r < n - 1) add(&T->near[sq], sq + n);
        if (f > 1) add(&T->inner[sq], sq - 1);
        if (f + 2 < n) add(&T->inner[sq], sq + 1);
        if (r > 1) add(&T->inner[sq], sq - n);
        if (r + 2 < n) add(&T->inner[sq], sq + n);
        T->around[sq] = line_bits(&T->near[sq], window_start(T, sq));
        T->across[sq] = line_bits(&T->inner[sq], window_start(T, sq));
    }
}

/* For file_bits: one product brings bits that are `dim` apart together at the top of a word. */
static void build_files(tables *T) {
    const unsigned n = T->dim, most = (63 + n) / n, ranks = most < n ? most : n;
    T->file_shift = 64 - ranks;
    for (unsigned r = 0; r < ranks; r++) {
        T->file_mask |= 1ull << (r * n);
        T->file_magic |= 1ull << (T->file_shift - r * (n - 1));
    }
    for (unsigned f = 0; f < n; f++) {
        for (unsigned i = 0; i < WORDS; i++) {
            const unsigned r = 64 * i > f ? (64 * i - f + n - 1) / n : 0;
            /* A word that the file does not come to is not full: its last bit is never set. */
            T->file_start[f][i] = (uint8_t)(r < n ? r * n + f - 64 * i : 63);
            T->file_rank[f][i] = (uint8_t)(r < n ? r : 0);
        }
    }
}

static void build_squares(tables *T) {
    const tafl_rules_spec *S = &T->spec;
    for (unsigned sq = 0; sq < T->squares; sq++) {
        const unsigned kind = S->kind[sq];
        T->kind[sq] = (uint8_t)kind;
        add(&T->kind_squares[kind], sq);
        if (S->escape[sq]) {
            add(&T->escapes, sq);
            T->flags[sq] |= ON_ESCAPE;
        }
        if (kind == TAFL_KIND_CENTRE) T->flags[sq] |= ON_CENTRE;
        if (kind == TAFL_KIND_CORNER) T->flags[sq] |= ON_CORNER;
        if (kind == TAFL_KIND_PLAIN) continue;
        T->hostile_full[sq] = S->special[kind].hostile;
        T->hostile_empty[sq] = S->special[kind].hostile_empty;
    }
}

static void build_pair(tables *T) {
    const int strength = T->spec.king_strength;
    if (strength != TAFL_KING_STRONG && strength != TAFL_KING_CENTRE) return;
    for (unsigned sq = 0; sq < T->squares; sq++) {
        const unsigned pc = T->spec.start[sq];
        if (pc == TAFL_EMPTY || (pc % TYPES != COMMANDER && pc % TYPES != KNIGHT)) continue;
        T->pair[pc / TYPES] = true;
    }
}

static void build_king(tables *T) {
    const tafl_rules_spec *S = &T->spec;
    for (unsigned sq = 0; sq < T->squares; sq++) {
        const bool central = T->kind[sq] == TAFL_KIND_CENTRE ||
                             meets(&T->near[sq], &T->kind_squares[TAFL_KIND_CENTRE]);
        uint8_t mode = KING_FOUR;
        if (S->king_strength == TAFL_KING_WEAK) mode = KING_CUSTODIAL;
        if (S->king_strength == TAFL_KING_MIDDLING) mode = KING_EVERY;
        if (S->king_strength == TAFL_KING_CENTRE && !central) mode = KING_CUSTODIAL;
        T->king_mode[sq] = mode;
    }
    build_pair(T);
    if (!S->linnaean || T->dim % 2 == 0) return;
    T->middle = T->squares / 2;
    T->flags[T->middle - 2] |= ON_LINNAEAN;
    T->flags[T->middle + 2] |= ON_LINNAEAN;
    T->flags[T->middle - 2 * T->dim] |= ON_LINNAEAN;
    T->flags[T->middle + 2 * T->dim] |= ON_LINNAEAN;
}

/* Which moves can close a shieldwall, and which endings need a look after every move? */
static void build_rare(tables *T) {
    const bool any_move = !T->spec.shieldwall_flanking && quirk(T, TAFL_QUIRK_SHIELDWALL_ANY_MOVE);
    T->any_move_captures = T->shieldwall && (any_move || quirk(T, TAFL_QUIRK_SHIELDWALL_ROW_LEAK));
    T->rare_ends = quirk(T, TAFL_QUIRK_DEFENDERS_BLOCKED) ||
                   (T->edge_fort && quirk(T, TAFL_QUIRK_OPEN_FORT));
    T->king_flags = T->edge_fort ? ON_ESCAPE | ON_EDGE : ON_ESCAPE;
    for (unsigned sq = 0; sq < T->squares && T->shieldwall; sq++) {
        const bool may = !T->spec.shieldwall_flanking || (T->flags[sq] & ON_EDGE);
        if (may) T->flags[sq] |= ON_WALL;
    }
}

/* May a piece of this type, sliding from a square of kind `from`, pass a square of kind `kind`? */
static bool may_enter(const tables *T, unsigned pc, unsigned from, unsigned kind) {
    return from == kind || (T->spec.special[kind].enters >> pc & 1);
}

static void build_passage(tables *T, unsigned pc, unsigned from) {
    passage *P = &T->pass[pc][from];
    for (unsigned line = 0; line < T->dim; line++) P->block[0][line] = P->block[1][line] = ~T->line_mask;
    for (unsigned sq = 0; sq < T->squares; sq++) {
        const unsigned kind = T->kind[sq], r = T->rank[sq], f = T->file[sq];
        const tafl_square_rules *K = &T->spec.special[kind];
        const bool enter = kind == TAFL_KIND_PLAIN || may_enter(T, pc, from, kind);
        const bool pass = enter && (kind == TAFL_KIND_PLAIN || (K->passes >> pc & 1));
        if (kind == TAFL_KIND_PLAIN || (K->stops >> pc & 1)) add(&T->stops[pc], sq);
        const bool stop = enter && (kind == TAFL_KIND_PLAIN || (K->stops >> pc & 1));
        if (!pass) {
            add(&P->shut, sq);
            P->block[0][r] |= 1u << f;
            P->block[1][f] |= 1u << r;
        }
        if (stop) {
            add(&P->stop, sq);
        } else {
            P->nostop[0][r] |= 1u << f;
            P->nostop[1][f] |= 1u << r;
        }
        if ((!pass || !stop) && from == TAFL_KIND_PLAIN) drop(&T->open[pc >= TYPES], sq);
    }
}

/* What the evaluation wants to know of the exits and the armies. */
static void build_eval(tables *T) {
    const int n = (int)T->dim;
    memset(T->exit_steps, n, sizeof T->exit_steps);
    EACH_SQUARE(exit, T->escapes) {
        for (unsigned sq = 0; sq < T->squares; sq++) {
            const int dr = abs(T->rank[sq] - T->rank[exit]), df = abs(T->file[sq] - T->file[exit]);
            if (dr + df < T->exit_steps[sq]) T->exit_steps[sq] = (uint8_t)(dr + df);
        }
        T->exits[0][T->rank[exit]] |= 1u << T->file[exit];
        T->exits[1][T->file[exit]] |= 1u << T->rank[exit];
        T->exit_lines[0] |= 1u << T->rank[exit];
        T->exit_lines[1] |= 1u << T->file[exit];
    }
    int men[2] = {0, 0};
    for (unsigned sq = 0; sq < T->squares; sq++) {
        const unsigned pc = T->spec.start[sq];
        if (pc != TAFL_EMPTY) men[pc / TYPES]++;
        if (T->hostile_empty[sq] >> (TYPES + KING) & 1) add(&T->hostile_to_king, sq);
    }
    const int ratio = men[1] ? 100 * men[0] / men[1] : 100;
    T->defender_value = ratio < 100 ? 100 : ratio > 250 ? 250 : ratio;
    T->eval_offset = men[1] * T->defender_value - men[0] * 100;
}

static void *tables_new(const tafl_rules_spec *spec) {
    tables *T = calloc(1, sizeof *T);
    if (!T) return NULL;
    T->spec = *spec;
    T->dim = (unsigned)spec->dim;
    T->squares = T->dim * T->dim;
    T->line_mask = (1u << T->dim) - 1;
    T->quirks = spec->quirks;
    T->middle = TAFL_NO_SQUARE;
    T->surrounded = spec->surrounded != 0;
    T->shieldwall = spec->shieldwall != TAFL_SHIELDWALL_NONE;
    T->edge_fort = spec->edge_fort != 0;
    T->king_hammer = spec->king_hammer != 0;
    T->king_anvil = spec->king_anvil != 0;
    T->tracks_unmoved = T->shieldwall && spec->shieldwall_flanking &&
                        quirk(T, TAFL_QUIRK_SHIELDWALL_FIRST_MOVE);
    build_geometry(T);
    build_files(T);
    build_squares(T);
    build_king(T);
    build_rare(T);
    build_keys(T);
    build_eval(T);
    T->open[0] = T->open[1] = T->board;
    for (unsigned pc = 0; pc < PIECES; pc++) {
        for (unsigned kind = 0; kind < KINDS; kind++) build_passage(T, pc, kind);
    }
    return T;
}
