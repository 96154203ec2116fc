/* Crosstables as JSON lines; and all tables of a collection. */
#include <string.h>

#include "analysis/study/crosstable_local.h"

/* ---- JSON ---- */

static void json_game(const CrossTable *t, const CrossEntry *e, GrJson *json) {
    gr_json_open(json, NULL, '{');
    if (e->other == CROSS_BYE)
        gr_json_null(json, "opponent");
    else
        gr_json_string(json, "opponent", t->player[e->other].name);
    if (e->other != CROSS_BYE)
        gr_json_int(json, "row", t->player[e->other].row);
    if (e->round >= 0)
        gr_json_int(json, "round", e->round);
    if (!t->options->teams)
        gr_json_string(json, "colour", e->white ? "white" : "black");
    if (e->half < 0)
        gr_json_null(json, "points");
    else if (t->options->teams)
        gr_json_int(json, "points", e->half);
    else
        gr_json_real(json, "points", e->half / 2.0, 1);
    if (t->options->teams && e->half >= 0)
        gr_json_real(json, "board", e->board / 2.0, 1);
    gr_json_bool(json, "played", !e->unplayed);
    gr_json_close(json, '}');
}

static void json_tie_breaks(const CrossTable *t, const CrossPlayer *player, GrJson *json) {
    for (int n = 0; n < t->tie_breaks; n++) {
        int one = t->tie_break[n], value = player->value[one];
        bool whole = one == GR_TIE_WINS || t->options->teams;
        if (one == GR_TIE_DIRECT && !player->direct)
            continue;
        if (whole)
            gr_json_int(json, gr_tie_break_name(one), value);
        else
            gr_json_real(json, gr_tie_break_name(one), one == GR_TIE_SONNEBORN ? value / 4.0 : value / 2.0, 2);
    }
}

static void json_player(const CrossTable *t, const CrossPlayer *player, GrJson *json) {
    gr_json_open(json, NULL, '{');
    gr_json_int(json, "rank", player->rank);
    gr_json_int(json, "row", player->row);
    gr_json_string(json, t->options->teams ? "team" : "player", player->name);
    if (player->team)
        gr_json_string(json, "team", player->team);
    if (player->rating)
        gr_json_int(json, "rating", player->rating);
    if (t->options->teams)
        gr_json_int(json, "points", player->half);
    else
        gr_json_real(json, "points", player->half / 2.0, 1);
    gr_json_int(json, "games", player->games);
    if (player->rated)
        gr_json_int(json, "performance", player->performance);
    if (player->changes)
        gr_json_real(json, "change", player->change / 100.0, 2);
    if (t->options->teams)
        gr_json_real(json, "board", player->board / 2.0, 1);
    json_tie_breaks(t, player, json);
    gr_json_open(json, "results", '[');
    for (size_t n = 0; n < player->entries; n++)
        json_game(t, &t->entry[player->first + n], json);
    gr_json_close(json, ']');
    gr_json_close(json, '}');
}

static int json_notes(const CrossTable *t, GrJson *json) {
    GrBuffer notes;
    gr_buffer_init(&notes);
    int code = cross_notes(t, &notes);
    code = !code && notes.failed ? GR_ERR_MEMORY : code;
    gr_json_open(json, "notes", '[');
    for (const char *line = notes.data; !code && line && *line;) {
        size_t len = strcspn(line, "\n");
        gr_json_bytes(json, NULL, line, len);
        line += len + 1;
    }
    gr_json_close(json, ']');
    gr_buffer_free(&notes);
    return code;
}

int cross_json(const CrossTable *t, GrPut put, void *context) {
    GrJson json;
    const CrossGame *g = t->game;
    bool one = !t->options->together;
    gr_json_start(&json, put, context);
    gr_json_open(&json, NULL, '{');
    gr_json_string(&json, "event", g->event && one ? cross_string(t->of, g->event) : NULL);
    gr_json_string(&json, "site", g->site && one ? cross_string(t->of, g->site) : NULL);
    gr_json_string(&json, "variant", g->rules ? cross_string(t->of, g->rules) : NULL);
    gr_json_string(&json, "columns", t->opponents ? "opponents" : "rounds");
    gr_json_int(&json, t->options->teams ? "matches" : "games", (int64_t)t->counted);
    gr_json_open(&json, "tie_breaks", '[');
    for (int n = 0; n < t->tie_breaks; n++)
        gr_json_string(&json, NULL, gr_tie_break_name(t->tie_break[n]));
    gr_json_close(&json, ']');
    gr_json_open(&json, "table", '[');
    for (size_t n = 0; n < t->players; n++)
        json_player(t, t->row[n], &json);
    gr_json_close(&json, ']');
    int code = json_notes(t, &json);
    gr_json_close(&json, '}');
    code = code ? code : json.code;
    return code ? code : put(context, "\n", 1);
}

/* ---- all tables ---- */

typedef struct Work {
    GrCrosstables *tables;
    const GrCrossOptions *options;
    GrCrossFormat format;
    GrPut put;
    void *context;
    size_t written;
} Work;

static int flush(Work *w, GrBuffer *out) {
    int code = out->failed ? GR_ERR_MEMORY : out->len ? w->put(w->context, out->data, out->len) : 0;
    gr_buffer_clear(out);
    return code;
}

/* Hands the notes to who takes them. */
static int report_notes(const Work *w, const CrossTable *t) {
    GrBuffer notes;
    gr_buffer_init(&notes);
    if (!w->options->note)
        return 0;
    int code = cross_notes(t, &notes);
    code = !code && notes.failed ? GR_ERR_MEMORY : code;
    for (char *line = notes.data, *end; !code && line && *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        w->options->note(w->options->user, line);
    }
    gr_buffer_free(&notes);
    return code;
}

static int write_table(Work *w, const CrossTable *t) {
    GrBuffer out;
    gr_buffer_init(&out);
    bool csv = w->format == GR_CROSS_CSV || w->format == GR_CROSS_CSV_PLAIN;
    if (w->format == GR_CROSS_JSON)
        return cross_json(t, w->put, w->context);
    if (w->written && (csv ? t->players > 0 : w->format == GR_CROSS_TEXT))
        gr_buffer_putc(&out, '\n');
    if (csv)
        cross_csv(t, w->format == GR_CROSS_CSV ? gr_csv_field : gr_csv_plain, &out);
    else if (w->format == GR_CROSS_HTML)
        cross_html(t, &out);
    else
        cross_text(t, &out);
    w->written += out.len > 0;
    int code = flush(w, &out);
    gr_buffer_free(&out);
    return code || !csv ? code : report_notes(w, t);
}

static int write_event(void *user, CrossGame *game, size_t games) {
    Work *w = user;
    CrossTable table;
    int code = cross_make(&table, w->tables, w->options, game, games);
    if (!code)
        code = write_table(w, &table);
    cross_free(&table);
    return code;
}

int gr_crosstables_write(GrCrosstables *tables, const GrCrossOptions *options, GrCrossFormat format, GrPut put,
                         void *context) {
    Work w = {.tables = tables, .options = options, .format = format, .put = put, .context = context};
    GrBuffer out;
    gr_buffer_init(&out);
    int code = 0;
    if (format == GR_CROSS_HTML) {
        cross_html_begin(&out);
        code = flush(&w, &out);
    }
    if (!code)
        code = cross_each_event(tables, options, write_event, &w);
    if (!code && format == GR_CROSS_HTML) {
        cross_html_end(&out);
        code = flush(&w, &out);
    }
    gr_buffer_free(&out);
    return code;
}
