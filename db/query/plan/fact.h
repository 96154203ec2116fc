/* What is known when a game begins: numbers and conditions of the game as a whole. Internal to the
 * query language. */
#ifndef GR_DB_QUERY_PLAN_FACT_H
#define GR_DB_QUERY_PLAN_FACT_H

#include "db/query/plan/test.h"
#include "notation/game.h"

/* A number of the game as a whole. */
typedef struct PlanNumber {
    QueryValue value; /* QUERY_RATING, QUERY_POINTS, QUERY_LENGTH, QUERY_TAG */
    unsigned side;    /* GR_WHITE or GR_BLACK, of ratings and points */
    const char *tag;
} PlanNumber;

typedef struct GameNumber {
    bool known;
    int64_t value; /* in hundredths */
} GameNumber;

/* A condition on the game as a whole, asked when it begins. */
typedef struct Fact {
    const QueryNode *node;
    bool flip;   /* colours exchanged */
    SumTest sum; /* of QUERY_COMPARE */
} Fact;

/* Of any but QUERY_COMPARE, which is a sum. */
bool query_fact(const Fact *fact, const GrGame *game);
/* Does the text hold the other, letters (notation/letters.h) alike whatever their case? */
bool query_contains(const char *text, const char *wanted);
/* Order of characters, letters alike whatever their case. */
int query_compare_texts(const char *a, const char *b);
/* Puts the tags that it is answered from at *tag, at most two; returns how many. */
unsigned query_fact_tags(const Fact *fact, const char **tag);
unsigned query_number_tag(const PlanNumber *number, const char **tag);
GameNumber query_number_of(const PlanNumber *number, const GrGame *game);

/* Facts that the result, the variant or the values of one or two tags decide, and nothing else does; and of tags that
 * have a name of a usual length. */
bool query_fact_is_of_values(const QueryNode *node);

/* Of such a fact: puts its tags at *tag and returns how many they are: 0, 1, or 2, which are White's and Black's names,
 * in this order even if colours are exchanged; the sides that the text names say whether one must fit or both. Does
 * the value of a tag (not NULL) fit, and does a result? */
unsigned query_fact_values(const QueryNode *node, bool flip, const char *tag[2]);
bool query_value_fits(const QueryNode *node, bool flip, const char *value);
bool query_result_fits(const QueryNode *node, bool flip, unsigned result);

#endif
