/* Sets of all positions of a film. */
#include "db/query/run/film_local.h"

static bool is_any(const Film *r, const FilmSet *set) {
    QueryLanes any = {0};
    for (unsigned i = 0; i < r->fours; i++)
        any |= set->at[i];
    return any[0] | any[1] | any[2] | any[3];
}

static unsigned fours_with(const Film *r, const FilmSet *set) {
    unsigned fours = 0;
    for (unsigned i = 0; i < r->fours; i++)
        fours |= (unsigned)((set->at[i][0] | set->at[i][1] | set->at[i][2] | set->at[i][3]) != 0) << i;
    return fours;
}

uint64_t film_some(const Film *r, const FilmSet *set) {
    QueryLanes none = {0}, bit = {1, 2, 4, 8};
    for (unsigned i = 0; i < r->fours; i++, bit <<= 4)
        none |= bit & (QueryLanes)(set->at[i] == 0);
    return r->plies & ~(none[0] | none[1] | none[2] | none[3]);
}

void film_count(const Film *r, const FilmSet *set, uint8_t count[GR_FILM_PLIES]) {
    for (unsigned i = 0; i < r->fours; i++)
        for (unsigned n = 0; n < 4; n++)
            count[4 * i + n] = (uint8_t)__builtin_popcountll(set->at[i][n]);
}

/* Pieces of some types of a side. */
static void of_side(const Film *r, int side, unsigned types, FilmSet *set) {
    const unsigned all = (2u << r->plan->variant->types) - 2;
    const FilmSet *own = film_side(r, side);
    if (types == all) {
        for (unsigned i = 0; i < r->fours; i++)
            set->at[i] = own->at[i];
        return;
    }
    FilmSet room;
    const FilmSet *of = film_of_types(r, types, &room);
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] = own->at[i] & of->at[i];
}

/* The same of either side. */
static void of_sides(const Film *r, unsigned types, FilmSet *set) {
    const unsigned all = (2u << r->plan->variant->types) - 2;
    FilmSet room;
    const FilmSet *of = types == all ? NULL : film_of_types(r, types, &room);
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] = of ? of->at[i] : ~r->empty.at[i];
}

void film_plane(const Film *r, const Plane *plane, FilmSet *set) {
    const uint32_t *types = plane->types;
    if (types[0] && types[0] == types[1])
        of_sides(r, types[0], set);
    else if (types[0] || types[1])
        of_side(r, types[0] ? GR_WHITE : GR_BLACK, types[0] ? types[0] : types[1], set);
    else
        film_fill(r, set, 0);
    if (types[0] && types[1] && types[0] != types[1]) {
        FilmSet black;
        of_side(r, GR_BLACK, types[1], &black);
        film_add(r, set, &black);
    }
    if (plane->empty)
        film_add(r, set, &r->empty);
}

/* The sides of all of whose pieces it matters what they attack, where an adjective is asked about some pieces. A few
 * pieces are attacked so seldom that it is sooner asked then whether they are defended. */
static unsigned attacking_sides(const GrPlan *plan, const Plane *plane, unsigned adjective) {
    const unsigned sides = plane->sides;
    const unsigned others = (sides & QUERY_WHITE ? QUERY_BLACK : 0) | (sides & QUERY_BLACK ? QUERY_WHITE : 0);
    switch (adjective) {
    case QUERY_ATTACKED:
        return others;
    case QUERY_DEFENDED:
        return sides;
    case QUERY_HANGING:
        return plane->form == PLANE_ONE && !(plan->pawns >> plane->type & 1) ? others : QUERY_EITHER;
    default:
        return 0;
    }
}

/* The pieces of a side of which an adjective holds are those in *is and not in *is_not. */
typedef struct Described {
    const FilmSet *is, *is_not;
} Described;

static const FilmSet none;

/* Finds what a side defends, where the other one attacks something of hers in the set. */
static void find_defended(const Film *r, int side, const FilmSet *set, FilmSet *defended) {
    const FilmSet *own = film_side(r, side);
    FilmSet attacked;
    for (unsigned i = 0; i < r->fours; i++)
        attacked.at[i] = set->at[i] & own->at[i] & r->attacked[!side].at[i];
    film_attacked_by(r, ~0u, side, own, fours_with(r, &attacked), defended);
}

static Described describe(Film *r, const SetTest *test, unsigned adjective, int side, const FilmSet *set,
                          FilmSet *room) {
    if (adjective & QUERY_OF_PAWNS) {
        film_pawns_that_are(r, test->pawns, side, adjective, room);
        return (Described){room, &none};
    }
    if (adjective == QUERY_PINNED)
        return (Described){film_pinned(r, side), &none};
    if (adjective == QUERY_HANGING && r->attacks >> side & 1)
        return (Described){&r->attacked[!side], &r->attacked[side]};
    if (adjective == QUERY_HANGING) {
        find_defended(r, side, set, room);
        return (Described){&r->attacked[!side], room};
    }
    return (Described){&r->attacked[adjective == QUERY_DEFENDED ? side : !side], &none};
}

/* Keeps the pieces of which an adjective holds, or does not; false if none are left. */
static bool keep_so(Film *r, const SetTest *test, unsigned adjective, FilmSet *set) {
    const uint64_t unwanted = test->adjectives & adjective ? 0 : UINT64_MAX;
    const QueryLanes turned = {unwanted, unwanted, unwanted, unwanted};
    const FilmSet *white = film_side(r, GR_WHITE), *black = film_side(r, GR_BLACK);
    Described d[2] = {{&none, &none}, {&none, &none}};
    QueryLanes any = {0};
    FilmSet room[2];
    for (int side = 0; side < 2; side++)
        if (test->plane.sides >> side & 1)
            d[side] = describe(r, test, adjective, side, set, &room[side]);
    for (unsigned i = 0; i < r->fours; i++) {
        QueryLanes so = (white->at[i] & d[0].is->at[i] & ~d[0].is_not->at[i]) |
                        (black->at[i] & d[1].is->at[i] & ~d[1].is_not->at[i]);
        set->at[i] &= so ^ turned;
        any |= set->at[i];
    }
    return any[0] | any[1] | any[2] | any[3];
}

/* Keeps the pieces of which all adjectives hold, and none of the others; false if none are left. */
static bool keep_described(Film *r, const SetTest *test, FilmSet *set) {
    bool any = true;
    for (unsigned left = test->adjectives | test->not_adjectives; left && any; left &= left - 1) {
        unsigned adjective = left & -left;
        film_know_attacks(r, attacking_sides(r->plan, &test->plane, adjective));
        any = keep_so(r, test, adjective, set);
    }
    return any;
}

static bool is_passive(const SetRelation *relation) {
    return relation->kind == QUERY_ATTACKED_BY || relation->kind == QUERY_DEFENDED_BY;
}

/* What pieces of a side attack in a relation: squares, pieces of its own, or those of the other side. */
static void keep_targets(const Film *r, const SetRelation *relation, int side, FilmSet *set) {
    bool own = relation->kind == QUERY_DEFENDS || relation->kind == QUERY_DEFENDED_BY, passive = is_passive(relation);
    const FilmSet *pieces = film_side(r, own ? side : !side);
    if (!passive && (!relation->set || relation->squares))
        return;
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] &= passive ? pieces->at[i] | r->empty.at[i] : pieces->at[i];
}

/* Finds what those of some pieces that are of a side attack in a relation. */
static void find_targets(const Film *r, const SetRelation *relation, int side, const FilmSet *pieces, FilmSet *found) {
    FilmSet from = *pieces;
    film_keep(r, &from, film_side(r, side));
    film_attacked_by(r, relation->types, side, &from, fours_with(r, &from), found);
    keep_targets(r, relation, side, found);
}

/* Finds the pieces of a side that attack some squares in a relation. */
static void find_attackers(const Film *r, const SetRelation *relation, int side, const FilmSet *squares,
                           FilmSet *found) {
    FilmSet from = *squares;
    keep_targets(r, relation, side, &from);
    film_attackers_of(r, relation->types, side, &from, fours_with(r, &from), found);
    film_keep(r, found, film_side(r, side));
}

/* Adds the targets, or the attackers, of what is on the squares of a set, by pieces of these sides. */
static void add_related(const Film *r, const SetRelation *relation, bool targets, const FilmSet *from, unsigned sides,
                        FilmSet *all) {
    for (int side = 0; side < 2; side++) {
        FilmSet found;
        if (!(sides >> side & 1))
            continue;
        if (targets)
            find_targets(r, relation, side, from, &found);
        else
            find_attackers(r, relation, side, from, &found);
        film_add(r, all, &found);
    }
}

/* Keeps of a set what is in a relation to others, the pieces that attack being of these sides. */
static void keep_related(const Film *r, const SetRelation *relation, const FilmSet *others, unsigned sides,
                         FilmSet *set) {
    FilmSet kept, from;
    film_fill(r, &kept, 0);
    for (unsigned i = 0; i < r->fours; i++) /* nothing where nothing is asked about */
        from.at[i] = others->at[i] & (QueryLanes)(set->at[i] != 0);
    add_related(r, relation, is_passive(relation), &from, sides, &kept);
    film_keep(r, set, &kept);
}

/* ---- relations to several ---- */

/* Takes the first square that a set has at each ply; false if it has none at any. */
static bool take_first(const Film *r, FilmSet *set, FilmSet *first) {
    QueryLanes any = {0};
    for (unsigned i = 0; i < r->fours; i++) {
        first->at[i] = set->at[i] & -set->at[i];
        set->at[i] ^= first->at[i];
        any |= first->at[i];
    }
    return any[0] | any[1] | any[2] | any[3];
}

/* Empties a set at plies at which another one has fewer squares than that, and behind the last one. */
static void keep_where(const Film *r, const FilmSet *other, unsigned least, FilmSet *set) {
    uint8_t count[GR_FILM_PLIES];
    film_count(r, other, count);
    for (unsigned n = 0; n < 4 * r->fours; n++)
        if (n >= r->of->count || count[n] < least)
            set->at[n / 4][n % 4] = 0;
}

/* Keeps of a set, which is in a relation to the others, what is so to as many as that wants: one piece or square of
 * each ply after the other is looked at. Its many sets would be in the way of who does not ask for it. */
static __attribute__((noinline)) void keep_often(const Film *r, const SetRelation *relation, const FilmSet *others,
                                                 unsigned sides, FilmSet *set) {
    FilmSet left = *set, one;
    keep_where(r, others, relation->least, &left);
    film_fill(r, set, 0);
    while (take_first(r, &left, &one)) {
        FilmSet all;
        film_fill(r, &all, 0);
        add_related(r, relation, !is_passive(relation), &one, sides, &all);
        film_keep(r, &all, others);
        keep_where(r, &all, relation->least, &one);
        film_add(r, set, &one);
    }
}

bool film_find(Film *r, const SetTest *test, FilmSet *set) {
    film_plane(r, &test->plane, set);
    if (test->area != r->plan->board) {
        FilmSet area;
        film_fill(r, &area, (uint64_t)test->area);
        film_keep(r, set, &area);
    }
    bool any = is_any(r, set);
    if (any && (test->adjectives || test->not_adjectives))
        any = keep_described(r, test, set);
    for (unsigned n = 0; n < test->relations && any; n++) {
        const SetRelation *relation = &test->relation[n];
        unsigned sides = is_passive(relation) ? relation->set->plane.sides : test->plane.sides;
        FilmSet others;
        if (relation->set)
            film_find(r, relation->set, &others);
        else
            film_fill(r, &others, (uint64_t)relation->area);
        keep_related(r, relation, &others, sides, set);
        if (relation->least > 1)
            keep_often(r, relation, &others, sides, set);
        any = is_any(r, set);
    }
    return any;
}
