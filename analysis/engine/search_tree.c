/* The alpha-beta search below the root. */
#include "analysis/engine/search_local.h"
#include <stdlib.h>
#include <string.h>

enum {
    FUTILITY_DEPTH = 6,   /* futility and reverse futility pruning up to here, */
    FUTILITY_MARGIN = 90, /* by this much evaluation a ply */
    LATE_MOVE_DEPTH = 5,  /* late-move pruning up to here, */
    LATE_MOVES_PV = 8,    /* after this many times as many moves in PV nodes */
    NULL_DEPTH = 3,
    REDUCE_DEPTH = 3,
    REDUCE_FROM = 3 /* moves before this one are searched in full */
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
                (uint8_t)((100 + log2_16(depth) * log2_16(number) * 100 / 256 / 4) / 128);
}

static int at_most(int n, int limit) {
    return n < limit ? n : limit;
}

/* How much less deeply a move is searched that comes late; it has been played by gr_descend. */
int gr_late_move_reduction(const GrSearch *s, int ply, GrMove move, int depth, int number,
                           bool pv, bool cut) {
    const Frame *frame = &s->frame[ply];
    if (!s->selective || depth < REDUCE_DEPTH || number < REDUCE_FROM || frame->checked ||
        frame->pos.pending || frame[1].checked)
        return 0;
    int gain = gr_gain(s, &frame->pos, move);
    if (gain != 0 && !(s->x & 256))
        return 0;
    int less = s->reduction[at_most(depth, 63)][at_most(number, 63)] - pv;
    if (gain == 0)
        less -= gr_history_of(s, ply, move) / 9000;
    else
        less = less / 2 - gr_take_history_of(s, &frame->pos, move) / 9000;
    if (cut && (s->x & 32))
        less += 1;
    return less > 0 ? at_most(less, depth - 1) : 0;
}

/* ---- a node ---- */

typedef struct Node {
    int ply, depth;
    GrScore alpha, beta, best, static_eval;
    GrMove best_move, hint; /* hint: from the table */
    bool pv;                /* the window is open */
    bool quiet_only;        /* neither in check nor with a placement to make */
    bool improving;
    bool cut;               /* is expected to fail high */
    bool in_table;
    GrScore entry_alpha;
    GrTableEntry entry;
} Node;

/* Looks into the table; true if its entry settles the score. */
static bool probe(GrSearch *s, Node *n, GrScore *score) {
    const Frame *frame = &s->frame[n->ply];
    if (!s->use_table || frame->excluded != GR_NO_MOVE ||
        !gr_table_find(&s->table, frame->pos.key, &n->entry))
        return false;
    n->in_table = true;
    n->hint = n->entry.move;
    n->static_eval = n->entry.eval;
    n->entry.score = gr_from_table(n->entry.score, frame->turns);
    if (n->pv || n->entry.depth < n->depth || frame->pos.clock >= 90)
        return false;
    *score = n->entry.score;
    return gr_bound_settles(n->entry.bound, *score, n->alpha, n->beta);
}

static void store(GrSearch *s, const Node *n) {
    const Frame *frame = &s->frame[n->ply];
    if (s->halted || frame->excluded != GR_NO_MOVE)
        return;
    if ((s->x & 16) && frame->eval != GR_NO_SCORE && !gr_score_is_mate(n->best) &&
        (n->best_move == GR_NO_MOVE || gr_gain(s, &frame->pos, n->best_move) == 0) &&
        !(n->best >= n->beta && n->best <= frame->eval) &&
        !(n->best <= n->entry_alpha && n->best >= frame->eval))
        gr_correction_learn(s, n->ply, n->best - n->static_eval, n->depth);
    if (!s->use_table)
        return;
    GrTableEntry entry = {.move = n->best_move, .eval = n->static_eval, .depth = n->depth};
    entry.score = gr_to_table(n->best, frame->turns);
    entry.bound = n->best >= n->beta         ? GR_BOUND_LOWER
                  : n->best > n->entry_alpha ? GR_BOUND_EXACT
                                             : GR_BOUND_UPPER;
    gr_table_store(&s->table, frame->pos.key, &entry);
}

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
static bool null_move_holds(GrSearch *s, const Node *n, GrScore *score) {
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

/* Reverse futility pruning, and null-move pruning. */
static bool is_node_pruned(GrSearch *s, const Node *n, bool null_ok, GrScore *score) {
    const Frame *frame = &s->frame[n->ply];
    if (!s->selective || n->pv || !n->quiet_only)
        return false;
    if (frame->excluded != GR_NO_MOVE)
        return false;
    if ((s->x & 4) && n->depth <= 3 && !gr_score_is_mate(n->alpha) &&
        frame->eval + 150 + 200 * n->depth <= n->alpha) {
        *score = gr_search_quiet(s, n->ply, n->alpha, n->alpha + 1, 0);
        if (*score <= n->alpha)
            return true;
    }
    if (n->depth <= FUTILITY_DEPTH && !gr_score_is_mate(n->beta) &&
        frame->eval - FUTILITY_MARGIN * (n->depth - n->improving) >= n->beta) {
        *score = frame->eval;
        return true;
    }
    return null_ok && null_move_holds(s, n, score);
}

/* Late-move pruning and futility pruning of a quiet move. In PV nodes many more are searched: more
 * than most positions have, but for those with hundreds of drops. */
static bool is_move_pruned(const GrSearch *s, const Node *n, GrMove move, unsigned number, bool quiet) {
    if (!s->selective || !n->quiet_only || n->best <= -GR_MATE_FOUND || n->ply == 0)
        return false;
    if ((s->x & 1) && !n->pv && n->depth <= 8) {
        const GrPosition *pos = &s->frame[n->ply].pos;
        GrMoveKind kind = gr_move_kind(move);
        int gain = quiet ? 0 : gr_gain(s, pos, move);
        int allowed = quiet ? -40 * n->depth : -25 * n->depth * n->depth;
        if (kind != GR_SHOT && kind != GR_SPELL && kind != GR_SPELL_FALL && kind != GR_PLACE &&
            kind != GR_CASTLE && kind != GR_DROP && kind != GR_TELEPORT &&
            gain - gr_value_of(s->eval, gr_type_of(pos->board[gr_move_from(move)])) < allowed &&
            gr_exchange(s, pos, move, gain) < allowed)
            return true;
    }
    if (!quiet)
        return false;
    int enough = (4 + n->depth * n->depth) * (n->improving ? 2 : 1) * (n->pv ? LATE_MOVES_PV : 1);
    if (n->depth <= LATE_MOVE_DEPTH && (int)number >= enough)
        return true;
    return !n->pv && n->depth <= FUTILITY_DEPTH &&
           s->frame[n->ply].eval + 80 + FUTILITY_MARGIN * n->depth <= n->alpha;
}

/* Searches the move that gr_descend has just played: the first in full, later ones first to see
 * whether they beat alpha at all, and late quiet ones to less depth. */
static GrScore score_move(GrSearch *s, const Node *n, GrMove move, unsigned number, int more) {
    bool forced = s->frame[n->ply].turns == s->frame[n->ply + 1].turns;
    int depth = (forced ? n->depth : n->depth - 1) + more;
    if (number == 0)
        return gr_child_score(s, n->ply, n->alpha, n->beta, depth, true, !n->pv && !n->cut);
    int less = gr_late_move_reduction(s, n->ply, move, n->depth, (int)number, n->pv, n->cut);
    less = less < depth ? less : depth > 1 ? depth - 1 : 0;
    GrScore score = gr_child_score(s, n->ply, n->alpha, n->alpha + 1, depth - less, true, true);
    if (less > 0 && score > n->alpha)
        score = gr_child_score(s, n->ply, n->alpha, n->alpha + 1, depth, true, !n->cut);
    if (score > n->alpha && score < n->beta)
        score = gr_child_score(s, n->ply, n->alpha, n->beta, depth, true, false);
    return score;
}

/* Accounts for a move's score; true at a beta cutoff. */
static bool update_best(GrSearch *s, Node *n, GrMove move, GrScore score, bool quiet) {
    if (score > n->best) {
        n->best = score;
        if (score > n->alpha) {
            n->best_move = move;
            n->alpha = score;
            gr_extend_pv(s, n->ply, move);
        }
    }
    Frame *frame = &s->frame[n->ply];
    if (n->alpha >= n->beta) {
        gr_history_update(s, n->ply, move, n->depth, quiet);
        return true;
    }
    if (quiet && frame->tried_count < GR_TRIED)
        frame->tried[frame->tried_count++] = move;
    if (!quiet && frame->taken_count < GR_TRIED)
        frame->taken[frame->taken_count++] = move;
    return false;
}

static bool is_singular_candidate(const GrSearch *s, const Node *n) {
    return (s->x & 2) && s->selective && n->ply > 0 && n->depth >= 7 && n->in_table &&
           s->frame[n->ply].excluded == GR_NO_MOVE && n->entry.depth >= n->depth - 3 &&
           (n->entry.bound & GR_BOUND_LOWER) && !gr_score_is_mate(n->entry.score) &&
           n->ply < 2 * s->depth;
}

/* Is every other move worse by a margin? Then this one is searched a ply deeper. */
static int singular_extension(GrSearch *s, Node *n, GrMove move) {
    Frame *frame = &s->frame[n->ply];
    GrScore bound = n->entry.score - 2 * n->depth;
    static _Thread_local Frame kept_unused;
    (void)kept_unused;
    GrMoveList *list = malloc(sizeof *list);
    int32_t *order = malloc(sizeof frame->order);
    unsigned count = frame->list.count;
    memcpy(list->move, frame->list.move, count * sizeof list->move[0]);
    memcpy(order, frame->order, count * sizeof order[0]);
    int tried = frame->tried_count, taken = frame->taken_count;
    GrMove killer[2] = {frame->killer[0], frame->killer[1]};
    GrScore eval = frame->eval;
    frame->excluded = move;
    GrScore score = gr_search_node(s, n->ply, bound - 1, bound, (n->depth - 1) / 2, false, n->cut);
    frame->excluded = GR_NO_MOVE;
    frame->list.count = count;
    memcpy(frame->list.move, list->move, count * sizeof list->move[0]);
    memcpy(frame->order, order, count * sizeof order[0]);
    frame->tried_count = tried;
    frame->taken_count = taken;
    frame->killer[0] = killer[0];
    frame->killer[1] = killer[1];
    frame->eval = eval;
    frame->pv_length = 0;
    free(list);
    free(order);
    if (score < bound)
        return !n->pv && score < bound - 20 ? 2 : 1;
    if (bound >= n->beta) { /* several moves fail high */
        n->best = bound;
        n->best_move = move;
        return GR_NO_SCORE;
    }
    if (n->entry.score >= n->beta)
        return -1;
    return 0;
}

static void search_moves(GrSearch *s, Node *n) {
    Frame *frame = &s->frame[n->ply];
    frame->tried_count = frame->taken_count = 0;
    for (unsigned i = 0; i < frame->list.count; i++) {
        GrMove move = gr_next_move(frame, i);
        bool quiet = gr_gain(s, &frame->pos, move) == 0;
        if (move == frame->excluded)
            continue;
        bool prunable = i > 0 && is_move_pruned(s, n, move, i, quiet);
        int more = 0;
        if (move == n->hint && is_singular_candidate(s, n)) {
            more = singular_extension(s, n, move);
            if (s->halted)
                return;
            if (more == GR_NO_SCORE)
                return;
        }
        gr_descend(s, n->ply, move);
        if (prunable && !frame[1].checked)
            continue;
        GrScore score = score_move(s, n, move, i, more);
        if (s->halted || update_best(s, n, move, score, quiet))
            return;
    }
}

/* The static evaluation, unless in check, and whether it went up since this side's last turn. */
static void evaluate(GrSearch *s, Node *n) {
    Frame *frame = &s->frame[n->ply];
    frame->eval = GR_NO_SCORE;
    if (frame->checked)
        return;
    if (n->static_eval == GR_NO_SCORE)
        n->static_eval = gr_evaluate(s->eval, &frame->pos);
    frame->eval = n->static_eval;
    if (s->x & 16)
        frame->eval += gr_correction_of(s, n->ply);
    const Frame *before = n->ply >= 2 ? frame - 2 : NULL;
    n->improving = before && before->pos.turn == frame->pos.turn && before->eval != GR_NO_SCORE &&
                   frame->eval > before->eval;
    if ((s->x & 64) && n->in_table && !gr_score_is_mate(n->entry.score) &&
        (n->entry.bound == GR_BOUND_EXACT ||
         (n->entry.bound == GR_BOUND_LOWER && n->entry.score > frame->eval) ||
         (n->entry.bound == GR_BOUND_UPPER && n->entry.score < frame->eval)))
        frame->eval = n->entry.score;
}

/* Bounds that no mate from here can go beyond; true if they leave nothing to find. */
static bool narrow_by_mate(const GrSearch *s, Node *n) {
    int turns = s->frame[n->ply].turns;
    if (n->alpha < turns - GR_MATE)
        n->alpha = turns - GR_MATE;
    if (n->beta > GR_MATE - turns - 1)
        n->beta = GR_MATE - turns - 1;
    return n->alpha >= n->beta;
}

/* Does a good capture, searched less deeply, beat beta by a margin? */
static bool probcut_holds(GrSearch *s, const Node *n, GrScore *score) {
    Frame *frame = &s->frame[n->ply];
    GrScore bound = n->beta + 180;
    if (!(s->x & 8) || !s->selective || n->pv || !n->quiet_only || n->depth < 5 ||
        frame->excluded != GR_NO_MOVE || gr_score_is_mate(n->beta) ||
        (n->in_table && n->entry.depth >= n->depth - 3 && n->entry.score < bound))
        return false;
    gr_captures(&frame->pos, &frame->list);
    gr_order_moves(s, n->ply, n->hint, false);
    for (unsigned i = 0; i < frame->list.count; i++) {
        GrMove move = gr_next_move(frame, i);
        int gain = gr_gain(s, &frame->pos, move);
        if (frame->eval + gain < bound || gr_loses(s, &frame->pos, move))
            continue;
        gr_descend(s, n->ply, move);
        *score = -gr_search_quiet(s, n->ply + 1, -bound, -bound + 1, 0);
        if (frame[1].turns == frame->turns)
            continue;
        if (*score >= bound)
            *score = gr_child_score(s, n->ply, bound - 1, bound, n->depth - 4, true, !n->cut);
        if (s->halted)
            return false;
        if (*score >= bound) {
            *score = gr_score_is_mate(*score) ? n->beta : *score;
            return true;
        }
    }
    return false;
}

static GrScore search_inside(GrSearch *s, Node *n, bool null_ok) {
    Frame *frame = &s->frame[n->ply];
    GrScore score;
    if (probe(s, n, &score))
        return score;
    evaluate(s, n);
    if (is_node_pruned(s, n, null_ok, &score))
        return score;
    if (probcut_holds(s, n, &score))
        return score;
    if (s->selective && n->depth >= 4 && frame->excluded == GR_NO_MOVE && n->hint == GR_NO_MOVE)
        n->depth--;
    gr_moves(&frame->pos, &frame->list);
    if (frame->list.count == 0)
        return gr_score_at_end(s, n->ply);
    gr_order_moves(s, n->ply, n->hint, true);
    search_moves(s, n);
    store(s, n);
    return n->best;
}

GrScore gr_child_score(GrSearch *s, int ply, GrScore alpha, GrScore beta, int depth, bool null_ok,
                       bool cut) {
    s->frame[ply + 1].excluded = GR_NO_MOVE;
    if (s->frame[ply].turns == s->frame[ply + 1].turns)
        return gr_search_node(s, ply + 1, alpha, beta, depth, null_ok, cut);
    return -gr_search_node(s, ply + 1, -beta, -alpha, depth, null_ok, cut);
}

GrScore gr_search_node(GrSearch *s, int ply, GrScore alpha, GrScore beta, int depth, bool null_ok,
                       bool cut) {
    Frame *frame = &s->frame[ply];
    Node n = {.ply = ply, .alpha = alpha, .beta = beta, .best = -GR_INFINITE};
    n.pv = beta - alpha > 1;
    n.quiet_only = !frame->checked && !frame->pos.pending;
    n.static_eval = GR_NO_SCORE;
    n.cut = cut;
    if (frame->checked && ply < 2 * s->depth && !(s->x & 128) && frame->excluded == GR_NO_MOVE)
        depth++;
    n.depth = depth;
    if (depth <= 0)
        return gr_search_quiet(s, ply, alpha, beta, 0);
    if (gr_count_node(s, ply))
        return 0;
    if (gr_is_drawn_here(s, ply))
        return 0;
    if (ply >= GR_MAX_PLY)
        return gr_evaluate(s->eval, &frame->pos);
    if (narrow_by_mate(s, &n))
        return n.alpha;
    n.entry_alpha = n.alpha;
    frame[1].killer[0] = frame[1].killer[1] = GR_NO_MOVE;
    return search_inside(s, &n, null_ok);
}
