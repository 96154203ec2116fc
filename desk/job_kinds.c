/* The kinds of jobs; those that judge positions, index games, and find doubles. */
#include <stdio.h>
#include <string.h>

#include "analysis/study/annotate_run.h"
#include "db/db.h"
#include "desk/jobs.h"

const DeskJobKind *desk_job_kind(const char *name) {
    static const DeskJobKind *const kinds[] = {&desk_job_annotate, &desk_job_index, &desk_job_report,
                                               &desk_job_match, &desk_job_dedupe, &desk_job_train};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i]->name, name))
            return kinds[i];
    return NULL;
}

/* ---- annotate ---- */

enum { SAVE_MS = 1000 }; /* what a kill may lose of it */

static bool read_annotate(DeskCall *call, DeskJob *job) {
    return desk_job_engine(call, job, "engine", 0) && desk_job_limits(call, job, false) &&
           desk_job_threads(call, job) && desk_job_selection(call, job);
}

static void on_event(void *context, const GrAnnotateEvent *event) {
    DeskJob *job = context;
    if (event->kind >= GR_ANNOTATE_NOTE)
        desk_job_say(job, "%s", event->text);
    else
        desk_job_progress(job, event->kind < GR_ANNOTATE_COUNTED ? "games" : "positions", event->done, event->total);
}

static int annotate(DeskJob *job, GrDb *db, GrError *error) {
    GrAnnotateSummary summary = {0};
    const DeskJobTask *task = &job->task;
    const GrAnnotateJob run = {
        .db = db, .selection = &task->selection, .query = task->query, .shard = 1, .shards = 1, .to_ply = UINT32_MAX,
        .engine = task->engine[0], .limits = task->limits, .jobs = task->threads, .count = true, .save_ms = SAVE_MS,
        .stop = desk_job_stops, .places = desk_job_places, .event = on_event, .user = job};
    int code = gr_annotate_run(&run, &summary, error);
    desk_job_figure(job, "judged", (double)summary.judged, 0);
    desk_job_figure(job, "aside", (double)summary.aside, 0);
    return code;
}

const DeskJobKind desk_job_annotate = {.name = "annotate", .writes = true, .read = read_annotate, .work = annotate};

/* ---- work on all games of a database ---- */

static void on_games(void *context, uint64_t done, uint64_t total) {
    desk_job_progress(context, "games", done, total);
}

static void on_unread(void *context, int64_t id, const GrError *why) {
    desk_job_say(context, "game %lld: %.200s", (long long)id, why->text);
}

/* An index that is being made gives way by beginning again with fewer threads: what is indexed stays. */
typedef struct Indexing {
    DeskJob *job;
    int threads;
} Indexing;

static int threads_for(DeskJob *job) {
    int places = desk_job_places(job);
    return places > 1 ? places : 1;
}

static bool stop_indexing(void *context) {
    const Indexing *indexing = context;
    return desk_job_stops(indexing->job) || threads_for(indexing->job) < indexing->threads;
}

static void on_indexed(void *context, uint64_t done, uint64_t total) {
    on_games(((Indexing *)context)->job, done, total);
}

static int make_index(DeskJob *job, GrDb *db, GrError *error) {
    GrIndexed done;
    uint64_t games = 0, positions = 0;
    int code;
    do {
        Indexing indexing = {job, threads_for(job)};
        const GrWork work = {.context = &indexing, .progress = on_indexed, .stop = stop_indexing};
        code = gr_db_index(db, indexing.threads, &work, &done, error);
        games += done.games;
        positions += done.postings;
    } while (code == GR_ERR_STOPPED && !desk_job_stops(job));
    desk_job_figure(job, "indexed", (double)games, 0);
    desk_job_figure(job, "positions", (double)positions, 0);
    return code;
}

const DeskJobKind desk_job_index = {.name = "index", .writes = true, .read = desk_job_threads, .work = make_index};

/* To find doubles, or to remove them, too; one that is paused begins anew. */
static bool read_dedupe(DeskCall *call, DeskJob *job) {
    return desk_job_flag(call, "remove", &job->task.remove);
}

static int dedupe(DeskJob *job, GrDb *db, GrError *error) {
    GrDeduped done = {0};
    const GrWork work = {.context = job, .progress = on_games, .unread = on_unread, .stop = desk_job_stops};
    const GrDedupe run = {.dry = !job->task.remove, .work = &work};
    int code = gr_db_dedupe(db, &run, &done, error);
    if (code)
        return code;
    desk_job_progress(job, "games", done.games, done.games); /* each was gone through as often as needed */
    desk_job_figure(job, "compared", (double)done.games, 0);
    desk_job_figure(job, job->task.remove ? "removed" : "doubles", (double)done.doubles, 0);
    desk_job_figure(job, "kept", (double)done.annotated, 0);
    return 0;
}

const DeskJobKind desk_job_dedupe = {.name = "dedupe", .writes = true, .read = read_dedupe, .work = dedupe};
