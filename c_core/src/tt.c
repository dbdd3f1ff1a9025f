/* Buckets of four entries, one cache line each. An entry is two words; the first is the key xored
 * with the second, so that a torn or foreign entry does not match (Robert Hyatt and Tim Mann,
 * "A lock-less transposition table implementation for parallel search", 2002). */

#if defined(__linux__)
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "tt.h"

enum { WAYS = 4, AGES = 64, AGE_WEIGHT = 4, LARGE = 1 << 26, SAMPLE = 1024, FEW = 4 };

typedef struct {
    _Atomic uint64_t check, data;
} entry;

typedef struct {
    entry way[WAYS];
} bucket;

struct tafl_table {
    void *memory;    /* what was allocated; the buckets begin at its first cache line */
    bucket *buckets;
    uint64_t mask;
    _Atomic unsigned age;
};

/* Data: move 19 bits, score 16, depth 8, bound 2, age 6. */
static uint64_t pack(uint32_t move, int score, int depth, int bound, unsigned age) {
    return (uint64_t)(move & 0x7FFFF) | (uint64_t)(uint16_t)score << 19 | (uint64_t)(uint8_t)depth << 35 |
           (uint64_t)bound << 43 | (uint64_t)age << 45;
}

static int depth_of(uint64_t data) { return (uint8_t)(data >> 35); }
static int bound_of(uint64_t data) { return (int)(data >> 43 & 3); }
static unsigned age_of(uint64_t data) { return (unsigned)(data >> 45 & (AGES - 1)); }

static uint64_t load(const _Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void put(_Atomic uint64_t *word, uint64_t value) {
    atomic_store_explicit(word, value, memory_order_relaxed);
}

#if defined(__linux__)
/* Gives the whole pages of a piece of memory back, to be had again as zeros when they are next used.
 * Says how much it left at either end. */
static bool drop_pages(char *begin, size_t size, size_t *head, size_t *tail) {
    const long page_size = sysconf(_SC_PAGESIZE);
    if (page_size <= 0) return false;
    const size_t page = (size_t)page_size;
    *head = (page - (uintptr_t)begin % page) % page;
    *tail = (size - *head) % page;
    return madvise(begin + *head, size - *head - *tail, MADV_DONTNEED) == 0;
}
#else
static bool drop_pages(char *begin, size_t size, size_t *head, size_t *tail) {
    (void)begin, (void)size, (void)head, (void)tail;
    return false;
}
#endif

tafl_table *tafl_table_new(uint64_t bytes) {
    uint64_t n = 1;
    while (n * 2 * sizeof(bucket) <= bytes && n < UINT64_MAX / sizeof(bucket) / 2) n *= 2;
    tafl_table *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    table->memory = n >= SIZE_MAX / sizeof(bucket) ? NULL : calloc((size_t)n + 1, sizeof(bucket));
    if (!table->memory) {
        free(table);
        return NULL;
    }
    const uintptr_t past = (uintptr_t)table->memory % sizeof(bucket);
    table->buckets = (bucket *)(void *)((char *)table->memory + (past ? sizeof(bucket) - past : 0));
    table->mask = n - 1;
    return table;
}

void tafl_table_free(tafl_table *table) {
    if (!table) return;
    free(table->memory);
    free(table);
}

/* Is hardly any page of this large table in use? Then to write zeros would mostly mean to ask the
 * system for pages that nobody needs: seconds for each GiB. Pages in use are better kept. */
static bool barely_used(const tafl_table *table) {
    const uint64_t n = table->mask + 1;
    if (n * sizeof(bucket) < LARGE) return false;
    int used = 0;
    for (uint64_t i = 0; i < SAMPLE; i++) {
        used += bound_of(load(&table->buckets[i * (n / SAMPLE)].way[0].data)) != BOUND_NONE;
    }
    return used <= FEW;
}

void tafl_table_clear(tafl_table *table) {
    char *begin = (char *)(void *)table->buckets;
    const size_t size = (size_t)(table->mask + 1) * sizeof(bucket);
    size_t head, tail;
    if (barely_used(table) && drop_pages(begin, size, &head, &tail)) {
        memset(begin, 0, head);
        memset(begin + size - tail, 0, tail);
    } else {
        memset(begin, 0, size);
    }
    atomic_store(&table->age, 0);
}

/* The number of the present search, from 0 to AGES - 1. */
static unsigned present_age(const tafl_table *table) {
    return atomic_load_explicit(&table->age, memory_order_relaxed) % AGES;
}

uint64_t tafl_table_bytes(const tafl_table *table) { return (table->mask + 1) * sizeof(bucket); }

void tafl_table_age(tafl_table *table) { atomic_fetch_add_explicit(&table->age, 1, memory_order_relaxed); }

void tt_prefetch(const tafl_table *table, uint64_t key) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(&table->buckets[key & table->mask]);
#else
    (void)table;
    (void)key;
#endif
}

bool tt_probe(const tafl_table *table, uint64_t key, tt_hit *hit) {
    const bucket *b = &table->buckets[key & table->mask];
    for (int i = 0; i < WAYS; i++) {
        const uint64_t data = load(&b->way[i].data);
        if ((load(&b->way[i].check) ^ data) != key || bound_of(data) == BOUND_NONE) continue;
        hit->move = (uint32_t)(data & 0x7FFFF);
        hit->score = (int16_t)(uint16_t)(data >> 19);
        hit->depth = depth_of(data);
        hit->bound = bound_of(data);
        return true;
    }
    return false;
}

/* How much an entry is worth keeping: deep ones of recent searches most. */
static int worth(const tafl_table *table, uint64_t data) {
    if (bound_of(data) == BOUND_NONE) return -1000;
    const unsigned old = (present_age(table) + AGES - age_of(data)) % AGES;
    return depth_of(data) - AGE_WEIGHT * (int)old;
}

void tt_store(tafl_table *table, uint64_t key, uint32_t move, int score, int depth, int bound) {
    bucket *b = &table->buckets[key & table->mask];
    entry *target = &b->way[0];
    int least = worth(table, load(&target->data));
    for (int i = 0; i < WAYS; i++) {
        const uint64_t data = load(&b->way[i].data);
        if ((load(&b->way[i].check) ^ data) == key) {
            target = &b->way[i];
            if (!move) move = (uint32_t)(data & 0x7FFFF);
            break;
        }
        const int value = worth(table, data);
        if (value < least) {
            least = value;
            target = &b->way[i];
        }
    }
    const uint64_t data = pack(move, score, depth, bound, present_age(table));
    put(&target->check, key ^ data);
    put(&target->data, data);
}

int tt_hashfull(const tafl_table *table) {
    const uint64_t sample = table->mask < 249 ? table->mask + 1 : 250;
    uint64_t used = 0;
    for (uint64_t i = 0; i < sample; i++) {
        for (int j = 0; j < WAYS; j++) {
            const uint64_t data = load(&table->buckets[i].way[j].data);
            used += bound_of(data) != BOUND_NONE && age_of(data) == present_age(table);
        }
    }
    return (int)(used * 1000 / (sample * WAYS));
}
