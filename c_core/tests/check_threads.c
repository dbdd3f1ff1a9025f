/* Several threads search one position with one table and one control, while another meddles with
 * the control. Under ThreadSanitizer this shows that they share nothing else; see tools/check_c.sh. */
#include "check.h"
#include "specs.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#define HUGE_BOARD \
    "/2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/4T2T1T1T2T4/3t2T1TKT1T2t3" \
    "/4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2/"
#define WIDE_BOARD \
    "/3ttttttt3/6t6/13/t5T5t/t12/t4T1T4t/tt1T1TKT1T1tt/t4T1T4t/t12/t5T5t/13/6t6/3ttttttt3/"

enum { SEARCHERS = 4, ROUNDS = 4 };

/* What the threads of one search share, and what each of them has for itself. */
typedef struct {
    tafl_search_control *control;
    tafl_table *table;
    atomic_int lines; /* that the main search has reported */
    atomic_bool done;
    int stop_after;   /* lines */
} shared;

typedef struct {
    shared *all;
    tafl_board *board;
    tafl_limits limits;
    tafl_result result;
    tafl_line last; /* the latest line of the main search */
    int code;
} searcher;

static void on_line(void *context, const tafl_line *line)
{
    searcher *s = context;
    s->last = *line;
    atomic_fetch_add(&s->all->lines, 1);
}

static void *run_searcher(void *context)
{
    searcher *s = context;
    const tafl_listener listener = {.line = s->limits.helper ? NULL : on_line, .context = s};
    s->code = tafl_search(s->board, s->all->control, s->all->table, &s->limits, &s->result, &listener);
    if (!s->limits.helper) {
        atomic_store(&s->all->done, true);
        tafl_control_stop(s->all->control);
    }
    return NULL;
}

/* Moves the limits about, all far away, and stops the search when it has said enough. */
static void *run_meddler(void *context)
{
    shared *all = context;
    for (int i = 0; !atomic_load(&all->done) && atomic_load(&all->lines) < all->stop_after; i++) {
        double now = tafl_control_ms(all->control);
        tafl_control_limit(all->control, i % 3 ? now + 1e6 : 0, now + 2e6);
        sched_yield();
    }
    if (all->stop_after % 2)
        tafl_control_limit(all->control, 0, 1e-3); /* long since over */
    else
        tafl_control_stop(all->control);
    return NULL;
}

static bool is_legal(const tafl_board *board, uint32_t move)
{
    uint32_t moves[TAFL_MAX_MOVES];
    int count = tafl_board_moves(board, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* The board is as before, and what was found can be played on it. */
static void judge(const searcher *s, uint64_t key)
{
    const bool main_search = !s->limits.helper;
    CHECK_EQUAL(s->code, TAFL_OK);
    CHECK(tafl_board_ok(s->board));
    CHECK(tafl_board_search_key(s->board) == key);
    CHECK(is_legal(s->board, s->result.move) || (!main_search && s->result.move == 0));
    if (!main_search)
        return;
    CHECK(s->last.pv_length > 0);
    CHECK_EQUAL(s->result.move, s->last.pv[0]);
    CHECK(s->result.nodes >= s->last.nodes);
    for (int i = 0; i < s->last.pv_length; i++)
        CHECK_EQUAL(tafl_board_push(s->board, s->last.pv[i]), TAFL_OK);
}

static void search_together(const game *g, shared *all, uint64_t nodes)
{
    searcher searchers[SEARCHERS];
    pthread_t threads[SEARCHERS + 1];
    memset(searchers, 0, sizeof searchers);
    atomic_store(&all->lines, 0);
    atomic_store(&all->done, false);
    tafl_control_arm(all->control);
    tafl_table_age(all->table);
    for (int i = 0; i < SEARCHERS; i++) {
        searchers[i].all = all;
        searchers[i].board = tafl_board_copy(g->board);
        searchers[i].limits = (tafl_limits){.multipv = 1, .helper = i, .nodes = nodes};
        CHECK_EQUAL(pthread_create(&threads[i], NULL, run_searcher, &searchers[i]), 0);
    }
    CHECK_EQUAL(pthread_create(&threads[SEARCHERS], NULL, run_meddler, all), 0);
    for (int i = 0; i <= SEARCHERS; i++)
        CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < SEARCHERS; i++) {
        judge(&searchers[i], tafl_board_search_key(g->board));
        tafl_board_free(searchers[i].board);
    }
}

static void together_on(int dim, const char *record)
{
    tafl_rules_spec spec = spec_of(dim, record);
    game g = game_of(&spec);
    shared all = {.control = tafl_control_new(), .table = tafl_table_new(1u << 16)};
    for (int round = 0; round < ROUNDS; round++) {
        all.stop_after = round;
        search_together(&g, &all, 0);
    }
    all.stop_after = 1000;
    search_together(&g, &all, 3000);
    tafl_control_free(all.control);
    tafl_table_free(all.table);
    game_end(&g);
}

static void one_word(void) { together_on(7, BRANDUB); }
static void three_words(void) { together_on(13, WIDE_BOARD); }
static void six_words(void) { together_on(19, HUGE_BOARD); }

int main(void)
{
    check_run(one_word, "threads that search a board of one word together find legal moves");
    check_run(three_words, "so do threads on a board of three words");
    check_run(six_words, "so do threads on a board of six words");
    return check_done();
}
