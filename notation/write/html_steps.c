/* A game for the player of a page: positions as differences from the one before. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/judge/judgement.h"
#include "notation/write/diagram_view.h"
#include "notation/write/fen_squares.h"
#include "notation/write/html_local.h"
#include "notation/write/look.h"
#include "notation/xml.h"
#include "rules/definition.h"
#include "rules/fen.h"

enum { CELL = 6, FIELDS = 12, EXPECTED = 128, TURN = 1, EN_PASSANT = 3 };

/* A FEN taken apart. */
typedef struct Frame {
    char fen[GR_FEN_SIZE];           /* its fields end with NULs; field 0 with its ranks left out */
    char cell[GR_MAX_SQUARES][CELL]; /* a piece's letter and marks; "*" for a hole; "" */
    const char *field[FIELDS];
    int fields;
} Frame;

static void read_frame(const GrPosition *pos, Frame *frame) {
    memset(frame, 0, sizeof *frame);
    gr_fen_write(pos, frame->fen);
    GrFenSquares walk = {.variant = gr_variant(pos->rules), .at = frame->fen};
    while (gr_fen_squares_next(&walk)) {
        char *cell = frame->cell[walk.square];
        size_t len = strlen(cell);
        if (len + 1 < CELL)
            cell[len] = walk.letter;
    }
    char *p = frame->fen + (walk.at - frame->fen);
    for (char *next = p; next && frame->fields < FIELDS; p = next) {
        next = strchr(p, ' ');
        if (next)
            *next++ = '\0';
        frame->field[frame->fields++] = p;
    }
}

/* Which fields are the last two; some variants have one more before them. */
static int clock_of(const Frame *frame) {
    return frame->fields - 2;
}

static int number_of(const Frame *frame) {
    return frame->fields - 1;
}

static const char *field_of(const Frame *frame, int n) {
    return n < frame->fields ? frame->field[n] : "";
}

typedef struct Steps {
    GrBuffer *out;
    const GrGame *game;
    const GrVariant *variant;
    bool any;
} Steps;

static void put_square(Steps *s, int sq) {
    char name[4];
    gr_square_name(s->variant, sq, name);
    gr_buffer_puts(s->out, name);
}

/* ---- squares ---- */

/* Adds that what stood on one square goes to another, and does it in `work`, if it left that square
 * empty, or something was put there, and something of its side stands on the other now. */
static void put_way(Steps *s, int from, int to, int put, Frame *work, const Frame *after) {
    const char *piece = work->cell[from], *there = after->cell[to];
    if (from == to || !isalpha((unsigned char)*piece) || (*after->cell[from] && from != put) ||
        !isalpha((unsigned char)*there) || !islower((unsigned char)*piece) != !islower((unsigned char)*there))
        return;
    put_square(s, from);
    put_square(s, to);
    memcpy(work->cell[to], piece, CELL);
    memset(work->cell[from], 0, CELL);
}

static void put_squares(Steps *s, GrMove move, const Frame *before, const Frame *after) {
    Frame work = *before;
    int from = gr_move_from(move), to = gr_move_to(move);
    int put = gr_kind_does(gr_move_kind(move), GR_PUTS) ? gr_move_third(move) : GR_NO_SQUARE;
    if (gr_move_kind(move) != GR_PASS)
        put_way(s, from, to, put, &work, after);
    if (gr_is_castling(move))
        for (int i = 0; i < s->variant->castlings; i++) {
            const GrCastling *c = &s->variant->castling[i];
            if (c->king_from == from && c->king_to == to)
                put_way(s, c->rook_from, c->rook_to, put, &work, after);
        }
    for (int sq = 0; sq < gr_squares(s->variant); sq++)
        if (strcmp(work.cell[sq], after->cell[sq]) != 0) {
            put_square(s, sq);
            gr_buffer_puts(s->out, *after->cell[sq] ? after->cell[sq] : ".");
        }
}

/* ---- the other fields ---- */

/* What the player takes a field to be, unless the step says otherwise. */
static void expect_field(const Steps *s, int n, const Frame *before, const char *turn, char out[EXPECTED]) {
    unsigned long number = strtoul(field_of(before, n), NULL, 10);
    const char *first = s->variant->first == GR_WHITE ? "w" : "b";
    if (n == clock_of(before))
        snprintf(out, EXPECTED, "%lu", number + 1);
    else if (n == number_of(before))
        snprintf(out, EXPECTED, "%lu", number + (strcmp(turn, field_of(before, TURN)) && !strcmp(turn, first)));
    else if (n == TURN)
        snprintf(out, EXPECTED, "%s", strcmp(field_of(before, n), "w") ? "w" : "b");
    else
        snprintf(out, EXPECTED, "%.127s", n == EN_PASSANT ? "-" : field_of(before, n));
}

static void put_fields(Steps *s, const Frame *before, const Frame *after) {
    char expected[EXPECTED];
    if (!strcmp(field_of(after, clock_of(after)), "0"))
        gr_buffer_putc(s->out, '!');
    for (int n = 0; n < after->fields; n++) {
        expect_field(s, n, before, field_of(after, TURN), expected);
        if (strcmp(expected, after->field[n]) && !(n == clock_of(after) && !strcmp(after->field[n], "0"))) {
            gr_buffer_printf(s->out, ";%d", n);
            gr_xml_text(s->out, after->field[n]);
        }
    }
}

/* ---- moves ---- */

static void put_kind(Steps *s, GrMove move) {
    GrMoveKind kind = gr_move_kind(move);
    if (!gr_kind(kind)->letter)
        return;
    gr_buffer_printf(s->out, ";m%c", gr_kind(kind)->letter);
    put_square(s, gr_move_from(move));
    put_square(s, gr_move_to(move));
    if (gr_kind_does(kind, GR_PUTS))
        put_square(s, gr_move_third(move));
}

void gr_step_write(GrBuffer *out, const GrPosition *before, GrMove move) {
    Steps s = {.out = out, .variant = gr_variant(before->rules)};
    GrPosition now = *before;
    Frame was, is;
    read_frame(&now, &was);
    gr_play(&now, move);
    read_frame(&now, &is);
    put_squares(&s, move, &was, &is);
    put_fields(&s, &was, &is);
    put_kind(&s, move);
}

/* Adds the steps of a line in the order of gr_write_pgn. */
static void put_line(Steps *s, uint32_t node, const GrPosition *pos, bool branches) {
    GrPosition now = *pos, was;
    Frame before, after;
    read_frame(&now, &after);
    for (; node; node = s->game->nodes[node].next, branches = true) {
        const GrNode *n = &s->game->nodes[node];
        was = now;
        before = after;
        for (int i = 0; i < after.fields; i++) /* they point into the FEN of their own frame */
            before.field[i] = before.fen + (after.field[i] - after.fen);
        gr_play(&now, n->move);
        read_frame(&now, &after);
        if (s->any)
            gr_buffer_putc(s->out, ' ');
        s->any = true;
        put_squares(s, n->move, &before, &after);
        put_fields(s, &before, &after);
        put_kind(s, n->move);
        for (uint32_t alt = branches ? n->alternative : 0; alt; alt = s->game->nodes[alt].alternative)
            put_line(s, alt, &was, false);
    }
}

/* ---- what is known of the game ---- */

static void put_judgement(GrBuffer *out, const GrJudgement *judgement) {
    static const char *const sign[GR_GRADES] = {[GR_DUBIOUS] = "?!", [GR_MISTAKE] = "?", [GR_BLUNDER] = "?" "?"};
    gr_buffer_puts(out, " data-chance=\"");
    for (uint32_t ply = 0; ply <= judgement->plies; ply++) {
        if (judgement->view[ply].known)
            gr_buffer_printf(out, "%02d", (int)fmin(fmax(round(judgement->chance[ply]), 0), 99));
        else
            gr_buffer_puts(out, "..");
    }
    gr_buffer_puts(out, "\" data-faults=\"");
    const char *gap = "";
    for (uint32_t ply = 1; ply <= judgement->plies; ply++) {
        const char *fault = sign[judgement->move[ply - 1].grade];
        bool turning = ply == judgement->turning;
        if (!fault && !turning)
            continue;
        gr_buffer_printf(out, "%s%u%s%s", gap, (unsigned)ply, fault ? fault : "", turning ? "*" : "");
        gap = " ";
    }
    gr_buffer_putc(out, '"');
}

static void put_end(GrBuffer *out, const GrGame *game) {
    GrPosition pos;
    GrView view;
    int winner;
    gr_game_position(game, game->plies, &pos);
    bool open = gr_state(&pos) == GR_OPEN;
    if (open && gr_variant(game->rules)->repeats_decide && gr_game_end(game, &winner) == GR_WON)
        gr_buffer_printf(out, " data-end=\"Repetition: %s has won\"", winner == GR_WHITE ? "White" : "Black");
    if (open)
        return;
    GrDiagram diagram = {.pos = &pos};
    gr_view_make(&diagram, &view);
    gr_buffer_puts(out, " data-end=\"");
    gr_xml_text(out, view.status);
    gr_buffer_putc(out, '"');
}

/* Drawings that the game's description has for its pieces, the letter before each. */
static void put_drawings(GrBuffer *out, const GrVariant *v) {
    const char *lead = "\" data-drawings=\"";
    for (int type = 1; v->defined && type <= v->types; type++)
        if (gr_defined_piece(v, type)->drawing[0] && !(v->piece[type].flags & GR_IS_PROMOTED)) {
            gr_buffer_printf(out, "%s%c%s", lead, v->piece[type].letter, gr_defined_piece(v, type)->drawing);
            lead = ";";
        }
}

/* The coordinates of the board, if they are its own; its lines; what pieces are that are no figures, and what stands on
 * them: "K王 k玉 P+と p+と". */
static void put_look(GrBuffer *out, const GrVariant *v) {
    if (gr_coordinates_of(v) != GR_COORDINATES_LETTERS) {
        gr_buffer_puts(out, "\" data-sides=\"");
        gr_board_sides(v, out);
    }
    if (gr_board_drawing_of(v) != GR_BOARD_SQUARES) {
        gr_buffer_puts(out, "\" data-lines=\"");
        gr_board_lines(v, out);
    }
    if (gr_shape_of(v) == GR_SHAPE_FIGURE)
        return;
    gr_buffer_printf(out, "\" data-shape=\"%s\" data-signs=\"", gr_shape_name(gr_shape_of(v)));
    const char *gap = "";
    for (int type = 1; type <= v->types; type++)
        for (int side = 0; side < 2; side++) {
            const char *character = gr_look_character(v, type, side);
            char letter = v->piece[type].letter;
            if (!letter || !*character)
                continue;
            gr_buffer_printf(out, "%s%c%s%s", gap, side ? tolower((unsigned char)letter) : letter,
                             v->piece[type].flags & GR_IS_PROMOTED ? "+" : "", character);
            gap = " ";
        }
}

void gr_html_steps(GrBuffer *out, const GrGame *game) {
    const GrVariant *v = gr_variant(game->rules);
    Steps s = {.out = out, .game = game, .variant = v};
    char fen[GR_FEN_SIZE];
    gr_fen_write(&game->start, fen);
    gr_buffer_puts(out, " data-start=\"");
    gr_xml_text(out, fen);
    gr_buffer_puts(out, "\" data-pieces=\"");
    const char *gap = "";
    for (int type = 1; type <= v->types; type++) {
        if (!v->piece[type].letter || (v->piece[type].flags & GR_IS_PROMOTED)) /* no royal piece; it has a mark */
            continue;
        gr_buffer_printf(out, "%s%c", gap, v->piece[type].letter);
        gr_xml_text(out, v->piece[type].name);
        gap = " ";
    }
    put_drawings(out, v);
    put_look(out, v);
    gr_buffer_puts(out, v->promoted ? "\" data-promoted=\"1" : "");
    gr_buffer_puts(out, v->first == GR_BLACK ? "\" data-first=\"b" : "");
    gr_buffer_puts(out, "\" data-steps=\"");
    put_line(&s, game->nodes[0].next, &game->start, true);
    gr_buffer_putc(out, '"');
    put_end(out, game);
    if (game->judgement)
        put_judgement(out, game->judgement);
}
