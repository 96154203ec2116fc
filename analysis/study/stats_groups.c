/* Groups of games, as a table, JSON and CSV. */
#include <stdio.h>

#include "analysis/study/stats_local.h"
#include "notation/csv.h"

static double mean_plies(const GrGroup *group) {
    return group->games ? (double)group->plies / (double)group->games : 0;
}

void stats_table_groups(const GrVariantStats *v, GrGrouping by, GrBuffer *out) {
    if (by == GR_BY_NOTHING)
        return;
    gr_buffer_printf(out, "\nBy %-18s %6s %6s %6s %6s %7s %14s  %5s\n", gr_grouping_name(by), "games", "won", "drawn",
                     "lost", "score %", "95 % interval", "plies");
    for (size_t i = 0; i < v->groups.count; i++) {
        const GrGroup *g = &v->groups.group[i];
        GrEstimate e = gr_group_score(g);
        stats_put_name(g->name, 19, out);
        gr_buffer_printf(out, " %6llu %6llu %6llu %6llu", (unsigned long long)g->games, (unsigned long long)g->won,
                         (unsigned long long)g->drawn, (unsigned long long)g->lost);
        if (e.weight > 0)
            gr_buffer_printf(out, " %7.1f %5.1f to %5.1f", 100 * e.value, 100 * e.low, 100 * e.high);
        else
            gr_buffer_printf(out, " %7s %14s", "", "");
        gr_buffer_printf(out, " %6.1f\n", mean_plies(g));
    }
}

void stats_json_groups(GrJson *json, const GrVariantStats *v, GrGrouping by) {
    char name[24];
    snprintf(name, sizeof name, "by_%s", gr_grouping_name(by));
    gr_json_open(json, name, '[');
    for (size_t i = 0; i < v->groups.count; i++) {
        const GrGroup *g = &v->groups.group[i];
        GrEstimate e = gr_group_score(g);
        gr_json_open(json, NULL, '{');
        gr_json_string(json, "name", g->name);
        gr_json_int(json, "games", (int64_t)g->games);
        gr_json_int(json, "won", (int64_t)g->won);
        gr_json_int(json, "drawn", (int64_t)g->drawn);
        gr_json_int(json, "lost", (int64_t)g->lost);
        if (e.weight > 0) {
            gr_json_real(json, "score", e.value, 4);
            gr_json_real(json, "low", e.low, 4);
            gr_json_real(json, "high", e.high, 4);
        }
        gr_json_real(json, "plies", mean_plies(g), 2);
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
}

static void put_row(const GrVariantStats *v, GrGrouping by, const GrGroup *g, const char *what, double value,
                    int digits, GrCsvField *field, GrBuffer *out) {
    gr_buffer_printf(out, "%s,by_%s_%s,", gr_variant(v->rules)->name, gr_grouping_name(by), what);
    field(out, g->name, ',');
    gr_buffer_printf(out, ",%.*f\n", digits, value);
}

void stats_csv_groups(const GrVariantStats *v, GrGrouping by, GrCsvField *field, GrBuffer *out) {
    for (size_t i = 0; i < v->groups.count; i++) {
        const GrGroup *g = &v->groups.group[i];
        GrEstimate e = gr_group_score(g);
        put_row(v, by, g, "games", (double)g->games, 0, field, out);
        put_row(v, by, g, "won", (double)g->won, 0, field, out);
        put_row(v, by, g, "drawn", (double)g->drawn, 0, field, out);
        put_row(v, by, g, "lost", (double)g->lost, 0, field, out);
        if (e.weight > 0) {
            put_row(v, by, g, "score", e.value, 4, field, out);
            put_row(v, by, g, "low", e.low, 4, field, out);
            put_row(v, by, g, "high", e.high, 4, field, out);
        }
        put_row(v, by, g, "plies", mean_plies(g), 2, field, out);
    }
}
