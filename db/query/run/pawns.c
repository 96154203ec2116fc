/* How pawns stand among the other pawns: passed, doubled, isolated. */
#include "db/query/run/sets.h"

/* The set and all squares before it, as a side goes, up to the edge. */
static GrSet fill(GrSet set, const GrVariant *v, int side) {
    for (int by = v->files; by < gr_squares(v); by *= 2)
        set |= side == GR_WHITE ? set << by : set >> by;
    return set;
}

/* Only the squares before it. */
static GrSet ahead(GrSet set, const GrVariant *v, int side) {
    return fill(side == GR_WHITE ? set << v->files : set >> v->files, v, side);
}

static GrSet beside(GrSet set, const SetTest *test, const GrVariant *v) {
    GrSet last_file = test->first_file << (v->files - 1);
    return (set & ~last_file) << 1 | (set & ~test->first_file) >> 1;
}

static GrSet pawns_of(const GrPosition *pos, unsigned types, int side) {
    GrSet set = 0;
    for (; types; types &= types - 1)
        set |= pos->type[__builtin_ctz(types)];
    return set & pos->side[side];
}

/* The same on a board of 8 by 8: the squares before a set, as White goes or as Black does. */
static inline uint64_t north_8(uint64_t set) {
    set <<= 8;
    set |= set << 8;
    set |= set << 16;
    return set | set << 32;
}

static inline uint64_t south_8(uint64_t set) {
    set >>= 8;
    set |= set >> 8;
    set |= set >> 16;
    return set | set >> 32;
}

static inline uint64_t beside_8(uint64_t set) {
    const uint64_t first = 0x0101010101010101;
    return (set & ~(first << 7)) << 1 | (set & ~first) >> 1;
}

static uint64_t of_side_8(uint64_t own, uint64_t others, int side, unsigned adjective) {
    if (adjective == QUERY_DOUBLED)
        return own & (north_8(own) | south_8(own));
    if (adjective == QUERY_ISOLATED)
        return own & ~beside_8(north_8(own) | own | south_8(own));
    uint64_t guarded = side == GR_WHITE ? south_8(others) : north_8(others);
    return own & ~(guarded | beside_8(guarded));
}

/* Those of the sides that have pieces in `of`. */
static GrSet that_are_8(const SetTest *test, const GrPosition *pos, uint64_t of, unsigned adjective) {
    uint64_t pawns = 0, found = 0, white = (uint64_t)pos->side[GR_WHITE], black = (uint64_t)pos->side[GR_BLACK];
    for (unsigned types = test->pawns; types; types &= types - 1)
        pawns |= (uint64_t)pos->type[__builtin_ctz(types)];
    if (of & white)
        found = of_side_8(pawns & white, pawns & black, GR_WHITE, adjective);
    return of & black ? found | of_side_8(pawns & black, pawns & white, GR_BLACK, adjective) : found;
}

/* Where a side's pawns stand that are so. */
static GrSet of_side(const SetTest *test, const GrPosition *pos, int side, unsigned adjective) {
    const GrVariant *v = gr_variant(pos->rules);
    GrSet board = test->plane.board, own = pawns_of(pos, test->pawns, side);
    if (adjective == QUERY_DOUBLED)
        return own & (ahead(own, v, side) | ahead(own, v, !side));
    if (adjective == QUERY_ISOLATED)
        return own & ~beside((fill(own, v, side) | fill(own, v, !side)) & board, test, v);
    GrSet guarded = ahead(pawns_of(pos, test->pawns, !side), v, !side) & board;
    return own & ~(guarded | beside(guarded, test, v));
}

GrSet query_pawns_that_are(const SetTest *test, const GrPosition *pos, GrSet of, unsigned adjective) {
    const GrVariant *v = gr_variant(pos->rules);
    GrSet found = 0;
    if (v->files == 8 && v->ranks == 8)
        return that_are_8(test, pos, (uint64_t)of, adjective);
    for (int side = 0; side < 2; side++)
        if (of & pos->side[side])
            found |= of_side(test, pos, side, adjective);
    return found;
}
