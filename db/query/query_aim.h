/* Who attacks a square, where all pieces go straight: each leaps to a square or slides along a line until something
 * stands there, on boards of 8 by 8. Internal to the query language.
 *
 * From which squares pieces of a type aim at a square, if nothing stands between, is in a table; an attack is one with
 * nothing between. So it is known what brings an attack about: a piece comes to where it aims at the square, or
 * the last piece between leaves; and that much an answer rests on.
 */
#ifndef GR_DB_QUERY_AIM_H
#define GR_DB_QUERY_AIM_H

#include "db/query/query_grounds.h"

/* Pieces of a side that aim at sq. */
static inline uint64_t query_aimers(const uint64_t *aims, const GrPosition *pos, int sq, int side) {
    const uint64_t *from = query_aims_at(aims, side, sq);
    uint64_t own = (uint64_t)pos->side[side], found = 0;
    if (!(from[0] & own))
        return 0;
    for (int type = 1; type <= QUERY_AIM_FEW; type++)
        found |= from[type] & (uint64_t)pos->type[type];
    for (int type = QUERY_AIM_FEW + 1; from[QUERY_AIM_REST] && type < GR_MAX_TYPES; type++)
        found |= from[type] & (uint64_t)pos->type[type];
    return found & own;
}

static inline uint64_t query_occupied(const GrPosition *pos) {
    return (uint64_t)(pos->side[GR_WHITE] | pos->side[GR_BLACK]);
}

/* Does one of them attack sq? The answer rests on its way; or on one piece in each way, and on nothing else coming. */
static inline bool query_aimed_at(const uint64_t *aims, const GrPosition *pos, int sq, int side, GrGrounds *on) {
    uint64_t occupied = query_occupied(pos), held = 0;
    for (uint64_t left = query_aimers(aims, pos, sq, side); left; left &= left - 1) {
        uint64_t way = query_between(__builtin_ctzll(left), sq), between = way & occupied;
        if (!between) {
            query_rest_on(on, way | (left & -left));
            return true;
        }
        held |= between & -between;
    }
    query_rest_on(on, held);
    on->aimed[side] |= (uint64_t)1 << sq;
    return false;
}

/* Of those that aim at sq, all that attack it. */
static inline uint64_t query_unobstructed(const GrPosition *pos, uint64_t aimers, int sq, GrGrounds *on) {
    uint64_t occupied = query_occupied(pos), found = 0;
    for (; aimers; aimers &= aimers - 1) {
        uint64_t way = query_between(__builtin_ctzll(aimers), sq), between = way & occupied, at = aimers & -aimers;
        query_rest_on(on, between ? between & -between : way | at);
        found |= between ? 0 : at;
    }
    return found;
}

/* Squares behind sq on a line from another one; none if they are on no line. */
static inline uint64_t query_behind(int from, int sq) {
    int files = (sq & 7) - (from & 7), ranks = (sq >> 3) - (from >> 3);
    if (from == sq || (files && ranks && files != ranks && files != -ranks))
        return 0;
    int by_file = (files > 0) - (files < 0), by_rank = (ranks > 0) - (ranks < 0);
    uint64_t behind = 0;
    for (int file = (sq & 7) + by_file, rank = (sq >> 3) + by_rank; !((file | rank) & ~7);
         file += by_file, rank += by_rank)
        behind |= (uint64_t)1 << (8 * rank + file);
    return behind;
}

/* Would one of a side attack `king` if nothing stood on sq, and does not now? */
static inline bool query_pins(const uint64_t *aims, const GrPosition *pos, int king, int sq, int side,
                              GrGrounds *on) {
    uint64_t behind = query_behind(king, sq), others = query_occupied(pos) & ~((uint64_t)1 << sq), held = 0;
    if (!behind)
        return false;
    for (uint64_t left = query_aimers(aims, pos, king, side) & behind; left; left &= left - 1) {
        uint64_t way = query_between(__builtin_ctzll(left), king), between = way & others;
        if (!between) {
            query_rest_on(on, way | (left & -left));
            return true;
        }
        held |= between & -between;
    }
    query_rest_on(on, held);
    on->entered |= behind;
    return false;
}

#endif
