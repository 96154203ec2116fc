/* Sharing out the games among threads, and putting together what they find.
 *
 * Ranges of games are taken in order by the threads that are free, and their slots stand in a
 * ring; the caller's thread empties them in order and works on a range itself when there is none to
 * be emptied. So nothing waits for the end, and the order is that of the games.
 */
#include "db/search/find.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "db/search/find_local.h"
#include "db/store/internal.h"
#include "db/index/signatures.h"

/* Ranges are whole blocks where these have the usual size. */
enum { RANGE_GAMES = GR_BLOCK_GAMES, OPEN_TRIES = 5, MANY_GAMES = 60000, WAIT_NANOSECONDS = 50000000 };

typedef struct Finder {
    const GrFind *find;
    GrFind own;              /* what `find` points to, with what is left of its query */
    FindPushdown pushdown;
    GrDb *db;
    FindPlans plans;
    FindWorker worker[FIND_JOBS]; /* [0] is the caller's thread */
    int jobs;
    FindCandidates candidates;
    uint64_t *most;          /* NULL, or nothing is read: takes how many games may be found */
    int64_t last;            /* the highest number of a game */
    int64_t range;           /* games of a range */
    size_t ranges;
    FindSlot *slot;
    size_t slots;
    size_t taken, emptied;   /* ranges so far */
    atomic_bool quit;        /* all threads are to end */
    pthread_mutex_t lock;    /* guards taken, emptied and the stages of slots */
    pthread_cond_t change;
    GrFindCount *count;
    bool damaged;            /* something was hidden: `error` says what */
    GrError *error;
} Finder;

/* ---- emptying slots ---- */

/* How many texts of the game (or hits of it, if nothing is shown) may still be shown. */
static size_t within_limit(const Finder *f, size_t wanted) {
    uint64_t limit = f->find->limit;
    return limit && limit - f->count->shown < wanted ? (size_t)(limit - f->count->shown) : wanted;
}

/* Counts what the limit allows of a slot; returns how many bytes of its text that is. */
static size_t count_slot(Finder *f, const FindSlot *slot) {
    size_t bytes = 0;
    for (size_t i = 0; i < slot->items; i++) {
        const FindItem *item = &slot->item[i];
        size_t units = f->find->by_game || !item->hits ? 1 : item->hits;
        size_t kept = within_limit(f, units);
        if (!kept)
            break;
        f->count->shown += kept;
        f->count->games++;
        f->count->hits += kept < units ? kept : item->hits;
        if (f->find->show)
            bytes = slot->end[item->text + kept - 1];
    }
    return bytes;
}

/* Returns 0 to go on, 1 when there is enough, or a code. */
static int empty_slot(Finder *f, FindSlot *slot) {
    const GrFind *find = f->find;
    for (size_t i = 0; i < slot->unreads; i++)
        if (find->unread)
            find->unread(find->context, slot->unread[i].id, &slot->unread[i].why);
    f->count->unread += slot->unreads;
    size_t bytes = count_slot(f, slot);
    if (bytes && find->put(find->context, slot->text.data, bytes))
        return gr_fail(f->error, GR_ERR_STOPPED, "stopped");
    if (slot->code == GR_ERR_DAMAGED) {
        f->damaged = true;
        gr_fail(f->error, GR_ERR_DAMAGED, "%s", slot->error.text);
    } else if (slot->code) {
        return gr_fail(f->error, (GrCode)slot->code, "%s",
                       slot->code == GR_ERR_STOPPED ? "stopped" : slot->error.text);
    }
    return find->limit && f->count->shown >= find->limit;
}

/* ---- threads; the functions below are called with the lock held ---- */

static void set_stage(Finder *f, FindSlot *slot, FindStage stage) {
    slot->stage = stage;
    pthread_cond_broadcast(&f->change);
}

/* Works on the next range; false if there is none, or no slot for it. */
static bool work(Finder *f, FindWorker *worker) {
    FindSlot *slot = &f->slot[f->taken % f->slots];
    if (f->taken == f->ranges || slot->stage != FIND_FREE || atomic_load(&f->quit))
        return false;
    slot->stage = FIND_TAKEN;
    slot->from = (int64_t)f->taken * f->range + 1;
    slot->to = slot->from + f->range - 1;
    f->taken++;
    pthread_mutex_unlock(&f->lock);
    find_range(worker, slot);
    pthread_mutex_lock(&f->lock);
    set_stage(f, slot, FIND_DONE);
    return true;
}

static void wait_a_while(Finder *f) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WAIT_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&f->change, &f->lock, &until);
}

static bool is_stopped(Finder *f) {
    const GrFind *find = f->find;
    int64_t id = (int64_t)f->emptied * f->range;
    return find->stop && find->stop(find->context, id < f->last ? id : f->last, f->last);
}

/* Empties the slot of the next range if it is done: 1 with *code set, else 0. */
static bool empty_next(Finder *f, int *code) {
    FindSlot *slot = &f->slot[f->emptied % f->slots];
    if (slot->stage != FIND_DONE)
        return false;
    pthread_mutex_unlock(&f->lock);
    *code = empty_slot(f, slot);
    pthread_mutex_lock(&f->lock);
    f->emptied++;
    set_stage(f, slot, FIND_FREE);
    return true;
}

static int main_thread(Finder *f) {
    int code = 0;
    pthread_mutex_lock(&f->lock);
    while (!code && f->emptied < f->ranges) {
        if (empty_next(f, &code))
            continue;
        if (!work(f, &f->worker[0]))
            wait_a_while(f);
        if (is_stopped(f))
            code = gr_fail(f->error, GR_ERR_STOPPED, "stopped");
    }
    atomic_store(&f->quit, true);
    pthread_cond_broadcast(&f->change);
    pthread_mutex_unlock(&f->lock);
    return code;
}

typedef struct Thread {
    Finder *finder;
    FindWorker *worker;
    pthread_t id;
} Thread;

static void *other_thread(void *context) {
    Thread *thread = context;
    Finder *f = thread->finder;
    pthread_mutex_lock(&f->lock);
    while (!atomic_load(&f->quit) && f->taken < f->ranges)
        if (!work(f, thread->worker))
            pthread_cond_wait(&f->change, &f->lock);
    pthread_mutex_unlock(&f->lock);
    return NULL;
}

/* With fewer threads than asked for, if the system has no more, it takes longer but is the same.
 * What was found in ranges that were taken is put in any case. */
static int run(Finder *f) {
    Thread thread[FIND_JOBS];
    int started = 1;
    for (; started < f->jobs; started++) {
        thread[started] = (Thread){.finder = f, .worker = &f->worker[started]};
        if (pthread_create(&thread[started].id, NULL, other_thread, &thread[started]))
            break;
    }
    int code = main_thread(f);
    while (--started > 0)
        pthread_join(thread[started].id, NULL);
    for (; code == GR_ERR_STOPPED && f->emptied < f->taken; f->emptied++) {
        FindSlot *slot = &f->slot[f->emptied % f->slots];
        int rest = empty_slot(f, slot);
        code = rest < 0 ? rest : code;
    }
    return code;
}

/* ---- beginning ---- */

static void close_others(Finder *f) {
    for (int i = 1; i < f->jobs; i++) {
        gr_db_close(f->worker[i].db);
        f->worker[i].db = NULL;
    }
}

/* Opens the database for each further thread and lets all see the same state of it: that of our
 * own handle, if nobody has written between its two looks. 1 if somebody has. */
static int open_others(Finder *f) {
    const GrDbSource source = gr_db_source(f->db);
    int code = gr_db_refresh(f->db, f->error);
    int64_t version = f->db->version;
    for (int i = 1; i < f->jobs && !code; i++) {
        code = gr_db_open_again(&source, &f->worker[i].db, f->error);
        if (!code)
            code = gr_db_begin_read(f->worker[i].db, f->error);
    }
    if (!code)
        code = gr_db_begin_read(f->db, f->error);
    return code ? code : f->db->version != version;
}

/* One thread alone is enough where somebody keeps writing, and must do inside a transaction, which
 * nobody else can see. */
static int open_handles(Finder *f) {
    int code = 1;
    if (f->db->writing || f->db->reading)
        f->jobs = 1;
    for (int i = 0; i < OPEN_TRIES && f->jobs > 1 && code > 0; i++) {
        code = open_others(f);
        if (code) {
            close_others(f);
            gr_db_end_read(f->db);
        }
    }
    if (code > 0) {
        f->jobs = 1;
        code = f->db->writing || f->db->reading ? 0 : gr_db_begin_read(f->db, f->error);
    }
    f->worker[0].db = f->db;
    return code;
}

static int make_slots(Finder *f) {
    f->slots = f->jobs > 1 ? (size_t)f->jobs * 2 + 2 : 1;
    f->slot = calloc(f->slots, sizeof *f->slot);
    if (!f->slot)
        return gr_no_memory(f->error);
    for (size_t i = 0; i < f->slots; i++)
        gr_buffer_init(&f->slot[i].text);
    return 0;
}

static void free_slots(Finder *f) {
    for (size_t i = 0; f->slot && i < f->slots; i++) {
        free(f->slot[i].item);
        free(f->slot[i].hit);
        free(f->slot[i].unread);
        free(f->slot[i].end);
        gr_buffer_free(&f->slot[i].text);
    }
    free(f->slot);
}

static int open_workers(Finder *f) {
    int code = 0;
    for (int i = 0; i < f->jobs; i++) {
        FindWorker *w = &f->worker[i];
        w->find = f->find;
        w->watch.target = f->find->target;
        w->plans = &f->plans;
        w->quit = &f->quit;
        w->main = i == 0;
        w->last = f->last;
        w->candidates = &f->candidates;
        w->selects = !f->find->query && !f->find->target && !f->find->show && gr_conditions_any(f->plans.conditions);
        if (!code)
            code = find_open_worker(w, f->error);
    }
    return code;
}

/* What the index has counted. */
static void add_counted(Finder *f) {
    const GrPositionCount *counted = &f->candidates.counted;
    f->count->games += counted->games;
    f->count->hits += counted->hits;
    f->count->shown += f->find->by_game || !counted->hits ? counted->games : counted->hits;
}

/* Notes how many games may be found; those are looked at of which that is known without reading them. */
static int estimate(Finder *f) {
    *f->most = find_most(&f->candidates, f->last);
    return find_keep_certain(&f->candidates, f->last) ? 0 : gr_no_memory(f->error);
}

static int ask(Finder *f, const FindHandles *handles) {
    int code = find_make_plans(&f->plans, f->find, f->db, f->error);
    return code ? code : find_candidates(&f->candidates, handles, f->find, &f->plans, f->error);
}

static int ask_alone(Finder *f) {
    const FindHandles own = {.db = {f->db}, .count = 1};
    return ask(f, &own);
}

/* With all handles open: everything else, and the work. */
static int find_all(Finder *f) {
    f->last = gr_db_last(f->db, f->error);
    int code = f->last < 0 ? (int)f->last : make_slots(f);
    if (!code)
        code = ask_alone(f);
    if (!code)
        add_counted(f);
    if (!code && f->most)
        code = estimate(f);
    f->ranges = f->last > 0 ? (size_t)((f->last - 1) / f->range) + 1 : 0;
    if (!code && f->ranges) {
        code = open_workers(f);
        if (!code)
            code = run(f);
        for (int i = 0; i < f->jobs; i++)
            if (f->worker[i].find)
                find_close_worker(&f->worker[i]);
    }
    free_slots(f);
    return code;
}

/* No more threads than there are ranges. */
static int fit_jobs(Finder *f) {
    int jobs = f->find->jobs;
    int64_t last = gr_db_last(f->db, f->error);
    f->range = f->find->range ? f->find->range : RANGE_GAMES;
    f->jobs = jobs < 1 ? 1 : jobs > FIND_JOBS ? FIND_JOBS : jobs;
    if (last >= 0 && last / f->range + 1 < f->jobs)
        f->jobs = (int)(last / f->range + 1);
    return last < 0 ? (int)last : 0;
}

/* Where but few games are left, or of few more it is known where the position is, one thread is done before a second
 * one has begun. */
static bool leaves_few(Finder *f) {
    enum { FEW = 3200, FEW_KNOWN = 50000 };
    const GrGameSet *only = &f->candidates.only;
    uint64_t known = f->candidates.position.games;
    if (!only->word || only->count >= FEW + known || known >= FEW_KNOWN)
        return false;
    close_others(f);
    f->jobs = 1;
    f->range = (only->groups << only->shift) + 1; /* all games */
    return true;
}

/* Asks with all threads, where all signatures of many games are to be asked. */
static int ask_together(Finder *f) {
    FindHandles handles = {.count = 0};
    int code = open_handles(f);
    for (; handles.count < f->jobs; handles.count++)
        handles.db[handles.count] = f->worker[handles.count].db;
    if (!code)
        code = ask(f, &handles);
    if (!code)
        leaves_few(f);
    return code;
}

/* Is it worth it to ask with all threads? To open another handle takes as long as to ask the signatures of some ten
 * thousand games, and a selection may leave few of them. */
static bool asks_together(const Finder *f, int64_t last) {
    bool many = f->find->range || last >= MANY_GAMES; /* who wants small ranges wants them shared out */
    return f->jobs > 1 && many && !gr_conditions_any(f->plans.conditions) && find_asks_signatures(f->find, &f->plans);
}

/* Opens handles, and asks what is known before games are read. Where one thread asks, and is enough for all, the
 * transaction that reads stays open. */
static int open_and_ask(Finder *f) {
    bool reading = f->db->reading, together = false;
    int code = gr_db_begin_read(f->db, f->error);
    int64_t last = code ? code : gr_db_last(f->db, f->error);
    if (last >= 0)
        code = find_make_plans(&f->plans, f->find, f->db, f->error);
    else
        code = (int)last;
    if (!code)
        together = asks_together(f, last);
    if (!code && !together && find_is_askable(f->find, &f->plans)) {
        code = ask_alone(f);
        if (!code && leaves_few(f))
            return open_handles(f);
    }
    if (!reading)
        gr_db_end_read(f->db);
    if (code)
        return code;
    return together ? ask_together(f) : open_handles(f);
}

/* What a query says of games as a whole is asked of columns; of the query, the rest. */
static int imply(Finder *f) {
    int code = find_push_down(&f->own, &f->pushdown);
    if (f->own.query)
        f->own.query = f->pushdown.rest.root ? &f->pushdown.rest : NULL;
    f->plans.conditions = &f->pushdown.conditions;
    return code ? gr_no_memory(f->error) : 0;
}

/* Evaluations that were asked for and are damaged hide positions. */
static void note_lost_evals(Finder *f, uint64_t before) {
    uint64_t lost = gr_evals_lost(f->db) - before;
    for (int i = 1; i < FIND_JOBS && f->worker[i].db; i++)
        lost += gr_evals_lost(f->worker[i].db);
    if (!lost || f->damaged)
        return;
    f->damaged = true;
    gr_fail(f->error, GR_ERR_DAMAGED, "some evaluations are damaged, and count as missing");
}

/* Finds; or, if `most` is not NULL, finds what is certain without reading games. */
static int find_in(GrDb *db, const GrFind *find, uint64_t *most, GrFindCount *count, GrError *error) {
    GrError own;
    bool reading = db->reading;
    uint64_t lost = gr_evals_lost(db);
    Finder *f = calloc(1, sizeof *f);
    *count = (GrFindCount){0};
    if (!f)
        return gr_no_memory(error);
    f->own = *find;
    f->find = &f->own;
    f->db = db;
    f->count = count;
    f->error = error ? error : &own;
    f->most = most;
    atomic_init(&f->quit, false);
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->change, NULL);
    int code = fit_jobs(f);
    if (!code)
        code = imply(f);
    if (!code)
        code = open_and_ask(f);
    if (!code)
        code = find_all(f);
    if (code >= 0)
        note_lost_evals(f, lost);
    for (int i = 1; i < FIND_JOBS && f->worker[i].db; i++)
        gr_missing_join(&db->missing, &f->worker[i].db->missing);
    if (!code && (f->damaged || count->unread))
        code = f->damaged ? GR_ERR_DAMAGED
                          : gr_fail(f->error, GR_ERR_DAMAGED, "some games cannot be read");
    close_others(f);
    if (!reading)
        gr_db_end_read(db);
    find_free_plans(&f->plans);
    find_free_candidates(&f->candidates);
    find_free_pushdown(&f->pushdown);
    pthread_cond_destroy(&f->change);
    pthread_mutex_destroy(&f->lock);
    free(f);
    return code > 0 ? 0 : code;
}

int gr_find(GrDb *db, const GrFind *find, GrFindCount *count, GrError *error) {
    return find_in(db, find, NULL, count, error);
}

int gr_find_estimate(GrDb *db, const GrFind *find, GrFindEstimate *estimate, GrError *error) {
    GrFind counting = *find;
    GrFindCount count;
    *estimate = (GrFindEstimate){0};
    counting.jobs = 1;
    counting.limit = 0;
    counting.show = NULL;
    bool all = !find->query && !find->target && !(find->selection && find->selection->count);
    int code = find_in(db, &counting, all ? NULL : &estimate->most, &count, error);
    estimate->least = count.games;
    estimate->most = all ? count.games : estimate->most;
    return code;
}
