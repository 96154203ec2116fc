/* The commands of an XBoard session that wait for the engine's move, and those behind them.
 *
 * While some wait (`busy`), a thread of their own carries them out, in their order, and the session belongs to it. The
 * thread that gives commands only puts lines into the queue, and obeys at once what must not wait. */
#include <stdlib.h>
#include <string.h>

#include "analysis/uci/condition.h"
#include "analysis/xboard/xboard_local.h"

enum {
    MOST_BYTES = 16 << 20, /* of lines that wait; until there are fewer, no more are taken */
    MOST_PINGS = 1000      /* answered after the moment that the end leaves */
};

/* ---- the queue. Under the lock. ---- */

static bool add_line(GrXboard *x, const char *text) {
    size_t length = strlen(text);
    GrXboardLine *line = malloc(sizeof *line + length + 1);
    if (!line)
        return false;
    *line = (GrXboardLine){.length = length};
    memcpy(line->text, text, length + 1);
    if (x->first)
        x->last->next = line;
    else
        x->first = line;
    x->last = line;
    x->bytes += length;
    return true;
}

static GrXboardLine *take_line(GrXboard *x) {
    GrXboardLine *line = x->first;
    if (line) {
        x->first = line->next;
        x->bytes -= line->length;
    }
    return line;
}

/* Drops all lines but pings. */
static void drop_lines(GrXboard *x) {
    GrXboardLine *line = x->first, *next;
    int pings = 0;
    x->first = NULL;
    x->bytes = 0;
    for (; line; line = next) {
        next = line->next;
        if (gr_after_word(line->text, "ping") && pings++ < MOST_PINGS)
            add_line(x, line->text);
        free(line);
    }
}

/* ---- the thread ---- */

/* The next line that waits; without one, the thread's work is done. */
static GrXboardLine *next_line(GrXboard *x) {
    pthread_mutex_lock(&x->lock);
    GrXboardLine *line = take_line(x);
    x->busy = line != NULL;
    x->hurries = line && line->hurried;
    pthread_cond_broadcast(&x->change);
    pthread_mutex_unlock(&x->lock);
    return line;
}

static void *work(void *argument) {
    GrXboard *x = argument;
    GrXboardLine *line;
    while ((line = next_line(x)) != NULL) {
        x->carry_out(x, line->text);
        free(line);
    }
    return NULL;
}

static void join(GrXboard *x) {
    if (x->waiting)
        pthread_join(x->waiter, NULL);
    x->waiting = false;
}

/* False if there is no thread; then the only line that waits is taken back. */
static bool start(GrXboard *x) {
    join(x);
    x->waiting = pthread_create(&x->waiter, NULL, work, x) == 0;
    if (!x->waiting) {
        pthread_mutex_lock(&x->lock);
        free(take_line(x));
        x->busy = false;
        pthread_mutex_unlock(&x->lock);
    }
    return x->waiting;
}

/* ---- the commands' thread ---- */

bool gr_xb_postpone(GrXboard *x, const char *line, bool waits) {
    pthread_mutex_lock(&x->lock);
    while (x->busy && x->bytes > MOST_BYTES)
        pthread_cond_wait(&x->change, &x->lock);
    bool was_busy = x->busy;
    bool postponed = (was_busy || (waits && x->state == GR_XB_THINKING)) && add_line(x, line);
    if (postponed)
        x->busy = true;
    while (!postponed && x->busy) /* without memory */
        pthread_cond_wait(&x->change, &x->lock);
    if (!postponed)
        x->hurries = false;
    pthread_mutex_unlock(&x->lock);
    return postponed && (was_busy || start(x));
}

void gr_xb_move_now(GrXboard *x) {
    pthread_mutex_lock(&x->lock);
    for (GrXboardLine *line = x->first; line; line = line->next)
        line->hurried = true;
    x->hurries = x->busy;
    if (x->state == GR_XB_THINKING) {
        x->hurried = true;
        gr_search_stop(x->search);
    }
    pthread_mutex_unlock(&x->lock);
}

static bool is_at_work(const GrXboard *x) {
    return x->busy || x->state == GR_XB_THINKING;
}

void gr_xb_leave(GrXboard *x, bool quits) {
    pthread_mutex_lock(&x->lock);
    int64_t until = gr_now_ms() + (quits && !x->busy ? 0 : x->moment);
    while (is_at_work(x) && gr_now_ms() < until)
        gr_condition_wait(&x->change, &x->lock, until);
    x->leaving = true;
    drop_lines(x);
    x->discard |= quits && !x->busy;
    if (x->state == GR_XB_THINKING)
        gr_search_stop(x->search);
    while (is_at_work(x))
        pthread_cond_wait(&x->change, &x->lock);
    pthread_mutex_unlock(&x->lock);
    join(x);
    gr_xb_halt(x);
}
