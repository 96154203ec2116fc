/* GET db/N/report: what games of a variant say about its rules. */
#include <string.h>

#include "analysis/report/report.h"
#include "desk/asked.h"
#include "notation/judge/judgement.h"

typedef struct Reporting {
    DeskFinding finding;
    GrReport *report;
    GrJudgement judgement;
} Reporting;

static void add_game(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    static const GrThresholds usual = GR_USUAL_THRESHOLDS;
    Reporting *r = context;
    (void)n;
    (void)out;
    int code = gr_judge_own_evals(&r->judgement, found->game, &usual);
    if (!code)
        code = gr_report_add(r->report, found->game);
    if (code)
        r->finding.code = code;
    found->game->judgement = NULL;
}

static int put_nothing(void *context, const char *bytes, size_t len) {
    const Reporting *r = context;
    (void)bytes;
    (void)len;
    return r->finding.code < 0;
}

/* The report, as it is: its JSON is an object. */
static void answer(DeskCall *call, const Reporting *r, const GrRules *rules, int format) {
    static const char *const types[][2] = {[GR_REPORT_TEXT] = {"text/plain; charset=utf-8", NULL},
                                           [GR_REPORT_JSON] = {"application/json; charset=utf-8", NULL},
                                           [GR_REPORT_HTML] = {"text/html; charset=utf-8", "report.html"}};
    const GrReportMethod method = {.source = desk_file(call)->name};
    const GrReportText text = {.report = r->report, .method = &method};
    GrDeskResponse *response = call->response;
    if (!r->finding.complete || !gr_report_games(r->report)) {
        if (r->finding.complete)
            desk_refuse(call, 404, "there are no such games of %s", gr_variant(rules)->title);
        else
            desk_refuse(call, 503, "that takes longer than a request may: use grimoire report");
        return;
    }
    response->status = 200;
    response->type = types[format][0];
    response->file = types[format][1];
    int code = gr_report_write(&text, (GrReportFormat)format, desk_put, &response->body);
    if (code || response->body.failed)
        desk_refuse(call, 500, "out of memory");
}

static void report(DeskCall *call, GrDb *db, const DeskAsked *asked, const GrRules *rules, int format) {
    Reporting r = {.finding = {.call = call}, .report = gr_report_new(rules)};
    GrFind find = {.by_game = true, .read = GR_FIND_GAMES, .show = add_game, .put = put_nothing, .jobs = 1};
    gr_judgement_init(&r.judgement);
    if (!r.report)
        desk_refuse(call, 500, "out of memory");
    else if (desk_find(&r.finding, db, asked, &find))
        answer(call, &r, rules, format);
    gr_judgement_free(&r.judgement);
    gr_report_free(r.report);
}

void desk_report(DeskCall *call) {
    static const char *const names[] = {[GR_REPORT_TEXT] = "text", [GR_REPORT_JSON] = "json",
                                        [GR_REPORT_HTML] = "html"};
    DeskAsked asked;
    GrError error;
    const char *name = desk_parameter(call, "f", 0);
    int format = GR_REPORT_JSON;
    for (int i = 0; name && i < 3; i++)
        format = !strcmp(name, names[i]) ? i : format;
    if (name && strcmp(name, names[format]) != 0) {
        desk_refuse(call, 400, "there is no format '%.40s'", name);
        return;
    }
    DeskFile *file = desk_file(call);
    GrDb *db = file ? desk_take(call, file) : NULL;
    if (!db)
        return;
    const GrRules *rules = desk_asked(call, db, &asked) ? desk_asked_rules(call, db) : NULL;
    if (rules && gr_selection_add(&asked.selection, call->desk->start.variants, "variant", gr_variant(rules)->name,
                                  &error))
        desk_refuse_for(call, &error);
    else if (rules)
        report(call, db, &asked, rules, format);
    desk_asked_free(&asked);
    desk_give(file, db);
}
