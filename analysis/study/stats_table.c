/* Statistics as tables for reading. */
#include <string.h>

#include "analysis/study/stats_local.h"
#include "notation/plain.h"
#include "rules/plural.h"

static double percent(uint64_t part, uint64_t whole) {
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void put_share(const GrVariantStats *v, const char *name, uint64_t games, GrBuffer *out) {
    GrEstimate e = gr_wilson(v->games ? (double)games / (double)v->games : 0, (double)v->games);
    gr_buffer_printf(out, "  %-28s %9llu %7.1f %%  %5.1f to %5.1f %%\n", name, (unsigned long long)games,
                     percent(games, v->games), 100 * e.low, 100 * e.high);
}

static void table_shares(const GrVariantStats *v, GrBuffer *out) {
    gr_buffer_puts(out, "\nResults, with 95 % intervals (Wilson's, as of independent games)\n");
    for (size_t i = 0; i < GR_STATS_RESULTS; i++)
        put_share(v, gr_stats_result_name(gr_stats_results[i]), v->result[gr_stats_results[i]], out);
    GrEstimate score = stats_score(v);
    if (gr_stats_score(v) >= 0)
        gr_buffer_printf(out, "  %-38s %7.1f %%  %5.1f to %5.1f %%\n", "White's score", 100 * gr_stats_score(v),
                         100 * score.low, 100 * score.high);
    for (size_t i = 0; i < v->scorings; i++) {
        const GrScoringPoints *points = &v->points[i];
        gr_buffer_puts(out, *points->scoring ? "  points " : "  points");
        gr_put_plain(out, points->scoring, false);
        gr_buffer_printf(out, ": %llu %s, White %.2f, Black %.2f on average\n",
                         (unsigned long long)points->games, gr_plural(points->games, "game", "games"),
                         points->sum[GR_WHITE] / (double)points->games,
                         points->sum[GR_BLACK] / (double)points->games);
    }
    gr_buffer_puts(out, "\nHow games end\n");
    for (int end = 0; end < GR_ENDS; end++)
        if (v->end[end])
            put_share(v, gr_end_name((GrEnd)end), v->end[end], out);
}

static void table_lengths(const GrVariantStats *v, GrBuffer *out) {
    uint64_t bar = gr_stats_bar(v), longest = gr_stats_longest(v), top = 1;
    gr_buffer_printf(out, "\nLengths in plies: shortest %llu, median %llu, mean %.1f, ",
                     (unsigned long long)gr_stats_shortest(v),
                     (unsigned long long)gr_stats_median(v), gr_stats_mean(v));
    gr_buffer_printf(out, "longest %llu\n", (unsigned long long)longest);
    for (uint64_t from = 0; from <= longest; from += bar)
        if (gr_stats_between(v, from, bar) > top)
            top = gr_stats_between(v, from, bar);
    for (uint64_t from = gr_stats_shortest(v) / bar * bar; from <= longest; from += bar) {
        uint64_t games = gr_stats_between(v, from, bar);
        gr_buffer_printf(out, "  %5llu-%-5llu %9llu%s", (unsigned long long)from,
                         (unsigned long long)(from + bar - 1), (unsigned long long)games,
                         games ? " " : "");
        for (uint64_t i = 0; i < (50 * games + top - 1) / top; i++)
            gr_buffer_putc(out, '#');
        gr_buffer_putc(out, '\n');
    }
}

static void table_choice(const GrVariantStats *v, GrBuffer *out) {
    if (!v->positions[0])
        return;
    gr_buffer_printf(out, "\nLegal moves in a position: %.1f on average, from ply\n", stats_choice(v));
    for (int i = 0; i < GR_CHOICES; i++)
        if (v->positions[i])
            gr_buffer_printf(out, "  %5d %31.1f\n", i * GR_CHOICE_WIDTH + 1,
                             (double)v->choices[i] / (double)v->positions[i]);
}

static void table_kinds(const GrVariantStats *v, GrBuffer *out) {
    const GrVariant *variant = gr_variant(v->rules);
    gr_buffer_printf(out, "\n%-21s %9s %9s\n", "Moves", "White", "Black");
    for (int kind = 0; kind < GR_KINDS; kind++)
        if (v->kind[0][kind] || v->kind[1][kind])
            gr_buffer_printf(out, "  %-19s %9llu %9llu\n", gr_kind((GrMoveKind)kind)->name,
                             (unsigned long long)v->kind[0][kind],
                             (unsigned long long)v->kind[1][kind]);
    gr_buffer_printf(out, "  %-19s %9llu %9llu\n", "captures",
                     (unsigned long long)gr_stats_captures(v, 0, -1, -1),
                     (unsigned long long)gr_stats_captures(v, 1, -1, -1));
    for (int n = 0; n < GR_COUNTS; n++)
        gr_buffer_printf(out, "  %-19s %9llu %9llu\n", gr_count_name((GrCount)n),
                         (unsigned long long)v->count[n][0], (unsigned long long)v->count[n][1]);
    for (int type = 1; type <= variant->types; type++)
        if (v->promoted[0][type] || v->promoted[1][type])
            gr_buffer_printf(out, "  promotions %c %17llu %9llu\n", variant->piece[type].letter,
                             (unsigned long long)v->promoted[0][type],
                             (unsigned long long)v->promoted[1][type]);
}

static void table_pieces(const GrVariantStats *v, GrBuffer *out) {
    const GrVariant *variant = gr_variant(v->rules);
    gr_buffer_printf(out, "\n%-12s %9s %9s  %9s %9s  %9s %9s\n", "Pieces", "moves W", "B",
                     "takes W", "B", "lost W", "B");
    for (int type = 1; type <= variant->types; type++) {
        if (!v->moved[0][type] && !v->moved[1][type] && !gr_stats_lost(v, 0, type) &&
            !gr_stats_lost(v, 1, type))
            continue;
        gr_buffer_printf(out, "  %-10s", variant->piece[type].name);
        for (int column = 0; column < 3; column++)
            for (int side = 0; side < 2; side++) {
                uint64_t n = column == 0   ? v->moved[side][type]
                             : column == 1 ? gr_stats_captures(v, side, type, -1)
                                           : gr_stats_lost(v, side, type);
                gr_buffer_printf(out, "%s %9llu", column && !side ? " " : "",
                                 (unsigned long long)n);
            }
        gr_buffer_putc(out, '\n');
    }
}

/* How wide numbers of captures are, for as many columns as there are types: as few blanks as it takes. */
static int width_of_captures(const GrVariantStats *v) {
    enum { LABEL = 14, WIDEST = 9, LINE = 79 };
    const GrVariant *variant = gr_variant(v->rules);
    int digits = 1, fits = (LINE - LABEL) / variant->types;
    uint64_t most = 0;
    for (int by = 0; by <= variant->types; by++)
        for (int of = 1; of <= variant->types; of++)
            most = v->taken[0][by][of] + v->taken[1][by][of] > most ? v->taken[0][by][of] + v->taken[1][by][of] : most;
    for (; most > 9; most /= 10)
        digits++;
    return fits > WIDEST ? WIDEST : fits > digits ? fits : digits + 1;
}

static void table_captures(const GrVariantStats *v, GrBuffer *out) {
    const GrVariant *variant = gr_variant(v->rules);
    if (!gr_stats_captures(v, 0, -1, -1) && !gr_stats_captures(v, 1, -1, -1))
        return;
    int width = width_of_captures(v);
    gr_buffer_puts(out, "\nWho takes what, both sides\n              ");
    for (int of = 1; of <= variant->types; of++)
        gr_buffer_printf(out, "%*c", width, variant->piece[of].letter);
    gr_buffer_putc(out, '\n');
    for (int by = 0; by <= variant->types; by++) {
        if (!gr_stats_captures(v, 0, by, -1) && !gr_stats_captures(v, 1, by, -1))
            continue;
        gr_buffer_printf(out, "  %-12s", by ? variant->piece[by].name : "a spell");
        for (int of = 1; of <= variant->types; of++)
            gr_buffer_printf(out, "%*llu", width,
                             (unsigned long long)(v->taken[0][by][of] + v->taken[1][by][of]));
        gr_buffer_putc(out, '\n');
    }
}

/* A board of shares, in thousandths of all counts. */
static void table_squares(const GrVariantStats *v, const char *title, const uint64_t *white,
                          const uint64_t *black, GrBuffer *out) {
    const GrVariant *variant = gr_variant(v->rules);
    uint64_t all = 0;
    for (int sq = 0; sq < gr_squares(variant); sq++)
        all += white[sq] + (black ? black[sq] : 0);
    if (!all)
        return;
    gr_buffer_printf(out, "\n%s, in thousandths\n", title);
    for (int rank = variant->ranks - 1; rank >= 0; rank--) {
        gr_buffer_printf(out, "  %2d ", rank + 1);
        for (int file = 0; file < variant->files; file++) {
            int sq = gr_square(variant, file, rank);
            uint64_t n = white[sq] + (black ? black[sq] : 0);
            gr_buffer_printf(out, " %3llu", (unsigned long long)((1000 * n + all / 2) / all));
        }
        gr_buffer_putc(out, '\n');
    }
    gr_buffer_puts(out, "     ");
    for (int file = 0; file < variant->files; file++)
        gr_buffer_printf(out, "   %c", 'a' + file);
    gr_buffer_putc(out, '\n');
}

static void table_players(const GrVariantStats *v, size_t listed, GrBuffer *out) {
    if (!listed)
        return;
    gr_buffer_printf(out, "\n%-30s %7s %8s %8s %8s %8s\n",
                     listed < v->players.count ? "Players with most games" : "Players", "games",
                     "won", "drawn", "lost", "score");
    for (size_t i = 0; i < listed; i++) {
        const GrPlayer *player = &v->players.player[i];
        stats_put_name(player->name, 28, out);
        gr_buffer_printf(out, " %7llu %8llu %8llu %8llu",
                         (unsigned long long)gr_both(player->games),
                         (unsigned long long)gr_both(player->wins),
                         (unsigned long long)gr_both(player->draws),
                         (unsigned long long)gr_both(player->losses));
        if (gr_player_score(player) >= 0)
            gr_buffer_printf(out, " %6.1f %%", 100 * gr_player_score(player));
        gr_buffer_putc(out, '\n');
    }
}

void gr_stats_table(const GrVariantStats *v, const GrStats *stats, GrBuffer *out) {
    size_t players = gr_stats_listed(&v->players, stats->most_players);
    gr_buffer_printf(out, "%s: %llu %s, %llu %s\n", gr_variant(v->rules)->title,
                     (unsigned long long)v->games, gr_plural(v->games, "game", "games"),
                     (unsigned long long)v->plies, gr_plural(v->plies, "ply", "plies"));
    if (v->equal)
        gr_buffer_printf(out, "%llu %s to an earlier one, and not counted\n",
                         (unsigned long long)v->equal, gr_plural(v->equal, "game is equal", "games are equal"));
    table_shares(v, out);
    table_lengths(v, out);
    table_choice(v, out);
    table_kinds(v, out);
    table_pieces(v, out);
    table_captures(v, out);
    table_squares(v, "Squares that pieces go to", v->visits[0], v->visits[1], out);
    table_squares(v, "Squares of pieces taken", v->captures_on, NULL, out);
    stats_table_judged(v, stats->judge, out);
    stats_table_openings(v, gr_stats_listed(&v->openings, stats->most_openings), out);
    table_players(v, players, out);
    stats_table_judged_players(&v->players, players, "Judgement of players", out);
    stats_table_groups(v, stats->by, out);
}
