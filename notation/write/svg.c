/* Diagrams as SVG pictures.
 *
 * A square is 100 units wide, and so is the square that a piece is drawn in. The picture is
 * painted from the back: ground, squares, holes, last move, check, pieces, what is held, words.
 * It uses nothing from outside itself, and no fonts but the viewer's own for the words.
 */
#include <ctype.h>
#include <string.h>

#include "notation/write/diagram_view.h"
#include "notation/write/look.h"
#include "notation/write/svg_pieces.h"
#include "notation/xml.h"
#include "rules/definition.h"

/* Widths and heights, in units. */
enum {
    SQUARE = 100,
    MARGIN = 62,       /* left and right of the board, and below it: coordinates */
    CAPTION = 96,      /* above the board, if there is a caption */
    BARE_TOP = 40,     /* above the board, if there is none */
    FAR = 22,          /* more, for coordinates there */
    FOOT = 76,         /* the words below the coordinates */
    HELD_STEP = 76,    /* of pieces beside the board, */
    HELD_ROW = 96,     /* and of rows of them */
    PER_ROW = 3,
    PANEL_CARRIED = 400, /* where each of two pieces carries three */
    PANEL_PLAIN = 290,
    DEFAULT_PIXELS = 48 /* of a square */
};

#define GROUND "#fbf8f1"
#define INK "#33291f"
#define FRAME "#54402f"
#define LIGHT "#f1e2c6"
#define DARK "#b58f68"
#define PLAIN "#e3c28d" /* of a board with lines */
#define TURNED " transform='rotate(180 50 50)'"
#define MOVED "#f3d331"
#define WHITE_PIECES "fill='#fffdf7' stroke='#1b1a1f' color='#1b1a1f'"
#define BLACK_PIECES "fill='#3b3a44' stroke='#0d0c10' color='#f3eee2'"
#define PLAIN_PIECES "fill='#fdecc8' stroke='#33291f' color='#1b1a1f'"
#define RED "#b3121c"
#define FONT "font-family='Helvetica, Arial, DejaVu Sans, sans-serif'"

typedef struct Canvas {
    const GrView *view;
    GrBuffer *out;
    int left, top;      /* of the board */
    int width, height;  /* of the board */
    int panel;          /* width of what is beside the board, 0 for nothing */
    int full_width, full_height;
} Canvas;

static int x_of(const Canvas *c, int sq) {
    int file = sq % c->view->variant->files;
    return c->left + SQUARE * (c->view->diagram->flip ? c->view->variant->files - 1 - file : file);
}

static int y_of(const Canvas *c, int sq) {
    int rank = sq / c->view->variant->files;
    return c->top + SQUARE * (c->view->diagram->flip ? rank : c->view->variant->ranks - 1 - rank);
}

/* ---- the picture in words ---- */

static void describe_side(const Canvas *c, int side) {
    const GrView *view = c->view;
    GrBuffer *out = c->out;
    gr_buffer_puts(out, side == GR_WHITE ? "White:" : " Black:");
    for (int type = 1; type <= view->variant->types; type++) {
        GrSet set = view->pos->side[side] & view->pos->type[type];
        if (set)
            gr_buffer_printf(out, " %s", view->variant->piece[type].name);
        while (set) {
            char name[4];
            gr_square_name(view->variant, gr_set_pop(&set), name);
            gr_buffer_printf(out, " %s", name);
        }
    }
    gr_buffer_putc(out, '.');
}

static void describe(const Canvas *c) {
    const GrView *view = c->view;
    gr_buffer_puts(c->out, "<title>");
    gr_xml_text(c->out, view->diagram->caption ? view->diagram->caption : view->variant->title);
    gr_buffer_puts(c->out, "</title>\n<desc>");
    if (view->after[0]) {
        gr_xml_text(c->out, view->after);
        gr_buffer_puts(c->out, ". ");
    }
    gr_buffer_printf(c->out, "%s. ", view->status);
    describe_side(c, GR_WHITE);
    describe_side(c, GR_BLACK);
    gr_buffer_puts(c->out, " FEN ");
    gr_xml_text(c->out, view->fen);
    gr_buffer_puts(c->out, "</desc>\n");
}

/* ---- definitions ---- */

static bool is_shaped(const Canvas *c) {
    return gr_shape_of(c->view->variant) != GR_SHAPE_FIGURE;
}

/* Begins an element that puts a piece somewhere. */
static void use_piece(const Canvas *c, int type, int side) {
    static const char *const lead[] = {"w-", "b-"};
    gr_buffer_printf(c->out, "<use xlink:href='#gr-%s%s' ", is_shaped(c) ? lead[side] : "",
                     c->view->variant->piece[type].name);
}

/* A wedge or a disc with what stands on it, upright or turned. */
static void define_shape(const Canvas *c, int type, int side) {
    const GrVariant *v = c->view->variant;
    const GrDiagram *diagram = c->view->diagram;
    bool turned = gr_shape_of(v) == GR_SHAPE_WEDGE && (side == GR_BLACK) != diagram->flip;
    bool letters = diagram->letters || !*gr_look_character(v, type, side);
    char text[GR_LOOK_TEXT];
    gr_look_text(v, type, side, letters, text);
    gr_buffer_printf(c->out, "<g id='gr-%c-%s'><path%s d='%s'/><text x='50' y='%d'%s fill='%s' stroke='none' "
                             "text-anchor='middle' font-size='%d'%s>%s</text></g>\n",
                     "wb"[side], v->piece[type].name, turned ? TURNED : "", gr_shape_path(gr_shape_of(v)),
                     turned && letters ? GR_LOOK_BASE - 10 : GR_LOOK_BASE,
                     turned && !letters ? TURNED : "", gr_look_is_red(v, type, side) ? RED : "currentColor",
                     letters && text[1] ? 42 : GR_LOOK_SIZE, letters ? " " FONT : "", text);
}

static void define_piece(const Canvas *c, int type) {
    const GrPieceRow *row = &c->view->variant->piece[type];
    const char *drawing = c->view->diagram->letters ? NULL : gr_svg_piece(row->name);
    const char *path = c->view->variant->defined && !c->view->diagram->letters
                           ? gr_defined_piece(c->view->variant, type)->drawing : "";
    gr_buffer_printf(c->out, "<g id='gr-%s'>", row->name);
    if (*path) /* in 45 units; checked by the reader */
        gr_buffer_printf(c->out, "<path transform='scale(2.2222)' vector-effect='non-scaling-stroke' d='%s'/>", path);
    else if (drawing)
        gr_buffer_puts(c->out, drawing);
    else /* a piece of a variant newer than our drawings: a disc with its letter */
        gr_buffer_printf(c->out,
                         "<circle cx='50' cy='52' r='36'/><text x='50' y='70' fill='currentColor' "
                         "stroke='none' text-anchor='middle' font-size='52' " FONT ">%c</text>",
                         row->letter);
    gr_buffer_puts(c->out, "</g>\n");
}

/* The types that stand on the board or are held. */
static unsigned types_in_use(const GrView *view) {
    unsigned types = 0;
    for (int type = 1; type <= view->variant->types; type++)
        if (view->pos->type[type])
            types |= 1u << type;
    for (int side = 0; side < 2; side++)
        for (unsigned i = 0; i < view->holders; i++) {
            const GrHeld *held = &view->held[side][i];
            if (held->holder)
                types |= 1u << gr_type_of_letter(view->variant, held->holder);
            for (const char *p = held->piece; *p; p++)
                types |= 1u << gr_type_of_letter(view->variant, *p);
        }
    return types;
}

static void define(const Canvas *c) {
    unsigned types = types_in_use(c->view);
    gr_buffer_puts(c->out, "<defs>\n");
    for (int type = 1; type <= c->view->variant->types; type++)
        for (int side = 0; (types >> type & 1) && side < 2; side++)
            if (is_shaped(c))
                define_shape(c, type, side);
            else if (!side)
                define_piece(c, type);
    if (c->view->pos->type[0])
        gr_buffer_puts(c->out, "<linearGradient id='gr-pit' x1='0' y1='0' x2='.4' y2='1'>"
                               "<stop offset='0' stop-color='#0b0a0d'/>"
                               "<stop offset='1' stop-color='#37333b'/></linearGradient>\n");
    if (c->view->check != GR_NO_SQUARE)
        gr_buffer_puts(c->out, "<radialGradient id='gr-check'>"
                               "<stop offset='.15' stop-color='#e8261c'/>"
                               "<stop offset='.6' stop-color='#e8261c' stop-opacity='.75'/>"
                               "<stop offset='1' stop-color='#e8261c' stop-opacity='.12'/>"
                               "</radialGradient>\n");
    gr_buffer_puts(c->out, "</defs>\n");
}

/* ---- the board ---- */

static void draw_lines(const Canvas *c) {
    gr_buffer_printf(c->out, "<path fill='none' stroke='" FRAME "' stroke-width='3' stroke-linecap='round' "
                             "transform='translate(%d,%d)", c->left, c->top);
    if (c->view->diagram->flip)
        gr_buffer_printf(c->out, " rotate(180 %d %d)", c->width / 2, c->height / 2);
    gr_buffer_puts(c->out, "' d='");
    gr_board_lines(c->view->variant, c->out);
    gr_buffer_puts(c->out, "'/>\n");
}

static void draw_squares(const Canvas *c) {
    const GrVariant *v = c->view->variant;
    bool lines = gr_board_drawing_of(v) != GR_BOARD_SQUARES;
    gr_buffer_printf(c->out,
                     "<rect x='%d' y='%d' width='%d' height='%d' rx='6' fill='" FRAME "'/>\n"
                     "<rect x='%d' y='%d' width='%d' height='%d' fill='%s'/>\n",
                     c->left - 8, c->top - 8, c->width + 16, c->height + 16, c->left, c->top,
                     c->width, c->height, lines ? PLAIN : LIGHT);
    if (lines) {
        draw_lines(c);
        return;
    }
    gr_buffer_puts(c->out, "<path fill='" DARK "' d='");
    for (int sq = 0; sq < gr_squares(v); sq++)
        if ((sq / v->files + sq % v->files) % 2 == 0)
            gr_buffer_printf(c->out, "M%d %dh100v100h-100z", x_of(c, sq), y_of(c, sq));
    gr_buffer_puts(c->out, "'/>\n");
}

/* A hole is a pit: dark, with a lit lower edge and a shadow below the upper one. */
static void draw_holes(const Canvas *c) {
    GrSet holes = c->view->pos->type[0];
    while (holes) {
        int sq = gr_set_pop(&holes);
        gr_buffer_printf(c->out,
                         "<g transform='translate(%d,%d)'>"
                         "<rect width='100' height='100' fill='url(#gr-pit)'/>"
                         "<path fill='#000' fill-opacity='.55' d='M0 0h100l-14 14H14v72L0 100z'/>"
                         "<path fill='#fff' fill-opacity='.13' d='M100 100V0L86 14v72H14L0 100z'/>"
                         "</g>\n",
                         x_of(c, sq), y_of(c, sq));
    }
}

static void draw_marks_of_play(const Canvas *c) {
    GrSet touched = c->view->touched, targets = c->view->targets;
    while (touched) {
        int sq = gr_set_pop(&touched), x = x_of(c, sq), y = y_of(c, sq);
        if (c->view->pos->board[sq] == GR_HOLE)
            gr_buffer_printf(c->out,
                             "<rect x='%d' y='%d' width='90' height='90' fill='none' "
                             "stroke='" MOVED "' stroke-width='7'/>\n",
                             x + 5, y + 5);
        else
            gr_buffer_printf(c->out,
                             "<rect x='%d' y='%d' width='100' height='100' fill='" MOVED "' "
                             "fill-opacity='.55'/>\n",
                             x, y);
    }
    while (targets) {
        int sq = gr_set_pop(&targets);
        gr_buffer_printf(c->out,
                         "<circle cx='%d' cy='%d' r='17' fill='#2e7d46' fill-opacity='.8'/>\n",
                         x_of(c, sq) + 50, y_of(c, sq) + 50);
    }
    if (c->view->check != GR_NO_SQUARE)
        gr_buffer_printf(c->out,
                         "<rect x='%d' y='%d' width='100' height='100' fill='url(#gr-check)'/>\n",
                         x_of(c, c->view->check), y_of(c, c->view->check));
}

static void put_coordinate(const Canvas *c, int x, int y, const char *text) {
    if (*text)
        gr_buffer_printf(c->out, "<text x='%d' y='%d'>%s</text>\n", x, y, text);
}

static void draw_coordinates(const Canvas *c) {
    const GrVariant *v = c->view->variant;
    bool letters = c->view->diagram->letters;
    gr_buffer_puts(c->out, "<g " FONT " font-size='30' fill='" INK "' text-anchor='middle'>\n");
    for (int row = 0; row < v->ranks; row++) {
        char text[GR_LOOK_COORDINATE];
        gr_look_coordinate(v, GR_LOOK_RANKS, gr_view_square(c->view, 0, row) / v->files, letters, text);
        put_coordinate(c, c->left - 34, c->top + SQUARE * row + 61, text);
    }
    for (GrLookEdge edge = GR_LOOK_NEAR; edge <= GR_LOOK_FAR; edge++)
        for (int column = 0; column < v->files; column++) {
            char text[GR_LOOK_COORDINATE];
            gr_look_file(v, edge, c->view->diagram->flip, gr_view_square(c->view, column, 0) % v->files, letters, text);
            put_coordinate(c, c->left + SQUARE * column + 50,
                           edge == GR_LOOK_NEAR ? c->top + c->height + 42 : c->top - 16, text);
        }
    gr_buffer_puts(c->out, "</g>\n");
}

/* ---- pieces ---- */

static void open_side(const Canvas *c, int side) {
    gr_buffer_printf(c->out,
                     "<g %s stroke-width='3.5' stroke-linejoin='round' stroke-linecap='round'>\n",
                     is_shaped(c) ? PLAIN_PIECES : side == GR_WHITE ? WHITE_PIECES : BLACK_PIECES);
}

static void draw_pieces(const Canvas *c, int side) {
    const GrView *view = c->view;
    open_side(c, side);
    for (int sq = 0; sq < gr_squares(view->variant); sq++) {
        int code = view->pos->board[sq];
        if (code == GR_EMPTY || code == GR_HOLE || gr_side_of(code) != side)
            continue;
        use_piece(c, gr_type_of(code), side);
        gr_buffer_printf(c->out, "x='%d' y='%d'/>\n", x_of(c, sq), y_of(c, sq));
    }
    gr_buffer_puts(c->out, "</g>\n");
}

/* The lines of a mark, in a badge whose middle is the origin. */
static const char *mark_lines(char mark) {
    switch (mark) {
    case '+': return "M-7 0H7M0-7V7";
    case '-': return "M-7 0H7";
    case '~': return "M-8 2C-5-6-2-5 0 0S5 6 8-2";
    default: return "M-7 4L0-6L7 4";
    }
}

/* The marks that FEN writes after pieces, as badges: ~ promoted, ^ on the quest, + and - a warrior
 * that still has its first move or has spent it. */
static void draw_badges(const Canvas *c) {
    for (int sq = 0; sq < gr_squares(c->view->variant); sq++)
        if (c->view->mark[sq] && !(is_shaped(c) && c->view->mark[sq] == '+'))
            gr_buffer_printf(c->out,
                             "<g transform='translate(%d,%d)'><circle r='14' fill='#fff' "
                             "stroke='#7a1f5c' stroke-width='4'/><path fill='none' "
                             "stroke='#7a1f5c' stroke-width='4' stroke-linecap='round' "
                             "stroke-linejoin='round' d='%s'/></g>\n",
                             x_of(c, sq) + 82, y_of(c, sq) + 19, mark_lines(c->view->mark[sq]));
}

/* ---- beside the board ---- */

static void draw_small(const Canvas *c, int side, char letter, int x, int y, bool faint) {
    use_piece(c, gr_type_of_letter(c->view->variant, letter), side);
    gr_buffer_printf(c->out, "transform='translate(%d,%d) scale(.8)'%s/>\n", x, y, faint ? " opacity='.25'" : "");
}

/* The row of one holder: who carries, a line, what is left. With nothing left, its holder is
 * faint. */
static void draw_holder(const Canvas *c, int side, const GrHeld *held, int y) {
    int x = c->left + c->width + MARGIN + 10;
    open_side(c, side);
    if (held->holder) {
        draw_small(c, side, held->holder, x, y, !held->piece[0]);
        x += 90;
        gr_buffer_printf(c->out, "<path stroke='" FRAME "' d='M%d %dv56'/>\n", x, y + 14);
        x += 10;
    }
    for (const char *p = held->piece; *p; p++, x += HELD_STEP)
        draw_small(c, side, *p, x, y, false);
    gr_buffer_puts(c->out, "</g>\n");
}

/* Is it the first piece of its kind? Those behind it are counted with it. */
static bool is_first(const char *pieces, const char *p) {
    return strchr(pieces, *p) == p;
}

static int kinds_of(const char *pieces) {
    int kinds = 0;
    for (const char *p = pieces; *p; p++)
        kinds += is_first(pieces, p);
    return kinds;
}

/* What a side has in hand: each kind of piece once, how many of it there are, and so on in rows. */
static void draw_hand(const Canvas *c, int side, const char *pieces, int top) {
    int n = 0, left = c->left + c->width + MARGIN + 10;
    open_side(c, side);
    for (const char *p = pieces; *p; p++) {
        int count = 0, x = left + n % PER_ROW * HELD_STEP, y = top + n / PER_ROW * HELD_ROW;
        if (!is_first(pieces, p))
            continue;
        for (const char *same = p; (same = strchr(same, *p)); same++)
            count++;
        draw_small(c, side, *p, x, y, false);
        if (count > 1)
            gr_buffer_printf(c->out, "<text x='%d' y='%d' text-anchor='end' font-size='32' font-weight='bold' "
                                     "fill='" INK "' stroke='" GROUND
                                     "' stroke-width='7' paint-order='stroke' " FONT ">%d</text>\n",
                             x + 76, y + 82, count);
        n++;
    }
    gr_buffer_puts(c->out, "</g>\n");
}

static void draw_held(const Canvas *c) {
    const GrView *view = c->view;
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        int rows = view->holders > 1 ? 2 : (kinds_of(view->held[side][0].piece) + PER_ROW - 1) / PER_ROW;
        int block = rows * HELD_ROW + 24;
        bool below = (side == GR_WHITE) != view->diagram->flip;
        if (view->holders == 1 && !view->held[side][0].piece[0])
            continue;
        int y = below ? c->top + c->height - block : c->top;
        gr_buffer_printf(c->out,
                         "<rect x='%d' y='%d' width='%d' height='%d' rx='14' fill='" LIGHT "' "
                         "fill-opacity='.6' stroke='" DARK "' stroke-width='3'/>\n",
                         c->left + c->width + MARGIN, y, c->panel - 40, block);
        for (unsigned i = 0; i < view->holders; i++)
            if (view->holders > 1)
                draw_holder(c, side, &view->held[side][i], y + 20 + HELD_ROW * (int)i);
            else
                draw_hand(c, side, view->held[side][i].piece, y + 20);
    }
}

/* A disc of the mover's colour at its edge of the board. */
static void draw_turn(const Canvas *c) {
    bool white = c->view->pos->turn == GR_WHITE;
    bool below = white != c->view->diagram->flip;
    gr_buffer_printf(c->out,
                     "<circle cx='%d' cy='%d' r='15' fill='%s' stroke='" INK "' "
                     "stroke-width='4'/>\n",
                     c->left + c->width + 34, below ? c->top + c->height - 50 : c->top + 50,
                     white ? "#fffdf7" : "#3b3a44");
}

/* A line of words, made smaller if it would not fit. Letters are taken for .56 of the size wide. */
static void draw_words(const Canvas *c, const char *words, int y, int size, const char *weight) {
    size_t letters = 1;
    for (const char *p = words; *p; p++)
        letters += ((unsigned char)*p & 0xC0) != 0x80;
    size_t fit = (size_t)(c->full_width - 2 * MARGIN) * 100 / (56 * letters);
    gr_buffer_printf(c->out,
                     "<text x='%d' y='%d' font-size='%d' font-weight='%s' fill='" INK "' " FONT ">",
                     c->left, y, fit < (size_t)size ? (int)fit : size, weight);
    gr_xml_text(c->out, words);
    gr_buffer_puts(c->out, "</text>\n");
}

static void draw_foot(const Canvas *c) {
    GrBuffer words;
    gr_buffer_init(&words);
    if (c->view->after[0])
        gr_buffer_printf(&words, "%s: ", c->view->after);
    gr_buffer_puts(&words, c->view->status);
    if (words.failed)
        c->out->failed = true;
    else
        draw_words(c, words.data, c->top + c->height + MARGIN + 46, 36, "normal");
    gr_buffer_free(&words);
}

static void measure(const GrView *view, Canvas *c) {
    c->left = MARGIN;
    c->top = (view->diagram->caption ? CAPTION : BARE_TOP) + (gr_look_has_far(view->variant) ? FAR : 0);
    c->width = SQUARE * view->variant->files;
    c->height = SQUARE * view->variant->ranks;
    if (view->holders > 1)
        c->panel = PANEL_CARRIED;
    else if (view->held[GR_WHITE][0].piece[0] || view->held[GR_BLACK][0].piece[0])
        c->panel = PANEL_PLAIN;
    c->full_width = c->left + c->width + MARGIN + c->panel;
    c->full_height = c->top + c->height + MARGIN + FOOT;
}

static void open_picture(const Canvas *c) {
    unsigned pixels = c->view->diagram->square ? c->view->diagram->square : DEFAULT_PIXELS;
    gr_buffer_printf(c->out,
                     "<svg xmlns='http://www.w3.org/2000/svg' "
                     "xmlns:xlink='http://www.w3.org/1999/xlink' role='img' "
                     "width='%u' height='%u' viewBox='0 0 %d %d'>\n",
                     (unsigned)c->full_width * pixels / SQUARE,
                     (unsigned)c->full_height * pixels / SQUARE, c->full_width, c->full_height);
}

void gr_view_svg(const GrView *view, GrBuffer *out) {
    Canvas c = {.view = view, .out = out};
    measure(view, &c);
    open_picture(&c);
    describe(&c);
    define(&c);
    gr_buffer_printf(out, "<rect width='%d' height='%d' rx='18' fill='" GROUND "'/>\n",
                     c.full_width, c.full_height);
    if (view->diagram->caption)
        draw_words(&c, view->diagram->caption, 60, 40, "bold");
    draw_squares(&c);
    draw_holes(&c);
    draw_marks_of_play(&c);
    draw_coordinates(&c);
    draw_pieces(&c, GR_WHITE);
    draw_pieces(&c, GR_BLACK);
    draw_badges(&c);
    if (c.panel)
        draw_held(&c);
    draw_turn(&c);
    draw_foot(&c);
    gr_buffer_puts(out, "</svg>\n");
}
