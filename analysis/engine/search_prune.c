/* Which moves the search leaves out, or looks at less deeply. */
#include "analysis/engine/search_local.h"

enum {
    FUTILITY_DEPTH = 6,   /* futility and reverse futility pruning up to here, */
    FUTILITY_MARGIN = 90, /* by this much evaluation a ply */
    LATE_MOVE_DEPTH = 12, /* late-move pruning up to here, */
    LATE_MOVES_PV = 8,    /* after this many times as many moves in PV nodes */
    EXCHANGE_DEPTH = 8,   /* up to here moves are pruned that lose exchanges, */
    EXCHANGE_QUIET = 40,  /* if a quiet move loses this a ply, */
    EXCHANGE_TAKING = 25, /* or a capture this by the square of the depth */
    REDUCE_DEPTH = 3,
    REDUCE_CUT = 2,       /* plies more where the node is expected to fail high */
    REDUCE_HISTORY = 9000 /* of history is worth a ply */
};

/* ---- reductions ---- */

/* The logarithm to base 2 in sixteenths, between powers of two along a line. */
static int log2_16(int n) {
    int whole = 31 - __builtin_clz((unsigned)n);
    return whole * 16 + ((n - (1 << whole)) * 16 >> whole);
}

void gr_fill_reductions(GrSearch *s) {
    for (int depth = 1; depth < 64; depth++)
        for (int number = 1; number < 64; number++)
            s->reduction[depth][number] =
                (uint8_t)((64 + log2_16(depth) * log2_16(number) * 42 / 256) / 128);
}

static int at_most(int n, int limit) {
    return n < limit ? n : limit;
}

/* The reduction of a move before anything is asked of the move itself. */
static int base_reduction(const GrSearch *s, const Node *n, int number) {
    return s->reduction[at_most(n->depth, 63)][at_most(number, 63)] + !n->improving;
}

int gr_late_move_reduction(const GrSearch *s, const Node *n, GrMove move, int number, int gain) {
    if (n->depth < REDUCE_DEPTH || number == 0 || gain != 0 || !n->quiet_only ||
        s->frame[n->ply + 1].checked)
        return 0;
    GrPast past;
    gr_history_look(s, n->ply, &past);
    return base_reduction(s, n, number) - n->pv - (n->alpha > GR_DECISIVE) +
           (n->cut ? REDUCE_CUT : 0) - gr_history_of(s, &past, &s->frame[n->ply].pos, move) / REDUCE_HISTORY;
}

/* ---- moves ---- */

/* How deep a late move would be searched, 1 up: what prunes it goes by that. */
static int reduced_depth(const GrSearch *s, const Node *n, int number) {
    int depth = n->depth - base_reduction(s, n, number);
    return depth < 1 ? 1 : depth;
}

/* Does the move lose more in exchanges than its depth allows? */
static bool is_exchange_lost(const GrSearch *s, const Node *n, GrMove move, int number, int gain) {
    const GrPosition *pos = &s->frame[n->ply].pos;
    GrMoveKind kind = gr_move_kind(move);
    if (kind != GR_NORMAL && kind != GR_EN_PASSANT)
        return false;
    int allowed = gain == 0 ? -EXCHANGE_QUIET * reduced_depth(s, n, number)
                            : -EXCHANGE_TAKING * n->depth * n->depth;
    return gain - s->value[gr_type_of(pos->board[gr_move_from(move)])] < allowed &&
           gr_exchange_loses(s, pos, move, gain, allowed);
}

/* Late-move pruning and futility pruning of a quiet move. In PV nodes many more are searched: more
 * than most positions have, but for those with hundreds of drops. */
static bool is_quiet_move_pruned(const GrSearch *s, const Node *n, int number) {
    int enough = (3 + n->depth * n->depth) * (n->pv ? LATE_MOVES_PV : 1) >> !n->improving;
    if (n->depth <= LATE_MOVE_DEPTH && number >= enough)
        return true;
    int depth = reduced_depth(s, n, number);
    return !n->pv && depth <= FUTILITY_DEPTH &&
           s->frame[n->ply].eval + 80 + FUTILITY_MARGIN * depth <= n->alpha;
}

bool gr_is_move_pruned(const GrSearch *s, const Node *n, GrMove move, int number, int gain) {
    if (!n->quiet_only || n->best <= -GR_MATE_FOUND || number == 0)
        return false;
    if (gain == 0 && is_quiet_move_pruned(s, n, number))
        return true;
    return !n->pv && n->alpha <= GR_DECISIVE && n->depth <= EXCHANGE_DEPTH &&
           is_exchange_lost(s, n, move, number, gain);
}
