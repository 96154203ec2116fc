/* Writing a report, alone or beside another one. */
#include <string.h>

#include "analysis/report/html.h"
#include "analysis/report/sections.h"
#include "rules/version.h"

/* What is to be written. */
typedef struct Work {
    const GrReportText *text;
    GrFigures figures[2];
    GrDocument document[2], comparison;
    const char *name[2];
    int count; /* of reports */
} Work;

static int prepare(Work *w) {
    GrReport *report[2] = {w->text->report, w->text->against};
    const GrReportMethod *method[2] = {w->text->method, w->text->against_method};
    const char *name[2] = {w->text->name, w->text->against_name};
    bool failed = false;
    for (int i = 0; i < w->count; i++) {
        gr_document_init(&w->document[i], report[i]->rules);
        w->name[i] = name[i] ? name[i] : gr_variant(report[i]->rules)->title;
        failed |= gr_figures(report[i], &w->figures[i]) != 0;
        if (!failed)
            gr_report_document(&w->figures[i], method[i], &w->document[i]);
        failed |= w->document[i].failed;
    }
    gr_document_init(&w->comparison, report[0]->rules);
    if (w->count > 1 && !failed && report[0]->games && report[1]->games)
        gr_report_compare(&w->figures[0], &w->figures[1], w->name[0], w->name[1], &w->comparison);
    return failed || w->comparison.failed ? GR_ERR_MEMORY : 0;
}

/* What was asked for, of games that were played for the report. */
static void put_asked(GrJson *json, const GrReport *report, const GrReportMethod *method) {
    if (!method || !method->asked)
        return;
    gr_json_int(json, "asked", (int64_t)method->asked);
    gr_json_bool(json, "stopped", method->asked > report->games + report->equal);
}

static int write_json(const Work *w, GrPut put, void *context) {
    static const char *const name[2] = {"report", "against"};
    GrJson json;
    gr_json_start(&json, put, context);
    gr_json_open(&json, NULL, '{');
    for (int i = 0; i < w->count; i++) {
        if (w->count > 1)
            gr_json_open(&json, name[i], '{');
        gr_json_string(&json, "variant", gr_variant(w->figures[i].report->rules)->name);
        gr_json_string(&json, "name", w->name[i]);
        put_asked(&json, w->figures[i].report, i ? w->text->against_method : w->text->method);
        gr_document_json(&w->document[i], &json);
        if (w->count > 1)
            gr_json_close(&json, '}');
    }
    gr_document_json(&w->comparison, &json);
    gr_json_close(&json, '}');
    return json.code ? json.code : put(context, "\n", 1);
}

static void fill_text(const Work *w, GrBuffer *out) {
    gr_document_text(&w->comparison, out);
    for (int i = 0; i < w->count; i++) {
        if (w->count > 1)
            gr_buffer_printf(out, "\n\n%s\n", i ? "THE SECOND" : "THE FIRST");
        gr_document_text(&w->document[i], out);
    }
}

static void fill_html(const Work *w, GrBuffer *out) {
    GrBuffer title;
    gr_buffer_init(&title);
    gr_buffer_printf(&title, "%s%s%s", w->name[0], w->count > 1 ? " and " : "", w->count > 1 ? w->name[1] : "");
    gr_report_html_begin(out, title.data ? title.data : "", w->count > 1);
    gr_document_html(&w->comparison, out, "", false);
    for (int i = 0; i < w->count; i++)
        gr_report_html_part(out, &w->document[i], w->count > 1 ? w->name[i] : NULL, i ? "b-" : "");
    gr_report_html_end(out);
    out->failed |= title.failed;
    gr_buffer_free(&title);
}

static int write_all(Work *w, GrReportFormat format, GrPut put, void *context) {
    GrBuffer out;
    if (format == GR_REPORT_JSON)
        return write_json(w, put, context);
    gr_buffer_init(&out);
    if (format == GR_REPORT_HTML)
        fill_html(w, &out);
    else
        fill_text(w, &out);
    int code = out.failed ? GR_ERR_MEMORY : out.len ? put(context, out.data, out.len) : 0;
    gr_buffer_free(&out);
    return code;
}

int gr_report_write(const GrReportText *text, GrReportFormat format, GrPut put, void *context) {
    Work w = {.text = text, .count = text->against ? 2 : 1};
    int code = prepare(&w);
    if (!code)
        code = write_all(&w, format, put, context);
    for (int i = 0; i < w.count; i++)
        gr_document_free(&w.document[i]);
    gr_document_free(&w.comparison);
    return code;
}
