/* The results of jobs that can be fetched: in memory, and as files in the desk's folder for the desks to come. */
#include "desk/jobs.h"
#include "desk/state.h"

int desk_job_keep_result(DeskJob *job, const void *bytes, size_t size, GrError *error) {
    char name[JOB_NAME];
    desk_job_file(job, job->kind->ending, name);
    int code = desk_state_write(job->desk, name, bytes, size, error);
    pthread_mutex_lock(&job->lock);
    job->result_kept = !code && job->desk->start.state;
    pthread_mutex_unlock(&job->lock);
    return code;
}

int desk_job_result(DeskJob *job, GrBuffer *out, GrError *error) {
    char name[JOB_NAME];
    pthread_mutex_lock(&job->lock);
    bool kept = !job->result.len && job->result_kept && job->kind->ending;
    gr_buffer_add(out, job->result.len ? job->result.data : "", job->result.len);
    pthread_mutex_unlock(&job->lock);
    if (kept) {
        desk_job_file(job, job->kind->ending, name);
        return desk_state_read_most(job->desk, name, GR_DESK_RESPONSE, out, error);
    }
    if (out->failed)
        return gr_no_memory(error);
    return out->len ? 0 : gr_fail(error, GR_ERR_NOT_FOUND, "there is no result");
}

void desk_job_drop_result(const DeskJob *job) {
    char name[JOB_NAME];
    if (!job->kind->ending || job->kind->stays || !job->result_kept)
        return;
    desk_job_file(job, job->kind->ending, name);
    desk_state_remove(job->desk, name);
}
