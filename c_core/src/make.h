/* Making a move: the next state is written behind the present one, so that undoing it is going
 * back. Part of the template: see core.c. */

/* The third time the same position comes up with the same side to move. Positions further back
 * than the last man taken cannot come again. */
static OUT_OF_LINE bool third_time(const state *s, const uint64_t *key) {
    unsigned seen = 1;
    for (unsigned back = TAFL_PLAIN ? 2 : 1; back <= s->quiet; back += TAFL_PLAIN ? 2 : 1) {
        if (key[-(ptrdiff_t)back] == s->key && ++seen == 3) return true;
    }
    return false;
}

static int repetition_outcome(const tables *T, unsigned mover) {
    int winner = TAFL_NOBODY;
    switch (T->spec.repetition) {
        case TAFL_REPEAT_IGNORED: return 0;
        case TAFL_REPEAT_WINS: winner = (int)mover; break;
        case TAFL_REPEAT_LOSES: winner = (int)!mover; break;
        case TAFL_REPEAT_ATTACKERS: winner = TAFL_ATTACKERS; break;
        default: break;
    }
    return outcome_of(TAFL_REPETITION, winner);
}

/* Does one of the defenders' kings stand on a square with this flag? */
static inline bool king_on(const tables *T, const state *s, unsigned flag) {
#if TAFL_PLAIN
    return T->flags[s->king] & flag;
#else
    const bb kings = kings_of_defenders(s);
    EACH_SQUARE(sq, kings) {
        if (T->flags[sq] & flag) return true;
    }
    return false;
#endif
}

static bool any_edge_fort(const tables *T, const state *s) {
    if (quirk(T, TAFL_QUIRK_OPEN_FORT)) return open_fort(T, s, s->king);
    const bb kings = kings_of_defenders(s);
    EACH_SQUARE(king, kings) {
        if (edge_fort(T, s, king)) return true;
    }
    return false;
}

static inline bool defenders_blocked(const tables *T, const state *s) {
    if (steps(T, s, TAFL_DEFENDERS, &T->board)) return false;
    const bb free = without(T->board, occupied(s)), around = spread(T, s->side[TAFL_DEFENDERS]);
    return !meets(&around, &free);
}

/* The endings that hang on where the king stands, and OpenTafl's own. */
static OUT_OF_LINE int rare_outcome(const tables *T, const state *s) {
    if (king_on(T, s, ON_ESCAPE)) return outcome_of(TAFL_KING_ESCAPED, TAFL_DEFENDERS);
    if (quirk(T, TAFL_QUIRK_DEFENDERS_BLOCKED) && defenders_blocked(T, s)) {
        return outcome_of(TAFL_DEFENDERS_BLOCKED, TAFL_ATTACKERS);
    }
    if (T->edge_fort && (king_on(T, s, ON_EDGE) || quirk(T, TAFL_QUIRK_OPEN_FORT)) &&
        any_edge_fort(T, s)) {
        return outcome_of(TAFL_EDGE_FORT, TAFL_DEFENDERS);
    }
    return 0;
}

/* How the game stands after a move, the tests in the order of the rules. `changed` is the square
 * that an attacker has come to or a defender left. */
INLINE int judge(const tables *T, state *s, const uint64_t *key, unsigned mover,
                 unsigned changed, bool took, bool with_keys) {
    if (!TAFL_PLAIN || took) {
        if (!any(s->side[TAFL_ATTACKERS])) {
            return outcome_of(TAFL_ATTACKERS_CAPTURED, TAFL_DEFENDERS);
        }
        if (s->king == TAFL_NO_SQUARE) return outcome_of(TAFL_KING_CAPTURED, TAFL_ATTACKERS);
    }
    const bool turn_over = TAFL_PLAIN || s->berserk == TAFL_NO_SQUARE;
    if (with_keys && s->quiet >= 8 && turn_over && third_time(s, key)) {
        const int outcome = repetition_outcome(T, mover);
        if (outcome) return outcome;
    }
    if (T->rare_ends || king_on(T, s, T->king_flags)) {
        const int outcome = rare_outcome(T, s);
        if (outcome) return outcome;
    }
    if (T->surrounded && surrounded(T, s, changed, took)) {
        return outcome_of(TAFL_SURROUNDED, TAFL_ATTACKERS);
    }
    if (turn_over && !can_move(T, s, mover ^ 1) && !quirk(T, TAFL_QUIRK_STALEMATE_GOES_ON)) {
        return outcome_of(TAFL_NO_LEGAL_MOVE, (int)mover);
    }
    return 0;
}

/* Takes the victims off; mercenaries change sides and stay. Says whether a square became empty. */
static OUT_OF_LINE bool remove_men(const tables *T, state *s, unsigned us, const bb *victims) {
    bool emptied = false;
    EACH_SQUARE(sq, *victims) {
        const unsigned type = type_at(s, sq);
        toggle(T, s, sq, us ^ 1, type);
        if (!TAFL_PLAIN && type == MERCENARY) {
            toggle(T, s, sq, us, type);
        } else {
            emptied = true;
            if (has(&s->unmoved, sq)) {
                drop(&s->unmoved, sq);
                s->extra ^= T->zobrist_unmoved[sq];
            }
        }
#if TAFL_PLAIN
        if (type == KING) s->king = TAFL_NO_SQUARE;
#endif
    }
    find_king(s);
    return emptied;
}

/* Finds what the move takes and takes it. `s` has the piece on its new square. */
INLINE bb capture(const tables *T, const state *before, state *s, unsigned us, uint32_t move,
                  unsigned type, bool *emptied) {
    const unsigned flags = T->flags[to_of(move)];
    bb victims = direct_captures(T, before, s, us, move, type);
    if (us == TAFL_ATTACKERS && (flags & ON_LINNAEAN)) {
        const unsigned victim = linnaean(T, before, to_of(move));
        if (victim != TAFL_NO_SQUARE) add(&victims, victim);
    }
    if (any(victims)) *emptied = remove_men(T, s, us, &victims);
    if (flags & ON_WALL) {
        const bb row = shieldwall(T, before, s, move, type);
        if (any(row)) {
            *emptied = remove_men(T, s, us, &row) || *emptied;
            victims = either(victims, row);
        }
    }
    return victims;
}

#if !TAFL_PLAIN
/* After a capture: may or must the same piece go on? */
static bool goes_on(const tables *T, const state *s, unsigned us, unsigned sq) {
    if (!has(&s->side[us], sq)) return false;
    const bb all = occupied(s);
    uint32_t list[8 * MAX_DIM];
    const uint32_t *end = moves_of_piece(T, s, &all, sq, us, type_at(s, sq), list);
    if (T->spec.berserk == TAFL_BERSERK_MOVE) return end != list;
    for (const uint32_t *m = list; m < end; m++) {
        if (can_capture(T, s, *m)) return true;
    }
    return false;
}
#endif

/* Could the move take anything? A look at the neighbours settles nearly every case. */
static inline bool may_capture(const tables *T, const state *s, unsigned us, uint32_t move) {
    return enemies_around(T, s, us, to_of(move)) || (!TAFL_PLAIN && (move & TAFL_JUMP)) ||
           T->any_move_captures;
}

/* Makes a legal move of `us`, which the callers below make a constant. */
INLINE void make_as(const tables *T, state *s, uint64_t *key, uint32_t move, bool with_keys,
                    unsigned us) {
    state *c = s + 1;
    const unsigned from = from_of(move), to = to_of(move), type = type_of(s, us, from);
    const unsigned changed = us == TAFL_ATTACKERS ? to : from;
    *c = *s;
    lift_and_place(c, us, from, to, type);
    c->quiet++;
    if (with_keys) {
        const unsigned pc = us * TYPES + type;
        c->key ^= T->zobrist[pc][from] ^ T->zobrist[pc][to];
    }
    if (T->tracks_unmoved && has(&c->unmoved, from)) {
        drop(&c->unmoved, from);
        c->extra ^= T->zobrist_unmoved[from];
    }
#if !TAFL_PLAIN
    if (c->berserk != TAFL_NO_SQUARE) {
        c->extra ^= T->zobrist_berserk[c->berserk];
        c->berserk = TAFL_NO_SQUARE;
    }
    if (type == KING && us == TAFL_DEFENDERS) find_king(c);
#endif
    bool took = false, emptied = false;
    if (may_capture(T, c, us, move)) {
        const bb victims = capture(T, s, c, us, move, type, &emptied);
        took = any(victims);
        if (emptied) c->quiet = 0;
    }
#if !TAFL_PLAIN
    if (took && T->spec.berserk && goes_on(T, c, us, to)) {
        c->berserk = (uint16_t)to;
        c->extra ^= T->zobrist_berserk[to];
        key[1] = c->key;
        c->outcome = (uint8_t)judge(T, c, key + 1, us, changed, took, with_keys);
        if (c->outcome) {
            c->extra ^= T->zobrist_berserk[to];
            c->berserk = TAFL_NO_SQUARE;
        }
        return;
    }
#endif
    c->turn = (uint8_t)(us ^ 1);
    c->key ^= T->zobrist_turn;
    key[1] = c->key;
    c->outcome = (uint8_t)judge(T, c, key + 1, us, changed, took, with_keys);
}

/* Makes a legal move: s[1] and key[1] become what follows from s[0] and key[0] and up. */
INLINE void make(const tables *T, state *s, uint64_t *key, uint32_t move, bool with_keys) {
    if (!TAFL_PLAIN) {
        make_as(T, s, key, move, with_keys, s->turn);
    } else if (s->turn == TAFL_ATTACKERS) {
        make_as(T, s, key, move, with_keys, TAFL_ATTACKERS);
    } else {
        make_as(T, s, key, move, with_keys, TAFL_DEFENDERS);
    }
}
