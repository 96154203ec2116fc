/* Random queries, as trees for the oracle and as text for the library. */
#ifndef GR_TESTS_QUERY_RANDOM_H
#define GR_TESTS_QUERY_RANDOM_H

#include "rules/variant.h"
#include "tests/query/query_games.h"

enum { QUERY_NODES = 512, QUERY_TEXT_SIZE = 16384, QUERY_ALL = 31 /* beyond every board */ };

typedef struct QueryMaker {
    Random *random;
    const GrVariant *variant;
    const OqGame *game; /* patterns, material and FENs are taken from it, so that they are found */
    bool flipped, mirrored;
    bool variations; /* the games have some, which queries look into */
    /* What all conditions of the query are about: sets are asked of many positions at once, and of material
     * signatures may know all; events of described games are many. */
    enum { QUERY_OF_ANYTHING, QUERY_OF_SETS, QUERY_OF_MATERIAL, QUERY_OF_EVENTS } theme;
    unsigned used, sets;
    OqNode node[QUERY_NODES];
    OqSet set[QUERY_NODES];
} QueryMaker;

/* Makes a query; the tree lies in the maker until the next one is made. */
OqNode *query_make(QueryMaker *maker);

/* Writes it as text, with no more parentheses than needed (and sometimes more). */
void query_write(const GrVariant *variant, Random *random, const OqNode *node,
                 char text[QUERY_TEXT_SIZE]);

/* A chance that is the same in tree and text. */
OqNode *query_make_condition(QueryMaker *maker);
OqNode *query_make_fact(QueryMaker *maker);
OqNode *query_new_node(QueryMaker *maker, int op, int scope);

#endif
