/* A very small harness: a check is a function, what it claims is a sentence. */
#ifndef TAFL_CHECK_H
#define TAFL_CHECK_H

#include <stdbool.h>

/* Notes a failure, with its place, when the condition does not hold; the check goes on. */
#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(left, right) \
    check_equal((long long)(left), (long long)(right), #left " == " #right, __FILE__, __LINE__)

void check_that(bool holds, const char *text, const char *file, int line);
void check_equal(long long left, long long right, const char *text, const char *file, int line);

/* Runs one check under the sentence that it shows to be true. */
void check_run(void (*check)(void), const char *sentence);

/* Prints the closing line; gives the exit status of the program. */
int check_done(void);

#endif
