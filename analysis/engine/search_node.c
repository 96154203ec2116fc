/* What all nodes of a search share: setting them up, draws and ends, counting, the scores of
 * mates. */
#include "analysis/engine/search_local.h"

enum { HEED_NODES = 64 }; /* between two looks at the clock, a power of two */

void gr_descend(GrSearch *s, int ply, GrMove move) {
    Frame *here = &s->frame[ply], *next = here + 1;
    uint64_t guess = gr_key_guess(&here->pos, move);
    gr_table_prefetch(&s->table, guess); /* it takes longer than all of this */
    here->move = move;
    here->step = gr_history_step(s, &here->pos, move);
    gr_position_copy(&next->pos, &here->pos);
    gr_play(&next->pos, move);
    if (next->pos.key != guess)
        gr_table_prefetch(&s->table, next->pos.key);
    next->turns = here->turns + (next->pos.turn != here->pos.turn);
    bool null = gr_move_kind(move) == GR_PASS && !s->variant->passes;
    next->reversible = next->pos.clock == 0 || null ? 0 : here->reversible + 1;
    next->unbroken = null ? 0 : here->unbroken + 1;
    next->tracked = false;
    next->checked = gr_in_check(&next->pos);
    next->pv_length = 0;
    next->sums.known = false;
    next->threats_known = false;
    s->keys[s->root_key + (size_t)ply + 1] = next->pos.key;
}

/* Sums follow from those of the nearest position before whose sums are known: the root's are. */
static void know_sums(GrSearch *s, int ply) {
    Frame *frame = &s->frame[ply];
    int before = ply;
    while (!s->frame[before].sums.known)
        before--;
    if (before < ply)
        gr_net_follow(s->net, &s->frame[before].pos, &s->frame[before].sums, &frame->pos, &frame->sums);
}

void gr_foresee(GrSearch *s, int ply) {
    if (s->net && !s->frame[ply].checked)
        know_sums(s, ply);
}

static bool has_one(GrSet set) {
    return (set & (set - 1)) == 0;
}

/* Games of self-play are decided before a side has but one piece left, so that networks know little of that: a queen
 * against a bare king was worth less than with a pawn on either side. There the evaluation by hand, which counts what
 * is there, may say more for the side that both favour. */
static GrScore judge_bare(const GrSearch *s, const GrPosition *pos, GrScore score) {
    if (!has_one(pos->side[GR_WHITE]) && !has_one(pos->side[GR_BLACK]))
        return score;
    GrScore by_hand = gr_evaluate(s->eval, pos);
    bool agreed = (by_hand > 0) == (score > 0), more = by_hand > 0 ? by_hand > score : by_hand < score;
    return agreed && more ? by_hand : score;
}

GrScore gr_evaluate_frame(GrSearch *s, int ply) {
    Frame *frame = &s->frame[ply];
    if (!s->net)
        return gr_evaluate(s->eval, &frame->pos);
    know_sums(s, ply);
    return judge_bare(s, &frame->pos, gr_net_output(s->net, &frame->sums, &frame->pos));
}


GrScore gr_score_at_end(const GrSearch *s, int ply) {
    const Frame *frame = &s->frame[ply];
    int winner = gr_winner(&frame->pos, gr_state(&frame->pos));
    if (winner < 0)
        return 0;
    return winner == frame->pos.turn ? GR_MATE - frame->turns : frame->turns - GR_MATE;
}

/* Counts a node; true if the search is to unwind. */
static bool count_node(GrSearch *s, int ply) {
    if (s->halted)
        return true;
    s->nodes++;
    if (ply > s->seldepth)
        s->seldepth = ply;
    if (s->node_limit && s->nodes >= s->node_limit)
        s->halted = true;
    if ((s->nodes & (HEED_NODES - 1)) == 0 && gr_heed_stop(s))
        s->halted = true;
    return s->halted;
}

/* An end by fifty moves or a dead position, as far as the search looks for it. */
static bool is_drawn_here(const GrSearch *s, int ply, GrScore *score) {
    const GrPosition *pos = &s->frame[ply].pos;
    if (gr_is_dead(pos))
        return true;
    GrState state = pos->clock >= 100 || pos->count_limit ? gr_state(pos) : GR_OPEN;
    if (state == GR_WON && s->variant->counts)
        *score = gr_score_at_end(s, ply);
    return state == GR_DRAWN || (state == GR_WON && s->variant->counts);
}

/* A win by a rule of the variant's own, one move away: nothing is better, and no other move needs to be looked at. */
static bool wins_at_once(GrSearch *s, int ply, GrScore *score) {
    Frame *frame = &s->frame[ply];
    GrMove move = gr_winning_move(&frame->pos);
    if (move == GR_NO_MOVE)
        return false;
    *score = GR_MATE - frame->turns - 1;
    frame->pv[0] = move;
    frame->pv_length = 1;
    return true;
}

bool gr_ends_here(GrSearch *s, int ply, GrScore *score) {
    *score = 0;
    if (count_node(s, ply))
        return true;
    if (s->own_ends && gr_is_over(&s->frame[ply].pos)) { /* even where nothing is left to mate with */
        *score = gr_score_at_end(s, ply);
        return true;
    }
    if (s->history_draws && (gr_repeats_here(s, ply, score) || is_drawn_here(s, ply, score)))
        return true;
    if (s->own_ends && wins_at_once(s, ply, score))
        return true;
    if (ply >= GR_MAX_PLY)
        *score = gr_evaluate_frame(s, ply);
    return ply >= GR_MAX_PLY;
}

bool gr_bound_settles(GrBound bound, GrScore score, GrScore alpha, GrScore beta) {
    return bound == GR_BOUND_EXACT || (bound == GR_BOUND_LOWER && score >= beta) ||
           (bound == GR_BOUND_UPPER && score <= alpha);
}

GrScore gr_to_table(GrScore score, int turns) {
    if (!gr_score_is_mate(score))
        return score;
    return score > 0 ? score + turns : score - turns;
}

GrScore gr_from_table(GrScore score, int turns) {
    if (!gr_score_is_mate(score))
        return score;
    return score > 0 ? score - turns : score + turns;
}

void gr_extend_pv(GrSearch *s, int ply, GrMove move) {
    Frame *here = &s->frame[ply];
    const Frame *next = here + 1;
    here->pv[0] = move;
    for (int i = 0; i < next->pv_length; i++)
        here->pv[i + 1] = next->pv[i];
    here->pv_length = next->pv_length + 1;
}
