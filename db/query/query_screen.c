/* Screens of tests that hold only where there is a check. */
#include "db/query/query_screen.h"

#include "db/query/query_compile.h"
#include "db/query/query_phase.h"

bool query_checks_as_chess(const GrPlan *plan) {
    const GrVariant *v = plan->variant;
    if (!v || v->royals != GR_ROYALS_BOTH || v->explosions || v->defined || !query_goes_by_rows(plan))
        return false;
    for (int type = 1; type <= v->types; type++)
        if (v->piece[type].flags & ~(unsigned)GR_IS_PAWN)
            return false;
    return true;
}

static const GrSet *near_type(GrPlan *plan, int type) {
    SetRelation to = {0};
    Plane plane;
    uint16_t types[2] = {(uint16_t)(1u << type), (uint16_t)(1u << type)};
    query_make_plane(plan, &plane, types, false, false);
    query_make_near(plan, &plane, &to);
    return to.near;
}

/* Squares on a line with one, to all sides. */
static GrSet *make_lines(GrPlan *plan) {
    const GrVariant *v = plan->variant;
    GrSet *lines = query_alloc(&plan->arena, sizeof *lines * GR_MAX_SQUARES);
    for (int at = 0; lines && at < gr_squares(v); at++)
        for (int sq = 0; sq < gr_squares(v); sq++) {
            int df = sq % v->files - at % v->files, dr = sq / v->files - at / v->files;
            if (!df || !dr || df == dr || df == -dr)
                lines[at] |= gr_set_of(sq);
        }
    return lines;
}

/* Does each way of the test ask for such a check at least? */
static bool needs(const PlanTest *test, Screen screen) {
    bool all = test->ways > 0;
    for (unsigned w = 0; w < test->ways; w++)
        all &= test->way[w].screen >= screen;
    return all;
}

/* Can the query be found only in a game in which there is such a check? */
static bool needs_game(const GrPlan *plan, Screen screen, Chance *chance) {
    for (unsigned i = 0; i < plan->tests; i++)
        chance[i] = needs(&plan->test[i], screen) ? NO : MAYBE;
    return query_time_chance(plan->root, chance) == NO;
}

/* False when memory runs out. */
static bool know_discoveries(GrPlan *plan) {
    Chance *chance = query_alloc(&plan->arena, sizeof *chance * (plan->tests + 1));
    for (Screen screen = SCREEN_DISCOVERED; chance && !plan->query->variations && screen <= SCREEN_DOUBLE; screen++)
        if (needs_game(plan, screen, chance))
            plan->checks = screen;
    return chance;
}

bool gr_plan_discovers(const GrPlan *plan) {
    return plan->checks >= SCREEN_DISCOVERED;
}

bool gr_plan_discovers_twice(const GrPlan *plan) {
    return plan->checks == SCREEN_DOUBLE;
}

bool query_make_screens(GrPlan *plan) {
    bool wanted[SCREEN_DOUBLE + 1] = {false};
    for (unsigned i = 0; i < plan->tests; i++)
        for (unsigned w = 0; w < plan->test[i].ways; w++)
            wanted[plan->test[i].way[w].screen] = true;
    bool near = wanted[SCREEN_CHECK] || wanted[SCREEN_DOUBLE];
    if (!near && !wanted[SCREEN_DISCOVERED])
        return true;
    if (query_checks_as_chess(plan)) {
        plan->lines = make_lines(plan);
        for (int type = 1; near && type <= plan->variant->types; type++)
            plan->near[type] = near_type(plan, type);
        return know_discoveries(plan) && !plan->arena.failed;
    }
    for (unsigned i = 0; i < plan->tests; i++)
        for (unsigned w = 0; w < plan->test[i].ways; w++)
            plan->test[i].way[w].screen = SCREEN_NONE;
    return true;
}
