/* The pictures of a report: bars, lines, intervals, boards. Colours are the page's, light or dark. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/report/html.h"
#include "notation/write/svg_pieces.h"
#include "notation/xml.h"

enum {
    WIDTH = 500, /* of charts; small, so that words can be read on a phone */
    LABEL = 176, /* what rows are called */
    ROW = 26,
    LINE = 24,   /* letters that a row's name may have in one line */
    SHADES = 12  /* of a board */
};

static double value_of(const GrDocument *d, const GrReportBlock *b, size_t row, int column) {
    const GrCell *cell = gr_block_cell(d, b, row, column);
    return cell->kind == GR_CELL_NONE || cell->kind == GR_CELL_WORDS ? NAN : cell->value;
}

static void open_chart(const GrDocument *d, const GrReportBlock *b, int width, int height, GrBuffer *out) {
    gr_buffer_printf(out, "<svg class=\"chart\" role=\"img\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"><title>",
                     width, height, width, height);
    gr_xml_text(out, gr_document_string(d, b->words));
    gr_buffer_puts(out, "</title>\n");
}

static void put_label(const GrDocument *d, const GrCell *cell, GrBuffer *out) {
    GrBuffer one;
    gr_buffer_init(&one);
    gr_cell_write(d, cell, &one);
    gr_xml_text(out, one.data && one.len ? one.data : "");
    out->failed |= one.failed;
    gr_buffer_free(&one);
}

/* 1, 2 or 5 times a power of ten, so that the axis has four to ten steps. */
static double step_of(double range) {
    double ten = pow(10, floor(log10(range > 0 ? range : 1)));
    double times = range / ten;
    return times < 2 ? ten / 5 : times < 5 ? ten / 2 : ten;
}

/* ---- bars ---- */

void gr_chart_bars(const GrDocument *d, const GrReportBlock *b, GrBuffer *out) {
    double most = 0;
    int left = 90;
    for (size_t row = 0; row < b->rows; row++)
        most = fmax(most, value_of(d, b, row, 1));
    open_chart(d, b, WIDTH, (int)b->rows * 20 + 4, out);
    for (size_t row = 0; row < b->rows; row++) {
        double value = value_of(d, b, row, 1), width = most > 0 ? (WIDTH - left - 50) * value / most : 0;
        int y = (int)row * 20;
        gr_buffer_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", left - 8, y + 15);
        put_label(d, gr_block_cell(d, b, row, 0), out);
        gr_buffer_printf(out,
                         "</text><path fill=\"var(--bar)\" d=\"M%d %dh%.0fv16h-%.0fz\"/><text x=\"%.0f\" y=\"%d\">",
                         left, y + 2, width, width, left + width + 6, y + 15);
        put_label(d, gr_block_cell(d, b, row, 1), out);
        gr_buffer_puts(out, "</text>\n");
    }
    gr_buffer_puts(out, "</svg>\n");
}

/* ---- lines ---- */

typedef struct Plane {
    double x0, x1, y1;             /* the values at the ends; y begins at 0 */
    int left, top, width, height;  /* of the plane */
} Plane;

static double x_of(const Plane *p, double x) {
    return p->left + p->width * (p->x1 > p->x0 ? (x - p->x0) / (p->x1 - p->x0) : 0.5);
}

static double y_of(const Plane *p, double y) {
    return p->top + p->height * (1 - y / p->y1);
}

static void draw_axes(const GrDocument *d, const GrReportBlock *b, const Plane *p, GrBuffer *out) {
    double step = step_of(p->y1);
    for (double y = 0; y <= p->y1 * 1.0001; y += step)
        gr_buffer_printf(out, "<path stroke=\"var(--line)\" d=\"M%d %.1fh%d\"/><text x=\"%d\" y=\"%.1f\" "
                              "text-anchor=\"end\">%g</text>\n",
                         p->left, y_of(p, y), p->width, p->left - 8, y_of(p, y) + 4, round(y * 1000) / 1000);
    double along = fmax(step_of(p->x1 - p->x0), 1);
    for (double x = ceil(p->x0 / along) * along; x <= p->x1; x += along)
        gr_buffer_printf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n", x_of(p, x),
                         p->top + p->height + 18, x);
    gr_buffer_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", p->left + p->width,
                     p->top + p->height + 36);
    gr_xml_text(out, gr_document_string(d, b->column[0]));
    gr_buffer_puts(out, "</text>\n");
}

/* A path through a column, forwards or back. */
static void draw_path(const GrDocument *d, const GrReportBlock *b, const Plane *p, int column, bool back, char letter,
                      GrBuffer *out) {
    for (size_t i = 0; i < b->rows; i++) {
        size_t row = back ? b->rows - 1 - i : i;
        double y = value_of(d, b, row, column);
        if (isnan(y))
            continue;
        gr_buffer_printf(out, "%c%.1f %.1f", letter, x_of(p, value_of(d, b, row, 0)), y_of(p, fmin(y, p->y1)));
        letter = 'L';
    }
}

void gr_chart_line(const GrDocument *d, const GrReportBlock *b, GrBuffer *out) {
    Plane p = {.left = 46, .top = 10, .width = WIDTH - 60, .height = 210};
    if (!b->rows)
        return;
    p.x0 = value_of(d, b, 0, 0);
    p.x1 = value_of(d, b, b->rows - 1, 0);
    for (size_t row = 0; row < b->rows; row++)
        for (int c = 1; c < 4 && c < b->columns; c++)
            p.y1 = fmax(p.y1, value_of(d, b, row, c)); /* fmax passes over NAN */
    p.y1 = p.y1 > 0 ? p.y1 * 1.05 : 1;
    open_chart(d, b, WIDTH, p.top + p.height + 42, out);
    draw_axes(d, b, &p, out);
    if (b->columns > 3) {
        gr_buffer_puts(out, "<path fill=\"var(--bar)\" fill-opacity=\".28\" d=\"");
        draw_path(d, b, &p, 2, false, 'M', out);
        draw_path(d, b, &p, 3, true, 'L', out);
        gr_buffer_puts(out, "z\"/>\n");
    }
    gr_buffer_puts(out, "<path fill=\"none\" stroke=\"var(--heat)\" stroke-width=\"2.5\" d=\"");
    draw_path(d, b, &p, 1, false, 'M', out);
    gr_buffer_puts(out, "\"/>\n</svg>\n");
}

/* ---- intervals ---- */

/* The column named so, or -1. */
static int column_of(const GrDocument *d, const GrReportBlock *b, const char *id) {
    for (int c = 0; c < b->columns; c++) {
        const char *own = gr_document_string(d, b->column_id[c]);
        size_t n = 0;
        while (own[n] && own[n] == id[n])
            n++;
        if (own[n] == id[n])
            return c;
    }
    return -1;
}

/* What stands in a claim, "3.5 to 4" or "6". */
static bool read_claim(const GrDocument *d, const GrReportBlock *b, size_t row, double claim[2]) {
    int column = column_of(d, b, "claim");
    const GrCell *cell = column < 0 ? NULL : gr_block_cell(d, b, row, column);
    if (!cell || cell->kind != GR_CELL_WORDS)
        return false;
    int read = sscanf(gr_document_string(d, cell->words), "%lf to %lf", &claim[0], &claim[1]);
    claim[1] = read == 2 ? claim[1] : claim[0];
    return read > 0;
}

static double greatest(const GrDocument *d, const GrReportBlock *b, int low) {
    double most = 0, claim[2];
    for (size_t row = 0; row < b->rows; row++) {
        most = fmax(most, fmax(value_of(d, b, row, low - 1), value_of(d, b, row, low + 1)));
        most = read_claim(d, b, row, claim) ? fmax(most, claim[1]) : most;
    }
    return most;
}

static void draw_interval(const GrDocument *d, const GrReportBlock *b, size_t row, int low, double scale, int y,
                          GrBuffer *out) {
    double value = value_of(d, b, row, low - 1), from = value_of(d, b, row, low), to = value_of(d, b, row, low + 1);
    double claim[2];
    if (read_claim(d, b, row, claim))
        gr_buffer_printf(out, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"16\" rx=\"2\" fill=\"var(--claim)\" "
                              "fill-opacity=\".5\"/>\n",
                         LABEL + scale * claim[0] - 2, y + 5, scale * (claim[1] - claim[0]) + 4);
    if (!isnan(from) && !isnan(to))
        gr_buffer_printf(
            out, "<path stroke=\"var(--heat)\" stroke-width=\"2\" d=\"M%.1f %dH%.1fm0-5v10M%.1f %dv10\"/>\n",
            LABEL + scale * fmax(0, from), y + 13, LABEL + scale * to, LABEL + scale * fmax(0, from), y + 8);
    if (!isnan(value))
        gr_buffer_printf(out, "<circle cx=\"%.1f\" cy=\"%d\" r=\"4.5\" fill=\"var(--heat)\"/>\n",
                         LABEL + scale * fmax(0, value), y + 13);
}

static void put_part(const char *text, size_t length, GrBuffer *out) {
    GrBuffer part;
    gr_buffer_init(&part);
    gr_buffer_add(&part, text, length);
    gr_xml_text(out, part.data && part.len ? part.data : "");
    out->failed |= part.failed;
    gr_buffer_free(&part);
}

/* The name of a row, left of the plane: in two lines where one has no room for it. */
static void put_row_name(const GrDocument *d, const GrCell *cell, int y, GrBuffer *out) {
    const char *words = cell->kind == GR_CELL_WORDS ? gr_document_string(d, cell->words) : "";
    size_t length = strlen(words), cut = length / 2;
    while (cut < length && words[cut] != ' ')
        cut++;
    if (length <= LINE || cut == length) {
        gr_buffer_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LABEL - 10, y + 17);
        put_label(d, cell, out);
    } else {
        gr_buffer_printf(out, "<text font-size=\"11\" text-anchor=\"end\"><tspan x=\"%d\" y=\"%d\">", LABEL - 10, y + 10);
        put_part(words, cut, out);
        gr_buffer_printf(out, "</tspan><tspan x=\"%d\" y=\"%d\">", LABEL - 10, y + 22);
        put_part(words + cut + 1, length - cut - 1, out);
        gr_buffer_puts(out, "</tspan>");
    }
    gr_buffer_puts(out, "</text>\n");
}

/* What the colour of claims means: the title of their column, below the axis. */
static void draw_key(const GrDocument *d, const GrReportBlock *b, int column, int y, GrBuffer *out) {
    gr_buffer_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"16\" height=\"12\" rx=\"2\" fill=\"var(--claim)\" "
                          "fill-opacity=\".5\"/><text x=\"%d\" y=\"%d\">",
                     LABEL, y, LABEL + 22, y + 10);
    gr_xml_text(out, gr_document_string(d, b->column[column]));
    gr_buffer_puts(out, "</text>\n");
}

void gr_chart_range(const GrDocument *d, const GrReportBlock *b, GrBuffer *out) {
    int low = column_of(d, b, "low"), height = (int)b->rows * ROW;
    double most = low > 0 ? greatest(d, b, low) : 0;
    if (!(most > 0))
        return;
    bool share = gr_block_cell(d, b, 0, low - 1)->kind == GR_CELL_SHARE;
    most = share ? 1 : most;
    double scale = (WIDTH - LABEL - 20) / most, step = step_of(most);
    int claim = column_of(d, b, "claim");
    open_chart(d, b, WIDTH, height + (claim < 0 ? 24 : 48), out);
    for (double x = 0; x <= most * 1.0001; x += step)
        gr_buffer_printf(out, "<path stroke=\"var(--line)\" d=\"M%.1f 0v%d\"/><text x=\"%.1f\" y=\"%d\" "
                              "text-anchor=\"middle\">%g%s</text>\n",
                         LABEL + scale * x, height, LABEL + scale * x, height + 18,
                         round((share ? 100 : 1) * x * 1000) / 1000, share ? "%" : "");
    for (size_t row = 0; row < b->rows; row++) {
        int y = (int)row * ROW;
        put_row_name(d, gr_block_cell(d, b, row, 0), y, out);
        draw_interval(d, b, row, low, scale, y, out);
    }
    if (claim >= 0)
        draw_key(d, b, claim, height + 30, out);
    gr_buffer_puts(out, "</svg>\n");
}

/* ---- boards ---- */

/* A square is one unit wide, so that numbers are short: a page has a dozen boards. */

static double top_of(const double *number, int count) {
    double most = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, number[i]);
    return most;
}

static int x_at(const GrVariant *v, int sq) {
    return sq % v->files;
}

static int y_at(const GrVariant *v, int sq) {
    return v->ranks - 1 - sq / v->files;
}

void gr_chart_board_ground(const GrVariant *v, const char *prefix, GrBuffer *out) {
    gr_buffer_printf(
        out,
        "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><g id=\"%sground\"><path fill=\"var(--light)\" "
        "d=\"M0 0h%dv%dh-%dz\"/><path fill=\"var(--dark)\" d=\"",
        prefix, v->files, v->ranks, v->files);
    for (int sq = 0; sq < gr_squares(v); sq++)
        if ((sq / v->files + sq % v->files) % 2 == 0)
            gr_buffer_printf(out, "M%d %dh1v1h-1z", x_at(v, sq), y_at(v, sq));
    gr_buffer_puts(out, "\"/><g class=\"k\" transform=\"scale(.1)\" text-anchor=\"middle\">");
    for (int file = 0; file < v->files; file++)
        gr_buffer_printf(out, "<text x=\"%d5\" y=\"%d6\">%c</text>", file, v->ranks, 'a' + file);
    for (int rank = 0; rank < v->ranks; rank++)
        gr_buffer_printf(out, "<text x=\"-4\" y=\"%d7\">%d</text>", v->ranks - 1 - rank, rank + 1);
    gr_buffer_puts(out, "</g></g></defs></svg>\n");
}

/* The shade of a square, 0 .. SHADES; by the square root, so that what is rare is seen. */
static int level_of(double shade, double most) {
    return shade > 0 ? (int)ceil(SHADES * sqrt(shade / most)) : 0;
}

/* Squares of the same shade are one path, and neighbours on a rank one piece of it. */
static void draw_heat(const GrVariant *v, const double *shade, double most, GrBuffer *out) {
    for (int level = 1; level <= SHADES; level++) {
        bool open = false;
        for (int sq = 0, run; sq < gr_squares(v); sq += run) {
            run = 1;
            if (level_of(shade[sq], most) != level)
                continue;
            while ((sq + run) % v->files && level_of(shade[sq + run], most) == level)
                run++;
            if (!open)
                gr_buffer_printf(out, "<path fill=\"var(--heat)\" fill-opacity=\"%.2f\" d=\"",
                                 (double)level / SHADES * 0.95);
            open = true;
            gr_buffer_printf(out, "M%d %dh%dv1h-%dz", x_at(v, sq), y_at(v, sq), run, run);
        }
        gr_buffer_puts(out, open ? "\"/>\n" : "");
    }
}

/* Dots are the round ends of lines without length; those of the same size are one path. */
static void draw_marks(const GrVariant *v, const double *mark, double most, GrBuffer *out) {
    for (int level = 1; level <= SHADES; level++) {
        bool open = false;
        double width = 0.08 + 0.58 * level / SHADES;
        for (int sq = 0; sq < gr_squares(v); sq++) {
            if (level_of(mark[sq], most) != level)
                continue;
            if (!open)
                gr_buffer_printf(out, "<path stroke-width=\"%.2f\" d=\"", width);
            open = true;
            gr_buffer_printf(out, "M%d.5 %d.5h0", x_at(v, sq), y_at(v, sq));
        }
        gr_buffer_puts(out, open ? "\"/>\n" : "");
    }
}

void gr_chart_board(const GrDocument *d, const GrReportBlock *b, const char *prefix, GrBuffer *out) {
    const GrVariant *v = gr_variant(d->rules);
    const double *shade = d->square + b->first_square, *mark = shade + gr_squares(v);
    double most = b->share ? 1 : top_of(shade, gr_squares(v));
    const char *drawing = b->piece ? gr_svg_piece(b->piece) : NULL;
    gr_buffer_printf(out, "<svg class=\"chart\" role=\"img\" width=\"%d\" viewBox=\"-.8 %s %d %d\"><title>",
                     30 * (v->files + 1), drawing ? "-1.2" : "-.1", v->files + 1, v->ranks + (drawing ? 2 : 1));
    gr_xml_text(out, gr_document_string(d, b->words));
    gr_buffer_puts(out, "</title>\n");
    if (drawing)
        gr_buffer_printf(out, "<g transform=\"translate(0,-1.15) scale(.011)\" fill=\"#fffdf7\" stroke=\"#1b1a1f\" "
                              "color=\"#1b1a1f\" stroke-width=\"3.5\" stroke-linejoin=\"round\" "
                              "stroke-linecap=\"round\">%s</g>\n", drawing);
    gr_buffer_printf(out, "<use href=\"#%sground\"/>\n", prefix);
    if (most > 0)
        draw_heat(v, shade, most, out);
    if (b->marks && top_of(mark, gr_squares(v)) > 0) {
        gr_buffer_puts(out, "<g stroke=\"var(--mark)\" stroke-linecap=\"round\">\n");
        draw_marks(v, mark, top_of(mark, gr_squares(v)), out);
        gr_buffer_puts(out, "</g>\n");
    }
    gr_buffer_puts(out, "</svg>\n");
}
