/* Times: what came after what, for how long, how often. Internal to the query language. */
#ifndef GR_DB_QUERY_PLAN_TIME_H
#define GR_DB_QUERY_PLAN_TIME_H

#include "db/query/parse/ast.h"

typedef enum TimeOp {
    TIME_TEST, /* the bits of a test */
    TIME_AND,  /* of bits; or of what holds of the game and a sequence */
    TIME_OR,
    TIME_NOT,
    TIME_THEN,
    TIME_FOR,
    TIME_TIMES,
    TIME_ALWAYS
} TimeOp;

typedef struct Time Time;
struct Time {
    TimeOp op;
    QueryScope scope;
    const QueryNode *node;
    Time *left, *right;
    uint32_t low, high;
    unsigned index; /* of the node, for what a matcher keeps about it */
    unsigned test;  /* TIME_TEST: index into GrPlan.test */
};

typedef enum Chance { NO, MAYBE, YES } Chance;

/* Can the query be true of a game, when so much is known of the tests? */
Chance query_time_chance(const Time *time, const Chance *test);

#endif
