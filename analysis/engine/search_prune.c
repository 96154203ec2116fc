/* Which moves the search leaves out, or looks at less deeply. */
#include "analysis/engine/search_local.h"

enum {
    FUTILITY_DEPTH = 6,   /* futility pruning up to here */
    HISTORY_DEPTH = 4,    /* pruning by history up to here */
    LATE_MOVE_DEPTH = 12, /* late-move pruning up to here, */
    LATE_MOVES_PV = 8,    /* after this many times as many moves in PV nodes */
    EXCHANGE_DEPTH = 8,   /* up to here moves are pruned that lose exchanges */
    REDUCE_DEPTH = 3,
    PLY = 128             /* in which reductions are counted */
};

/* ---- reductions ---- */

/* The logarithm to base 2 in sixteenths, between powers of two along a line. */
static int log2_16(int n) {
    int whole = 31 - __builtin_clz((unsigned)n);
    return whole * 16 + ((n - (1 << whole)) * 16 >> whole);
}

static void fill_reductions(GrSearch *s) {
    for (int depth = 1; depth < 64; depth++)
        for (int number = 1; number < 64; number++)
            s->reduction[depth][number] = (int16_t)(
                s->tuned.reduce_base + log2_16(depth) * log2_16(number) * s->tuned.reduce_slope / 256);
}

#define GR_WITHIN(name, value, least, most, step) \
    _Static_assert((value) >= (least) && (value) <= (most) && (step) > 0, #name);
GR_SEARCH_NUMBERS(GR_WITHIN)
#undef GR_WITHIN

const GrSearchNumbers gr_search_numbers = {
#define GR_VALUE(name, value, least, most, step) .name = value,
    GR_SEARCH_NUMBERS(GR_VALUE)
#undef GR_VALUE
};

void gr_search_set_numbers(GrSearch *s, const GrSearchNumbers *numbers) {
    s->tuned = *numbers;
    fill_reductions(s);
}

static int at_most(int n, int limit) {
    return n < limit ? n : limit;
}

/* The reduction of a move before anything is asked of the move itself, in 128ths. */
static int base_reduction(const GrSearch *s, const Node *n, int number) {
    return s->reduction[at_most(n->depth, 63)][at_most(number, 63)] + (n->improving ? 0 : s->tuned.reduce_worse);
}

/* Of moves of whatever kind. */
static int common_reduction(const GrSearch *s, const Node *n, int number) {
    const GrSearchNumbers *t = &s->tuned;
    return base_reduction(s, n, number) - (n->pv ? t->reduce_pv : 0) - (n->alpha > GR_DECISIVE ? PLY : 0) +
           (n->cut ? t->reduce_cut : 0) - (n->was_pv ? t->reduce_table_pv : 0) + (n->raised ? t->reduce_raised : 0) +
           (s->frame[n->ply + 1].cutoffs > 3 ? t->reduce_cutoffs : 0);
}

static int reduction_of_capture(const GrSearch *s, const Node *n, GrMove move, int number) {
    return (common_reduction(s, n, number) + s->tuned.reduce_capture -
            gr_take_history_of(s, &s->frame[n->ply].pos, move) * PLY / s->tuned.reduce_taken) / PLY;
}

static bool is_killer(const Frame *frame, GrMove move) {
    return frame->killer[0] == move || frame->killer[1] == move;
}

int gr_late_move_reduction(GrSearch *s, const Node *n, GrMove move, int number, int gain) {
    if (n->depth < REDUCE_DEPTH || number == 0 || !n->quiet_only || s->frame[n->ply + 1].checked)
        return 0;
    if (gain != 0)
        return reduction_of_capture(s, n, move, number);
    const GrSearchNumbers *t = &s->tuned;
    const Frame *frame = &s->frame[n->ply];
    int less = common_reduction(s, n, number) + (n->hint_takes ? t->reduce_taking : 0) -
               (is_killer(frame, move) ? t->reduce_killer : 0) -
               gr_history_of(s, &n->past, n->ply, move) * PLY / t->reduce_history;
    return less / PLY;
}

/* ---- moves ---- */

/* How deep a late move would be searched, 1 up: what prunes it goes by that. */
static int reduced_depth(const GrSearch *s, const Node *n, int number) {
    int depth = n->depth - base_reduction(s, n, number) / PLY;
    return depth < 1 ? 1 : depth;
}

/* Does the move lose more in exchanges than its depth allows? */
static bool is_exchange_lost(const GrSearch *s, const Node *n, GrMove move, int number, int gain) {
    const GrPosition *pos = &s->frame[n->ply].pos;
    GrMoveKind kind = gr_move_kind(move);
    if (kind != GR_NORMAL && kind != GR_EN_PASSANT)
        return false;
    int allowed = gain == 0 ? -s->tuned.exchange_quiet * reduced_depth(s, n, number)
                            : -s->tuned.exchange_taking * n->depth * n->depth;
    return gain - s->value[gr_type_of(pos->board[gr_move_from(move)])] < allowed &&
           gr_exchange_loses(s, pos, move, gain, allowed);
}

int gr_enough_moves(const GrSearch *s, const Node *n) {
    if (n->depth > LATE_MOVE_DEPTH || !n->quiet_only)
        return GR_MAX_MOVES;
    int enough = (s->tuned.late_base + s->tuned.late_slope * n->depth * n->depth) / 16;
    return enough * (n->pv ? LATE_MOVES_PV : 1) >> !n->improving;
}

static bool is_history_bad(GrSearch *s, const Node *n, GrMove move, int depth) {
    return gr_history_of(s, &n->past, n->ply, move) < -s->tuned.history_prune * depth;
}

/* Late-move, futility and history pruning of a quiet move. In PV nodes many more are searched: more
 * than most positions have, but for those with hundreds of drops. */
static bool is_quiet_move_pruned(GrSearch *s, const Node *n, GrMove move, int number) {
    if (number >= n->enough)
        return true;
    int depth = reduced_depth(s, n, number);
    if (n->pv)
        return false;
    GrScore hoped = s->frame[n->ply].eval + s->tuned.futility_base + s->tuned.futility_margin * depth;
    if (depth <= FUTILITY_DEPTH && hoped <= n->alpha)
        return true;
    return depth <= HISTORY_DEPTH && is_history_bad(s, n, move, depth);
}

bool gr_is_move_pruned(GrSearch *s, const Node *n, GrMove move, int number, int gain) {
    if (!n->quiet_only || n->best <= -GR_MATE_FOUND || number == 0)
        return false;
    if (gain == 0 && is_quiet_move_pruned(s, n, move, number))
        return true;
    if (n->pv)
        return false;
    GrScore hoped = s->frame[n->ply].eval + gain + s->tuned.take_base + s->tuned.take_slope * n->depth;
    if (gain > 0 && n->depth <= FUTILITY_DEPTH && hoped <= n->alpha)
        return true;
    return n->alpha <= GR_DECISIVE && n->depth <= EXCHANGE_DEPTH && is_exchange_lost(s, n, move, number, gain);
}
