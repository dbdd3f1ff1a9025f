/* What does a move take? Custodial captures, kings, jumps and the Linnaean capture; shieldwalls
 * are in shieldwall.h. Part of the template: see core.c. */

/* May a piece of this type take by moving? */
static inline bool is_hammer(const tables *T, unsigned type) {
    return type == KING ? T->king_hammer : TAFL_PLAIN || type != GUARD;
}

/* May it be the one that others take against? */
static inline bool is_anvil(const tables *T, unsigned type) {
    return type == KING ? T->king_anvil : TAFL_PLAIN || type != GUARD;
}

/* Is the square itself hostile to a piece code, whoever stands there? */
static inline bool square_hostile(const tables *T, const state *s, unsigned sq, unsigned pc) {
    const bool full = has(&s->side[0], sq) || has(&s->side[1], sq);
    return (full ? T->hostile_full[sq] : T->hostile_empty[sq]) >> pc & 1;
}

/* Is a square hostile to the victim, a piece of the other side than `us`? */
static inline bool hostile(const tables *T, const state *s, unsigned us, unsigned sq, unsigned pc) {
    if (has(&s->side[us], sq)) {
        const unsigned type = type_of(s, us, sq);
        if (is_anvil(T, type)) return true;
        if (type == GUARD && quirk(T, TAFL_QUIRK_GUARD_COVERS_SQUARE)) return false;
    }
    return T->kind[sq] != TAFL_KIND_PLAIN && square_hostile(T, s, sq, pc);
}

/* Is the king on `sq` shut in on all sides, the mover standing on `to`? */
static OUT_OF_LINE bool king_shut_in(const tables *T, const state *s, unsigned us, unsigned sq, unsigned to,
                                     unsigned pc) {
    if (T->king_mode[sq] == KING_FOUR && (T->flags[sq] & ON_EDGE)) return false;
    EACH_SQUARE(side, T->near[sq]) {
        if (side != to && !hostile(T, s, us, side, pc)) return false;
    }
    return true;
}

#if !TAFL_PLAIN
static bool is_officer(unsigned type) { return type == COMMANDER || type == KNIGHT; }

/* Does the pair rule take the king on `sq`: commander, knight or hostile corner on both sides? */
static bool king_paired(const tables *T, const state *s, unsigned us, unsigned sq, unsigned to,
                        unsigned type, unsigned pc, bool moved) {
    if (!has(&T->inner[to], sq) || T->kind[sq] == TAFL_KIND_CENTRE) return false;
    const unsigned far = 2 * sq - to;
    if (T->kind[far] == TAFL_KIND_CENTRE) return false;
    const bool full = has(&s->side[0], far) || has(&s->side[1], far);
    const bool officer = full && is_officer(type_at(s, far));
    bool corner = T->kind[far] == TAFL_KIND_CORNER && square_hostile(T, s, far, pc);
    if (quirk(T, TAFL_QUIRK_KING_PAIR_ONLY)) {
        /* Here a man on a corner lends it his hostility, and an officer of either side on a
         * hostile corner is a pair by himself. */
        corner = T->kind[far] == TAFL_KIND_CORNER && hostile(T, s, us, far, pc);
        if (corner && officer) return true;
    }
    if (!is_officer(type)) return false;
    if (moved && quirk(T, TAFL_QUIRK_MOVER_IS_PAIR) && hostile(T, s, us, far, pc)) return true;
    return corner || (officer && has(&s->side[us], far));
}
#endif

static bool king_taken(const tables *T, const state *s, unsigned us, unsigned sq, unsigned to,
                       unsigned type, bool moved) {
    const unsigned pc = (us ^ 1) * TYPES + KING;
#if !TAFL_PLAIN
    if (T->pair[us]) {
        if (king_paired(T, s, us, sq, to, type, pc, moved)) return true;
        if (quirk(T, TAFL_QUIRK_KING_PAIR_ONLY)) return false;
    }
#endif
    (void)type;
    (void)moved;
    if (T->king_mode[sq] == KING_CUSTODIAL) {
        return has(&T->inner[to], sq) && hostile(T, s, us, 2 * sq - to, pc);
    }
    return king_shut_in(T, s, us, sq, to, pc);
}

/* The enemies next to a square, in the window that begins at window_start(). */
static inline uint64_t enemies_around(const tables *T, const state *s, unsigned us, unsigned sq) {
    return line_bits(&s->side[us ^ 1], window_start(T, sq)) & T->around[sq];
}

/* What a piece of `us` takes custodially, kings included, when it arrives on `to`. `s` is the
 * board on which that is judged, `moved` whether the piece has left its square there. */
INLINE bb custodial(const tables *T, const state *s, unsigned us, unsigned to, unsigned type,
                    bool moved) {
    bb victims = none();
    if (!is_hammer(T, type)) return victims;
    const unsigned start = window_start(T, to);
    for (uint64_t beside = enemies_around(T, s, us, to); beside; beside &= beside - 1) {
        const unsigned bit = low_bit(beside), sq = start + bit, victim = type_of(s, us ^ 1, sq);
        if (victim == KING) {
            if (king_taken(T, s, us, sq, to, type, moved)) add(&victims, sq);
        } else if (victim != GUARD && (T->across[to] >> bit & 1)) {
            if (hostile(T, s, us, 2 * sq - to, (us ^ 1) * TYPES + victim)) add(&victims, sq);
        }
    }
    return victims;
}

#if !TAFL_PLAIN
/* The square that a move takes by jumping over it, or TAFL_NO_SQUARE. */
static unsigned jumped(const tables *T, const state *s, uint32_t move, unsigned type) {
    if (!(move & TAFL_JUMP) || jump_mode(T, type) != TAFL_JUMP_CAPTURE || type == GUARD) {
        return TAFL_NO_SQUARE;
    }
    const unsigned over = (from_of(move) + to_of(move)) / 2;
    const bool spared = type_at(s, over) == GUARD && !quirk(T, TAFL_QUIRK_GUARD_JUMPS);
    return spared ? TAFL_NO_SQUARE : over;
}
#endif

/* Carl Linnaeus' capture: the king on the middle square with three attackers next to him before
 * the move, and the mover landing behind the defender on the fourth side. */
static OUT_OF_LINE unsigned linnaean(const tables *T, const state *before, unsigned to) {
    if (!(T->flags[to] & ON_LINNAEAN) || !has(&before->side[TAFL_DEFENDERS], T->middle) ||
        type_at(before, T->middle) != KING) {
        return TAFL_NO_SQUARE;
    }
    const unsigned victim = (to + T->middle) / 2;
    const bb ring = both(T->near[T->middle], before->side[TAFL_ATTACKERS]);
    if (count(ring) != 3 || !has(&before->side[TAFL_DEFENDERS], victim)) return TAFL_NO_SQUARE;
    const unsigned type = type_at(before, victim);
    return type == GUARD || type == KING ? TAFL_NO_SQUARE : victim;
}

/* [opentafl] The first of two steps: is there a capture while the piece is still on its square? */
static OUT_OF_LINE bool captures_before(const tables *T, const state *s, uint32_t move) {
    const unsigned type = type_at(s, from_of(move));
#if !TAFL_PLAIN
    if (jumped(T, s, move, type) != TAFL_NO_SQUARE) return true;
#endif
    return any(custodial(T, s, s->turn, to_of(move), type, false));
}

/* Moves the piece on the board, but does nothing else: captures are judged on what that leaves. */
static inline void lift_and_place(state *s, unsigned us, unsigned from, unsigned to, unsigned type) {
    flip(&s->side[us], from);
    flip(&s->side[us], to);
#if TAFL_PLAIN
    if (type == KING) s->king = (uint16_t)to;
#else
    if (type != TAFLMAN) {
        flip(&s->rare[type - 1], from);
        flip(&s->rare[type - 1], to);
    }
#endif
}

/* What the move takes custodially and by jumping; `after` has the piece on its new square. These
 * are the captures that keep a berserk turn going. */
INLINE bb direct_captures(const tables *T, const state *before, const state *after,
                          unsigned us, uint32_t move, unsigned type) {
    bb victims = custodial(T, after, us, to_of(move), type, true);
    if (quirk(T, TAFL_QUIRK_TWO_STEP_CAPTURE) && any(victims) && !captures_before(T, before, move)) {
        victims = none();
    }
#if !TAFL_PLAIN
    const unsigned over = jumped(T, before, move, type);
    if (over != TAFL_NO_SQUARE) add(&victims, over);
#endif
    return victims;
}

static bool can_capture(const tables *T, const state *s, uint32_t move) {
    state after = *s;
    const unsigned type = type_at(s, from_of(move));
    lift_and_place(&after, s->turn, from_of(move), to_of(move), type);
    return any(direct_captures(T, s, &after, s->turn, move, type));
}
