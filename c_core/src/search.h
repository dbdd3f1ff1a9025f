/* Iterative deepening alpha-beta. Part of the template: see core.c. */

enum { WIN = TAFL_WIN, WON = TAFL_WON, INFINITE = 32000, POLL = 256 };

typedef struct {
    const tables *T;
    tafl_search_control *control;
    tafl_table *table;
    const tafl_limits *limits;
    const tafl_listener *listener;
    order_tables *order;
    uint64_t nodes, next_poll;
    uint64_t counted; /* of the nodes, those that the control knows of */
    uint64_t total;   /* what it then knew of all threads */
    int seldepth;
    bool stopped, may_stop;
    uint32_t skipped[TAFL_MAX_LINES]; /* root moves of better lines */
    int skips;
    int pv_length[TAFL_MAX_PLY + 2];
    uint32_t pv[TAFL_MAX_PLY + 2][TAFL_MAX_PLY + 2];
    move_list lists[TAFL_MAX_PLY]; /* too large for the stacks of some threads */
} searcher;

static inline int won_in(int ply) { return WIN - ply; }

/* The value of a finished game for the side whose turn it is in `s`. */
static int final_score(const state *s, int ply) {
    const int winner = winner_of(s->outcome);
    if (winner == TAFL_NOBODY) return 0;
    return winner == s->turn ? won_in(ply) : -won_in(ply);
}

/* Wins are stored as seen from the position, so that they hold wherever it comes up. */
static int to_table(int score, int ply) {
    return score > WON ? score + ply : score < -WON ? score - ply : score;
}

static int from_table(int score, int ply) {
    return score > WON ? score - ply : score < -WON ? score + ply : score;
}

static void count_nodes(searcher *S) {
    S->total = tafl_control_count(S->control, S->nodes - S->counted);
    S->counted = S->nodes;
}

/* Looks at the clock, the node limit and the stop flag; the first iteration always finishes. */
static void poll(searcher *S) {
    count_nodes(S);
    const uint64_t limit = S->limits->nodes, left = limit > S->total ? limit - S->total : 1;
    S->next_poll = S->nodes + (limit && left < POLL ? left : POLL);
    if (!S->may_stop) return;
    if ((limit && S->total >= limit) || tafl_control_stopped(S->control)) S->stopped = true;
}

static inline void make_node(searcher *S, state *s, uint64_t *key, uint32_t move) {
    make(S->T, s, key, move, true);
    if (++S->nodes >= S->next_poll) poll(S);
}

static void update_pv(searcher *S, int ply, uint32_t move) {
    const int n = S->pv_length[ply + 1];
    S->pv[ply][0] = move;
    memcpy(&S->pv[ply][1], S->pv[ply + 1], (size_t)n * sizeof(uint32_t));
    S->pv_length[ply] = n + 1;
}

static bool skips(const searcher *S, uint32_t move) {
    for (int i = 0; i < S->skips; i++) {
        if (S->skipped[i] == move) return true;
    }
    if (!S->limits->move_count) return false;
    for (int i = 0; i < S->limits->move_count; i++) {
        if (from_of(S->limits->moves[i]) == from_of(move) && to_of(S->limits->moves[i]) == to_of(move)) {
            return false;
        }
    }
    return true;
}

/* Says which move the root begins with, once the search has lasted long enough for anyone to care. */
static void report_root_move(const searcher *S, int depth, uint32_t move, int number) {
    const tafl_listener *L = S->listener;
    if (L->root_move && tafl_control_ms(S->control) >= TAFL_SLOW_MS) {
        L->root_move(L->context, depth, move, number);
    }
}

/* The value of s[0] for its side to move, searched `depth` plies deep; `key` points at its key. */
static int search(searcher *S, state *s, uint64_t *key, int alpha, int beta, int depth, int ply) {
    const tables *T = S->T;
    const bool pv_node = beta - alpha > 1, root = ply == 0;
    S->pv_length[ply] = 0;
    if (ply > S->seldepth) S->seldepth = ply;

    /* Step 1. Is the game over, the line at its end, or no better win possible? */
    if (s->outcome) return final_score(s, ply);
    if (depth <= 0 || ply >= TAFL_MAX_PLY) return evaluate(T, s);
    if (!root) {
        if (alpha < -won_in(ply)) alpha = -won_in(ply);
        if (beta > won_in(ply + 1)) beta = won_in(ply + 1);
        if (alpha >= beta) return alpha;
    }

    /* Step 2. Has the table seen this position? */
    const uint64_t hash = s->key ^ s->extra;
    tt_hit hit = {0, 0, 0, BOUND_NONE};
    if (tt_probe(S->table, hash, &hit)) {
        const int score = from_table(hit.score, ply);
        const bool deep = S->limits->equal_depth ? hit.depth == depth : hit.depth >= depth;
        if (deep && !pv_node && (hit.bound & (score >= beta ? BOUND_LOWER : BOUND_UPPER))) return score;
    }

    /* Step 3. Try the moves, the most promising first. */
    move_list *M = &S->lists[ply];
    uint32_t quiet[64];
    int quiets = 0, tried = 0, best = -INFINITE;
    const int old_alpha = alpha;
    uint32_t best_move = 0, move;
    start_list(T, s, S->order, ply, depth, hit.move, M);
    while ((move = next_move(T, s, S->order, ply, depth, M)) != 0) {
        if (root) {
            if (skips(S, move)) continue;
            report_root_move(S, depth, move, tried + 1);
        }

        /* Step 4. Make the move and search it, with a null window once there is a best one. */
        make_node(S, s, key, move);
        tt_prefetch(S->table, s[1].key ^ s[1].extra);
        if (S->stopped) return 0;
        tried++;
        const bool same = s[1].turn == s->turn;
        int score = 0;
        if (tried > 1) {
            score = same ? search(S, s + 1, key + 1, alpha, alpha + 1, depth - 1, ply + 1)
                         : -search(S, s + 1, key + 1, -alpha - 1, -alpha, depth - 1, ply + 1);
        }
        if (!S->stopped && (tried == 1 || (score > alpha && score < beta))) {
            score = same ? search(S, s + 1, key + 1, alpha, beta, depth - 1, ply + 1)
                         : -search(S, s + 1, key + 1, -beta, -alpha, depth - 1, ply + 1);
        }
        if (S->stopped) return 0;

        /* Step 5. Is it the best so far, or even too good to be allowed? */
        const bool is_quiet = s[1].quiet != 0;
        if (score > best) {
            best = score;
            best_move = move;
            if (pv_node && (score > alpha || tried == 1)) update_pv(S, ply, move);
        }
        if (score > alpha) alpha = score;
        if (alpha >= beta) {
            if (is_quiet) remember(S->order, s, ply, depth, move, quiet, quiets);
            break;
        }
        if (is_quiet && quiets < 64) quiet[quiets++] = move;
    }

    /* Step 6. No move: under spec that was an outcome, so here the game just stops. */
    if (tried == 0) return 0;
    const int bound = best >= beta ? BOUND_LOWER : best > old_alpha ? BOUND_EXACT : BOUND_UPPER;
    if (!(root && (S->skips || S->limits->move_count))) {
        tt_store(S->table, hash, best_move, to_table(best, ply), depth, bound);
    }
    return best;
}

/* The value by plain minimax: no pruning, no table, nothing to go wrong. */
static int minimax(searcher *S, state *s, uint64_t *key, int depth, int ply) {
    if (s->outcome) return final_score(s, ply);
    if (depth == 0) return evaluate(S->T, s);
    uint32_t list[TAFL_MAX_MOVES];
    const uint32_t *end = generate(S->T, s, list);
    int best = end == list ? 0 : -INFINITE;
    for (const uint32_t *m = list; m < end; m++) {
        make_node(S, s, key, *m);
        const int value = minimax(S, s + 1, key + 1, depth - 1, ply + 1);
        const int score = s[1].turn == s->turn ? value : -value;
        if (score > best) best = score;
    }
    return best;
}

static void fill_line(searcher *S, tafl_line *line, int depth, int score) {
    line->depth = depth;
    line->seldepth = S->seldepth;
    line->score = score;
    line->pv_length = S->pv_length[0];
    memcpy(line->pv, S->pv[0], (size_t)S->pv_length[0] * sizeof(uint32_t));
}

/* Lines are found with those before them left out, and what the table remembers can make a later one
 * the better one after all. */
static void sort_lines(tafl_line *lines, int n) {
    for (int i = 1; i < n; i++) {
        const tafl_line line = lines[i];
        int at = i;
        for (; at > 0 && lines[at - 1].score < line.score; at--) lines[at] = lines[at - 1];
        lines[at] = line;
    }
    for (int i = 0; i < n; i++) lines[i].multipv = i + 1;
}

/* One iteration: as many lines as are asked for, best first. Says whether it was finished. */
static bool iterate(searcher *S, state *s, uint64_t *key, int depth, tafl_line *lines, int *found) {
    S->skips = 0;
    S->seldepth = 0;
    *found = 0;
    for (int i = 0; i < S->limits->multipv; i++) {
        const int score = search(S, s, key, -INFINITE, INFINITE, depth, 0);
        if (S->stopped) return false;
        if (S->pv_length[0] == 0) break;
        fill_line(S, &lines[i], depth, score);
        S->skipped[S->skips++] = S->pv[0][0];
        ++*found;
    }
    sort_lines(lines, *found);
    return *found > 0;
}

/* Is there nothing that a deeper search could change? */
static bool settled(const tafl_line *line, int depth) {
    const int distance = WIN - (line->score < 0 ? -line->score : line->score);
    return distance <= depth;
}

/* Threads that search the same depths all along would only repeat each other. */
static bool leaves_out(const searcher *S, int depth) {
    return S->limits->helper && depth > 1 && (depth + S->limits->helper) % 3 == 0;
}

/* Deepens until there is a reason to stop; what each iteration found goes to the listener. */
static void deepen(searcher *S, state *s, uint64_t *key, int deepest, tafl_line *lines,
                   tafl_result *result) {
    const tafl_listener *L = S->listener;
    for (int depth = 1; depth <= deepest; depth++) {
        if (leaves_out(S, depth)) continue;
        int found;
        if (!iterate(S, s, key, depth, lines, &found)) break;
        S->may_stop = true;
        result->depth = depth;
        result->score = lines[0].score;
        result->move = lines[0].pv[0];
        count_nodes(S);
        const double ms = tafl_control_ms(S->control);
        for (int i = 0; i < found && L->line; i++) {
            lines[i].nodes = S->total;
            lines[i].ms = ms;
            lines[i].hashfull = tt_hashfull(S->table);
            L->line(L->context, &lines[i]);
        }
        const bool satisfied = tafl_control_satisfied(S->control);
        poll(S);
        if (S->stopped || satisfied) break;
        if (!S->limits->keep_on && settled(&lines[0], depth)) break;
    }
}

static int run_search(const void *tables_, void *state_, uint64_t *key, tafl_search_control *control,
                      tafl_table *table, const tafl_limits *limits, tafl_result *result,
                      const tafl_listener *listener) {
    searcher *S = calloc(1, sizeof *S);
    order_tables *order = calloc(1, sizeof *order);
    tafl_line *lines = calloc((size_t)limits->multipv, sizeof *lines);
    if (!S || !order || !lines) {
        free(S);
        free(order);
        free(lines);
        return TAFL_E_MEMORY;
    }
    S->T = tables_;
    S->control = control;
    S->table = table;
    S->limits = limits;
    S->listener = listener;
    S->order = order;
    S->may_stop = limits->helper != 0;
    poll(S);
    const int deepest = limits->depth > 0 && limits->depth < TAFL_MAX_PLY ? limits->depth : TAFL_MAX_PLY - 1;
    if (limits->minimax) {
        result->score = minimax(S, state_, key, deepest, 0);
        result->depth = deepest;
    } else {
        deepen(S, state_, key, deepest, lines, result);
    }
    count_nodes(S);
    result->nodes = S->total;
    result->ms = tafl_control_ms(control);
    free(S);
    free(order);
    free(lines);
    return TAFL_OK;
}
