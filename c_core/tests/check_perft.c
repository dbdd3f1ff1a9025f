/* Leaf counts that independent programs confirm, in every mode and at every level. */
#include "check.h"
#include "specs.h"

static void demand_counts(const tafl_rules_spec *spec, const uint64_t *counts, int depth)
{
    for (int level = 0; level <= 1; level++) {
        tafl_rules *rules = tafl_rules_new(spec, level);
        tafl_board *board = tafl_board_new(rules);
        for (int d = 1; d <= depth; d++)
            for (int mode = TAFL_PERFT_FULL; mode <= TAFL_PERFT_BULK; mode++)
                CHECK_EQUAL(tafl_board_perft(board, d, mode), counts[d - 1]);
        CHECK_EQUAL(tafl_board_perft(board, 0, TAFL_PERFT_FULL), 1);
        CHECK(tafl_board_ok(board));
        tafl_board_free(board);
        tafl_rules_free(rules);
    }
}

static void brandub(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    spec.surrounded = 0;
    spec.king_strength = TAFL_KING_WEAK;
    spec.special[TAFL_KIND_CENTRE].hostile = 0;
    spec.special[TAFL_KIND_CENTRE].hostile_empty = 0;
    static const uint64_t counts[] = {40, 960, 39512};
    demand_counts(&spec, counts, 3);
}

static void copenhagen(void)
{
    tafl_rules_spec spec = spec_of(11, COPENHAGEN);
    spec.shieldwall = TAFL_SHIELDWALL_STRONG;
    spec.shieldwall_flanking = 1;
    spec.edge_fort = 1;
    static const uint64_t counts[] = {116, 6788, 806344};
    demand_counts(&spec, counts, 2);
}

int main(void)
{
    check_run(brandub, "Brandub has 40, 960 and 39512 sequences of one to three plies");
    check_run(copenhagen, "Copenhagen has 116 and 6788 sequences of one and two plies");
    return check_done();
}
