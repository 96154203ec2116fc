/* What kinds of jobs tell, and ask, while they are at work. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "desk/jobs.h"

bool desk_job_stops(void *context) {
    DeskJob *job = context;
    const GrDeskStart *start = &job->desk->start;
    pthread_mutex_lock(&job->lock);
    bool stop = job->wish != JOB_GO_ON;
    pthread_mutex_unlock(&job->lock);
    return stop || (start->stop && start->stop(start->context));
}

/* What a search of lines leaves is shared by the jobs that run. */
int desk_job_places(void *context) {
    const DeskJob *job = context;
    GrDesk *desk = job->desk;
    int lines = atomic_load(&desk->lines), running = atomic_load(&desk->jobs_running);
    int left = (desk->start.jobs - lines) / (running > 1 ? running : 1);
    return !lines || left > job->task.threads ? job->task.threads : left > 0 ? left : 0;
}

void desk_job_progress(DeskJob *job, const char *of, uint64_t done, uint64_t total) {
    pthread_mutex_lock(&job->lock);
    if (!job->since || job->total != total || strcmp(job->of, of) != 0) {
        job->from = done;
        job->since = gr_now_ms();
    }
    snprintf(job->of, sizeof job->of, "%s", of);
    job->done = done;
    job->total = total;
    pthread_mutex_unlock(&job->lock);
}

void desk_job_say(DeskJob *job, const char *format, ...) {
    va_list args;
    va_start(args, format);
    pthread_mutex_lock(&job->lock);
    vsnprintf(job->text, sizeof job->text, format, args);
    pthread_mutex_unlock(&job->lock);
    va_end(args);
}

void desk_job_figure(DeskJob *job, const char *name, double value, int digits) {
    int n = 0;
    pthread_mutex_lock(&job->lock);
    while (n < job->figures && strcmp(job->figure[n].name, name) != 0)
        n++;
    if (n < JOB_FIGURES) {
        job->figure[n] = (DeskFigure){.value = value, .digits = digits};
        snprintf(job->figure[n].name, sizeof job->figure[n].name, "%s", name);
        job->figures += n == job->figures;
    }
    pthread_mutex_unlock(&job->lock);
}
