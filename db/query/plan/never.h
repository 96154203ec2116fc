/* What can never hold together: conditions on one position, or on one game, that exclude each other in a variant.
 * Internal to the query language.
 *
 * Each condition that is required narrows what is known: the range of a number, a date or a text, who is to move, how a
 * game ends, how many pieces stand in a region of the board. Where a range is empty, or more pieces are asked for than
 * a region can hold, nothing is found. Whatever this does not exclude counts as possible.
 */
#ifndef GR_DB_QUERY_PLAN_NEVER_H
#define GR_DB_QUERY_PLAN_NEVER_H

#include "db/query/plan/compile.h"

enum { NEVER_MOST = 32 }; /* conditions of a kind that are looked at; further ones may be anything */

/* Two conditions that exclude each other; `with` NULL: one that never holds. */
typedef struct Never {
    const QueryNode *node, *with;
} Never;

/* A condition that must hold, or (not) must not. */
typedef struct Required {
    const Test *test;
    bool not;
} Required;

typedef struct Requirements {
    const GrPlan *plan;
    Required list[NEVER_MOST];
    unsigned count;
} Requirements;

/* Adds what a test requires. */
void query_require(Requirements *all, const Test *test, bool not);

/* Do any of them exclude each other? Then *why says which. */
bool query_excluded(const Requirements *all, Never *why);

/* The same of games from the variant's start position alone, whose pieces are known. */
bool query_excluded_from_start(const Requirements *all, Never *why);

/* ---- parts of the above ---- */

/* never_facts.c: of the game as a whole; of numbers, of positions too. */
bool query_facts_exclude(const Requirements *all, Never *why);
bool query_numbers_exclude(const Requirements *all, Never *why);

/* never_sets.c: of what stands on the board. */
bool query_sets_exclude(const Requirements *all, bool from_start, Never *why);

/* Fills *why and returns true: what stands later in the query is at fault. */
static inline bool query_exclude(Never *why, const Test *one, const Test *other) {
    bool later = other && other->node->place > one->node->place;
    *why = (Never){later ? other->node : one->node, !other || other == one ? NULL : later ? one->node : other->node};
    return true;
}

#endif
