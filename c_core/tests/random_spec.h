/* Rules and start positions made up at random, the same in every run. */
#ifndef TAFL_RANDOM_SPEC_H
#define TAFL_RANDOM_SPEC_H

#include "taflcore.h"

/* A number from 0 to limit - 1. */
unsigned random_below(unsigned limit);

/* Rules for a board of this side: half of them with all kinds of pieces, half with plain ones. */
tafl_rules_spec random_spec(int dim);

#endif
