/* Reading lines. */
#include "db/codec/move_line.h"
#include "db/codec/move_meaning.h"

enum { RARE_BITS = 2, FAR_BITS = 7, WHOLE_BITS = 32 };

void gr_move_line_open(GrLineReader *reader, const GrPosition *start, const uint8_t *bytes, size_t len) {
    /* Another variant may come to where that of the last line was. */
    bool other = !reader->code || reader->code->rules != start->rules;
    if (other)
        reader->code = gr_move_codes_find(&reader->codes, start->rules);
    if (other || reader->first.set[0] != start->side[0] || reader->first.set[1] != start->side[1])
        gr_move_order_start(&reader->first, reader->code, start);
    reader->order = reader->first;
    reader->at = gr_move_line_at(bytes, len);
}

/* The move of that number, in the order of numbers: by parting those that may be it until one is left. */
static GrMove nth_move(GrMove *move, size_t count, size_t n) {
    while (count > 1) {
        GrMove middle = move[count / 2];
        size_t less = 0, more = 0;
        for (size_t i = 0; i < count; i++) {
            GrMove one = move[i];
            if (one < middle) {
                move[i] = move[less];
                move[less++] = one;
            }
        }
        more = count - less;
        if (n < less) {
            count = less;
            continue;
        }
        /* all from move[less] on are `middle` or greater; no two are equal */
        if (n == less)
            return middle;
        for (size_t i = 0, to = 0; i < more; i++)
            if (move[less + i] != middle)
                move[to++] = move[less + i];
        count = more - 1;
        n -= less + 1;
    }
    return move[0];
}

/* The move, unless it would take a king: where one could be taken in the next move, which bytes that are damaged may
 * lead to, the rules' own moves do that, too. Where kings may fall it is a move like others. */
static GrMove sparing_kings(const GrPosition *pos, GrMove move) {
    GrRoyals royals = gr_variant(pos->rules)->royals;
    int victim = move == GR_NO_MOVE ? GR_NO_SQUARE : gr_captured_square(pos, move);
    bool king = victim != GR_NO_SQUARE && gr_type_of(pos->board[victim]) == GR_KING;
    return king && royals != GR_ROYALS_NONE && royals != GR_ROYALS_FALL ? (GrMove)GR_NO_MOVE : move;
}

static GrMove if_legal(const GrPosition *pos, GrMove move) {
    return gr_is_legal(pos, move) ? sparing_kings(pos, move) : (GrMove)GR_NO_MOVE;
}

/* Takes the number of a legal move, and finds it. */
static __attribute__((noinline)) GrMove take_listed(GrLineBits *bits, const GrPosition *pos, unsigned from,
                                                    unsigned to) {
    GrMove move[GR_MAX_MOVES];
    size_t count = gr_move_choices(pos, from, to, move), n = gr_take_high(bits, gr_bits_for((uint32_t)count));
    return n < count ? sparing_kings(pos, nth_move(move, count, n)) : (GrMove)GR_NO_MOVE;
}

/* A whole move. */
static GrMove take_whole(GrLineBits *bits, const GrPosition *pos) {
    GrMove move = gr_move_of_whole(gr_take_high(bits, WHOLE_BITS));
    if (move == gr_move_make(GR_PASS, 0, 0, 0, 0))
        return gr_may_pass(pos) ? move : (GrMove)GR_NO_MOVE;
    return move == GR_NO_MOVE ? (GrMove)GR_NO_MOVE : if_legal(pos, move);
}

/* A move from and to these squares that is no plain one. */
static __attribute__((noinline)) GrMove take_meaning(GrLineBits *bits, const GrMoveCode *code, const GrPosition *pos,
                                                   GrMoveMeaning meaning, GrMove move) {
    unsigned type = 0;
    if (meaning == GR_MEANS_LISTED)
        return take_listed(bits, pos, (unsigned)gr_move_from(move), (unsigned)gr_move_to(move));
    if (meaning == GR_MEANS_BECOMES) {
        unsigned n = gr_take_high(bits, gr_bits_for(code->becomes));
        if (n >= code->becomes)
            return GR_NO_MOVE;
        type = code->become[n];
    }
    move |= type << GR_MOVE_PIECE_AT;
    return if_legal(pos, move);
}

/* The move of the piece at a place. */
static inline GrMove take_piece(GrLineReader *r, GrLineBits *bits, const GrPosition *pos, unsigned place, bool marked) {
    GrReadPly ply;
    if (!gr_read_target(r->code, &r->order, bits, pos->board, pos->turn, place, &ply))
        return GR_NO_MOVE;
    GrMove move = ply.from | ply.to << 7;
    GrMoveMeaning meaning = marked || pos->pending ? GR_MEANS_LISTED : GR_MEANS_PLAIN;
    if (__builtin_expect(meaning == GR_MEANS_PLAIN && !ply.plain, 0))
        meaning = gr_move_meaning(r->code, pos, ply.from, ply.to, &move);
    if (__builtin_expect(meaning == GR_MEANS_PLAIN, 1)) {
        gr_move_order_play(&r->order, r->code, pos->turn, &ply);
        return move;
    }
    move = take_meaning(bits, r->code, pos, meaning, move);
    gr_move_order_note(&r->order, move);
    return move;
}

/* A move behind a symbol that is not the place of a piece. */
static __attribute__((noinline)) GrMove take_rare(GrLineReader *r, GrLineBits *bits, const GrPosition *pos,
                                                  unsigned symbol) {
    GrPlaceRare form = symbol == GR_PLACE_MARKED  ? GR_RARE_MARKED
                       : symbol == GR_PLACE_OTHER ? GR_RARE_OTHER
                                                  : (GrPlaceRare)gr_take_low(bits, RARE_BITS);
    if (form == GR_RARE_OTHER || form == GR_RARE_WHOLE) {
        GrMove move = form == GR_RARE_WHOLE ? take_whole(bits, pos) : take_listed(bits, pos, GR_NO_SQUARE, 0);
        gr_move_order_note(&r->order, move);
        return move;
    }
    bool marked = form == GR_RARE_MARKED;
    if (marked) {
        symbol = gr_take_place(bits, r->code, r->order.code[pos->turn]);
        if (symbol < GR_PLACE_MARKED)
            return take_piece(r, bits, pos, gr_place_of(&r->order, pos->turn, symbol), true);
        if (symbol != GR_PLACE_RARE || gr_take_low(bits, RARE_BITS) != GR_RARE_FAR)
            return GR_NO_MOVE;
    }
    return take_piece(r, bits, pos, gr_take_low(bits, FAR_BITS), marked);
}

GrMove gr_move_line_next(GrLineReader *reader, const GrPosition *pos) {
    GrMoveOrder *order = &reader->order;
    if (order->set[0] != pos->side[0] || order->set[1] != pos->side[1])
        gr_move_order_follow(order, reader->code, pos);
    if (reader->at.low + reader->at.high >= 8 * reader->at.len)
        return GR_NO_MOVE;
    GrLineBits bits = gr_move_line_peek(&reader->at);
    unsigned symbol = gr_take_place(&bits, reader->code, order->code[pos->turn]);
    GrMove move = symbol < GR_PLACE_MARKED
                      ? take_piece(reader, &bits, pos, gr_place_of(order, pos->turn, symbol), false)
                      : take_rare(reader, &bits, pos, symbol);
    return gr_move_line_took(&reader->at, &bits) ? move : (GrMove)GR_NO_MOVE;
}
