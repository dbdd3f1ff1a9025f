/* Making rules: what is taken, what is refused, and which build serves it. */
#include "check.h"
#include "specs.h"

#include <stdio.h>
#include <string.h>

static bool is_taken(const tafl_rules_spec *spec, int level)
{
    tafl_rules *rules = tafl_rules_new(spec, level);
    bool taken = rules != NULL;
    if (taken)
        CHECK(strlen(tafl_rules_build(rules)) > 0);
    tafl_rules_free(rules);
    return taken;
}

static void every_size(void)
{
    for (int dim = 5; dim <= TAFL_MAX_DIM; dim++) {
        char record[400] = "/", row[16];
        snprintf(row, sizeof row, "K%dt/", dim - 2);
        for (int rank = 0; rank < dim; rank++)
            strcat(record, row);
        tafl_rules_spec spec = spec_of(dim, record);
        CHECK(is_taken(&spec, 0));
        CHECK(is_taken(&spec, 1));
    }
}

static void sizes_beyond(void)
{
    int refused[] = {-1, 0, 4, TAFL_MAX_DIM + 1, 1000000};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        tafl_rules_spec spec = spec_of(7, BRANDUB);
        spec.dim = refused[i];
        CHECK(!is_taken(&spec, 0));
    }
}

static void codes_beyond(void)
{
    tafl_rules_spec spec = spec_of(7, BRANDUB);
    spec.start[3] = TAFL_EMPTY + 1;
    CHECK(!is_taken(&spec, 0));
    spec = spec_of(7, BRANDUB);
    spec.kind[3] = TAFL_KIND_DFORT + 1;
    CHECK(!is_taken(&spec, 0));
}

static void free_nothing(void)
{
    tafl_rules_free(NULL);
    tafl_board_free(NULL);
}

int main(void)
{
    check_run(every_size, "boards of every side from 5 to 19 are served, at both levels");
    check_run(sizes_beyond, "a side below 5 or above 19 is refused");
    check_run(codes_beyond, "piece codes and kinds of square that do not exist are refused");
    check_run(free_nothing, "freeing nothing is no fault");
    return check_done();
}
