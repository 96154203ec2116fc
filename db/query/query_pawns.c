/* How a pawn stands among the other pawns: passed, doubled, isolated. */
#include "db/query/query_set.h"

/* The squares of a file; none beyond the board. */
static GrSet file_squares(const SetTest *test, const GrVariant *v, int file) {
    return file >= 0 && file < v->files ? test->first_file << file : 0;
}

/* The ranks that a side's pawn on the rank has before it. */
static GrSet ranks_ahead(const GrVariant *v, int rank, int side) {
    GrSet below = ((GrSet)1 << gr_square(v, 0, rank)) - 1;
    GrSet up_to = below | ((((GrSet)1 << v->files) - 1) << gr_square(v, 0, rank));
    return side == GR_WHITE ? ~up_to : below;
}

static GrSet pawns_of(const GrPosition *pos, unsigned types, int side) {
    GrSet set = 0;
    for (; types; types &= types - 1)
        set |= pos->type[__builtin_ctz(types)];
    return set & pos->side[side];
}

bool query_pawn_is(const SetTest *test, const GrPosition *pos, int sq, unsigned adjective) {
    const GrVariant *v = gr_variant(pos->rules);
    int file = sq % v->files, rank = sq / v->files;
    int side = gr_set_has(pos->side[GR_BLACK], sq) ? GR_BLACK : GR_WHITE;
    GrSet own = pawns_of(pos, test->pawns, side), beside;
    if (!gr_set_has(own, sq))
        return false;
    if (adjective == QUERY_DOUBLED)
        return own & ~gr_set_of(sq) & file_squares(test, v, file);
    beside = file_squares(test, v, file - 1) | file_squares(test, v, file + 1);
    if (adjective == QUERY_ISOLATED)
        return !(own & beside);
    return !(pawns_of(pos, test->pawns, !side) & (beside | file_squares(test, v, file)) &
             ranks_ahead(v, rank, side));
}
