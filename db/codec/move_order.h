/* The order of a side's pieces, by how lately they moved, and what else a look into the tables of the code of moves
 * depends on: what reading, writing and filming share. Internal to db/codec.
 */
#ifndef GR_DB_CODEC_MOVE_ORDER_H
#define GR_DB_CODEC_MOVE_ORDER_H

#include <string.h>

#include "db/codec/bytes.h"
#include "db/codec/move_code.h"

enum { GR_ORDER_GROUP = 16 }; /* pieces that go one back by a few instructions */

typedef struct GrMoveOrder {
    uint8_t square[2][GR_MAX_SQUARES]; /* those that have moved first, the last one at the front */
    unsigned count[2], moved[2];
    unsigned code[2]; /* of the next place of a side */
    uint8_t last; /* square that the other side moved to last, */
    bool seen;    /* if it did; */
    bool took;    /* and something of the side to move went off the board for that */
    GrSet set[2]; /* the same squares as in `square`, except while filming */
} GrMoveOrder;

/* Notes how many pieces a side has, and how many of them have moved. */
static inline void gr_move_order_count(GrMoveOrder *order, const GrMoveCode *code, int side, unsigned count,
                                       unsigned moved) {
    order->count[side] = count;
    order->moved[side] = moved;
    order->code[side] = 0u + code->others + code->moved[moved] + code->still[count - moved];
}

/* The order at the start of a line. */
static inline void gr_move_order_start(GrMoveOrder *order, const GrMoveCode *code, const GrPosition *start) {
    unsigned files = code->files;
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        uint8_t *square = order->square[side];
        unsigned n = 0;
        for (unsigned sq = 0; sq < code->squares; sq++) {
            unsigned at = side == GR_BLACK ? sq : code->squares - files - sq / files * files + sq % files;
            square[n] = (uint8_t)at;
            n += gr_set_has(start->side[side], (int)at);
        }
        gr_move_order_count(order, code, side, n, 0);
        order->set[side] = start->side[side];
    }
    order->last = 0;
    order->seen = order->took = false;
}

/* The first squares of an order. */
typedef uint8_t GrOrderGroup __attribute__((vector_size(GR_ORDER_GROUP)));

/* Its squares one place back, the first one twice; one place ahead, the last one twice. */
static inline __attribute__((always_inline)) GrOrderGroup gr_group_back(GrOrderGroup old) {
#ifdef __clang__
    return __builtin_shufflevector(old, old, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
#else
    return __builtin_shuffle(old, (GrOrderGroup){0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14});
#endif
}

static inline __attribute__((always_inline)) GrOrderGroup gr_group_ahead(GrOrderGroup old) {
#ifdef __clang__
    return __builtin_shufflevector(old, old, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15);
#else
    return __builtin_shuffle(old, (GrOrderGroup){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15});
#endif
}

/* Places: from GR_ORDER_GROUP - n on, all from the nth on; from 2 * GR_ORDER_GROUP - n on, those before the nth. */
static const uint8_t gr_order_places[3 * GR_ORDER_GROUP] = {[GR_ORDER_GROUP] = 255, 255, 255, 255, 255, 255, 255, 255,
                                                            255, 255, 255, 255, 255, 255, 255, 255};

/* Writes the squares of `moved` over those of `old` at some of the places. */
static inline void gr_order_put_group(uint8_t *square, GrOrderGroup old, GrOrderGroup moved, const uint8_t *places) {
    GrOrderGroup which;
    memcpy(&which, places, sizeof which);
    old ^= (old ^ moved) & which;
    memcpy(square, &old, sizeof old);
}

/* The piece at a place of a group goes to the front, and to that square. */
static inline __attribute__((always_inline)) void gr_order_group_front(uint8_t *square, size_t place, unsigned to) {
    GrOrderGroup old, moved;
    memcpy(&old, square, sizeof old);
    moved = gr_group_back(old);
    moved[0] = (uint8_t)to;
    gr_order_put_group(square, old, moved, gr_order_places + 2 * GR_ORDER_GROUP - 1 - place);
}

/* The piece at a place of a group is gone. */
static inline __attribute__((always_inline)) void gr_order_group_remove(uint8_t *square, size_t place) {
    GrOrderGroup old;
    memcpy(&old, square, sizeof old);
    gr_order_put_group(square, old, gr_group_ahead(old), gr_order_places + GR_ORDER_GROUP - place);
}

/* The piece at a place, from 0, goes to the front, and to that square. */
static inline void gr_move_order_front(GrMoveOrder *order, const GrMoveCode *code, int side, unsigned place,
                                       unsigned to) {
    uint8_t *square = order->square[side];
    if (place >= order->moved[side])
        gr_move_order_count(order, code, side, order->count[side], order->moved[side] + 1);
    if (__builtin_expect(place >= GR_ORDER_GROUP, 0)) {
        memmove(square + 1, square, place);
        square[0] = (uint8_t)to;
        return;
    }
    gr_order_group_front(square, place, to);
}

/* The place of the first byte of that value among 16; 16 or more if there is none. */
static inline unsigned gr_move_order_find(const uint8_t *square, unsigned sq) {
    const uint64_t ones = 0x0101010101010101, tops = 0x80 * ones;
    uint64_t low = gr_bytes_as_u64(square) ^ sq * ones, high = gr_bytes_as_u64(square + 8) ^ sq * ones;
    low = (low - ones) & ~low & tops;
    high = (high - ones) & ~high & tops;
    return low ? (unsigned)__builtin_ctzll(low) / 8 : high ? 8 + (unsigned)__builtin_ctzll(high) / 8 : 16;
}

/* The piece on a square is gone, if it is one of that side. */
static inline void gr_move_order_remove(GrMoveOrder *order, const GrMoveCode *code, int side, unsigned sq) {
    uint8_t *square = order->square[side];
    unsigned count = order->count[side], place = gr_move_order_find(square, sq);
    if (__builtin_expect(place >= GR_ORDER_GROUP || count > GR_ORDER_GROUP, 0))
        for (place = 0; place < count && square[place] != sq;)
            place++;
    if (place >= count)
        return;
    gr_move_order_count(order, code, side, count - 1, order->moved[side] - (place < order->moved[side]));
    if (__builtin_expect(count > GR_ORDER_GROUP, 0)) {
        memmove(square + place, square + place + 1, count - 1 - place);
        return;
    }
    gr_order_group_remove(square, place);
}

/* A piece came to a square, from anywhere. */
static inline void gr_move_order_add(GrMoveOrder *order, const GrMoveCode *code, int side, unsigned sq) {
    uint8_t *square = order->square[side];
    unsigned count = order->count[side];
    if (__builtin_expect(count >= GR_ORDER_GROUP, 0)) {
        memmove(square + 1, square, count);
        square[0] = (uint8_t)sq;
    } else {
        gr_order_group_front(square, count, sq);
    }
    gr_move_order_count(order, code, side, count + 1, order->moved[side] + 1);
}

/* Does a piece on a square go like one that may reach where the other side moved last? */
static inline unsigned gr_move_reaches(const GrMoveCode *code, const GrMoveOrder *order, unsigned piece,
                                       unsigned from) {
    return (unsigned)(code->reach[piece][from][order->last / 64] >> order->last % 64) & order->seen;
}

/* `yes` if `is` is 1, `no` if it is 0, without a branch, which could not be foretold. */
static inline unsigned gr_either(unsigned is, unsigned yes, unsigned no) {
    return no ^ ((no ^ yes) & (0u - is));
}

/* What the code of a target depends on: the piece and where it stands; of a pawn what stands ahead of it and beside
 * that, and whether it has moved; of others whether they may reach where the other side moved last, and whether that
 * took something. */
static inline unsigned gr_target_code(const GrMoveCode *code, const GrMoveOrder *order, const uint8_t *board, int side,
                                      unsigned place, unsigned from) {
    unsigned piece = board[from] % GR_PIECES, pawn = code->at[piece][from].pawn;
    const uint8_t *ahead = code->ahead[side][from], *stands_as = code->stands[side];
    unsigned stands = (stands_as[board[ahead[0]] % GR_PIECES] & 1u) | (stands_as[board[ahead[1]] % GR_PIECES] & 2u) |
                      (stands_as[board[ahead[2]] % GR_PIECES] & 4u);
    unsigned is = gr_move_reaches(code, order, piece, from) | (pawn & (place >= order->moved[side]));
    unsigned reached = code->at[piece][from].reached + (order->took & ~pawn);
    return gr_either(is, reached, code->at[piece][from].zone) + (stands & pawn);
}

/* ---- bits ---- */

/* The next bits of places, from the lowest up, and of targets, from the highest down; zeros behind the other end. */
typedef struct GrLineBits {
    uint64_t low;
    size_t low_taken;
    uint64_t high;
    size_t high_taken;
} GrLineBits; /* in this order, which keeps GCC from making vectors of both */

/* Where reading is: bits that were taken from either end. */
typedef struct GrLineAt {
    const uint8_t *bytes;
    size_t low, len, high;
    size_t safe; /* up to where both may be that words can be read whole; + 1 */
} GrLineAt;

static inline GrLineAt gr_move_line_at(const uint8_t *bytes, size_t len) {
    return (GrLineAt){.bytes = bytes, .len = len, .safe = len < 8 ? 0 : 8 * (len - 8) + 1};
}

/* The same near an end. */
static __attribute__((noinline)) GrLineBits gr_move_line_peek_few(const GrLineAt *at) {
    uint8_t low[8] = {0}, high[8] = {0};
    size_t from = at->low / 8, to = at->high / 8;
    size_t left = from < at->len ? at->len - from : 0, right = to < at->len ? at->len - to : 0;
    left = left < 8 ? left : 8;
    right = right < 8 ? right : 8;
    if (left)
        memcpy(low, at->bytes + from, left);
    if (right)
        memcpy(high + 8 - right, at->bytes + at->len - to - right, right);
    return (GrLineBits){.low = gr_bytes_as_u64(low) >> at->low % 8, .high = gr_bytes_as_u64(high) << at->high % 8};
}

static inline GrLineBits gr_move_line_peek(const GrLineAt *at) {
    if (__builtin_expect((at->low >= at->safe) | (at->high >= at->safe), 0))
        return gr_move_line_peek_few(at);
    const uint8_t *low = at->bytes + at->low / 8, *high = at->bytes + at->len - at->high / 8 - 8;
    return (GrLineBits){.low = gr_bytes_as_u64(low) >> at->low % 8, .high = gr_bytes_as_u64(high) << at->high % 8};
}

/* Notes what was taken; false if that was more than there is. */
static inline bool gr_move_line_took(GrLineAt *at, const GrLineBits *bits) {
    at->low += bits->low_taken;
    at->high += bits->high_taken;
    return at->low + at->high <= 8 * at->len;
}

static inline unsigned gr_take_place(GrLineBits *bits, const GrMoveCode *code, unsigned n) {
    unsigned found = code->place[n][bits->low % (1 << GR_CODE_BITS)];
    bits->low >>= found % 16;
    bits->low_taken += found % 16;
    return found / 16;
}

static inline unsigned gr_take_target(GrLineBits *bits, const GrMoveCode *code, unsigned n) {
    unsigned found = code->target[n][bits->high >> (64 - GR_CODE_BITS)];
    bits->high <<= found % 16;
    bits->high_taken += found % 16;
    return found / 16;
}

/* A number of places, of up to 7 bits, and one of targets, of up to 32. */
static inline unsigned gr_take_low(GrLineBits *bits, unsigned count) {
    unsigned value = (unsigned)bits->low & ((1u << count) - 1);
    bits->low >>= count;
    bits->low_taken += count;
    return value;
}

static inline unsigned gr_take_high(GrLineBits *bits, unsigned count) {
    unsigned value = count ? (unsigned)(bits->high >> (64 - count)) : 0;
    bits->high <<= count;
    bits->high_taken += count;
    return value;
}

/* ---- the squares of a ply ---- */

typedef struct GrReadPly {
    unsigned place, from, to;
    unsigned piece, taken; /* what goes, and what stands there */
    bool plain;            /* and that is all; but for what a position knows */
} GrReadPly;

/* Reads the target of the piece at a place; false if there is no such piece or square. */
static inline __attribute__((always_inline)) bool gr_read_target(const GrMoveCode *code, const GrMoveOrder *order,
                                                                 GrLineBits *bits, const uint8_t *board, int side,
                                                                 unsigned place, GrReadPly *ply) {
    ply->place = place;
    if (__builtin_expect(place >= order->count[side], 0))
        return false;
    ply->from = order->square[side][place];
    ply->piece = board[ply->from] % GR_PIECES;
    unsigned symbol = gr_take_target(bits, code, gr_target_code(code, order, board, side, place, ply->from));
    unsigned to = code->step[side][ply->from][symbol];
    ply->to = gr_either(symbol == GR_TARGET_LAST, order->last, to);
    if (__builtin_expect(symbol == GR_TARGET_ANY, 0))
        ply->to = gr_take_high(bits, 7);
    if (__builtin_expect(ply->to >= code->squares, 0))
        return false;
    ply->taken = board[ply->to] % GR_PIECES;
    unsigned odd = code->odd[ply->piece][symbol] & (ply->taken == GR_EMPTY ? GR_ODD_EMPTY : GR_ODD_TAKEN);
    odd |= code->last[side][ply->to] & code->at[ply->piece][ply->from].pawn;
    ply->plain = !(odd | (code->barred[side] >> ply->taken & 1));
    return true;
}

/* The place that a symbol below GR_PLACE_MARKED means. */
static inline unsigned gr_place_of(const GrMoveOrder *order, int side, unsigned symbol) {
    return gr_either(symbol < GR_PLACE_END, symbol, order->count[side] - 1u - (symbol - GR_PLACE_END));
}

#endif
