/* The thread of searches, and the commands that wait for it.
 *
 * While it is at work (`busy`), the session's position, options and limits are its own: it searches, and then carries
 * out, in their order, the lines that have come meanwhile and would have disturbed the search. The thread that gives
 * commands only puts lines into that queue, and obeys at once what is said to a search. */
#include <stdlib.h>
#include <string.h>

#include "analysis/uci/condition.h"
#include "analysis/uci/uci_local.h"

enum {
    MOST_BYTES = 16 << 20, /* of lines that wait; until there are fewer, no more are taken */
    SCRIPT_MS = 500        /* within this time of the last command, `quit` ends a script, and its searches go on */
};

/* ---- what is said to the search that runs. Under the lock. ---- */

static void end_search(GrUci *uci) {
    uci->released = true;
    uci->until = 0;
    atomic_store(&uci->cut, true);
    gr_search_stop(uci->search);
    pthread_cond_broadcast(&uci->change);
}

static void hit(GrUci *uci) {
    if (!uci->ponders)
        return;
    uci->ponders = false;
    if (!uci->ends) {
        end_search(uci);
        return;
    }
    gr_search_ponderhit(uci->search);
    uci->endless = uci->limits.infinite;
    uci->released = !uci->endless;
    pthread_cond_broadcast(&uci->change);
}

/* `quit` is about what runs. */
static void let_end(GrUci *uci) {
    if (!uci->moment)
        end_search(uci);
    else if (!uci->until)
        uci->until = gr_now_ms() + uci->moment;
    pthread_cond_broadcast(&uci->change);
}

/* A search begins: what has already been said to it, before the next `go`? */
static void look_ahead(GrUci *uci) {
    const GrUciLine *line = uci->first;
    for (; line && line->kind != GR_LINE_GO; line = line->next) {
        if (line->kind == GR_LINE_PONDERHIT)
            hit(uci);
        else if (line->kind == GR_LINE_STOP || uci->endless)
            end_search(uci);
    }
    if ((uci->stopping && !line) || ((uci->closing || line) && uci->endless))
        end_search(uci);
    else if (uci->quitting && !line)
        let_end(uci);
}

static void wait_until_idle(GrUci *uci) {
    while (uci->busy) {
        if (uci->until && gr_now_ms() >= uci->until)
            end_search(uci);
        else if (uci->until)
            gr_condition_wait(&uci->change, &uci->lock, uci->until);
        else
            pthread_cond_wait(&uci->change, &uci->lock);
    }
}

/* ---- the thread of searches ---- */

void gr_uci_begun(GrUci *uci) {
    pthread_mutex_lock(&uci->lock);
    gr_search_ready(uci->search);
    atomic_store(&uci->cut, false);
    uci->searching = true;
    uci->ponders = uci->limits.ponder;
    uci->endless = uci->limits.infinite || uci->ponders;
    uci->released = !uci->endless;
    look_ahead(uci);
    pthread_mutex_unlock(&uci->lock);
}

void gr_uci_await_release(GrUci *uci) {
    pthread_mutex_lock(&uci->lock);
    while (!uci->released)
        pthread_cond_wait(&uci->change, &uci->lock);
    pthread_mutex_unlock(&uci->lock);
}

bool gr_uci_is_cut(GrUci *uci) {
    return atomic_load_explicit(&uci->cut, memory_order_relaxed);
}

void gr_uci_ended(GrUci *uci) {
    pthread_mutex_lock(&uci->lock);
    uci->until = 0;
    uci->searching = uci->endless = uci->ponders = false;
    pthread_mutex_unlock(&uci->lock);
}

/* Takes the next line that waits; without one, the thread's work is done. */
static GrUciLine *next_line(GrUci *uci) {
    pthread_mutex_lock(&uci->lock);
    GrUciLine *line = uci->first;
    if (line) {
        uci->first = line->next;
        uci->goes -= line->kind == GR_LINE_GO;
        uci->bytes -= line->length;
    } else {
        uci->busy = false;
    }
    pthread_cond_broadcast(&uci->change);
    pthread_mutex_unlock(&uci->lock);
    return line;
}

static void *work(void *argument) {
    GrUci *uci = argument;
    GrUciLine *line;
    do {
        void (*search)(GrUci *) = uci->due;
        uci->due = NULL;
        if (search)
            search(uci);
        line = next_line(uci);
        if (line && (line->kind == GR_LINE_GO || line->kind == GR_LINE_OTHER))
            uci->carry_out(uci, line->text);
        free(line);
    } while (line);
    return NULL;
}

static void join(GrUci *uci) {
    if (uci->joinable)
        pthread_join(uci->thread, NULL);
    uci->joinable = false;
}

void gr_uci_start(GrUci *uci) {
    uci->last_given = gr_now_ms();
    if (!uci->due)
        return;
    join(uci);
    uci->busy = true;
    uci->joinable = pthread_create(&uci->thread, NULL, work, uci) == 0;
    if (!uci->joinable) {
        uci->busy = false;
        uci->due = NULL;
        gr_say(uci, "info string no thread to search with");
        gr_say(uci, "bestmove 0000");
    }
}

/* ---- lines that wait ---- */

/* Adds a line to those that wait, under the lock; false without memory. */
static bool add_line(GrUci *uci, const char *text) {
    size_t length = strlen(text), word_length;
    GrUciLine *line = malloc(sizeof *line + length + 1);
    if (!line)
        return false;
    const char *word = gr_word(text, &word_length);
    bool goes = gr_word_is(word, word_length, "go") || gr_word_is(word, word_length, "bench");
    *line = (GrUciLine){.kind = goes                                         ? GR_LINE_GO
                                : gr_word_is(word, word_length, "stop")      ? GR_LINE_STOP
                                : gr_word_is(word, word_length, "ponderhit") ? GR_LINE_PONDERHIT
                                                                             : GR_LINE_OTHER,
                        .length = length};
    memcpy(line->text, text, length + 1);
    if (uci->first)
        uci->last->next = line;
    else
        uci->first = line;
    uci->last = line;
    uci->goes += line->kind == GR_LINE_GO;
    uci->bytes += length;
    uci->last_given = gr_now_ms();
    return true;
}

static void drop_lines(GrUci *uci) {
    while (uci->first) {
        GrUciLine *line = uci->first;
        uci->first = line->next;
        free(line);
    }
    uci->goes = uci->bytes = 0;
}

bool gr_uci_postpone(GrUci *uci, const char *line) {
    pthread_mutex_lock(&uci->lock);
    if (uci->endless) {
        end_search(uci);
        wait_until_idle(uci);
    }
    while (uci->busy && uci->bytes > MOST_BYTES)
        pthread_cond_wait(&uci->change, &uci->lock);
    bool postponed = uci->busy && add_line(uci, line);
    if (!postponed)
        wait_until_idle(uci);
    pthread_mutex_unlock(&uci->lock);
    return postponed;
}

/* ---- said to searches ---- */

void gr_uci_stop(GrUci *uci) {
    pthread_mutex_lock(&uci->lock);
    if (uci->busy && (uci->goes == 0 || !add_line(uci, "stop"))) {
        uci->stopping = true;
        if (uci->searching && uci->goes == 0)
            end_search(uci);
        wait_until_idle(uci);
        uci->stopping = false;
    }
    pthread_mutex_unlock(&uci->lock);
}

void gr_uci_ponderhit(GrUci *uci) {
    pthread_mutex_lock(&uci->lock);
    if (uci->searching && uci->goes == 0)
        hit(uci);
    else if (uci->busy && !add_line(uci, "ponderhit"))
        gr_say_error(uci, "out of memory for ponderhit");
    pthread_mutex_unlock(&uci->lock);
}

void gr_uci_quit(GrUci *uci) {
    pthread_mutex_lock(&uci->lock);
    uci->quitting = true;
    bool late = gr_now_ms() - uci->last_given > SCRIPT_MS;
    if (late)
        drop_lines(uci);
    if (uci->searching && (late || uci->endless))
        end_search(uci);
    else if (uci->searching && uci->goes == 0)
        let_end(uci);
    wait_until_idle(uci);
    uci->quitting = false;
    pthread_mutex_unlock(&uci->lock);
}

void gr_uci_wait(GrUci *uci) {
    pthread_mutex_lock(&uci->lock);
    uci->closing = true;
    if (uci->endless)
        end_search(uci);
    wait_until_idle(uci);
    uci->closing = false;
    pthread_mutex_unlock(&uci->lock);
    join(uci);
}
