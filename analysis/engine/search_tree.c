/* The alpha-beta search below the root. */
#include "analysis/engine/search_local.h"

enum {
    RAZOR_DEPTH = 3,    /* razoring up to here */
    NULL_DEPTH = 3,
    PROBCUT_DEPTH = 5,
    PROBCUT_LESS = 4,   /* plies less to be searched then */
    REVERSE_DEPTH = 6,  /* reverse futility pruning up to here */
    DEEPEN_DEPTH = 4,   /* from here on, a node without a hint is searched a ply less */
    SINGULAR_DEPTH = 7,
    SINGULAR_LESS = 3   /* plies that the hint's entry may be shallower */
};

/* Looks into the table; true if its entry settles the score. */
static bool probe(GrSearch *s, Node *n, GrScore *score) {
    const Frame *frame = &s->frame[n->ply];
    if (!s->use_table || frame->excluded != GR_NO_MOVE ||
        !gr_table_find(&s->table, frame->pos.key, &n->entry))
        return false;
    n->in_table = true;
    n->hint = n->entry.move;
    n->evaluated = n->entry.eval;
    n->was_pv |= n->entry.pv;
    n->entry.score = gr_from_table(n->entry.score, frame->turns);
    if (n->pv || n->entry.depth < n->depth || frame->pos.clock >= 90)
        return false;
    *score = n->entry.score;
    if (!gr_bound_settles(n->entry.bound, *score, n->alpha, n->beta))
        return false;
    if (*score >= n->beta && n->hint != GR_NO_MOVE && gr_gain(s, &frame->pos, n->hint) == 0)
        gr_history_reward(s, n->ply, n->hint, n->depth, s->tuned.hint_bonus);
    return true;
}

static GrBound bound_of(const Node *n) {
    return n->best >= n->beta         ? GR_BOUND_LOWER
           : n->best > n->entry_alpha ? GR_BOUND_EXACT
                                      : GR_BOUND_UPPER;
}

/* Learns how wrong the evaluation was, where the score says so: a bound on its near side does not,
 * nor does what a capture has changed. */
static void learn_correction(GrSearch *s, const Node *n) {
    GrBound bound = bound_of(n);
    if (n->evaluated == GR_NO_SCORE || gr_score_is_mate(n->best) ||
        (n->best_move != GR_NO_MOVE && gr_gain(s, &s->frame[n->ply].pos, n->best_move) != 0) ||
        (bound == GR_BOUND_LOWER && n->best <= n->evaluated) ||
        (bound == GR_BOUND_UPPER && n->best >= n->evaluated))
        return;
    gr_correction_learn(s, n->ply, n->best - n->evaluated, n->depth);
}

static void store(GrSearch *s, const Node *n) {
    const Frame *frame = &s->frame[n->ply];
    if (s->halted || frame->excluded != GR_NO_MOVE)
        return;
    learn_correction(s, n);
    if (!s->use_table)
        return;
    GrTableEntry entry = {.move = n->best_move, .eval = n->evaluated, .depth = n->depth, .pv = n->was_pv};
    entry.score = gr_to_table(n->best, frame->turns);
    entry.bound = bound_of(n);
    gr_table_store(&s->table, frame->pos.key, &entry);
}

/* How much deeper than at first meant a move is searched that was reduced and beats alpha: by how far, says that. */
static int deepening(const GrSearch *s, const Node *n, int less, GrScore score) {
    if (less > 1 && score > n->best + s->tuned.deeper)
        return 1;
    return score < n->best + s->tuned.shallower ? -1 : 0;
}

/* Searches the move that gr_descend has just played: the first in full, later ones first to see
 * whether they beat alpha at all, and late ones to less depth. */
static GrScore score_move(GrSearch *s, const Node *n, GrMove move, int number, int gain, int more) {
    bool forced = s->frame[n->ply].turns == s->frame[n->ply + 1].turns;
    int depth = (forced ? n->depth : n->depth - 1) + more;
    if (number == 0)
        return gr_child_score(s, n->ply, n->alpha, n->beta, depth, true, !n->pv && !n->cut);
    int less = gr_late_move_reduction(s, n, move, number, gain), most = depth > 1 ? depth - 1 : 0;
    less = less < 0 ? 0 : less < most ? less : most;
    int reduced = depth - less;
    s->frame[n->ply + 1].reduced = less;
    GrScore score = gr_child_score(s, n->ply, n->alpha, n->alpha + 1, reduced, true, true);
    s->frame[n->ply + 1].reduced = 0;
    if (less > 0 && score > n->alpha) {
        depth += deepening(s, n, less, score);
        if (depth > reduced)
            score = gr_child_score(s, n->ply, n->alpha, n->alpha + 1, depth, true, !n->cut);
    }
    if (score > n->alpha && score < n->beta)
        score = gr_child_score(s, n->ply, n->alpha, n->beta, depth, true, false);
    return score;
}

/* Takes a move's score in; true if the node has failed high. */
static bool update_best(GrSearch *s, Node *n, GrMove move, GrScore score, int gain) {
    if (score > n->best) {
        n->best = score;
        if (score > n->alpha) {
            n->alpha = score;
            n->raised++;
            n->best_move = move;
            gr_extend_pv(s, n->ply, move);
        }
    }
    Frame *frame = &s->frame[n->ply];
    if (n->alpha >= n->beta) {
        gr_history_update(s, n->ply, move, n->depth, gain == 0);
        frame->cutoffs++;
        return true;
    }
    if (gain == 0 && frame->tried_count < GR_TRIED)
        frame->tried[frame->tried_count++] = move;
    if (gain != 0 && frame->taken_count < GR_TRIED)
        frame->taken[frame->taken_count++] = move;
    return false;
}

/* ---- nodes that need no search ---- */

/* Pieces enough that zugzwang is unlikely. */
static bool has_pieces(const GrSearch *s, const GrPosition *pos) {
    int pieces = 0;
    const GrVariant *v = s->variant;
    for (int type = 2; type <= v->types; type++)
        if (!(v->piece[type].flags & GR_IS_PAWN))
            pieces += gr_set_count(pos->type[type] & pos->side[pos->turn]);
    return pieces >= 2;
}

/* Null-move pruning: does the score stay above beta even if the opponent moves twice? */
static bool null_move_holds(GrSearch *s, const Node *n, GrScore *score) {
    const Frame *frame = &s->frame[n->ply];
    if (s->must_take || s->variant->passes || n->depth < NULL_DEPTH || frame->eval < n->beta + s->tuned.null_above ||
        gr_score_is_mate(n->beta) || !has_pieces(s, &frame->pos))
        return false;
    int beyond = (frame->eval - n->beta) * 128 / s->tuned.null_eval, most = 3 * 128;
    int less = (s->tuned.null_base + n->depth * s->tuned.null_depth + (beyond < most ? beyond : most)) / 128;
    gr_descend(s, n->ply, gr_move_make(GR_PASS, 0, 0, 0, 0));
    *score = gr_child_score(s, n->ply, n->beta - 1, n->beta, n->depth - less, false, !n->cut);
    if (*score < n->beta)
        return false;
    *score = gr_score_is_mate(*score) ? n->beta : *score;
    return true;
}

/* Razoring: so far below alpha that only captures could help, and they do not. */
static bool is_hopeless(GrSearch *s, const Node *n, GrScore *score) {
    if (n->depth > RAZOR_DEPTH || n->alpha > GR_DECISIVE || n->alpha <= -GR_MATE_FOUND ||
        s->frame[n->ply].eval + s->tuned.razor_margin + s->tuned.razor_slope * n->depth > n->alpha)
        return false;
    *score = gr_search_quiet(s, n->ply, n->alpha, n->alpha + 1, 0);
    return *score <= n->alpha;
}

/* The score of a capture that wins more than `bound`, by quiescence and then by a shallow search.
 */
static GrScore probe_capture(GrSearch *s, const Node *n, GrMove move, GrScore bound) {
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
static bool probcut_holds(GrSearch *s, const Node *n, GrScore *score) {
    Frame *frame = &s->frame[n->ply];
    GrScore bound = n->beta + s->tuned.probcut_margin;
    if (n->depth < PROBCUT_DEPTH || gr_score_is_mate(n->beta) ||
        (n->in_table && n->entry.depth >= n->depth - PROBCUT_LESS + 1 && n->entry.score < bound))
        return false;
    gr_captures(&frame->pos, &frame->list);
    gr_order_moves(s, n->ply, n->hint, false);
    for (unsigned i = 0; i < frame->list.count; i++) {
        GrMove move = gr_next_move(s, frame, i);
        if (frame->eval + gr_gain(s, &frame->pos, move) < bound || gr_picked_loses(s, frame, i))
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

/* A score of the table, from a search not much shallower, that beats beta by more than a few plies are likely to
 * change. */
static bool table_beats(const GrSearch *s, const Node *n, GrScore *score) {
    *score = n->beta + s->tuned.table_margin;
    return n->in_table && (n->entry.bound & GR_BOUND_LOWER) && n->entry.depth >= n->depth - PROBCUT_LESS &&
           !gr_score_is_mate(n->entry.score) && !gr_score_is_mate(n->beta) && n->entry.score >= *score;
}

/* Razoring, reverse futility pruning, null move, probcut, the table; `score` is then a bound for the node. */
static bool is_node_pruned(GrSearch *s, const Node *n, bool null_ok, GrScore *score) {
    const Frame *frame = &s->frame[n->ply];
    if (n->pv || !n->quiet_only || frame->excluded != GR_NO_MOVE)
        return false;
    if (is_hopeless(s, n, score))
        return true;
    if (n->depth <= REVERSE_DEPTH && !gr_score_is_mate(n->beta) &&
        frame->eval - s->tuned.reverse_margin * (n->depth - n->improving) >= n->beta) {
        *score = frame->eval - (frame->eval - n->beta) * s->tuned.shade / 128;
        return true;
    }
    return (null_ok && null_move_holds(s, n, score)) || probcut_holds(s, n, score) || table_beats(s, n, score);
}

/* ---- singular extension ---- */

static bool may_be_singular(const GrSearch *s, const Node *n) {
    return n->ply > 0 && n->depth >= SINGULAR_DEPTH && n->in_table &&
           s->frame[n->ply].excluded == GR_NO_MOVE && n->entry.depth >= n->depth - SINGULAR_LESS &&
           (n->entry.bound & GR_BOUND_LOWER) && !gr_score_is_mate(n->entry.score) &&
           n->ply < 2 * s->depth;
}

/* By how many plies to extend the hint, which is about to be searched: above 0 if a search to half
 * the depth finds every other move worse by a margin (singular extension), below 0 if others seem
 * as good. True if that search shows that the node fails high whatever the hint is worth: `best` is
 * then a lower bound. */
static bool extend_hint(GrSearch *s, Node *n, int *more) {
    Frame *frame = &s->frame[n->ply];
    *more = 0;
    if (!may_be_singular(s, n))
        return false;
    GrScore bound = n->entry.score - s->tuned.singular_margin * n->depth / 8;
    GrScore eval = frame->eval;
    frame->excluded = n->hint;
    GrScore score = gr_search_node(s, n->ply, bound - 1, bound, (n->depth - 1) / 2, false, n->cut);
    frame->excluded = GR_NO_MOVE;
    frame->eval = eval;
    frame->pv_length = frame->tried_count = frame->taken_count = 0;
    if (score < bound) {
        *more = 1;
    } else if (bound >= n->beta) {
        n->best = bound; /* two moves fail high */
        return true;
    } else if (n->entry.score >= n->beta) {
        *more = -1;
    }
    return false;
}

/* ---- a node ---- */

/* The next move: the hint, before any other is generated, then the others; GR_NO_MOVE at the end. They come in no order
 * once quiet moves are late, since few of them will be searched. `next` is the place in the list, -1 at first. */
static GrMove next_move(GrSearch *s, const Node *n, int *next) {
    Frame *frame = &s->frame[n->ply];
    if (*next < 0) {
        *next = 0;
        frame->list.count = 0;
        if (n->hint != GR_NO_MOVE)
            return n->hint;
    }
    if (*next == 0) {
        gr_moves(&frame->pos, &frame->list);
        gr_order_moves(s, n->ply, GR_NO_MOVE, true);
    }
    while ((unsigned)*next < frame->list.count) {
        GrMove move = n->late ? frame->list.move[*next] : gr_next_move(s, frame, (unsigned)*next);
        ++*next;
        if (move != n->hint && move != frame->excluded)
            return move;
    }
    return GR_NO_MOVE;
}

/* What is known of a node's checks, once a pruned move asks for it. */
typedef struct Checks {
    bool asked, known;
    GrChecks squares;
} Checks;

/* Is it plain without playing it that the move gives no check? */
static bool is_no_check(Checks *checks, const GrPosition *pos, GrMove move) {
    if (!checks->asked) {
        checks->asked = true;
        checks->known = gr_checks(pos, &checks->squares);
    }
    return checks->known && !gr_may_check(&checks->squares, pos, move);
}

/* Searches all moves that are not pruned; returns how many there are, at least 1 if any is legal.
 */
static int search_moves(GrSearch *s, Node *n) {
    Frame *frame = &s->frame[n->ply];
    int number = 0, next = -1, more = 0;
    Checks checks;
    n->enough = gr_enough_moves(s, n);
    gr_history_look(s, n->ply, &n->past);
    checks.asked = false;
    frame->tried_count = frame->taken_count = 0;
    for (GrMove move; (move = next_move(s, n, &next)) != GR_NO_MOVE; number++) {
        int gain = gr_gain(s, &frame->pos, move);
        bool pruned = gr_is_move_pruned(s, n, move, number, gain);
        n->late |= pruned && gain == 0 && number >= n->enough;
        if (number == 0 && move == n->hint && extend_hint(s, n, &more))
            return 1;
        if (pruned && is_no_check(&checks, &frame->pos, move))
            continue;
        gr_descend(s, n->ply, move);
        if (pruned && !frame[1].checked)
            continue;
        GrScore score = score_move(s, n, move, number, gain, number == 0 ? more : 0);
        if (s->halted || update_best(s, n, move, score, gain))
            return number + 1;
    }
    return number;
}

/* The evaluation of a position that is not in check: the evaluator's, corrected by what searches of
 * like positions found, and by the table's score if that says more. */
static void evaluate(GrSearch *s, Node *n) {
    Frame *frame = &s->frame[n->ply];
    frame->eval = GR_NO_SCORE;
    if (frame->checked)
        return;
    if (n->evaluated == GR_NO_SCORE)
        n->evaluated = gr_evaluate_frame(s, n->ply);
    frame->eval = gr_corrected(s, n->ply, n->evaluated, 128);
    const Frame *before = n->ply >= 2 ? frame - 2 : NULL;
    n->improving = before && before->pos.turn == frame->pos.turn && before->eval != GR_NO_SCORE &&
                   frame->eval > before->eval;
    if (n->in_table && gr_bound_refines(n->entry.bound, n->entry.score, frame->eval))
        frame->eval = n->entry.score;
}

/* Was the move before a quiet one? */
static bool came_quietly(const GrSearch *s, int ply) {
    const Frame *before = &s->frame[ply > 0 ? ply - 1 : 0];
    return ply > 0 && before->step != GR_NO_STEP && gr_gain(s, &before->pos, before->move) == 0;
}

/* What the move before has changed, as the evaluation has it: the history learns it; and a node that was much reduced
 * is searched a ply deeper if that move was no mistake, and a ply less deeply if it was a clear one. */
static void look_back(GrSearch *s, Node *n) {
    const Frame *frame = &s->frame[n->ply];
    if (n->ply == 0 || frame->excluded != GR_NO_MOVE || frame->eval == GR_NO_SCORE || frame[-1].eval == GR_NO_SCORE ||
        frame[-1].turns == frame->turns)
        return;
    GrScore won = frame->eval + frame[-1].eval;
    if (frame->reduced >= 3 && won <= s->tuned.sink)
        n->depth++;
    else if (frame->reduced >= 2 && n->depth >= 2 && won > s->tuned.hindsight)
        n->depth--;
    if (!gr_score_is_mate(won) && came_quietly(s, n->ply))
        gr_history_judge(s, n->ply, won);
}

/* Bounds that no mate from here can go beyond; true if they leave nothing to find. */
static bool narrow_by_mate(const GrSearch *s, Node *n) {
    int turns = s->frame[n->ply].turns;
    GrScore worst = turns - GR_MATE, best = GR_MATE - turns - 1;
    n->alpha = n->alpha > worst ? n->alpha : worst;
    n->beta = n->beta < best ? n->beta : best;
    n->entry_alpha = n->alpha;
    return n->alpha >= n->beta;
}

/* The node has failed low, so that the move before was good. */
static void praise_before(GrSearch *s, const Node *n) {
    const Frame *frame = &s->frame[n->ply];
    if (n->best <= n->entry_alpha && frame->excluded == GR_NO_MOVE && !s->halted && came_quietly(s, n->ply))
        gr_history_reward(s, n->ply - 1, frame[-1].move, n->depth, s->tuned.prior_bonus);
}

/* Brings a score beyond beta nearer to it, the more the shallower the search was. */
static void soften(const GrSearch *s, Node *n) {
    if (gr_is_beyond(n->best, n->beta))
        n->best = (n->best * n->depth * 128 + n->beta * s->tuned.soften) / (n->depth * 128 + s->tuned.soften);
}

static GrScore search_inside(GrSearch *s, Node *n, bool null_ok) {
    const Frame *frame = &s->frame[n->ply];
    GrScore score;
    if (probe(s, n, &score))
        return score;
    evaluate(s, n);
    look_back(s, n);
    if (is_node_pruned(s, n, null_ok, &score))
        return score;
    if (n->hint != GR_NO_MOVE && !gr_is_legal(&frame->pos, n->hint))
        n->hint = GR_NO_MOVE; /* of another position with the same key */
    n->hint_takes = n->hint != GR_NO_MOVE && gr_gain(s, &frame->pos, n->hint) != 0;
    if (n->depth >= DEEPEN_DEPTH && n->hint == GR_NO_MOVE &&
        frame->excluded == GR_NO_MOVE)
        n->depth--;
    if (search_moves(s, n) == 0)
        return frame->excluded == GR_NO_MOVE ? gr_score_at_end(s, n->ply) : n->alpha;
    soften(s, n);
    praise_before(s, n);
    store(s, n);
    return n->best;
}

GrScore gr_child_score(GrSearch *s, int ply, GrScore alpha, GrScore beta, int depth, bool null_ok,
                       bool cut) {
    s->frame[ply + 1].excluded = GR_NO_MOVE;
    gr_foresee(s, ply + 1);
    if (s->frame[ply].turns == s->frame[ply + 1].turns)
        return gr_search_node(s, ply + 1, alpha, beta, depth, null_ok, cut);
    return -gr_search_node(s, ply + 1, -beta, -alpha, depth, null_ok, cut);
}

GrScore gr_search_node(GrSearch *s, int ply, GrScore alpha, GrScore beta, int depth, bool null_ok,
                       bool cut) {
    Frame *frame = &s->frame[ply];
    Node n = {.ply = ply, .alpha = alpha, .beta = beta, .best = -GR_INFINITE, .cut = cut};
    n.pv = beta - alpha > 1;
    n.quiet_only = !frame->checked && !frame->pos.pending;
    n.evaluated = GR_NO_SCORE;
    n.was_pv = n.pv;
    if (frame->checked && frame->excluded == GR_NO_MOVE && ply < s->depth * (depth > 0 ? 1 : 2))
        depth++; /* at the horizon, too: what answers a check is no matter of captures */
    n.depth = depth;
    if (depth <= 0)
        return gr_search_quiet(s, ply, alpha, beta, 0);
    GrScore score;
    if (gr_ends_here(s, ply, &score))
        return score;
    if (narrow_by_mate(s, &n))
        return n.alpha;
    frame[1].killer[0] = frame[1].killer[1] = GR_NO_MOVE;
    frame[2].cutoffs = 0;
    if (n.alpha < 0 && !n.pv && gr_can_repeat(s, ply)) {
        n.alpha = 0;
        if (n.alpha >= n.beta)
            return 0;
    }
    return search_inside(s, &n, null_ok);
}
