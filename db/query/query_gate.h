/* Gates: necessary conditions of a test that are asked with a few instructions. Internal to the query
 * language. */
#ifndef GR_DB_QUERY_GATE_H
#define GR_DB_QUERY_GATE_H

#include <string.h>

#include "db/query/query_grounds.h"
#include "db/query/query_test.h"

/* A necessary condition of a test that is asked with a few instructions, of the squares that are in
 * the area, in one of two sets of the position (sides, types), and in one of two more. */
typedef struct Gate {
    enum {
        GATE_SOME, /* there are any */
        GATE_NONE,
        GATE_ALL,  /* they are the whole area */
        GATE_COUNT /* they are from low to high */
    } form;
    uint16_t one[2], other[2]; /* where in GrPosition the sets lie, in bytes */
    int16_t low, high;
    uint32_t at_large;         /* not 0: of these pieces, bits 1 << code, none comes to the area or leaves it by
                                  moving */
    GrSet area;
} Gate;

/* What must have been done by the move before, for there to be the check that a test asks for
 * (query_screen.h). */
typedef enum Screen {
    SCREEN_NONE,
    SCREEN_CHECK,     /* a check */
    SCREEN_DISCOVERED, /* one from a piece that it did not move; */
    SCREEN_DOUBLE      /* and another one from the piece that it moved */
} Screen;

/* Gates that must all hold for one of the ways in which a test can. */
typedef struct Way {
    const Test *test;     /* what must hold besides */
    bool exact;           /* nothing must */
    bool of_pawns;        /* the answer changes only when pawns move, come or go */
    Screen screen;
    unsigned gate, gates; /* the first one, and how many */
} Way;

/* Bounds of a test; what does not fit is left to the test itself. */
enum { PLAN_GATES = 12, PLAN_WAYS = 4 };
typedef struct PlanTest {
    Test *test;
    QueryScope scope;
    bool fades;  /* there are games in which it is seen early that it can hold no more */
    bool steady; /* changes only when pieces come or go, not when they move */
    bool event;   /* holds only after a move that the plan asks for */
    bool last;   /* holds only at the end of the game */
    unsigned gates, ways;
    Gate gate[PLAN_GATES];
    Way way[PLAN_WAYS];
} PlanTest;

/* `pawns`: the types that are. */
void query_make_gates(PlanTest *test, unsigned pawns);

static inline GrSet query_set_at(const GrPosition *pos, uint16_t at) {
    GrSet set;
    memcpy(&set, (const char *)pos + at, sizeof set);
    return set;
}

/* The squares that are in its sets. Where boards have at most 64 squares
 * (narrow), half of each set is all of it. */
static inline GrSet query_gate_squares(const Gate *gate, const GrPosition *pos, bool narrow) {
    if (narrow)
        return ((uint64_t)query_set_at(pos, gate->one[0]) |
                (uint64_t)query_set_at(pos, gate->one[1])) &
               ((uint64_t)query_set_at(pos, gate->other[0]) |
                (uint64_t)query_set_at(pos, gate->other[1]));
    return (query_set_at(pos, gate->one[0]) | query_set_at(pos, gate->one[1])) &
           (query_set_at(pos, gate->other[0]) | query_set_at(pos, gate->other[1]));
}

/* Does it hold with those of its sets that are in its area? */
static inline bool query_gate_holds(const Gate *gate, GrSet set, bool narrow) {
    int count;
    switch (gate->form) {
    case GATE_SOME:
        return set != 0;
    case GATE_NONE:
        return set == 0;
    case GATE_ALL:
        return set == gate->area;
    default:
        count = narrow ? __builtin_popcountll((uint64_t)set) : gr_set_count(set);
        return count >= gate->low && count <= gate->high;
    }
}

/* Does it hold, on a board of any size? */
static inline bool query_gate_is_open(const Gate *gate, const GrPosition *pos) {
    return query_gate_holds(gate, query_gate_squares(gate, pos, false) & gate->area, false);
}

/* The same on a narrow board, and on what that rests: how many there are on a whole board changes only when one is
 * taken, and of a whole area one square is enough to say that it is not. */
static inline bool query_gate_rests(const Gate *gate, const GrPosition *pos, GrGrounds *on) {
    uint64_t all = (uint64_t)query_gate_squares(gate, pos, true), area = (uint64_t)gate->area, missing = area & ~all;
    if (gate->at_large)
        on->taken |= gate->at_large;
    else if (gate->form == GATE_ALL && missing)
        on->entered |= missing & -missing;
    else
        query_rest_on_pieces(on, all, area);
    return query_gate_holds(gate, all & area, true);
}

#endif
