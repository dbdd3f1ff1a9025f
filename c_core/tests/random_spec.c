#include "random_spec.h"

#include <stdbool.h>

static uint64_t state = 0x9e3779b97f4a7c15u;

unsigned random_below(unsigned limit)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (unsigned)(state >> 33) % limit;
}

static bool often(void)
{
    return random_below(4) != 0;
}

static uint16_t random_types(void)
{
    return (uint16_t)(often() ? 0xfff : random_below(0x1000));
}

/* Codes, as places in "tcnkmgTCNKMG". */
enum { ATTACKER = 0, KING_OF_ATTACKERS = 3, DEFENDER = 6, KING_OF_DEFENDERS = 9, SIDE_CODES = 6 };

static uint8_t random_piece(bool rich, bool defender)
{
    uint8_t plain = defender ? DEFENDER : ATTACKER;
    if (!rich)
        return plain;
    uint8_t code = (uint8_t)(plain + random_below(SIDE_CODES));
    return code == KING_OF_ATTACKERS || code == KING_OF_DEFENDERS ? plain : code;
}

static bool is_inner(int square, int dim)
{
    int rank = square / dim, file = square % dim, rim = dim / 4;
    return rank >= rim && rank < dim - rim && file >= rim && file < dim - rim;
}

/* Either a wild scatter, or, as in real games, the defenders within and the attackers around. */
static void random_start(tafl_rules_spec *spec, bool rich)
{
    int squares = spec->dim * spec->dim;
    bool ordered = random_below(3) != 0;
    unsigned sparse = 2 + random_below(6);
    for (int s = 0; s < squares; s++) {
        bool defender = ordered ? is_inner(s, spec->dim) : !random_below(3);
        spec->start[s] = random_below(sparse) ? TAFL_EMPTY : random_piece(rich, defender);
    }
    for (unsigned kings = rich && !random_below(4) ? 2 : 1; kings; kings--) {
        int square = (int)random_below((unsigned)squares);
        spec->start[ordered ? squares / 2 : square] = KING_OF_DEFENDERS;
    }
    spec->start[0] = rich && !random_below(4) ? KING_OF_ATTACKERS : ATTACKER;
}

tafl_rules_spec random_spec(int dim)
{
    bool rich = random_below(2);
    tafl_rules_spec spec = {
        .dim = dim, .surrounded = often(), .attackers_first = (int)random_below(2),
        .repetition = (int)random_below(5), .king_hammer = often(), .king_anvil = often(),
        .king_strength = often() ? TAFL_KING_STRONG : (int)random_below(4),
        .shieldwall = (int)random_below(3), .shieldwall_flanking = (int)random_below(2),
        .edge_fort = (int)random_below(2), .linnaean = !often(), .berserk = often() ? 0 : (int)random_below(3),
        .quirks = random_below(2) ? 0 : random_below(0x4000),
    };
    for (int i = 0; i < 5; i++)
        spec.special[i] = (tafl_square_rules){
            i ? random_types() : 0, i ? random_types() : 0, random_types(), random_types(), random_types()};
    spec.special[TAFL_KIND_PLAIN] = (tafl_square_rules){0, 0, 0xfff, 0xfff, 0xfff};
    for (int i = 1; rich && i < 6; i++)
        spec.jump[i] = (uint8_t)random_below(4);
    for (int i = 0; rich && i < 12; i++)
        spec.speed[i] = (uint8_t)(often() ? 0 : random_below(4));
    for (int s = 0; s < dim * dim; s++) {
        spec.kind[s] = (uint8_t)(random_below(16) ? TAFL_KIND_PLAIN : random_below(5));
        spec.escape[s] = !random_below(60);
    }
    random_start(&spec, rich);
    return spec;
}
