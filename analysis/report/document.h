/* A report as a document: headings, sentences, tables, boards. One walk over the figures makes it, and
 * text, HTML and JSON are three ways to write it, so that they cannot differ. Internal to analysis/.
 *
 * Strings of a document lie in one buffer and are named by their offset; 0 is the empty string. A failed
 * allocation sticks (GrDocument.failed), as in a GrBuffer.
 */
#ifndef GR_REPORT_DOCUMENT_H
#define GR_REPORT_DOCUMENT_H

#include <stdarg.h>

#include "analysis/study/estimate.h"
#include "notation/buffer.h"
#include "notation/json.h"
#include "notation/game.h"

typedef size_t GrWords; /* offset of a string */

typedef enum GrCellKind {
    GR_CELL_NONE,
    GR_CELL_WORDS,
    GR_CELL_COUNT,  /* a whole number */
    GR_CELL_REAL,   /* with `digits` decimals */
    GR_CELL_SHARE   /* 0 .. 1, written in percent with `digits` decimals */
} GrCellKind;

typedef struct GrCell {
    GrCellKind kind;
    int digits;
    double value;
    GrWords words;
} GrCell;

typedef enum GrChart {
    GR_CHART_NONE,
    GR_CHART_BARS, /* a bar for each row: column 1 */
    GR_CHART_LINE, /* a line through column 1, with a band from column 2 to column 3 if there are both */
    GR_CHART_RANGE /* a point and its interval for each row: columns 1 to 3; column 4, if there, is a claim:
                      two numbers apart by "to", or one */
} GrChart;

typedef enum GrBlockKind {
    GR_BLOCK_HEADING,   /* a section; `id` names it */
    GR_BLOCK_FINDING,   /* a sentence of the findings */
    GR_BLOCK_PARAGRAPH,
    GR_BLOCK_LEGEND,    /* a paragraph that says how to read pictures; only where there are some */
    GR_BLOCK_TABLE,
    GR_BLOCK_BOARD,
    GR_BLOCK_GAME       /* words: title */
} GrBlockKind;

enum { GR_MOST_COLUMNS = 8 };

typedef struct GrReportBlock {
    GrBlockKind kind;
    GrWords id;    /* a short name: "results" */
    GrWords words; /* heading, sentence, title */
    GrWords note;  /* what is said below it */
    /* A table. */
    GrChart chart;
    int columns;
    GrWords column[GR_MOST_COLUMNS], column_id[GR_MOST_COLUMNS];
    size_t first_cell, rows; /* in GrDocument.cell */
    /* A board: numbers for each square, which are shades, and marks; below 0: none there. */
    size_t first_square;     /* in GrDocument.square: shades, then marks, if there are any */
    bool marks, share;       /* shades are shares of 1 and not counts */
    const char *piece;       /* name of the piece that it is about, or NULL */
    GrWords shade_id, mark_id;
    const GrGame *game;      /* the report's */
    uint64_t number;
} GrReportBlock;

typedef struct GrDocument {
    const GrRules *rules;
    GrReportBlock *block;
    size_t blocks, block_cap;
    GrCell *cell;
    size_t cells, cell_cap;
    double *square;
    size_t squares, square_cap;
    GrBuffer text;
    bool failed;
} GrDocument;

void gr_document_init(GrDocument *document, const GrRules *rules);
void gr_document_free(GrDocument *document);

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
GrWords gr_document_words(GrDocument *document, const char *format, ...);
const char *gr_document_string(const GrDocument *document, GrWords words);

void gr_document_heading(GrDocument *document, const char *id, const char *title);
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void gr_document_say(GrDocument *document, GrBlockKind kind, const char *id, const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gr_document_note(GrDocument *document, const char *format, ...); /* below the last block */

/* Begins a table; `columns` names them, each as "id|Title", separated by line feeds. Cells follow row by row. */
void gr_document_table(GrDocument *document, const char *id, const char *title, GrChart chart,
                       const char *columns);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gr_cell_words(GrDocument *document, const char *format, ...);
void gr_cell_none(GrDocument *document);
void gr_cell_count(GrDocument *document, double value);
void gr_cell_real(GrDocument *document, double value, int digits);  /* what is not finite is none */
void gr_cell_share(GrDocument *document, double value, int digits);
/* Value, low and high. */
void gr_cells_share(GrDocument *document, const GrEstimate *estimate, int digits);
void gr_cells_real(GrDocument *document, const GrEstimate *estimate, int digits);

/* Makes the last block one of a game, which stays the caller's. */
void gr_document_game(GrDocument *document, const GrGame *game, uint64_t number);

/* Begins a board; marks NULL: none. Both have a number for each square. */
void gr_document_board(GrDocument *document, const char *id, const char *title, const char *piece,
                       const char *shade_id, const double *shade, const char *mark_id, const double *mark,
                       bool share);

/* The cell of a table; an empty one beyond its end. */
const GrCell *gr_block_cell(const GrDocument *document, const GrReportBlock *block, size_t row, int column);

/* A cell as it is read, "12.3 %"; nothing for GR_CELL_NONE. */
void gr_cell_write(const GrDocument *document, const GrCell *cell, GrBuffer *out);

/* The number, or 0 where it would be written so with that many decimals: no "-0.0". */
double gr_plain_zero(double value, int digits);

void gr_document_text(const GrDocument *document, GrBuffer *out);
void gr_document_json(const GrDocument *document, GrJson *json); /* the members of an object */
/* `prefix`: of ids. `playable`: games can be played through, which a page can have but once; else they are
 * PGN. */
void gr_document_html(const GrDocument *document, GrBuffer *out, const char *prefix, bool playable);

#endif
