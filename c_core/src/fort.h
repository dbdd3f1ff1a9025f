/* Endings that need a flood: surrounded defenders and edge forts. Part of the template: see
 * core.c. */

/* A set and all its neighbours. */
static inline bb spread(const tables *T, bb b) {
    const bb right = shift_up(both(b, T->not_last_file), 1);
    const bb left = shift_down(both(b, T->not_first_file), 1);
    const bb up = shift_up(b, T->dim), down = shift_down(b, T->dim);
    EACH_WORD(i) b.w[i] |= right.w[i] | left.w[i] | up.w[i] | down.w[i];
    return both(b, T->board);
}

/* Looks for a way from the edge past the attackers to a defender and keeps it as the witness:
 * as long as no attacker stands on it and a defender does, the defenders are not surrounded. */
static OUT_OF_LINE bool find_path(const tables *T, state *s) {
    bb layers[SQUARES];
    const bb room = without(T->board, s->side[TAFL_ATTACKERS]);
    bb seen = both(T->edge, room);
    unsigned depth = 0;
    layers[0] = seen;
    while (!meets(&seen, &s->side[TAFL_DEFENDERS])) {
        const bb wider = both(spread(T, seen), room);
        if (same(&wider, &seen)) return false;
        layers[++depth] = seen = wider;
    }
    const bb found = both(seen, s->side[TAFL_DEFENDERS]);
    unsigned sq = first(&found);
    s->path = none();
    add(&s->path, sq);
    while (depth > 0) {
        const bb before = both(T->near[sq], layers[--depth]);
        sq = first(&before);
        add(&s->path, sq);
    }
    return true;
}

/* Are the defenders cut off from every edge after a move? The path of the position before it saves
 * nearly every flood: only a capture, an attacker who lands on it or a defender who leaves it breaks
 * it. `changed` is the square where that one has come to or left. */
static inline bool surrounded(const tables *T, state *s, unsigned changed, bool took) {
    if (!took && !has(&s->path, changed)) return false;
    if (!meets(&s->path, &s->side[TAFL_ATTACKERS]) && meets(&s->path, &s->side[TAFL_DEFENDERS])) {
        return false;
    }
    return !find_path(T, s);
}

/* Does a king have a move? */
static bool king_moves(const tables *T, const state *s, unsigned king) {
    const bb all = occupied(s);
    uint32_t list[8 * MAX_DIM];
    return moves_of_piece(T, s, &all, king, TAFL_DEFENDERS, KING, list) != list;
}

/* Steps of one type of attacker over squares where it may pass and no defender of `wall` stands,
 * kind by kind, since some squares can only be entered from their like. */
static bb walk_type(const tables *T, bb seeds, const bb *wall, unsigned pc) {
    for (bb last = none(); !same(&last, &seeds);) {
        last = seeds;
        for (unsigned kind = 0; kind < KINDS; kind++) {
            const bb here = both(seeds, T->kind_squares[kind]);
            if (!any(here)) continue;
            const passage *P = &T->pass[pc][kind];
            const bb room = without(without(T->board, *wall), P->shut);
            seeds = either(seeds, both(spread(T, here), room));
        }
    }
    return seeds;
}

typedef struct {
    bb reached;  /* where attackers stand or can walk */
    bb landing;  /* where one of them can move to and stop */
} walk;

/* Lets all attackers walk past the defenders of `wall`. */
static walk let_walk(const tables *T, const state *s, const bb *wall) {
    walk W = {s->side[TAFL_ATTACKERS], none()};
    const bb empty = without(T->board, either(s->side[TAFL_ATTACKERS], *wall));
    for (unsigned type = 0; type < (TAFL_PLAIN ? 1 : TYPES); type++) {
        const bb men = TAFL_PLAIN ? s->side[TAFL_ATTACKERS] : men_of(s, TAFL_ATTACKERS, type);
        if (!any(men)) continue;
        const bb ground = walk_type(T, men, wall, type);
        /* Where nobody has an empty square to step to, a clump of men stands still. */
        const bb room = walk_type(T, both(ground, empty), wall, type);
        W.reached = either(W.reached, ground);
        W.landing = either(W.landing, both(room, T->stops[type]));
    }
    return W;
}

/* Can the man on `sq` be taken along the line through these two neighbours? */
static bool breakable(const tables *T, const state *s, const walk *W, unsigned sq, unsigned a,
                      unsigned b) {
    const unsigned pc = TYPES + type_at(s, sq);
    if (!has(&W->landing, a)) return false;
    return has(&W->landing, b) || has(&s->side[TAFL_ATTACKERS], b) || square_hostile(T, s, b, pc);
}

/* The defenders of the wall that attackers can take. */
static bb broken_men(const tables *T, const state *s, const walk *W, const bb *wall, unsigned king) {
    bb gone = none();
    const unsigned n = T->dim;
    EACH_SQUARE(sq, *wall) {
        const unsigned type = type_at(s, sq), f = T->file[sq], r = T->rank[sq];
        if (sq == king || type == GUARD) continue;
        bool fall = false;
        if (f > 0 && f + 1 < n) {
            fall = breakable(T, s, W, sq, sq - 1, sq + 1) || breakable(T, s, W, sq, sq + 1, sq - 1);
        }
        if (!fall && r > 0 && r + 1 < n) {
            fall = breakable(T, s, W, sq, sq - n, sq + n) || breakable(T, s, W, sq, sq + n, sq - n);
        }
        if (fall) add(&gone, sq);
    }
    return gone;
}

/* Edge fort: the king on an edge can move, and the attackers can neither reach him nor break his
 * wall, however often they are let walk. */
static bool edge_fort(const tables *T, const state *s, unsigned king) {
    if (!(T->flags[king] & ON_EDGE) || !king_moves(T, s, king)) return false;
    bb wall = s->side[TAFL_DEFENDERS];
    for (;;) {
        const walk W = let_walk(T, s, &wall);
        if (meets(&W.reached, &T->near[king])) return false;
        const bb gone = broken_men(T, s, &W, &wall, king);
        if (!any(gone)) return true;
        wall = without(wall, gone);
    }
}

/* [opentafl] Does the king stand in a row of the edge that his own men wall in, the last of them
 * at its end? */
static bool in_own_row(const tables *T, const state *s, unsigned king) {
    walled_row rows[MAX_ROWS];
    const unsigned n = search_rows(T, s, TAFL_DEFENDERS, rows);
    for (unsigned i = 0; i < n; i++) {
        if (rows[i].manned && has(&rows[i].row, king)) return true;
    }
    return false;
}

/* [opentafl] Finds all squares that the king comes to by any number of slides, his own included.
 * False as soon as an attacker stands next to one: then there is no fort. */
static bool king_room(const tables *T, const state *s, unsigned king, bb *room) {
    const bb all = occupied(s);
    bb fresh = none();
    *room = none();
    add(&fresh, king);
    while (any(fresh)) {
        const bb beside = spread(T, fresh);
        if (meets(&beside, &s->side[TAFL_ATTACKERS])) return false;
        *room = either(*room, fresh);
        bb next = none();
        EACH_SQUARE(sq, fresh) {
            uint32_t list[8 * MAX_DIM];
            const uint32_t *end = moves_of_piece(T, s, &all, sq, TAFL_DEFENDERS, KING, list);
            for (const uint32_t *m = list; m < end; m++) add(&next, to_of(*m));
        }
        fresh = without(next, *room);
    }
    return true;
}

/* Has the piece on `sq` no empty square next to it? */
static inline bool boxed_in(const tables *T, const state *s, unsigned sq) {
    const bb all = occupied(s);
    return !(T->around[sq] & ~line_bits(&all, window_start(T, sq)));
}

/* [opentafl] The referee's own test of an edge fort. */
static bool open_fort(const tables *T, const state *s, unsigned king) {
    if (T->flags[king] & ON_EDGE) {
        if (!king_moves(T, s, king)) return false;
        if (in_own_row(T, s, king)) return true;
    } else if (boxed_in(T, s, king) && T->spec.jump[KING] == TAFL_JUMP_NONE) {
        return false;
    }
    bb room;
    if (!king_room(T, s, king, &room) || !meets(&room, &T->edge)) return false;
    const bb safe = either(room, s->side[TAFL_DEFENDERS]);
    const bb wall = both(without(spread(T, room), room), s->side[TAFL_DEFENDERS]);
    EACH_SQUARE(sq, wall) {
        if (count(without(T->near[sq], safe)) > 2) return false;
    }
    return true;
}
