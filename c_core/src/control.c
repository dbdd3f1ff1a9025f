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
    _Atomic int64_t soft_us, hard_us; /* since the start; 0 for none */
    _Atomic uint64_t nodes;
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
    atomic_store(&control->nodes, 0);
    tafl_control_limit(control, 0, 0);
    control->start_ms = now_ms();
}

void tafl_control_limit(tafl_search_control *control, double soft_ms, double hard_ms) {
    atomic_store(&control->soft_us, (int64_t)(soft_ms * 1e3));
    atomic_store(&control->hard_us, (int64_t)(hard_ms * 1e3));
}

void tafl_control_stop(tafl_search_control *control) { atomic_store(&control->stop, true); }

static bool passed(const tafl_search_control *control, const _Atomic int64_t *limit) {
    const int64_t us = atomic_load_explicit(limit, memory_order_relaxed);
    return us > 0 && tafl_control_ms(control) * 1e3 >= (double)us;
}

bool tafl_control_stopped(const tafl_search_control *control) {
    return atomic_load_explicit(&control->stop, memory_order_relaxed) || passed(control, &control->hard_us);
}

bool tafl_control_satisfied(const tafl_search_control *control) {
    return passed(control, &control->soft_us);
}

uint64_t tafl_control_count(tafl_search_control *control, uint64_t nodes) {
    return atomic_fetch_add_explicit(&control->nodes, nodes, memory_order_relaxed) + nodes;
}

double tafl_control_ms(const tafl_search_control *control) { return now_ms() - control->start_ms; }
