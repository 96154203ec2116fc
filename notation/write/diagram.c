/* Diagrams as text.
 *
 * Without colours the board is a grid, and a cell is three columns: brackets where the last move
 * went, the piece, and its mark if it has one (the mark then takes the closing bracket's place). Characters are two
 * columns wide: then the walls of the squares where the last move went are heavy instead.
 * With colours the squares themselves are coloured, which says all that the grid and brackets do.
 */
#include <ctype.h>
#include <string.h>

#include "notation/write/diagram_view.h"
#include "notation/write/look.h"
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

/* How a diagram is written. */
typedef struct Way {
    bool drawn;      /* with the lines and characters of Unicode */
    bool letters;    /* nothing else stands for pieces */
    bool characters; /* pieces have characters two columns wide, which leave no room for brackets */
} Way;

static Way way_of(const GrView *view, GrDiagramStyle style) {
    Way way = {.drawn = style == GR_DIAGRAM_UNICODE, .letters = style != GR_DIAGRAM_UNICODE || view->diagram->letters};
    for (int type = 1; !way.letters && type <= view->variant->types; type++)
        way.characters |= *gr_look_character(view->variant, type, GR_WHITE) != '\0';
    return way;
}

/* Adds a character in two columns: those of East Asia take both. */
static void put_character(const char *character, GrBuffer *out) {
    const unsigned char *u = (const unsigned char *)character;
    bool wide = (u[0] == 0xE1 && u[1] < 0x86) || (u[0] == 0xE2 && u[1] >= 0xBA) || (u[0] > 0xE2 && u[0] < 0xEA) ||
                (u[0] == 0xEA && (u[1] < 0x94 || u[1] >= 0xB0)) || (u[0] > 0xEA && u[0] < 0xED) ||
                (u[0] == 0xED && u[1] < 0x9F) || (u[0] == 0xEF && (u[1] == 0xA4 || u[1] == 0xBC)) ||
                (u[0] == 0xF0 && u[1] >= 0x9F);
    gr_buffer_puts(out, character);
    gr_buffer_puts(out, wide ? "" : " ");
}

static void draw_piece(const GrView *view, const Way *way, int code, GrBuffer *out) {
    const GrPieceRow *row = &view->variant->piece[gr_type_of(code)];
    int side = gr_side_of(code);
    /* On a coloured board the colour distinguishes the sides, and the full figurines read best. */
    const char *glyph = figurine(row->name, view->diagram->color ? GR_BLACK : side);
    if (!way->letters && glyph)
        gr_buffer_puts(out, glyph);
    else
        gr_buffer_putc(out, side == GR_WHITE ? row->letter
                                             : (char)tolower((unsigned char)row->letter));
}

/* Draws a piece that has a character. Where the sides differ only in direction, Black's have a 'v' before them, as in
 * records of Shogi. */
static bool draw_character(const GrView *view, const Way *way, int code, GrBuffer *out) {
    const GrVariant *v = view->variant;
    if (!way->characters || code == GR_EMPTY || code == GR_HOLE || !*gr_look_character(v, gr_type_of(code), GR_WHITE))
        return false;
    const char *white = gr_look_character(v, gr_type_of(code), GR_WHITE);
    const char *black = gr_look_character(v, gr_type_of(code), GR_BLACK);
    bool alike = gr_shape_of(v) == GR_SHAPE_WEDGE || !strcmp(white, black), is_black = gr_side_of(code) == GR_BLACK;
    gr_buffer_putc(out, alike && is_black && !view->diagram->color ? 'v' : ' ');
    put_character(is_black ? black : white, out);
    return true;
}

static void draw_cell(const GrView *view, const Way *way, int sq, GrBuffer *out) {
    int code = view->pos->board[sq];
    bool marked = gr_set_has(view->touched, sq) && !view->diagram->color && !way->characters;
    char left = ' ', right = ' ';
    if (draw_character(view, way, code, out))
        return;
    if (code == GR_HOLE) {
        const char *fill = way->drawn ? "▒" : "#";
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
        draw_piece(view, way, code, out);
    else if (gr_set_has(view->targets, sq))
        gr_buffer_puts(out, way->drawn ? "·" : "*");
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

/* What stands to the left of a column: a heavy wall beside squares of the last move that have no brackets. */
static const char *wall_of(const GrView *view, const Way *way, int column, int row) {
    bool heavy = false;
    for (int beside = column - 1; way->characters && beside <= column; beside++)
        if (beside >= 0 && beside < view->variant->files)
            heavy |= gr_set_has(view->touched, gr_view_square(view, beside, row));
    return heavy ? "┃" : way->drawn ? "│" : "|";
}

/* Characters of several bytes take two columns each. */
static int columns_of(const char *text) {
    int columns = 0;
    for (; *text; text++)
        columns += (unsigned char)*text < 0x80 ? 1 : (unsigned char)*text >= 0xC0 ? 2 : 0;
    return columns;
}

static void draw_rank(const GrView *view, const Way *way, int row, GrBuffer *out) {
    bool color = view->diagram->color;
    char text[GR_LOOK_COORDINATE];
    gr_look_coordinate(view->variant, GR_LOOK_RANKS, gr_view_square(view, 0, row) / view->variant->files,
                       !way->characters, text);
    gr_buffer_printf(out, "%.*s%s ", 2 - columns_of(text), "  ", text);
    for (int column = 0; column < view->variant->files; column++) {
        int sq = gr_view_square(view, column, row);
        gr_buffer_puts(out, color ? "" : wall_of(view, way, column, row));
        if (color)
            set_colors(view, sq, out);
        draw_cell(view, way, sq, out);
    }
    gr_buffer_puts(out, color ? "\033[0m" : wall_of(view, way, view->variant->files, row));
    gr_buffer_putc(out, '\n');
}

/* Below the board, or above it. */
static void draw_files(const GrView *view, const Way *way, GrLookEdge edge, GrBuffer *out) {
    int due = view->diagram->color ? 4 : 5, at = 0;
    if (edge == GR_LOOK_FAR && !gr_look_has_far(view->variant))
        return;
    for (int column = 0; column < view->variant->files; column++, due += view->diagram->color ? 3 : 4) {
        char text[GR_LOOK_COORDINATE];
        gr_look_file(view->variant, edge, view->diagram->flip, gr_view_square(view, column, 0) % view->variant->files,
                     !way->characters, text);
        gr_buffer_printf(out, "%*s%s", due - at, "", text);
        at = due + columns_of(text);
    }
    gr_buffer_putc(out, '\n');
}

static void draw_board(const GrView *view, const Way *way, GrBuffer *out) {
    bool drawn = way->drawn, grid = !view->diagram->color;
    draw_files(view, way, GR_LOOK_FAR, out);
    if (grid)
        draw_rule(view, drawn ? &TOP_RULE : &ASCII_RULE, out);
    for (int row = 0; row < view->variant->ranks; row++) {
        if (grid && row)
            draw_rule(view, drawn ? &MIDDLE_RULE : &ASCII_RULE, out);
        draw_rank(view, way, row, out);
    }
    if (grid)
        draw_rule(view, drawn ? &BOTTOM_RULE : &ASCII_RULE, out);
    draw_files(view, way, GR_LOOK_NEAR, out);
}

/* A line for each side: "White holds: K B N R, M none". */
static void draw_held(const GrView *view, const Way *way, GrBuffer *out) {
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        gr_buffer_puts(out, side == GR_WHITE ? "White holds:" : "Black holds:");
        for (unsigned i = 0; i < view->holders; i++) {
            const GrHeld *held = &view->held[side][i];
            if (held->holder)
                gr_buffer_printf(out, "%s %c", i ? "," : "", held->holder);
            for (const char *p = held->piece; *p; p++) {
                int type = gr_type_of_letter(view->variant, *p);
                const char *character = way->characters ? gr_look_character(view->variant, type, side) : "";
                gr_buffer_putc(out, ' ');
                if (*character)
                    gr_buffer_puts(out, character);
                else
                    gr_buffer_putc(out, *p);
            }
            if (!held->piece[0])
                gr_buffer_puts(out, " none");
        }
        gr_buffer_putc(out, '\n');
    }
}

static void draw_text(const GrView *view, GrDiagramStyle style, GrBuffer *out) {
    Way way = way_of(view, style);
    if (view->diagram->caption) {
        gr_put_plain(out, view->diagram->caption, false);
        gr_buffer_puts(out, "\n\n");
    }
    draw_board(view, &way, out);
    gr_buffer_putc(out, '\n');
    if (view->after[0]) {
        gr_put_plain(out, view->after, false);
        gr_buffer_puts(out, ". ");
    }
    gr_buffer_printf(out, "%s\n", view->status);
    if (view->has_pocket)
        draw_held(view, &way, out);
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
