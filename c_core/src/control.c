/* What a running search looks at from time to time: a clock and a flag that stops it. */

#if !defined(_WIN32)
#define _POSIX_C_SOURCE 199309L
#endif

#include "internal.h"

#include <time.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

struct tafl_search_control {
    atomic_bool stop;
    double start_ms;
};

/* A clock that never goes back, in milliseconds. */
static double now_ms(void) {
#if defined(_WIN32)
    LARGE_INTEGER ticks, per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&per_second);
    return 1e3 * (double)ticks.QuadPart / (double)per_second.QuadPart;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
#endif
}

tafl_search_control *tafl_control_new(void) { return calloc(1, sizeof(tafl_search_control)); }

void tafl_control_free(tafl_search_control *control) { free(control); }

void tafl_control_arm(tafl_search_control *control) {
    atomic_store(&control->stop, false);
    control->start_ms = now_ms();
}

void tafl_control_stop(tafl_search_control *control) { atomic_store(&control->stop, true); }

bool tafl_control_stopped(const tafl_search_control *control) {
    return atomic_load_explicit(&control->stop, memory_order_relaxed);
}

double tafl_control_ms(const tafl_search_control *control) { return now_ms() - control->start_ms; }
