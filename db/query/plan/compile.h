/* From the tree of a query to a plan. Internal to the query language. */
#ifndef GR_DB_QUERY_PLAN_COMPILE_H
#define GR_DB_QUERY_PLAN_COMPILE_H

#include "db/query/plan/compiled.h"

enum { FLIP = 1, MIRROR = 2 }; /* how a part of the query is turned */

/* set.c */
GrSet query_compile_area(const GrPlan *plan, const QueryArea *area, unsigned turn);
int query_turn_square(const GrPlan *plan, int file, int rank, unsigned turn);
unsigned query_turn_sides(unsigned sides, unsigned turn);
void query_make_plane(const GrPlan *plan, Plane *plane, const uint32_t types[2], bool empty,
                      bool holes);
/* Can nothing of the variant ever be in the plane? */
bool query_is_void(const GrPlan *plan, const Plane *plane);
void query_compile_set(GrPlan *plan, const QuerySet *from, unsigned turn, SetTest *to);
void query_compile_sum(GrPlan *plan, const QueryCompare *from, unsigned turn, SumTest *to);

/* board.c; false if nothing can fit */
bool query_compile_board(GrPlan *plan, const QueryBoard *from, unsigned turn, Test *to);
bool query_compile_material(GrPlan *plan, const QueryMaterial *from, unsigned turn,
                            MaterialTest *to);
bool query_compile_rights(GrPlan *plan, const QueryRights *from, unsigned turn, Test *to);
bool query_compile_event(GrPlan *plan, const QueryEvent *from, unsigned turn, EventTest *to);

/* Does it take the plies that follow to know whether the condition holds at a ply? */
static inline bool query_looks_ahead(const QueryNode *node) {
    return node->op == QUERY_EVENT && node->event.verb == QUERY_SACRIFICES;
}

/* In an outline, what a condition on texts becomes. */
static inline bool query_outlined(GrPlan *plan) {
    plan->opaque |= plan->counted > 0;
    return !plan->negated;
}

/* condition.c: the test of an expression without times; NULL when memory runs out. */
Test *query_compile_test(GrPlan *plan, const QueryNode *node, unsigned turn);

/* reach.c: do the variant's pieces attack as their rows say? Then sets to->near and to->leaps
 * for a relation in which pieces of the plane are those that attack. */
bool query_goes_by_rows(const GrPlan *plan);
void query_make_near(GrPlan *plan, const Plane *plane, SetRelation *to);

/* reach.c: is a king never left attacked, and attacked as the rows of the pieces say? */
bool query_checks_as_chess(const GrPlan *plan);

/* end.c: finds out whether it may be certain before the end of a game that no test holds any more. Do the pieces of a
 * plane only become fewer? */
void query_know_end(GrPlan *plan);
bool query_only_leave(const GrPlan *plan, const Plane *plane);

/* never_plan.c: can the query be found in a game; (from_start) in one from the variant's start position? Do
 * the conditions that it sets on games as wholes exclude each other? */
Chance query_plan_chance(GrPlan *plan, bool from_start);
bool query_games_exclude(GrPlan *plan);

/* columns.c: finds out how the plan can be asked of films, all tests of which are made. */
void query_know_columns(GrPlan *plan);

/* board.c: finds what pieces count, by type, and what those count that each bit of a pocket stands for. */
void query_make_worths(GrPlan *plan);

#endif
