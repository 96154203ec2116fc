/* What an answer depends on (GrGrounds) where games are read as sketches, on boards of 8 by 8. Internal to the query
 * language.
 *
 * Each square that a test looks at is added, so the answer holds until one of them changes.
 */
#ifndef GR_DB_QUERY_GROUNDS_H
#define GR_DB_QUERY_GROUNDS_H

#include "db/query/query_match.h"

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

/* May a move, about to be played in *pos, change an answer that depends on them? */
static inline bool query_grounds_shake(const GrGrounds *on, const GrPosition *pos, GrMove move) {
    unsigned from = move & 127, to = move >> 7 & 127;
    return move >> 14 || on->touched >> from & 1 || (on->touched | on->entered) >> to & 1 ||
           (on->taken && pos->board[to] != GR_EMPTY);
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
