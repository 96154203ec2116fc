/* Making and closing a desk. */
#include "desk/desk.h"

#include <stdlib.h>
#include <string.h>

#include "desk/jobs.h"
#include "desk/local.h"

static bool make_keepers(GrDesk *desk) {
    if (pthread_mutex_init(&desk->keeping, NULL))
        return false;
    if (!pthread_cond_init(&desk->job_left, NULL))
        return true;
    pthread_mutex_destroy(&desk->keeping);
    return false;
}

int gr_desk_open(const GrDeskStart *start, GrDesk **desk, GrError *error) {
    GrDesk *made = calloc(1, sizeof *made);
    *desk = NULL;
    if (!made)
        return gr_no_memory(error);
    made->start = *start;
    gr_buffer_init(&made->described);
    int code = desk_secret_make(made->token, error);
    if (!code)
        code = desk_secret_make(made->session, error);
    if (!code && pthread_mutex_init(&made->lock, NULL))
        code = gr_no_memory(error);
    if (!code && !make_keepers(made)) {
        pthread_mutex_destroy(&made->lock);
        code = gr_no_memory(error);
    }
    if (code)
        free(made);
    else
        *desk = made;
    return code;
}

int gr_desk_close(GrDesk *desk, GrError *error) {
    if (!desk)
        return 0;
    desk_jobs_end(desk);
    int code = desk_files_close(desk, error);
    for (int i = 0; i < desk->folders; i++)
        free(desk->folder[i]);
    gr_buffer_free(&desk->described);
    pthread_cond_destroy(&desk->job_left);
    pthread_mutex_destroy(&desk->keeping);
    pthread_mutex_destroy(&desk->lock);
    free(desk);
    return code;
}

int gr_desk_add_database(GrDesk *desk, const char *path, bool *alone, GrError *error) {
    DeskFile *file;
    bool first = false;
    int code = desk_file_add(desk, path, &file, error);
    if (!code)
        code = desk_file_open(desk, file, &first, error);
    if (!code && first)
        desk_jobs_restore(desk, file);
    if (!code && alone)
        *alone = file->alone;
    return code;
}

const char *gr_desk_token(const GrDesk *desk) {
    return desk->token;
}
