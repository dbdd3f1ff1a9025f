/* In which order moves are tried. Part of the template: see core.c. */

enum {
    HISTORY_LIMIT = 1 << 13,
    CAPTURE_BONUS = 1 << 16,
    KILLER_BONUS = 1 << 15
};

typedef struct {
    uint32_t move;
    int32_t score;
} scored_move;

typedef struct {
    uint32_t killers[TAFL_MAX_PLY + 2][2];
    int16_t history[2][SQUARES][SQUARES];
} order_tables;

/* Is this move legal here? For moves that come from a table or another position. */
static bool is_legal(const tables *T, const state *s, uint32_t move) {
    const unsigned from = from_of(move), to = to_of(move);
    if (!move || from >= T->squares || to >= T->squares || !has(&s->side[s->turn], from)) return false;
#if !TAFL_PLAIN
    uint32_t list[TAFL_MAX_MOVES];
    const uint32_t *end = generate(T, s, list);
    for (const uint32_t *m = list; m < end; m++) {
        if (*m == move) return true;
    }
    return false;
#else
    if (s->outcome) return false;
    const bb all = occupied(s);
    uint32_t bits[2];
    slides(T, &all, from, s->turn * TYPES + type_at(s, from), bits);
    if (T->rank[from] == T->rank[to]) return bits[RANK] >> T->file[to] & 1;
    return T->file[from] == T->file[to] && (bits[FILE_] >> T->rank[to] & 1);
#endif
}

/* Does the move seem to take something? Judged on the board before the move. */
static inline bool looks_like_capture(const tables *T, const state *s, uint32_t move) {
    if (!meets(&T->near[to_of(move)], &s->side[s->turn ^ 1]) && !(move & TAFL_JUMP)) return false;
    return captures_before(T, s, move);
}

/* The moves of a node in the order in which they are tried: the table's before any others are
 * generated, then captures, killers and the rest by history; on the last ply killers come early. */
typedef struct {
    uint32_t early[3];
    int earlies, n, next;
    bool generated, rest; /* rest: none that is left has a score, so they come as they are */
    uint32_t fresh[TAFL_MAX_MOVES];
    scored_move list[TAFL_MAX_MOVES];
} move_list;

static void add_early(const tables *T, const state *s, move_list *M, uint32_t move) {
    for (int i = 0; i < M->earlies; i++) {
        if (M->early[i] == move) return;
    }
    if (is_legal(T, s, move)) M->early[M->earlies++] = move;
}

static inline void start_list(const tables *T, const state *s, const order_tables *O, int ply,
                              int depth, uint32_t table_move, move_list *M) {
    M->earlies = M->n = M->next = 0;
    M->generated = M->rest = false;
    add_early(T, s, M, table_move);
    if (depth == 1) {
        add_early(T, s, M, O->killers[ply][0]);
        add_early(T, s, M, O->killers[ply][1]);
    }
}

static inline void fill_list(const tables *T, const state *s, const order_tables *O, int ply, int depth,
                             move_list *M) {
    const uint32_t *end = generate(T, s, M->fresh);
    M->n = M->next = 0;
    M->generated = true;
    for (const uint32_t *m = M->fresh; m < end; m++) {
        bool tried = false;
        for (int i = 0; i < M->earlies; i++) tried |= *m == M->early[i];
        if (tried) continue;
        int score = 0; /* on the last ply history is not worth looking up */
        if (looks_like_capture(T, s, *m)) {
            score = CAPTURE_BONUS;
        } else if (*m == O->killers[ply][0] || *m == O->killers[ply][1]) {
            score = KILLER_BONUS + (*m == O->killers[ply][0]);
        } else if (depth > 1) {
            score = O->history[s->turn][from_of(*m)][to_of(*m)];
        }
        M->list[M->n++] = (scored_move){*m, score};
    }
}

/* The best of the moves that are left, or 0. Sorting stops where scores are no longer positive. */
static inline uint32_t next_move(const tables *T, const state *s, const order_tables *O, int ply, int depth,
                                 move_list *M) {
    if (!M->generated) {
        if (M->next < M->earlies) return M->early[M->next++];
        fill_list(T, s, O, ply, depth, M);
    }
    if (M->next == M->n) return 0;
    scored_move *left = M->list + M->next;
    if (!M->rest) {
        int best = 0;
        for (int i = 1; i < M->n - M->next; i++) {
            if (left[i].score > left[best].score) best = i;
        }
        const scored_move found = left[best];
        left[best] = left[0];
        left[0] = found;
        M->rest = found.score <= 0;
    }
    M->next++;
    return left[0].move;
}

static void raise(int16_t *entry, int bonus) {
    *entry = (int16_t)(*entry + bonus - *entry * (bonus < 0 ? -bonus : bonus) / HISTORY_LIMIT);
}

/* Remembers a quiet move that refuted, and that the ones tried before it did not. */
static void remember(order_tables *O, const state *s, int ply, int depth, uint32_t move,
                     const uint32_t *tried, int n) {
    const int bonus = depth * depth < 400 ? depth * depth : 400;
    if (O->killers[ply][0] != move) {
        O->killers[ply][1] = O->killers[ply][0];
        O->killers[ply][0] = move;
    }
    raise(&O->history[s->turn][from_of(move)][to_of(move)], bonus);
    for (int i = 0; i < n; i++) raise(&O->history[s->turn][from_of(tried[i])][to_of(tried[i])], -bonus);
}
