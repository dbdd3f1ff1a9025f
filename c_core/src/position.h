/* A position: what stands where, whose turn it is and how the game stands. Copied at every move.
 * Part of the template: see core.c. */

enum { RARE_TYPES = 5 };

typedef struct {
    bb side[2];
    bb path;  /* a way from a defender to the edge past the attackers */
    bb unmoved;
#if !TAFL_PLAIN
    bb rare[RARE_TYPES]; /* c n k m g of both sides; who is in none of them is a taflman */
#endif
    uint64_t key;   /* pieces and side to move */
    uint64_t extra; /* what only the search key knows: berserk square, unmoved men */
    uint32_t quiet; /* plies since a piece was last taken off */
    uint16_t king;  /* where the (first) king of the defenders stands */
    uint16_t berserk;
    uint8_t turn;
    uint8_t outcome;
} state;

static inline bb occupied(const state *s) { return either(s->side[0], s->side[1]); }

static inline unsigned owner(const state *s, unsigned sq) { return has(&s->side[1], sq); }

/* The type of the piece on an occupied square, TAFLMAN to GUARD. */
static inline unsigned type_at(const state *s, unsigned sq) {
#if TAFL_PLAIN
    return sq == s->king ? KING : TAFLMAN;
#else
    for (unsigned i = 0; i < RARE_TYPES; i++) {
        if (has(&s->rare[i], sq)) return i + 1;
    }
    return TAFLMAN;
#endif
}

/* The same where the side is known: plain attackers are all alike. */
static inline unsigned type_of(const state *s, unsigned side, unsigned sq) {
    return TAFL_PLAIN && side == TAFL_ATTACKERS ? TAFLMAN : type_at(s, sq);
}

/* The men of one type and side. */
static inline bb men_of(const state *s, unsigned side, unsigned type) {
#if TAFL_PLAIN
    bb men = s->side[side];
    if (side == TAFL_DEFENDERS && s->king != TAFL_NO_SQUARE) {
        drop(&men, s->king);
        if (type == KING) {
            men = none();
            add(&men, s->king);
        }
    } else if (type == KING) {
        men = none();
    }
    return men;
#else
    if (type != TAFLMAN) return both(s->side[side], s->rare[type - 1]);
    bb men = s->side[side];
    for (unsigned i = 0; i < RARE_TYPES; i++) men = without(men, s->rare[i]);
    return men;
#endif
}

static inline bb kings_of_defenders(const state *s) { return men_of(s, TAFL_DEFENDERS, KING); }

/* Puts a piece on an empty square, or takes it away again. */
static inline void toggle(const tables *T, state *s, unsigned sq, unsigned side, unsigned type) {
    flip(&s->side[side], sq);
    s->key ^= T->zobrist[side * TYPES + type][sq];
#if !TAFL_PLAIN
    if (type != TAFLMAN) flip(&s->rare[type - 1], sq);
#endif
}

static void find_king(state *s) {
#if !TAFL_PLAIN
    const bb kings = kings_of_defenders(s);
    s->king = (uint16_t)first(&kings);
#else
    (void)s;
#endif
}

static bool has_moves(const tables *T, const state *s, unsigned side);
static bool find_path(const tables *T, state *s);

/* Sets up a position as the first of a game. It is not judged, but for a side that cannot move. */
static void setup(const void *tables_, void *state_, uint64_t *key, const uint8_t *cells, int side,
                  const uint8_t *unmoved) {
    const tables *T = tables_;
    state *s = state_;
    memset(s, 0, sizeof *s);
    s->king = s->berserk = TAFL_NO_SQUARE;
    for (unsigned sq = 0; sq < T->squares; sq++) {
        const unsigned pc = cells[sq];
        if (pc == TAFL_EMPTY) continue;
#if TAFL_PLAIN
        if (pc == TYPES + KING) s->king = (uint16_t)sq;
#endif
        toggle(T, s, sq, pc / TYPES, pc % TYPES);
        if (T->tracks_unmoved && (!unmoved || unmoved[sq])) {
            add(&s->unmoved, sq);
            s->extra ^= T->zobrist_unmoved[sq];
        }
    }
    find_king(s);
    s->turn = (uint8_t)side;
    if (side == TAFL_DEFENDERS) s->key ^= T->zobrist_turn;
    *key = s->key;
    /* Where they are surrounded, whatever moves next has them looked at again. */
    if (T->surrounded && !find_path(T, s)) s->path = T->board;
    if (!quirk(T, TAFL_QUIRK_STALEMATE_GOES_ON) && !has_moves(T, s, s->turn)) {
        s->outcome = (uint8_t)outcome_of(TAFL_NO_LEGAL_MOVE, !side);
    }
}

static void cells_of(const void *tables_, const void *state_, uint8_t *cells) {
    const tables *T = tables_;
    const state *s = state_;
    const bb all = occupied(s);
    for (unsigned sq = 0; sq < T->squares; sq++) {
        cells[sq] = has(&all, sq) ? (uint8_t)(owner(s, sq) * TYPES + type_at(s, sq)) : TAFL_EMPTY;
    }
}

static void unmoved_of(const void *tables_, const void *state_, uint8_t *marks) {
    const tables *T = tables_;
    const state *s = state_;
    for (unsigned sq = 0; sq < T->squares; sq++) marks[sq] = has(&s->unmoved, sq);
}

/* Does the path still prove that the defenders are free? Not asked where they are surrounded. */
static bool path_ok(const tables *T, const state *s) {
    state again = *s;
    if (!T->surrounded || s->outcome || same(&s->path, &T->board)) return true;
    return meets(&s->path, &T->edge) && meets(&s->path, &s->side[TAFL_DEFENDERS]) &&
           !meets(&s->path, &s->side[TAFL_ATTACKERS]) && find_path(T, &again);
}

/* Recomputes from the pieces alone all that is kept up move by move. */
static bool position_ok(const void *tables_, const void *state_, const uint64_t *key) {
    const tables *T = tables_;
    const state *s = state_;
    uint8_t cells[SQUARES];
    cells_of(T, s, cells);
    uint64_t pieces = s->turn == TAFL_DEFENDERS ? T->zobrist_turn : 0, extra = 0;
    unsigned king = TAFL_NO_SQUARE;
    for (unsigned sq = T->squares; sq-- > 0;) {
        if (has(&s->unmoved, sq)) extra ^= T->zobrist_unmoved[sq];
        if (cells[sq] == TAFL_EMPTY) continue;
        pieces ^= T->zobrist[cells[sq]][sq];
        if (cells[sq] == TYPES + KING) king = sq;
    }
    if (s->berserk != TAFL_NO_SQUARE) extra ^= T->zobrist_berserk[s->berserk];
    const bb all = occupied(s);
    bool ok = pieces == s->key && *key == s->key && extra == s->extra &&
              king == s->king && !meets(&s->side[0], &s->side[1]) && !any(without(all, T->board)) &&
              !any(without(s->unmoved, all)) && path_ok(T, s);
#if !TAFL_PLAIN
    for (unsigned i = 0; i < RARE_TYPES; i++) {
        ok = ok && !any(without(s->rare[i], all));
        for (unsigned j = 0; j < i; j++) ok = ok && !meets(&s->rare[i], &s->rare[j]);
    }
#endif
    return ok;
}
