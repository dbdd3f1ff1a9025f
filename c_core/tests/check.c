#include "check.h"

#include <stdio.h>

static int failures, run, failed;

void check_that(bool holds, const char *text, const char *file, int line)
{
    if (holds)
        return;
    failures++;
    printf("%s:%d: does not hold: %s\n", file, line, text);
}

void check_equal(long long left, long long right, const char *text, const char *file, int line)
{
    if (left == right)
        return;
    failures++;
    printf("%s:%d: %lld is not %lld: %s\n", file, line, left, right, text);
}

void check_run(void (*check)(void), const char *sentence)
{
    int before = failures;
    check();
    run++;
    failed += failures != before;
    printf("%s %s\n", failures == before ? "ok  " : "FAIL", sentence);
}

int check_done(void)
{
    printf("%d passed, %d failed\n", run - failed, failed);
    return failed != 0;
}
