/* Counting games for statistics. */
#include "analysis/study/stats_local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/keyfile.h"
#include "notation/points.h"
#include "rules/utf8.h"

void gr_stats_init(GrStats *stats) {
    memset(stats, 0, sizeof *stats);
}

void gr_stats_free(GrStats *stats) {
    for (size_t i = 0; i < stats->variants; i++) {
        free(stats->variant[i]->length);
        gr_players_free(&stats->variant[i]->players);
        gr_players_free(&stats->variant[i]->openings);
        gr_groups_free(&stats->variant[i]->groups);
        free(stats->variant[i]);
    }
    free(stats->variant);
    free(stats->time);
    if (stats->seen)
        gr_keyfile_free(stats->seen);
    free(stats->seen);
    gr_stats_init(stats);
}

/* The statistics of these rules, made when they come up first; NULL without memory. */
static GrVariantStats *stats_of(GrStats *stats, const GrRules *rules) {
    for (size_t i = 0; i < stats->variants; i++)
        if (stats->variant[i]->rules == rules)
            return stats->variant[i];
    GrVariantStats **grown =
        realloc(stats->variant, (stats->variants + 1) * sizeof *stats->variant);
    if (!grown)
        return NULL;
    stats->variant = grown;
    GrVariantStats *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->rules = rules;
    stats->variant[stats->variants++] = made;
    return made;
}

static bool make_room_for_length(GrVariantStats *v, size_t plies) {
    if (plies < v->lengths)
        return true;
    size_t lengths = plies + 1 > 2 * v->lengths ? plies + 1 : 2 * v->lengths;
    uint64_t *grown = realloc(v->length, lengths * sizeof *grown);
    if (!grown)
        return false;
    memset(grown + v->lengths, 0, (lengths - v->lengths) * sizeof *grown);
    v->length = grown;
    v->lengths = lengths;
    return true;
}

/* ---- one move ---- */

/* A castling brings a rook to a square as well. */
static void count_rook(GrVariantStats *v, const GrVariant *variant, int side, GrMove move) {
    for (int i = 0; i < variant->castlings; i++) {
        const GrCastling *castling = &variant->castling[i];
        if ((variant->moving_castlings || variant->any_castlings || castling->king_from == gr_move_from(move)) &&
            castling->king_to == gr_move_to(move))
            v->visits[side][castling->rook_to]++;
    }
}

static void count_visits(GrVariantStats *v, const GrPosition *pos, GrMove move) {
    uint64_t *visits = v->visits[pos->turn];
    GrMoveKind kind = gr_move_kind(move);
    if (!gr_kind_does(kind, GR_GOES | GR_ENTERS)) /* what a spell carries does not go by itself */
        return;
    if (gr_is_castling(move))
        count_rook(v, gr_variant(pos->rules), pos->turn, move);
    if (gr_kind_does(kind, GR_SWAPS))
        visits[gr_move_from(move)]++;
    if (gr_kind_does(kind, GR_PUTS))
        visits[gr_move_third(move)]++;
    visits[gr_move_to(move)]++;
}

static void count_capture(GrVariantStats *v, const GrPosition *pos, GrMove move, int capturer) {
    int sq = gr_captured_square(pos, move);
    if (sq == GR_NO_SQUARE)
        return;
    int victim = pos->board[sq];
    if (gr_side_of(victim) == pos->turn)
        v->own[pos->turn][gr_type_of(victim)]++;
    else
        v->taken[pos->turn][capturer][gr_type_of(victim)]++;
    v->captures_on[sq]++;
}

/* The type of piece that makes the move; 0 for a spell. */
static int mover(const GrPosition *pos, GrMove move) {
    if (gr_kind_does(gr_move_kind(move), GR_ENTERS))
        return gr_move_piece(move);
    return gr_is_by_piece(move) ? gr_type_of(pos->board[gr_move_from(move)]) : 0;
}

static void count_choice(GrVariantStats *v, const GrPosition *pos, uint32_t ply) {
    uint32_t at = ply / GR_CHOICE_WIDTH < GR_CHOICES ? ply / GR_CHOICE_WIDTH : GR_CHOICES - 1;
    v->choices[at] += gr_count_moves(pos);
    v->positions[at]++;
}

static void count_move(GrVariantStats *v, GrPosition *pos, GrMove move) {
    int side = pos->turn, type = mover(pos, move);
    GrMoveKind kind = gr_move_kind(move);
    v->kind[side][kind]++;
    v->moved[side][type]++;
    if (gr_move_becomes(move))
        v->promoted[side][gr_move_piece(move)]++;
    count_visits(v, pos, move);
    count_capture(v, pos, move, type);
    gr_play(pos, move);
    if (pos->turn != side && gr_in_check(pos))
        v->count[GR_COUNT_CHECKS][side]++;
}

/* ---- one game ---- */

/* The game's result; where its text gives none, the one that stands on the board. */
static GrResult result_of(const GrGame *game, const GrPosition *last) {
    bool unstated = game->result == GR_RESULT_NONE && !game->partial;
    GrState state = unstated ? gr_state(last) : GR_OPEN;
    int winner = gr_winner(last, state);
    if (unstated && state == GR_OPEN && gr_variant(game->rules)->repeats_decide)
        state = gr_game_end(game, &winner);
    if (state == GR_OPEN)
        return game->result;
    return winner < 0 ? GR_DRAW : winner == GR_WHITE ? GR_WHITE_WINS : GR_BLACK_WINS;
}

static GrEnd end_of(const GrGame *game, const GrPosition *last) {
    GrState state = gr_state(last);
    if (game->partial)
        return GR_END_PARTIAL;
    if (state == GR_CHECKMATE)
        return GR_END_CHECKMATE;
    if (state == GR_STALEMATE)
        return GR_END_STALEMATE;
    if (gr_is_over(last))
        return GR_END_RULES;
    if (gr_variant(game->rules)->repeats_decide && state == GR_OPEN && gr_game_end(game, NULL) == GR_WON)
        return GR_END_REPETITION;
    /* A draw that nobody claimed may have been won all the same, on time for instance. */
    if (game->result == GR_WHITE_WINS || game->result == GR_BLACK_WINS)
        return GR_END_DECIDED;
    if (state == GR_DRAWN)
        return last->clock >= 100 ? GR_END_FIFTY : GR_END_MATERIAL;
    if (game->result == GR_RESULT_NONE)
        return GR_END_UNFINISHED;
    return gr_game_state(game) == GR_DRAWN ? GR_END_REPETITION : GR_END_AGREED;
}

/* The points that the text states; where it states none, those that the game is worth, unless that
 * depends on a rule that the text does not mention. */
static bool points_of(const GrGame *game, GrPoints *score) {
    const char *stated = gr_game_tag(game, "Score");
    GrPoints worth[2];
    if (stated && *stated && strcmp(stated, "?") && strcmp(stated, "*"))
        return gr_points_read(stated, score);
    if (!gr_game_tag(game, "Scoring") || gr_points_of_game(game, worth) != 1)
        return false;
    *score = worth[0];
    return true;
}

static void count_points(GrVariantStats *v, const GrGame *game) {
    const char *scoring = gr_game_tag(game, "Scoring");
    GrPoints score;
    if (!points_of(game, &score))
        return;
    GrScoringPoints *at = v->points, *end = v->points + v->scorings;
    char name[sizeof at->scoring];
    scoring = scoring ? scoring : "";
    snprintf(name, sizeof name, "%.*s", gr_fit(scoring, (int)sizeof name - 1), scoring);
    while (at < end && strcmp(at->scoring, name))
        at++;
    if (at == end) {
        if (v->scorings == GR_MAX_SCORINGS)
            return;
        memcpy(at->scoring, name, sizeof name);
        v->scorings++;
    }
    at->games++;
    at->sum[GR_WHITE] += score.half[GR_WHITE] / 2.0;
    at->sum[GR_BLACK] += score.half[GR_BLACK] / 2.0;
}

static uint64_t mix(uint64_t key, uint64_t more) {
    key = (key ^ more) * UINT64_C(0xBF58476D1CE4E5B9);
    return key ^ key >> 29;
}

/* Is the game unlike all earlier ones? 1, 0 or a code. */
static int is_new(GrStats *stats, const GrGame *game) {
    if (!stats->once || !game->plies)
        return 1;
    if (!stats->seen && !(stats->seen = calloc(1, sizeof *stats->seen)))
        return GR_ERR_MEMORY;
    uint64_t key = mix(game->start.key, (uint64_t)game->start.clock << 8 | game->result);
    for (uint32_t at = game->nodes[0].next; at; at = game->nodes[at].next)
        key = mix(key, game->nodes[at].move);
    for (const char *rest = gr_game_string(game, game->rest); game->partial && *rest; rest++)
        key = mix(key, (unsigned char)*rest);
    return gr_keyfile_add(stats->seen, key);
}

static int count_group(GrStats *stats, GrVariantStats *v, const GrGame *game, GrResult result, uint32_t plies) {
    if (stats->by == GR_BY_NOTHING)
        return 0;
    if (stats->by == GR_BY_RESULT)
        return gr_groups_add(&v->groups, gr_stats_result_name(result), result, plies);
    if (stats->by == GR_BY_OPENING)
        return stats_group_opening(stats, v, game, result, plies);
    return gr_groups_add_game(&v->groups, stats->by, game, result, plies);
}

int gr_stats_add(GrStats *stats, const GrGame *game) {
    if (!game->rules) {
        stats->unknown++;
        return 0;
    }
    GrVariantStats *v = stats_of(stats, game->rules);
    if (!v || !make_room_for_length(v, game->plies))
        return GR_ERR_MEMORY;
    int fresh = is_new(stats, game);
    v->equal += fresh == 0;
    if (fresh <= 0)
        return fresh;
    GrPosition pos = game->start;
    uint32_t ply = 0;
    uint32_t at = game->node_count ? game->nodes[0].next : 0;
    for (; at && ply < game->plies; ply++) {
        count_choice(v, &pos, ply);
        count_move(v, &pos, game->nodes[at].move);
        at = game->nodes[at].next;
    }
    GrResult result = result_of(game, &pos);
    v->games++;
    v->result[result]++;
    v->plies += ply;
    v->length[ply]++;
    v->end[end_of(game, &pos)]++;
    count_points(v, game);
    int code = count_group(stats, v, game, result, ply);
    return code ? code : stats_count_judgement(stats, v, game, result);
}
