/* What selects games: the conditions of a selection, and what a query says of games as a whole. Columns answer
 * both for many games at once (db/search/filtered.h). Internal to db/search.
 */
#ifndef GR_DB_SEARCH_CONDITIONS_H
#define GR_DB_SEARCH_CONDITIONS_H

#include "db/query/parse/ast.h"
#include "db/search/select.h"

typedef enum GrConditionOp { GR_CONDITION_FACT, GR_CONDITION_AND, GR_CONDITION_OR, GR_CONDITION_NOT } GrConditionOp;

/* A fact (query_fact_is_of_values), or what joins those before it: the operands stand first. */
typedef struct GrConditionStep {
    GrConditionOp op;
    const QueryNode *fact;
    bool flip;        /* colours are exchanged */
} GrConditionStep;

typedef struct GrConditions {
    const GrSelection *selection; /* its conditions must all hold (NULL: it has none), */
    GrConditionStep *step;           /* and so must this, unless there is no step */
    size_t steps;
} GrConditions;

static inline size_t gr_conditions_selected(const GrConditions *conditions) {
    return conditions->selection ? conditions->selection->count : 0;
}

/* Are there games that it does not choose, as far as is known by its form? */
static inline bool gr_conditions_any(const GrConditions *conditions) {
    return gr_conditions_selected(conditions) || conditions->steps;
}

#endif
