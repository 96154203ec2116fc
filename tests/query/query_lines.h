/* Random games with variations, which the oracle has as games of their own. */
#ifndef GR_TESTS_QUERY_LINES_H
#define GR_TESTS_QUERY_LINES_H

#include "tests/query/query_games.h"

enum { QUERY_LINES = 6 };

/* A line: what stands before a variation, and the variation to its end. */
typedef struct QueryLine {
    OqGame turned[4];
    int ply; /* that its own first move leads to */
    uint32_t nodes[OQ_PLIES];
} QueryLine;

/* line[0] is the game as played, the others are in the order in which their parentheses open. */
typedef struct QueryTree {
    QueryLine line[QUERY_LINES];
    int lines;
} QueryTree;

/* Adds variations to a game that query_game_make made, and lists all its lines. */
void query_tree_make(Random *random, QueryGame *made, QueryTree *tree);

/* The hits of a query in a line (oq_hits) that count: those that reach into it. */
void query_tree_hits(const QueryTree *tree, int line, const OqNode *root, int ends[OQ_PLIES]);

#endif
