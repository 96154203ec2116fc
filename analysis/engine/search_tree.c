/* The alpha-beta search below the root. */
#include "analysis/engine/search_local.h"

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
                           bool pv) {
    const Frame *frame = &s->frame[ply];
    if (!s->selective || depth < REDUCE_DEPTH || number < REDUCE_FROM || frame->checked ||
        frame->pos.pending || frame[1].checked || gr_gain(s, &frame->pos, move) != 0)
        return 0;
    int history = gr_history_of(s, ply, move);
    int less = s->reduction[at_most(depth, 63)][at_most(number, 63)] - pv - history / 9000;
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
    GrScore entry_alpha;
} Node;

/* Looks into the table; true if its entry settles the score. */
static bool probe(GrSearch *s, Node *n, GrScore *score) {
    const Frame *frame = &s->frame[n->ply];
    GrTableEntry entry;
    if (!s->use_table || !gr_table_find(&s->table, frame->pos.key, &entry))
        return false;
    n->hint = entry.move;
    n->static_eval = entry.eval;
    if (n->pv || entry.depth < n->depth || frame->pos.clock >= 90)
        return false;
    *score = gr_from_table(entry.score, frame->turns);
    return gr_bound_settles(entry.bound, *score, n->alpha, n->beta);
}

static void store(GrSearch *s, const Node *n) {
    const Frame *frame = &s->frame[n->ply];
    if (s->halted || !s->use_table)
        return;
    GrTableEntry entry = {.move = n->best_move, .eval = frame->eval, .depth = n->depth};
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
    *score = gr_child_score(s, n->ply, n->beta - 1, n->beta, n->depth - less, false);
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
    if (n->depth <= FUTILITY_DEPTH && !gr_score_is_mate(n->beta) &&
        frame->eval - FUTILITY_MARGIN * (n->depth - n->improving) >= n->beta) {
        *score = frame->eval;
        return true;
    }
    return null_ok && null_move_holds(s, n, score);
}

/* Late-move pruning and futility pruning of a quiet move. In PV nodes many more are searched: more
 * than most positions have, but for those with hundreds of drops. */
static bool is_move_pruned(const GrSearch *s, const Node *n, unsigned number) {
    if (!s->selective || !n->quiet_only || n->best <= -GR_MATE_FOUND || n->ply == 0)
        return false;
    int enough = (4 + n->depth * n->depth) * (n->improving ? 2 : 1) * (n->pv ? LATE_MOVES_PV : 1);
    if (n->depth <= LATE_MOVE_DEPTH && (int)number >= enough)
        return true;
    return !n->pv && n->depth <= FUTILITY_DEPTH &&
           s->frame[n->ply].eval + 80 + FUTILITY_MARGIN * n->depth <= n->alpha;
}

/* Searches the move that gr_descend has just played: the first in full, later ones first to see
 * whether they beat alpha at all, and late quiet ones to less depth. */
static GrScore score_move(GrSearch *s, const Node *n, GrMove move, unsigned number) {
    bool forced = s->frame[n->ply].turns == s->frame[n->ply + 1].turns;
    int depth = forced ? n->depth : n->depth - 1;
    if (number == 0)
        return gr_child_score(s, n->ply, n->alpha, n->beta, depth, true);
    int less = gr_late_move_reduction(s, n->ply, move, n->depth, (int)number, n->pv);
    less = less < depth ? less : depth > 1 ? depth - 1 : 0;
    GrScore score = gr_child_score(s, n->ply, n->alpha, n->alpha + 1, depth - less, true);
    if (less > 0 && score > n->alpha)
        score = gr_child_score(s, n->ply, n->alpha, n->alpha + 1, depth, true);
    if (score > n->alpha && score < n->beta)
        score = gr_child_score(s, n->ply, n->alpha, n->beta, depth, true);
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

static void search_moves(GrSearch *s, Node *n) {
    Frame *frame = &s->frame[n->ply];
    frame->tried_count = frame->taken_count = 0;
    for (unsigned i = 0; i < frame->list.count; i++) {
        GrMove move = gr_next_move(frame, i);
        bool quiet = gr_gain(s, &frame->pos, move) == 0;
        bool prunable = quiet && i > 0 && is_move_pruned(s, n, i);
        gr_descend(s, n->ply, move);
        if (prunable && !frame[1].checked)
            continue;
        GrScore score = score_move(s, n, move, i);
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
    frame->eval =
        n->static_eval != GR_NO_SCORE ? n->static_eval : gr_evaluate(s->eval, &frame->pos);
    const Frame *before = n->ply >= 2 ? frame - 2 : NULL;
    n->improving = before && before->pos.turn == frame->pos.turn && before->eval != GR_NO_SCORE &&
                   frame->eval > before->eval;
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

static GrScore search_inside(GrSearch *s, Node *n, bool null_ok) {
    Frame *frame = &s->frame[n->ply];
    GrScore score;
    if (probe(s, n, &score))
        return score;
    evaluate(s, n);
    if (is_node_pruned(s, n, null_ok, &score))
        return score;
    if (s->selective && n->depth >= 4 && n->hint == GR_NO_MOVE)
        n->depth--;
    gr_moves(&frame->pos, &frame->list);
    if (frame->list.count == 0)
        return gr_score_at_end(s, n->ply);
    gr_order_moves(s, n->ply, n->hint, true);
    search_moves(s, n);
    store(s, n);
    return n->best;
}

GrScore gr_child_score(GrSearch *s, int ply, GrScore alpha, GrScore beta, int depth, bool null_ok) {
    if (s->frame[ply].turns == s->frame[ply + 1].turns)
        return gr_search_node(s, ply + 1, alpha, beta, depth, null_ok);
    return -gr_search_node(s, ply + 1, -beta, -alpha, depth, null_ok);
}

GrScore gr_search_node(GrSearch *s, int ply, GrScore alpha, GrScore beta, int depth, bool null_ok) {
    Frame *frame = &s->frame[ply];
    Node n = {.ply = ply, .alpha = alpha, .beta = beta, .best = -GR_INFINITE};
    n.pv = beta - alpha > 1;
    n.quiet_only = !frame->checked && !frame->pos.pending;
    n.static_eval = GR_NO_SCORE;
    if (frame->checked && ply < 2 * s->depth)
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
