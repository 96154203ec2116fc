/* How a game stands after its main line. */
#include <string.h>

#include "notation/game.h"
#include "rules/definition.h"
#include "rules/repetition.h"

/* How often the main line has reached `last`, its end included. */
static unsigned occurrences(const GrGame *game, const GrPosition *last) {
    GrPosition pos = game->start;
    unsigned count = gr_same(&pos, last);
    for (uint32_t node = game->nodes[0].next; node; node = game->nodes[node].next) {
        gr_play(&pos, game->nodes[node].move);
        count += pos.key == last->key && gr_same(&pos, last);
    }
    return count;
}

/* The end by repetition where somebody may win by it; the last position has occurred `seen` times. Who has, is seen
 * from its last occurrences, as many as there have to be. */
static GrState judge_repetition(const GrGame *game, const GrPosition *last, unsigned seen, int *winner) {
    unsigned repeats = gr_repeats(gr_variant(game->rules)), skipped = seen;
    GrTrack recent[GR_SHUTTLE] = {{.key = 0}}, *now = &recent[GR_SHUTTLE - 1];
    GrPosition pos = game->start, before;
    GrRound round = {.plies = 0};
    size_t count = 0;
    if (seen < repeats && !gr_definition_of(game->rules)->no_shuttles)
        return GR_OPEN;
    for (uint32_t node = 0; node || !count; node = game->nodes[node].next) {
        memmove(recent, recent + 1, (GR_SHUTTLE - 1) * sizeof *recent);
        before = pos;
        if (count)
            gr_play(&pos, game->nodes[node].move);
        gr_track(count ? &before : NULL, game->nodes[node].move, &pos, now);
        count++;
        if (seen >= repeats && (round.plies || (pos.key == last->key && skipped-- == repeats)))
            gr_round_add(&round, now);
    }
    bool shuttles = gr_shuttles(game->rules, now, (count < GR_SHUTTLE ? count : GR_SHUTTLE) - 1);
    if (seen < repeats && !shuttles)
        return GR_OPEN;
    bool by_round = seen >= repeats && !(shuttles && round.plies >= GR_SHUTTLE - 3);
    *winner = by_round ? gr_round_winner(game->rules, &round) : last->turn;
    return *winner < 0 ? GR_DRAWN : GR_WON;
}

GrState gr_game_end(const GrGame *game, int *winner) {
    GrPosition last;
    int nobody;
    winner = winner ? winner : &nobody;
    *winner = -1;
    if (!game->rules)
        return GR_OPEN;
    gr_game_position(game, UINT32_MAX, &last);
    GrState state = gr_state(&last);
    *winner = gr_winner(&last, state);
    unsigned repeats = gr_repeats(gr_variant(game->rules));
    if (state != GR_OPEN || !repeats || !game->node_count)
        return state;
    unsigned seen = occurrences(game, &last);
    if (gr_variant(game->rules)->repeats_decide)
        return judge_repetition(game, &last, seen, winner);
    return seen >= repeats ? GR_DRAWN : GR_OPEN;
}

GrState gr_game_state(const GrGame *game) {
    return gr_game_end(game, NULL);
}
