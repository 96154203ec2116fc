/* Ends by repetition: whether the last position ends the game, and who has won. */
#include "rules/repetition.h"

#include <stdlib.h>
#include <string.h>

#include "rules/chase.h"
#include "rules/tables.h"

static const GrDefinition *definition_of(const GrRules *rules) {
    return rules->variant->repeats_decide ? &rules->variant->defined->def : NULL;
}

/* ---- tracks ---- */

/* May a piece of the type stand somewhere where the other side's king may? */
static bool roams(const GrDefinition *def, int type, int side) {
    GrSet where = def->piece[type].region[side], king = def->piece[GR_KING].region[!side];
    return !where || !king || (where & king);
}

void gr_track(const GrPosition *before, GrMove move, const GrPosition *after, GrTrack *track) {
    const GrDefinition *def = definition_of(after->rules);
    *track = (GrTrack){.key = after->key, .move = before ? move : GR_NO_MOVE, .turn = after->turn};
    if (!def)
        return;
    track->check = gr_in_check(after);
    track->counts = (int8_t)gr_count_winner(after);
    if (!before || move == GR_NO_MOVE || gr_move_kind(move) == GR_PASS)
        return;
    bool lasting = gr_move_kind(move) == GR_ENTER || (gr_move_becomes(move) && !def->changes_back);
    track->took = gr_is_capture(before, move) || (lasting && !def->keeps_captures);
    track->roams = gr_move_kind(move) == GR_NORMAL && !gr_move_becomes(move) &&
                   roams(def, gr_type_of(before->board[gr_move_from(move)]), before->turn);
    if (def->no_chases)
        track->chased = gr_chased(before, move, after);
}

static bool make_room(GrTracks *tracks, size_t more) {
    size_t wanted = tracks->count + more, cap = tracks->cap ? tracks->cap : 64;
    while (cap < wanted)
        cap *= 2;
    if (cap == tracks->cap)
        return true;
    GrTrack *track = cap < SIZE_MAX / sizeof *track ? realloc(tracks->track, cap * sizeof *track) : NULL;
    if (!track)
        return false;
    tracks->track = track;
    tracks->cap = cap;
    return true;
}

bool gr_tracks_add(GrTracks *tracks, const GrPosition *before, GrMove move, const GrPosition *after) {
    if (!make_room(tracks, 1))
        return false;
    gr_track(before, move, after, &tracks->track[tracks->count++]);
    return true;
}

bool gr_tracks_append(GrTracks *tracks, const GrTracks *more) {
    if (!make_room(tracks, more->count))
        return false;
    if (more->count)
        memcpy(tracks->track + tracks->count, more->track, more->count * sizeof *more->track);
    tracks->count += more->count;
    return true;
}

bool gr_tracks_begin(GrTracks *tracks, const GrPosition *start) {
    tracks->count = 0;
    return gr_tracks_add(tracks, NULL, GR_NO_MOVE, start);
}

void gr_tracks_free(GrTracks *tracks) {
    free(tracks->track);
    *tracks = (GrTracks){.count = 0};
}

/* ---- who has won ---- */

/* Each side's chased pieces go on as they move, and none is left once they were not all attacked any more. */
void gr_round_add(GrRound *round, const GrTrack *track) {
    int turn = track->turn;
    GrSet *moving = &round->chased[!turn];
    if (track->move != GR_NO_MOVE && gr_is_by_piece(track->move) && gr_set_has(*moving, gr_move_from(track->move)))
        *moving = (*moving & ~gr_set_of(gr_move_from(track->move))) | gr_set_of(gr_move_to(track->move));
    round->unchecked[turn] |= !track->check;
    if (round->plies < 2)
        round->chased[turn] = ~(GrSet)0;
    if (track->move != GR_NO_MOVE) /* else nobody knows what led to the first position of a game */
        round->chased[turn] &= track->chased;
    round->turn = turn;
    round->counts = track->counts;
    round->plies++;
}

/* Who wins if one side did all the time what it must not, or both did; -2 if none did. `theirs`: the side to move was
 * in check or chased all the time, by the other. */
static int blamed(bool theirs, bool ours, int turn) {
    return theirs && ours ? -1 : theirs ? turn : ours ? !turn : -2;
}

int gr_round_winner(const GrRules *rules, const GrRound *round) {
    const GrDefinition *def = definition_of(rules);
    int turn = round->turn, winner = -2;
    if (!def)
        return -1;
    if (def->no_perpetual_checks)
        winner = blamed(!round->unchecked[turn], !round->unchecked[!turn], turn);
    if (winner == -2 && def->no_chases)
        winner = blamed(round->chased[turn], round->chased[!turn], turn);
    if (winner < 0 && (winner == -1 || def->repetition_value == GR_ENDS_DRAWN))
        return round->counts;
    if (winner >= 0)
        return winner;
    int of = def->repetition_by_side ? GR_WHITE : turn;
    return def->repetition_value == GR_ENDS_WON ? of : !of;
}

/* ---- one piece back and forth ---- */

static bool is_back(const GrTrack *later, const GrTrack *earlier) {
    return gr_move_kind(earlier->move) == GR_NORMAL && !gr_move_becomes(earlier->move) &&
           gr_move_from(earlier->move) == gr_move_to(later->move) &&
           gr_move_to(earlier->move) == gr_move_from(later->move);
}

enum { SHUTTLE = GR_SHUTTLE - 4 }; /* plies in which a piece goes there and back twice, no pass between */

/* `steps`: how many of its moves take back each other, the last one among them; a pass may stand before that. */
bool gr_shuttles(const GrRules *rules, const GrTrack *last, size_t before) {
    const GrDefinition *def = definition_of(rules);
    if (!def || !def->no_shuttles || before < SHUTTLE || gr_move_kind(last->move) != GR_NORMAL || !last->roams ||
        (last - 1)->check || (last - 3)->check)
        return false;
    size_t quiet = 0;
    while (quiet < before && !(last - quiet)->took)
        quiet++;
    const GrTrack *at = last - 2;
    int steps = gr_move_kind(at->move) == GR_PASS ? 1 : is_back(last, at) ? 2 : 0;
    for (size_t i = 4; steps && i <= quiet; i += 2, at -= 2) {
        const GrTrack *came = at - 2;
        if (i < quiet && (at - 3)->check)
            return false;
        if (steps == 4)
            return !came->took && gr_is_by_piece(came->move) && gr_move_to(came->move) == gr_move_from(at->move);
        steps = is_back(steps == 1 ? last : at, came) ? steps + 1 : 0;
    }
    return false;
}

bool gr_repetition(const GrRules *rules, const GrTrack *track, size_t count, int *winner) {
    unsigned times = gr_repeats(rules->variant), seen = 1;
    const GrTrack *last = track + count - 1;
    size_t back = 1;
    *winner = -1;
    if (!times || !count)
        return false;
    while (back < count && ((last - back)->key != last->key || ++seen < times))
        back++;
    bool repeated = back < count;
    if ((!repeated || back >= SHUTTLE) && gr_shuttles(rules, last, count - 1)) {
        *winner = last->turn;
        return true;
    }
    if (repeated && rules->variant->repeats_decide) {
        GrRound round = {.plies = 0};
        for (size_t i = back + 1; i-- > 0;)
            gr_round_add(&round, last - i);
        *winner = gr_round_winner(rules, &round);
    }
    return repeated;
}
