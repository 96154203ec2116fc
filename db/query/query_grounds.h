/* What an answer depends on (GrGrounds) where games are read as sketches, on boards of 8 by 8. Internal to the query
 * language.
 *
 * A test adds what its answer rests on: squares, pieces that may be taken, squares that are aimed at. The answer
 * holds until a move changes something there.
 */
#ifndef GR_DB_QUERY_GROUNDS_H
#define GR_DB_QUERY_GROUNDS_H

#include "db/query/query_match.h"

/* Where all pieces go straight, a plan has a table: for each side and square, by type, from where pieces of that side
 * and type aim at it, that is, attack it if nothing stands between; of type 0, where any do, and at last, where any do
 * but those of the few types that most variants have. */
enum { QUERY_AIM_TYPES = 16, QUERY_AIM_FEW = 6, QUERY_AIM_REST = 15, QUERY_AIMS = 2 * 64 * QUERY_AIM_TYPES };
static inline const uint64_t *query_aims_at(const uint64_t *aims, int side, int sq) {
    return aims + (size_t)(64 * side + sq) * QUERY_AIM_TYPES;
}

/* At which squares a piece on sq aims: at those from where one of the same type and of the other side aims at sq. */
static inline uint64_t query_aims_from(const uint64_t *aims, int piece, int sq) {
    return query_aims_at(aims, !gr_side_of(piece), sq)[gr_type_of(piece)];
}

/* Codes of types of each side, as bits. */
static inline uint32_t query_codes(unsigned white, unsigned black) {
    return (uint32_t)white << gr_piece(GR_WHITE, 0) | (uint32_t)black << gr_piece(GR_BLACK, 0);
}

static inline void query_rest_on_all(GrGrounds *on) {
    on->touched = UINT64_MAX;
}

static inline void query_rest_on(GrGrounds *on, uint64_t squares) {
    on->touched |= squares;
}

/* The answer depends on which squares of `area` the pieces `all` of some types stand. For a small area, these squares
 * are watched; for a large one, all of these pieces. */
static inline void query_rest_on_pieces(GrGrounds *on, uint64_t all, uint64_t area) {
    enum { SMALL = 12 };
    bool small = __builtin_popcountll(area) <= SMALL;
    on->touched |= small ? all & area : all;
    on->entered |= small ? area : 0;
}

/* Is a move one that a plan may wait for (gr_plan_awaits)? */
static inline bool query_is_awaited(const GrPosition *pos, GrMove move) {
    return move >> 14 || pos->board[move >> 7 & 127] != GR_EMPTY;
}

/* May a move, about to be played in *pos, change an answer that depends on them? */
static inline bool query_grounds_shake(const GrGrounds *on, const GrPosition *pos, GrMove move) {
    unsigned from = move & 127, to = move >> 7;
    if (move >> 14)
        return true;
    uint64_t aimed = on->aimed[pos->turn];
    uint64_t shaken = on->touched >> from | (on->touched | on->entered) >> to | on->taken >> pos->board[to];
    return shaken & 1 || (aimed && query_aims_from(on->aims, pos->board[from], (int)to) & aimed);
}

/* Squares strictly between two that are on a rank, file or diagonal; of others none. */
static inline uint64_t query_between(int a, int b) {
    int low = a < b ? a : b, high = a < b ? b : a;
    int files = (high & 7) - (low & 7), ranks = (high >> 3) - (low >> 3);
    uint64_t inside = (((uint64_t)1 << high) - 1) & ~(((uint64_t)2 << low) - 1);
    if (!ranks)
        return inside;
    if (!files)
        return inside & (uint64_t)0x0101010101010101 << low;
    if (files == ranks)
        return inside & (uint64_t)0x8040201008040201 << low;
    return files == -ranks ? inside & (uint64_t)0x8102040810204081 << low : 0;
}

#endif
