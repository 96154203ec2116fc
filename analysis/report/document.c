/* Putting a report's document together. */
#include "analysis/report/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void gr_document_init(GrDocument *document, const GrRules *rules) {
    memset(document, 0, sizeof *document);
    document->rules = rules;
    gr_buffer_init(&document->text);
    gr_buffer_putc(&document->text, '\0');
    document->failed = document->text.failed;
}

void gr_document_free(GrDocument *document) {
    free(document->block);
    free(document->cell);
    free(document->square);
    gr_buffer_free(&document->text);
    memset(document, 0, sizeof *document);
}

/* Room for `more` elements of `size` bytes; NULL, and the document has failed, without memory. */
static void *grow(GrDocument *d, void *list, size_t count, size_t *cap, size_t more, size_t size) {
    if (count + more <= *cap)
        return list;
    size_t wanted = 2 * (count + more) + 32;
    void *grown = d->failed ? NULL : realloc(list, wanted * size);
    if (!grown) {
        d->failed = true;
        return NULL;
    }
    *cap = wanted;
    return grown;
}

static GrWords add_words(GrDocument *d, const char *format, va_list args) {
    GrWords at = d->text.len;
    gr_buffer_vprintf(&d->text, format, args);
    gr_buffer_putc(&d->text, '\0');
    d->failed |= d->text.failed;
    return d->failed ? 0 : at;
}

GrWords gr_document_words(GrDocument *document, const char *format, ...) {
    va_list args;
    va_start(args, format);
    GrWords at = add_words(document, format, args);
    va_end(args);
    return at;
}

const char *gr_document_string(const GrDocument *document, GrWords words) {
    return words ? document->text.data + words : "";
}

static GrReportBlock *add_block(GrDocument *d, GrBlockKind kind, const char *id) {
    static const GrReportBlock empty;
    GrWords name = gr_document_words(d, "%s", id);
    GrReportBlock *grown = grow(d, d->block, d->blocks, &d->block_cap, 1, sizeof *d->block);
    if (!grown)
        return NULL;
    d->block = grown;
    GrReportBlock *block = &d->block[d->blocks++];
    *block = empty;
    block->kind = kind;
    block->id = name;
    return block;
}

void gr_document_heading(GrDocument *document, const char *id, const char *title) {
    GrWords words = gr_document_words(document, "%s", title);
    GrReportBlock *block = add_block(document, GR_BLOCK_HEADING, id);
    if (block)
        block->words = words;
}

void gr_document_say(GrDocument *document, GrBlockKind kind, const char *id, const char *format, ...) {
    va_list args;
    va_start(args, format);
    GrWords words = add_words(document, format, args);
    va_end(args);
    GrReportBlock *block = add_block(document, kind, id);
    if (block)
        block->words = words;
}

void gr_document_note(GrDocument *document, const char *format, ...) {
    va_list args;
    va_start(args, format);
    GrWords words = add_words(document, format, args);
    va_end(args);
    if (!document->failed && document->blocks)
        document->block[document->blocks - 1].note = words;
}

void gr_document_game(GrDocument *document, const GrGame *game, uint64_t number) {
    if (document->failed || !document->blocks)
        return;
    document->block[document->blocks - 1].game = game;
    document->block[document->blocks - 1].number = number;
}

/* ---- tables ---- */

void gr_document_table(GrDocument *document, const char *id, const char *title, GrChart chart,
                       const char *columns) {
    GrWords words = gr_document_words(document, "%s", title);
    GrReportBlock *block = add_block(document, GR_BLOCK_TABLE, id);
    if (!block)
        return;
    block->words = words;
    block->chart = chart;
    block->first_cell = document->cells;
    while (*columns && block->columns < GR_MOST_COLUMNS) {
        size_t name = strcspn(columns, "|"), end = strcspn(columns, "\n");
        GrWords of = gr_document_words(document, "%.*s", (int)name, columns);
        GrWords shown = gr_document_words(document, "%.*s", (int)(end - name - 1), columns + name + 1);
        block->column_id[block->columns] = of;
        block->column[block->columns++] = shown;
        columns += end + (columns[end] != '\0');
    }
}

static void add_cell(GrDocument *d, GrCell cell) {
    GrCell *grown = grow(d, d->cell, d->cells, &d->cell_cap, 1, sizeof *d->cell);
    if (!grown)
        return;
    d->cell = grown;
    GrReportBlock *block = &d->block[d->blocks - 1];
    d->cell[d->cells++] = cell;
    block->rows = (d->cells - block->first_cell + (size_t)block->columns - 1) / (size_t)block->columns;
}

const GrCell *gr_block_cell(const GrDocument *document, const GrReportBlock *block, size_t row, int column) {
    static const GrCell none;
    size_t at = block->first_cell + row * (size_t)block->columns + (size_t)column;
    return at < document->cells ? &document->cell[at] : &none;
}

void gr_cell_words(GrDocument *document, const char *format, ...) {
    va_list args;
    va_start(args, format);
    GrWords words = add_words(document, format, args);
    va_end(args);
    add_cell(document, (GrCell){.kind = GR_CELL_WORDS, .words = words});
}

void gr_cell_none(GrDocument *document) {
    add_cell(document, (GrCell){.kind = GR_CELL_NONE});
}

static void add_number(GrDocument *d, GrCellKind kind, double value, int digits) {
    if (isfinite(value))
        add_cell(d, (GrCell){.kind = kind, .digits = digits, .value = value});
    else
        gr_cell_none(d);
}

void gr_cell_count(GrDocument *document, double value) {
    add_number(document, GR_CELL_COUNT, value, 0);
}

void gr_cell_real(GrDocument *document, double value, int digits) {
    add_number(document, GR_CELL_REAL, value, digits);
}

void gr_cell_share(GrDocument *document, double value, int digits) {
    add_number(document, GR_CELL_SHARE, value, digits);
}

void gr_cells_share(GrDocument *document, const GrEstimate *estimate, int digits) {
    bool known = estimate->weight > 0;
    gr_cell_share(document, known ? estimate->value : NAN, digits);
    gr_cell_share(document, known ? estimate->low : NAN, digits);
    gr_cell_share(document, known ? estimate->high : NAN, digits);
}

void gr_cells_real(GrDocument *document, const GrEstimate *estimate, int digits) {
    bool known = estimate->weight > 0;
    gr_cell_real(document, known ? estimate->value : NAN, digits);
    gr_cell_real(document, known ? estimate->low : NAN, digits);
    gr_cell_real(document, known ? estimate->high : NAN, digits);
}

double gr_plain_zero(double value, int digits) {
    return fabs(value) < 0.5 * pow(10, -digits) ? 0 : value;
}

void gr_cell_write(const GrDocument *document, const GrCell *cell, GrBuffer *out) {
    double value = cell->value;
    if (cell->kind == GR_CELL_SHARE)
        value *= 100;
    value = gr_plain_zero(value, cell->digits);
    if (cell->kind == GR_CELL_WORDS)
        gr_buffer_puts(out, gr_document_string(document, cell->words));
    else if (cell->kind == GR_CELL_COUNT)
        gr_buffer_printf(out, "%.0f", value);
    else if (cell->kind == GR_CELL_REAL)
        gr_buffer_printf(out, "%.*f", cell->digits, value);
    else if (cell->kind == GR_CELL_SHARE)
        gr_buffer_printf(out, "%.*f %%", cell->digits, value);
}

/* ---- boards ---- */

void gr_document_board(GrDocument *document, const char *id, const char *title, const char *piece,
                       const char *shade_id, const double *shade, const char *mark_id, const double *mark,
                       bool share) {
    size_t count = (size_t)gr_squares(gr_variant(document->rules));
    GrWords words = gr_document_words(document, "%s", title);
    GrWords shades = gr_document_words(document, "%s", shade_id);
    GrWords marks = gr_document_words(document, "%s", mark ? mark_id : "");
    GrReportBlock *block = add_block(document, GR_BLOCK_BOARD, id);
    double *grown = grow(document, document->square, document->squares, &document->square_cap, 2 * count,
                         sizeof *document->square);
    if (!block || !grown)
        return;
    document->square = grown;
    *block = (GrReportBlock){.kind = GR_BLOCK_BOARD, .id = block->id, .words = words, .marks = mark != NULL,
                       .share = share, .piece = piece, .shade_id = shades, .mark_id = marks,
                       .first_square = document->squares};
    memcpy(document->square + document->squares, shade, count * sizeof *shade);
    document->squares += count;
    if (mark) {
        memcpy(document->square + document->squares, mark, count * sizeof *mark);
        document->squares += count;
    }
}
