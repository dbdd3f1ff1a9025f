/* Rules, boards and moves for the checks, written as people write them. */
#ifndef TAFL_SPECS_H
#define TAFL_SPECS_H

#include "taflcore.h"

#define BRANDUB "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
#define COPENHAGEN \
    "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"

/* The defaults of the notation on a board that starts with an OTN record, rank 1 first. */
tafl_rules_spec spec_of(int dim, const char *record);
/* A set of piece types from their letters. */
uint16_t types(const char *letters);
/* Fills dim * dim cells from an OTN record. */
void read_cells(uint8_t *cells, int dim, const char *record);

/* A board under test with the rules that it lives by. */
typedef struct {
    tafl_rules *rules;
    tafl_board *board;
    int dim;
} game;

/* Rules at the best level of the machine and a board at their start; ends the program on failure. */
game game_of(const tafl_rules_spec *spec);
/* The same, set up with a record and the side to move. */
game game_at(const tafl_rules_spec *spec, const char *record, int side);
void game_end(game *g);

/* The square of a name such as "d4". */
int square(const game *g, const char *name);
/* Pushes a move such as "d1d3" (with TAFL_JUMP where `jump` is set); gives what push gives. */
int play(game *g, const char *move, uint32_t jump);
uint32_t move_of(const game *g, const char *move, uint32_t jump);
/* The piece code on a square. */
int piece_on(const game *g, const char *name);

#endif
