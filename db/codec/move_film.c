/* Filming lines. */
#include "db/codec/move_film.h"

#include <string.h>

#include "db/codec/film_rows.h"
#include "db/codec/move_sense.h"

bool gr_move_film_open(GrLineFilmer *filmer, const GrPosition *start, const uint8_t *bytes, size_t len) {
    const GrVariant *variant = gr_variant(start->rules);
    if (!gr_filmer_knows(variant) || !gr_film_fits(variant))
        return false;
    gr_move_line_open(&filmer->line, start, bytes, len);
    memcpy(filmer->ahead.board, start->board, sizeof start->board);
    filmer->ahead.rules = start->rules;
    filmer->ahead.turn = start->turn;
    filmer->rows = 0;
    start_row(filmer->row, start);
    filmer->played[0] = (GrFilmMove){.move = GR_NO_MOVE};
    return true;
}

/* ---- moves that are not plain ---- */

/* Does a pawn go aside to take nothing there? Then it takes en passant. */
static bool goes_aside(const GrReadPly *ply) {
    return ply->from % FILES != ply->to % FILES && ply->taken == GR_EMPTY;
}

/* Is that a move of a kind that can be filmed, which leaves the board whole? */
static bool is_sound(const GrLineFilmer *f, GrMove move, const GrReadPly *ply) {
    const GrMoveCode *code = &f->line.code;
    int side = f->ahead.turn, type = gr_move_piece(move);
    GrMoveKind kind = gr_move_kind(move);
    bool pawn = code->manner[ply->piece] == GR_MANNER_PAWN, last = pawn && code->last[side][ply->to];
    if (code->barred[side] >> ply->taken & 1 || last != (memchr(code->become, type, code->becomes) != NULL) ||
        (type && !last))
        return false;
    if (kind == GR_CASTLE)
        return code->manner[ply->piece] & GR_MANNER_CASTLES && ply->taken == GR_EMPTY;
    if (kind != GR_EN_PASSANT)
        return kind == GR_NORMAL && !(pawn && goes_aside(ply));
    unsigned victim = victim_of(&f->ahead, ply->to);
    return pawn && goes_aside(ply) && victim < SQUARES &&
           f->ahead.board[victim] == gr_piece(!side, gr_type_of((int)ply->piece));
}

/* The move of which the squares were read; GR_NO_MOVE if bytes are damaged. */
static GrMove rare_move(const GrLineFilmer *f, const GrReadPly *ply, GrLineBits *bits) {
    const GrMoveCode *code = &f->line.code;
    GrMove move = ply->from | ply->to << 7;
    if (ply->plain)
        return move;
    if (!(code->manner[ply->piece] & GR_MANNER_PAWN))
        return move | (GrMove)GR_CASTLE << 14;
    if (!code->last[f->ahead.turn][ply->to])
        return move | (GrMove)(goes_aside(ply) ? GR_EN_PASSANT : GR_NORMAL) << 14;
    unsigned n = gr_take_high(bits, gr_bits_for(code->becomes));
    return n < code->becomes ? move | (GrMove)code->become[n] << 18 : (GrMove)GR_NO_MOVE;
}

/* A move that is said as a whole. */
static GrMove whole_move(const GrLineFilmer *f, GrReadPly *ply, GrLineBits *bits) {
    const GrMoveOrder *order = &f->line.order;
    int side = f->ahead.turn;
    GrMove move = gr_take_high(bits, 32);
    ply->from = (unsigned)gr_move_from(move);
    ply->to = (unsigned)gr_move_to(move);
    const uint8_t *square = order->square[side], *at = memchr(square, (int)ply->from, order->count[side]);
    if (!at || ply->to >= SQUARES)
        return GR_NO_MOVE;
    ply->place = (unsigned)(at - square);
    ply->piece = f->ahead.board[ply->from] % 32u;
    ply->taken = f->ahead.board[ply->to] % 32u;
    return move;
}

/* Puts a castling into the order: king and rook go to its front, by square. */
static void castle_in_order(GrMoveOrder *order, const GrMoveCode *code, int side, const Steps *steps) {
    unsigned king = steps->sq[2], rook = steps->sq[3];
    gr_move_order_remove(order, code, side, steps->sq[0]);
    gr_move_order_remove(order, code, side, steps->sq[1]);
    gr_move_order_add(order, code, side, king < rook ? king : rook);
    gr_move_order_add(order, code, side, king < rook ? rook : king);
}

/* Plays such a move; false if that cannot be. */
static bool play_ply(GrLineFilmer *f, uint32_t at, const GrReadPly *ply, GrMove move) {
    const GrMoveCode *code = &f->line.code;
    GrMoveOrder *order = &f->line.order;
    int side = f->ahead.turn;
    Steps steps;
    if (move == GR_NO_MOVE || !is_sound(f, move, ply) || !find_steps(&f->ahead, move, &steps))
        return false;
    GrFilmMove did = look_at_rare(&f->ahead, move);
    f->played[at + 1] = did;
    if (gr_move_kind(move) == GR_CASTLE)
        castle_in_order(order, code, side, &steps);
    else
        gr_move_order_front(order, code, side, ply->place, ply->to);
    order->took = did.victim != GR_EMPTY;
    if (order->took)
        gr_move_order_remove(order, code, !side, did.square);
    order->last = (uint8_t)ply->to;
    order->seen = true;
    return play_rare(&f->ahead, move, &f->row[at]);
}

/* ---- all others ---- */

/* Reads a ply of a side into the film; false, and nothing done but that bits are taken, if it is not a plain one. */
static inline __attribute__((always_inline)) bool read_plain(GrLineFilmer *f, GrMoveOrder *order, GrLineBits *bits,
                                                             uint32_t at, int side, unsigned what) {
    const GrMoveCode *code = &f->line.code;
    uint8_t *board = f->ahead.board;
    GrReadPly ply;
    unsigned symbol = gr_take_place(bits, code, order->code[side]);
    if (__builtin_expect(symbol >= GR_PLACE_MARKED, 0) ||
        !gr_read_target(code, order, bits, board, side, gr_place_of(order, side, symbol), &ply) ||
        __builtin_expect(!ply.plain, 0))
        return false;
    gr_move_order_front(order, code, side, ply.place, ply.to);
    order->last = (uint8_t)ply.to;
    order->seen = true;
    order->took = ply.taken != GR_EMPTY;
    if (ply.taken != GR_EMPTY)
        gr_move_order_remove(order, code, !side, ply.to);
    board[ply.from] = GR_EMPTY;
    board[ply.to] = (uint8_t)ply.piece;
    if (what & GR_FILM_ROWS)
        film_plain(&f->row[at], ply.from, ply.to, ply.piece);
    if (what & GR_FILM_MOVES)
        f->played[at + 1] = (GrFilmMove){ply.from | ply.to << 7, (uint8_t)ply.piece, (uint8_t)ply.taken,
                                         (uint8_t)ply.taken, (uint8_t)ply.to};
    return true;
}

/* Reads a ply that is not plain; false if it cannot be there. */
static __attribute__((noinline)) bool read_other(GrLineFilmer *f, uint32_t at) {
    const GrMoveCode *code = &f->line.code;
    const GrMoveOrder *order = &f->line.order;
    int side = f->ahead.turn;
    GrReadPly ply = {.place = 0};
    GrLineBits bits = gr_move_line_peek(&f->line.at);
    unsigned symbol = gr_take_place(&bits, code, order->code[side]), place = gr_place_of(order, side, symbol);
    GrPlaceRare form = symbol < GR_PLACE_MARKED ? GR_RARE_FAR : GR_RARE_OTHER;
    if (symbol == GR_PLACE_RARE)
        form = (GrPlaceRare)gr_take_low(&bits, 2);
    if (symbol == GR_PLACE_RARE && form == GR_RARE_FAR)
        place = gr_take_low(&bits, 7);
    if (form == GR_RARE_FAR && !gr_read_target(code, order, &bits, f->ahead.board, side, place, &ply))
        return false;
    GrMove move = form == GR_RARE_WHOLE ? whole_move(f, &ply, &bits)
                  : form == GR_RARE_FAR ? rare_move(f, &ply, &bits)
                                        : (GrMove)GR_NO_MOVE;
    return gr_move_line_took(&f->line.at, &bits) && play_ply(f, at, &ply, move);
}

/* Reads plain plies, two for each look at the bits, and returns how many. */
static inline __attribute__((always_inline)) uint32_t read_plains(GrLineFilmer *f, uint32_t from, uint32_t to,
                                                                  unsigned what) {
    GrMoveOrder order = f->line.order; /* apart, so that the compiler knows that nothing else writes to it */
    GrLineAt at = f->line.at;
    uint32_t ply = from;
    for (bool first = f->ahead.turn == GR_WHITE; ply < to; first = true) {
        GrLineBits bits = gr_move_line_peek(&at);
        if (first) {
            if (!read_plain(f, &order, &bits, ply, GR_WHITE, what))
                break;
            at.low += bits.low_taken;
            at.high += bits.high_taken;
            bits.low_taken = bits.high_taken = 0;
            if (++ply == to)
                break;
        }
        if (!read_plain(f, &order, &bits, ply, GR_BLACK, what))
            break;
        at.low += bits.low_taken;
        at.high += bits.high_taken;
        ply++;
    }
    f->line.order = order;
    f->line.at = at;
    f->ahead.turn = (uint8_t)((ply - from) % 2 ? !f->ahead.turn : f->ahead.turn);
    return ply;
}

static inline __attribute__((always_inline)) bool read_all(GrLineFilmer *f, uint32_t plies, unsigned what) {
    for (uint32_t ply = 0; (ply = read_plains(f, ply, plies, what)) < plies; ply++)
        if (!read_other(f, ply))
            return false;
    return f->line.at.low + f->line.at.high <= 8 * f->line.at.len;
}

bool gr_move_film_next(GrLineFilmer *filmer, uint32_t plies, unsigned what) {
    filmer->row[0] = filmer->row[filmer->rows];
    filmer->played[0] = filmer->played[filmer->rows];
    filmer->rows = plies;
    return what == GR_FILM_MOVES  ? read_all(filmer, plies, GR_FILM_MOVES)
           : what == GR_FILM_ROWS ? read_all(filmer, plies, GR_FILM_ROWS)
                                  : read_all(filmer, plies, GR_FILM_ROWS | GR_FILM_MOVES);
}
