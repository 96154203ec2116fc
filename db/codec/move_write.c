/* Writing lines. */
#include <string.h>

#include "db/codec/move_line.h"
#include "db/codec/move_meaning.h"

enum { RARE_BITS = 2, FAR_BITS = 7, WHOLE_BITS = 32 };

static void learn(GrLineWriter *w) {
    for (unsigned i = 0; i < GR_PLACE_CODES; i++)
        gr_move_code_numbers(gr_place_bits[i], GR_PLACE_SYMBOLS, true, w->place[i]);
    for (unsigned i = 0; i < GR_TARGET_CODES; i++)
        gr_move_code_numbers(gr_target_bits[i], GR_TARGET_SYMBOLS, false, w->target[i]);
    w->known = true;
}

void gr_move_line_start(GrLineWriter *writer, const GrPosition *start) {
    if (!writer->known)
        learn(writer);
    writer->code = gr_move_codes_find(&writer->codes, start->rules);
    gr_move_order_start(&writer->order, writer->code, start);
}

/* ---- saying a move ---- */

/* Its number among the legal moves of its piece to its square, or of no piece; false if it is none of them. */
static bool say_listed(const GrPosition *pos, GrMove move, unsigned from, GrMoveSaying *s) {
    GrMove choice[GR_MAX_MOVES];
    size_t count = gr_move_choices(pos, from, (unsigned)gr_move_to(move), choice);
    bool found = false;
    s->number = 0;
    s->number_bits = gr_bits_for((uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        s->number += choice[i] < move;
        found |= choice[i] == move;
    }
    return found;
}

/* Does the move follow from its squares, and what is said behind them? */
static bool say_meaning(const GrMoveCode *code, const GrPosition *pos, GrMove move, GrMoveSaying *s) {
    GrMove meant;
    unsigned from = (unsigned)gr_move_from(move), type = (unsigned)gr_move_piece(move);
    GrMoveMeaning meaning = gr_move_meaning(code, pos, from, s->to, &meant);
    s->plain = meaning == GR_MEANS_PLAIN;
    if (meaning == GR_MEANS_LISTED)
        return say_listed(pos, move, from, s);
    if (meaning != GR_MEANS_BECOMES)
        return move == meant;
    while (s->number < code->becomes && code->become[s->number] != type)
        s->number++;
    s->number_bits = gr_bits_for(code->becomes);
    return s->number < code->becomes && move == (meant | type << GR_MOVE_PIECE_AT);
}

/* Says which piece goes, and where to; false if there is none on that square. */
static bool say_piece(const GrLineWriter *w, const GrPosition *pos, GrMove move, GrMoveSaying *s) {
    const GrMoveOrder *order = &w->order;
    int side = pos->turn;
    unsigned from = (unsigned)gr_move_from(move), count = order->count[side];
    const uint8_t *square = order->square[side], *at = memchr(square, (int)from, count);
    if (!at)
        return false;
    s->from_front = (unsigned)(at - square);
    bool moved = s->from_front < order->moved[side];
    unsigned n = moved ? s->from_front : count - 1 - s->from_front;
    bool near = n < (moved ? (unsigned)GR_PLACE_END : (unsigned)(GR_PLACE_MARKED - GR_PLACE_END));
    s->place = !near ? (unsigned)GR_PLACE_RARE : moved ? n : n + GR_PLACE_END;
    s->target_code = gr_target_code(w->code, order, pos->board, side, s->from_front, from);
    unsigned by = (unsigned)(w->code->wide[s->to] - w->code->wide[from]) + GR_WIDE_FIRST;
    bool last = s->to == order->last && gr_move_reaches(w->code, order, pos->board[from], from);
    s->target = last ? (unsigned)GR_TARGET_LAST : w->code->symbol[side][by];
    return true;
}

static GrPlaceRare say_form(const GrLineWriter *w, const GrPosition *pos, GrMove move, GrMoveSaying *s) {
    if (gr_move_kind(move) == GR_PASS)
        return GR_RARE_WHOLE;
    if (!gr_is_by_piece(move))
        return say_listed(pos, move, GR_NO_SQUARE, s) ? GR_RARE_OTHER : GR_RARE_WHOLE;
    if (!say_piece(w, pos, move, s))
        return GR_RARE_WHOLE;
    if (say_meaning(w->code, pos, move, s))
        return GR_RARE_FAR;
    s->plain = false;
    return say_listed(pos, move, (unsigned)gr_move_from(move), s) ? GR_RARE_MARKED : GR_RARE_WHOLE;
}

void gr_move_line_say(GrLineWriter *writer, const GrPosition *pos, GrMove move, GrMoveSaying *saying) {
    GrMoveOrder *order = &writer->order;
    if (order->set[0] != pos->side[0] || order->set[1] != pos->side[1])
        gr_move_order_follow(order, writer->code, pos);
    *saying = (GrMoveSaying){.to = (unsigned)gr_move_to(move)};
    saying->place_code = order->code[pos->turn];
    saying->form = say_form(writer, pos, move, saying);
    GrReadPly ply = {.place = saying->from_front, .from = (unsigned)gr_move_from(move), .to = saying->to,
                 .taken = pos->board[saying->to]};
    if (saying->plain)
        gr_move_order_play(order, writer->code, pos->turn, &ply);
    else
        gr_move_order_note(order, move);
}

/* ---- writing it ---- */

static bool has_bits(char digit) {
    return digit != '.';
}

static void put_high(GrLineWriter *to, uint32_t value, unsigned bits) {
    to->high = to->high << bits | value;
    for (to->high_count += bits; to->high_count >= 8; to->high_count -= 8)
        gr_put_u8(&to->targets, to->high >> (to->high_count - 8) & 255);
}

static void put_place(GrLineWriter *to, const GrMoveSaying *s, unsigned symbol) {
    gr_bits_put(&to->low, to->place[s->place_code][symbol], (unsigned)(gr_place_bits[s->place_code][symbol] - '0'));
}

/* Puts GR_PLACE_RARE and what follows it, or a symbol of its own. */
static void put_form(GrLineWriter *to, const GrMoveSaying *s, GrPlaceRare form) {
    unsigned symbol = form == GR_RARE_MARKED ? GR_PLACE_MARKED : form == GR_RARE_OTHER ? GR_PLACE_OTHER : GR_PLACE_RARE;
    if (!has_bits(gr_place_bits[s->place_code][symbol]))
        symbol = GR_PLACE_RARE;
    put_place(to, s, symbol);
    if (symbol == GR_PLACE_RARE)
        gr_bits_put(&to->low, (uint64_t)form, RARE_BITS);
}

static void put_piece(GrLineWriter *to, const GrMoveSaying *s) {
    const char *bits = gr_target_bits[s->target_code];
    unsigned symbol = has_bits(bits[s->target]) ? s->target : (unsigned)GR_TARGET_ANY;
    bool far = s->place == GR_PLACE_RARE || !has_bits(gr_place_bits[s->place_code][s->place]);
    if (s->form == GR_RARE_MARKED)
        put_form(to, s, GR_RARE_MARKED);
    if (far) {
        put_form(to, s, GR_RARE_FAR);
        gr_bits_put(&to->low, s->from_front, FAR_BITS);
    } else {
        put_place(to, s, s->place);
    }
    put_high(to, to->target[s->target_code][symbol], (unsigned)(bits[symbol] - '0'));
    if (symbol == GR_TARGET_ANY)
        put_high(to, s->to, FAR_BITS);
}

/* Can the target be said? It cannot where a code has only one, which takes no bits. */
static bool has_target(const GrMoveSaying *s) {
    const char *bits = gr_target_bits[s->target_code];
    return has_bits(bits[s->target]) || has_bits(bits[GR_TARGET_ANY]);
}

static void put_saying(GrLineWriter *to, const GrMoveSaying *s, GrMove move) {
    bool piece = s->form == GR_RARE_FAR || s->form == GR_RARE_MARKED;
    if (s->form == GR_RARE_WHOLE || (piece && !has_target(s))) {
        put_form(to, s, GR_RARE_WHOLE);
        put_high(to, gr_whole_move(move), WHOLE_BITS);
        return;
    }
    if (piece)
        put_piece(to, s);
    else
        put_form(to, s, GR_RARE_OTHER);
    put_high(to, s->number, s->number_bits);
}

/* Puts the targets behind the places, the last byte first; what is left of both fills one byte, if there is room. */
static void join(GrLineWriter *to) {
    unsigned low = (unsigned)to->low.bits, high = (unsigned)(to->high << (8 - to->high_count) & 255);
    if (to->low.count + to->high_count > 8) {
        gr_put_u8(to->low.out, low);
        gr_put_u8(to->low.out, high);
    } else if (to->low.count + to->high_count) {
        gr_put_u8(to->low.out, low | high);
    }
    for (size_t i = to->targets.len; i-- > 0;)
        gr_put_u8(to->low.out, (unsigned char)to->targets.data[i]);
}

bool gr_move_line_takes(const GrPosition *pos, GrMove move, bool legal) {
    if (gr_move_kind(move) == GR_PASS)
        return gr_may_pass(pos);
    return legal || gr_is_legal(pos, move);
}

void gr_move_line_begin(GrLineWriter *writer, const GrPosition *start, GrBuffer *out) {
    gr_move_line_start(writer, start);
    gr_buffer_clear(&writer->targets);
    writer->low = (GrBitWriter){.out = out};
    writer->high = 0;
    writer->high_count = 0;
}

void gr_move_line_put(GrLineWriter *writer, const GrPosition *pos, GrMove move) {
    GrMoveSaying saying;
    gr_move_line_say(writer, pos, move, &saying);
    put_saying(writer, &saying, move);
}

void gr_move_line_end(GrLineWriter *writer) {
    join(writer);
    writer->low.out->failed |= writer->targets.failed;
}

void gr_move_line_write(GrLineWriter *writer, const GrPosition *start, const GrMove *move, uint32_t plies,
                        GrBuffer *out) {
    GrPosition pos = *start;
    gr_move_line_begin(writer, start, out);
    for (uint32_t ply = 0; ply < plies; ply++) {
        gr_move_line_put(writer, &pos, move[ply]);
        gr_play(&pos, move[ply]);
    }
    gr_move_line_end(writer);
}

void gr_move_line_writer_free(GrLineWriter *writer) {
    gr_buffer_free(&writer->targets);
}
