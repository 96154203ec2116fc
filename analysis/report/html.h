/* The page around a report's document, and its pictures. Internal to analysis/. */
#ifndef GR_REPORT_HTML_H
#define GR_REPORT_HTML_H

#include "analysis/report/document.h"

/* Begins a page that needs no other file, and no script but that which plays games. `two`: it has two
 * reports, whose games are PGN. */
void gr_report_html_begin(GrBuffer *out, const char *title, bool two);
/* A report with its contents; `name` NULL: there is but one. `prefix` makes its anchors unique. */
void gr_report_html_part(GrBuffer *out, const GrDocument *document, const char *name, const char *prefix);
void gr_report_html_end(GrBuffer *out);

/* Pictures, as inline SVG with a title; the numbers are in a table beside them. */
void gr_chart_bars(const GrDocument *document, const GrReportBlock *block, GrBuffer *out);
void gr_chart_line(const GrDocument *document, const GrReportBlock *block, GrBuffer *out);
void gr_chart_range(const GrDocument *document, const GrReportBlock *block, GrBuffer *out);
/* Boards share their ground, which is to be drawn once on a page, or once for each prefix. */
void gr_chart_board_ground(const GrVariant *variant, const char *prefix, GrBuffer *out);
void gr_chart_board(const GrDocument *document, const GrReportBlock *block, const char *prefix, GrBuffer *out);

#endif
