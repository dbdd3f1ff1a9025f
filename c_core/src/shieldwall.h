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

/* Each side needs two men on the edges before OpenTafl looks for rows. */
static bool edges_manned(const tables *T, const state *s) {
    return count(both(s->side[0], T->edge)) >= 2 && count(both(s->side[1], T->edge)) >= 2;
}

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
    if (!edges_manned(T, s)) return victims;
    for (int which = 0; which < 4; which++) {
        for (unsigned i = 0; i < T->dim; i++) take_row(T, s, us, edge_at(T, which), i, &victims);
    }
    return victims;
}

/* A row and the men that wall it in, as OpenTafl's search notes them. */
typedef struct {
    bb row, wall;
    unsigned length;
    bool noted, manned; /* manned: its far end is a man, not a corner */
} walled_row;

enum { MAX_ROWS = 4 * MAX_DIM };

/* One edge of that search. The row in hand is rows[*last]; it lives on when the edge is left at a
 * corner, which is the quirk. */
static void search_edge(const tables *T, const state *s, unsigned own, edge_line e,
                        walled_row *rows, unsigned *last) {
    const bb *men = &s->side[own];
    bool open = false;
    unsigned n = 0;
    for (unsigned i = 0; i < T->dim; i++) {
        const unsigned sq = edge_square(e, i), in = inward_of(e, sq);
        const bool corner = T->spec.shieldwall == TAFL_SHIELDWALL_STRONG && (T->flags[sq] & ON_CORNER);
        walled_row *here = &rows[*last];
        const bool wall_behind = has(men, in), ours = has(men, sq);
        if (!open && (corner || ours)) {
            open = true;
            if (!corner) add(&here->wall, sq);
            continue;
        }
        if (open && corner) {
            here->noted = here->noted || here->length >= 2;
            return;
        }
        const bool flanked = n + 1 < T->dim && has(men, edge_square(e, n + 1));
        const bool inside = wall_behind && (!ours || flanked || type_at(s, sq) == KING);
        if (open && inside) {
            add(&here->row, sq);
            add(&here->wall, in);
            here->length++;
        } else if (open) {
            if (ours && here->length >= 2) {
                add(&here->wall, sq);
                here->noted = here->manned = true;
            }
            ++*last;
            open = ours;
        }
        if (!ours) n++;
    }
}

/* [opentafl] All rows along the edges with men of `own` behind every square and at both ends. */
static unsigned search_rows(const tables *T, const state *s, unsigned own, walled_row *rows) {
    unsigned last = 0;
    memset(rows, 0, MAX_ROWS * sizeof *rows);
    for (int which = 0; which < 4; which++) search_edge(T, s, own, edge_at(T, which), rows, &last);
    return last + 1;
}

/* [opentafl] The men that fall to the mover's walls after a move. */
static bb leaky_rows(const tables *T, const state *before, const state *after, uint32_t move) {
    bb victims = none();
    const unsigned us = before->turn, to = to_of(move);
    const bool flanking = T->spec.shieldwall_flanking;
    const bool closer = flanking || !quirk(T, TAFL_QUIRK_SHIELDWALL_ANY_MOVE);
    const bool settled = !T->tracks_unmoved || !has(&before->unmoved, from_of(move));
    if ((flanking && (!settled || !(T->flags[to] & ON_EDGE))) || !edges_manned(T, after)) return victims;
    walled_row rows[MAX_ROWS];
    const unsigned n = search_rows(T, after, us, rows);
    for (unsigned i = 0; i < n; i++) {
        if (!rows[i].noted || any(without(rows[i].row, after->side[us ^ 1]))) continue;
        if (closer && !has(&rows[i].wall, to)) continue;
        EACH_SQUARE(sq, rows[i].row) {
            const unsigned type = type_at(after, sq);
            if (type != KING && type != GUARD) add(&victims, sq);
        }
    }
    return victims;
}

/* What a move takes by a shieldwall; `after` has the piece on its new square and the men that it
 * took otherwise gone. */
static OUT_OF_LINE bb shieldwall(const tables *T, const state *before, const state *after, uint32_t move,
                                 unsigned type) {
    if (type == GUARD) return none();
    if (quirk(T, TAFL_QUIRK_SHIELDWALL_ROW_LEAK)) return leaky_rows(T, before, after, move);
    if (T->tracks_unmoved && has(&before->unmoved, from_of(move))) return none();
    if (!T->spec.shieldwall_flanking && quirk(T, TAFL_QUIRK_SHIELDWALL_ANY_MOVE)) {
        return rows_standing(T, after, before->turn);
    }
    return rows_closed_by(T, after, before->turn, to_of(move));
}
