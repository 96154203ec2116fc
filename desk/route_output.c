/* GET db/N/stats, db/N/export. */
#include <string.h>

#include "analysis/study/stats.h"
#include "desk/asked.h"
#include "notation/write/format.h"

/* ---- statistics ---- */

typedef struct Summing {
    DeskFinding finding;
    GrStats stats;
    GrJudgedBy by;             /* who has judged so far, */
    char judge[GR_JUDGE_NAME]; /* which is stats.judge */
} Summing;

/* Names the judge of the game in the statistics; games may have different ones. */
static void note_judge(Summing *s, const GrGame *game) {
    if (!game->judgement || !*game->judgement->by.engine)
        return;
    gr_judged_by_add(&s->by, &game->judgement->by);
    gr_judged_by_name(&s->by, s->judge);
    s->stats.judge = s->judge;
}

static void sum_up(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    Summing *s = context;
    (void)n;
    (void)out;
    note_judge(s, found->game);
    int code = gr_stats_add(&s->stats, found->game);
    if (code)
        s->finding.code = code;
}

static int put_nothing(void *context, const char *bytes, size_t len) {
    const Summing *s = context;
    (void)bytes;
    (void)len;
    return s->finding.code < 0;
}

/* Lines, an object each, as the elements of an array. */
static void put_lines(GrJson *json, const char *name, GrBuffer *lines) {
    gr_json_open(json, name, '[');
    for (char *at = lines->data, *end; at && (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        gr_json_raw(json, NULL, at);
    }
    gr_json_close(json, ']');
}

static void answer_stats(DeskCall *call, Summing *s) {
    GrBuffer lines;
    gr_buffer_init(&lines);
    int code = gr_stats_write(&s->stats, GR_STATS_JSON, desk_put, &lines);
    if (code || lines.failed) {
        desk_refuse(call, 500, "out of memory");
    } else {
        GrJson *json = desk_answer(call);
        put_lines(json, "variants", &lines);
        gr_json_bool(json, "complete", s->finding.complete);
        gr_json_int(json, "unread", (int64_t)s->finding.count.unread);
        desk_answered(call);
    }
    gr_buffer_free(&lines);
}

void desk_stats(DeskCall *call) {
    DeskAsked asked;
    Summing s = {.finding = {.call = call}};
    DeskFile *file = desk_file(call);
    GrDb *db = file && desk_asks_one(call) ? desk_take(call, file) : NULL;
    if (!db)
        return;
    GrFind find = {.by_game = true, .read = GR_FIND_GAMES, .show = sum_up, .put = put_nothing, .jobs = 1};
    gr_stats_init(&s.stats);
    s.stats.once = true; /* as the program does */
    if (desk_asked(call, db, &asked) && desk_find(&s.finding, db, &asked, &find))
        answer_stats(call, &s);
    gr_stats_free(&s.stats);
    desk_asked_free(&asked);
    desk_give(file, db);
}

/* ---- games as a file ---- */

typedef struct Export {
    DeskFinding finding;
    const GrFormat *format;
    uint64_t games;
    GrGameBefore before;
} Export;

static void write_game(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    Export *e = context;
    (void)n;
    e->games++;
    gr_format_put(e->format, out, &e->before, found->game, e->games, (uint64_t)found->id);
}

static int put(void *context, const char *bytes, size_t len) {
    Export *e = context;
    if (!e->finding.code)
        e->finding.code = desk_put(&e->finding.call->response->body, bytes, len);
    return e->finding.code != 0;
}

/* None of them is shown by the browser: what games say never becomes a page of ours. */
static void name_type(GrDeskResponse *response, const GrFormat *format) {
    static const char *const types[][3] = {
        {"pgn", "application/vnd.chess-pgn; charset=utf-8", "games.pgn"},
        {"json", "application/x-ndjson; charset=utf-8", "games.jsonl"},
        {"csv", "text/csv; charset=utf-8", "games.csv"},
        {"csv-plain", "text/csv; charset=utf-8", "games.csv"},
        {"html", "text/html; charset=utf-8", "games.html"}};
    response->type = "text/plain; charset=utf-8";
    response->file = "games.txt";
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(format->name, types[i][0])) {
            response->type = types[i][1];
            response->file = types[i][2];
        }
}

static void export_games(DeskCall *call, GrDb *db, const DeskAsked *asked, const GrFormat *format) {
    GrBuffer *body = &call->response->body;
    Export e = {.finding = {.call = call}, .format = format};
    bool heads = format->header && !(format->judged && gr_judging_any(&asked->judging)); /* as the program reads them */
    GrFind find = {.by_game = true, .read = heads ? GR_FIND_HEADERS : GR_FIND_GAMES, .show = write_game, .put = put,
                   .jobs = 1 /* they are numbered */};
    if (format->begin)
        format->begin(body, "Games");
    if (!desk_find(&e.finding, db, asked, &find))
        return;
    if (!e.finding.complete) {
        desk_refuse(call, 503, "that takes longer than a request may: use grimoire export");
        return;
    }
    if (!desk_found_whole(&e.finding))
        return;
    gr_format_close(body, &e.before);
    if (format->end)
        format->end(body);
    call->response->status = 200;
    name_type(call->response, format);
    if (body->failed)
        desk_refuse(call, 500, "out of memory");
}

/* A few at a time, since each may take as much memory as a response may have. */
static bool begin_export(DeskCall *call) {
    GrDesk *desk = call->desk;
    pthread_mutex_lock(&desk->lock);
    bool room = desk->exports < DESK_MOST_EXPORTS;
    desk->exports += room;
    pthread_mutex_unlock(&desk->lock);
    if (!room)
        desk_refuse(call, 503, "as many exports run as can at a time");
    return room;
}

static void end_export(GrDesk *desk) {
    pthread_mutex_lock(&desk->lock);
    desk->exports--;
    pthread_mutex_unlock(&desk->lock);
}

void desk_export(DeskCall *call) {
    DeskAsked asked;
    const char *name = desk_parameter(call, "f", 0);
    const GrFormat *format = gr_format_find(name ? name : "pgn");
    DeskFile *file = desk_file(call);
    if (!file || !desk_asks_one(call))
        return;
    if (!format) {
        desk_refuse(call, 400, "there is no format '%.40s'", name);
        return;
    }
    if (!begin_export(call))
        return;
    GrDb *db = desk_take(call, file);
    if (db) {
        if (desk_asked(call, db, &asked))
            export_games(call, db, &asked, format);
        desk_asked_free(&asked);
        desk_give(file, db);
    }
    end_export(call->desk);
}
