/* What jobs are to do, and what they have come to, kept for the desks to come: a file for each database, in the user's
 * folder.
 *
 *     {"database": "/home/me/games.db", "jobs": [{"begun": 1764468000, "commands": ["builtin"], "asked": "{...}",
 *      "end": {"state": "done", "ended": 1764468060, "of": "positions", "done": 9, "total": 9, "text": "",
 *              "figures": [["judged", 0, 9.000000]], "result": "report.html"}}]}
 *
 * `asked` is the body of the request; without `end` the job is not done, and `at` has how far it was, as `end` does.
 * Only the desk that may write to a database has this file of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk/jobs.h"
#include "desk/state.h"

#define FILE_SIGNS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._"

static const char *const ENDS[] = {[JOB_RUNNING] = NULL, [JOB_PAUSED] = NULL, [JOB_DONE] = "done",
                                   [JOB_STOPPED] = "stopped", [JOB_FAILED] = "failed"};

/* ---- keeping ---- */

static bool is_unfinished(DeskJob *job, const DeskFile *file) {
    pthread_mutex_lock(&job->lock);
    bool is = job->file == file && job->state <= JOB_PAUSED;
    pthread_mutex_unlock(&job->lock);
    return is;
}

static void put_progress(GrJson *json, const DeskJob *job) {
    gr_json_string(json, "of", job->of);
    gr_json_int(json, "done", (int64_t)job->done);
    gr_json_int(json, "total", (int64_t)job->total);
}

/* Under the job's lock. */
static void put_end(GrJson *json, const DeskJob *job) {
    gr_json_open(json, "end", '{');
    gr_json_string(json, "state", ENDS[job->state]);
    gr_json_int(json, "ended", job->ended);
    put_progress(json, job);
    gr_json_string(json, "text", job->text);
    gr_json_open(json, "figures", '[');
    for (int i = 0; i < job->figures; i++) {
        gr_json_open(json, NULL, '[');
        gr_json_string(json, NULL, job->figure[i].name);
        gr_json_int(json, NULL, job->figure[i].digits);
        gr_json_real(json, NULL, job->figure[i].value, 6);
        gr_json_close(json, ']');
    }
    gr_json_close(json, ']');
    if (job->result_kept)
        gr_json_string(json, "result", job->result_name);
    gr_json_close(json, '}');
}

static void put_kept(GrJson *json, DeskJob *job) {
    gr_json_open(json, NULL, '{');
    gr_json_int(json, "begun", job->begun);
    gr_json_open(json, "commands", '[');
    for (int n = 0; n < 2 && job->command[n]; n++)
        gr_json_string(json, NULL, job->command[n]);
    gr_json_close(json, ']');
    gr_json_string(json, "asked", job->asked);
    pthread_mutex_lock(&job->lock);
    if (ENDS[job->state]) {
        put_end(json, job);
    } else if (job->total) {
        gr_json_open(json, "at", '{');
        put_progress(json, job);
        gr_json_close(json, '}');
    }
    pthread_mutex_unlock(&job->lock);
    gr_json_close(json, '}');
}

/* How many there are. */
static int put_all(GrJson *json, GrDesk *desk, const DeskFile *file, const char *path) {
    int count = 0;
    gr_json_open(json, NULL, '{');
    gr_json_string(json, "database", path);
    gr_json_open(json, "jobs", '[');
    for (DeskJob *job = desk_job_next(desk, file, 0); job; job = desk_job_next(desk, file, job->number)) {
        put_kept(json, job);
        count++;
    }
    gr_json_close(json, ']');
    gr_json_close(json, '}');
    return count;
}

static void say_all(GrDesk *desk, const DeskFile *file, const GrError *error) {
    for (int i = 0; i < DESK_JOB_PLACES; i++)
        if (desk->job[i] && is_unfinished(desk->job[i], file))
            desk_job_say(desk->job[i], "this will not be known to the next desk: %s", error->text);
}

void desk_jobs_keep(DeskFile *file) {
    file->jobs_changed = true;
}

/* A file as it is to be. */
typedef struct Kept {
    DeskFile *file;  /* its database; NULL: there is none to be written */
    char name[JOB_NAME];
    GrBuffer text;
    bool named, any; /* else it is removed */
    int code;
} Kept;

/* The next file that is to be written. Under the desk's lock. */
static void take_changed(GrDesk *desk, Kept *kept, GrError *error) {
    GrJson json;
    char *path;
    kept->file = NULL;
    for (int i = 0; i < desk->files && !kept->file; i++)
        if (desk->file[i]->jobs_changed && desk->file[i]->alone && desk->file[i]->jobs_known)
            kept->file = desk->file[i];
    if (!kept->file)
        return;
    kept->file->jobs_changed = false;
    kept->named = desk_jobs_file(kept->file, &path, kept->name);
    gr_buffer_clear(&kept->text);
    gr_json_start(&json, desk_put, &kept->text);
    kept->any = kept->named && put_all(&json, desk, kept->file, path);
    kept->code = json.code || kept->text.failed ? gr_no_memory(error) : 0;
    free(path);
}

void desk_jobs_write(GrDesk *desk) {
    Kept kept;
    GrError error;
    if (!desk->start.state)
        return;
    gr_buffer_init(&kept.text);
    pthread_mutex_lock(&desk->keeping);
    do {
        pthread_mutex_lock(&desk->lock);
        take_changed(desk, &kept, &error);
        pthread_mutex_unlock(&desk->lock);
        if (kept.file && !kept.code && kept.any)
            kept.code = desk_state_write(desk, kept.name, kept.text.data, kept.text.len, &error);
        else if (kept.file && !kept.code && kept.named)
            desk_state_remove(desk, kept.name);
        if (kept.file && kept.code) {
            pthread_mutex_lock(&desk->lock);
            say_all(desk, kept.file, &error);
            pthread_mutex_unlock(&desk->lock);
        }
    } while (kept.file);
    pthread_mutex_unlock(&desk->keeping);
    gr_buffer_free(&kept.text);
}

void desk_job_forget(GrDesk *desk, int place) {
    DeskJob *job = desk->job[place];
    if (!job)
        return;
    DeskFile *file = job->file;
    desk_job_drop_result(job);
    desk_job_leave(desk, place);
    desk_jobs_keep(file);
}

/* ---- having them again ---- */

/* Is it a name that a browser may be told? */
static bool is_file_name(const char *text) {
    return *text && strlen(text) < JOB_NAME && strspn(text, FILE_SIGNS) == strlen(text);
}

static void read_figures(DeskJob *job, const GrJsonTree *tree, uint32_t figures) {
    int64_t digits;
    for (uint32_t v = figures ? tree->value[figures].first : 0; v; v = tree->value[v].next) {
        uint32_t name = tree->value[v].first, second = name ? tree->value[name].next : 0;
        uint32_t third = second ? tree->value[second].next : 0;
        const char *text = gr_json_text(tree, name);
        if (text && third && gr_json_whole(tree, second, 0, 6, &digits) && tree->value[third].kind == GR_JSON_NUMBER)
            desk_job_figure(job, text, tree->value[third].number, (int)digits);
    }
}

enum { READ_BITS = 53 }; /* of whole numbers of JSON */

/* How far it was. False if that cannot be read. */
static bool read_progress(DeskJob *job, const GrJsonTree *tree, uint32_t object) {
    const int64_t most = INT64_C(1) << READ_BITS;
    int64_t done, total;
    const char *of = gr_json_text(tree, gr_json_member(tree, object, "of"));
    if (!of || !gr_json_whole(tree, gr_json_member(tree, object, "done"), 0, most, &done) ||
        !gr_json_whole(tree, gr_json_member(tree, object, "total"), 0, most, &total))
        return false;
    desk_job_progress(job, of, (uint64_t)done, (uint64_t)total);
    return true;
}

/* What the job has come to, if it has ended. False if that cannot be read. */
static bool read_end(DeskJob *job, const GrJsonTree *tree, uint32_t end) {
    const char *state = gr_json_text(tree, gr_json_member(tree, end, "state"));
    const char *text = gr_json_text(tree, gr_json_member(tree, end, "text"));
    const char *result = gr_json_text(tree, gr_json_member(tree, end, "result"));
    if (!state || !text ||
        !gr_json_whole(tree, gr_json_member(tree, end, "ended"), 0, INT64_C(1) << READ_BITS, &job->ended) ||
        !read_progress(job, tree, end))
        return false;
    desk_job_say(job, "%s", text);
    read_figures(job, tree, gr_json_member(tree, end, "figures"));
    if (result && is_file_name(result)) {
        snprintf(job->result_name, sizeof job->result_name, "%s", result);
        job->result_kept = true;
    }
    for (job->state = JOB_DONE; strcmp(ENDS[job->state], state); job->state++)
        if (job->state == JOB_FAILED)
            return false;
    return true;
}

/* Reads what the job is to do as if it were asked for now; of one that has ended well only its kind, as it will not be
 * done again. What is refused is what makes it unfit. */
static void read_again(DeskJob *job, DeskCall *call) {
    GrError error;
    GrJsonTree answer;
    bool well = !gr_json_read(job->asked, strlen(job->asked), &call->tree, &error) &&
                call->tree.value[1].kind == GR_JSON_OBJECT;
    const char *kind = well ? gr_json_text(&call->tree, gr_json_member(&call->tree, 1, "kind")) : NULL;
    job->kind = kind ? desk_job_kind(kind) : NULL;
    if (!job->kind || job->state == JOB_DONE || job->state == JOB_STOPPED || job->kind->read(call, job))
        return;
    job->unfit = true;
    if (job->state == JOB_FAILED) /* its text says more */
        return;
    const GrBuffer *body = &call->response->body;
    const char *why = !body->data || gr_json_read(body->data, body->len, &answer, &error)
                          ? NULL : gr_json_text(&answer, gr_json_member(&answer, 1, "error"));
    desk_job_say(job, "it cannot go on: %s", why ? why : "out of memory");
    if (body->data)
        gr_json_free(&answer);
}

static DeskJob *make_again(GrDesk *desk, DeskFile *file, const GrJsonTree *tree, uint32_t kept) {
    int64_t begun;
    int n = 0;
    const char *asked = gr_json_text(tree, gr_json_member(tree, kept, "asked"));
    uint32_t commands = gr_json_member(tree, kept, "commands");
    if (!asked || !commands || !gr_json_whole(tree, gr_json_member(tree, kept, "begun"), 0, INT64_C(1) << 40, &begun))
        return NULL;
    DeskJob *job = desk_job_new(desk, file);
    if (!job)
        return NULL;
    job->again = true;
    job->begun = begun;
    job->state = JOB_PAUSED;
    job->asked = desk_job_line(asked, strlen(asked));
    for (uint32_t v = tree->value[commands].first; v && n < 2; v = tree->value[v].next, n++)
        job->command[n] = strdup(gr_json_text(tree, v) ? gr_json_text(tree, v) : "");
    uint32_t end = gr_json_member(tree, kept, "end"), at = gr_json_member(tree, kept, "at");
    if (at && !end) /* what cannot be read is counted anew */
        read_progress(job, tree, at);
    job->since = 0;
    if (job->asked && (n < 1 || job->command[0]) && (n < 2 || job->command[1]) && (!end || read_end(job, tree, end)))
        return job;
    desk_job_free(job);
    return NULL;
}

/* What becomes of an entry of the file. */
typedef enum Restored { RESTORED, GIVES_WAY, NO_JOB, NO_PLACE } Restored;

/* A place for a job, of which those that have ended give way to those that have not; these are never dropped. */
static int find_place(const GrDesk *desk, const DeskJob *job) {
    int room = desk_job_room(desk, job->ended ? job->begun : INT64_MAX);
    return room < 0 && !job->ended ? desk_job_place(desk) : room;
}

/* Adds one; what is no job is passed over. */
static Restored restore_one(GrDesk *desk, DeskFile *file, const GrJsonTree *tree, uint32_t kept) {
    GrDeskResponse response = {.status = 0};
    const GrDeskRequest request = {.method = "POST"};
    DeskCall call = {.desk = desk, .request = &request, .response = &response, .deadline = INT64_MAX};
    DeskJob *job = make_again(desk, file, tree, kept);
    gr_buffer_init(&response.body);
    if (job)
        read_again(job, &call);
    gr_json_free(&call.tree);
    gr_buffer_free(&response.body);
    pthread_mutex_lock(&desk->lock);
    bool is_job = job && job->kind;
    int room = is_job ? find_place(desk, job) : -1;
    if (room >= 0) {
        desk_job_forget(desk, room);
        job->number = ++desk->jobs_begun;
        desk->job[room] = job;
    }
    pthread_mutex_unlock(&desk->lock);
    if (room >= 0)
        return RESTORED;
    Restored what = !is_job ? NO_JOB : job->ended ? GIVES_WAY : NO_PLACE;
    if (what == GIVES_WAY)
        desk_job_drop_result(job);
    desk_job_free(job);
    return what;
}

/* Adds all entries; false where one is not done that there is no place for. */
static bool restore_all(GrDesk *desk, DeskFile *file, const GrJsonTree *tree, uint32_t jobs) {
    unsigned all = 0, wrong = 0, left = 0;
    for (uint32_t v = tree->value[jobs].first; v; v = tree->value[v].next, all++) {
        Restored what = restore_one(desk, file, tree, v);
        wrong += what == NO_JOB;
        left += what == NO_PLACE;
    }
    if (wrong)
        desk_warn(desk, "%s: the list of its jobs is damaged: %u of %u entries in it that are no jobs are left out",
                  file->path, wrong, all);
    if (left)
        desk_warn(desk, "%s: %u of its jobs are not shown, as there are too many; they stay in their file", file->path,
                  left);
    return !left;
}

/* The array of jobs in a file that was read; 0 after saying why there is none. */
static uint32_t find_jobs(const GrJsonTree *tree, const char *path, GrError *error) {
    const char *database = gr_json_text(tree, gr_json_member(tree, 1, "database"));
    uint32_t jobs = gr_json_member(tree, 1, "jobs");
    if (!database || !jobs || tree->value[jobs].kind != GR_JSON_ARRAY)
        gr_fail(error, GR_ERR_SYNTAX, "it is no list of jobs");
    else if (strcmp(database, path) != 0)
        gr_fail(error, GR_ERR_SYNTAX, "it is of another database, %.200s", database);
    else
        return jobs;
    return 0;
}

/* A damaged file is kept under another name. False if it has to stay where it is. */
static bool set_aside(const GrDesk *desk, const DeskFile *file, const char *name, const GrError *why) {
    char aside[DESK_STATE_PATH];
    bool done = desk_state_set_aside(desk, name, aside);
    if (done)
        desk_warn(desk, "%s: the list of its jobs is damaged and is now called %s: %s", file->path, aside, why->text);
    else
        desk_warn(desk, "%s: the list of its jobs, %s, is damaged: %s", file->path, name, why->text);
    return done;
}

/* Adds the jobs of a database's file; false if that has to be left as it is. */
static bool restore(GrDesk *desk, DeskFile *file, const char *name, const char *path) {
    GrJsonTree tree = {0};
    GrBuffer text;
    GrError error;
    gr_buffer_init(&text);
    int code = desk_state_read(desk, name, &text, &error);
    bool there = code != GR_ERR_NOT_FOUND;
    if (!code)
        code = gr_json_read(text.data ? text.data : "", text.len, &tree, &error);
    uint32_t jobs = code ? 0 : find_jobs(&tree, path, &error);
    bool well = jobs ? restore_all(desk, file, &tree, jobs)
                     : !there || (code != GR_ERR_MEMORY && set_aside(desk, file, name, &error));
    gr_json_free(&tree);
    gr_buffer_free(&text);
    return well;
}

void desk_jobs_restore(GrDesk *desk, DeskFile *file) {
    char name[JOB_NAME], *path;
    if (!desk->start.state || !file->alone)
        return;
    bool known = desk_jobs_file(file, &path, name) && restore(desk, file, name, path);
    free(path);
    pthread_mutex_lock(&desk->lock);
    file->jobs_known = known;
    desk_jobs_keep(file); /* with those that were begun meanwhile */
    pthread_mutex_unlock(&desk->lock);
    desk_jobs_write(desk);
}
