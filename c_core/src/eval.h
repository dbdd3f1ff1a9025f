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

typedef struct {
    int material, mobility, exits, safety; /* from the attackers' point of view */
} eval_terms;

/* Material: a defender is worth as many attackers as the start position has for one. */
static int material(const tables *T, const state *s) {
    const int attackers = (int)count(s->side[TAFL_ATTACKERS]);
    const int defenders = (int)count(s->side[TAFL_DEFENDERS]);
    return attackers * ATTACKER_VALUE - defenders * T->defender_value;
}

/* The squares of a reach, as a set. */
static inline bb reach_set(const tables *T, unsigned sq, const uint32_t bits[2]) {
    bb set = none();
    const unsigned row = sq - T->file[sq], column = T->file[sq];
    for (uint32_t b = bits[RANK]; b; b &= b - 1) add(&set, row + low_bit(b));
    for (uint32_t b = bits[FILE_]; b; b &= b - 1) add(&set, column + low_bit(b) * T->dim);
    return set;
}

/* How near a king is to getting out: an open line now, squares of his that have one, and steps. */
static int king_exits(const tables *T, const state *s, const bb *all, const bb *reached, unsigned king) {
    const unsigned pc = TYPES + KING;
    int value = EXIT_DISTANCE * ((int)T->dim - (int)T->exit_steps[king]);
    if (meets(reached, &T->escapes)) value += EXIT_NEAR;
    const bb useful = both(*reached, T->exit_lines);
    int open = 0;
    EACH_SQUARE(sq, useful) {
        uint32_t bits[2];
        slides(T, s, all, sq, pc, bits);
        const bb next = reach_set(T, sq, bits);
        open += meets(&next, &T->escapes);
    }
    return value + EXIT_IN_TWO * (open > 2 ? 2 : open);
}

static int king_pressure(const tables *T, const state *s, unsigned king) {
    int hostile_sides = 0;
    EACH_SQUARE(sq, T->near[king]) {
        hostile_sides += hostile(T, s, TAFL_ATTACKERS, sq, TYPES + KING);
    }
    const int weight = T->king_mode[king] == KING_CUSTODIAL ? 2 * KING_PRESSED : KING_PRESSED;
    return weight * hostile_sides;
}

static eval_terms evaluate_terms(const tables *T, const state *s) {
    eval_terms E = {material(T, s), 0, 0, 0};
    const unsigned king = s->king;
    if (king == TAFL_NO_SQUARE) return E;
    const bb all = occupied(s);
    uint32_t bits[2];
    slides(T, s, &all, king, TYPES + KING, bits);
    const bb reached = reach_set(T, king, bits);
    E.mobility = -KING_STEP * (int)count(reached);
    E.exits = -king_exits(T, s, &all, &reached, king);
    E.safety = king_pressure(T, s, king);
    return E;
}

/* The value from the point of view of the side to move. */
static int evaluate(const tables *T, const state *s) {
    const eval_terms E = evaluate_terms(T, s);
    int value = E.material + E.mobility + E.exits + E.safety + T->eval_offset;
    if (value > EVAL_LIMIT) value = EVAL_LIMIT;
    if (value < -EVAL_LIMIT) value = -EVAL_LIMIT;
    return s->turn == TAFL_ATTACKERS ? value : -value;
}
