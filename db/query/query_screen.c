/* Screens of tests that hold only where there is a check. */
#include "db/query/query_screen.h"

#include "db/query/query_compile.h"

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
        return !plan->arena.failed;
    }
    for (unsigned i = 0; i < plan->tests; i++)
        for (unsigned w = 0; w < plan->test[i].ways; w++)
            plan->test[i].way[w].screen = SCREEN_NONE;
    return true;
}
