/* Why is a move not legal? Asked only once it has been refused. Part of the template: see core.c. */

/* What a slide over these squares meets first, or TAFL_WHY_LEGAL. */
static int why_not_slide(const tables *T, const state *s, unsigned from, unsigned to, unsigned pc,
                         int *square) {
    const unsigned r = T->rank[from];
    const int n = (int)T->dim, span = (int)to - (int)from;
    const int step = r == T->rank[to] ? (span > 0 ? 1 : -1) : (span > 0 ? n : -n);
    const passage *P = &T->pass[pc][T->kind[from]];
    const bb all = occupied(s);
    unsigned far = 0;
    for (unsigned sq = from; sq != to;) {
        sq = (unsigned)((int)sq + step);
        far++;
        *square = (int)sq;
        const unsigned kind = T->kind[sq];
        if (has(&all, sq)) return sq == to ? TAFL_WHY_OCCUPIED : TAFL_WHY_BLOCKED;
        if (kind != TAFL_KIND_PLAIN && !may_enter(T, pc, T->kind[from], kind)) return TAFL_WHY_ENTER;
        if (sq != to && has(&P->shut, sq)) return TAFL_WHY_PASS;
    }
    if (!has(&P->stop, to)) return TAFL_WHY_STOP;
    if (has(&P->shut, to)) return TAFL_WHY_PASS;
    if (T->spec.speed[pc] && far > T->spec.speed[pc]) return TAFL_WHY_FAR;
    return TAFL_WHY_LEGAL;
}

/* `move` is given by its two squares; returns a TAFL_WHY_ code and the square it is about. */
static int why(const void *tables_, const void *state_, uint32_t move, int *square) {
    const tables *T = tables_;
    const state *s = state_;
    const unsigned from = from_of(move), to = to_of(move);
    *square = (int)from;
    uint32_t list[TAFL_MAX_MOVES];
    const uint32_t *end = generate(T, s, list);
    for (const uint32_t *m = list; m < end; m++) {
        if (from_of(*m) == from && to_of(*m) == to) return TAFL_WHY_LEGAL;
    }
    if (s->outcome) return TAFL_WHY_GAME_OVER;
    if (has(&s->side[!s->turn], from)) return TAFL_WHY_OTHER_SIDE;
    if (!has(&s->side[s->turn], from)) return TAFL_WHY_EMPTY;
    if (s->berserk != TAFL_NO_SQUARE && s->berserk != from) {
        *square = s->berserk;
        return TAFL_WHY_BERSERK_PIECE;
    }
    *square = (int)to;
    if (from == to || (T->rank[from] != T->rank[to] && T->file[from] != T->file[to])) {
        return TAFL_WHY_NO_LINE;
    }
    const unsigned pc = s->turn * TYPES + type_at(s, from);
    const int reason = why_not_slide(T, s, from, to, pc, square);
    return reason == TAFL_WHY_LEGAL ? TAFL_WHY_MUST_CAPTURE : reason;
}
