/* The report on games, as a request and a job make it. */
#include "desk/reporting.h"

#include "desk/local.h"

bool desk_reporting_begin(DeskReporting *r, const GrRules *rules) {
    r->code = 0;
    r->report = gr_report_new(rules);
    gr_judgement_init(&r->judgement);
    return r->report != NULL;
}

void desk_reporting_end(DeskReporting *r) {
    gr_judgement_free(&r->judgement);
    gr_report_free(r->report);
}

void desk_reporting_add(DeskReporting *r, const GrFinding *found) {
    static const GrThresholds usual = GR_USUAL_THRESHOLDS;
    int code = gr_judge_own_evals(&r->judgement, found->game, &usual);
    if (!code)
        code = gr_report_add(r->report, found->game);
    found->game->judgement = NULL;
    r->code = r->code ? r->code : code;
}

int desk_reporting_put(void *context, const char *bytes, size_t len) {
    (void)context;
    (void)bytes;
    (void)len;
    return 0;
}

int desk_reporting_write(const DeskReporting *r, const char *source, GrReportFormat format, GrBuffer *out) {
    const GrReportMethod method = {.source = source};
    const GrReportText text = {.report = r->report, .method = &method};
    return gr_report_write(&text, format, desk_put, out) || out->failed ? GR_ERR_MEMORY : 0;
}
