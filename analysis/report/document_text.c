/* A report's document for the terminal. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "analysis/report/document.h"
#include "notation/plain.h"

enum { WIDTH = 78, MOST_WIDTH = 120, BAR = 30 };

/* Columns of a terminal that text takes, control characters as one each. */
static size_t columns_of(const char *text) {
    size_t columns = 0;
    for (bool shown; *text; columns++)
        text += gr_plain_length(text, &shown);
    return columns;
}

static void put_plain(GrBuffer *out, const char *text) {
    while (*text) {
        bool shown;
        size_t n = gr_plain_length(text, &shown);
        gr_buffer_add(out, shown ? text : "?", shown ? n : 1);
        text += n;
    }
}

static void put_blanks(GrBuffer *out, size_t count) {
    for (; count; count--)
        gr_buffer_putc(out, ' ');
}

/* Words in lines of WIDTH, the first after `lead`, the others as far in. */
static void put_paragraph(GrBuffer *out, const char *lead, const char *text) {
    size_t in = strlen(lead), at = in;
    gr_buffer_puts(out, lead);
    for (bool first = true; *text; first = false) {
        size_t word = strcspn(text, " ");
        if (!first && at + 1 + word > WIDTH) {
            gr_buffer_putc(out, '\n');
            put_blanks(out, in);
            at = in;
        } else if (!first) {
            gr_buffer_putc(out, ' ');
            at++;
        }
        for (const char *end = text + word; text < end;) {
            bool shown;
            size_t n = gr_plain_length(text, &shown);
            gr_buffer_add(out, shown ? text : "?", shown ? n : 1);
            text += n;
            at++;
        }
        text += *text == ' ';
    }
    gr_buffer_putc(out, '\n');
}

/* ---- tables ---- */

static const char *cell_text(const GrDocument *d, const GrReportBlock *b, size_t row, int column, GrBuffer *out) {
    if (out->failed) /* that sticks, until put_table passes it on */
        return "";
    gr_buffer_clear(out);
    gr_cell_write(d, gr_block_cell(d, b, row, column), out);
    return out->data && out->len ? out->data : "";
}

static void put_row_bar(const GrDocument *d, const GrReportBlock *b, size_t row, GrBuffer *out) {
    double most = 0, value = gr_block_cell(d, b, row, 1)->value;
    for (size_t n = 0; n < b->rows; n++)
        most = fmax(most, gr_block_cell(d, b, n, 1)->value);
    size_t length = most > 0 ? (size_t)ceil(BAR * value / most) : 0;
    gr_buffer_puts(out, length ? "  " : "");
    for (; length; length--)
        gr_buffer_putc(out, '#');
}

static void put_table(const GrDocument *d, const GrReportBlock *b, GrBuffer *out) {
    size_t width[GR_MOST_COLUMNS];
    GrBuffer one;
    gr_buffer_init(&one);
    for (int c = 0; c < b->columns; c++) {
        width[c] = columns_of(gr_document_string(d, b->column[c]));
        for (size_t row = 0; row < b->rows; row++) {
            size_t w = columns_of(cell_text(d, b, row, c, &one));
            width[c] = w > width[c] ? w : width[c];
        }
    }
    for (size_t row = 0; row <= b->rows; row++) {
        gr_buffer_puts(out, " ");
        for (int c = 0; c < b->columns; c++) {
            const char *text = row ? cell_text(d, b, row - 1, c, &one) : gr_document_string(d, b->column[c]);
            size_t fill = width[c] - columns_of(text);
            bool left = !c || gr_block_cell(d, b, 0, c)->kind == GR_CELL_WORDS;
            put_blanks(out, (c ? 2 : 1) + (left ? 0 : fill));
            put_plain(out, text);
            put_blanks(out, left ? fill : 0);
        }
        if (row && b->chart == GR_CHART_BARS)
            put_row_bar(d, b, row - 1, out);
        while (out->len && out->data[out->len - 1] == ' ')
            out->data[--out->len] = '\0';
        gr_buffer_putc(out, '\n');
    }
    out->failed |= one.failed;
    gr_buffer_free(&one);
}

/* ---- boards ---- */

/* A rank of squares in thousandths of all, or in percent where they are shares; rank -1: the letters of the files. */
static void put_rank(const GrVariant *v, const double *number, bool share, int rank, GrBuffer *out) {
    double all = 0, most = 0;
    for (int sq = 0; sq < gr_squares(v); sq++) {
        all += number[sq] > 0 ? number[sq] : 0;
        most = fmax(most, number[sq]);
    }
    int width = !share && all > 0 && most == all ? 5 : 4; /* 1000 has four digits */
    if (rank < 0)
        gr_buffer_puts(out, "     ");
    else
        gr_buffer_printf(out, "  %2d ", rank + 1);
    for (int file = 0; file < v->files; file++) {
        double n = rank < 0 ? 0 : number[gr_square(v, file, rank)];
        if (rank < 0)
            gr_buffer_printf(out, "%*c", width, 'a' + file);
        else if (n < 0)
            gr_buffer_printf(out, "%*c", width, '-');
        else
            gr_buffer_printf(out, "%*.0f", width, share ? 100 * n : all > 0 ? 1000 * n / all : 0);
    }
}

/* The marks, if there are any, are a second grid: beside the first, or below it where the lines would be too long. */
static void put_board(const GrDocument *d, const GrReportBlock *b, GrBuffer *out) {
    const GrVariant *v = gr_variant(d->rules);
    const double *shade = d->square + b->first_square, *mark = shade + gr_squares(v);
    bool beside = b->marks && 2 * (5 + 4 * v->files) + 3 + v->files <= MOST_WIDTH;
    for (int rank = v->ranks - 1; rank >= -1; rank--) {
        put_rank(v, shade, b->share, rank, out);
        if (beside) {
            gr_buffer_puts(out, "   ");
            put_rank(v, mark, false, rank, out);
        }
        gr_buffer_putc(out, '\n');
    }
    for (int rank = v->ranks - 1; rank >= -1 && b->marks && !beside; rank--) {
        put_rank(v, mark, false, rank, out);
        gr_buffer_putc(out, '\n');
    }
}

static void put_heading(GrBuffer *out, const char *text) {
    gr_buffer_puts(out, out->len ? "\n" : "");
    for (const char *p = text; *p; p++)
        gr_buffer_putc(out, (char)toupper((unsigned char)*p));
    gr_buffer_putc(out, '\n');
}

/* What the numbers of a board are. */
static void put_title(const GrReportBlock *b, const char *words, GrBuffer *out) {
    GrBuffer title;
    gr_buffer_init(&title);
    gr_buffer_printf(&title, "%s%s", words,
                     b->share   ? " (percent)"
                     : b->marks ? " (thousandths of each)"
                                : " (thousandths)");
    put_paragraph(out, "", title.data ? title.data : "");
    out->failed |= title.failed;
    gr_buffer_free(&title);
}

static void put_block(const GrDocument *d, const GrReportBlock *b, GrBuffer *out) {
    const char *words = gr_document_string(d, b->words), *note = gr_document_string(d, b->note);
    switch (b->kind) {
    case GR_BLOCK_HEADING:
        put_heading(out, words);
        return;
    case GR_BLOCK_FINDING:
        put_paragraph(out, "  * ", words);
        return;
    case GR_BLOCK_LEGEND:
        put_paragraph(out, "", "Both sides together, with the board as the side that moves sees it. The first map of a "
                               "piece shows where it goes, the second where it captures.");
        return;
    case GR_BLOCK_PARAGRAPH:
        put_paragraph(out, "", words);
        return;
    case GR_BLOCK_GAME:
        put_paragraph(out, "  * ", words);
        return;
    case GR_BLOCK_TABLE:
    case GR_BLOCK_BOARD:
        gr_buffer_putc(out, '\n');
        if (b->kind == GR_BLOCK_TABLE) {
            put_paragraph(out, "", words);
            put_table(d, b, out);
        } else {
            put_title(b, words, out);
            put_board(d, b, out);
        }
        if (*note)
            put_paragraph(out, "  ", note);
        return;
    }
}

void gr_document_text(const GrDocument *document, GrBuffer *out) {
    for (size_t i = 0; i < document->blocks; i++)
        put_block(document, &document->block[i], out);
}
