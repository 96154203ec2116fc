/* What games are chosen by: the conditions of a selection, and what a query says of games as a whole. Columns answer
 * both for many games at once (db/search/chosen.h). Internal to db/search.
 */
#ifndef GR_DB_CHOICE_H
#define GR_DB_CHOICE_H

#include "db/query/query_ast.h"
#include "db/search/select.h"

typedef enum GrChoiceOp { GR_CHOICE_FACT, GR_CHOICE_AND, GR_CHOICE_OR, GR_CHOICE_NOT } GrChoiceOp;

/* A fact (query_fact_is_of_values), or what joins those before it: the operands stand first. */
typedef struct GrChoiceStep {
    GrChoiceOp op;
    const QueryNode *fact;
    bool flip;        /* colours are exchanged */
} GrChoiceStep;

typedef struct GrChoice {
    const GrSelection *selection; /* its conditions must all hold (NULL: it has none), */
    GrChoiceStep *step;           /* and so must this, unless there is no step */
    size_t steps;
} GrChoice;

static inline size_t gr_choice_conditions(const GrChoice *choice) {
    return choice->selection ? choice->selection->count : 0;
}

/* Are there games that it does not choose, as far as is known by its form? */
static inline bool gr_choice_asks(const GrChoice *choice) {
    return gr_choice_conditions(choice) || choice->steps;
}

#endif
