/* A plan from inside. Internal to the query language.
 *
 * Running a query has two levels. At each ply, tests are asked of the position, the move that led
 * to it and the text, and each leaves one bit. When the game is over, the tree of times makes the
 * hits from these bits: what came after what, for how long, how often. What is about the game as a
 * whole ("facts") is asked once, when the game begins.
 */
#ifndef GR_DB_QUERY_COMPILED_H
#define GR_DB_QUERY_COMPILED_H

#include "db/query/query_fact.h"
#include "db/query/query_plan.h"
#include "db/query/query_time.h"

typedef struct PlanTest {
    Test *test;
    QueryScope scope;
} PlanTest;

struct GrPlan {
    const GrQuery *query;
    const GrRules *rules;
    const GrVariant *variant; /* NULL: none is known */
    QueryArena arena;
    GrSet board;
    Time *root;
    unsigned times;           /* nodes of the tree */
    PlanTest *test;
    unsigned tests;
    Fact *fact;
    unsigned facts;
    PlanNumber *number;
    unsigned numbers;
    unsigned needs;
    const QueryNode *never, *never_with; /* why nothing is found, where conditions on games as wholes exclude each other */
    bool rare;                /* only games that begin from a position of their own can match */
    const char **tags;        /* that are asked for; NULL ends the list */
    bool events, repeats;     /* moves, earlier keys are asked for */
    bool returns;             /* a position can come again after a capture or a pawn's move */
    bool closes;              /* it may be certain before the end of a game that no test holds any more */
    uint16_t pawns;           /* types that are */
    bool shrinks;             /* no piece ever comes onto the board but in place of another */
    unsigned columns;         /* GR_FILM_ROWS, GR_FILM_MOVES: what films have to show; 0: they are not enough, */
    bool positions;           /* or only with whole positions at some plies; */
    bool follows;             /* rights, the clock, or such positions are asked for, */
    uint8_t rights_kept[64];  /* and the rights that a move from or to a square leaves */
    const struct FilmAttacks *attacks; /* how pieces attack, if that is asked of films (query_film_local.h), or NULL */
    bool sacrifices;          /* are asked for: what pieces count, by type, and what those count */
    uint8_t worth[GR_MAX_TYPES], pocket_worth[8]; /* that bits of a pocket stand for */
    bool outline;             /* gr_plan_outline: texts are taken to say what helps the query, */
    bool negated;             /* which below an odd number of `not` is that nothing holds; */
    unsigned counted;         /* below so many counts nothing may be taken so, */
    bool opaque;              /* and then there is no outline */
};

#endif
