/* Making sets of squares and pieces for a variant's board. */
#include <string.h>

#include "db/query/plan/compile.h"
#include "db/query/parse/grammar.h"

/* ---- squares ---- */

unsigned query_turn_sides(unsigned sides, unsigned turn) {
    if (!(turn & FLIP))
        return sides;
    return (sides & QUERY_WHITE ? QUERY_BLACK : 0) | (sides & QUERY_BLACK ? QUERY_WHITE : 0);
}

int query_turn_square(const GrPlan *plan, int file, int rank, unsigned turn) {
    const GrVariant *v = plan->variant;
    if (turn & MIRROR)
        file = v->files - 1 - file;
    if (turn & FLIP)
        rank = v->ranks - 1 - rank;
    return gr_square(v, file, rank);
}

static bool in_shape(const GrVariant *v, const QueryArea *area, int file, int rank) {
    switch (area->shape) {
    case QUERY_RECTANGLE:
        return file >= area->file[0] && file <= area->file[1] && rank >= area->rank[0] &&
               rank <= area->rank[1];
    case QUERY_LAST_RANK:
        return rank == v->ranks - 1;
    default: /* a1 is dark */
        return ((file + rank) & 1) == (area->shape == QUERY_LIGHT);
    }
}

GrSet query_compile_area(const GrPlan *plan, const QueryArea *area, unsigned turn) {
    const GrVariant *v = plan->variant;
    GrSet set = 0;
    if (!area)
        return plan->board;
    for (; area; area = area->next)
        for (int rank = 0; rank < v->ranks; rank++)
            for (int file = 0; file < v->files; file++)
                if (in_shape(v, area, file, rank))
                    set |= gr_set_of(query_turn_square(plan, file, rank, turn));
    return set;
}

/* ---- pieces ---- */

static bool one_bit(unsigned bits) {
    return bits && !(bits & (bits - 1));
}

void query_make_plane(const GrPlan *plan, Plane *plane, const uint32_t types[2], bool empty,
                      bool holes) {
    unsigned all = (2u << plan->variant->types) - 2;
    unsigned sides = (types[0] ? QUERY_WHITE : 0) | (types[1] ? QUERY_BLACK : 0);
    unsigned either = types[0] | types[1];
    *plane = (Plane){.form = PLANE_MIXED, .empty = empty, .holes = holes,
                     .types = {types[0], types[1]}, .board = plan->board,
                     .sides = (uint8_t)sides};
    plane->side = sides == QUERY_BLACK;
    plane->type = either ? (uint8_t)__builtin_ctz(either) : 0;
    if (empty || holes)
        return;
    if (sides == QUERY_EITHER && types[0] == types[1])
        plane->form = one_bit(either) ? PLANE_TYPE : PLANE_TYPES;
    else if (sides != QUERY_EITHER)
        plane->form = one_bit(either) ? PLANE_ONE : either == all ? PLANE_SIDE : PLANE_TYPES;
}

bool query_is_void(const GrPlan *plan, const Plane *plane) {
    return !plane->sides && !plane->empty && !(plane->holes && plan->variant->holes);
}

static void set_plane(const GrPlan *plan, const QuerySet *from, unsigned turn, Plane *plane) {
    unsigned types = query_types(plan->variant, &from->kinds);
    unsigned sides = query_turn_sides(from->sides, turn);
    uint32_t by_side[2] = {sides & QUERY_WHITE ? types : 0, sides & QUERY_BLACK ? types : 0};
    query_make_plane(plan, plane, by_side, from->kinds.groups & QUERY_EMPTY,
                     from->kinds.groups & QUERY_HOLES);
}

static void compile_relations(GrPlan *plan, const QuerySet *from, unsigned turn, SetTest *to) {
    unsigned count = 0;
    for (const QueryRelation *r = from->relations; r; r = r->next)
        count++;
    to->relation = query_alloc(&plan->arena, sizeof *to->relation * (count + 1));
    if (!to->relation)
        return;
    for (const QueryRelation *r = from->relations; r; r = r->next) {
        SetRelation *relation = &to->relation[to->relations++];
        relation->kind = r->kind;
        relation->least = r->least;
        const Plane *plane = &to->plane;
        bool active = r->kind == QUERY_ATTACKS || r->kind == QUERY_DEFENDS;
        if (active)
            query_make_near(plan, &to->plane, relation);
        if (r->area) {
            relation->area = query_compile_area(plan, r->area, turn);
            relation->types = plane->types[GR_WHITE] | plane->types[GR_BLACK];
            continue;
        }
        SetTest *set = query_alloc(&plan->arena, sizeof *set);
        if (!set)
            return;
        query_compile_set(plan, r->set, turn, set);
        if (!active)
            query_make_near(plan, &set->plane, relation);
        relation->set = set;
        plane = active ? plane : &set->plane;
        relation->types = plane->types[GR_WHITE] | plane->types[GR_BLACK];
        relation->squares = r->set->kinds.groups & (QUERY_EMPTY | QUERY_HOLES);
    }
}

void query_compile_set(GrPlan *plan, const QuerySet *from, unsigned turn, SetTest *to) {
    *to = (SetTest){.adjectives = from->adjectives, .not_adjectives = from->not_adjectives};
    set_plane(plan, from, turn, &to->plane);
    to->area = from->adjectives & from->not_adjectives ? 0 : query_compile_area(plan, from->area, turn);
    to->by_rows = query_goes_by_rows(plan);
    to->pawns = plan->pawns;
    for (int rank = 0; rank < plan->variant->ranks; rank++)
        to->first_file |= gr_set_of(gr_square(plan->variant, 0, rank));
    compile_relations(plan, from, turn, to);
}

/* ---- pockets ---- */

/* Without a pocket in the FEN of the start position a game has none; it is hands, reserves that pieces carry, or one
 * list, of dragons that wait and a warrior that is due. */
static void compile_pocket(const GrPlan *plan, const QuerySet *from, unsigned turn,
                           PocketTest *to) {
    const GrVariant *v = plan->variant;
    const char *pocket = strchr(v->start, '[');
    unsigned types = query_types(v, &from->kinds), sides = query_turn_sides(from->sides, turn);
    unsigned holders = from->holder ? query_types(v, from->holder) : 0;
    if (!pocket)
        return;
    for (int side = 0; side < 2; side++) {
        if (!(sides >> side & 1))
            continue;
        if (v->hands) {
            to->hand[side] = from->holder ? 0 : types;
            continue;
        }
        if (!v->drops) {
            to->number[side] = !from->holder && v->camp && v->camp->quest && (types >> v->camp->quest & 1);
            to->pending[side] = !from->holder && v->camp && v->camp->returns && (types >> v->camp->returns & 1);
            continue;
        }
        uint8_t bits = 0;
        for (int bit = 0; bit < 3 && v->carried[bit]; bit++)
            if (types >> v->carried[bit] & 1)
                bits = (uint8_t)(bits | 1u << bit);
        for (int i = 0; i < 2; i++)
            if (!from->holder || (v->carrier[i] && (holders >> v->carrier[i] & 1)))
                to->bits[2 * side + i] = bits;
    }
}

/* ---- sums ---- */

static bool is_of_game(QueryValue value) {
    return value == QUERY_RATING || value == QUERY_POINTS || value == QUERY_LENGTH ||
           value == QUERY_TAG;
}

/* Room for the numbers of all terms was made beforehand. */
static unsigned add_number(GrPlan *plan, const QueryTerm *from, unsigned turn) {
    PlanNumber *number = &plan->number[plan->numbers];
    bool black = (from->sides == QUERY_BLACK) != ((turn & FLIP) != 0);
    *number = (PlanNumber){.value = from->value, .side = black, .tag = from->tag};
    return plan->numbers++;
}

static void compile_term(GrPlan *plan, const QueryTerm *from, unsigned turn, SumTerm *to) {
    *to = (SumTerm){.value = from->value, .factor = from->factor};
    if (from->value == QUERY_EVAL && (turn & FLIP))
        to->factor = -to->factor;
    if (is_of_game(from->value))
        to->number = add_number(plan, from, turn);
    if (from->value != QUERY_COUNT)
        return;
    to->is_pocket = from->set->pocket;
    if (to->is_pocket)
        compile_pocket(plan, from->set, turn, &to->pocket);
    else
        query_compile_set(plan, from->set, turn, &to->set);
}

/* Of both sides together, in hundredths. */
static int64_t officers_at_start(const GrPlan *plan) {
    const QueryKinds officers = {.groups = QUERY_OFFICERS};
    GrPosition pos;
    int count = 0;
    gr_start(plan->rules, &pos);
    for (unsigned types = query_types(plan->variant, &officers); types; types &= types - 1)
        count += gr_set_count(pos.type[__builtin_ctz(types)]);
    return 100 * (int64_t)count;
}

void query_compile_sum(GrPlan *plan, const QueryCompare *from, unsigned turn, SumTest *to) {
    unsigned count = 0;
    for (const QueryTerm *t = from->terms; t; t = t->next)
        count++;
    *to = (SumTest){.low = from->low, .high = from->high, .differs = from->differs};
    to->term = query_alloc(&plan->arena, sizeof *to->term * count);
    if (!to->term)
        return;
    for (const QueryTerm *t = from->terms; t; t = t->next) {
        if (t->value != QUERY_OFFICERS_AT_START) {
            compile_term(plan, t, turn, &to->term[to->terms++]);
            continue;
        }
        to->low -= t->factor * officers_at_start(plan);
        to->high -= t->factor * officers_at_start(plan);
    }
}
