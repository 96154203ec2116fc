/* Two rule sets side by side. */
#include <math.h>
#include <stdio.h>

#include "analysis/report/sections.h"
#include "rules/utf8.h"

/* A measure that both reports have. */
typedef struct Measure {
    const char *name;
    const GrEstimate *a, *b;
    bool share;    /* of games: a score or a rate */
    bool percent;  /* written so */
    int digits;
} Measure;

static void put(const Measure *m, GrDocument *d) {
    GrEstimate e = m->share ? gr_share_difference(m->a, m->b) : gr_mean_difference(m->a, m->b);
    void (*cell)(GrDocument *, double, int) = m->percent ? gr_cell_share : gr_cell_real;
    if (!(m->a->weight > 0) || !(m->b->weight > 0))
        return;
    gr_cell_words(d, "%s", m->name);
    cell(d, m->a->value, m->digits);
    cell(d, m->b->value, m->digits);
    cell(d, e.value, m->digits);
    cell(d, e.low, m->digits);
    cell(d, e.high, m->digits);
    gr_cell_words(d, "%s", e.low > 0 ? "higher" : e.high < 0 ? "lower" : "not clear");
}

static void say(const Measure *m, const char *a_name, const char *b_name, GrDocument *d) {
    GrEstimate e = m->share ? gr_share_difference(m->a, m->b) : gr_mean_difference(m->a, m->b);
    double scale = m->percent ? 100 : 1;
    if (!(m->a->weight > 0) || !(m->b->weight > 0) || (e.low <= 0 && e.high >= 0))
        return;
    gr_document_say(d, GR_BLOCK_FINDING, "",
                    "%s: %.*f%s in %s, %.*f%s in %s; the difference is %+.*f (%+.*f to %+.*f).", m->name, m->digits,
                    scale * m->a->value, m->percent ? " %" : "", a_name, m->digits, scale * m->b->value,
                    m->percent ? " %" : "", b_name, m->digits, gr_plain_zero(scale * e.value, m->digits), m->digits,
                    gr_plain_zero(scale * e.low, m->digits), m->digits, gr_plain_zero(scale * e.high, m->digits));
}

/* A name as the title of a column, which must not end it. */
static const char *as_title(const char *name, char title[81]) {
    snprintf(title, 81, "%.*s", gr_fit(name, 80), name);
    for (char *p = title; *p; p++)
        if (*p == '\n' || *p == '|')
            *p = ' ';
    return title;
}

void gr_report_compare(const GrFigures *a, const GrFigures *b, const char *a_name, const char *b_name,
                       GrDocument *d) {
    const Measure measure[] = {
        {"Score of the side that moves first", &a->first, &b->first, true, true, 1},
        {"Games with a winner", &a->decisive, &b->decisive, true, true, 1},
        {"Draws", &a->result[GR_DRAW], &b->result[GR_DRAW], true, true, 1},
        {"Stalemates", &a->stalemate, &b->stalemate, true, true, 1},
        {"Checkmates", &a->end[GR_END_CHECKMATE], &b->end[GR_END_CHECKMATE], true, true, 1},
        {"Ends by repetition", &a->end[GR_END_REPETITION], &b->end[GR_END_REPETITION], true, true, 1},
        {"Moves per game", &a->moves, &b->moves, false, false, 1},
        {"Legal moves in a position", &a->branching, &b->branching, false, false, 1},
        {"Drama", &a->drama, &b->drama, false, false, 3},
        {"Turned games", &a->behind, &b->behind, true, true, 1},
        {"Moves that change the lead", &a->lead_changes, &b->lead_changes, false, true, 2},
        {"Uncertainty", &a->uncertainty, &b->uncertainty, false, false, 3},
        {"Part of the game after which it is decided", &a->decided, &b->decided, false, true, 1},
    };
    char columns[400], a_title[81], b_title[81];
    size_t count = sizeof measure / sizeof *measure;
    gr_document_heading(d, "comparison-section", "Side by side");
    for (size_t i = 0; i < count; i++)
        say(&measure[i], a_name, b_name, d);
    snprintf(columns, sizeof columns,
             "measure|Measure\na|%s\nb|%s\ndifference|Difference\nlow|from\nhigh|to\nverdict|the first is",
             as_title(a_name, a_title), as_title(b_name, b_title));
    gr_document_table(d, "comparison", "Both, and their difference (the first minus the second)", GR_CHART_NONE,
                      columns);
    for (size_t i = 0; i < count; i++)
        put(&measure[i], d);
    gr_document_note(d,
                     "95 %% intervals of differences: Newcombe's for shares of games, otherwise Welch's. Of thirteen "
                     "measures, one may well seem to differ by chance.");
}
