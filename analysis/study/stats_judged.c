/* Counting judgements and times for statistics. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/stats_local.h"
#include "notation/move/san.h"

/* What one game adds. */
typedef struct GameSums {
    GrJudgedSum side[2];
    GrJudgedSum phase[GR_PHASES][2];
} GameSums;

/* The times of the moves, in stats->time; NULL if none is known. *code is set when memory runs out.
 */
static const GrMoveTime *times_of(GrStats *stats, const GrGame *game, int *code) {
    if (!game->plies || !gr_has_clocks(game))
        return NULL;
    if (stats->times < game->plies) {
        size_t room = 2 * (size_t)game->plies;
        GrMoveTime *grown = realloc(stats->time, room * sizeof *grown);
        if (!grown) {
            *code = GR_ERR_MEMORY;
            return NULL;
        }
        stats->time = grown;
        stats->times = room;
    }
    return gr_move_times(game, stats->time) ? stats->time : NULL;
}

static void sum_moves(GrVariantStats *v, const GrGame *game, const GrMoveTime *time,
                      GameSums *sums) {
    const GrJudgement *judgement = game->judgement;
    double first[2] = {GR_NO_TIME, GR_NO_TIME};
    GrPosition pos;
    if (!v->first_pieces) {
        gr_start(game->rules, &pos);
        v->first_pieces = gr_phase_pieces(&pos);
    }
    for (int side = 0; time && side < 2; side++)
        first[side] = gr_first_time(game, time, side);
    pos = game->start;
    uint32_t at = game->nodes[0].next;
    for (uint32_t ply = 0; at && ply < game->plies; ply++, at = game->nodes[at].next) {
        const GrJudgedMove *move =
            judgement && ply < judgement->plies ? &judgement->move[ply] : NULL;
        int side = pos.turn;
        GrPhase phase = gr_phase(&pos, ply, v->first_pieces);
        gr_sum_move(&sums->side[side], move, time ? &time[ply] : NULL, first[side]);
        gr_sum_move(&sums->phase[phase][side], move, time ? &time[ply] : NULL, first[side]);
        gr_play(&pos, game->nodes[at].move);
    }
    for (int side = 0; judgement && side < 2; side++)
        gr_sum_game(&sums->side[side], &judgement->side[side]);
}

/* The name of the game's opening: its ECO code, or its first moves in SAN. */
static void name_opening(const GrGame *game, const GrStats *stats, GrBuffer *name) {
    const char *eco = gr_game_known_tag(game, "ECO");
    GrPosition pos = game->start;
    uint32_t at = game->node_count ? game->nodes[0].next : 0, plies = stats->opening_plies;
    if (eco && *eco && !plies) {
        gr_buffer_puts(name, eco);
        return;
    }
    plies = plies ? plies : GR_OPENING_PLIES;
    bool placed = false; /* by the move before, which did not pass the turn */
    for (uint32_t ply = 0; ply < plies && at; ply++, at = game->nodes[at].next) {
        char san[GR_SAN_SIZE];
        bool first = pos.turn == gr_variant(game->rules)->first;
        bool numbered = !ply || (first && !placed);
        unsigned number = pos.number;
        placed = gr_kind_does(gr_move_kind(game->nodes[at].move), GR_HALF);
        gr_san_play(&pos, game->nodes[at].move, san);
        gr_buffer_puts(name, ply ? " " : "");
        if (numbered)
            gr_buffer_printf(name, "%u%s ", number, first ? "." : "...");
        gr_buffer_puts(name, san);
    }
    if (!name->len)
        gr_buffer_puts(name, "no moves");
}

static int count_opening(GrStats *stats, GrVariantStats *v, const GrGame *game, GrResult result,
                         const GrJudgedSum side[2]) {
    GrBuffer name;
    gr_buffer_init(&name);
    name_opening(game, stats, &name);
    int code =
        name.failed ? GR_ERR_MEMORY : gr_players_add_opening(&v->openings, name.data, result, side);
    gr_buffer_free(&name);
    return code;
}

int stats_group_opening(GrStats *stats, GrVariantStats *v, const GrGame *game, GrResult result, uint64_t plies) {
    GrBuffer name;
    gr_buffer_init(&name);
    name_opening(game, stats, &name);
    int code = name.failed ? GR_ERR_MEMORY : gr_groups_add(&v->groups, name.data, result, plies);
    gr_buffer_free(&name);
    return code;
}

int stats_count_judgement(GrStats *stats, GrVariantStats *v, const GrGame *game, GrResult result) {
    GameSums sums = {.side = {{.games = 0}}};
    int code = 0;
    const GrMoveTime *time = times_of(stats, game, &code);
    if (code)
        return code;
    if ((time || game->judgement) && game->node_count) {
        sum_moves(v, game, time, &sums);
        for (int side = 0; side < 2; side++) {
            gr_sum_add(&v->judged[side], &sums.side[side]);
            for (int phase = 0; phase < GR_PHASES; phase++)
                gr_sum_add(&v->phase[phase][side], &sums.phase[phase][side]);
        }
    }
    if (stats->with_players)
        code = gr_players_add(&v->players, game, result, sums.side);
    if (!code && stats->with_openings)
        code = count_opening(stats, v, game, result, sums.side);
    return code;
}
