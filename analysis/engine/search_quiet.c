/* Quiescence search. A mate that it finds is one, since a side that it sees mated had all its moves tried. */
#include "analysis/engine/search_local.h"

enum {
    QUIET_EVASIONS = 3, /* quiet answers to a check that are tried once one holds */
    DROPS = 2,          /* drops that are tried of those that one move leaves the choice of */
    EVADE_DEPTH = -6    /* below this, checks are not answered in full any more */
};

typedef struct Quiet {
    int ply, depth;
    GrScore alpha, beta, best, stand_pat;
    GrScore entry_alpha;
    GrMove best_move, hint;
    GrScore entered; /* what the table has, */
    GrBound bound;   /* as this says; GR_BOUND_NONE: nothing */
    bool was_pv;     /* by the table */
    bool evading;    /* every move counts: in check */
} Quiet;

static bool probe(GrSearch *s, Quiet *q, GrScore *score) {
    const Frame *frame = &s->frame[q->ply];
    GrTableEntry entry;
    if (!s->use_table || !gr_table_find(&s->table, frame->pos.key, &entry))
        return false;
    q->hint = entry.move;
    q->stand_pat = entry.eval;
    q->was_pv = entry.pv;
    q->bound = entry.bound;
    *score = gr_from_table(entry.score, frame->turns);
    q->entered = *score;
    if (q->beta - q->alpha > 1)
        return false;
    return gr_bound_settles(entry.bound, *score, q->alpha, q->beta);
}

static void store(GrSearch *s, const Quiet *q) {
    const Frame *frame = &s->frame[q->ply];
    if (s->halted || !s->use_table)
        return;
    GrTableEntry entry = {.move = q->best_move, .eval = frame->eval, .pv = q->was_pv};
    entry.score = gr_to_table(q->best, frame->turns);
    entry.bound = q->best >= q->beta ? GR_BOUND_LOWER : GR_BOUND_UPPER;
    gr_table_store(&s->table, frame->pos.key, &entry);
}

/* Have enough moves before list.move[at] made the same step with other drops, or walls? A capture that drops
 * a piece is dozens of moves; searching them all takes quiescence as many times as long at each
 * such capture of a line. */
static bool has_enough_drops(const GrMoveList *list, unsigned at) {
    GrMove move = list->move[at];
    int count = 0;
    if (!gr_has_third(move))
        return false;
    for (unsigned i = 0; i < at && count < DROPS; i++)
        count += gr_has_third(list->move[i]) &&
                 gr_move_from(list->move[i]) == gr_move_from(move) &&
                 gr_move_to(list->move[i]) == gr_move_to(move);
    return count == DROPS;
}

/* Can list.move[at] be pruned: it loses material, or wins too little (delta pruning)? One placement
 * stands for all. */
static bool is_pruned(const GrSearch *s, const Quiet *q, unsigned at, int quiet_moves) {
    const GrPosition *pos = &s->frame[q->ply].pos;
    const GrMoveList *list = &s->frame[q->ply].list;
    GrMove move = list->move[at];
    if (q->best <= -GR_MATE_FOUND)
        return false;
    if (pos->pending)
        return at > 0;
    if (has_enough_drops(list, at))
        return true;
    if (q->evading)
        return quiet_moves > QUIET_EVASIONS && !s->must_take;
    int gain = gr_gain(s, pos, move);
    return gain < 0 || q->stand_pat + gain + s->tuned.delta <= q->alpha ||
           gr_picked_loses(s, &s->frame[q->ply], at);
}

static GrScore score_child(GrSearch *s, const Quiet *q) {
    gr_foresee(s, q->ply + 1);
    if (s->frame[q->ply].turns == s->frame[q->ply + 1].turns)
        return gr_search_quiet(s, q->ply + 1, q->alpha, q->beta, q->depth);
    return -gr_search_quiet(s, q->ply + 1, -q->beta, -q->alpha, q->depth - 1);
}

static void search_moves(GrSearch *s, Quiet *q) {
    Frame *frame = &s->frame[q->ply];
    int quiet_moves = 0;
    for (unsigned i = 0; i < frame->list.count; i++) {
        GrMove move = gr_next_move(s, frame, i);
        quiet_moves += q->evading && gr_gain(s, &frame->pos, move) == 0;
        if (is_pruned(s, q, i, quiet_moves))
            continue;
        gr_descend(s, q->ply, move);
        GrScore score = score_child(s, q);
        if (s->halted)
            return;
        if (score <= q->best)
            continue;
        q->best = score;
        if (score > q->alpha) {
            q->alpha = score;
            q->best_move = move;
            gr_extend_pv(s, q->ply, move);
            if (score >= q->beta)
                return;
        }
    }
}

/* Where captures are compulsory, one that is possible is no offer. */
static bool has_to_take(Frame *frame) {
    gr_captures(&frame->pos, &frame->list);
    return frame->list.count && gr_is_capture(&frame->pos, frame->list.move[0]);
}

/* Standing pat: most positions have a quiet move that loses nothing. Not so in check. */
static void stand_pat(GrSearch *s, Quiet *q) {
    Frame *frame = &s->frame[q->ply];
    q->evading = q->depth > EVADE_DEPTH && (frame->checked || (s->must_take && has_to_take(frame)) ||
                                            (s->own_ends && gr_wins_next(&frame->pos)));
    frame->eval = GR_NO_SCORE;
    if (q->evading)
        return;
    if (q->stand_pat == GR_NO_SCORE)
        q->stand_pat = gr_evaluate_frame(s, q->ply);
    frame->eval = q->stand_pat;
    q->stand_pat = gr_corrected(s, q->ply, q->stand_pat, s->tuned.correct_quiet);
    if (gr_bound_refines(q->bound, q->entered, q->stand_pat))
        q->stand_pat = q->entered;
    q->best = q->stand_pat;
    if (q->best > q->alpha)
        q->alpha = q->best;
}

static void list_moves(GrSearch *s, Quiet *q) {
    Frame *frame = &s->frame[q->ply];
    if (q->evading || frame->pos.pending)
        gr_moves(&frame->pos, &frame->list);
    else
        gr_captures(&frame->pos, &frame->list);
    gr_order_moves(s, q->ply, q->hint, false);
}

/* The score, nearer to beta where it lies beyond. */
static GrScore softened(const GrSearch *s, const Quiet *q) {
    int part = gr_is_beyond(q->best, q->beta) ? s->tuned.soften_quiet : 0;
    return q->best - (q->best - q->beta) * part / 128;
}

GrScore gr_search_quiet(GrSearch *s, int ply, GrScore alpha, GrScore beta, int depth) {
    Frame *frame = &s->frame[ply];
    Quiet q = {.ply = ply, .depth = depth, .alpha = alpha, .beta = beta, .best = -GR_INFINITE};
    q.entry_alpha = alpha;
    q.stand_pat = GR_NO_SCORE;
    GrScore score;
    if (gr_ends_here(s, ply, &score))
        return score;
    if (probe(s, &q, &score))
        return score;
    stand_pat(s, &q);
    if (q.alpha >= q.beta)
        return softened(s, &q);
    list_moves(s, &q);
    if (q.evading && frame->list.count == 0)
        return gr_score_at_end(s, ply);
    search_moves(s, &q);
    q.best = softened(s, &q);
    store(s, &q);
    return q.best;
}
