/* Jobs: begun by a request, done by a thread with a connection of its own, watched, stopped. */
#include "desk/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk/asked.h"

/* ---- at work ---- */

static bool is_stopped(void *context) {
    DeskJob *job = context;
    const GrDeskStart *start = &job->desk->start;
    pthread_mutex_lock(&job->lock);
    bool stop = job->stop;
    pthread_mutex_unlock(&job->lock);
    return stop || (start->stop && start->stop(start->context));
}

static void on_event(void *context, const GrAnnotateEvent *event) {
    DeskJob *job = context;
    pthread_mutex_lock(&job->lock);
    if (event->kind >= GR_ANNOTATE_NOTE) {
        snprintf(job->text, sizeof job->text, "%.190s", event->text);
    } else {
        job->counting = event->kind < GR_ANNOTATE_COUNTED;
        job->done = event->done;
        job->total = event->total;
    }
    pthread_mutex_unlock(&job->lock);
}

static void end_job(DeskJob *job, int code, const GrError *error, const GrAnnotateSummary *summary) {
    pthread_mutex_lock(&job->lock);
    job->state = code == GR_ERR_STOPPED ? JOB_STOPPED : code ? JOB_FAILED : JOB_DONE;
    job->judged = summary->judged;
    job->aside = summary->aside;
    if (job->state == JOB_FAILED)
        snprintf(job->text, sizeof job->text, "%.190s", error->text);
    pthread_mutex_unlock(&job->lock);
}

static void *work(void *context) {
    DeskJob *job = context;
    GrError error;
    GrAnnotateSummary summary = {0};
    GrDb *db;
    const GrDbWaiting waiting = {.stop = is_stopped, .context = job};
    int code = gr_db_open_until(job->file->path, job->desk->start.variants, GR_DB_WRITE, &waiting, &db, &error);
    const GrAnnotateJob annotate = {
        .db = db, .selection = &job->selection, .query = job->query, .shard = 1, .shards = 1, .to_ply = UINT32_MAX,
        .engine = job->engine, .limits = job->limits, .jobs = job->threads, .count = true, .stop = is_stopped,
        .event = on_event, .user = job};
    if (!code) {
        code = gr_annotate_run(&annotate, &summary, &error);
        gr_db_close(db);
    }
    end_job(job, code, &error, &summary);
    return NULL;
}

/* ---- making and freeing ---- */

static void free_job(DeskJob *job) {
    if (!job)
        return;
    pthread_mutex_destroy(&job->lock);
    gr_query_free(job->query);
    gr_selection_free(&job->selection);
    free(job);
}

static DeskJobState state_of(DeskJob *job) {
    pthread_mutex_lock(&job->lock);
    DeskJobState state = job->state;
    pthread_mutex_unlock(&job->lock);
    return state;
}

/* A place for one more; of jobs that have ended the oldest one goes. -1 while too many run. Under the desk's lock. */
static int find_room(GrDesk *desk) {
    int room = -1, running = 0;
    for (int i = 0; i < DESK_MOST_JOBS; i++) {
        DeskJob *job = desk->job[i];
        bool runs = job && state_of(job) == JOB_RUNNING;
        running += runs;
        if (!runs && (room < 0 || (desk->job[room] && (!job || job->number < desk->job[room]->number))))
            room = i;
    }
    if (running >= JOBS_AT_A_TIME || room < 0)
        return -1;
    if (desk->job[room]) {
        pthread_join(desk->job[room]->thread, NULL);
        free_job(desk->job[room]);
        desk->job[room] = NULL;
    }
    return room;
}

/* Begins it, which is the desk's from then on, and returns its number; 0 after refusing the request. */
static unsigned begin(DeskCall *call, DeskJob *job) {
    GrDesk *desk = call->desk;
    pthread_mutex_lock(&desk->lock);
    int room = find_room(desk);
    unsigned number = job->number = desk->jobs_begun + 1;
    bool begun = room >= 0 && !pthread_create(&job->thread, NULL, work, job);
    if (begun) {
        desk->job[room] = job;
        desk->jobs_begun++;
    }
    pthread_mutex_unlock(&desk->lock);
    if (!begun)
        desk_refuse(call, 503, room < 0 ? "as many jobs run already as can at a time"
                                        : "there is no thread for it");
    return begun ? number : 0;
}

void desk_jobs_end(GrDesk *desk) {
    for (int i = 0; i < DESK_MOST_JOBS; i++)
        if (desk->job[i]) {
            pthread_mutex_lock(&desk->job[i]->lock);
            desk->job[i]->stop = true;
            pthread_mutex_unlock(&desk->job[i]->lock);
        }
    for (int i = 0; i < DESK_MOST_JOBS; i++)
        if (desk->job[i]) {
            pthread_join(desk->job[i]->thread, NULL);
            free_job(desk->job[i]);
            desk->job[i] = NULL;
        }
}

/* ---- what is asked ---- */

/* A whole number of the body; false after refusing another value. */
static bool read_limit(DeskCall *call, const char *name, int64_t most, int64_t *number) {
    uint32_t value = gr_json_member(&call->tree, 1, name);
    if (!value || gr_json_whole(&call->tree, value, 1, most, number))
        return true;
    desk_refuse(call, 400, "the member \"%s\" is no whole number from 1 to %lld", name, (long long)most);
    return false;
}

static bool read_limits(DeskCall *call, DeskJob *job) {
    int64_t depth = 0, nodes = 0, ms = 0, threads = call->desk->start.jobs;
    if (!read_limit(call, "depth", GR_MAX_PLY - 1, &depth) || !read_limit(call, "nodes", 1000000000, &nodes) ||
        !read_limit(call, "movetime", 600000, &ms) || !read_limit(call, "threads", GR_MAX_THREADS, &threads))
        return false;
    if (!depth && !nodes && !ms) {
        desk_refuse(call, 400, "a job takes a limit: \"depth\", \"nodes\" or \"movetime\"");
        return false;
    }
    job->limits = (GrLimits){.depth = (int)depth, .nodes = (uint64_t)nodes, .movetime = ms};
    job->threads = threads < call->desk->start.jobs ? (int)threads : call->desk->start.jobs;
    return true;
}

/* The engine, by its number among those of the desk; the built-in one if none is named. */
static bool read_engine(DeskCall *call, DeskJob *job) {
    bool well = true;
    const GrDeskStart *start = &call->desk->start;
    const char *name = desk_text(call, "engine", false, &well);
    char number[16];
    job->engine = !name || !strcmp(name, GR_BUILTIN) ? GR_BUILTIN : NULL;
    for (int i = 0; i < start->engines && !job->engine; i++) {
        snprintf(number, sizeof number, "%d", i + 1);
        if (!strcmp(name, number))
            job->engine = start->engine[i];
    }
    if (well && !job->engine)
        desk_refuse(call, 400, "there is no engine '%.40s'", name);
    return well && job->engine;
}

/* The array "sel", and the string "q". */
static bool read_selection(DeskCall *call, DeskJob *job) {
    const GrJsonTree *tree = &call->tree;
    uint32_t conditions = gr_json_member(tree, 1, "sel");
    bool well = true;
    const char *query = desk_text(call, "q", false, &well);
    if (well && conditions && tree->value[conditions].kind != GR_JSON_ARRAY) {
        desk_refuse(call, 400, "the member \"sel\" is no array");
        return false;
    }
    for (uint32_t v = conditions ? tree->value[conditions].first : 0; v && well; v = tree->value[v].next) {
        const char *text = gr_json_text(tree, v);
        well = desk_add_condition(call, &job->selection, text ? text : "");
    }
    return well && desk_read_query(call, query, &job->query);
}

static bool read_job(DeskCall *call, DeskJob *job) {
    bool well = true;
    const char *kind = desk_text(call, "kind", true, &well);
    call->wild[0] = desk_text(call, "db", true, &well);
    if (well && strcmp(kind, "annotate") != 0) {
        desk_refuse(call, 400, "there are no jobs of the kind '%.40s': annotate is one", kind);
        return false;
    }
    job->file = well ? desk_file(call) : NULL;
    if (!job->file || !read_engine(call, job) || !read_limits(call, job) || !read_selection(call, job) ||
        !desk_take_writer(call, job->file))
        return false;
    desk_give_writer(job->file); /* it may be written to */
    return true;
}

void desk_jobs_post(DeskCall *call) {
    DeskJob *job = calloc(1, sizeof *job);
    if (!job || pthread_mutex_init(&job->lock, NULL)) {
        desk_refuse(call, 500, "out of memory");
        free(job);
        return;
    }
    job->desk = call->desk;
    gr_selection_init(&job->selection);
    unsigned begun = read_job(call, job) ? begin(call, job) : 0;
    if (!begun) {
        free_job(job);
        return;
    }
    char number[16];
    snprintf(number, sizeof number, "%u", begun);
    gr_json_string(desk_answer(call), "job", number);
    desk_answered(call);
    call->response->status = call->response->status == 200 ? 202 : call->response->status;
}

/* ---- watching and stopping ---- */

static void put_job(GrJson *json, DeskJob *job) {
    static const char *const states[] = {"running", "done", "stopped", "failed"};
    char number[16];
    snprintf(number, sizeof number, "%u", job->number);
    gr_json_open(json, NULL, '{');
    gr_json_string(json, "job", number);
    gr_json_string(json, "kind", "annotate");
    gr_json_string(json, "name", job->file->name);
    pthread_mutex_lock(&job->lock);
    gr_json_string(json, "state", states[job->state]);
    gr_json_string(json, "of", job->counting ? "games" : "positions");
    gr_json_int(json, "done", (int64_t)job->done);
    gr_json_int(json, "total", (int64_t)job->total);
    if (job->state != JOB_RUNNING) {
        gr_json_int(json, "judged", (int64_t)job->judged);
        gr_json_int(json, "aside", (int64_t)job->aside);
    }
    if (*job->text)
        gr_json_string(json, "text", job->text);
    pthread_mutex_unlock(&job->lock);
    gr_json_close(json, '}');
}

void desk_put_jobs(GrJson *json, GrDesk *desk) {
    gr_json_open(json, "jobs", '[');
    pthread_mutex_lock(&desk->lock);
    for (int i = 0; i < DESK_MOST_JOBS; i++)
        if (desk->job[i])
            put_job(json, desk->job[i]);
    pthread_mutex_unlock(&desk->lock);
    gr_json_close(json, ']');
}

void desk_jobs(DeskCall *call) {
    desk_put_jobs(desk_answer(call), call->desk);
    desk_answered(call);
}

void desk_jobs_delete(DeskCall *call) {
    GrDesk *desk = call->desk;
    char *end;
    unsigned long number = strtoul(call->wild[0], &end, 10);
    bool found = false;
    pthread_mutex_lock(&desk->lock);
    for (int i = 0; i < DESK_MOST_JOBS && !*end; i++)
        if (desk->job[i] && desk->job[i]->number == number) {
            found = true;
            pthread_mutex_lock(&desk->job[i]->lock);
            desk->job[i]->stop = true;
            pthread_mutex_unlock(&desk->job[i]->lock);
        }
    pthread_mutex_unlock(&desk->lock);
    if (found)
        desk_jobs(call);
    else
        desk_refuse(call, 404, "there is no job '%.20s'", call->wild[0]);
}
