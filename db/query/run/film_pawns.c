/* How pawns stand among the other pawns at all positions of a film; for one position, pawns.c. */
#include "db/query/run/film_local.h"

#define FOUR static inline __attribute__((always_inline))

/* All squares before a set, as White goes or as Black does. */
FOUR void go_north(const QueryLanes *from, QueryLanes *to) {
    QueryLanes set = *from << 8;
    set |= set << 8;
    set |= set << 16;
    *to = set | set << 32;
}

FOUR void go_south(const QueryLanes *from, QueryLanes *to) {
    QueryLanes set = *from >> 8;
    set |= set >> 8;
    set |= set >> 16;
    *to = set | set >> 32;
}

FOUR void go_beside(const QueryLanes *from, QueryLanes *to) {
    *to = (*from << 1 & QUERY_NOT_A) | (*from >> 1 & QUERY_NOT_H);
}

/* What stands on files with others behind or before it. */
FOUR void keep_doubled(QueryLanes *own) {
    QueryLanes north, south;
    go_north(own, &north);
    go_south(own, &south);
    *own &= north | south;
}

FOUR void keep_isolated(QueryLanes *own) {
    QueryLanes north, south, beside;
    go_north(own, &north);
    go_south(own, &south);
    north |= south | *own;
    go_beside(&north, &beside);
    *own &= ~beside;
}

FOUR void keep_passed(QueryLanes *own, const QueryLanes *others, int side) {
    QueryLanes guarded, beside;
    if (side == GR_WHITE)
        go_south(others, &guarded);
    else
        go_north(others, &guarded);
    go_beside(&guarded, &beside);
    *own &= ~(guarded | beside);
}

FOUR void keep_so(const Film *r, int side, const FilmSet *pawns, unsigned adjective, FilmSet *set) {
    const FilmSet *pieces = film_side(r, side), *enemies = film_side(r, !side);
    for (unsigned i = 0; i < r->fours; i++) {
        QueryLanes own = pawns->at[i] & pieces->at[i], others = pawns->at[i] & enemies->at[i];
        if (adjective == QUERY_DOUBLED)
            keep_doubled(&own);
        else if (adjective == QUERY_ISOLATED)
            keep_isolated(&own);
        else
            keep_passed(&own, &others, side);
        set->at[i] = own;
    }
}

void film_pawns_that_are(const Film *r, unsigned pawns, int side, unsigned adjective, FilmSet *set) {
    FilmSet room;
    const FilmSet *of = film_of_types(r, pawns, &room);
    if (adjective == QUERY_DOUBLED)
        keep_so(r, side, of, QUERY_DOUBLED, set);
    else if (adjective == QUERY_ISOLATED)
        keep_so(r, side, of, QUERY_ISOLATED, set);
    else if (side == GR_WHITE)
        keep_so(r, GR_WHITE, of, QUERY_PASSED, set);
    else
        keep_so(r, GR_BLACK, of, QUERY_PASSED, set);
}

#undef FOUR
