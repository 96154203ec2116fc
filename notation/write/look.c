/* Wedges, discs, and boards of lines; see the header. */
#include "notation/write/look.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/write/fen_squares.h"

const char *gr_shape_name(GrPieceShape shape) {
    static const char *const names[] = {"figure", "wedge", "disc"};
    return names[shape];
}

const char *gr_shape_path(GrPieceShape shape) {
    if (shape == GR_SHAPE_WEDGE)
        return "M50 6L75 18L86 92H14L25 18z";
    return shape == GR_SHAPE_DISC ? "M50 5a45 45 0 1 0 .1 0zM50 12a38 38 0 1 0 .1 0z" : NULL;
}

const char *gr_look_character(const GrVariant *variant, int type, int side) {
    return variant->defined ? gr_defined_piece(variant, type)->character[side] : "";
}

void gr_look_text(const GrVariant *variant, int type, int side, bool letters, char out[GR_LOOK_TEXT]) {
    const char *character = letters ? "" : gr_look_character(variant, type, side);
    char sign[3];
    gr_piece_sign(variant, type, sign);
    snprintf(out, GR_LOOK_TEXT, "%s", *character ? character : sign);
    if (!*character && side == GR_BLACK && gr_shape_of(variant) == GR_SHAPE_DISC)
        for (char *c = out; *c; c++)
            *c = (char)tolower((unsigned char)*c);
}

bool gr_look_is_red(const GrVariant *variant, int type, int side) {
    return gr_shape_of(variant) == GR_SHAPE_DISC ? side == GR_WHITE
                                                 : (variant->piece[type].flags & GR_IS_PROMOTED) != 0;
}

/* ---- beside the board ---- */

static bool has_characters(const GrVariant *v) {
    for (int type = 1; type <= v->types; type++)
        if (*gr_look_character(v, type, GR_WHITE))
            return true;
    return false;
}

/* From 1 to 19, in words. */
static void put_numeral(int number, char out[GR_LOOK_COORDINATE]) {
    static const char *const digits[] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
    snprintf(out, GR_LOOK_COORDINATE, "%s%s", number >= 10 ? "十" : "", digits[number % 10]);
}

void gr_look_coordinate(const GrVariant *v, GrLookEdge edge, int n, bool letters, char out[GR_LOOK_COORDINATE]) {
    GrCoordinates kind = gr_coordinates_of(v);
    bool words = !letters && has_characters(v);
    *out = '\0';
    if (kind == GR_COORDINATES_LETTERS) {
        if (edge == GR_LOOK_NEAR)
            snprintf(out, GR_LOOK_COORDINATE, "%c", 'a' + n);
        else if (edge == GR_LOOK_RANKS)
            snprintf(out, GR_LOOK_COORDINATE, "%d", n + 1);
    } else if (edge == GR_LOOK_RANKS) {
        if (kind == GR_COORDINATES_SHOGI && words)
            put_numeral(v->ranks - n, out);
        else if (kind == GR_COORDINATES_SHOGI)
            snprintf(out, GR_LOOK_COORDINATE, "%c", 'a' + v->ranks - 1 - n);
    } else if (edge == GR_LOOK_NEAR && kind == GR_COORDINATES_XIANGQI && words) {
        put_numeral(v->files - n, out);
    } else if (edge == GR_LOOK_NEAR || kind == GR_COORDINATES_XIANGQI) {
        snprintf(out, GR_LOOK_COORDINATE, "%d", edge == GR_LOOK_NEAR ? v->files - n : n + 1);
    }
}

bool gr_look_has_far(const GrVariant *variant) {
    return gr_coordinates_of(variant) == GR_COORDINATES_XIANGQI;
}

void gr_look_file(const GrVariant *v, GrLookEdge edge, bool flip, int n, bool letters, char out[GR_LOOK_COORDINATE]) {
    if (flip && gr_look_has_far(v))
        edge = edge == GR_LOOK_NEAR ? GR_LOOK_FAR : GR_LOOK_NEAR;
    gr_look_coordinate(v, edge, n, letters, out);
}

void gr_board_sides(const GrVariant *v, GrBuffer *out) {
    int lists = gr_coordinates_of(v) == GR_COORDINATES_LETTERS ? 0 : has_characters(v) ? 6 : 3;
    for (int list = 0; list < lists; list++) {
        GrLookEdge edge = (GrLookEdge)(list % 3);
        gr_buffer_puts(out, list ? ";" : "");
        for (int n = 0; n < (edge == GR_LOOK_RANKS ? v->ranks : v->files); n++) {
            char text[GR_LOOK_COORDINATE];
            gr_look_coordinate(v, edge, n, list < 3, text);
            gr_buffer_printf(out, "%s%s", n && *text ? " " : "", text);
        }
    }
}

/* ---- the lines of a board ---- */

/* Parallel lines, drawn to and fro; `across`: from left to right, else downwards. */
static void put_parallels(GrBuffer *out, int x, int y, int length, int count, bool across) {
    gr_buffer_printf(out, "M%d %d", x, y);
    for (int n = 0; n < count; n++, length = -length)
        gr_buffer_printf(out, "%s%c%d", !n ? "" : across ? "m0 100" : "m100 0", across ? 'h' : 'v', length);
}

/* The dots of Shogi, where the promotion regions begin. They are made of lines, as nothing is filled. */
static void put_dots(const GrVariant *v, GrBuffer *out) {
    GrSet region = gr_defined(v)->promotion_region[GR_WHITE], row = gr_set_below(v->files);
    int depth = 0;
    while (depth < v->ranks && (region >> (v->files * (v->ranks - 1 - depth)) & row) == row)
        depth++;
    if (v->files < 7 || v->ranks < 7 || !depth || 2 * depth >= v->ranks)
        return;
    for (int n = 0; n < 4; n++)
        gr_buffer_printf(out, "M%d %d%s",
                         100 * (n & 1 ? v->files - v->files / 3 : v->files / 3),
                         100 * (n & 2 ? v->ranks - depth : depth), "m-5 0a5 5 0 1 0 0-.1m3 0a2 2 0 1 0 0-.1");
}

/* The 3 by 3 squares that the royal piece of a side is kept to, by the lower left one; GR_NO_SQUARE: it is not. */
static int palace_of(const GrVariant *v, int side) {
    GrSet region = gr_defined_piece(v, GR_KING)->region[side], block = 0;
    int first = region ? gr_set_first(region) : 0;
    if (first % v->files > v->files - 3 || first / v->files > v->ranks - 3)
        return GR_NO_SQUARE;
    for (int n = 0; n < 9; n++)
        block |= gr_set_of(first + n / 3 * v->files + n % 3);
    return region == block ? first : GR_NO_SQUARE;
}

static void put_palaces(const GrVariant *v, GrBuffer *out) {
    for (int side = 0; side < 2; side++) {
        int sq = palace_of(v, side);
        if (sq != GR_NO_SQUARE)
            gr_buffer_printf(out, "M%d %dl200-200m0 200l-200-200", 100 * (sq % v->files) + 50,
                             100 * (v->ranks - sq / v->files) - 50);
    }
}

/* Where pieces stand at the start, before the last rank and outside palaces, and the same seen from the other side. */
static GrSet marked_points(const GrVariant *v) {
    GrFenSquares walk = {.variant = v, .at = v->start};
    GrSet marked = 0;
    while (gr_fen_squares_next(&walk)) {
        int rank = walk.square / v->files, file = walk.square % v->files;
        if (!walk.mark && isalpha((unsigned char)walk.letter) && rank && rank != v->ranks - 1)
            marked |= gr_set_of(walk.square) | gr_set_of((v->ranks - 1 - rank) * v->files + file);
    }
    return marked & ~(gr_defined_piece(v, GR_KING)->region[0] | gr_defined_piece(v, GR_KING)->region[1]);
}

/* Four small corners around each of these points, without those that would be off the board. */
static void put_corners(const GrVariant *v, GrBuffer *out) {
    GrSet marked = marked_points(v);
    while (marked) {
        int sq = gr_set_pop(&marked), file = sq % v->files;
        gr_buffer_printf(out, "M%d %d", 100 * file + 50, 100 * (v->ranks - sq / v->files) - 50);
        if (file)
            gr_buffer_puts(out, "m-8-20v12h-12m0 16h12v12m8-20");
        if (file < v->files - 1)
            gr_buffer_puts(out, "m8-20v12h12m0 16h-12v12");
    }
}

static void put_points(const GrVariant *v, bool river, GrBuffer *out) {
    int length = 100 * (v->ranks / 2 - 1);
    put_parallels(out, 50, 50, 100 * (v->files - 1), v->ranks, true);
    if (river) {
        put_parallels(out, 50, 50, length, v->files, false);
        put_parallels(out, 50, 150 + length, length, v->files, false);
        gr_buffer_printf(out, "M50 %dv100m%d 0v-100", 50 + length, 100 * (v->files - 1));
    } else
        put_parallels(out, 50, 50, 100 * (v->ranks - 1), v->files, false);
    put_palaces(v, out);
    put_corners(v, out);
}

void gr_board_lines(const GrVariant *variant, GrBuffer *out) {
    GrBoardDrawing board = gr_board_drawing_of(variant);
    if (board == GR_BOARD_LINES) {
        put_parallels(out, 0, 0, 100 * variant->files, variant->ranks + 1, true);
        put_parallels(out, 0, 0, 100 * variant->ranks, variant->files + 1, false);
        put_dots(variant, out);
    } else if (board != GR_BOARD_SQUARES)
        put_points(variant, board == GR_BOARD_RIVER && variant->ranks % 2 == 0, out);
}
