/* GET jobs: what jobs do, and have come to; GET jobs/N/result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk/jobs.h"

/* How long it may still take, in seconds, from how long the count has taken; below 0: that is not known. */
static int64_t time_left(const DeskJob *job) {
    enum { LEAST = 2000 };
    int64_t passed = gr_now_ms() - job->since;
    if (!job->since || passed < LEAST || job->done <= job->from || job->total < job->done)
        return -1;
    return (int64_t)((double)(job->total - job->done) * (double)passed / (double)(job->done - job->from) / 1000 + 0.5);
}

static const char *state_name(const DeskJob *job) {
    static const char *const names[] = {"running", "paused", "done", "stopped", "failed"};
    if (job->state == JOB_RUNNING && job->wish != JOB_GO_ON)
        return job->wish == JOB_PAUSE ? "pausing" : "stopping";
    return names[job->state];
}

/* Under the job's lock. */
static void put_state(GrJson *json, DeskJob *job) {
    gr_json_string(json, "state", state_name(job));
    gr_json_string(json, "of", job->of);
    gr_json_int(json, "done", (int64_t)job->done);
    gr_json_int(json, "total", (int64_t)job->total);
    for (int i = 0; i < job->figures; i++)
        gr_json_real(json, job->figure[i].name, job->figure[i].value, job->figure[i].digits);
    if (job->state == JOB_RUNNING) {
        int64_t left = time_left(job);
        if (left >= 0)
            gr_json_int(json, "left", left);
        gr_json_int(json, "threads", job->task.threads);
        gr_json_int(json, "places", desk_job_places(job));
    }
    if (*job->text)
        gr_json_string(json, "text", job->text);
    if (job->result.len || job->result_kept)
        gr_json_string(json, "result", job->result_name);
}

/* The handle of its database. Under the desk's lock. */
static void name_database(const DeskJob *job, char out[16]) {
    const GrDesk *desk = job->desk;
    int n = 0;
    while (n < desk->files && desk->file[n] != job->file)
        n++;
    snprintf(out, 16, "%d", n + 1);
}

static void put_job(GrJson *json, DeskJob *job) {
    char number[16], db[16];
    snprintf(number, sizeof number, "%u", job->number);
    name_database(job, db);
    gr_json_open(json, NULL, '{');
    gr_json_string(json, "job", number);
    gr_json_string(json, "kind", job->kind->name);
    gr_json_string(json, "name", job->file->name);
    pthread_mutex_lock(&job->lock);
    put_state(json, job);
    pthread_mutex_unlock(&job->lock);
    gr_json_string(json, "db", db);
    gr_json_raw(json, "asked", job->asked);
    gr_json_int(json, "begun", job->begun);
    if (job->ended)
        gr_json_int(json, "ended", job->ended);
    gr_json_close(json, '}');
}

void desk_put_jobs(GrJson *json, GrDesk *desk) {
    gr_json_open(json, "jobs", '[');
    pthread_mutex_lock(&desk->lock);
    for (DeskJob *job = desk_job_next(desk, NULL, 0); job; job = desk_job_next(desk, NULL, job->number))
        put_job(json, job);
    pthread_mutex_unlock(&desk->lock);
    gr_json_close(json, ']');
}

void desk_jobs(DeskCall *call) {
    desk_put_jobs(desk_answer(call), call->desk);
    desk_answered(call);
}

/* Under the desk's lock. */
static void answer_result(DeskCall *call, DeskJob *job) {
    GrDeskResponse *response = call->response;
    GrError error;
    int code = desk_job_result(job, &response->body, &error);
    if (code == GR_ERR_NOT_FOUND) {
        desk_refuse(call, 404, "the job has no result that can be fetched");
    } else if (code) {
        desk_refuse_for(call, &error);
    } else {
        response->status = 200;
        response->type = job->kind->type;
        response->policy = job->kind->policy;
        if (!job->kind->policy) {
            snprintf(response->file_name, sizeof response->file_name, "%s", job->result_name);
            response->file = response->file_name;
        }
    }
}

void desk_jobs_result(DeskCall *call) {
    GrDesk *desk = call->desk;
    char *end;
    unsigned long number = strtoul(call->wild[0], &end, 10);
    bool found = false;
    pthread_mutex_lock(&desk->lock);
    for (int i = 0; i < DESK_JOB_PLACES && !*end && !found; i++)
        if (desk->job[i] && desk->job[i]->number == number) {
            found = true;
            answer_result(call, desk->job[i]);
        }
    pthread_mutex_unlock(&desk->lock);
    if (!found)
        desk_refuse(call, 404, "there is no job '%.20s'", call->wild[0]);
}
