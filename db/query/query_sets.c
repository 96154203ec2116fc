/* Sets of squares of a position: what stands where, and what attacks what. */
#include "db/query/query_local.h"

static GrSet types_of(const GrPosition *pos, unsigned types) {
    GrSet set = 0;
    for (; types; types &= types - 1)
        set |= pos->type[__builtin_ctz(types)];
    return set;
}

static GrSet mixed(const Plane *plane, const GrPosition *pos) {
    GrSet set = plane->holes ? pos->type[0] : 0;
    set |= types_of(pos, plane->types[0]) & pos->side[0];
    set |= types_of(pos, plane->types[1]) & pos->side[1];
    if (plane->empty)
        set |= plane->board & ~(pos->side[0] | pos->side[1] | pos->type[0]);
    return set;
}

GrSet query_plane(const Plane *plane, const GrPosition *pos) {
    switch (plane->form) {
    case PLANE_ONE:
        return pos->side[plane->side] & pos->type[plane->type];
    case PLANE_TYPE:
        return pos->type[plane->type];
    case PLANE_SIDE:
        return pos->side[plane->side];
    case PLANE_TYPES: {
        GrSet set = types_of(pos, plane->types[0] | plane->types[1]);
        return plane->sides == QUERY_EITHER ? set : set & pos->side[plane->side];
    }
    default:
        return mixed(plane, pos);
    }
}

int query_pocket(const PocketTest *pocket, const GrPosition *pos) {
    int count = 0;
    for (int i = 0; i < 4; i++)
        count += __builtin_popcount(pos->pocket[i] & pocket->bits[i]);
    for (int side = 0; side < 2; side++) {
        count += pocket->number[side] ? pos->pocket[side] : 0;
        count += pocket->pending[side] && pos->pending && pos->turn == side;
    }
    return count;
}

/* ---- attacks ---- */

static int owner(const GrPosition *pos, int sq) {
    return gr_set_has(pos->side[GR_BLACK], sq) ? GR_BLACK : GR_WHITE;
}

/* Pieces of `side` that attack sq. Nothing is taken where no piece can stand. */
static GrSet attackers(const GrPosition *pos, int sq, int side) {
    return gr_set_has(pos->type[0], sq) ? 0 : gr_attackers(pos, sq, side);
}

/* Without the piece on sq. The key is left as it is: nobody asks for it. */
static void lift(GrPosition *pos, int sq) {
    GrSet others = ~gr_set_of(sq);
    pos->type[gr_type_of(pos->board[sq])] &= others;
    pos->side[owner(pos, sq)] &= others;
    pos->board[sq] = GR_EMPTY;
}

/* Would an enemy attack the royal piece that does not now, if the piece on sq were not there? */
static bool is_pinned(const GrPosition *pos, int sq) {
    int side = owner(pos, sq);
    GrSet royal = pos->side[side] & pos->type[GR_KING];
    if (!royal || royal == gr_set_of(sq))
        return false;
    int at = gr_set_first(royal);
    GrSet now = gr_attackers(pos, at, !side);
    GrPosition without = *pos;
    lift(&without, sq);
    return gr_attackers(&without, at, !side) & ~now;
}

static bool is(const GrPosition *pos, int sq, unsigned adjective) {
    int side = owner(pos, sq);
    switch (adjective) {
    case QUERY_ATTACKED:
        return attackers(pos, sq, !side) != 0;
    case QUERY_DEFENDED:
        return attackers(pos, sq, side) != 0;
    case QUERY_HANGING:
        return attackers(pos, sq, !side) && !attackers(pos, sq, side);
    case QUERY_PINNED:
        return is_pinned(pos, sq);
    case QUERY_FRESH:
        return gr_set_has(pos->extra[GR_FRESH], sq);
    case QUERY_PROMOTED:
        return gr_set_has(pos->extra[GR_PROMOTED], sq);
    default:
        return gr_set_has(pos->extra[GR_QUESTING], sq);
    }
}

static GrSet keep_if(const GrPosition *pos, GrSet set, unsigned adjectives, bool wanted) {
    for (; adjectives; adjectives &= adjectives - 1)
        for (GrSet left = set; left;) {
            int sq = gr_set_pop(&left);
            if (is(pos, sq, adjectives & -adjectives) != wanted)
                set &= ~gr_set_of(sq);
        }
    return set;
}

/* ---- relations ---- */

/* Of `set`, those that attack one of the squares. */
static GrSet attacking_area(const GrPosition *pos, GrSet set, GrSet area) {
    GrSet found = 0;
    while (area && set & ~found) {
        int sq = gr_set_pop(&area);
        for (int side = 0; side < 2; side++)
            if (set & pos->side[side])
                found |= attackers(pos, sq, side) & set;
    }
    return found;
}

/* Of `set`, those that attack (or defend) one of the pieces. */
static GrSet attacking_pieces(const GrPosition *pos, GrSet set, GrSet pieces, bool defending) {
    GrSet found = 0;
    while (pieces && set & ~found) {
        int sq = gr_set_pop(&pieces), side = owner(pos, sq) ^ !defending;
        if (set & pos->side[side])
            found |= attackers(pos, sq, side) & set;
    }
    return found;
}

/* Of `set`, those attacked by (or defended by) one of the pieces. Empty squares are attacked by
 * either side. */
static GrSet attacked_by(const GrPosition *pos, GrSet set, GrSet pieces, bool defended) {
    GrSet found = 0;
    for (GrSet left = pieces ? set : 0; left;) {
        int sq = gr_set_pop(&left);
        bool empty = pos->board[sq] == GR_EMPTY;
        for (int side = 0; side < 2; side++)
            if ((empty || (owner(pos, sq) == side) == defended) && (pieces & pos->side[side]) &&
                (attackers(pos, sq, side) & pieces))
                found |= gr_set_of(sq);
    }
    return found;
}

static GrSet related(const SetRelation *relation, const GrPosition *pos, GrSet set) {
    GrSet others = relation->set ? query_set_of(relation->set, pos) : relation->area;
    switch (relation->kind) {
    case QUERY_ATTACKS:
        return relation->set && !relation->squares ? attacking_pieces(pos, set, others, false)
                                                   : attacking_area(pos, set, others);
    case QUERY_DEFENDS:
        return attacking_pieces(pos, set, others, true);
    case QUERY_ATTACKED_BY:
        return attacked_by(pos, set, others, false);
    default:
        return attacked_by(pos, set, others, true);
    }
}

GrSet query_set_of(const SetTest *test, const GrPosition *pos) {
    GrSet set = query_plane(&test->plane, pos) & test->area;
    if (set && test->adjectives)
        set = keep_if(pos, set, test->adjectives, true);
    if (set && test->not_adjectives)
        set = keep_if(pos, set, test->not_adjectives, false);
    for (unsigned i = 0; set && i < test->relations; i++)
        set = related(&test->relation[i], pos, set);
    return set;
}
