/* A plan from inside. Internal to the query language.
 *
 * Running a query has two levels. At each ply, tests are asked of the position, the move that led
 * to it and the text, and each leaves one bit. When the game is over, the tree of times makes the
 * hits from these bits: what came after what, for how long, how often. What is about the game as a
 * whole ("facts") is asked once, when the game begins.
 *
 * The room db/query knows a game and a query, and neither file nor database. A query goes through four hands:
 *
 *   text       parse/query.h makes a tree of it (parse/ast.h), in which words that stand for others are replaced
 *              (parse/words.h); never.h warns of what can never hold
 *   plan       plan.h compiles the tree for one variant: pieces become types, squares sets, words tests
 *   matcher    run/match.h takes a game and leaves a bit for each test and ply
 *   hits       run/time.c makes hits from the bits
 *
 * A game is shown to the matcher in one of two ways. Where pieces and moves are enough, on boards of 8 by 8 with at
 * most six types, it is filmed, 64 plies at a time, and each test says at which of these plies it holds
 * (run/film.h): run/film_sets.c finds sets at four plies at once (rays.h), run/film_board.c patterns and
 * numbers of pieces, run/film_moves.c what moves did, run/film_checks.c checks, run/film_positions.c rights,
 * clocks and repetitions. What takes a whole position, such as mate, is asked last, of a position made from the film,
 * at the plies that the other tests leave; columns.c decides which tests these are. Where that would be most
 * plies, and on other boards, tests are asked of one position after the other, by the rules' own attacks
 * (run/ply.c, run/ask.c, run/sets.c). Both give the same bits.
 */
#ifndef GR_DB_QUERY_PLAN_COMPILED_H
#define GR_DB_QUERY_PLAN_COMPILED_H

#include "db/query/plan/fact.h"
#include "db/query/plan/plan.h"
#include "db/query/plan/time.h"

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
    const QueryNode *never, *never_with; /* why nothing is found: these exclude each other */
    bool rare;                /* only games that begin from a position of their own can match */
    const char **tags;        /* that are asked for; NULL ends the list */
    bool events, repeats;     /* moves, earlier keys are asked for */
    bool returns;             /* a position can come again after a capture or a pawn's move */
    bool closes;              /* it may be certain before the end of a game that no test holds any more */
    uint32_t pawns;           /* types that are */
    bool shrinks;             /* no piece ever comes onto the board but in place of another */
    unsigned columns;         /* GR_FILM_ROWS, GR_FILM_MOVES: what films have to show; 0: they are not enough, */
    bool positions;           /* or only with whole positions at some plies; */
    bool follows;             /* rights, the clock, or such positions are asked for, */
    uint8_t rights_kept[64];  /* and the rights that a move from or to a square leaves */
    const struct FilmAttacks *attacks; /* how pieces attack, if that is asked of films (attacks.h), or NULL */
    bool sacrifices;          /* are asked for: what pieces count, by type, and what those count */
    uint8_t worth[GR_MAX_TYPES], pocket_worth[8]; /* that bits of a pocket stand for */
    bool outline;             /* gr_plan_outline: texts are taken to say what helps the query, */
    bool negated;             /* which below an odd number of `not` is that nothing holds; */
    unsigned counted;         /* below so many counts nothing may be taken so, */
    bool opaque;              /* and then there is no outline */
};

#endif
