/* One iteration: the root moves, aspiration windows, the lines that are reported. */
#include <string.h>

#include "analysis/engine/search_local.h"

enum { ASPIRATION_DEPTH = 5 };

enum { QUIET_MS = 3000 }; /* before root moves are reported */

/* A root move is worth a closer look than one of another PV node: it is reduced by so much less. */
enum { ROOT_LESS = 2 };

void gr_report_line(GrSearch *s, const GrLine *line, int index) {
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

static int root_reduction(GrSearch *s, int number, int depth) {
    const Frame *root = &s->frame[0];
    Node n = {.depth = s->depth,
              .pv = true,
              .quiet_only = !root->checked && !root->pos.pending,
              .improving = true};
    gr_history_look(s, 0, &n.past);
    int gain = gr_gain(s, &root->pos, root->move);
    int less = gr_late_move_reduction(s, &n, root->move, number, gain) - ROOT_LESS;
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
    s->frame[1].cutoffs = s->frame[2].cutoffs = 0;
    s->frame[1].reduced = 0;
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
    gr_report_line(s, &line, (int)index);
    s->bound_said = true;
}

/* An aspiration window around the score of the last iteration, opened on the side where it fails.
 */
static void search_aspiration(GrSearch *s, size_t index) {
    const GrLine last = s->work[index];
    GrScore guess = last.score;
    int delta = s->tuned.window;
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
        delta += delta * s->tuned.window_growth / 64;
        if (score <= alpha)
            alpha = delta > 1000 ? -GR_INFINITE : guess - delta;
        else
            beta = delta > 1000 ? GR_INFINITE : guess + delta;
    }
}

/* ---- iterations ---- */

/* A mate that was proved stays the best line until a shorter one is found. */
static void publish(GrSearch *s, size_t lines) {
    memcpy(s->line, s->work, lines * sizeof s->line[0]);
    s->line_count = lines;
    if (s->mate.length > 0 && s->mate.score > s->line[0].score) {
        s->line[0] = s->mate;
        s->line[0].depth = s->depth;
    }
}

static size_t lines_wanted(const GrSearch *s) {
    size_t lines = s->limits.lines > 1 ? (size_t)s->limits.lines : 1;
    lines = lines < GR_MAX_LINES ? lines : GR_MAX_LINES;
    return lines < s->root_count ? lines : s->root_count;
}

/* Cut short before any move was searched: the one that looked best, at depth 0, with what the
 * position is worth at a glance. */
static void publish_something(GrSearch *s) {
    s->line[0] = (GrLine){.score = gr_evaluate_frame(s, 0), .length = 1};
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

void gr_iterate(GrSearch *s) {
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
        gr_report_line(s, &s->line[i], (int)i);
}
