/* Sets of squares of any board, and of pockets. */
#define NARROW 0
#define SQUARES GrSet
#define POP gr_set_pop
#define LAST gr_set_last
#define SET_OF query_wide_set
#define SET_SOME query_wide_some

#include "db/query/query_sets_core.h"

GrSet query_plane(const Plane *plane, const GrPosition *pos) {
    return plane_of(plane, pos);
}

int query_pocket(const PocketTest *pocket, const GrPosition *pos) {
    int count = 0;
    for (int i = 0; i < 4; i++)
        count += __builtin_popcount(pos->pocket[i] & pocket->bits[i]);
    for (int side = 0; side < 2; side++) {
        count += pocket->number[side] ? pos->pocket[side] : 0;
        for (unsigned types = pocket->hand[side]; types; types &= types - 1)
            count += gr_in_hand(pos, side, __builtin_ctz(types));
        count += pocket->pending[side] && pos->pending && pos->turn == side;
    }
    return count;
}
