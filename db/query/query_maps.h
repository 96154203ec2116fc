/* All squares that a side attacks, and all its pinned pieces, at once, where all pieces go straight (query_aim.h).
 * Internal to the query language.
 *
 * Pieces that slide go along all their lines together, whole sets of them: sets that are shifted by 1, 2 and 4 squares
 * fill a line in three steps (S. Westcott's fill, after P. Kogge and H. Stone, 1973). Others are looked up one by one.
 */
#ifndef GR_DB_QUERY_MAPS_H
#define GR_DB_QUERY_MAPS_H

#include "db/query/query_aim.h"

/* How pieces of a variant attack: see query_make_maps. */
typedef struct QueryMaps {
    uint16_t orth, diag;             /* types that slide to the edge, along ranks and files or along diagonals, */
    uint16_t pawns, steps;           /* pawns, and those that step or leap, */
    uint16_t knights, kings;         /* as knights and kings do; */
    uint64_t step[GR_MAX_TYPES][64]; /* by type, which squares they attack from each */
} QueryMaps;

/* Four directions at a time, towards higher squares and towards lower ones. */
typedef uint64_t QueryLanes __attribute__((vector_size(32)));

/* Four of the eight words of two of them: of the first one 0 to 3, of the other one 4 to 7. And all boards turned
 * upside down, whose ranks are bytes. */
typedef uint8_t QueryRanks __attribute__((vector_size(32)));
#define QUERY_DOWN(n) 8 * n + 7, 8 * n + 6, 8 * n + 5, 8 * n + 4, 8 * n + 3, 8 * n + 2, 8 * n + 1, 8 * n
#define QUERY_ALL_DOWN QUERY_DOWN(0), QUERY_DOWN(1), QUERY_DOWN(2), QUERY_DOWN(3)
#ifdef __clang__
#define QUERY_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define QUERY_TURN(a, ...) ((QueryLanes)__builtin_shufflevector((QueryRanks)(a), (QueryRanks)(a), __VA_ARGS__))
#else
#define QUERY_PICK(a, b, ...) __builtin_shuffle(a, b, (QueryLanes){__VA_ARGS__})
#define QUERY_TURN(a, ...) ((QueryLanes)__builtin_shuffle((QueryRanks)(a), (QueryRanks){__VA_ARGS__}))
#endif

#define QUERY_NOT_A 0xfefefefefefefefe
#define QUERY_NOT_H 0x7f7f7f7f7f7f7f7f

/* What pieces on `orth` and `diag` attack by sliding along ranks and files, and along diagonals. */
static inline uint64_t query_slides(uint64_t orth, uint64_t diag, uint64_t empty) {
    const QueryLanes by = {8, 1, 9, 7};
    const QueryLanes up_edge = {UINT64_MAX, QUERY_NOT_A, QUERY_NOT_A, QUERY_NOT_H};
    const QueryLanes down_edge = {UINT64_MAX, QUERY_NOT_H, QUERY_NOT_H, QUERY_NOT_A};
    const QueryLanes from = {orth, orth, diag, diag}, free = {empty, empty, empty, empty};
    QueryLanes up = from, down = from, up_free = free & up_edge, down_free = free & down_edge;
    up |= up_free & up << by;
    down |= down_free & down >> by;
    up_free &= up_free << by;
    down_free &= down_free >> by;
    up |= up_free & up << 2 * by;
    down |= down_free & down >> 2 * by;
    up_free &= up_free << 2 * by;
    down_free &= down_free >> 2 * by;
    up |= up_free & up << 4 * by;
    down |= down_free & down >> 4 * by;
    QueryLanes all = (up << by & up_edge) | (down >> by & down_edge);
    return all[0] | all[1] | all[2] | all[3];
}

static inline uint64_t query_of_types(const GrPosition *pos, unsigned types) {
    uint64_t set = 0;
    for (; types; types &= types - 1)
        set |= (uint64_t)pos->type[__builtin_ctz(types)];
    return set;
}

/* All squares that pieces of a side attack, its own among them. They are of these types, as bits. */
static inline uint64_t query_attacked(const QueryMaps *maps, const GrPosition *pos, uint64_t pieces, unsigned types,
                                      int side) {
    uint64_t pawns = pieces & query_of_types(pos, maps->pawns & types);
    uint64_t orth = pieces & query_of_types(pos, maps->orth & types);
    uint64_t diag = pieces & query_of_types(pos, maps->diag & types);
    uint64_t set = orth | diag ? query_slides(orth, diag, ~query_occupied(pos)) : 0;
    if (side == GR_WHITE)
        set |= (pawns << 7 & QUERY_NOT_H) | (pawns << 9 & QUERY_NOT_A);
    else
        set |= (pawns >> 9 & QUERY_NOT_H) | (pawns >> 7 & QUERY_NOT_A);
    for (unsigned left_types = maps->steps & types; left_types; left_types &= left_types - 1) {
        int type = __builtin_ctz(left_types);
        for (uint64_t left = pieces & (uint64_t)pos->type[type]; left; left &= left - 1)
            set |= maps->step[type][__builtin_ctzll(left)];
    }
    return set;
}

/* All pinned pieces of a side: those that stand alone between its royal piece, the first of several, and an enemy that
 * aims at it. *on: what would bring about another one, but for a move of that piece itself. */
static inline uint64_t query_pinned(const uint64_t *aims, const GrPosition *pos, int side, GrGrounds *on) {
    uint64_t own = (uint64_t)pos->side[side], royal = own & (uint64_t)pos->type[GR_KING];
    uint64_t occupied = query_occupied(pos), found = 0;
    if (!royal)
        return 0;
    int at = __builtin_ctzll(royal);
    query_rest_on(on, royal);
    on->aimed[!side] |= (uint64_t)1 << at;
    for (uint64_t left = query_aimers(aims, pos, at, !side); left; left &= left - 1) {
        uint64_t between = query_between(__builtin_ctzll(left), at) & occupied, others = between & (between - 1);
        query_rest_on(on, (between & -between) | (others & -others));
        found |= others ? 0 : between & own;
    }
    return found;
}

#endif
