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
    slides(T, s, &all, from, s->turn * TYPES + type_at(s, from), bits);
    if (T->rank[from] == T->rank[to]) return bits[RANK] >> T->file[to] & 1;
    return T->file[from] == T->file[to] && (bits[FILE_] >> T->rank[to] & 1);
#endif
}

/* Does the move seem to take something? Judged on the board before the move. */
static inline bool looks_like_capture(const tables *T, const state *s, uint32_t move) {
    if (!meets(&T->near[to_of(move)], &s->side[s->turn ^ 1]) && !(move & TAFL_JUMP)) return false;
    return captures_before(T, s, move);
}

/* The moves that are still to be tried, and how far they are known to be in order. */
typedef struct {
    scored_move list[TAFL_MAX_MOVES];
    int n, next;
    bool rest; /* none that is left has a score, so they come as they are */
} move_list;

/* Captures, killers, then history; on the last ply history is not worth looking up. */
static inline int move_score(const tables *T, const state *s, const order_tables *O, int ply,
                             int depth, uint32_t move) {
    if (looks_like_capture(T, s, move)) return CAPTURE_BONUS;
    if (move == O->killers[ply][0]) return KILLER_BONUS + 1;
    if (move == O->killers[ply][1]) return KILLER_BONUS;
    return depth > 1 ? O->history[s->turn][from_of(move)][to_of(move)] : 0;
}

static inline void fill_list(const tables *T, const state *s, const order_tables *O, int ply,
                             int depth, uint32_t but, move_list *M) {
    uint32_t moves_here[TAFL_MAX_MOVES];
    const uint32_t *end = generate(T, s, moves_here);
    M->n = M->next = 0;
    M->rest = false;
    for (const uint32_t *m = moves_here; m < end; m++) {
        if (*m != but) M->list[M->n++] = (scored_move){*m, move_score(T, s, O, ply, depth, *m)};
    }
}

/* The best of the moves that are left, or 0. Sorting stops where scores are no longer positive. */
static inline uint32_t pick(move_list *M) {
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
