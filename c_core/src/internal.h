/* What the width-independent sources and the compiled templates share. */
#ifndef TAFL_INTERNAL_H
#define TAFL_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "taflcore.h"

/* Piece codes, in the order of "tcnkmgTCNKMG". */
enum { TAFLMAN, COMMANDER, KNIGHT, KING, MERCENARY, GUARD, TYPES, PIECES = 12 };

static inline unsigned from_of(uint32_t move) { return move & 511; }
static inline unsigned to_of(uint32_t move) { return (move >> 9) & 511; }

/* One instance of the template: the same functions for one board width, one instruction set, and
 * plain pieces only or all of them. Tables and states are opaque outside. */
typedef struct {
    const char *name;
    size_t state_size;
    void *(*tables_new)(const tafl_rules_spec *spec);
    void (*setup)(const void *tables, void *state, uint64_t *key, const uint8_t *cells, int side,
                  const uint8_t *unmoved);
    void (*cells)(const void *tables, const void *state, uint8_t *cells);
    void (*unmoved)(const void *tables, const void *state, uint8_t *marks);
    int (*turn)(const void *state);
    int (*berserk)(const void *state);
    int (*outcome)(const void *state);
    uint64_t (*search_key)(const void *state);
    int (*moves)(const void *tables, const void *state, uint32_t *moves);
    int (*captures)(const void *tables, const void *state, uint32_t move, uint16_t *squares);
    void (*make)(const void *tables, void *state, uint64_t *key, uint32_t move);
    int (*why)(const void *tables, const void *state, uint32_t move, int *square);
    bool (*ok)(const void *tables, const void *state, const uint64_t *key);
    uint64_t (*perft)(const void *tables, void *state, uint64_t *key, int depth, int mode);
    int (*search)(const void *tables, void *state, uint64_t *key, tafl_search_control *control,
                  tafl_table *table, const tafl_limits *limits, tafl_result *result,
                  const tafl_listener *listener);
    void (*eval)(const void *tables, const void *state, tafl_eval *eval);
} tafl_ops;

/* An outcome packs how a game ended and who won; 0 is a game that goes on. */
static inline int outcome_of(int termination, int winner) { return termination | winner << 4; }
static inline int termination_of(int outcome) { return outcome & 15; }
static inline int winner_of(int outcome) { return outcome >> 4; }

/* Was the search told to end, or has it met its hard limit in time? */
bool tafl_control_stopped(const tafl_search_control *control);
/* Has it met its soft limit in time? */
bool tafl_control_satisfied(const tafl_search_control *control);
/* Adds nodes to those that all threads of the search have counted, and gives the sum. */
uint64_t tafl_control_count(tafl_search_control *control, uint64_t nodes);

const tafl_ops *tafl_find_ops(int dim, bool plain, int level);
bool tafl_rules_plain(const tafl_rules_spec *spec);
bool tafl_cells_plain(const tafl_rules_spec *spec, const uint8_t *cells);

#endif
