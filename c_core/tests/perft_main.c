/* Counts move sequences and nothing else, so that a profiler sees only the core.
 *     perft_main SPEC DEPTH MODE LEVEL
 * SPEC is a file with the bytes of a tafl_rules_spec, as benchmarks/callgrind.py writes it. */
#include "taflcore.h"

#include <stdio.h>
#include <stdlib.h>

static int fail(const char *what)
{
    fprintf(stderr, "perft_main: %s\n", what);
    return 2;
}

int main(int argc, char **argv)
{
    tafl_rules_spec spec;
    if (argc != 5)
        return fail("want SPEC DEPTH MODE LEVEL");
    FILE *file = fopen(argv[1], "rb");
    if (!file)
        return fail("cannot open the spec");
    size_t read = fread(&spec, sizeof spec, 1, file);
    fclose(file);
    tafl_rules *rules = read == 1 ? tafl_rules_new(&spec, atoi(argv[4])) : NULL;
    tafl_board *board = rules ? tafl_board_new(rules) : NULL;
    if (!board)
        return fail("not a spec");
    unsigned long long leaves = tafl_board_perft(board, atoi(argv[2]), atoi(argv[3]));
    printf("build=%s leaves=%llu\n", tafl_rules_build(rules), leaves);
    tafl_board_free(board);
    tafl_rules_free(rules);
    return 0;
}
