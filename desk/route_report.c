/* GET db/N/report: what games of a variant say about its rules. */
#include <string.h>

#include "desk/asked.h"
#include "desk/reporting.h"

typedef struct Reported {
    DeskFinding finding;
    DeskReporting reporting;
} Reported;

static void add_game(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    Reported *r = context;
    (void)n;
    (void)out;
    desk_reporting_add(&r->reporting, found);
    r->finding.code = r->reporting.code;
}

/* The report, as it is: its JSON is an object. */
static void answer(DeskCall *call, const Reported *r, const GrRules *rules, int format) {
    static const char *const types[][2] = {[GR_REPORT_TEXT] = {"text/plain; charset=utf-8", NULL},
                                           [GR_REPORT_JSON] = {"application/json; charset=utf-8", NULL},
                                           [GR_REPORT_HTML] = {"text/html; charset=utf-8", "report.html"}};
    GrDeskResponse *response = call->response;
    if (!r->finding.complete || !gr_report_games(r->reporting.report)) {
        if (r->finding.complete)
            desk_refuse(call, 404, "there are no such games of %s", gr_variant(rules)->title);
        else
            desk_refuse(call, 503, "that takes longer than a request may: use grimoire report");
        return;
    }
    response->status = 200;
    response->type = types[format][0];
    response->file = types[format][1];
    if (desk_reporting_write(&r->reporting, desk_file(call)->name, (GrReportFormat)format, &response->body))
        desk_refuse(call, 500, "out of memory");
}

static void report(DeskCall *call, GrDb *db, const DeskAsked *asked, const GrRules *rules, int format) {
    Reported r = {.finding = {.call = call}};
    GrFind find = {.by_game = true, .read = GR_FIND_GAMES, .show = add_game, .put = desk_reporting_put, .jobs = 1};
    if (!desk_reporting_begin(&r.reporting, rules))
        desk_refuse(call, 500, "out of memory");
    else if (desk_find(&r.finding, db, asked, &find) && desk_found_whole(&r.finding))
        answer(call, &r, rules, format);
    desk_reporting_end(&r.reporting);
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
    GrDb *db = file && desk_asks_one(call) ? desk_take(call, file) : NULL;
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
