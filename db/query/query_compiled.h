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
#include "db/query/query_gate.h"
#include "db/query/query_plan.h"
#include "db/query/query_time.h"

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
    const char **tags;        /* that are asked for; NULL ends the list */
    bool events, repeats;     /* moves, earlier keys are asked for */
    unsigned event_kinds;           /* moves of these kinds (bits 1 << GrMoveKind), */
    bool captures, promotions; /* and these whatever their kind */
    bool fades;               /* a test does */
    bool notes;               /* a position has to know of the move before */
    bool counts;              /* there are steady tests */
    bool awaits;              /* moves that are asked for all take, promote or are of kinds of their own */
    bool idle;                /* no test changes but when pieces come or go, or by such a move */
    bool returns;             /* a position can come again after a capture or a pawn's move */
    uint16_t pawns;           /* types that only become fewer, */
    uint8_t pawn;             /* and the first of them; */
    bool one_pawn;            /* there are no others */
    bool shrinks;             /* no piece ever comes onto the board but in place of another */
    uint32_t of_pieces;       /* see gr_plan_of_pieces */
    unsigned films;           /* see gr_plan_films; 0: it cannot be asked about many positions at once; */
    const struct QueryMaps *reel; /* how pieces attack then, if that is asked for; or NULL, */
    const struct ReelKings *reel_kings; /* and what is known of kings then, if that is asked for: query_reel_local.h */
    bool narrow;              /* sets are at most 64 bits */
    bool sacrifices;          /* are asked for: what pieces count, by type, and what those count */
    uint8_t worth[GR_MAX_TYPES], pocket_worth[8]; /* that bits of a pocket stand for */
    const GrSet *lines;       /* of screens: by square, those on a line with it, */
    const GrSet *near[GR_MAX_TYPES]; /* and of checks by the piece that moved, by type, those from which it is attacked,
                                        as in SetRelation */
    const uint64_t *aims;     /* of what goes straight, if an answer may rest on that: see query_grounds.h */
    bool outline;             /* gr_plan_outline: texts are taken to say what helps the query, */
    bool negated;             /* which below an odd number of `not` is that nothing holds; */
    unsigned counted;         /* below so many counts nothing may be taken so, */
    bool opaque;              /* and then there is no outline */
};

#endif
