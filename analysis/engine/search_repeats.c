/* Repetitions: what they come to, and whether one is near. */
#include "analysis/engine/search_local.h"

#include "rules/definition.h"

/* A position that has been on the line before is a draw as good as the third time; one that was in the game before the
 * root must have been there twice. So must all where a mate is proved: whether there is one does not depend on the line
 * by which a position was reached. */
static bool is_repeated(const GrSearch *s, int ply) {
    const uint64_t *key = &s->keys[s->root_key + (size_t)ply];
    size_t reach = (size_t)s->frame[ply].reversible, seen = 0;
    reach = reach < s->root_key + (size_t)ply ? reach : s->root_key + (size_t)ply;
    for (size_t back = 4; back <= reach; back += 2)
        if (*(key - back) == *key && ((back <= (size_t)ply && !s->proving) || ++seen == 2))
            return true;
    return false;
}

/* ---- where somebody may win by them ---- */

enum { AHEAD = 1000 }; /* more than any number of turns: by how much an end counts more than what leads to one */

/* The tracks from that ply of the line on, which are found when they are first asked for; of the root and what was
 * before it they are known. */
static const GrTrack *tracks_from(GrSearch *s, int from, int to) {
    for (int ply = from > 1 ? from : 1; ply <= to; ply++) {
        Frame *frame = &s->frame[ply];
        if (!frame->tracked)
            gr_track(&frame[-1].pos, frame[-1].move, &frame->pos, &s->track[s->root_key + (size_t)ply]);
        frame->tracked = true;
    }
    return &s->track[s->root_key + (size_t)to];
}

static GrScore score_of(const GrSearch *s, int ply, int winner, GrScore won) {
    const Frame *frame = &s->frame[ply];
    if (winner < 0)
        return 0;
    return winner == frame->pos.turn ? won - frame->turns : frame->turns - won;
}

/* How many plies back the position was that makes this one count as repeated; 0: none. It need not have been there as
 * often as the rules want if it was on the line: what could be done there has been looked at; but where a mate is
 * proved it has to. *ends: it has been. Captures are no bar where pieces come back. */
static int repeated_from(const GrSearch *s, int ply, bool *ends) {
    const uint64_t *key = &s->keys[s->root_key + (size_t)ply];
    const Frame *frame = &s->frame[ply];
    int reach = s->variant->hands || frame->unbroken < frame->reversible ? frame->unbroken : frame->reversible;
    unsigned seen = 1, times = gr_repeats(s->variant);
    for (int back = 4; back <= reach; back += 2)
        if (*(key - back) == *key) {
            *ends = ++seen >= times;
            if (*ends || (back <= ply && !s->proving))
                return back;
        }
    return 0;
}

static bool is_shuttled(GrSearch *s, int ply) {
    size_t before = s->root_key + (size_t)ply;
    if (!gr_definition_of(s->rules)->no_shuttles || s->frame[ply].unbroken < GR_SHUTTLE - 4)
        return false;
    return gr_shuttles(s->rules, tracks_from(s, ply - GR_SHUTTLE + 1, ply), before);
}

/* A repetition that the rules do not see yet is worth less than any that they see. */
static bool is_decided(GrSearch *s, int ply, GrScore *score) {
    bool ends = false;
    int back = repeated_from(s, ply, &ends);
    if (!back) {
        bool shuttled = is_shuttled(s, ply);
        *score = shuttled ? score_of(s, ply, s->frame[ply].pos.turn, GR_REPEATED) : 0;
        return shuttled;
    }
    const GrTrack *last = tracks_from(s, ply - back, ply);
    GrRound round = {.plies = 0};
    for (int i = back; i >= 0; i--)
        gr_round_add(&round, last - i);
    *score = score_of(s, ply, gr_round_winner(s->rules, &round), ends ? GR_REPEATED : GR_REPEATED - AHEAD);
    return true;
}

bool gr_repeats_here(GrSearch *s, int ply, GrScore *score) {
    if (s->repeats_decide)
        return is_decided(s, ply, score);
    *score = 0;
    return gr_repeats(s->variant) && is_repeated(s, ply);
}

/* ---- what may come ---- */

/* One move leads from here to the position `back` plies ago if their keys differ as those on both
 * sides of a move of this side differ: its way back then makes that difference good. */
bool gr_can_repeat(const GrSearch *s, int ply) {
    const Frame *frame = &s->frame[ply];
    const uint64_t *key = &s->keys[s->root_key + (size_t)ply];
    int reach = frame->reversible < ply ? frame->reversible : ply;
    if (!s->history_draws || s->repeats_decide || !gr_repeats(s->variant))
        return false;
    for (int back = 3; back <= reach; back += 2)
        for (int q = 2; q < back; q += 2) {
            GrMove move = frame[-q].move;
            if ((key[0] ^ key[-back]) == (key[-q] ^ key[1 - q]) &&
                gr_move_kind(move) == GR_NORMAL &&
                gr_is_legal(&frame->pos,
                            gr_move_make(GR_NORMAL, gr_move_to(move), gr_move_from(move), 0, 0)))
                return true;
        }
    return false;
}
