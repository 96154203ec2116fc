/* Statistics as JSON lines and CSV.
 *
 * Both are written by one walk over all figures, so that they cannot differ.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/study/stats_local.h"
#include "notation/csv.h"

static const char *const SIDE[2] = {"white", "black"};

/* ---- the walk ---- */

static void figure(StatsWalk *walk, const char *statistic, const char *item, uint64_t value) {
    walk->take(walk, statistic, item, -1, (double)value, 0);
}

/* A pair of figures, unless both are 0. */
static void pair(StatsWalk *walk, const char *statistic, const char *item, uint64_t white,
                 uint64_t black) {
    if (!white && !black)
        return;
    walk->take(walk, statistic, item, GR_WHITE, (double)white, 0);
    walk->take(walk, statistic, item, GR_BLACK, (double)black, 0);
}

static GrEstimate share_of(const GrVariantStats *v, uint64_t games) {
    return gr_wilson(v->games ? (double)games / (double)v->games : 0, (double)v->games);
}

static void walk_games(StatsWalk *walk) {
    const GrVariantStats *v = walk->v;
    figure(walk, "games", NULL, v->games);
    for (size_t i = 0; i < GR_STATS_RESULTS; i++)
        figure(walk, "results", gr_stats_result_name(gr_stats_results[i]),
               v->result[gr_stats_results[i]]);
    if (v->equal)
        figure(walk, "equal games", NULL, v->equal);
    for (int end = 0; end < 2; end++)
        for (size_t i = 0; i < GR_STATS_RESULTS; i++) {
            GrEstimate e = share_of(v, v->result[gr_stats_results[i]]);
            walk->take(walk, end ? "results high" : "results low", gr_stats_result_name(gr_stats_results[i]), -1,
                       end ? e.high : e.low, 4);
        }
    if (gr_stats_score(v) >= 0) {
        GrEstimate e = stats_score(v);
        walk->take(walk, "score", NULL, -1, gr_stats_score(v), 4);
        walk->take(walk, "score low", NULL, -1, e.low, 4);
        walk->take(walk, "score high", NULL, -1, e.high, 4);
    }
    for (size_t i = 0; i < v->scorings; i++) {
        const GrScoringPoints *points = &v->points[i];
        const char *name = *points->scoring ? points->scoring : "unnamed";
        for (int side = 0; side < 2; side++)
            walk->take(walk, "points", name, side, points->sum[side] / (double)points->games, 4);
    }
    for (size_t i = 0; i < v->scorings; i++)
        figure(walk, "pointed", *v->points[i].scoring ? v->points[i].scoring : "unnamed",
               v->points[i].games);
    for (int end = 0; end < GR_ENDS; end++)
        figure(walk, "ends", gr_end_name((GrEnd)end), v->end[end]);
}

static void walk_lengths(StatsWalk *walk) {
    const GrVariantStats *v = walk->v;
    uint64_t bar = gr_stats_bar(v), longest = gr_stats_longest(v);
    figure(walk, "plies", "all", v->plies);
    figure(walk, "plies", "shortest", gr_stats_shortest(v));
    figure(walk, "plies", "median", gr_stats_median(v));
    walk->take(walk, "plies", "mean", -1, gr_stats_mean(v), 2);
    figure(walk, "plies", "longest", longest);
    for (uint64_t from = 0; from <= longest; from += bar) {
        char item[48];
        snprintf(item, sizeof item, "%llu-%llu", (unsigned long long)from,
                 (unsigned long long)(from + bar - 1));
        figure(walk, "lengths", item, gr_stats_between(v, from, bar));
    }
}

static void walk_choice(StatsWalk *walk) {
    const GrVariantStats *v = walk->v;
    walk->take(walk, "legal moves", "all", -1, stats_choice(v), 2);
    for (int i = 0; i < GR_CHOICES; i++) {
        char item[48];
        snprintf(item, sizeof item, "from ply %d", i * GR_CHOICE_WIDTH + 1);
        if (v->positions[i])
            walk->take(walk, "legal moves", item, -1, (double)v->choices[i] / (double)v->positions[i], 2);
    }
}

static void walk_moves(StatsWalk *walk) {
    const GrVariantStats *v = walk->v;
    for (int kind = 0; kind < GR_KINDS; kind++)
        pair(walk, "moves", gr_kind((GrMoveKind)kind)->name, v->kind[0][kind], v->kind[1][kind]);
    pair(walk, "moves", "captures", gr_stats_captures(v, 0, -1, -1),
         gr_stats_captures(v, 1, -1, -1));
    for (int n = 0; n < GR_COUNTS; n++)
        pair(walk, "moves", gr_count_name((GrCount)n), v->count[n][0], v->count[n][1]);
    for (int type = 1; type <= walk->variant->types; type++)
        pair(walk, "promotions", walk->variant->piece[type].name, v->promoted[0][type],
             v->promoted[1][type]);
}

static void walk_pieces(StatsWalk *walk) {
    const GrVariantStats *v = walk->v;
    const GrPieceRow *piece = walk->variant->piece;
    int types = walk->variant->types;
    for (int type = 1; type <= types; type++)
        pair(walk, "moved", piece[type].name, v->moved[0][type], v->moved[1][type]);
    for (int type = 1; type <= types; type++)
        pair(walk, "lost", piece[type].name, gr_stats_lost(v, 0, type), gr_stats_lost(v, 1, type));
    for (int by = 0; by <= types; by++)
        for (int of = 1; of <= types; of++) {
            char item[48];
            snprintf(item, sizeof item, "%.16s x %.16s", by ? piece[by].name : "Spell",
                     piece[of].name);
            pair(walk, "captures", item, v->taken[0][by][of], v->taken[1][by][of]);
        }
    for (int of = 1; of <= types; of++)
        pair(walk, "own falls", piece[of].name, v->own[0][of], v->own[1][of]);
}

static void walk_squares(StatsWalk *walk) {
    const GrVariantStats *v = walk->v;
    char name[4];
    for (int sq = 0; sq < gr_squares(walk->variant); sq++) {
        gr_square_name(walk->variant, sq, name);
        pair(walk, "visits", name, v->visits[0][sq], v->visits[1][sq]);
    }
    for (int sq = 0; sq < gr_squares(walk->variant); sq++) {
        gr_square_name(walk->variant, sq, name);
        if (v->captures_on[sq])
            figure(walk, "taken on", name, v->captures_on[sq]);
    }
}

static void walk_all(StatsWalk *walk) {
    walk_games(walk);
    walk_lengths(walk);
    walk_choice(walk);
    walk_moves(walk);
    walk_pieces(walk);
    walk_squares(walk);
    stats_walk_judged(walk);
}

/* Names for programs: lower case, and no blanks that would have to be quoted. */
static void plain_name(const char *name, char *out, size_t size) {
    snprintf(out, size, "%s", name);
    for (char *p = out; *p; p++)
        if (*p == ' ')
            *p = '_';
        else if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
}

/* ---- CSV ---- */

static void take_csv(StatsWalk *walk, const char *statistic, const char *item, int side, double value,
                     int digits) {
    char name[24], of[48] = "";
    plain_name(statistic, name, sizeof name);
    if (item)
        plain_name(item, of, sizeof of);
    gr_buffer_printf(walk->csv, "%s,%s,", walk->variant->name, name);
    walk->field(walk->csv, of, ',');
    gr_buffer_printf(walk->csv, "%s,%.*f\n", side < 0 ? "" : SIDE[side], digits, value);
}

static void csv_players(const GrVariantStats *v, size_t listed, GrCsvField *field, GrBuffer *out) {
    static const char *const what[] = {"won", "drawn", "lost"};
    for (size_t i = 0; i < listed; i++) {
        const GrPlayer *player = &v->players.player[i];
        const uint64_t *count[] = {player->wins, player->draws, player->losses};
        for (int n = 0; n < 3; n++)
            for (int side = 0; side < 2; side++) {
                gr_buffer_printf(out, "%s,player_%s,", gr_variant(v->rules)->name, what[n]);
                field(out, player->name, ',');
                gr_buffer_printf(out, "%s,%llu\n", SIDE[side],
                                 (unsigned long long)count[n][side]);
            }
        stats_csv_judged(v, "player", player, field, out);
    }
}

/* ---- JSON ---- */

/* Closes what is open and is not the statistic and item of the next figure. */
static void close_until(StatsWalk *walk, const char *statistic, const char *item) {
    if (*walk->item && (strcmp(walk->item, item) || strcmp(walk->statistic, statistic))) {
        gr_json_close(walk->json, '}');
        *walk->item = '\0';
    }
    if (*walk->statistic && strcmp(walk->statistic, statistic)) {
        gr_json_close(walk->json, '}');
        *walk->statistic = '\0';
    }
}

static void open_object(StatsWalk *walk, char *open, size_t size, const char *name) {
    if (!*open) {
        gr_json_open(walk->json, name, '{');
        snprintf(open, size, "%s", name);
    }
}

static void take_json(StatsWalk *walk, const char *statistic, const char *item, int side, double value,
                      int digits) {
    char name[24], of[48] = "";
    plain_name(statistic, name, sizeof name);
    if (item)
        plain_name(item, of, sizeof of);
    close_until(walk, item ? name : "", side < 0 ? "" : of);
    if (item)
        open_object(walk, walk->statistic, sizeof walk->statistic, name);
    if (side >= 0)
        open_object(walk, walk->item, sizeof walk->item, of);
    gr_json_real(walk->json, side >= 0 ? SIDE[side] : item ? of : name, value, digits);
}

static void json_pair(GrJson *json, const char *name, const uint64_t n[2]) {
    gr_json_open(json, name, '{');
    gr_json_int(json, SIDE[GR_WHITE], (int64_t)n[GR_WHITE]);
    gr_json_int(json, SIDE[GR_BLACK], (int64_t)n[GR_BLACK]);
    gr_json_close(json, '}');
}

static void json_players(GrJson *json, const GrVariantStats *v, size_t listed) {
    gr_json_open(json, "players", '[');
    for (size_t i = 0; i < listed; i++) {
        const GrPlayer *player = &v->players.player[i];
        gr_json_open(json, NULL, '{');
        gr_json_string(json, "name", player->name);
        json_pair(json, "games", player->games);
        json_pair(json, "won", player->wins);
        json_pair(json, "drawn", player->draws);
        json_pair(json, "lost", player->losses);
        stats_json_judged(json, player);
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
}

static int write_json(const GrStats *stats, GrPut put, void *context) {
    GrJson json;
    for (size_t i = 0; i < stats->variants; i++) {
        const GrVariant *variant = gr_variant(stats->variant[i]->rules);
        StatsWalk walk = {.v = stats->variant[i], .variant = variant, .take = take_json, .json = &json};
        gr_json_start(&json, put, context);
        gr_json_open(&json, NULL, '{');
        gr_json_string(&json, "variant", variant->name);
        if (stats->judge)
            gr_json_string(&json, "judge", stats->judge);
        walk_all(&walk);
        close_until(&walk, "", "");
        if (stats->with_players)
            json_players(&json, walk.v, gr_stats_listed(&walk.v->players, stats->most_players));
        if (stats->with_openings)
            stats_json_openings(&json, walk.v, gr_stats_listed(&walk.v->openings, stats->most_openings));
        if (stats->by != GR_BY_NOTHING)
            stats_json_groups(&json, walk.v, stats->by);
        gr_json_close(&json, '}');
        if (json.code || (json.code = put(context, "\n", 1)))
            return json.code;
    }
    if (!stats->unknown)
        return 0;
    gr_json_start(&json, put, context);
    gr_json_open(&json, NULL, '{');
    gr_json_null(&json, "variant");
    gr_json_int(&json, "games", (int64_t)stats->unknown);
    gr_json_close(&json, '}');
    return json.code ? json.code : put(context, "\n", 1);
}

/* ---- all together ---- */

static void fill_csv(const GrStats *stats, GrCsvField *field, GrBuffer *out) {
    gr_buffer_puts(out, "variant,statistic,item,side,value\n");
    for (size_t i = 0; i < stats->variants; i++) {
        StatsWalk walk = {.v = stats->variant[i], .take = take_csv, .csv = out, .field = field};
        walk.variant = gr_variant(walk.v->rules);
        walk_all(&walk);
        csv_players(walk.v, gr_stats_listed(&walk.v->players, stats->most_players), field, out);
        stats_csv_openings(walk.v, gr_stats_listed(&walk.v->openings, stats->most_openings), field, out);
        if (stats->by != GR_BY_NOTHING)
            stats_csv_groups(walk.v, stats->by, field, out);
    }
    if (stats->unknown)
        gr_buffer_printf(out, ",games,,,%llu\n", (unsigned long long)stats->unknown);
}

static void fill_tables(const GrStats *stats, GrBuffer *out) {
    for (size_t i = 0; i < stats->variants; i++) {
        if (i)
            gr_buffer_puts(out, "\n\n");
        gr_stats_table(stats->variant[i], stats, out);
    }
    if (stats->unknown)
        gr_buffer_printf(out, "%sGames of unknown variants: %llu\n", stats->variants ? "\n\n" : "",
                         (unsigned long long)stats->unknown);
}

int gr_stats_write(GrStats *stats, GrStatsFormat format, GrPut put, void *context) {
    for (size_t i = 0; i < stats->variants; i++) {
        gr_players_sort(&stats->variant[i]->players);
        gr_players_sort(&stats->variant[i]->openings);
        gr_groups_sort(&stats->variant[i]->groups, stats->by);
    }
    if (format == GR_STATS_JSON)
        return write_json(stats, put, context);
    GrBuffer out;
    gr_buffer_init(&out);
    if (format == GR_STATS_CSV || format == GR_STATS_CSV_PLAIN)
        fill_csv(stats, format == GR_STATS_CSV ? gr_csv_field : gr_csv_plain, &out);
    else
        fill_tables(stats, &out);
    int code = out.failed ? GR_ERR_MEMORY : out.len ? put(context, out.data, out.len) : 0;
    gr_buffer_free(&out);
    return code;
}
