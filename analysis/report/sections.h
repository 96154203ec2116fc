/* The parts of a report's document, in their order. Internal to analysis/. */
#ifndef GR_REPORT_SECTIONS_H
#define GR_REPORT_SECTIONS_H

#include "analysis/report/claims.h"
#include "analysis/report/document.h"
#include "analysis/report/figures.h"

/* A whole report. */
void gr_report_document(const GrFigures *figures, const GrReportMethod *method, GrDocument *document);

/* What two reports differ in. */
void gr_report_compare(const GrFigures *a, const GrFigures *b, const char *a_name, const char *b_name,
                       GrDocument *document);

void gr_section_findings(const GrFigures *f, const GrReportMethod *method, GrDocument *d);
/* What the figures say of the claims about the variant; `player`: who played, as in "in games of ...". */
void gr_say_claims(const GrFigures *f, const char *player, GrDocument *d);
void gr_section_results(const GrFigures *f, GrDocument *d);
void gr_section_length(const GrFigures *f, GrDocument *d);
void gr_section_points(const GrFigures *f, GrDocument *d);
void gr_section_choice(const GrFigures *f, GrDocument *d);
void gr_section_boards(const GrFigures *f, GrDocument *d);
void gr_section_rules(const GrFigures *f, GrDocument *d);
void gr_section_worth(const GrFigures *f, GrDocument *d);
void gr_section_drama(const GrFigures *f, GrDocument *d);
void gr_section_openings(const GrFigures *f, GrDocument *d);
void gr_section_games(const GrFigures *f, GrDocument *d);
void gr_section_method(const GrFigures *f, const GrReportMethod *method, GrDocument *d);

/* Has the value of a piece an interval with at least one end? */
bool gr_report_is_bounded(const GrPieceWorth *worth);

/* Adds "5.9 (4.3 to 8.4" or, where the interval has no other end, "5.9 (at least 4.3", for words to follow. */
void gr_report_worth(const GrEstimate *worth, GrBuffer *out);

/* "White" or "Black", who makes the first move. */
const char *gr_report_first(const GrFigures *f);

/* Rules that games of the variant have: could such moves be made at all? Bits 1 << GrMoveKind. */
unsigned gr_report_kinds(const GrFigures *f);

/* Squares that no piece ever stood on or went to; squares that are rarely used do not count. */
GrSet gr_report_dead_squares(const GrReport *report);

/* Types that no game has moved, of those that the start position has. */
unsigned gr_report_idle_types(const GrReport *report);

/* "Pawn", or "Pawn, LPawn" for a group of types; 64 bytes are enough. */
enum { GR_GROUP_NAME = 64 };
void gr_report_group_name(const GrVariant *variant, unsigned types, char out[GR_GROUP_NAME]);

#endif
