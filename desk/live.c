/* Streams of events: made for a tab, written to, ended. */
#include "desk/live.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/uci/condition.h"
#include "desk/jobs.h"
#include "notation/judge/win_chance.h"
#include "notation/move/san.h"
#include "notation/move/uci.h"

/* Milliseconds between messages, at least, of which the first of a search may come too early: ten a second at most; and
 * at most, one without a word. */
enum { APART = 112, HEARTBEAT = 300 };

/* ---- telling ---- */

static void put_moves(GrJson *json, const GrPosition *from, const GrLine *line, bool san) {
    GrPosition pos = *from;
    gr_json_open(json, san ? "san" : "uci", '[');
    for (int i = 0; i < line->length && i < LIVE_PLIES; i++) {
        char text[GR_SAN_SIZE];
        if (san) {
            gr_san_play(&pos, line->move[i], text);
        } else {
            gr_uci_write(&pos, line->move[i], text);
            gr_play(&pos, line->move[i]);
        }
        gr_json_string(json, NULL, text);
    }
    gr_json_close(json, ']');
}

/* From White's view: a score, or a mate in so many moves, White's if above 0. */
static void put_line(GrJson *json, const GrPosition *pos, int index, const GrLine *line) {
    int sign = pos->turn == GR_WHITE ? 1 : -1, white = sign * line->score;
    bool lower = sign > 0 ? line->lower : line->upper, upper = sign > 0 ? line->upper : line->lower;
    gr_json_open(json, NULL, '{');
    gr_json_int(json, "line", index + 1);
    gr_json_int(json, "depth", line->depth);
    if (gr_score_is_mate(line->score))
        gr_json_int(json, "mate", sign * gr_score_mate_moves(line->score));
    else
        gr_json_int(json, "score", white);
    gr_json_real(json, "chance", gr_win_chance(gr_win_curve(pos->rules), white), 1);
    gr_json_string(json, "bound", lower ? "lower" : upper ? "upper" : NULL);
    put_moves(json, pos, line, false);
    put_moves(json, pos, line, true);
    gr_json_close(json, '}');
}

bool desk_live_tell(GrDeskStream *s, GrBuffer *out) {
    GrJson json;
    bool news = s->done && !s->done_told;
    for (int i = 0; i < LIVE_LINES; i++)
        news |= s->line[i].news;
    if (!news || s->waiting) /* what is no longer wanted is not sent */
        return false;
    gr_buffer_puts(out, "event: lines\ndata: ");
    gr_json_start(&json, desk_put, out);
    gr_json_open(&json, NULL, '{');
    gr_json_int(&json, "generation", s->running);
    gr_json_int(&json, "nodes", (int64_t)s->nodes);
    gr_json_int(&json, "ms", s->ms);
    gr_json_open(&json, "lines", '[');
    for (int i = 0; i < LIVE_LINES; i++) {
        if (s->line[i].news)
            put_line(&json, &s->pos, i, &s->line[i].line);
        s->line[i].news = false;
    }
    gr_json_close(&json, ']');
    gr_json_bool(&json, "done", s->done);
    if (*s->text)
        gr_json_string(&json, "error", s->text);
    gr_json_close(&json, '}');
    gr_buffer_puts(out, "\n\n");
    s->done_told = s->done;
    return true;
}

/* The jobs, if anything is new of them. */
static bool tell_jobs(GrDeskStream *s, GrBuffer *out) {
    GrJson json;
    GrBuffer now;
    gr_buffer_init(&now);
    gr_json_start(&json, desk_put, &now);
    gr_json_open(&json, NULL, '{');
    desk_put_jobs(&json, s->desk);
    gr_json_close(&json, '}');
    bool news = !now.failed && (!s->heard.data || strcmp(s->heard.data, now.data) != 0);
    if (news)
        gr_buffer_printf(out, "event: jobs\ndata: %s\n\n", now.data);
    gr_buffer_free(&s->heard);
    s->heard = now;
    return news;
}

/* The next event of a stream of jobs, which it looks for every now and then. */
static bool next_of_jobs(GrDeskStream *s, GrBuffer *out) {
    const GrDeskStart *start = &s->desk->start;
    pthread_mutex_lock(&s->lock);
    gr_condition_wait(&s->change, &s->lock, s->due); /* what jobs come to changes all the time */
    pthread_mutex_unlock(&s->lock);
    bool told = tell_jobs(s, out);
    s->due = gr_now_ms() + (told ? APART : HEARTBEAT);
    if (!told)
        gr_buffer_puts(out, ":\n\n");
    return !out->failed && !(start->stop && start->stop(start->context));
}

bool gr_desk_stream_next(GrDeskStream *s, GrBuffer *out) {
    const GrDeskStart *start = &s->desk->start;
    if (s->jobs)
        return next_of_jobs(s, out);
    int64_t begun = gr_now_ms(), now = begun;
    bool told = false;
    pthread_mutex_lock(&s->lock);
    while (!s->closing && !told && now < begun + HEARTBEAT) {
        int64_t due = s->fresh ? s->due - APART : s->due;
        if (now >= due)
            told = desk_live_tell(s, out);
        if (!told)
            gr_condition_wait(&s->change, &s->lock, now < due ? due : begun + HEARTBEAT);
        now = gr_now_ms();
    }
    if (told) {
        s->due = (s->due > now ? s->due : now) + APART;
        s->fresh = false;
    }
    bool on = !s->closing && !(start->stop && start->stop(start->context));
    pthread_mutex_unlock(&s->lock);
    if (on && !told)
        gr_buffer_puts(out, ":\n\n");
    return on && !out->failed;
}

/* ---- making ---- */

static bool is_id(const char *text) {
    size_t length = text ? strlen(text) : 0;
    return length && length <= 32 && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789") == length;
}

static void close_stream(GrDeskStream *s) {
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_broadcast(&s->change);
    pthread_mutex_unlock(&s->lock);
}

/* Under the desk's lock. */
static GrDeskStream *find_stream(GrDesk *desk, const char *id) {
    for (int i = 0; i < DESK_MOST_STREAMS; i++)
        if (desk->stream[i] && !strcmp(desk->stream[i]->id, id))
            return desk->stream[i];
    return NULL;
}

/* Takes a place in the desk, and the id from a stream that had it; false if there is no room. */
static bool enter(GrDesk *desk, GrDeskStream *s) {
    bool entered = false;
    pthread_mutex_lock(&desk->lock);
    GrDeskStream *old = *s->id ? find_stream(desk, s->id) : NULL;
    if (old) {
        old->id[0] = '\0';
        close_stream(old);
    }
    for (int i = 0; i < DESK_MOST_STREAMS && !entered; i++)
        if (!desk->stream[i]) {
            desk->stream[i] = s;
            entered = true;
        }
    pthread_mutex_unlock(&desk->lock);
    return entered;
}

static void leave(GrDesk *desk, const GrDeskStream *s) {
    pthread_mutex_lock(&desk->lock);
    for (int i = 0; i < DESK_MOST_STREAMS; i++)
        if (desk->stream[i] == s)
            desk->stream[i] = NULL;
    pthread_mutex_unlock(&desk->lock);
}

static void free_stream(GrDeskStream *s) {
    desk_live_drop(&s->task);
    gr_buffer_free(&s->heard);
    pthread_cond_destroy(&s->change);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

void gr_desk_stream_free(GrDeskStream *s) {
    if (!s)
        return;
    leave(s->desk, s);
    close_stream(s);
    if (!s->jobs)
        pthread_join(s->thread, NULL);
    free_stream(s);
}

static GrDeskStream *make_stream(GrDesk *desk, const char *id) {
    GrDeskStream *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->desk = desk;
    strcpy(s->id, id);
    gr_buffer_init(&s->heard);
    if (pthread_mutex_init(&s->lock, NULL) || !gr_condition_init(&s->change)) {
        free(s);
        return NULL;
    }
    return s;
}

/* Answers with a stream. */
static void open_stream(DeskCall *call, const char *id, bool jobs) {
    GrDeskStream *s = make_stream(call->desk, id);
    bool entered = s && enter(call->desk, s);
    if (s)
        s->jobs = jobs;
    if (!s)
        desk_refuse(call, 500, "out of memory");
    else if (!entered)
        desk_refuse(call, 503, "there are %d streams already", DESK_MOST_STREAMS);
    else if (!jobs && pthread_create(&s->thread, NULL, desk_live_search, s))
        desk_refuse(call, 503, "there is no thread for it");
    else {
        call->response->status = 200;
        call->response->type = "text/event-stream";
        call->response->stream = s;
        return;
    }
    if (entered)
        leave(call->desk, s);
    if (s)
        free_stream(s);
}

void desk_live(DeskCall *call) {
    const char *id = desk_parameter(call, "id", 0);
    if (is_id(id))
        open_stream(call, id, false);
    else
        desk_refuse(call, 400, "id is not up to 32 small letters and digits");
}

void desk_jobs_events(DeskCall *call) {
    open_stream(call, "", true);
}

/* ---- tasks ---- */

bool desk_live_ask(GrDesk *desk, const char *id, LiveTask *task, unsigned *generation) {
    pthread_mutex_lock(&desk->lock);
    GrDeskStream *s = *id ? find_stream(desk, id) : NULL;
    if (s) {
        pthread_mutex_lock(&s->lock);
        desk_live_drop(&s->task);
        s->task = *task;
        task->moves = task->only = NULL;
        s->asked = s->waiting ? s->asked : gr_now_ms();
        s->waiting = true;
        *generation = ++s->wanted;
        pthread_cond_broadcast(&s->change);
        pthread_mutex_unlock(&s->lock);
    }
    pthread_mutex_unlock(&desk->lock);
    return s != NULL;
}
