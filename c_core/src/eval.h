/* What is a position worth? Centi-taflmen, a plain attacker being 100. Terms and weights follow
 * from the rules, never from a variant's name. Part of the template: see core.c. */

enum {
    ATTACKER_VALUE = 100,
    KING_STEP = 6,        /* for each square that a king can go to */
    EXIT_NEAR = 300,      /* a king with an open line to an exit */
    EXIT_IN_TWO = 60,     /* for each square of his with such a line, twice at most */
    EXIT_DISTANCE = 4,    /* for each step that the nearest exit is nearer */
    KING_PRESSED = 30,    /* for each hostile square beside a king, more where fewer take him */
    EVAL_LIMIT = 20000
};

/* Material: a defender is worth as many attackers as the start position has for one. */
static int material(const tables *T, const state *s) {
    const int attackers = (int)count(s->side[TAFL_ATTACKERS]);
    const int defenders = (int)count(s->side[TAFL_DEFENDERS]);
    return attackers * ATTACKER_VALUE - defenders * T->defender_value;
}

/* How many squares that the king can go to along one line have an exit open on the other line? */
static inline int exits_beyond(const tables *T, const bb *all, int way, unsigned line, uint32_t bits) {
    const int across = !way;
    int open = 0;
    for (bits &= T->exit_lines[across]; bits; bits &= bits - 1) {
        const unsigned at = low_bit(bits);
        const unsigned sq = way == RANK ? line * T->dim + at : at * T->dim + line;
        const passage *P = &T->pass[TYPES + KING][T->kind[sq]];
        const uint32_t next = reach(T, all, P, across, at, line);
        open += (next & T->exits[across][at]) != 0;
    }
    return open;
}

/* How near a king is to getting out: an open line now, squares of his that have one, and steps. */
static int king_exits(const tables *T, const bb *all, const uint32_t bits[2], unsigned king) {
    const unsigned r = T->rank[king], f = T->file[king];
    int value = EXIT_DISTANCE * ((int)T->dim - (int)T->exit_steps[king]);
    if ((bits[RANK] & T->exits[RANK][r]) || (bits[FILE_] & T->exits[FILE_][f])) value += EXIT_NEAR;
    int open = exits_beyond(T, all, RANK, r, bits[RANK]);
    if (open < 2) open += exits_beyond(T, all, FILE_, f, bits[FILE_]);
    return value + EXIT_IN_TWO * (open > 2 ? 2 : open);
}

static int king_pressure(const tables *T, const state *s, unsigned king) {
    const bb threats = either(s->side[TAFL_ATTACKERS], T->hostile_to_king);
    const int weight = T->king_mode[king] == KING_CUSTODIAL ? 2 * KING_PRESSED : KING_PRESSED;
    return weight * (int)count(both(T->near[king], threats));
}

static tafl_eval evaluate_terms(const tables *T, const state *s) {
    tafl_eval E = {.material = material(T, s), .balance = T->eval_offset};
    const unsigned king = s->king;
    if (king == TAFL_NO_SQUARE) return E;
    const bb all = occupied(s);
    uint32_t bits[2];
    slides(T, &all, king, TYPES + KING, bits);
    E.mobility = -KING_STEP * __builtin_popcountll(bits[RANK] | (uint64_t)bits[FILE_] << 32);
    E.exits = -king_exits(T, &all, bits, king);
    E.safety = king_pressure(T, s, king);
    return E;
}

static int total_of(const tafl_eval *E) {
    const int value = E->material + E->mobility + E->exits + E->safety + E->balance;
    return value > EVAL_LIMIT ? EVAL_LIMIT : value < -EVAL_LIMIT ? -EVAL_LIMIT : value;
}

/* The value from the point of view of the side to move. */
static int evaluate(const tables *T, const state *s) {
    const tafl_eval E = evaluate_terms(T, s);
    const int value = total_of(&E);
    return s->turn == TAFL_ATTACKERS ? value : -value;
}

/* The terms for people, with their sum. */
static void explain_value(const void *tables_, const void *state_, tafl_eval *eval) {
    *eval = evaluate_terms(tables_, state_);
    eval->total = total_of(eval);
}
