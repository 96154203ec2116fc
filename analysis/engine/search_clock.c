/* When to stop: nodes, time, a stop from outside. */
#include <time.h>

#include "analysis/engine/search_local.h"

/* Kept back of each move for what the program, the pipe and the other side's clock need. */
enum { OVERHEAD_MS = 25 };

/* What the first iteration may take before it heeds a stop, whichever is less. */
enum { FIRST_NODES = 8192, FIRST_MS = 10 };

int64_t gr_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t at_least_one(int64_t ms) {
    return ms > 1 ? ms : 1;
}

/* An even share of the time left and most of the increment; up to four times that, but never half
 * of what is left, for an iteration that has begun. */
static void allocate_time(GrSearch *s, int64_t left, int64_t increment) {
    int moves = s->limits.moves_to_go;
    moves = moves > 0 && moves < 30 ? moves + 1 : 30;
    left = at_least_one(left - OVERHEAD_MS);
    int64_t soft = left / moves + increment * 3 / 4;
    int64_t hard = soft * 4 < left / 2 ? soft * 4 : left / 2;
    s->hard = s->start + at_least_one(hard);
    s->soft = s->start + at_least_one(soft < hard ? soft : hard);
}

void gr_start_clock(GrSearch *s, const GrPosition *pos) {
    s->start = gr_now_ms();
    s->soft = s->hard = 0;
    if (s->limits.movetime > 0)
        s->hard = s->start + at_least_one(s->limits.movetime);
    else if (s->limits.time[pos->turn] > 0)
        allocate_time(s, s->limits.time[pos->turn], s->limits.increment[pos->turn]);
}

bool gr_must_halt(const GrSearch *s) {
    return atomic_load_explicit(&s->stop, memory_order_relaxed) ||
           (s->wait_call && s->wait_call(s->wait_user)) || (s->hard && gr_now_ms() >= s->hard);
}

bool gr_heed_stop(GrSearch *s) {
    const GrSearch *leader = s->number > 0 ? s->leader : s;
    atomic_store_explicit(&s->published.nodes, s->nodes, memory_order_relaxed);
    if (s->limits.nodes && gr_total_nodes(leader) >= s->limits.nodes)
        return true;
    if (s->number > 0)
        return atomic_load_explicit(&s->stop, memory_order_relaxed);
    /* The first iteration is worth some milliseconds of patience: seldom does it take more. */
    if (s->depth == 1 && s->nodes < FIRST_NODES && gr_now_ms() - s->start < FIRST_MS)
        return false;
    return gr_must_halt(s);
}

bool gr_enough_time_used(const GrSearch *s) {
    /* Another iteration takes longer than all before it: it needs half of the share to be left. */
    return s->soft && gr_now_ms() - s->start > (s->soft - s->start) / 2;
}
