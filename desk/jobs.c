/* Jobs: begun by a request, done by a thread with a connection of its own, paused, resumed, stopped. */
#include "desk/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- at work ---- */

/* When a job ends: not before it was begun, which may be named later than it was. */
static int64_t end_of(const DeskJob *job) {
    int64_t now = (int64_t)time(NULL);
    return now > job->begun ? now : job->begun;
}

static DeskJobState state_after(const DeskJob *job, int code) {
    if (code != GR_ERR_STOPPED)
        return code ? JOB_FAILED : JOB_DONE;
    return job->wish == JOB_STOP ? JOB_STOPPED : JOB_PAUSED; /* paused, too, when the desk ends */
}

/* The state, and the file that says of jobs what is to be done yet, change together. */
static void end_job(DeskJob *job, int code, const GrError *error) {
    GrDesk *desk = job->desk;
    pthread_mutex_lock(&desk->lock);
    pthread_mutex_lock(&job->lock);
    job->state = state_after(job, code);
    job->ended = job->state > JOB_PAUSED ? end_of(job) : 0;
    if (job->state == JOB_FAILED)
        snprintf(job->text, sizeof job->text, "%s", error->text);
    pthread_mutex_unlock(&job->lock);
    atomic_fetch_sub(&desk->jobs_running, 1);
    desk_jobs_keep(job->file);
    if (job->state == JOB_STOPPED && job->kind->drop)
        job->kind->drop(job);
    pthread_mutex_unlock(&desk->lock);
    desk_jobs_write(desk); /* the job may be another's by now */
    pthread_mutex_lock(&desk->lock);
    desk->job_threads--;
    pthread_cond_broadcast(&desk->job_left);
    pthread_mutex_unlock(&desk->lock);
}

static void *work(void *context) {
    DeskJob *job = context;
    GrError error;
    GrDb *db;
    const GrDbWaiting waiting = {.stop = desk_job_stops, .context = job};
    GrDbMode mode = job->kind->writes ? GR_DB_WRITE : GR_DB_READ;
    int code = gr_db_open_until(job->file->path, job->desk->start.variants, mode, &waiting, &db, &error);
    if (!code) {
        code = job->kind->work(job, db, &error);
        gr_db_close(db);
    }
    end_job(job, code, &error);
    return NULL;
}

/* A thread that nobody joins: it is the desk that waits for all of them. False if there is none. */
static bool start_thread(DeskJob *job) {
    pthread_attr_t how;
    pthread_t thread;
    if (pthread_attr_init(&how))
        return false;
    pthread_attr_setdetachstate(&how, PTHREAD_CREATE_DETACHED);
    bool started = !pthread_create(&thread, &how, work, job);
    pthread_attr_destroy(&how);
    return started;
}

/* Begins the thread, under the desk's lock; false if there is none. */
static bool go(DeskJob *job) {
    pthread_mutex_lock(&job->lock);
    DeskJobState before = job->state;
    int64_t ended = job->ended;
    job->wish = JOB_GO_ON;
    job->state = JOB_RUNNING;
    job->ended = 0;
    job->since = 0;
    job->text[0] = '\0';
    pthread_mutex_unlock(&job->lock);
    atomic_fetch_add(&job->desk->jobs_running, 1);
    bool started = start_thread(job);
    job->desk->job_threads += started;
    if (!started) {
        atomic_fetch_sub(&job->desk->jobs_running, 1);
        pthread_mutex_lock(&job->lock);
        job->state = before;
        job->ended = ended;
        pthread_mutex_unlock(&job->lock);
    }
    return started;
}

void desk_jobs_give_way(GrDesk *desk, int threads) {
    atomic_fetch_add(&desk->lines, threads);
}

/* ---- the end ---- */

void desk_jobs_end(GrDesk *desk) {
    for (int i = 0; i < DESK_JOB_PLACES; i++)
        if (desk->job[i]) {
            pthread_mutex_lock(&desk->job[i]->lock);
            desk->job[i]->wish = desk->job[i]->wish == JOB_GO_ON ? JOB_PAUSE : desk->job[i]->wish;
            pthread_mutex_unlock(&desk->job[i]->lock);
        }
    pthread_mutex_lock(&desk->lock);
    while (desk->job_threads) /* each writes down the others as well */
        pthread_cond_wait(&desk->job_left, &desk->lock);
    pthread_mutex_unlock(&desk->lock);
    for (int i = 0; i < DESK_JOB_PLACES; i++)
        desk_job_leave(desk, i);
}

/* ---- beginning ---- */

/* The name of a job among those of its database: when it was begun. */
static int64_t name_job(const GrDesk *desk, const DeskFile *file) {
    int64_t begun = (int64_t)time(NULL);
    for (int i = 0; i < DESK_JOB_PLACES; i++)
        if (desk->job[i] && desk->job[i]->file == file && desk->job[i]->begun >= begun)
            begun = desk->job[i]->begun + 1;
    return begun;
}

/* Begins it, which is the desk's from then on, and returns its number; 0 after refusing the request. */
static unsigned begin(DeskCall *call, DeskJob *job) {
    GrDesk *desk = call->desk;
    pthread_mutex_lock(&desk->lock);
    bool many = atomic_load(&desk->jobs_running) >= JOBS_AT_A_TIME;
    int jobs = desk_jobs_count(desk);
    int room = many ? -1 : desk_job_room(desk, INT64_MAX);
    unsigned number = job->number = desk->jobs_begun + 1;
    job->begun = name_job(desk, job->file);
    bool begun = room >= 0 && go(job);
    if (begun) {
        desk_job_forget(desk, room);
        desk->job[room] = job;
        desk->jobs_begun++;
        desk_jobs_keep(job->file);
    }
    pthread_mutex_unlock(&desk->lock);
    desk_jobs_write(desk);
    if (!begun)
        desk_refuse(call, 503, many ? "as many jobs run already as can at a time"
                               : room < 0 ? "there are %d jobs already that are not done" : "there is no thread for it",
                    jobs);
    return begun ? number : 0;
}

/* Can the kind of job be done with its database? False after refusing the request. */
static bool is_possible(DeskCall *call, const DeskJobKind *kind, DeskFile *file) {
    GrDb *db = kind->writes ? desk_take_writer(call, file) : desk_take(call, file);
    if (db && kind->writes)
        desk_give_writer(file);
    else if (db)
        desk_give(file, db);
    return db != NULL;
}

static bool read_job(DeskCall *call, DeskJob *job) {
    bool well = true;
    const GrDeskRequest *request = call->request;
    const char *kind = desk_text(call, "kind", true, &well);
    call->wild[0] = desk_text(call, "db", true, &well);
    job->kind = well ? desk_job_kind(kind) : NULL;
    if (well && !job->kind)
        desk_refuse(call, 400, "there are no jobs of the kind '%.40s'", kind);
    else if (well && request->length > JOB_ASKED)
        desk_refuse(call, 413, "what a job is to do takes %d bytes at most", JOB_ASKED);
    else if (well && !(job->asked = desk_job_line(request->body, request->length)))
        desk_refuse(call, 500, "out of memory");
    job->file = job->asked ? desk_file(call) : NULL;
    return job->file && job->kind->read(call, job) && is_possible(call, job->kind, job->file);
}

void desk_jobs_post(DeskCall *call) {
    DeskJob *job = desk_job_new(call->desk, NULL);
    if (!job) {
        desk_refuse(call, 500, "out of memory");
        return;
    }
    unsigned begun = read_job(call, job) ? begin(call, job) : 0;
    if (!begun) {
        desk_job_free(job);
        return;
    }
    char number[16];
    snprintf(number, sizeof number, "%u", begun);
    gr_json_string(desk_answer(call), "job", number);
    desk_answered(call);
    call->response->status = call->response->status == 200 ? 202 : call->response->status;
}

/* ---- pausing, resuming, stopping ---- */

/* The place of the job that the request names; -1 after refusing it. Under the desk's lock. */
static int find_job(DeskCall *call) {
    char *end;
    GrDesk *desk = call->desk;
    unsigned long number = strtoul(call->wild[0], &end, 10);
    for (int i = 0; i < DESK_JOB_PLACES && !*end; i++)
        if (desk->job[i] && desk->job[i]->number == number)
            return i;
    desk_refuse(call, 404, "there is no job '%.20s'", call->wild[0]);
    return -1;
}

static void wish(DeskJob *job, DeskJobWish wish) {
    pthread_mutex_lock(&job->lock);
    if (job->wish != JOB_STOP)
        job->wish = wish;
    pthread_mutex_unlock(&job->lock);
}

/* What runs is to stop, what is paused has stopped, and what has ended goes. Under the desk's lock. */
static void stop_job(GrDesk *desk, int place) {
    DeskJob *job = desk->job[place];
    DeskJobState state = desk_job_state(job);
    if (state == JOB_RUNNING) {
        wish(job, JOB_STOP);
    } else if (state == JOB_PAUSED) {
        pthread_mutex_lock(&job->lock);
        job->state = JOB_STOPPED;
        job->ended = end_of(job);
        pthread_mutex_unlock(&job->lock);
        desk_jobs_keep(job->file);
        if (job->kind->drop)
            job->kind->drop(job);
    } else {
        desk_job_forget(desk, place);
    }
}

void desk_jobs_delete(DeskCall *call) {
    pthread_mutex_lock(&call->desk->lock);
    int place = find_job(call);
    if (place >= 0)
        stop_job(call->desk, place);
    pthread_mutex_unlock(&call->desk->lock);
    desk_jobs_write(call->desk);
    if (place >= 0)
        desk_jobs(call);
}

/* Under the desk's lock; false after refusing the request. */
static bool resume(DeskCall *call, DeskJob *job) {
    DeskJobState state = desk_job_state(job);
    if (state != JOB_PAUSED && state != JOB_FAILED)
        desk_refuse(call, 409, state == JOB_RUNNING ? "the job has not paused yet" : "the job has ended");
    else if (job->unfit)
        desk_refuse(call, 409, "%s", job->text);
    else if (atomic_load(&call->desk->jobs_running) >= JOBS_AT_A_TIME)
        desk_refuse(call, 503, "as many jobs run already as can at a time");
    else if (!go(job))
        desk_refuse(call, 503, "there is no thread for it");
    else
        return true;
    return false;
}

/* The same. */
static bool change_job(DeskCall *call, DeskJob *job, bool on) {
    DeskJobState state = desk_job_state(job);
    if (!on && state > JOB_PAUSED)
        desk_refuse(call, 409, "the job has ended");
    else if (!on && state == JOB_RUNNING)
        wish(job, JOB_PAUSE);
    if (on && !resume(call, job))
        return false;
    if (on)
        desk_jobs_keep(job->file); /* it may have failed before */
    return on || state <= JOB_PAUSED;
}

/* Can a job still be done with its database, which may be another file by now? */
static bool may_go_on(DeskCall *call) {
    GrDesk *desk = call->desk;
    pthread_mutex_lock(&desk->lock);
    int place = find_job(call);
    const DeskJobKind *kind = place < 0 ? NULL : desk->job[place]->kind;
    DeskFile *file = place < 0 ? NULL : desk->job[place]->file;
    pthread_mutex_unlock(&desk->lock);
    return file && is_possible(call, kind, file);
}

void desk_jobs_change(DeskCall *call) {
    bool well = true;
    const char *state = desk_text(call, "state", true, &well);
    if (!well)
        return;
    bool on = !strcmp(state, "running");
    if (!on && strcmp(state, "paused") != 0) {
        desk_refuse(call, 400, "the member \"state\" is neither \"running\" nor \"paused\"");
        return;
    }
    if (on && !may_go_on(call))
        return;
    pthread_mutex_lock(&call->desk->lock);
    int place = find_job(call);
    well = place >= 0 && change_job(call, call->desk->job[place], on);
    pthread_mutex_unlock(&call->desk->lock);
    desk_jobs_write(call->desk);
    if (well)
        desk_jobs(call);
}
