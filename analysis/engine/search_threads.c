/* Several threads on one table (lazy SMP): starting and joining helpers, and whose line counts. */
#include "analysis/engine/search_local.h"

/* Helpers number 1, 3, 5 ... leave out iterations by turns, as if they were ahead: after `SOLID`
 * plies one in each three or four. */
enum { SOLID = 4 };

bool gr_skips_depth(const GrSearch *s, int depth) {
    int every = 3 + s->number / 2 % 2;
    return s->number % 2 == 1 && depth > SOLID && (depth + s->number) % every == 0;
}

void gr_start_helpers(GrSearch *s, void *(*work)(void *helper)) {
    int started = 0;
    for (int i = 0; i < s->helpers; i++) {
        atomic_store(&s->helper[i]->stop, false);
        atomic_store(&s->helper[i]->published.nodes, 0);
    }
    for (int i = 0; i < s->helpers; i++) {
        GrSearch *helper = s->helper[i];
        if (pthread_create(&helper->thread, NULL, work, helper) != 0)
            break;
        started++;
    }
    s->running = started;
}

void gr_stop_helpers(GrSearch *s) {
    for (int i = 0; i < s->running; i++)
        atomic_store(&s->helper[i]->stop, true);
    for (int i = 0; i < s->running; i++) {
        pthread_join(s->helper[i]->thread, NULL);
        atomic_store(&s->helper[i]->published.nodes, s->helper[i]->nodes);
    }
    atomic_store(&s->published.nodes, s->nodes);
}

uint64_t gr_total_nodes(const GrSearch *s) {
    uint64_t sum = atomic_load_explicit(&s->published.nodes, memory_order_relaxed);
    for (int i = 0; i < s->helpers; i++)
        sum += atomic_load_explicit(&s->helper[i]->published.nodes, memory_order_relaxed);
    return sum;
}

/* ---- whose line ---- */

/* The thread number `i` of those that ran; 0 is the search itself. */
static const GrSearch *thread(const GrSearch *s, int i) {
    return i == 0 ? s : s->helper[i - 1];
}

/* A finished iteration's line, or one that is better than that. */
static bool votes(const GrSearch *s) {
    return s->line_count > 0 && s->line[0].depth > 0;
}

/* Each thread votes for its move, the more so the deeper it looked and the better it likes it. */
static int64_t votes_for(const GrSearch *s, GrMove move, GrScore least) {
    int64_t sum = 0;
    for (int i = 0; i <= s->running; i++) {
        const GrLine *line = &thread(s, i)->line[0];
        if (votes(thread(s, i)) && line->move[0] == move)
            sum += (int64_t)(line->score - least + 10) * line->depth;
    }
    return sum;
}

static bool is_deeper(const GrLine *a, const GrLine *b) {
    return a->depth != b->depth ? a->depth > b->depth : a->lower < b->lower;
}

const GrSearch *gr_best_thread(const GrSearch *s) {
    GrScore least = GR_INFINITE;
    for (int i = 0; i <= s->running; i++)
        if (votes(thread(s, i)) && thread(s, i)->line[0].score < least)
            least = thread(s, i)->line[0].score;
    const GrSearch *best = s;
    for (int i = 1; i <= s->running; i++) {
        const GrSearch *other = thread(s, i);
        const GrLine *ours = &best->line[0], *its = &other->line[0];
        if (!votes(other))
            continue;
        if (gr_score_is_mate(ours->score) || gr_score_is_mate(its->score)) {
            if (its->score > ours->score && !its->lower)
                best = other; /* the shorter mate, or out of one */
            continue;
        }
        int64_t for_ours = votes_for(s, ours->move[0], least);
        int64_t for_its = votes_for(s, its->move[0], least);
        if (for_its > for_ours || (its->move[0] == ours->move[0] && is_deeper(its, ours)))
            best = other;
    }
    return best;
}
