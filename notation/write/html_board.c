/* Drawings for a page, and diagrams that use them.
 *
 * A diagram would take 50 bytes for each piece if each were an element of its own. Instead there is
 * one path for each kind of piece, whose vertices are the corners of the squares where such pieces
 * stand, and whose marker is the drawing: four bytes for each piece. A square is one unit wide.
 */
#include <stdio.h>
#include <string.h>

#include "notation/write/diagram_view.h"
#include "notation/write/html_local.h"
#include "notation/write/look.h"
#include "notation/write/svg_pieces.h"
#include "rules/definition.h"
#include "notation/xml.h"

enum { LARGEST = 16, MARKER = 24 };

/* ---- drawings ---- */

static void put_marker(GrBuffer *out, const char *name, const char *content) {
    gr_buffer_printf(out,
                     "<marker id=\"%s\" viewBox=\"0 0 100 100\" markerWidth=\"1\" "
                     "markerHeight=\"1\" markerUnits=\"userSpaceOnUse\">%s</marker>\n",
                     name, content);
}

/* The class of paths that draw a piece, and the id of their marker: "gw3". */
static void name_marker(char out[MARKER], int side, size_t drawing) {
    snprintf(out, MARKER, "g%c%zu", "wb"[side], drawing);
}

static void put_piece(GrBuffer *out, size_t n, const char *name, const char *drawing) {
    gr_buffer_printf(out, "<g id=\"gr-%s\">", name);
    for (const char *p = drawing; *p; p++) /* they are written with single quotes */
        gr_buffer_putc(out, *p == '\'' ? '"' : *p);
    gr_buffer_puts(out, "</g>\n");
    for (int side = 0; side < 2; side++) {
        char use[80], marker[MARKER];
        snprintf(use, sizeof use, "<use class=\"gr-%c\" href=\"#gr-%.32s\"/>", "wb"[side], name);
        name_marker(marker, side, n);
        put_marker(out, marker, use);
    }
}

/* The board with its coordinates, for boards of all sizes: its lower left corner is at 0, 0, and
 * what is beyond the diagram is cut off. */
static void put_ground(GrBuffer *out) {
    gr_buffer_printf(out,
                     "<pattern id=\"gr-squares\" width=\"2\" height=\"2\" patternUnits=\"userSpaceOnUse\">"
                     "<path class=\"gr-light\" d=\"M0 0H2V2H0z\"/>"
                     "<path class=\"gr-dark\" d=\"M0 1h1v1H0zM1 0h1v1H1z\"/></pattern>\n"
                     "<path id=\"gr-plain\" fill=\"url(#gr-squares)\" d=\"M0 0h%dv-%dH0z\"/>\n"
                     "<g id=\"gr-ground\"><use href=\"#gr-plain\"/>"
                     "<g id=\"gr-sides\" class=\"gr-sides\" text-anchor=\"middle\">",
                     LARGEST + 1, LARGEST);
    for (int n = 0; n < LARGEST; n++)
        gr_buffer_printf(out, "<text x=\"%d.5\" y=\".32\">%c</text><text x=\"-.25\" y=\"-%d.4\">%d</text>",
                         n, 'a' + n, n, n + 1);
    gr_buffer_puts(out, "</g></g>\n");
}

static const char HOLE[] =
    "<path fill=\"url(#gr-pit)\" d=\"M0 0H100V100H0z\"/>"
    "<path fill=\"#000\" fill-opacity=\".55\" d=\"M0 0h100l-14 14H14v72L0 100z\"/>"
    "<path fill=\"#fff\" fill-opacity=\".13\" d=\"M100 100V0L86 14v72H14L0 100z\"/>";

static void put_badge(GrBuffer *out, const char *name, const char *lines) {
    char badge[400], marker[MARKER];
    snprintf(marker, sizeof marker, "g-%s", name);
    snprintf(badge, sizeof badge,
             "<g class=\"gr-badge\" id=\"gr-mark-%s\"><circle cx=\"82\" cy=\"19\" r=\"14\"/>"
             "<path d=\"%s\"/></g>", name, lines);
    put_marker(out, marker, badge);
}

static void put_shape(GrBuffer *out, GrPieceShape shape) {
    char use[80], marker[MARKER];
    const char *name = gr_shape_name(shape);
    gr_buffer_printf(out, "<g id=\"gr-%s\"><path d=\"%s\"/></g>\n", name, gr_shape_path(shape));
    snprintf(use, sizeof use, "<use class=\"gr-w gr-tile\" href=\"#gr-%s\"/>", name);
    snprintf(marker, sizeof marker, "g-%s", name);
    put_marker(out, marker, use);
}

static bool has_piece(const GrVariant *v, const char *name) {
    for (int type = 1; type <= v->types; type++)
        if (!strcmp(v->piece[type].name, name))
            return true;
    return false;
}

/* For a game alone, whose boards are drawn by the player, or for all games and diagrams (NULL). */
static void put_shapes(GrBuffer *out, const GrVariant *game) {
    const char *name, *drawing;
    gr_buffer_puts(out, "<svg class=\"gr-shapes\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n<defs>\n");
    for (size_t n = 0; (drawing = gr_svg_piece_at(n, &name)); n++)
        if (!game || has_piece(game, name))
            put_piece(out, n, name, drawing);
    gr_buffer_puts(out, "<linearGradient id=\"gr-pit\" x1=\"0\" y1=\"0\" x2=\".4\" y2=\"1\">"
                        "<stop stop-color=\"#0b0a0d\"/><stop offset=\"1\" stop-color=\"#37333b\"/>"
                        "</linearGradient>\n<radialGradient id=\"gr-check\">"
                        "<stop offset=\".15\" stop-color=\"#e8261c\"/>"
                        "<stop offset=\"1\" stop-color=\"#e8261c\" stop-opacity=\".1\"/>"
                        "</radialGradient>\n<g id=\"gr-pit-drawing\">");
    gr_buffer_puts(out, HOLE);
    gr_buffer_puts(out, "</g>\n");
    put_marker(out, "g-hole", "<use href=\"#gr-pit-drawing\"/>");
    put_marker(out, "gl", "<path class=\"gr-moved\" d=\"M0 0H100V100H0z\"/>");
    for (GrPieceShape shape = GR_SHAPE_WEDGE; shape <= GR_SHAPE_DISC; shape++)
        put_shape(out, shape);
    put_badge(out, "plus", "M75 19H89M82 12V26");
    put_badge(out, "minus", "M75 19H89");
    put_badge(out, "wave", "M74 21C77 13 80 14 82 19S88 25 90 17");
    put_badge(out, "roof", "M75 23L82 13L89 23");
    if (!game)
        put_ground(out);
    gr_buffer_puts(out, "</defs>\n</svg>\n");
}

void gr_html_shapes(GrBuffer *out) {
    put_shapes(out, NULL);
}

void gr_html_play_shapes(GrBuffer *out, const GrVariant *variant) {
    put_shapes(out, variant);
}

void gr_html_shape_style(GrBuffer *out) {
    static const char *const others[] = {"hole", "plus", "minus", "wave", "roof", "wedge", "disc"};
    const char *name;
    char marker[MARKER];
    for (size_t n = 0; gr_svg_piece_at(n, &name); n++)
        for (int side = 0; side < 2; side++) {
            name_marker(marker, side, n);
            gr_buffer_printf(out, ".%s{marker:url(#%s)}", marker, marker);
        }
    gr_buffer_puts(out, ".gl{marker:url(#gl)}");
    for (size_t n = 0; n < sizeof others / sizeof *others; n++)
        gr_buffer_printf(out, ".g-%s{marker:url(#g-%s)}", others[n], others[n]);
}

/* ---- diagrams ---- */

typedef struct Board {
    GrBuffer *out;
    const GrView *view;
} Board;

static bool is_shaped(const Board *b) {
    return gr_shape_of(b->view->variant) != GR_SHAPE_FIGURE;
}

static int column_of(const Board *b, int sq) {
    int file = sq % b->view->variant->files;
    return b->view->diagram->flip ? b->view->variant->files - 1 - file : file;
}

static int row_of(const Board *b, int sq) {
    int rank = sq / b->view->variant->files;
    return b->view->diagram->flip ? rank : b->view->variant->ranks - 1 - rank;
}

/* Adds a path over squares, which draws the marker of the class on each. */
static void put_path(const Board *b, const char *class, GrSet squares) {
    if (!squares)
        return;
    gr_buffer_printf(b->out, "<path class=\"%s\" d=\"", class);
    for (const char *way = "M"; squares; way = " ") { /* a line goes from square to square */
        int sq = gr_set_pop(&squares), last = !squares && *way == 'M';
        gr_buffer_printf(b->out, "%s%d %d%s", way, column_of(b, sq), row_of(b, sq), last ? "h0" : "");
    }
    gr_buffer_puts(b->out, "\"/>");
}

/* Pieces that we have no drawing of: by the path that their game has for them, else discs with letters. */
static void put_strangers(const Board *b, int side, int type, GrSet squares) {
    const GrVariant *v = b->view->variant;
    const char *path = v->defined ? gr_defined_piece(v, type)->drawing : "";
    char sign[3];
    gr_piece_sign(v, type, sign);
    for (GrSet left = squares; left;) {
        int sq = gr_set_pop(&left);
        gr_buffer_printf(b->out, "<g class=\"gr-%c\" transform=\"translate(%d %d) scale(.01)\">", "wb"[side],
                         column_of(b, sq), row_of(b, sq));
        if (*path)
            gr_buffer_printf(b->out, "<path transform=\"scale(2.2222)\" d=\"%s\"/></g>", path);
        else
            gr_buffer_printf(b->out, "<circle cx=\"50\" cy=\"52\" r=\"36\"/><text x=\"50\" y=\"70\" "
                                     "text-anchor=\"middle\" font-size=\"52\">%s</text></g>",
                             sign);
    }
}

/* The marker of a piece of that name; false if we have no drawing of it. */
static bool name_drawing(const char *wanted, int side, char marker[MARKER]) {
    const char *name;
    for (size_t n = 0; gr_svg_piece_at(n, &name); n++)
        if (!strcmp(name, wanted)) {
            name_marker(marker, side, n);
            return true;
        }
    return false;
}

static void put_pieces(const Board *b) {
    char marker[MARKER];
    const GrPosition *pos = b->view->pos;
    if (is_shaped(b)) {
        gr_html_tiles(b->out, b->view);
        return;
    }
    for (int type = 1; type <= b->view->variant->types; type++)
        for (int side = 0; side < 2; side++) {
            const GrPieceRow *row = &b->view->variant->piece[type];
            GrSet squares = pos->type[type] & pos->side[side];
            if (!squares)
                continue;
            bool own = b->view->variant->defined && *gr_defined_piece(b->view->variant, type)->drawing;
            if (own || !name_drawing(row->name, side, marker))
                put_strangers(b, side, type, squares);
            else
                put_path(b, marker, squares);
        }
}

static void put_marks(const Board *b) {
    static const struct {
        char mark;
        const char *class;
    } marks[] = {{'+', "g-plus"}, {'-', "g-minus"}, {'~', "g-wave"}, {'^', "g-roof"}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        GrSet squares = 0;
        for (int sq = 0; sq < gr_squares(b->view->variant); sq++)
            if (b->view->mark[sq] == marks[i].mark && !(is_shaped(b) && marks[i].mark == '+'))
                squares |= gr_set_of(sq);
        put_path(b, marks[i].class, squares);
    }
}

static void put_held(const Board *b) {
    for (int side = 0; side < 2; side++)
        for (unsigned i = 0; i < b->view->holders; i++) {
            const GrHeld *held = &b->view->held[side][i];
            if (!*held->piece)
                continue;
            gr_buffer_printf(b->out, "; %s", side ? "Black" : "White");
            if (held->holder)
                gr_buffer_printf(b->out, "&#39;s %c", held->holder);
            gr_buffer_puts(b->out, " holds ");
            gr_xml_text(b->out, held->piece);
        }
}

/* The coordinates of boards that have their own. */
static void put_sides(const Board *b) {
    const GrVariant *v = b->view->variant;
    char text[GR_LOOK_COORDINATE];
    bool far = gr_look_has_far(v);
    gr_buffer_printf(b->out, " viewBox=\"-.5 %s %d.5 %d%s\"><g class=\"gr-sides\" text-anchor=\"middle\">",
                     far ? "-.5" : "0", v->files, v->ranks + far, far ? "" : ".5");
    for (int n = 0; n < v->files; n++) {
        gr_look_coordinate(v, GR_LOOK_NEAR, n, false, text);
        gr_buffer_printf(b->out, "<text x=\"%d.5\" y=\"%d.32\">%s</text>", n, v->ranks, text);
        gr_look_coordinate(v, GR_LOOK_FAR, n, false, text);
        if (*text)
            gr_buffer_printf(b->out, "<text x=\"%d.5\" y=\"-.1\">%s</text>", n, text);
    }
    for (int n = 0; n < v->ranks; n++) {
        gr_look_coordinate(v, GR_LOOK_RANKS, n, false, text);
        if (*text)
            gr_buffer_printf(b->out, "<text x=\"-.25\" y=\"%d.6\">%s</text>", v->ranks - 1 - n, text);
    }
    gr_buffer_puts(b->out, "</g>");
}

/* A ground of one colour, and lines. */
static void put_lines(const Board *b, bool flip) {
    const GrVariant *v = b->view->variant;
    if (flip)
        gr_buffer_printf(b->out, " viewBox=\"0 0 %d %d\">", v->files, v->ranks);
    else if (gr_coordinates_of(v) != GR_COORDINATES_LETTERS)
        put_sides(b);
    else
        gr_buffer_printf(b->out, " viewBox=\"-.5 0 %d.5 %d.5\"><use href=\"#gr-sides\" y=\"%d\"/>", v->files,
                         v->ranks, v->ranks);
    gr_buffer_printf(b->out,
                     "<g class=\"gr-light\"><rect width=\"%d\" height=\"%d\"/></g><g class=\"gr-dark\" "
                     "opacity=\".4\"><rect width=\"%d\" height=\"%d\"/></g><path class=\"gr-lines\" transform=\"",
                     v->files, v->ranks, v->files, v->ranks);
    if (flip)
        gr_buffer_printf(b->out, "translate(%d %d) scale(-.01)\" d=\"", v->files, v->ranks);
    else
        gr_buffer_puts(b->out, "scale(.01)\" d=\"");
    gr_board_lines(v, b->out);
    gr_buffer_puts(b->out, "\"/>");
}

/* The ground: where the corner that is the lower left one now is no dark square, squares are taken
 * from one column further. */
static void put_board_ground(const Board *b, bool flip) {
    const GrVariant *v = b->view->variant;
    bool odd = (v->files + v->ranks) % 2 && flip;
    if (gr_board_drawing_of(v) != GR_BOARD_SQUARES)
        put_lines(b, flip);
    else if (flip)
        gr_buffer_printf(b->out, " viewBox=\"0 0 %d %d\"><use href=\"#gr-plain\"%s y=\"%d\"/>", v->files,
                         v->ranks, odd ? " x=\"-1\"" : "", v->ranks);
    else
        gr_buffer_printf(b->out, " viewBox=\"-.5 0 %d.5 %d.5\"><use href=\"#gr-ground\" y=\"%d\"/>",
                         v->files, v->ranks, v->ranks);
}

void gr_html_board(GrBuffer *out, const GrDiagram *diagram) {
    GrView view;
    gr_view_make(diagram, &view);
    Board b = {.out = out, .view = &view};
    gr_buffer_puts(out, "<figure><svg class=\"gr-d\" role=\"img\" aria-label=\"");
    gr_xml_text(out, view.fen);
    gr_buffer_putc(out, '"');
    put_board_ground(&b, diagram->flip);
    put_path(&b, "g-hole", view.pos->type[0]);
    put_path(&b, "gl", view.touched & ~view.pos->type[0]);
    put_pieces(&b);
    put_marks(&b);
    gr_buffer_puts(out, "</svg><figcaption>");
    gr_xml_text(out, view.after);
    gr_buffer_puts(out, *view.after ? ": " : "");
    gr_xml_text(out, view.status);
    put_held(&b);
    gr_buffer_puts(out, "</figcaption></figure>\n");
}
