/* Jobs as things: made, freed, in their places; and what their files are called. */
#define _XOPEN_SOURCE 700 /* for realpath */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk/jobs.h"

/* ---- making and freeing ---- */

DeskJob *desk_job_new(GrDesk *desk, DeskFile *file) {
    DeskJob *job = calloc(1, sizeof *job);
    if (!job || pthread_mutex_init(&job->lock, NULL)) {
        free(job);
        return NULL;
    }
    job->desk = desk;
    job->file = file;
    snprintf(job->of, sizeof job->of, "games");
    gr_selection_init(&job->task.selection);
    gr_buffer_init(&job->result);
    return job;
}

void desk_job_free(DeskJob *job) {
    if (!job)
        return;
    pthread_mutex_destroy(&job->lock);
    gr_query_free(job->task.query);
    gr_selection_free(&job->task.selection);
    gr_buffer_free(&job->result);
    free(job->command[0]);
    free(job->command[1]);
    free(job->asked);
    free(job);
}

/* In JSON, ends of lines stand between its parts alone. */
char *desk_job_line(const char *asked, size_t length) {
    char *line = strndup(asked, length);
    for (char *at = line; at && *at; at++)
        if (*at == '\n' || *at == '\r')
            *at = ' ';
    return line;
}

DeskJobState desk_job_state(DeskJob *job) {
    pthread_mutex_lock(&job->lock);
    DeskJobState state = job->state;
    pthread_mutex_unlock(&job->lock);
    return state;
}

void desk_job_leave(GrDesk *desk, int place) {
    desk_job_free(desk->job[place]);
    desk->job[place] = NULL;
}

int desk_jobs_count(const GrDesk *desk) {
    int count = 0;
    for (int i = 0; i < DESK_JOB_PLACES; i++)
        count += desk->job[i] != NULL;
    return count;
}

DeskJob *desk_job_next(const GrDesk *desk, const DeskFile *file, unsigned number) {
    DeskJob *next = NULL;
    for (int i = 0; i < DESK_JOB_PLACES; i++) {
        DeskJob *job = desk->job[i];
        if (job && (!file || job->file == file) && job->number > number && (!next || job->number < next->number))
            next = job;
    }
    return next;
}

int desk_job_place(const GrDesk *desk) {
    for (int i = 0; i < DESK_JOB_PLACES; i++)
        if (!desk->job[i])
            return i;
    return -1;
}

int desk_job_room(const GrDesk *desk, int64_t begun) {
    int room = -1;
    if (desk_jobs_count(desk) < DESK_MOST_JOBS)
        return desk_job_place(desk);
    for (int i = 0; i < DESK_JOB_PLACES; i++) {
        const DeskJob *job = desk->job[i];
        if (job && desk_job_state(desk->job[i]) > JOB_PAUSED && job->begun <= begun) {
            begun = job->begun;
            room = i;
        }
    }
    return room;
}

/* ---- names ---- */

/* The sum of the path (FNV-1a) is in the name. */
bool desk_jobs_file(const DeskFile *file, char **path, char out[JOB_NAME]) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    *path = realpath(file->path, NULL);
    for (const char *at = *path; at && *at; at++)
        sum = (sum ^ (unsigned char)*at) * UINT64_C(0x100000001B3);
    snprintf(out, JOB_NAME, "jobs-%016" PRIx64 ".json", sum);
    return *path != NULL;
}

void desk_job_file(const DeskJob *job, const char *ending, char out[JOB_NAME]) {
    char name[JOB_NAME], *path;
    desk_jobs_file(job->file, &path, name);
    free(path);
    snprintf(out, JOB_NAME, "%.21s-%" PRId64 ".%.10s", name, job->begun, ending);
}
