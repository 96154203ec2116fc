/* Sets of all positions of a reel. */
#include "db/query/query_reel_local.h"

#include "db/query/query_grammar.h"

static void fill(const Reel *r, ReelSet *set, uint64_t squares) {
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] = (QueryLanes){squares, squares, squares, squares};
}

static void add(const Reel *r, ReelSet *set, const ReelSet *more) {
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] |= more->at[i];
}

static void keep(const Reel *r, ReelSet *set, const ReelSet *of) {
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] &= of->at[i];
}

static void drop(const Reel *r, ReelSet *set, const ReelSet *of) {
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] &= ~of->at[i];
}

static bool is_any(const Reel *r, const ReelSet *set) {
    QueryLanes any = {0};
    for (unsigned i = 0; i < r->fours; i++)
        any |= set->at[i];
    return any[0] | any[1] | any[2] | any[3];
}

/* Pieces of some types, bits, of either side: the set of the only one, or *room. */
static const ReelSet *of_types(const Reel *r, unsigned types, ReelSet *room) {
    if (types && !(types & (types - 1)))
        return &r->word[__builtin_ctz(types)];
    fill(r, room, 0);
    for (; types; types &= types - 1)
        add(r, room, &r->word[__builtin_ctz(types)]);
    return room;
}

static unsigned types_of_way(const QueryMaps *maps, ReelWay way) {
    const uint16_t types[REEL_WAYS] = {maps->orth, maps->diag, maps->pawns, maps->knights, maps->kings};
    return types[way];
}

void reel_load(Reel *r, const GrPlan *plan, const GrReel *reel) {
    const QueryLanes all = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
    r->plan = plan;
    r->fours = (reel->count + 3) / 4;
    r->plies = UINT64_MAX >> (GR_REEL_PLIES - reel->count);
    r->attacks = r->pins = 0;
    for (unsigned i = 0; i < r->fours; i++) {
        const GrSketchRow *row = reel->row + 4 * i;
        for (unsigned w = 0; w < GR_SKETCH_WORDS; w++)
            r->word[w].at[i] = (QueryLanes){row[0].word[w], row[1].word[w], row[2].word[w], row[3].word[w]};
        r->empty.at[i] = all ^ (reel_side(r, GR_WHITE)->at[i] | reel_side(r, GR_BLACK)->at[i]);
    }
    for (ReelWay way = 0; way < REEL_WAYS; way++)
        r->way[way] = of_types(r, types_of_way(plan->reel, way), &r->room[way]);
}

/* ---- attacks ---- */

static bool goes(const Reel *r, unsigned types, ReelWay way) {
    return types & types_of_way(r->plan->reel, way);
}

/* Sets *set to what some pieces attack that go one way. */
static inline __attribute__((always_inline)) void go(ReelWay way, int side, const QueryLanes *from,
                                                     const QueryLanes *empty, QueryLanes *set) {
    if (way == REEL_ORTH || way == REEL_DIAG)
        query_rays(way == REEL_DIAG, from, empty, set);
    else if (way == REEL_KNIGHT)
        query_knights(from, set);
    else if (way == REEL_KING)
        query_kings(from, set);
    else if (side == GR_WHITE)
        query_white_pawns(from, set);
    else
        query_black_pawns(from, set);
}

/* Adds what a side attacks by pieces `by` that go that way; or (back) those of them that attack a square of `by`.
 * `fours`, bits: where there is any of these. */
static inline __attribute__((always_inline)) void go_all(const Reel *r, ReelWay way, int side, bool back,
                                                         const ReelSet *by, unsigned fours, ReelSet *set) {
    const ReelSet *pieces = r->way[way];
    for (; fours; fours &= fours - 1) {
        int i = __builtin_ctz(fours);
        QueryLanes from = back ? by->at[i] : by->at[i] & pieces->at[i], to;
        go(way, side ^ back, &from, &r->empty.at[i], &to);
        set->at[i] |= back ? to & pieces->at[i] : to;
    }
}

static unsigned all_fours(const Reel *r) {
    return (1u << r->fours) - 1;
}

static unsigned fours_with(const Reel *r, const ReelSet *set) {
    unsigned fours = 0;
    for (unsigned i = 0; i < r->fours; i++)
        fours |= (unsigned)((set->at[i][0] | set->at[i][1] | set->at[i][2] | set->at[i][3]) != 0) << i;
    return fours;
}

static inline __attribute__((always_inline)) void go_ways(const Reel *r, unsigned types, int side, bool back,
                                                          const ReelSet *by, unsigned fours, ReelSet *set) {
    fill(r, set, 0);
    if (goes(r, types, REEL_ORTH))
        go_all(r, REEL_ORTH, side, back, by, fours, set);
    if (goes(r, types, REEL_DIAG))
        go_all(r, REEL_DIAG, side, back, by, fours, set);
    if (goes(r, types, REEL_KNIGHT))
        go_all(r, REEL_KNIGHT, side, back, by, fours, set);
    if (goes(r, types, REEL_KING))
        go_all(r, REEL_KING, side, back, by, fours, set);
    if (goes(r, types, REEL_PAWN) && side == GR_WHITE)
        go_all(r, REEL_PAWN, GR_WHITE, back, by, fours, set);
    else if (goes(r, types, REEL_PAWN))
        go_all(r, REEL_PAWN, GR_BLACK, back, by, fours, set);
}

/* What pieces of a side, of these types, attack. */
static void attacked_by(const Reel *r, unsigned types, int side, const ReelSet *pieces, unsigned fours, ReelSet *set) {
    go_ways(r, types, side, false, pieces, fours, set);
}

/* Pieces of these types that attack one of the squares as those of a side do: what attacks there is found by going from
 * there as it goes. */
static void attackers_of(const Reel *r, unsigned types, int side, const ReelSet *squares, unsigned fours,
                         ReelSet *set) {
    go_ways(r, types, side, true, squares, fours, set);
}

static const ReelSet *attacked(Reel *r, int side) {
    if (!(r->attacks >> side & 1))
        attacked_by(r, ~0u, side, reel_side(r, side), all_fours(r), &r->attacked[side]);
    r->attacks |= 1u << side;
    return &r->attacked[side];
}

/* The royal piece of a side, the first of several. */
static const ReelSet *royal(Reel *r, int side) {
    const ReelSet *own = reel_side(r, side), *kings = &r->word[GR_KING];
    for (unsigned i = 0; i < r->fours; i++) {
        QueryLanes all = own->at[i] & kings->at[i];
        r->royal[side].at[i] = all & -all;
    }
    return &r->royal[side];
}

void reel_checkers(Reel *r, int side, ReelSet *set) {
    attackers_of(r, ~0u, !side, royal(r, side), all_fours(r), set);
    keep(r, set, reel_side(r, !side));
}

/* A piece is pinned if it is the first one that is seen from its royal piece, and seen by an enemy that looks the
 * opposite way. */
static inline __attribute__((always_inline)) void pin(const Reel *r, unsigned i, int n, const QueryLanes *king,
                                                      const QueryLanes *enemy, QueryLanes *found) {
    QueryLanes from_king, from_enemy;
    query_ray(n, king, &r->empty.at[i], &from_king);
    query_ray(n ^ 1, enemy, &r->empty.at[i], &from_enemy);
    *found |= from_king & from_enemy;
}

static const ReelSet *pinned(Reel *r, int side) {
    const ReelSet *own = reel_side(r, side), *other = reel_side(r, !side);
    if (r->pins >> side & 1)
        return &r->pinned[side];
    const ReelSet *kings = royal(r, side);
    for (unsigned i = 0; i < r->fours; i++) {
        QueryLanes king = kings->at[i], found = {0};
        QueryLanes orth = other->at[i] & r->way[REEL_ORTH]->at[i], diag = other->at[i] & r->way[REEL_DIAG]->at[i];
        pin(r, i, 0, &king, &orth, &found);
        pin(r, i, 1, &king, &orth, &found);
        pin(r, i, 2, &king, &orth, &found);
        pin(r, i, 3, &king, &orth, &found);
        pin(r, i, 4, &king, &diag, &found);
        pin(r, i, 5, &king, &diag, &found);
        pin(r, i, 6, &king, &diag, &found);
        pin(r, i, 7, &king, &diag, &found);
        r->pinned[side].at[i] = found & own->at[i];
    }
    r->pins |= 1u << side;
    return &r->pinned[side];
}

/* ---- sets ---- */

static void of_plane(const Reel *r, const Plane *plane, ReelSet *set) {
    const unsigned all = (2u << r->plan->variant->types) - 2;
    fill(r, set, 0);
    if (plane->empty)
        add(r, set, &r->empty);
    for (int side = 0; side < 2; side++) {
        ReelSet room;
        const ReelSet *own = reel_side(r, side);
        const ReelSet *types = plane->types[side] == all ? own : of_types(r, plane->types[side], &room);
        for (unsigned i = 0; i < r->fours; i++)
            set->at[i] |= own->at[i] & types->at[i];
    }
}

/* Adds the pieces of a side of which an adjective holds. */
static void add_described(Reel *r, unsigned adjective, int side, ReelSet *set) {
    const ReelSet *own = reel_side(r, side), *is = NULL, *is_not = NULL;
    if (adjective == QUERY_PINNED)
        is = pinned(r, side);
    else
        is = attacked(r, adjective == QUERY_DEFENDED ? side : !side);
    if (adjective == QUERY_HANGING)
        is_not = attacked(r, side);
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] |= is_not ? own->at[i] & is->at[i] & ~is_not->at[i] : own->at[i] & is->at[i];
}

/* Keeps the pieces of which all adjectives hold, and none of the others. */
static void keep_described(Reel *r, const SetTest *test, ReelSet *set) {
    for (unsigned left = test->adjectives | test->not_adjectives; left; left &= left - 1) {
        unsigned adjective = left & -left;
        ReelSet kept;
        fill(r, &kept, 0);
        for (int side = 0; side < 2; side++)
            if (test->plane.sides >> side & 1)
                add_described(r, adjective, side, &kept);
        if (test->adjectives & adjective)
            keep(r, set, &kept);
        if (test->not_adjectives & adjective)
            drop(r, set, &kept);
    }
}

/* What pieces of a side attack in a relation: squares, pieces of its own, or those of the other side. */
static void keep_targets(const Reel *r, const SetRelation *relation, int side, ReelSet *set) {
    bool own = relation->kind == QUERY_DEFENDS || relation->kind == QUERY_DEFENDED_BY;
    bool passive = relation->kind == QUERY_ATTACKED_BY || relation->kind == QUERY_DEFENDED_BY;
    const ReelSet *pieces = reel_side(r, own ? side : !side);
    if (!passive && (!relation->set || relation->squares))
        return;
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] &= passive ? pieces->at[i] | r->empty.at[i] : pieces->at[i];
}

/* Keeps of a set what is in a relation to others, the pieces that attack being of these sides. */
static void keep_related(const Reel *r, const SetRelation *relation, const ReelSet *others, unsigned sides,
                         ReelSet *set) {
    bool passive = relation->kind == QUERY_ATTACKED_BY || relation->kind == QUERY_DEFENDED_BY;
    ReelSet kept;
    fill(r, &kept, 0);
    for (int side = 0; side < 2; side++) {
        ReelSet from, found;
        if (!(sides >> side & 1))
            continue;
        for (unsigned i = 0; i < r->fours; i++) /* nothing where nothing is asked about */
            from.at[i] = others->at[i] & (QueryLanes)(set->at[i] != 0);
        if (passive) {
            keep(r, &from, reel_side(r, side));
            attacked_by(r, relation->types, side, &from, fours_with(r, &from), &found);
            keep_targets(r, relation, side, &found);
        } else {
            keep_targets(r, relation, side, &from);
            attackers_of(r, relation->types, side, &from, fours_with(r, &from), &found);
            keep(r, &found, reel_side(r, side));
        }
        add(r, &kept, &found);
    }
    keep(r, set, &kept);
}

bool reel_find(Reel *r, const SetTest *test, ReelSet *set) {
    of_plane(r, &test->plane, set);
    if (test->area != r->plan->board) {
        ReelSet area;
        fill(r, &area, (uint64_t)test->area);
        keep(r, set, &area);
    }
    if ((test->adjectives || test->not_adjectives) && is_any(r, set))
        keep_described(r, test, set);
    for (unsigned n = 0; n < test->relations && is_any(r, set); n++) {
        const SetRelation *relation = &test->relation[n];
        bool passive = relation->kind == QUERY_ATTACKED_BY || relation->kind == QUERY_DEFENDED_BY;
        ReelSet others;
        if (relation->set)
            reel_find(r, relation->set, &others);
        else
            fill(r, &others, (uint64_t)relation->area);
        keep_related(r, relation, &others, passive ? relation->set->plane.sides : test->plane.sides, set);
    }
    return is_any(r, set);
}
