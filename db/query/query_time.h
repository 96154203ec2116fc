/* Times: what came after what, for how long, how often. Internal to the query language. */
#ifndef GR_DB_QUERY_TIME_H
#define GR_DB_QUERY_TIME_H

#include "db/query/query_ast.h"
#include "db/query/query_match.h"

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

enum { TIME_ROWS = 3 };
typedef struct TimeRoom {
    const GrPlan *plan;
    const Chance *chance;   /* of tests of the game: YES or NO */
    uint32_t plies;         /* positions of the game */
    size_t words;           /* of a set of plies */
    uint64_t *const *test;  /* the plies at which each test holds */
    uint64_t *bits;         /* `words` for each node of the tree of times */
    uint32_t *rows;         /* TIME_ROWS of `plies` for each node, and one */
    GrHit *hits;            /* room for one at each ply, and one */
} TimeRoom;

/* query_time.c: fills room->hits and returns how many there are. */
size_t query_find_hits(const TimeRoom *room);

#endif
