/* The designer's report: what games of a variant say about its rules.
 *
 *     GrReport *report = gr_report_new(rules);
 *     while (... a game ...)
 *         gr_report_add(report, &game);        game.judgement counts if it is there
 *     gr_report_write(&(GrReportText){.report = report, .method = &method}, GR_REPORT_HTML, put, user,
 *                     &error);
 *     gr_report_free(report);
 *
 * Counts cover all games. What needs single games (means, intervals that allow for clusters, values of
 * pieces, entropy) covers GR_REPORT_RECORDS games at most: if there are more, a random part of their
 * clusters, and the report says so. Equal games (same start, moves and result) count once, as long
 * as no more than GR_REPORT_DIFFERENT different ones have come. So memory is bounded by about 150 MB.
 *
 * A cluster is the games between the same two players with the same opening: the moves before the first
 * evaluation in a game that has some, but 8 plies at most; else the first 8 plies.
 */
#ifndef GR_ANALYSIS_REPORT_H
#define GR_ANALYSIS_REPORT_H

#include "notation/game.h"
#include "notation/json.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

enum { GR_REPORT_RECORDS = 1 << 16, GR_REPORT_DIFFERENT = 1 << 22 };

typedef struct GrReport GrReport;

GrReport *gr_report_new(const GrRules *rules);
void gr_report_free(GrReport *report);

/* Counts a game; one of another variant, or none at all, only as left out. If it fails (memory), the game
 * may be counted in part. */
int gr_report_add(GrReport *report, const GrGame *game);

/* Different games counted so far, and games equal to an earlier one. */
uint64_t gr_report_games(const GrReport *report);
uint64_t gr_report_equal(const GrReport *report);

/* How the games came about, for the end of the report. Strings may be NULL. */
typedef struct GrReportMethod {
    const char *source;  /* "games.db", "self-play" */
    const char *engine;  /* who played or judged */
    const char *limits;  /* "800 nodes a move" */
    const char *openings; /* "4 random plies, ..." */
    const char *command; /* how to repeat it */
    const char *player;  /* who played them, as in "in games of ...": "this engine at 800 nodes a move"; NULL: players */
    uint64_t asked;      /* games that were to be played, of which there are fewer if that was stopped; 0: not known */
    uint64_t seed;
    bool seeded;         /* the seed counts */
} GrReportMethod;

typedef enum GrReportFormat { GR_REPORT_TEXT, GR_REPORT_JSON, GR_REPORT_HTML } GrReportFormat;

/* What is to be written: a report, or two side by side. */
typedef struct GrReportText {
    GrReport *report, *against; /* against NULL: one alone; their records are sorted */
    const GrReportMethod *method, *against_method;
    const char *name, *against_name;  /* what to call them; NULL: by their variant */
} GrReportText;

/* Writes it. Text that comes from games is escaped in every format. Fails with what put returned, or
 * GR_ERR_MEMORY. */
int gr_report_write(const GrReportText *text, GrReportFormat format, GrPut put, void *context);

GR_END_DECLS

#endif
