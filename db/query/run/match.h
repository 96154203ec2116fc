/* Matching games with a plan.
 *
 * A matcher takes a game position by position, as it is played through:
 *
 *     GrMatcher *m = gr_matcher_new(plan);
 *     ... for each game of the plan's variant:
 *     int go = gr_matcher_begin(m, game);
 *     for (uint32_t ply = 0; go > 0 && ply <= game->plies; ply++)
 *         go = gr_matcher_ply(m, position, move played in it (GR_NO_MOVE at the end), NULL);
 *     if (go >= 0)
 *         go = gr_matcher_end(m, &hits, &count);
 *
 * or, for a game that is in memory, gr_matcher_game does just that. A matcher belongs to one thread
 * at a time.
 */
#ifndef GR_DB_QUERY_RUN_MATCH_H
#define GR_DB_QUERY_RUN_MATCH_H

#include "db/query/plan/plan.h"
#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Where a query was found: positions after `first` to `last` plies, both included. A query that
 * asks only about games as a whole hits from 0 to the last ply. */
typedef struct GrHit {
    uint32_t first, last;
    uint32_t line; /* 0: of the game as played; n: of a line that ends with its nth variation, in the
                      order in which their parentheses open in its text */
} GrHit;

typedef struct GrMatcher GrMatcher;

/* NULL when memory runs out. The plan must stay as long as the matcher. */
GrMatcher *gr_matcher_new(const GrPlan *plan);
void gr_matcher_free(GrMatcher *matcher);

/* What the text says at a ply. */
typedef struct GrPlyText {
    const char *comment; /* after the move; at ply 0: before the first move. NULL: none */
    const char *before;  /* before the move, which is the first of a variation. NULL: none */
    const char *nags;    /* NAG numbers 1 .. 255, a byte each; NULL: none */
    const struct GrJudgedMove *judged; /* what is known of the move (notation/judge/judgement.h); NULL */
} GrPlyText;

/* May games from now on have comments or NAGs? Until this is called they may. */
void gr_matcher_texts(GrMatcher *matcher, bool texts);

/* Plies, both included, and the tests of the plan that hold at each of them: bits. */
typedef struct GrTestRun {
    uint32_t first, last;
    uint64_t tests;
} GrTestRun;

/* Takes a whole game whose plies at which each test holds are known (db/query/plan/phase.h): the runs, in
 * their order; at other plies none does. 0 or GR_ERR_MEMORY; then gr_matcher_end. */
int gr_matcher_runs(GrMatcher *matcher, uint32_t plies, const GrTestRun *run, size_t runs);

/* Begins a game. Of `game` only tags, rules, result, plies and partial are looked at; it need not
 * stay. Returns 1 if the positions are needed, 0 if the outcome is certain without them:
 * gr_matcher_end has it. */
int gr_matcher_begin(GrMatcher *matcher, const GrGame *game);

/* The next position, from the start position on, and the move that is played in it: GR_NO_MOVE in
 * the position after game->plies plies. `text` (NULL: there is none) is needed only with
 * GR_PLAN_TEXTS. Returns 1, or 0 if the rest of the game cannot matter any more. */
int gr_matcher_ply(GrMatcher *matcher, const GrPosition *pos, GrMove next, const GrPlyText *text);

/* Ends the game. *hits (valid until the next game) are in the order of their first plies. */
void gr_matcher_end(GrMatcher *matcher, const GrHit **hits, size_t *count);

/* All of the above of a game with its moves; a query that asks for variations is asked of those,
 * too, as no other function does. Hits in variations come after those in the game as played.
 * GR_ERR_LIMIT if its variations are too many and too long. */
int gr_matcher_game(GrMatcher *matcher, const GrGame *game, const GrHit **hits, size_t *count);

/* The nodes of a line, GrHit.line: (*nodes)[ply] leads to the position after `ply` plies, from 1 to
 * *plies. The caller frees *nodes. */
int gr_line_nodes(const GrGame *game, uint32_t line, uint32_t **nodes, uint32_t *plies);

GR_END_DECLS

#endif
