/* A job: the report on the games of a variant, as a page. */
#include <stdio.h>

#include "analysis/report/report.h"
#include "db/db.h"
#include "desk/jobs.h"
#include "notation/judge/judgement.h"

/* What the page may do that becomes of it: show its own style and pictures, and nothing else. */
static const char POLICY[] = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
                             "form-action 'none'; frame-ancestors 'none'; sandbox allow-popups";

typedef struct Reporting {
    DeskJob *job;
    GrReport *report;
    GrJudgement judgement;
    int64_t last; /* the highest number of a game */
    int code;
} Reporting;

static bool read_report(DeskCall *call, DeskJob *job) {
    return desk_job_selection(call, job) && desk_job_variant(call, job, false);
}

static void add_game(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    static const GrThresholds usual = GR_USUAL_THRESHOLDS;
    Reporting *r = context;
    (void)n;
    (void)out;
    int code = gr_judge_own_evals(&r->judgement, found->game, &usual);
    if (!code)
        code = gr_report_add(r->report, found->game);
    found->game->judgement = NULL;
    r->code = r->code ? r->code : code;
}

static bool stop(void *context, int64_t id, int64_t last) {
    Reporting *r = context;
    r->last = last;
    desk_job_progress(r->job, "games", (uint64_t)id, (uint64_t)last);
    return r->code < 0 || desk_job_stops(r->job);
}

static int put_nothing(void *context, const char *bytes, size_t len) {
    (void)context;
    (void)bytes;
    (void)len;
    return 0;
}

static int write_report(DeskJob *job, GrReport *report, GrError *error) {
    GrBuffer page;
    const GrReportMethod method = {.source = job->file->name};
    const GrReportText text = {.report = report, .method = &method};
    gr_buffer_init(&page);
    int code = gr_report_write(&text, GR_REPORT_HTML, desk_put, &page);
    if (code || page.failed) {
        gr_buffer_free(&page);
        return gr_no_memory(error);
    }
    pthread_mutex_lock(&job->lock);
    gr_buffer_free(&job->result);
    job->result = page;
    job->result_type = "text/html; charset=utf-8";
    job->result_policy = POLICY;
    snprintf(job->result_name, sizeof job->result_name, "report.html");
    pthread_mutex_unlock(&job->lock);
    desk_job_figure(job, "games", (double)gr_report_games(report), 0);
    return 0;
}

/* Finds and counts the games. */
static int count_games(Reporting *r, GrDb *db, GrError *error) {
    GrFindCount count;
    const DeskJobTask *task = &r->job->task;
    const GrFind find = {.selection = &task->selection, .query = task->query, .jobs = 1, .by_game = true,
                         .read = GR_FIND_GAMES, .context = r, .show = add_game, .put = put_nothing, .stop = stop};
    int code = gr_find(db, &find, &count, error);
    if (r->code)
        return gr_no_memory(error);
    if (code && code != GR_ERR_DAMAGED)
        return code;
    desk_job_progress(r->job, "games", (uint64_t)r->last, (uint64_t)r->last);
    if (count.unread)
        desk_job_say(r->job, "%llu games cannot be read", (unsigned long long)count.unread);
    if (!gr_report_games(r->report))
        return gr_fail(error, GR_ERR_NOT_FOUND, "there are no such games of %s", gr_variant(task->rules)->title);
    return 0;
}

static int report(DeskJob *job, GrDb *db, GrError *error) {
    Reporting r = {.job = job, .report = gr_report_new(job->task.rules)};
    if (!r.report)
        return gr_no_memory(error);
    gr_judgement_init(&r.judgement);
    int code = count_games(&r, db, error);
    if (!code)
        code = write_report(job, r.report, error);
    gr_judgement_free(&r.judgement);
    gr_report_free(r.report);
    return code;
}

const DeskJobKind desk_job_report = {.name = "report", .read = read_report, .work = report};
