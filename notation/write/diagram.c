/* Diagrams as text.
 *
 * Without colours the board is a grid, and a cell is three columns: brackets where the last move
 * went, the piece, and its mark if it has one (the mark then takes the closing bracket's place).
 * With colours the squares themselves are coloured, which says all that the grid and brackets do.
 */
#include <ctype.h>
#include <string.h>

#include "notation/write/diagram_view.h"
#include "notation/plain.h"

/* A row of lines of the grid: left end, crossing, right end, and what runs between. */
typedef struct Rule {
    const char *left, *cross, *right, *line;
} Rule;

static const Rule ASCII_RULE = {"+", "+", "+", "---"};
static const Rule TOP_RULE = {"┌", "┬", "┐", "───"};
static const Rule MIDDLE_RULE = {"├", "┼", "┤", "───"};
static const Rule BOTTOM_RULE = {"└", "┴", "┘", "───"};

/* The pieces of chess have characters of their own; a letter stands for all others. */
static const char *figurine(const char *name, int side) {
    static const struct {
        const char *name, *glyph[2];
    } glyphs[] = {
        {"King", {"♔", "♚"}},   {"Queen", {"♕", "♛"}},  {"Rook", {"♖", "♜"}},
        {"Bishop", {"♗", "♝"}}, {"Knight", {"♘", "♞"}}, {"Pawn", {"♙", "♟"}},
    };
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (!strcmp(glyphs[i].name, name))
            return glyphs[i].glyph[side];
    return NULL;
}

static void draw_piece(const GrView *view, GrDiagramStyle style, int code, GrBuffer *out) {
    const GrPieceRow *row = &view->variant->piece[gr_type_of(code)];
    int side = gr_side_of(code);
    /* On a coloured board the colour distinguishes the sides, and the full figurines read best. */
    const char *glyph = figurine(row->name, view->diagram->color ? GR_BLACK : side);
    if (style == GR_DIAGRAM_UNICODE && glyph)
        gr_buffer_puts(out, glyph);
    else
        gr_buffer_putc(out, side == GR_WHITE ? row->letter
                                             : (char)tolower((unsigned char)row->letter));
}

static void draw_cell(const GrView *view, GrDiagramStyle style, int sq, GrBuffer *out) {
    int code = view->pos->board[sq];
    bool marked = gr_set_has(view->touched, sq) && !view->diagram->color;
    char left = ' ', right = ' ';
    if (code == GR_HOLE) {
        const char *fill = style == GR_DIAGRAM_UNICODE ? "▒" : "#";
        gr_buffer_puts(out, marked ? "(" : fill);
        gr_buffer_puts(out, fill);
        gr_buffer_puts(out, marked ? ")" : fill);
        return;
    }
    if (marked) {
        left = '(';
        right = ')';
    }
    gr_buffer_putc(out, left);
    if (code != GR_EMPTY)
        draw_piece(view, style, code, out);
    else if (gr_set_has(view->targets, sq))
        gr_buffer_puts(out, style == GR_DIAGRAM_UNICODE ? "·" : "*");
    else
        gr_buffer_putc(out, ' ');
    gr_buffer_putc(out, view->mark[sq] ? view->mark[sq] : right);
}

/* The ANSI colours of a square: what stands on it and what happened there. */
static void set_colors(const GrView *view, int sq, GrBuffer *out) {
    int code = view->pos->board[sq], files = view->variant->files;
    bool dark = (sq / files + sq % files) % 2 == 0, touched = gr_set_has(view->touched, sq);
    int ground = dark ? 137 : 180;
    if (sq == view->check)
        ground = 167;
    else if (code == GR_HOLE)
        ground = touched ? 58 : 234;
    else if (touched)
        ground = dark ? 143 : 186;
    bool white = code != GR_EMPTY && code != GR_HOLE && gr_side_of(code) == GR_WHITE;
    gr_buffer_printf(out, "\033[%s;38;5;%d;48;5;%dm", white ? "1" : "22",
                     code == GR_HOLE ? 240 : white ? 231 : 16, ground);
}

static void draw_rule(const GrView *view, const Rule *rule, GrBuffer *out) {
    gr_buffer_puts(out, "   ");
    for (int i = 0; i < view->variant->files; i++) {
        gr_buffer_puts(out, i ? rule->cross : rule->left);
        gr_buffer_puts(out, rule->line);
    }
    gr_buffer_puts(out, rule->right);
    gr_buffer_putc(out, '\n');
}

static void draw_rank(const GrView *view, GrDiagramStyle style, int row, GrBuffer *out) {
    bool color = view->diagram->color;
    const char *wall = color ? "" : style == GR_DIAGRAM_UNICODE ? "│" : "|";
    gr_buffer_printf(out, "%2d ", gr_view_square(view, 0, row) / view->variant->files + 1);
    for (int column = 0; column < view->variant->files; column++) {
        int sq = gr_view_square(view, column, row);
        gr_buffer_puts(out, wall);
        if (color)
            set_colors(view, sq, out);
        draw_cell(view, style, sq, out);
    }
    gr_buffer_puts(out, color ? "\033[0m" : wall);
    gr_buffer_putc(out, '\n');
}

static void draw_files(const GrView *view, GrBuffer *out) {
    gr_buffer_puts(out, "   ");
    for (int column = 0; column < view->variant->files; column++) {
        const char *gap = view->diagram->color ? (column ? "  " : " ") : column ? "   " : "  ";
        gr_buffer_puts(out, gap);
        gr_buffer_putc(out, (char)('a' + gr_view_square(view, column, 0) % view->variant->files));
    }
    gr_buffer_putc(out, '\n');
}

static void draw_board(const GrView *view, GrDiagramStyle style, GrBuffer *out) {
    bool drawn = style == GR_DIAGRAM_UNICODE, grid = !view->diagram->color;
    if (grid)
        draw_rule(view, drawn ? &TOP_RULE : &ASCII_RULE, out);
    for (int row = 0; row < view->variant->ranks; row++) {
        if (grid && row)
            draw_rule(view, drawn ? &MIDDLE_RULE : &ASCII_RULE, out);
        draw_rank(view, style, row, out);
    }
    if (grid)
        draw_rule(view, drawn ? &BOTTOM_RULE : &ASCII_RULE, out);
    draw_files(view, out);
}

/* A line for each side: "White holds: K B N R, M none". */
static void draw_held(const GrView *view, GrBuffer *out) {
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        gr_buffer_puts(out, side == GR_WHITE ? "White holds:" : "Black holds:");
        for (unsigned i = 0; i < view->holders; i++) {
            const GrHeld *held = &view->held[side][i];
            if (held->holder)
                gr_buffer_printf(out, "%s %c", i ? "," : "", held->holder);
            for (const char *p = held->piece; *p; p++)
                gr_buffer_printf(out, " %c", *p);
            if (!held->piece[0])
                gr_buffer_puts(out, " none");
        }
        gr_buffer_putc(out, '\n');
    }
}

static void draw_text(const GrView *view, GrDiagramStyle style, GrBuffer *out) {
    if (view->diagram->caption) {
        gr_put_plain(out, view->diagram->caption, false);
        gr_buffer_puts(out, "\n\n");
    }
    draw_board(view, style, out);
    gr_buffer_putc(out, '\n');
    if (view->after[0]) {
        gr_put_plain(out, view->after, false);
        gr_buffer_puts(out, ". ");
    }
    gr_buffer_printf(out, "%s\n", view->status);
    if (view->has_pocket)
        draw_held(view, out);
    gr_buffer_putc(out, (char)toupper((unsigned char)view->state[0]));
    gr_buffer_printf(out, "%s\n", view->state + 1);
}

void gr_diagram(const GrDiagram *diagram, GrDiagramStyle style, GrBuffer *out) {
    GrView view;
    gr_view_make(diagram, &view);
    if (style == GR_DIAGRAM_SVG)
        gr_view_svg(&view, out);
    else
        draw_text(&view, style, out);
}
