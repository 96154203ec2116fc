/* The search from the root: iterative deepening, time, the lines that are reported. */
#include <stdlib.h>
#include <string.h>

#include "analysis/engine/search_local.h"
#include "rules/error.h"

enum { ASPIRATION_DEPTH = 5, ASPIRATION_WINDOW = 25 };

enum { QUIET_MS = 3000 }; /* before root moves are reported */

/* ---- making, asking, stopping ---- */

/* All but its table. */
static GrSearch *make(void) {
    GrSearch *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    atomic_init(&s->stop, false);
    atomic_init(&s->published.nodes, 0);
    atomic_init(&s->hit, 0);
    s->clock.overhead = GR_DEFAULT_OVERHEAD;
    s->use_table = true;
    gr_fill_reductions(s);
    return s;
}

static void unmake(GrSearch *s) {
    gr_evaluator_free(s->eval);
    free(s->follow);
    free(s->keys);
    free(s->root);
    free(s->helper);
    free(s);
}

GrSearch *gr_search_new(size_t megabytes) {
    GrSearch *s = make();
    if (!s)
        return NULL;
    if (gr_table_resize(&s->table, megabytes) != 0) {
        unmake(s);
        return NULL;
    }
    return s;
}

static void drop_helpers(GrSearch *s, int from) {
    for (int i = from; i < s->helpers; i++)
        unmake(s->helper[i]);
    s->helpers = from < s->helpers ? from : s->helpers;
}

void gr_search_free(GrSearch *search) {
    if (!search)
        return;
    drop_helpers(search, 0);
    gr_table_free(&search->table);
    unmake(search);
}

int gr_search_set_threads(GrSearch *search, int threads) {
    int before = search->helpers, wanted = threads - 1;
    if (wanted > before) {
        GrSearch **helper = realloc(search->helper, (size_t)wanted * sizeof(GrSearch *));
        if (!helper)
            return GR_ERR_MEMORY;
        search->helper = helper;
    }
    while (search->helpers < wanted) {
        GrSearch *made = make();
        if (!made) {
            drop_helpers(search, before);
            return GR_ERR_MEMORY;
        }
        search->helper[search->helpers++] = made;
        made->number = search->helpers;
        made->leader = search;
    }
    drop_helpers(search, wanted > 0 ? wanted : 0);
    return 0;
}

int gr_search_resize(GrSearch *search, size_t megabytes) {
    return gr_table_resize(&search->table, megabytes);
}

void gr_search_forget(GrSearch *search) {
    if (search->number == 0)
        gr_table_forget(&search->table);
    for (int i = 0; i < search->helpers; i++)
        gr_search_forget(search->helper[i]);
    gr_history_forget(search);
    for (int ply = 0; ply < GR_MAX_PLY + 2; ply++)
        search->frame[ply].killer[0] = search->frame[ply].killer[1] = GR_NO_MOVE;
}

void gr_search_on_progress(GrSearch *search, GrProgressCall call, void *user) {
    search->call = call;
    search->user = user;
}

void gr_search_on_move(GrSearch *search, GrMoveCall call, void *user) {
    search->move_call = call;
    search->move_user = user;
}

void gr_search_set_overhead(GrSearch *search, int64_t ms) {
    search->clock.overhead = ms;
}

void gr_search_on_wait(GrSearch *search, GrStopCall stop, void *user) {
    search->wait_call = stop;
    search->wait_user = user;
}

void gr_search_stop(GrSearch *search) {
    atomic_store(&search->stop, true);
}

void gr_search_ponderhit(GrSearch *search) {
    atomic_store(&search->hit, gr_now_ms());
}

void gr_search_ready(GrSearch *search) {
    atomic_store(&search->stop, false);
    atomic_store(&search->hit, 0);
}

void gr_search_use_table(GrSearch *search, bool use) {
    search->use_table = use;
}

/* ---- setting up ---- */

static int set_rules(GrSearch *s, const GrRules *rules) {
    if (s->rules == rules)
        return 0;
    GrEvaluator *eval = gr_evaluator_new(rules);
    if (!eval)
        return GR_ERR_MEMORY;
    if (gr_history_make(s, rules) != 0) {
        gr_evaluator_free(eval);
        return GR_ERR_MEMORY;
    }
    gr_evaluator_free(s->eval);
    s->eval = eval;
    s->rules = rules;
    s->history_draws = gr_variant(rules)->fifty;
    gr_search_forget(s);
    return 0;
}

static int set_keys(GrSearch *s, const GrPosition *pos, const uint64_t *before, size_t count) {
    size_t wanted = count + GR_MAX_PLY + 4;
    if (wanted > s->key_cap) {
        uint64_t *keys = realloc(s->keys, wanted * sizeof *keys);
        if (!keys)
            return GR_ERR_MEMORY;
        s->keys = keys;
        s->key_cap = wanted;
    }
    if (count)
        memcpy(s->keys, before, count * sizeof *before);
    s->root_key = count;
    s->keys[count] = pos->key;
    return 0;
}

static bool is_wanted(const GrLimits *limits, GrMove move) {
    for (size_t i = 0; i < limits->only_count; i++)
        if (limits->only[i] == move)
            return true;
    return limits->only == NULL;
}

static int set_root(GrSearch *s, const GrPosition *pos) {
    Frame *root = &s->frame[0];
    root->pos = *pos;
    root->turns = 0;
    root->reversible = pos->clock;
    root->checked = gr_in_check(pos);
    root->eval = root->checked ? GR_NO_SCORE : gr_evaluate(s->eval, pos);
    gr_moves(pos, &root->list);
    gr_order_moves(s, 0, GR_NO_MOVE, true);
    if (root->list.count > s->root_cap) {
        GrMove *moves = realloc(s->root, root->list.count * sizeof *moves);
        if (!moves)
            return GR_ERR_MEMORY;
        s->root = moves;
        s->root_cap = root->list.count;
    }
    s->root_count = 0;
    for (unsigned i = 0; i < root->list.count; i++) {
        GrMove move = gr_next_move(root, i);
        if (is_wanted(&s->limits, move))
            s->root[s->root_count++] = move;
    }
    return 0;
}

/* ---- the root ---- */

static void report(GrSearch *s, const GrLine *line, int index) {
    if (!s->call)
        return;
    atomic_store(&s->published.nodes, s->nodes);
    GrProgress progress = {.line = line, .index = index, .nodes = gr_total_nodes(s)};
    progress.ms = gr_now_ms() - s->start;
    progress.fill = gr_table_fill(&s->table);
    s->call(s->user, &progress);
}

static void set_line(GrSearch *s, GrLine *line, GrScore score, GrScore beta) {
    const Frame *root = &s->frame[0];
    line->score = score;
    line->depth = s->depth;
    line->seldepth = s->seldepth;
    line->lower = score >= beta;
    line->upper = false;
    line->length = root->pv_length < GR_MAX_PLY ? root->pv_length : GR_MAX_PLY;
    memcpy(line->move, root->pv, (size_t)line->length * sizeof line->move[0]);
}

/* Brings root move `from` to `to`, those between move back by one. */
static void bring_forward(GrSearch *s, size_t from, size_t to) {
    GrMove moved = s->root[from];
    memmove(&s->root[to + 1], &s->root[to], (from - to) * sizeof moved);
    s->root[to] = moved;
}

/* The root's moves are reduced as those of any PV node are. */
static int root_reduction(const GrSearch *s, int number, int depth) {
    const Frame *root = &s->frame[0];
    GrNode n = {.depth = s->depth, .pv = true, .quiet_only = !root->checked && !root->pos.pending,
                .improving = true};
    int less = gr_late_move_reduction(s, &n, root->move, number, gr_gain(s, &root->pos, root->move)) - 2;
    int most = depth > 1 ? depth - 1 : 0;
    return less < 0 ? 0 : less < most ? less : most;
}

static GrScore root_score(GrSearch *s, size_t number, GrScore alpha, GrScore beta) {
    bool forced = s->frame[1].turns == 0;
    int depth = forced ? s->depth : s->depth - 1;
    if (number == 0)
        return gr_child_score(s, 0, alpha, beta, depth, true, false);
    int less = root_reduction(s, (int)number, depth);
    GrScore score = alpha + 1;
    if (less > 0)
        score = gr_child_score(s, 0, alpha, alpha + 1, depth - less, true, true);
    if (score > alpha)
        score = gr_child_score(s, 0, alpha, alpha + 1, depth, true, true);
    if (score > alpha && score < beta)
        score = gr_child_score(s, 0, alpha, beta, depth, true, false);
    return score;
}

static void report_move(GrSearch *s, GrMove move, size_t number) {
    if (s->move_call && gr_now_ms() - s->start >= QUIET_MS)
        s->move_call(s->move_user, move, s->depth, number);
}

/* A move has become the first line's best, with the nodes searched since `before`; a move that was
 * so already is searched again because it left the window. */
static void note_effort(GrSearch *s, GrMove move, uint64_t before) {
    bool again = s->work_lines > 0 && s->work[0].move[0] == move;
    s->clock.best_nodes = (again ? s->clock.best_nodes : 0) + s->nodes - before;
}

/* Searches the root moves from `first` on, whose best becomes root[first] and line[first]. */
static GrScore search_root(GrSearch *s, size_t first, GrScore alpha, GrScore beta) {
    GrScore best = -GR_INFINITE;
    s->frame[1].killer[0] = s->frame[1].killer[1] = GR_NO_MOVE;
    for (size_t i = first; i < s->root_count; i++) {
        GrMove move = s->root[i];
        uint64_t before = s->nodes;
        report_move(s, move, i + 1);
        gr_descend(s, 0, move);
        GrScore score = root_score(s, i - first, alpha, beta);
        if (s->halted)
            return best;
        if (score > best)
            best = score;
        if (score <= alpha)
            continue;
        alpha = score;
        gr_extend_pv(s, 0, move);
        if (first == 0)
            note_effort(s, move, before);
        set_line(s, &s->work[first], score, beta);
        s->work_lines = first + 1;
        bring_forward(s, i, first);
        if (score >= beta)
            break;
    }
    return best;
}

/* The iteration's score lies outside the window: reports the bound, below with the last iteration's
 * line. */
static void report_bound(GrSearch *s, size_t index, const GrLine *last, GrScore score, bool upper) {
    if (!s->call || (upper && last->length == 0))
        return;
    GrLine line = upper ? *last : s->work[index];
    line.score = score;
    line.depth = s->depth;
    line.seldepth = s->seldepth;
    line.upper = upper;
    line.lower = !upper;
    report(s, &line, (int)index);
    s->bound_said = true;
}

/* An aspiration window around the score of the last iteration, opened on the side where it fails. */
static void search_aspiration(GrSearch *s, size_t index) {
    const GrLine last = s->work[index];
    GrScore guess = last.score;
    int delta = ASPIRATION_WINDOW;
    GrScore alpha = -GR_INFINITE, beta = GR_INFINITE;
    if (s->depth >= ASPIRATION_DEPTH && !gr_score_is_mate(guess)) {
        alpha = guess - delta;
        beta = guess + delta;
    }
    for (;;) {
        GrScore score = search_root(s, index, alpha, beta);
        if (s->halted || (score > alpha && score < beta))
            return;
        report_bound(s, index, &last, score, score <= alpha);
        delta *= 4;
        if (score <= alpha)
            alpha = delta > 1000 ? -GR_INFINITE : guess - delta;
        else
            beta = delta > 1000 ? GR_INFINITE : guess + delta;
    }
}

/* ---- iterations ---- */

static void publish(GrSearch *s, size_t lines) {
    memcpy(s->line, s->work, lines * sizeof s->line[0]);
    s->line_count = lines;
}

static size_t lines_wanted(const GrSearch *s) {
    size_t lines = s->limits.lines > 1 ? (size_t)s->limits.lines : 1;
    lines = lines < GR_MAX_LINES ? lines : GR_MAX_LINES;
    return lines < s->root_count ? lines : s->root_count;
}

/* Cut short before any move was searched: the one that looked best, at depth 0, with what the
 * position is worth at a glance. */
static void publish_something(GrSearch *s) {
    s->line[0] = (GrLine){.score = gr_evaluate(s->eval, &s->frame[0].pos), .length = 1};
    s->line[0].move[0] = s->root[0];
    s->line_count = 1;
}

/* Brings the line just made among those before it: a later one may turn out better. */
static void sort_in(GrSearch *s, size_t index) {
    GrLine line = s->work[index];
    size_t to = index;
    while (to > 0 && s->work[to - 1].score < line.score)
        to--;
    memmove(&s->work[to + 1], &s->work[to], (index - to) * sizeof line);
    s->work[to] = line;
    bring_forward(s, index, to);
}

/* An iteration was cut short at line `index`. What it found of that is a lower bound, since moves
 * that it did not come to may be better. It counts if nothing else is known, or if a single line is
 * wanted and has found a better move; else the last iteration's lines stay, which are of one depth.
 * True if there is something new. */
static bool publish_cut(GrSearch *s, size_t index, size_t wanted) {
    if (s->work_lines > index)
        s->work[index].lower = true;
    if (s->line_count == 0 && s->work_lines == 0) {
        publish_something(s);
        return true;
    }
    bool better = wanted == 1 && s->work_lines == 1 && s->work[0].move[0] != s->line[0].move[0];
    if (s->line_count > 0 && !better)
        return false;
    if (s->work_lines > index)
        sort_in(s, index);
    publish(s, s->work_lines);
    return true;
}

static void iterate(GrSearch *s) {
    size_t wanted = lines_wanted(s), done = 0;
    uint64_t before = s->nodes;
    s->seldepth = 0;
    s->bound_said = false;
    s->work_lines = 0;
    while (done < wanted && !s->halted) {
        search_aspiration(s, done);
        if (!s->halted)
            sort_in(s, done++);
    }
    bool news = !s->halted || publish_cut(s, done, wanted);
    if (!s->halted)
        publish(s, wanted);
    if (!s->halted)
        gr_note_iteration(s, s->nodes - before);
    for (size_t i = 0; (news || s->bound_said) && i < s->line_count; i++)
        report(s, &s->line[i], (int)i);
}

/* Is every line a mate that an iteration of this depth sees in full, so that a deeper one finds no
 * shorter one? */
static bool is_settled(const GrSearch *s) {
    for (size_t i = 0; i < s->line_count; i++) {
        const GrLine *line = &s->line[i];
        int turns = line->score > 0 ? GR_MATE - line->score : GR_MATE + line->score;
        if (!gr_score_is_mate(line->score) || line->lower || line->upper || s->depth < turns + turns / 2)
            return false;
    }
    return !s->limits.infinite && s->limits.mate == 0;
}

static bool is_done(const GrSearch *s) {
    const GrLimits *limits = &s->limits;
    GrScore score = s->line[0].score;
    if (s->halted || gr_must_halt(s) || s->depth >= GR_MAX_PLY - 1)
        return true;
    if (limits->depth > 0 && s->depth >= limits->depth)
        return true;
    if (limits->mate > 0 &&
        (score >= gr_score_of_mate(limits->mate) || s->depth >= 2 * limits->mate))
        return true;
    if (s->clock.soft && (s->root_count == 1 || (gr_score_is_mate(score) && s->depth > 12)))
        return true;
    return is_settled(s) || gr_enough_time_used(s);
}

static int set_up(GrSearch *s, const GrPosition *pos, const uint64_t *before, size_t count,
                  const GrLimits *limits) {
    s->limits = *limits;
    s->node_limit = s->helpers + s->number > 0 ? 0 : limits->nodes; /* else of all together */
    s->selective = limits->mate == 0;
    s->nodes = 0;
    atomic_store(&s->published.nodes, 0);
    s->running = 0;
    s->halted = false;
    s->depth = 0;
    s->line_count = 0;
    gr_start_clock(s, pos);
    int code = set_rules(s, pos->rules);
    if (code == 0)
        code = set_keys(s, pos, before, count);
    if (code == 0)
        code = set_root(s, pos);
    return code;
}

/* After the main search, whose table is ready. */
static int set_up_helpers(GrSearch *s, const GrPosition *pos, const uint64_t *before,
                          size_t count) {
    GrLimits limits = s->limits;
    limits.lines = 1;
    for (int i = 0; i < s->helpers; i++) {
        GrSearch *helper = s->helper[i];
        int code = set_up(helper, pos, before, count, &limits);
        if (code != 0)
            return code;
        helper->table = s->table;
        helper->use_table = s->use_table;
    }
    return 0;
}

/* What a helper does: iterations until it is stopped. What it finds out is in the table. */
static void *help(void *helper) {
    GrSearch *s = helper;
    int last = s->limits.depth > 0 ? s->limits.depth : GR_MAX_PLY - 1;
    while (!s->halted && s->depth < last) {
        s->depth++;
        if (s->depth < last && gr_skips_depth(s, s->depth))
            continue;
        iterate(s);
    }
    return NULL;
}

/* Another thread's line instead of ours, if that is the better one. */
static void take_best_line(GrSearch *s) {
    const GrSearch *best = gr_best_thread(s);
    if (best == s)
        return;
    s->line[0] = best->line[0];
    report(s, &s->line[0], 0);
}

static void search_all(GrSearch *s) {
    gr_start_helpers(s, help);
    do {
        s->depth++;
        iterate(s);
    } while (!is_done(s));
    gr_stop_helpers(s);
    if (s->helpers > 0 && s->line_count == 1)
        take_best_line(s);
}

int gr_search_run(GrSearch *search, const GrPosition *pos, const uint64_t *before, size_t count,
                  const GrLimits *limits, GrFound *found) {
    int code = set_up(search, pos, before, count, limits);
    if (code == 0 && search->root_count > 0) {
        gr_table_next(&search->table);
        code = set_up_helpers(search, pos, before, count);
    }
    if (code != 0)
        return code;
    if (search->root_count > 0)
        search_all(search);
    found->lines = (int)search->line_count;
    found->line = search->line;
    found->nodes = gr_total_nodes(search);
    found->ms = gr_now_ms() - search->start;
    gr_search_ready(search);
    return 0;
}
