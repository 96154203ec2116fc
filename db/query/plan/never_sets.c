/* What can never hold together: more pieces than can be where they are asked for. */
#include <string.h>

#include "db/query/plan/never.h"

/* Things on squares: pieces by side, empty squares, holes. */
typedef struct Region {
    unsigned types[2];
    bool empty, holes;
    GrSet area;
} Region;

/* So many of a region there are at least; and at most. */
typedef struct Bound {
    Region region;
    int low, high;
    const Test *test; /* NULL: of the variant */
} Bound;

enum { MOST_BOUNDS = 4 * NEVER_MOST, NO_LIMIT = 1000 };
typedef struct Bounds {
    const GrPlan *plan;
    Bound bound[MOST_BOUNDS];
    unsigned count;
} Bounds;

static void add(Bounds *to, const Region *region, int low, int high, const Test *test) {
    if (to->count < MOST_BOUNDS)
        to->bound[to->count++] = (Bound){*region, low, high, test};
}

/* ---- what is required ---- */

static Region region_of(const Plane *plane, GrSet area) {
    return (Region){{plane->types[0], plane->types[1]}, plane->empty, plane->holes, area};
}

static bool is_plain(const SetTest *set) {
    return !set->adjectives && !set->not_adjectives && !set->relations;
}

/* Of a set that is not plain, a part of the region is counted: only its least number says something of that. */
static void add_set(Bounds *to, const SetTest *set, int low, int high, const Test *test) {
    Region region = region_of(&set->plane, set->area);
    add(to, &region, low < 0 ? 0 : low, is_plain(set) ? high : NO_LIMIT, test);
}

static void add_count(Bounds *to, const Required *r) {
    int low = r->test->count.low, high = r->test->count.high;
    if (!r->not)
        add_set(to, &r->test->count.set, low, high, r->test);
    else if (low <= 0)
        add_set(to, &r->test->count.set, high + 1, NO_LIMIT, r->test);
    else if (high >= NO_LIMIT)
        add_set(to, &r->test->count.set, 0, low - 1, r->test);
}

static void add_board(Bounds *to, const Test *test) {
    const BoardTest *board = &test->board;
    for (unsigned i = 0; i < board->classes; i++) {
        Region region = region_of(&board->class[i].plane, board->class[i].squares);
        int count = gr_set_count(region.area);
        add(to, &region, count, NO_LIMIT, test);
    }
}

/* White's pieces of a type, or Black's; of an exact number where it is known whose they are. */
static void add_material(Bounds *to, const Test *test) {
    const MaterialTest *m = &test->material;
    if (!m->exact || m->either_way)
        return;
    for (unsigned types = m->types; types; types &= types - 1)
        for (int side = 0; side < 2; side++) {
            int type = __builtin_ctz(types), count = side == m->swapped ? m->left[type] : m->right[type];
            Region region = {.area = to->plan->board};
            region.types[side] = 1u << type;
            if (side == m->swapped || !m->one_sided)
                add(to, &region, count, count, test);
        }
}

static void add_required(Bounds *to, const Required *r) {
    const Test *test = r->test;
    if (test->op == TEST_SOME || test->op == TEST_NONE)
        add_set(to, &test->set, (test->op == TEST_SOME) != r->not, (test->op == TEST_NONE) != r->not ? 0 : NO_LIMIT,
                test);
    else if (test->op == TEST_COUNT)
        add_count(to, r);
    else if (test->op == TEST_BOARD && !r->not)
        add_board(to, test);
    else if (test->op == TEST_MATERIAL && !r->not)
        add_material(to, test);
}

/* ---- what is so of the variant ---- */

static void add_royals(Bounds *to) {
    const GrVariant *v = to->plan->variant;
    for (int side = 0; side < 2; side++) {
        bool none = v->royals == (side == GR_WHITE ? GR_ROYALS_BLACK : GR_ROYALS_WHITE);
        Region region = {.area = to->plan->board};
        region.types[side] = 1u << GR_KING;
        if (v->royals != GR_ROYALS_NONE)
            add(to, &region, !none && v->royals != GR_ROYALS_FALL, !none, NULL);
    }
}

/* No square has two things on it. */
static void add_squares(Bounds *to) {
    unsigned all = (2u << to->plan->variant->types) - 2;
    for (unsigned i = 0, end = to->count; i < end; i++) {
        GrSet area = to->bound[i].region.area;
        unsigned j = 0;
        while (j < i && to->bound[j].region.area != area)
            j++;
        Region region = {{all, all}, true, true, area};
        if (j == i)
            add(to, &region, 0, gr_set_count(area), NULL);
    }
}

/* Where pieces only leave the board or are promoted: each kind together with pawns, and all. */
static void add_start(Bounds *to) {
    const GrPlan *plan = to->plan;
    unsigned all = (2u << plan->variant->types) - 2;
    GrPosition pos;
    if (!plan->shrinks)
        return;
    gr_start(plan->rules, &pos);
    for (int side = 0; side < 2; side++)
        for (int type = 0; type <= plan->variant->types; type++) {
            unsigned types = type ? plan->pawns | 1u << type : all;
            Region region = {.area = plan->board};
            int count = 0;
            region.types[side] = types;
            for (int one = 1; one <= plan->variant->types; one++)
                count += types >> one & 1 ? gr_set_count(pos.type[one] & pos.side[side]) : 0;
            add(to, &region, 0, count, NULL);
        }
}

/* ---- comparing ---- */

static bool is_within(const Region *a, const Region *b) {
    return !(a->types[0] & ~b->types[0]) && !(a->types[1] & ~b->types[1]) && (!a->empty || b->empty) &&
           (!a->holes || b->holes) && !(a->area & ~b->area);
}

static bool are_apart(const Region *a, const Region *b) {
    bool squares = (a->empty || a->holes) && (b->empty || b->holes);
    return !(a->area & b->area) || (!(a->types[0] & b->types[0]) && !(a->types[1] & b->types[1]) && !squares);
}

/* Are there, beginning with `first`, too many for a bound? They lie within it, and apart from each other. */
static bool are_too_many(const Bounds *all, const Bound *bound, unsigned first, const Test **other) {
    unsigned chosen[MOST_BOUNDS], count = 0;
    int sum = 0;
    for (unsigned n = 0; n <= all->count; n++) {
        unsigned i = n ? n - 1 : first, j = 0;
        const Bound *b = &all->bound[i];
        if (!b->low || (n && i == first) || !is_within(&b->region, &bound->region))
            continue;
        while (j < count && are_apart(&b->region, &all->bound[chosen[j]].region))
            j++;
        if (j < count)
            continue;
        chosen[count++] = i;
        sum += b->low;
        *other = i != first && b->test ? b->test : *other;
        if (sum > bound->high)
            return true;
    }
    return false;
}

bool query_sets_exclude(const Requirements *all, bool from_start, Never *why) {
    Bounds bounds = {.plan = all->plan};
    for (unsigned i = 0; i < all->count; i++)
        add_required(&bounds, &all->list[i]);
    unsigned required = bounds.count;
    if (!required)
        return false;
    add_royals(&bounds);
    if (from_start)
        add_start(&bounds);
    add_squares(&bounds);
    for (unsigned i = 0; i < bounds.count; i++)
        for (unsigned j = 0; j < bounds.count && bounds.bound[i].high < NO_LIMIT; j++) {
            const Test *bound = bounds.bound[i].test, *first = bounds.bound[j].test, *other = NULL;
            if ((bound || first) && are_too_many(&bounds, &bounds.bound[i], j, &other))
                return query_exclude(why, first ? first : bound, first && bound != first && bound ? bound : other);
        }
    return false;
}
