/* What can be asked of a position with a few instructions before a test is asked at all, and tests
 * whose answer lasts until a piece comes or goes. */
#include <stddef.h>

#include "db/query/query_gate.h"

/* ---- gates ---- */

static uint16_t place_of_side(int side) {
    return (uint16_t)(offsetof(GrPosition, side) + (size_t)side * sizeof(GrSet));
}

static uint16_t place_of_type(int type) {
    return (uint16_t)(offsetof(GrPosition, type) + (size_t)type * sizeof(GrSet));
}

/* Names the sets whose squares are those of the plane; false if it is not so simple. */
static bool name_sets(const Plane *plane, Gate *gate) {
    unsigned types = plane->types[0] | plane->types[1], rest = types & (types - 1);
    bool either = plane->sides == QUERY_EITHER;
    if (plane->form == PLANE_MIXED || (plane->form == PLANE_TYPES && (!rest || rest & (rest - 1))))
        return false;
    if (plane->form == PLANE_SIDE) {
        gate->one[0] = gate->one[1] = place_of_side(plane->side);
    } else {
        gate->one[0] = gate->one[1] = place_of_type(plane->type);
        if (plane->form == PLANE_TYPES)
            gate->one[1] = place_of_type(__builtin_ctz(rest));
    }
    memcpy(gate->other, gate->one, sizeof gate->other);
    if (plane->form != PLANE_SIDE && !either)
        gate->other[0] = gate->other[1] = place_of_side(plane->side);
    return true;
}

/* Adds a gate to the way that is being made. False if the plane cannot be asked about like that, or
 * there is no room. */
static bool add(PlanTest *to, const Plane *plane, GrSet area, bool closed, Gate gate) {
    if (to->gates == PLAN_GATES || !name_sets(plane, &gate))
        return false;
    gate.area = area;
    gate.at_large = closed ? query_codes(plane->types[GR_WHITE], plane->types[GR_BLACK]) : 0;
    to->gate[to->gates++] = gate;
    return true;
}

static bool is_plain(const SetTest *set) {
    return !set->adjectives && !set->not_adjectives && !set->relations;
}

/* There must be such pieces, and those that they attack or are attacked by. */
static void add_pieces(PlanTest *to, const SetTest *set) {
    add(to, &set->plane, set->area, set->closed, (Gate){.form = GATE_SOME});
    for (unsigned i = 0; i < set->relations; i++)
        if (set->relation[i].set)
            add_pieces(to, set->relation[i].set);
}

/* Adds what the test needs; says whether that is all it needs. */
static bool add_gates(PlanTest *to, const Test *test) {
    const SetTest *set = test->op == TEST_COUNT ? &test->count.set : &test->set;
    bool all = true;
    switch (test->op) {
    case TEST_TRUE:
        return true;
    case TEST_AND:
        for (unsigned i = 0; i < test->parts; i++)
            all &= add_gates(to, test->part[i]);
        return all;
    case TEST_SOME:
        if (is_plain(set))
            return add(to, &set->plane, set->area, set->closed, (Gate){.form = GATE_SOME});
        add_pieces(to, set);
        return false;
    case TEST_NONE:
        return is_plain(set) && add(to, &set->plane, set->area, set->closed, (Gate){.form = GATE_NONE});
    case TEST_COUNT: {
        Gate gate = {.form = GATE_COUNT, .low = (int16_t)test->count.low,
                     .high = (int16_t)test->count.high};
        if (is_plain(set))
            return add(to, &set->plane, set->area, set->closed, gate);
        if (test->count.low > 0)
            add_pieces(to, set);
        return false;
    }
    case TEST_BOARD:
        for (unsigned i = 0; i < test->board.classes; i++)
            all &= add(to, &test->board.class[i].plane, test->board.class[i].squares, false,
                       (Gate){.form = GATE_ALL});
        return all;
    default:
        return false;
    }
}

/* ---- what an answer depends on ---- */

/* A question about all that a test looks at: is every set, and every board, of some kind? */
typedef struct Kind {
    bool (*set)(const struct Kind *kind, const SetTest *set);
    bool (*plane)(const struct Kind *kind, const Plane *plane); /* of boards; NULL: none is */
    bool material; /* counts of all pieces are */
    unsigned pawns;
} Kind;

static bool is_sum_of(const SumTest *sum, const Kind *kind) {
    for (unsigned i = 0; i < sum->terms; i++) {
        const SumTerm *term = &sum->term[i];
        if (term->value != QUERY_COUNT || term->is_pocket || !kind->set(kind, &term->set))
            return false;
    }
    return true;
}

static bool is_board_of(const BoardTest *board, const Kind *kind) {
    for (unsigned i = 0; i < board->classes; i++)
        if (!kind->plane || !kind->plane(kind, &board->class[i].plane))
            return false;
    return kind->plane != NULL;
}

/* Does the answer depend on things of the kind alone? */
static bool is_of(const Test *test, const Kind *kind) {
    switch (test->op) {
    case TEST_FALSE:
    case TEST_TRUE:
    case TEST_FACT:
        return true;
    case TEST_MATERIAL:
        return kind->material;
    case TEST_SOME:
    case TEST_NONE:
        return kind->set(kind, &test->set);
    case TEST_COUNT:
        return kind->set(kind, &test->count.set);
    case TEST_SUM:
        return is_sum_of(&test->sum, kind);
    case TEST_BOARD:
    case TEST_SHIFTED:
        return is_board_of(&test->board, kind);
    case TEST_AND:
    case TEST_OR:
    case TEST_NOT:
        for (unsigned i = 0; i < test->parts; i++)
            if (!is_of(test->part[i], kind))
                return false;
        return true;
    default:
        return false;
    }
}

/* Pieces counted wherever they stand, or may ever go; holes move by spells, and empty squares with the pieces. */
static bool is_set_at_large(const Kind *kind, const SetTest *set) {
    (void)kind;
    return is_plain(set) && set->closed && !set->plane.holes && !set->plane.empty;
}

static bool is_steady(const Test *test) {
    const Kind at_large = {.set = is_set_at_large, .material = true};
    return is_of(test, &at_large);
}

static bool is_plane_of_pawns(const Kind *kind, const Plane *plane) {
    return !plane->holes && !plane->empty && !((plane->types[0] | plane->types[1]) & ~kind->pawns);
}

static bool is_set_of_pawns(const Kind *kind, const SetTest *set) {
    unsigned adjectives = set->adjectives | set->not_adjectives;
    return !set->relations && !(adjectives & ~(unsigned)QUERY_OF_PAWNS) && is_plane_of_pawns(kind, &set->plane);
}

/* The matcher can distinguish at most two types of pawn. */
static bool is_of_pawns(const Test *test, unsigned pawns) {
    const Kind of_pawns = {.set = is_set_of_pawns, .plane = is_plane_of_pawns, .pawns = pawns};
    return pawns && __builtin_popcount(pawns) <= 2 && is_of(test, &of_pawns);
}

/* ---- checks ---- */

static Screen screen_of_part(const Test *test) {
    bool counts = test->op == TEST_CHECKERS, state = test->op == TEST_STATE;
    if (counts && test->number.low > 1) /* a move gives one by itself, and opens one line, at most */
        return SCREEN_DOUBLE;
    if (state && test->state.what == QUERY_DISCOVERED_CHECK)
        return SCREEN_DISCOVERED;
    if (state && (test->state.what == QUERY_CHECK || test->state.what == QUERY_CHECKMATE))
        return SCREEN_CHECK;
    return counts && test->number.low == 1 ? SCREEN_CHECK : SCREEN_NONE;
}

/* The strictest one that it needs. */
static Screen screen_of(const Test *test) {
    Screen most = SCREEN_NONE;
    if (test->op != TEST_AND)
        return screen_of_part(test);
    for (unsigned i = 0; i < test->parts; i++) {
        Screen screen = screen_of(test->part[i]);
        most = screen > most ? screen : most;
    }
    return most;
}

/* ---- ways ---- */

static bool is_event(const Test *test) {
    return test->op == TEST_EVENT;
}

static bool is_end(const Test *test) {
    return test->op == TEST_STATE &&
           (test->state.what == QUERY_FINAL || test->state.what == QUERY_CHECKMATE);
}

/* Is something of the kind asked of each way in which the test can hold? */
static bool wants(const Test *test, bool (*kind)(const Test *)) {
    bool all = test->op == TEST_OR, any = false;
    if (test->op != TEST_AND && test->op != TEST_OR)
        return kind(test);
    for (unsigned i = 0; i < test->parts; i++) {
        bool part = wants(test->part[i], kind);
        all &= part;
        any |= part;
    }
    return test->op == TEST_AND ? any : all;
}

static void add_way(PlanTest *to, const Test *test, unsigned pawns) {
    Way *way = &to->way[to->ways++];
    way->test = test;
    way->gate = to->gates;
    way->exact = add_gates(to, test);
    way->gates = to->gates - way->gate;
    way->of_pawns = is_of_pawns(test, pawns);
    way->screen = screen_of(test);
}

/* In how many ways can it hold: parts of "or", which stand within each other where a part of the
 * query is both flipped and mirrored? */
static unsigned count_ways(const Test *test) {
    unsigned ways = 0;
    if (test->op != TEST_OR)
        return 1;
    for (unsigned i = 0; i < test->parts; i++)
        ways += count_ways(test->part[i]);
    return ways;
}

static void add_ways(PlanTest *to, const Test *test, unsigned pawns) {
    if (test->op != TEST_OR) {
        add_way(to, test, pawns);
        return;
    }
    for (unsigned i = 0; i < test->parts; i++)
        add_ways(to, test->part[i], pawns);
}

void query_make_gates(PlanTest *test, unsigned pawns) {
    const Test *whole = test->test;
    if (count_ways(whole) <= PLAN_WAYS)
        add_ways(test, whole, pawns);
    else
        add_way(test, whole, pawns);
    test->steady = is_steady(whole);
    test->event = wants(whole, is_event);
    test->last = wants(whole, is_end);
}
