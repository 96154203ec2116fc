/* How pawns stand among the other pawns: passed, doubled, isolated. */
#include "db/query/query_set.h"

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
    GrSet found = 0;
    for (int side = 0; side < 2; side++)
        if (of & pos->side[side])
            found |= of_side(test, pos, side, adjective);
    return found;
}
