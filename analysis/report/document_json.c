/* A report's document as JSON: an object whose members are its parts by name. */
#include <string.h>

#include "analysis/report/document.h"
#include "notation/write/pgn.h"

static void put_cell(GrJson *json, const GrDocument *d, const GrCell *cell, const char *name) {
    if (cell->kind == GR_CELL_WORDS)
        gr_json_string(json, name, gr_document_string(d, cell->words));
    else if (cell->kind == GR_CELL_COUNT)
        gr_json_int(json, name, (int64_t)cell->value);
    else if (cell->kind == GR_CELL_NONE)
        gr_json_null(json, name);
    else /* shares are of 1, and need two decimals more */
        gr_json_real(json, name, cell->value, cell->digits + (cell->kind == GR_CELL_SHARE ? 3 : 1));
}

/* An array of rows, each an object by column. */
static void put_table(GrJson *json, const GrDocument *d, const GrReportBlock *b) {
    gr_json_open(json, gr_document_string(d, b->id), '[');
    for (size_t row = 0; row < b->rows; row++) {
        gr_json_open(json, NULL, '{');
        for (int c = 0; c < b->columns; c++)
            put_cell(json, d, gr_block_cell(d, b, row, c), gr_document_string(d, b->column_id[c]));
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
}

/* An array with an object for each square that has something. */
static void put_board(GrJson *json, const GrDocument *d, const GrReportBlock *b) {
    const GrVariant *v = gr_variant(d->rules);
    size_t count = (size_t)gr_squares(v);
    gr_json_open(json, gr_document_string(d, b->id), '[');
    for (size_t sq = 0; sq < count; sq++) {
        double shade = d->square[b->first_square + sq];
        double mark = b->marks ? d->square[b->first_square + count + sq] : 0;
        char name[4];
        if (shade <= 0 && mark <= 0)
            continue;
        gr_square_name(v, (int)sq, name);
        gr_json_open(json, NULL, '{');
        gr_json_string(json, "square", name);
        gr_json_real(json, gr_document_string(d, b->shade_id), shade < 0 ? 0 : shade, b->share ? 4 : 0);
        if (b->marks)
            gr_json_real(json, gr_document_string(d, b->mark_id), mark, 0);
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
}

static void put_game(GrJson *json, const GrDocument *d, const GrReportBlock *b) {
    gr_json_open(json, NULL, '{');
    gr_json_string(json, "title", gr_document_string(d, b->words));
    GrBuffer pgn;
    gr_buffer_init(&pgn);
    gr_write_pgn(&pgn, b->game);
    gr_json_string(json, "pgn", pgn.failed ? NULL : pgn.data);
    json->code = json->code ? json->code : pgn.failed ? GR_ERR_MEMORY : 0;
    gr_buffer_free(&pgn);
    gr_json_close(json, '}');
}

/* What stands in arrays of their own: all findings, all games. */
static void put_all(GrJson *json, const GrDocument *d, GrBlockKind kind, const char *name) {
    bool open = false;
    for (size_t i = 0; i < d->blocks; i++) {
        if (d->block[i].kind != kind)
            continue;
        if (!open)
            gr_json_open(json, name, '[');
        open = true;
        if (kind == GR_BLOCK_GAME)
            put_game(json, d, &d->block[i]);
        else
            gr_json_string(json, NULL, gr_document_string(d, d->block[i].words));
    }
    if (open)
        gr_json_close(json, ']');
}

void gr_document_json(const GrDocument *document, GrJson *json) {
    put_all(json, document, GR_BLOCK_FINDING, "findings");
    for (size_t i = 0; i < document->blocks; i++) {
        const GrReportBlock *b = &document->block[i];
        if (b->kind == GR_BLOCK_TABLE)
            put_table(json, document, b);
        else if (b->kind == GR_BLOCK_BOARD)
            put_board(json, document, b);
        else if (b->kind == GR_BLOCK_PARAGRAPH && *gr_document_string(document, b->id))
            gr_json_string(json, gr_document_string(document, b->id), gr_document_string(document, b->words));
    }
    put_all(json, document, GR_BLOCK_GAME, "dramatic");
}
