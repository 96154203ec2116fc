/* What the search leaves out, or looks at less deeply. */
#include "analysis/engine/search_local.h"

enum {
    DECISIVE = 1000,    /* beyond this only a mate is better: what loses material may still mate */
    RAZOR_DEPTH = 3,    /* razoring up to here, */
    RAZOR_MARGIN = 150, /* by so much evaluation */
    RAZOR_SLOPE = 200,  /* and this for each ply */
    FUTILITY_DEPTH = 6, /* futility and reverse futility pruning up to here, */
    FUTILITY_MARGIN = 90, /* by this much evaluation a ply */
    LATE_MOVE_DEPTH = 12, /* late-move pruning up to here, */
    LATE_MOVES_PV = 8,    /* after this many times as many moves in PV nodes */
    EXCHANGE_DEPTH = 8,   /* up to here moves are pruned that lose exchanges, */
    EXCHANGE_QUIET = 40,  /* if a quiet move loses this a ply, */
    EXCHANGE_TAKING = 25, /* or a capture this by the square of the depth */
    NULL_DEPTH = 3,
    PROBCUT_DEPTH = 5,
    PROBCUT_MARGIN = 180, /* what a capture must win beyond beta */
    PROBCUT_LESS = 4,     /* plies less to be searched then */
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
                (uint8_t)((64 + log2_16(depth) * log2_16(number) * 37 / 256) / 128);
}

static int at_most(int n, int limit) {
    return n < limit ? n : limit;
}

/* The reduction of a move before anything is asked of the move itself. */
static int base_reduction(const GrSearch *s, const GrNode *n, int number) {
    return s->reduction[at_most(n->depth, 63)][at_most(number, 63)] + !n->improving;
}

int gr_late_move_reduction(const GrSearch *s, const GrNode *n, GrMove move, int number, int gain) {
    if (!s->selective || n->depth < REDUCE_DEPTH || number == 0 || gain != 0 || !n->quiet_only ||
        s->frame[n->ply + 1].checked)
        return 0;
    return base_reduction(s, n, number) - n->pv - (n->alpha > DECISIVE) +
           (n->cut ? REDUCE_CUT : 0) - gr_history_of(s, n->ply, move) / REDUCE_HISTORY;
}

/* ---- nodes ---- */

/* Pieces enough that zugzwang is unlikely. */
static bool has_pieces(const GrSearch *s, const GrPosition *pos) {
    int pieces = 0;
    const GrVariant *v = gr_variant(s->rules);
    for (int type = 2; type <= v->types; type++)
        if (!(v->piece[type].flags & GR_IS_PAWN))
            pieces += gr_set_count(pos->type[type] & pos->side[pos->turn]);
    return pieces >= 2;
}

/* Null-move pruning: does the score stay above beta even if the opponent moves twice? */
static bool null_move_holds(GrSearch *s, const GrNode *n, GrScore *score) {
    const Frame *frame = &s->frame[n->ply];
    if (n->depth < NULL_DEPTH || frame->eval < n->beta || gr_score_is_mate(n->beta) ||
        !has_pieces(s, &frame->pos))
        return false;
    int less = 3 + n->depth / 4 + at_most((frame->eval - n->beta) / 200, 3);
    gr_descend(s, n->ply, gr_move_make(GR_PASS, 0, 0, 0, 0));
    *score = gr_child_score(s, n->ply, n->beta - 1, n->beta, n->depth - less, false, !n->cut);
    if (*score < n->beta)
        return false;
    *score = gr_score_is_mate(*score) ? n->beta : *score;
    return true;
}

/* Razoring: so far below alpha that only captures could help, and they do not. */
static bool is_hopeless(GrSearch *s, const GrNode *n, GrScore *score) {
    if (n->depth > RAZOR_DEPTH || n->alpha > DECISIVE || n->alpha <= -GR_MATE_FOUND ||
        s->frame[n->ply].eval + RAZOR_MARGIN + RAZOR_SLOPE * n->depth > n->alpha)
        return false;
    *score = gr_search_quiet(s, n->ply, n->alpha, n->alpha + 1, 0);
    return *score <= n->alpha;
}

/* The score of a capture that wins more than `bound`, by quiescence and then by a shallow search.
 */
static GrScore probe_capture(GrSearch *s, const GrNode *n, GrMove move, GrScore bound) {
    const Frame *frame = &s->frame[n->ply];
    gr_descend(s, n->ply, move);
    if (frame[1].turns == frame->turns)
        return bound - 1;
    GrScore score = -gr_search_quiet(s, n->ply + 1, -bound, -bound + 1, 0);
    if (score < bound)
        return score;
    return gr_child_score(s, n->ply, bound - 1, bound, n->depth - PROBCUT_LESS, true, !n->cut);
}

/* Probcut: does a capture, searched less deeply, beat beta by a margin? */
static bool probcut_holds(GrSearch *s, const GrNode *n, GrScore *score) {
    Frame *frame = &s->frame[n->ply];
    GrScore bound = n->beta + PROBCUT_MARGIN;
    if (n->depth < PROBCUT_DEPTH || gr_score_is_mate(n->beta) ||
        (n->in_table && n->entry.depth >= n->depth - PROBCUT_LESS + 1 && n->entry.score < bound))
        return false;
    gr_captures(&frame->pos, &frame->list);
    gr_order_moves(s, n->ply, n->hint, false);
    for (unsigned i = 0; i < frame->list.count; i++) {
        GrMove move = gr_next_move(frame, i);
        if (frame->eval + gr_gain(s, &frame->pos, move) < bound || gr_loses(s, &frame->pos, move))
            continue;
        *score = probe_capture(s, n, move, bound);
        if (s->halted)
            return false;
        if (*score >= bound) {
            *score = gr_score_is_mate(*score) ? n->beta : *score;
            return true;
        }
    }
    return false;
}

bool gr_is_node_pruned(GrSearch *s, const GrNode *n, bool null_ok, GrScore *score) {
    const Frame *frame = &s->frame[n->ply];
    if (!s->selective || n->pv || !n->quiet_only || frame->excluded != GR_NO_MOVE)
        return false;
    if (is_hopeless(s, n, score))
        return true;
    if (n->depth <= FUTILITY_DEPTH && !gr_score_is_mate(n->beta) &&
        frame->eval - FUTILITY_MARGIN * (n->depth - n->improving) >= n->beta) {
        *score = frame->eval;
        return true;
    }
    return (null_ok && null_move_holds(s, n, score)) || probcut_holds(s, n, score);
}

/* ---- moves ---- */

/* How deep a late move would be searched, 1 up: what prunes it goes by that. */
static int reduced_depth(const GrSearch *s, const GrNode *n, int number) {
    int depth = n->depth - base_reduction(s, n, number);
    return depth < 1 ? 1 : depth;
}

/* Does the move lose more in exchanges than its depth allows? */
static bool is_exchange_lost(const GrSearch *s, const GrNode *n, GrMove move, int number,
                             int gain) {
    const GrPosition *pos = &s->frame[n->ply].pos;
    GrMoveKind kind = gr_move_kind(move);
    if (kind != GR_NORMAL && kind != GR_EN_PASSANT)
        return false;
    int allowed = gain == 0 ? -EXCHANGE_QUIET * reduced_depth(s, n, number)
                            : -EXCHANGE_TAKING * n->depth * n->depth;
    return gain - gr_value_of(s->eval, gr_type_of(pos->board[gr_move_from(move)])) < allowed &&
           gr_exchange(s, pos, move, gain) < allowed;
}

/* Late-move pruning and futility pruning of a quiet move. In PV nodes many more are searched: more
 * than most positions have, but for those with hundreds of drops. */
static bool is_quiet_move_pruned(const GrSearch *s, const GrNode *n, int number) {
    int enough = (3 + n->depth * n->depth) * (n->pv ? LATE_MOVES_PV : 1) / (n->improving ? 1 : 2);
    if (n->depth <= LATE_MOVE_DEPTH && number >= enough)
        return true;
    int depth = reduced_depth(s, n, number);
    return !n->pv && depth <= FUTILITY_DEPTH &&
           s->frame[n->ply].eval + 80 + FUTILITY_MARGIN * depth <= n->alpha;
}

bool gr_is_move_pruned(const GrSearch *s, const GrNode *n, GrMove move, int number, int gain) {
    if (!s->selective || !n->quiet_only || n->best <= -GR_MATE_FOUND || number == 0)
        return false;
    if (gain == 0 && is_quiet_move_pruned(s, n, number))
        return true;
    return !n->pv && n->alpha <= DECISIVE && n->depth <= EXCHANGE_DEPTH &&
           is_exchange_lost(s, n, move, number, gain);
}
