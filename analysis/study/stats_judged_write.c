/* Judgements and times in statistics: tables, and figures for programs. */
#include <stdio.h>

#include "analysis/study/stats_local.h"
#include "notation/csv.h"
#include "notation/plain.h"

static bool has_judged(const GrJudgedSum sum[2]) {
    return sum[0].moves || sum[1].moves;
}

static bool has_times(const GrJudgedSum sum[2]) {
    return sum[0].timed || sum[1].timed || sum[0].calm[0] || sum[1].calm[0] || sum[0].pressed[0] ||
           sum[1].pressed[0];
}

/* ---- tables ---- */

/* A line of a figure of both sides, with `digits` decimals; nothing where it is below 0, no line
 * where both are. */
static void row(GrBuffer *out, const char *name, double white, double black, int digits,
                const char *unit) {
    char text[40] = "";
    if (white < 0 && black < 0)
        return;
    if (white >= 0)
        snprintf(text, sizeof text, "%.*f%s", digits, white, unit);
    gr_buffer_printf(out, "  %-26s%12s", name, text);
    if (black >= 0) {
        snprintf(text, sizeof text, "%.*f%s", digits, black, unit);
        gr_buffer_printf(out, " %12s", text);
    }
    gr_buffer_putc(out, '\n');
}

static void counts(GrBuffer *out, const char *name, uint64_t white, uint64_t black) {
    row(out, name, (double)white, (double)black, 0, "");
}

/* Part of a whole in percent; -1 where there is no whole. */
static double share(uint64_t part, uint64_t whole) {
    return whole ? 100.0 * (double)part / (double)whole : -1;
}

static void table_times(const GrJudgedSum sum[2], GrBuffer *out) {
    if (!has_times(sum))
        return;
    const GrJudgedSum *w = &sum[GR_WHITE], *b = &sum[GR_BLACK];
    gr_buffer_printf(out, "\n%-28s%12s %12s\n", "Time", "White", "Black");
    counts(out, "moves with a known time", w->timed, b->timed);
    row(out, "seconds a move", gr_sum_seconds(w), gr_sum_seconds(b), 1, "");
    if (!w->calm[0] && !b->calm[0] && !w->pressed[0] && !b->pressed[0])
        return;
    counts(out, "judged in time pressure", w->pressed[0], b->pressed[0]);
    row(out, "?? in time pressure", share(w->pressed[1], w->pressed[0]),
        share(b->pressed[1], b->pressed[0]), 1, " %");
    row(out, "?? with more time", share(w->calm[1], w->calm[0]), share(b->calm[1], b->calm[0]), 1,
        " %");
}

static void table_sides(const GrJudgedSum sum[2], GrBuffer *out) {
    const GrJudgedSum *w = &sum[GR_WHITE], *b = &sum[GR_BLACK];
    gr_buffer_printf(out, "\n%-28s%12s %12s\n", "Judgement", "White", "Black");
    counts(out, "games", w->games, b->games);
    counts(out, "moves", w->moves, b->moves);
    row(out, "accuracy", gr_sum_accuracy(w), gr_sum_accuracy(b), 1, " %");
    row(out, "average loss, centipawns", gr_sum_loss(w), gr_sum_loss(b), 1, "");
    counts(out, "?! dubious", w->grade[GR_DUBIOUS], b->grade[GR_DUBIOUS]);
    counts(out, "?  mistakes", w->grade[GR_MISTAKE], b->grade[GR_MISTAKE]);
    counts(out, "?? blunders", w->grade[GR_BLUNDER], b->grade[GR_BLUNDER]);
    counts(out, "mates missed", w->missed, b->missed);
    counts(out, "mates allowed", w->allowed, b->allowed);
}

/* The columns of sums of several things: moves, accuracy, loss, grades. */
static void put_columns(GrBuffer *out, const GrJudgedSum *sum, double accuracy) {
    gr_buffer_printf(out, " %9llu", (unsigned long long)sum->moves);
    if (!sum->moves) {
        gr_buffer_putc(out, '\n');
        return;
    }
    gr_buffer_printf(out, " %7.1f %% %8.1f", accuracy, gr_sum_loss(sum));
    for (GrGrade grade = GR_DUBIOUS; grade <= GR_BLUNDER; grade++)
        gr_buffer_printf(out, " %6llu", (unsigned long long)sum->grade[grade]);
    gr_buffer_putc(out, '\n');
}

static void put_heading(GrBuffer *out, const char *title, int width) {
    gr_buffer_printf(out, "\n%-*s %9s %9s %8s %6s %6s %6s\n", width, title, "moves", "accuracy",
                     "loss", "?!", "?",
                     "?"
                     "?");
}

static GrJudgedSum both(const GrJudgedSum sum[2]) {
    GrJudgedSum all = sum[0];
    gr_sum_add(&all, &sum[1]);
    return all;
}

static void table_phases(const GrVariantStats *v, GrBuffer *out) {
    put_heading(out, "Phases, both sides", 28);
    for (int phase = 0; phase < GR_PHASES; phase++) {
        GrJudgedSum sum = both(v->phase[phase]);
        gr_buffer_printf(out, "  %-26s", gr_phase_name((GrPhase)phase));
        put_columns(out, &sum, gr_sum_move_accuracy(&sum));
    }
}

void stats_table_judged(const GrVariantStats *v, const char *judge, GrBuffer *out) {
    if (has_judged(v->judged) && judge) {
        gr_buffer_puts(out, "\nEvaluations by ");
        gr_put_plain(out, judge, false);
        gr_buffer_putc(out, '\n');
    }
    if (has_judged(v->judged)) {
        table_sides(v->judged, out);
        table_phases(v, out);
    }
    table_times(v->judged, out);
}

void stats_table_judged_players(const GrPlayers *players, size_t listed, const char *title,
                                GrBuffer *out) {
    bool any = false;
    for (size_t i = 0; i < listed; i++)
        any |= has_judged(players->player[i].judged);
    if (!any)
        return;
    put_heading(out, title, 28);
    for (size_t i = 0; i < listed; i++) {
        GrJudgedSum sum = both(players->player[i].judged);
        stats_put_name(players->player[i].name, 26, out);
        put_columns(out, &sum, gr_sum_accuracy(&sum));
    }
}

void stats_table_openings(const GrVariantStats *v, size_t listed, GrBuffer *out) {
    if (!listed)
        return;
    gr_buffer_printf(out, "\n%-40s %7s %8s\n",
                     listed < v->openings.count ? "Openings with most games" : "Openings", "games",
                     "score");
    for (size_t i = 0; i < listed; i++) {
        const GrPlayer *opening = &v->openings.player[i];
        stats_put_name(opening->name, 38, out);
        gr_buffer_printf(out, " %7llu", (unsigned long long)opening->games[GR_WHITE]);
        if (gr_player_score(opening) >= 0)
            gr_buffer_printf(out, " %6.1f %%", 100 * gr_player_score(opening));
        gr_buffer_putc(out, '\n');
    }
    stats_table_judged_players(&v->openings, listed, "Judgement of openings", out);
}

/* ---- figures ---- */

/* A pair of means; a side without any is left out. */
static void means(StatsWalk *walk, const char *statistic, const char *item, double white,
                  double black) {
    if (white >= 0)
        walk->take(walk, statistic, item, GR_WHITE, white, 2);
    if (black >= 0)
        walk->take(walk, statistic, item, GR_BLACK, black, 2);
}

static void pair(StatsWalk *walk, const char *statistic, const char *item, uint64_t white,
                 uint64_t black) {
    walk->take(walk, statistic, item, GR_WHITE, (double)white, 0);
    walk->take(walk, statistic, item, GR_BLACK, (double)black, 0);
}

static void walk_moves(StatsWalk *walk, const char *name, const GrJudgedSum sum[2]) {
    const GrJudgedSum *w = &sum[GR_WHITE], *b = &sum[GR_BLACK];
    pair(walk, name, "moves", w->moves, b->moves);
    means(walk, name, "move accuracy", gr_sum_move_accuracy(w), gr_sum_move_accuracy(b));
    means(walk, name, "average loss", gr_sum_loss(w), gr_sum_loss(b));
    pair(walk, name, "dubious", w->grade[GR_DUBIOUS], b->grade[GR_DUBIOUS]);
    pair(walk, name, "mistakes", w->grade[GR_MISTAKE], b->grade[GR_MISTAKE]);
    pair(walk, name, "blunders", w->grade[GR_BLUNDER], b->grade[GR_BLUNDER]);
}

void stats_walk_judged(StatsWalk *walk) {
    const GrVariantStats *v = walk->v;
    const GrJudgedSum *w = &v->judged[GR_WHITE], *b = &v->judged[GR_BLACK];
    if (has_judged(v->judged)) {
        pair(walk, "judged", "games", w->games, b->games);
        means(walk, "judged", "accuracy", gr_sum_accuracy(w), gr_sum_accuracy(b));
        walk_moves(walk, "judged", v->judged);
        pair(walk, "judged", "mates missed", w->missed, b->missed);
        pair(walk, "judged", "mates allowed", w->allowed, b->allowed);
        for (int phase = 0; phase < GR_PHASES; phase++) {
            char name[24];
            snprintf(name, sizeof name, "judged %s", gr_phase_name((GrPhase)phase));
            walk_moves(walk, name, v->phase[phase]);
        }
    }
    if (!has_times(v->judged))
        return;
    pair(walk, "time", "moves", w->timed, b->timed);
    means(walk, "time", "seconds a move", gr_sum_seconds(w), gr_sum_seconds(b));
    pair(walk, "time", "judged in pressure", w->pressed[0], b->pressed[0]);
    pair(walk, "time", "blunders in pressure", w->pressed[1], b->pressed[1]);
    pair(walk, "time", "judged with more", w->calm[0], b->calm[0]);
    pair(walk, "time", "blunders with more", w->calm[1], b->calm[1]);
}

/* ---- of players and openings ---- */

void stats_json_judged(GrJson *json, const GrPlayer *player) {
    GrJudgedSum sum = both(player->judged);
    if (sum.timed)
        gr_json_real(json, "seconds_a_move", gr_sum_seconds(&sum), 2);
    if (!sum.moves)
        return;
    gr_json_open(json, "judged", '{');
    gr_json_int(json, "moves", (int64_t)sum.moves);
    gr_json_real(json, "accuracy", gr_sum_accuracy(&sum), 2);
    gr_json_real(json, "average_loss", gr_sum_loss(&sum), 2);
    gr_json_int(json, "dubious", (int64_t)sum.grade[GR_DUBIOUS]);
    gr_json_int(json, "mistakes", (int64_t)sum.grade[GR_MISTAKE]);
    gr_json_int(json, "blunders", (int64_t)sum.grade[GR_BLUNDER]);
    gr_json_close(json, '}');
}

void stats_json_openings(GrJson *json, const GrVariantStats *v, size_t listed) {
    gr_json_open(json, "openings", '[');
    for (size_t i = 0; i < listed; i++) {
        const GrPlayer *opening = &v->openings.player[i];
        gr_json_open(json, NULL, '{');
        gr_json_string(json, "name", opening->name);
        gr_json_int(json, "games", (int64_t)opening->games[GR_WHITE]);
        gr_json_int(json, "white_wins", (int64_t)opening->wins[GR_WHITE]);
        gr_json_int(json, "draws", (int64_t)opening->draws[GR_WHITE]);
        gr_json_int(json, "black_wins", (int64_t)opening->losses[GR_WHITE]);
        stats_json_judged(json, opening);
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
}

static void csv_row(GrBuffer *out, const GrVariantStats *v, const char *what, const char *figure,
                    const char *name, const char *side, double value, int digits, GrCsvField *field) {
    gr_buffer_printf(out, "%s,%s_%s,", gr_variant(v->rules)->name, what, figure);
    field(out, name, ',');
    gr_buffer_printf(out, "%s,%.*f\n", side, digits, value);
}

void stats_csv_judged(const GrVariantStats *v, const char *what, const GrPlayer *player, GrCsvField *field,
                      GrBuffer *out) {
    GrJudgedSum sum = both(player->judged);
    if (sum.timed)
        csv_row(out, v, what, "seconds_a_move", player->name, "", gr_sum_seconds(&sum), 2, field);
    if (!sum.moves)
        return;
    csv_row(out, v, what, "judged_moves", player->name, "", (double)sum.moves, 0, field);
    csv_row(out, v, what, "accuracy", player->name, "", gr_sum_accuracy(&sum), 2, field);
    csv_row(out, v, what, "average_loss", player->name, "", gr_sum_loss(&sum), 2, field);
    csv_row(out, v, what, "dubious", player->name, "", (double)sum.grade[GR_DUBIOUS], 0, field);
    csv_row(out, v, what, "mistakes", player->name, "", (double)sum.grade[GR_MISTAKE], 0, field);
    csv_row(out, v, what, "blunders", player->name, "", (double)sum.grade[GR_BLUNDER], 0, field);
}

void stats_csv_openings(const GrVariantStats *v, size_t listed, GrCsvField *field, GrBuffer *out) {
    for (size_t i = 0; i < listed; i++) {
        const GrPlayer *opening = &v->openings.player[i];
        csv_row(out, v, "opening", "games", opening->name, "", (double)opening->games[GR_WHITE], 0, field);
        csv_row(out, v, "opening", "won", opening->name, "white", (double)opening->wins[GR_WHITE],
                0, field);
        csv_row(out, v, "opening", "won", opening->name, "black", (double)opening->losses[GR_WHITE],
                0, field);
        csv_row(out, v, "opening", "drawn", opening->name, "", (double)opening->draws[GR_WHITE], 0, field);
        stats_csv_judged(v, "opening", opening, field, out);
    }
}
