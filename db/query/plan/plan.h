/* A query made ready for one variant: pieces are types, squares are sets, and it is known in which
 * order things are best asked. */
#ifndef GR_DB_QUERY_PLAN_PLAN_H
#define GR_DB_QUERY_PLAN_PLAN_H

#include "db/query/parse/query.h"
#include "notation/buffer.h"
#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

typedef struct GrPlan GrPlan;

/* Makes the plan for games of a variant; `rules` NULL: for games whose variant is unknown, which
 * have no positions. The query must stay as long as the plan. A plan never changes; any number of
 * threads may use it. NULL when memory runs out. */
GrPlan *gr_plan_make(const GrQuery *query, const GrRules *rules);

/* Makes the outline of a query that asks for texts (GR_PLAN_TEXTS): a plan that does not, and that
 * finds every game that the query finds, among others. So the texts of other games need not be
 * read.
 * *plan is NULL if there is none that rules anything out by positions. 0 or GR_ERR_MEMORY. */
int gr_plan_outline(const GrQuery *query, const GrRules *rules, GrPlan **plan);

/* NULL is fine. */
void gr_plan_free(GrPlan *plan);

/* What the caller must have ready to match a game. */
enum {
    GR_PLAN_NOTHING = 1, /* no game of the variant can match: do not even ask */
    GR_PLAN_MOVES = 2,   /* positions have to be looked at; without this the header is enough */
    GR_PLAN_TEXTS = 4,   /* comments or NAGs are asked for */
    GR_PLAN_HEADERS = 8  /* tags are; else result, length and `partial` are enough */
};
unsigned gr_plan_needs(const GrPlan *plan);

/* Why no game of the variant can match, as far as that is known: a warning; or why only games can that begin from a
 * position of their own: a note. False if games can, or nobody knows that they cannot. */
bool gr_plan_never(const GrPlan *plan, GrQueryNote *note);

/* The tags that headers are asked for; NULL ends the list. */
const char *const *gr_plan_tags(const GrPlan *plan);

/* A position without which no game matches; NULL if there is none that is known. */
const GrPosition *gr_plan_position(const GrPlan *plan);

/* Adds lines that explain how the plan will run. */
void gr_plan_explain(const GrPlan *plan, GrBuffer *out);

GR_END_DECLS

#endif
