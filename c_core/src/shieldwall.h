/* Shieldwalls: rows of enemies along an edge, walled in. Part of the template: see core.c. */

/* One of the four edges, walked by index 0 to dim - 1. */
typedef struct {
    unsigned start;
    int along, inward;
} edge_line;

static edge_line edge_at(const tables *T, int which) {
    const int n = (int)T->dim;
    switch (which) {
        case 0: return (edge_line){0, 1, n};
        case 1: return (edge_line){T->squares - T->dim, 1, -n};
        case 2: return (edge_line){0, n, 1};
        default: return (edge_line){T->dim - 1, n, -1};
    }
}

static unsigned edge_square(edge_line e, unsigned index) {
    return (unsigned)((int)e.start + e.along * (int)index);
}

static unsigned inward_of(edge_line e, unsigned sq) { return (unsigned)((int)sq + e.inward); }

/* Does a row that reaches up to this square of the edge end there? */
static bool closes(const tables *T, const state *s, unsigned us, unsigned sq) {
    if (has(&s->side[us], sq)) return true;
    return T->spec.shieldwall == TAFL_SHIELDWALL_STRONG && (T->flags[sq] & ON_CORNER);
}

/* Is this a man of a row, walled in on its inner side? */
static bool in_row(const tables *T, const state *s, unsigned us, edge_line e, unsigned sq) {
    return has(&s->side[us ^ 1], sq) && has(&s->side[us], inward_of(e, sq)) &&
           !closes(T, s, us, sq);
}

/* Adds the men of the row that the square with this index belongs to, if it is walled in. */
static void take_row(const tables *T, const state *s, unsigned us, edge_line e, unsigned index,
                     bb *victims) {
    if (!in_row(T, s, us, e, edge_square(e, index))) return;
    unsigned low = index, high = index;
    while (low > 0 && in_row(T, s, us, e, edge_square(e, low - 1))) low--;
    while (high + 1 < T->dim && in_row(T, s, us, e, edge_square(e, high + 1))) high++;
    if (high == low || low == 0 || high + 1 == T->dim) return;
    if (!closes(T, s, us, edge_square(e, low - 1)) || !closes(T, s, us, edge_square(e, high + 1))) {
        return;
    }
    for (unsigned i = low; i <= high; i++) {
        const unsigned sq = edge_square(e, i), type = type_at(s, sq);
        if (type != KING && type != GUARD) add(victims, sq);
    }
}

/* The rows that the piece on `to` closes as an end, or (`swf:n`) as an inner man. */
static bb rows_closed_by(const tables *T, const state *s, unsigned us, unsigned to) {
    bb victims = none();
    for (int which = 0; which < 4; which++) {
        const edge_line e = edge_at(T, which);
        const unsigned index = which < 2 ? T->file[to] : T->rank[to], here = edge_square(e, index);
        if (here == to) {
            if (index > 0) take_row(T, s, us, e, index - 1, &victims);
            if (index + 1 < T->dim) take_row(T, s, us, e, index + 1, &victims);
        } else if (!T->spec.shieldwall_flanking && inward_of(e, here) == to) {
            take_row(T, s, us, e, index, &victims);
        }
    }
    return victims;
}

/* [opentafl] Every walled row of the enemy falls, if each side has two men on the edges. */
static bb rows_standing(const tables *T, const state *s, unsigned us) {
    bb victims = none();
    if (count(both(s->side[0], T->edge)) < 2 || count(both(s->side[1], T->edge)) < 2) return victims;
    for (int which = 0; which < 4; which++) {
        for (unsigned i = 0; i < T->dim; i++) take_row(T, s, us, edge_at(T, which), i, &victims);
    }
    return victims;
}

/* What a move takes by a shieldwall; `after` has the piece on its new square and the men that it
 * took otherwise gone. */
static bb shieldwall(const tables *T, const state *before, const state *after, uint32_t move,
                     unsigned type) {
    const unsigned us = before->turn;
    if (type == GUARD) return none();
    if (!T->spec.shieldwall_flanking && quirk(T, TAFL_QUIRK_SHIELDWALL_ANY_MOVE)) {
        return rows_standing(T, after, us);
    }
    if (T->tracks_unmoved && has(&before->unmoved, from_of(move))) return none();
    return rows_closed_by(T, after, us, to_of(move));
}
