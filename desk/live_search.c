/* The search of a stream: it takes the last task that is wanted, and drops one for the next. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/analyst.h"
#include "desk/jobs.h"
#include "desk/live.h"

/* DEAF: milliseconds that an engine may go on once something else is asked, before it is given up. */
enum { MEGABYTES = 32, DEAF = 1000 };

/* Who searches, and what it was last asked. */
typedef struct Searcher {
    GrAnalyst *analyst;    /* NULL: nobody yet */
    const char *engine;
    const GrRules *rules;  /* NULL: of no game yet */
    GrAnalystSetup setup;
} Searcher;

void desk_live_drop(LiveTask *task) {
    free(task->moves);
    free(task->only);
    task->moves = task->only = NULL;
}

/* Is the engine no longer to be waited for? */
static bool is_closing(void *context) {
    GrDeskStream *s = context;
    const GrDeskStart *start = &s->desk->start;
    pthread_mutex_lock(&s->lock);
    bool closing = s->closing || (s->searching && s->waiting && gr_now_ms() > s->asked + DEAF);
    pthread_mutex_unlock(&s->lock);
    return closing || (start->stop && start->stop(start->context));
}

static bool is_over(void *context) {
    GrDeskStream *s = context;
    pthread_mutex_lock(&s->lock);
    bool over = s->closing || s->waiting;
    pthread_mutex_unlock(&s->lock);
    return over;
}

static void on_progress(void *context, const GrProgress *progress) {
    GrDeskStream *s = context;
    if (progress->index >= LIVE_LINES)
        return;
    pthread_mutex_lock(&s->lock);
    s->line[progress->index].line = *progress->line;
    s->line[progress->index].news = true;
    s->nodes = progress->nodes;
    s->ms = progress->ms;
    pthread_cond_broadcast(&s->change);
    pthread_mutex_unlock(&s->lock);
}

/* Waits for a task; false at the end. Under the lock. */
static bool take_task(GrDeskStream *s, LiveTask *task) {
    while (!s->closing && !s->waiting)
        pthread_cond_wait(&s->change, &s->lock);
    if (s->closing)
        return false;
    *task = s->task;
    s->task.moves = s->task.only = NULL;
    s->waiting = false;
    s->running = s->wanted;
    s->pos = task->pos;
    memset(s->line, 0, sizeof s->line);
    s->nodes = 0;
    s->ms = 0;
    s->fresh = true;
    s->done = s->done_told = false;
    s->text[0] = '\0';
    return true;
}

/* Ends who searched, for another one, or after a failure. */
static void dismiss(Searcher *searcher) {
    gr_analyst_close(searcher->analyst);
    *searcher = (Searcher){.analyst = NULL};
}

static int start(GrDeskStream *s, Searcher *searcher, const LiveTask *task, GrError *error) {
    const GrEngineStart how = {.command = task->engine, .stop = is_closing, .user = s};
    if (searcher->analyst && strcmp(searcher->engine, task->engine) != 0)
        dismiss(searcher);
    if (searcher->analyst)
        return 0;
    int code = gr_analyst_start(&how, strcmp(task->engine, GR_BUILTIN) ? 0 : MEGABYTES, &searcher->analyst, error);
    if (code)
        return code;
    searcher->engine = task->engine;
    gr_analyst_on_progress(searcher->analyst, on_progress, s);
    gr_analyst_on_wait(searcher->analyst, is_over, s);
    return 0;
}

/* Has it play the game, with so many lines and threads. */
static int prepare(Searcher *searcher, const LiveTask *task, GrError *error) {
    int code = 0;
    if (searcher->setup.lines != task->lines || searcher->setup.threads != task->threads) {
        searcher->setup = (GrAnalystSetup){.lines = task->lines, .threads = task->threads};
        code = gr_analyst_set_up(searcher->analyst, &searcher->setup, error);
    }
    if (!code && searcher->rules != task->pos.rules) {
        searcher->rules = task->pos.rules;
        code = gr_analyst_new_game(searcher->analyst, gr_variant(task->pos.rules), error);
    }
    return code;
}

static void set_searching(GrDeskStream *s, bool searching) {
    pthread_mutex_lock(&s->lock);
    s->searching = searching;
    pthread_mutex_unlock(&s->lock);
}

/* An engine of others is told to go on for ever; ours ends when a mate is found. */
static int search(GrDeskStream *s, Searcher *searcher, const LiveTask *task, GrError *error) {
    GrAnswer answer;
    const GrLimits limits = {.infinite = strcmp(task->engine, GR_BUILTIN) != 0, .lines = task->lines, .only = task->only,
                             .only_count = task->only_count};
    int code = start(s, searcher, task, error);
    set_searching(s, true);
    if (!code)
        code = prepare(searcher, task, error);
    if (!code)
        code = gr_analyst_search(searcher->analyst, &task->start, task->moves, task->count, &limits, &answer, error);
    if (code)
        dismiss(searcher);
    set_searching(s, false);
    return code;
}

void *desk_live_search(void *context) {
    GrDeskStream *s = context;
    LiveTask task;
    Searcher searcher = {.analyst = NULL};
    pthread_mutex_lock(&s->lock);
    while (take_task(s, &task)) {
        GrError error;
        pthread_mutex_unlock(&s->lock);
        int code = 0;
        if (!task.idle) {
            desk_jobs_give_way(s->desk, task.threads);
            code = search(s, &searcher, &task, &error);
            desk_jobs_give_way(s->desk, -task.threads);
        }
        desk_live_drop(&task);
        pthread_mutex_lock(&s->lock);
        s->done = true;
        if (code)
            snprintf(s->text, sizeof s->text, "%.190s", error.text);
        pthread_cond_broadcast(&s->change);
    }
    pthread_mutex_unlock(&s->lock);
    dismiss(&searcher);
    return NULL;
}
