/* Which instance of the template plays these rules on this machine? */

#include "internal.h"

#define EACH_WIDTH(X, pieces, level)                                                               \
    X(1, pieces, level) X(2, pieces, level) X(3, pieces, level) X(4, pieces, level) X(6, pieces, level)

#define DECLARE(words, pieces, level) extern const tafl_ops tafl_ops_w##words##_##pieces##_##level;
#define ADDRESS(words, pieces, level) &tafl_ops_w##words##_##pieces##_##level,
#define ROW(pieces, level) {EACH_WIDTH(ADDRESS, pieces, level)}

EACH_WIDTH(DECLARE, plain, base)
EACH_WIDTH(DECLARE, full, base)
#ifdef TAFL_HAVE_V3
EACH_WIDTH(DECLARE, plain, v3)
EACH_WIDTH(DECLARE, full, v3)
#endif

static bool have_v3(void) {
#ifdef TAFL_HAVE_V3
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

/* `level` 0 is the best there is, 1 the plain one. */
const tafl_ops *tafl_find_ops(int dim, bool plain, int level) {
    static const tafl_ops *const base[2][5] = {ROW(full, base), ROW(plain, base)};
    const int width = dim <= 8 ? 0 : dim <= 11 ? 1 : dim <= 13 ? 2 : dim <= 16 ? 3 : 4;
#ifdef TAFL_HAVE_V3
    static const tafl_ops *const v3[2][5] = {ROW(full, v3), ROW(plain, v3)};
    if (level == 0 && have_v3()) return v3[plain][width];
#endif
    (void)level;
    (void)have_v3;
    return base[plain][width];
}

/* Does anybody's army have commanders or knights at the start? */
static bool have_officers(const tafl_rules_spec *spec) {
    for (int sq = 0; sq < spec->dim * spec->dim; sq++) {
        const int pc = spec->start[sq];
        if (pc != TAFL_EMPTY && (pc % TYPES == COMMANDER || pc % TYPES == KNIGHT)) return true;
    }
    return false;
}

/* Do the rules leave out all that the plain instance leaves out? Where only a pair of officers
 * takes a king, that holds when none is left as well. */
bool tafl_rules_plain(const tafl_rules_spec *spec) {
    if (spec->berserk || spec->jump[KING]) return false;
    if ((spec->quirks & TAFL_QUIRK_KING_PAIR_ONLY) && have_officers(spec)) return false;
    return !spec->speed[TAFLMAN] && !spec->speed[TYPES + TAFLMAN] && !spec->speed[TYPES + KING];
}

/* Are there only attacking taflmen, defending ones and one king, with attackers to fight? */
bool tafl_cells_plain(const tafl_rules_spec *spec, const uint8_t *cells) {
    int kings = 0, attackers = 0;
    for (int sq = 0; sq < spec->dim * spec->dim; sq++) {
        if (cells[sq] == TAFL_EMPTY) continue;
        if (cells[sq] % TYPES != TAFLMAN && cells[sq] != TYPES + KING) return false;
        kings += cells[sq] == TYPES + KING;
        attackers += cells[sq] == TAFLMAN;
    }
    return kings == 1 && attackers > 0;
}
