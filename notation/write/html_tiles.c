/* Wedges and discs on a diagram of a page.
 *
 * All of a side are one path, as figures are (html_board.c), and their characters one text that has a place for each.
 * The side whose wedges point down is a group that is turned, in which squares are counted as that side sees them.
 */
#include "notation/write/html_local.h"
#include "notation/write/look.h"

typedef struct Side {
    GrBuffer *out;
    const GrView *view;
    int side;
    bool turned;
} Side;

static int column_of(const Side *s, int sq) {
    int file = sq % s->view->variant->files;
    return s->view->diagram->flip != s->turned ? s->view->variant->files - 1 - file : file;
}

static int row_of(const Side *s, int sq) {
    int rank = sq / s->view->variant->files;
    return s->view->diagram->flip != s->turned ? rank : s->view->variant->ranks - 1 - rank;
}

static int type_at(const Side *s, int sq) {
    return gr_type_of(s->view->pos->board[sq]);
}

static void put_tiles(const Side *s) {
    GrSet squares = s->view->pos->side[s->side];
    const char *way = "M";
    gr_buffer_printf(s->out, "<path class=\"g-%s\" d=\"", gr_shape_name(gr_shape_of(s->view->variant)));
    for (; squares; way = " ") {
        int sq = gr_set_pop(&squares), alone = !squares && *way == 'M';
        gr_buffer_printf(s->out, "%s%d %d%s", way, column_of(s, sq), row_of(s, sq), alone ? "h0" : "");
    }
    gr_buffer_puts(s->out, "\"/>");
}

static void put_characters(const Side *s, GrSet squares, bool red) {
    GrSet left = squares;
    const char *lead = red ? "<text class=\"gr-red\" x=\"" : "<text x=\"";
    if (!squares)
        return;
    for (; left; lead = " ")
        gr_buffer_printf(s->out, "%s%d.5", lead, column_of(s, gr_set_pop(&left)));
    lead = "\" y=\"";
    for (left = squares; left; lead = " ")
        gr_buffer_printf(s->out, "%s%d.%d", lead, row_of(s, gr_set_pop(&left)), GR_LOOK_BASE);
    gr_buffer_puts(s->out, "\">");
    for (left = squares; left;)
        gr_buffer_puts(s->out, gr_look_character(s->view->variant, type_at(s, gr_set_pop(&left)), s->side));
    gr_buffer_puts(s->out, "</text>");
}

/* Letters, upright on both sides, each by itself. */
static void put_letters(const Side *s, GrSet squares) {
    const Side upright = {s->out, s->view, s->side, false};
    if (!squares)
        return;
    gr_buffer_puts(s->out, "<g font-size=\".42\" text-anchor=\"middle\">");
    while (squares) {
        int sq = gr_set_pop(&squares);
        char text[GR_LOOK_TEXT];
        gr_look_text(s->view->variant, type_at(s, sq), s->side, true, text);
        gr_buffer_printf(s->out, "<text%s x=\"%d.5\" y=\"%d.%d\">%s</text>",
                         gr_look_is_red(s->view->variant, type_at(s, sq), s->side) ? " class=\"gr-red\"" : "",
                         column_of(&upright, sq), row_of(&upright, sq), s->turned ? 60 : 70, text);
    }
    gr_buffer_puts(s->out, "</g>");
}

static void put_side(const Side *s) {
    const GrVariant *v = s->view->variant;
    GrSet squares = s->view->pos->side[s->side], left = squares, letters = 0, written[2] = {0, 0};
    if (!squares)
        return;
    while (left) {
        int sq = gr_set_pop(&left), type = type_at(s, sq);
        if (*gr_look_character(v, type, s->side))
            written[gr_look_is_red(v, type, s->side)] |= gr_set_of(sq);
        else
            letters |= gr_set_of(sq);
    }
    gr_buffer_puts(s->out, "<g font-size=\".52\" text-anchor=\"middle\"");
    if (s->turned)
        gr_buffer_printf(s->out, " transform=\"rotate(180 %d.%d %d.%d)\"", v->files / 2, v->files % 2 * 5, v->ranks / 2,
                         v->ranks % 2 * 5);
    gr_buffer_putc(s->out, '>');
    put_tiles(s);
    put_characters(s, written[0], false);
    put_characters(s, written[1], true);
    gr_buffer_puts(s->out, "</g>");
    put_letters(s, letters);
}

void gr_html_tiles(GrBuffer *out, const GrView *view) {
    for (int side = 0; side < 2; side++) {
        bool turned = gr_shape_of(view->variant) == GR_SHAPE_WEDGE && (side == GR_BLACK) != view->diagram->flip;
        put_side(&(Side){out, view, side, turned});
    }
}
