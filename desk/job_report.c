/* A job: the report on the games of a variant, as a page. */
#include <stdio.h>

#include "db/db.h"
#include "desk/jobs.h"
#include "desk/reporting.h"

/* What the page may do that becomes of it: show its own style and pictures, and nothing else. */
static const char POLICY[] = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
                             "form-action 'none'; frame-ancestors 'none'; sandbox allow-popups";

typedef struct Reported {
    DeskJob *job;
    DeskReporting reporting;
    int64_t last; /* the highest number of a game */
} Reported;

static bool read_report(DeskCall *call, DeskJob *job) {
    return desk_job_selection(call, job) && desk_job_variant(call, job, false);
}

static void add_game(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    Reported *r = context;
    (void)n;
    (void)out;
    desk_reporting_add(&r->reporting, found);
}

static bool stop(void *context, int64_t id, int64_t last) {
    Reported *r = context;
    r->last = last;
    desk_job_progress(r->job, "games", (uint64_t)id, (uint64_t)last);
    return r->reporting.code < 0 || desk_job_stops(r->job);
}

/* Where it cannot be kept, this desk has it all the same. */
static int write_report(DeskJob *job, const DeskReporting *reporting, GrError *error) {
    GrBuffer page;
    gr_buffer_init(&page);
    if (desk_reporting_write(reporting, job->file->name, GR_REPORT_HTML, &page)) {
        gr_buffer_free(&page);
        return gr_no_memory(error);
    }
    if (desk_job_keep_result(job, page.data, page.len, error))
        desk_job_say(job, "the next desk will not have the report: %s", error->text);
    pthread_mutex_lock(&job->lock);
    gr_buffer_free(&job->result);
    job->result = page;
    snprintf(job->result_name, sizeof job->result_name, "report.html");
    pthread_mutex_unlock(&job->lock);
    desk_job_figure(job, "games", (double)gr_report_games(reporting->report), 0);
    return 0;
}

/* Finds and counts the games, with their stored verdicts. */
static int count_games(Reported *r, GrDb *db, GrError *error) {
    GrFindCount count;
    GrJudging judging;
    const DeskJobTask *task = &r->job->task;
    const GrFind find = {.selection = &task->selection, .query = task->query, .judging = &judging,
                         .jobs = 1, .by_game = true, .read = GR_FIND_GAMES, .context = r, .show = add_game,
                         .put = desk_reporting_put, .stop = stop};
    int judged = gr_judging_begin(db, NULL, NULL, &judging, error);
    int code = judged ? judged : gr_find(db, &find, &count, error);
    gr_judging_free(&judging);
    if (r->reporting.code)
        return gr_no_memory(error);
    if (judged || (code && code != GR_ERR_DAMAGED))
        return code;
    desk_job_progress(r->job, "games", (uint64_t)r->last, (uint64_t)r->last);
    if (count.unread)
        desk_job_say(r->job, "%llu games cannot be read", (unsigned long long)count.unread);
    if (!gr_report_games(r->reporting.report))
        return gr_fail(error, GR_ERR_NOT_FOUND, "there are no such games of %s", gr_variant(task->rules)->title);
    return 0;
}

static int report(DeskJob *job, GrDb *db, GrError *error) {
    Reported r = {.job = job};
    int code = desk_reporting_begin(&r.reporting, job->task.rules) ? count_games(&r, db, error) : gr_no_memory(error);
    if (!code)
        code = write_report(job, &r.reporting, error);
    desk_reporting_end(&r.reporting);
    return code;
}

const DeskJobKind desk_job_report = {.name = "report", .read = read_report, .work = report,
                                     .type = "text/html; charset=utf-8", .policy = POLICY, .ending = "html"};
