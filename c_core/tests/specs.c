#include "specs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char LETTERS[] = "tcnkmgTCNKMG";
static const char ALL[] = "tcnkmTCNKM";

uint16_t types(const char *letters)
{
    unsigned set = 0;
    for (; *letters; letters++)
        set |= 1u << (strchr(LETTERS, *letters) - LETTERS);
    return (uint16_t)set;
}

void read_cells(uint8_t *cells, int dim, const char *record)
{
    int at = 0;
    memset(cells, TAFL_EMPTY, (size_t)(dim * dim));
    for (const char *c = record; *c;) {
        if (*c >= '0' && *c <= '9') {
            char *end;
            at += (int)strtol(c, &end, 10);
            c = end;
        } else {
            if (*c != '/')
                cells[at++] = (uint8_t)(strchr(LETTERS, *c) - LETTERS);
            c++;
        }
    }
    if (at != dim * dim) {
        fprintf(stderr, "not a record of a board of side %d: %s\n", dim, record);
        exit(2);
    }
}

static tafl_square_rules square_rules(const char *hostile, const char *empty, const char *passes, const char *stops)
{
    return (tafl_square_rules){types(hostile), types(empty), types(passes), types(stops), types(ALL)};
}

tafl_rules_spec spec_of(int dim, const char *record)
{
    tafl_rules_spec spec = {
        .dim = dim, .surrounded = 1, .attackers_first = 1, .repetition = TAFL_REPEAT_DRAWS,
        .king_hammer = 1, .king_anvil = 1, .king_strength = TAFL_KING_STRONG,
        .jump = {TAFL_JUMP_NONE, TAFL_JUMP_OVER, TAFL_JUMP_CAPTURE, TAFL_JUMP_NONE, TAFL_JUMP_NONE, TAFL_JUMP_NONE},
    };
    spec.special[TAFL_KIND_CORNER] = square_rules(ALL, ALL, "K", "K");
    spec.special[TAFL_KIND_CENTRE] = square_rules("tcnkm", ALL, ALL, "K");
    spec.special[TAFL_KIND_AFORT] = square_rules("TCNKM", "TCNKM", ALL, ALL);
    spec.special[TAFL_KIND_DFORT] = square_rules("tcnkm", "tcnkm", "TCNKM", "TCNKM");
    int last = dim * dim - 1;
    int corners[] = {0, dim - 1, last - dim + 1, last};
    for (int i = 0; i < 4; i++)
        spec.kind[corners[i]] = TAFL_KIND_CORNER, spec.escape[corners[i]] = 1;
    if (dim % 2)
        spec.kind[last / 2] = TAFL_KIND_CENTRE;
    read_cells(spec.start, dim, record);
    return spec;
}

game game_of(const tafl_rules_spec *spec)
{
    game g = {.rules = tafl_rules_new(spec, 0), .dim = spec->dim};
    g.board = g.rules ? tafl_board_new(g.rules) : NULL;
    if (!g.board) {
        fprintf(stderr, "no board\n");
        exit(2);
    }
    return g;
}

game game_at(const tafl_rules_spec *spec, const char *record, int side)
{
    uint8_t cells[TAFL_MAX_SQUARES];
    game g = game_of(spec);
    read_cells(cells, spec->dim, record);
    if (tafl_board_set(g.board, cells, side, NULL) != TAFL_OK) {
        fprintf(stderr, "refused: %s\n", record);
        exit(2);
    }
    return g;
}

void game_end(game *g)
{
    tafl_board_free(g->board);
    tafl_rules_free(g->rules);
}

static int read_square(const game *g, const char **text)
{
    char *end;
    int file = *(*text)++ - 'a';
    int rank = (int)strtol(*text, &end, 10) - 1;
    *text = end;
    return rank * g->dim + file;
}

int square(const game *g, const char *name)
{
    return read_square(g, &name);
}

uint32_t move_of(const game *g, const char *move, uint32_t jump)
{
    uint32_t from = (uint32_t)read_square(g, &move);
    uint32_t to = (uint32_t)read_square(g, &move);
    return from | to << 9 | jump;
}

int play(game *g, const char *move, uint32_t jump)
{
    return tafl_board_push(g->board, move_of(g, move, jump));
}

int piece_on(const game *g, const char *name)
{
    uint8_t cells[TAFL_MAX_SQUARES];
    tafl_board_cells(g->board, cells);
    return cells[square(g, name)];
}
