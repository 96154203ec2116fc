/* Can it be certain before the end of a game that no test of a plan holds any more? */
#include "db/query/plan/compile.h"

/* Do such pieces only become fewer? Pawns do, unless they come back from a hand, and all of a side together where none
 * comes onto the board. */
bool query_only_leave(const GrPlan *plan, const Plane *plane) {
    const bool hands = plan->variant->hands || plan->variant->promoted; /* or pieces become pawns again */
    const unsigned all = (2u << plan->variant->types) - 2, leaving = hands ? 0 : plan->pawns;
    bool leave = !plane->empty && !plane->holes;
    for (int side = 0; side < 2; side++)
        leave &= !(plane->types[side] & ~leaving) || (plan->shrinks && plane->types[side] == all);
    return leave;
}

/* Can the test become one that never holds again? */
static bool can_be_past(const GrPlan *plan, const Test *test) {
    bool can = test->op == TEST_FALSE || test->op == TEST_FACT || test->op == TEST_PLY || test->op == TEST_OR;
    if (test->op == TEST_SOME)
        can = query_only_leave(plan, &test->set.plane);
    if (test->op == TEST_COUNT)
        can = query_only_leave(plan, &test->count.set.plane);
    for (unsigned i = 0; i < test->parts && test->op == TEST_AND; i++)
        can |= can_be_past(plan, test->part[i]);
    for (unsigned i = 0; i < test->parts && test->op == TEST_OR; i++)
        can &= can_be_past(plan, test->part[i]);
    return can;
}

void query_know_end(GrPlan *plan) {
    plan->closes = plan->variant;
    for (unsigned i = 0; i < plan->tests && plan->closes; i++)
        plan->closes = can_be_past(plan, plan->test[i].test);
}
