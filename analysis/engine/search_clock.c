/* When to stop: nodes, time, a stop from outside. */
#include <time.h>

#include "analysis/engine/search_local.h"

/* What the first iteration may take before it heeds a stop, whichever is less. */
enum { FIRST_NODES = 8192, FIRST_MS = 10 };

/* Moves still to come: each gets an even share of the clock. */
enum { MOVES_AHEAD = 30 };

int64_t gr_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- what there is to use ---- */

static int64_t at_least_one(int64_t ms) {
    return ms > 1 ? ms : 1;
}

/* Of the clock, for one move: what would be left over before the control is lost. */
static int64_t most_of(int64_t left, int moves_to_go) {
    return moves_to_go == 1 ? left - left / 16 : moves_to_go == 2 ? left * 5 / 8 : left / 2;
}

/* An even share of the time left and most of the increment; up to four times that, but never most of
 * what is left, for an iteration that has begun or a move that is in doubt. */
static void allocate_time(GrSearch *s, int64_t left, int64_t increment) {
    int moves = s->limits.moves_to_go;
    GrClock *clock = &s->clock;
    left = at_least_one(left - clock->overhead);
    clock->hard = at_least_one(most_of(left, moves));
    clock->last_move = moves == 1;
    int64_t share = left / (moves > 0 && moves < MOVES_AHEAD ? moves + 1 : MOVES_AHEAD);
    share = at_least_one(share + increment * 3 / 4);
    if (clock->last_move)
        share = clock->hard;
    else if (share * 4 < clock->hard)
        clock->hard = share * 4;
    clock->soft = share < clock->hard ? share : clock->hard;
}

void gr_start_clock(GrSearch *s, const GrPosition *pos) {
    const GrLimits *limits = &s->limits;
    s->clock = (GrClock){.overhead = s->clock.overhead};
    s->start = gr_now_ms();
    if (limits->movetime > 0)
        s->clock.hard = at_least_one(limits->movetime);
    else if (limits->time[pos->turn] > 0)
        allocate_time(s, limits->time[pos->turn], limits->increment[pos->turn]);
}

/* Milliseconds that count. While it ponders none do: the clock that runs is the opponent's. */
static int64_t time_used(const GrSearch *s) {
    int64_t from = s->limits.ponder ? atomic_load(&s->hit) : s->start;
    return from ? gr_now_ms() - from : 0;
}

/* ---- when to stop ---- */

/* A search in WebAssembly can only pause in a function that is called by name: that is GR_WAIT, in place of the
 * callback (wasm/engine.c). */
#ifdef GR_WAIT
bool GR_WAIT(void);
#define is_asked_to_stop(s) GR_WAIT()
#else
static bool is_asked_to_stop(const GrSearch *s) {
    return s->wait_call && s->wait_call(s->wait_user);
}
#endif

bool gr_must_halt(const GrSearch *s) {
    return atomic_load_explicit(&s->stop, memory_order_relaxed) || is_asked_to_stop(s) ||
           (s->clock.hard && time_used(s) >= s->clock.hard);
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

void gr_note_iteration(GrSearch *s, uint64_t nodes) {
    GrClock *clock = &s->clock;
    const GrLine *line = &s->line[0];
    clock->stable = line->move[0] == clock->move ? clock->stable + 1 : 0;
    clock->drop = s->depth > 1 ? clock->score - line->score : 0;
    clock->share = nodes ? (int)(clock->best_nodes * 100 / nodes) : 0;
    clock->move = line->move[0];
    clock->score = line->score;
}

static int within(int n, int low, int high) {
    return n < low ? low : n > high ? high : n;
}

/* How much of its share a move deserves, in thousandths: more while the best move changes or its
 * score falls, less when it has long been the same and took most of the nodes to confirm. */
static int64_t worth_of_doubt(const GrClock *clock) {
    static const int by_stability[] = {1600, 1300, 1120, 1000, 920, 850, 800, 760};
    int most = (int)(sizeof by_stability / sizeof *by_stability) - 1;
    int64_t worth = by_stability[within(clock->stable, 0, most)];
    worth = worth * (200 + within(clock->drop, -40, 120)) / 200;
    return worth * (155 - within(clock->share, 0, 100) * 3 / 4) / 100;
}

bool gr_enough_time_used(const GrSearch *s) {
    const GrClock *clock = &s->clock;
    if (!clock->soft)
        return false;
    if (clock->last_move)
        return time_used(s) >= clock->soft;
    /* Another iteration takes longer than all before it: it needs half of the share to be left. */
    return time_used(s) > clock->soft * worth_of_doubt(clock) / 1800;
}
