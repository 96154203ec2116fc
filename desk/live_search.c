/* The search of a stream: it takes the last task that is wanted, and drops one for the next. */
#include <stdlib.h>
#include <string.h>

#include "desk/jobs.h"
#include "desk/live.h"

enum { MEGABYTES = 32 };

void desk_live_drop(LiveTask *task) {
    free(task->before);
    task->before = NULL;
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
    s->task.before = NULL;
    s->waiting = false;
    s->running = s->wanted;
    s->pos = task->pos;
    memset(s->line, 0, sizeof s->line);
    s->nodes = 0;
    s->ms = 0;
    s->done = s->done_told = s->failed = false;
    return true;
}

static int search(GrSearch *search, const LiveTask *task) {
    GrFound found;
    const GrLimits limits = {.infinite = false, .lines = task->lines};
    int code = gr_search_set_threads(search, task->threads);
    return code ? code : gr_search_run(search, &task->pos, task->before, task->count, &limits, &found);
}

void *desk_live_search(void *context) {
    GrDeskStream *s = context;
    LiveTask task = {.before = NULL};
    GrSearch *engine = NULL;
    pthread_mutex_lock(&s->lock);
    while (take_task(s, &task)) {
        pthread_mutex_unlock(&s->lock);
        int code = 0;
        if (!engine && !task.idle && (engine = gr_search_new(MEGABYTES)) != NULL) {
            gr_search_on_progress(engine, on_progress, s);
            gr_search_on_wait(engine, is_over, s);
        }
        if (!task.idle) {
            desk_jobs_give_way(s->desk, task.threads);
            code = engine ? search(engine, &task) : GR_ERR_MEMORY;
            desk_jobs_give_way(s->desk, -task.threads);
        }
        desk_live_drop(&task);
        pthread_mutex_lock(&s->lock);
        s->done = true;
        s->failed = code != 0;
        pthread_cond_broadcast(&s->change);
    }
    pthread_mutex_unlock(&s->lock);
    gr_search_free(engine);
    return NULL;
}
