/* The transposition table: results of searched positions, shared by all searches that use it. */
#ifndef TAFL_TT_H
#define TAFL_TT_H

#include "internal.h"

enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

/* What the table knows of a position. `score` counts wins from that position, not from the root. */
typedef struct {
    uint32_t move;
    int score, depth, bound;
} tt_hit;

struct tafl_table;

/* Looks a position up; says whether it is there. */
bool tt_probe(const struct tafl_table *table, uint64_t key, tt_hit *hit);
void tt_store(struct tafl_table *table, uint64_t key, uint32_t move, int score, int depth, int bound);
/* Asks the processor to fetch what tt_probe will read. */
void tt_prefetch(const struct tafl_table *table, uint64_t key);
/* How full the table is with results of this search, in permille. */
int tt_hashfull(const struct tafl_table *table);

#endif
