/* The report on games, as a request and a job make it. Internal to desk/. */
#ifndef GR_DESK_REPORTING_H
#define GR_DESK_REPORTING_H

#include "analysis/report/report.h"
#include "db/search/find.h"
#include "notation/judge/judgement.h"

typedef struct DeskReporting {
    GrReport *report;
    GrJudgement judgement; /* of the game that is added */
    int code;              /* below 0: memory has run out */
} DeskReporting;

/* Begins one, with a state that is to be ended in any case. False without memory. */
bool desk_reporting_begin(DeskReporting *r, const GrRules *rules);
void desk_reporting_end(DeskReporting *r);

/* Adds a game that was found and read whole, judged by its own evaluations. */
void desk_reporting_add(DeskReporting *r, const GrFinding *found);

/* GrFind.put for it: nothing is shown. */
int desk_reporting_put(void *context, const char *bytes, size_t len);

/* Appends the report on the games of that source; 0, or GR_ERR_MEMORY. */
int desk_reporting_write(const DeskReporting *r, const char *source, GrReportFormat format, GrBuffer *out);

#endif
