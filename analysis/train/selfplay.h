/* The engine plays itself, to have positions with scores and results to learn from.
 *
 * Games begin with an opening, if there are any, and some random plies, so that they differ, and end as the rules have
 * it, by repetition, or by adjudication: when both sides have agreed for some plies that one of them is winning or that
 * nobody is, or after very many plies, as draws. They go into a database like any other, and the score of each position
 * into its evaluations, by a judge with the option "self-play".
 *
 * A game depends on the engine, the seed, the nodes, the openings and its number alone, not on threads or on the games
 * before it: one run can continue what another one began.
 */
#ifndef GR_ANALYSIS_SELFPLAY_H
#define GR_ANALYSIS_SELFPLAY_H

#include "analysis/engine/search.h"
#include "analysis/study/openings.h"
#include "db/evals/evals.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrSelfplay {
    GrDb *db;              /* opened for writing */
    const GrRules *rules;
    uint64_t positions;    /* to be scored in all by this engine with this network, earlier runs included; the last
                              games are played to their end */
    uint64_t nodes;        /* for each move */
    const char *net;       /* as gr_search_set_net takes it; NULL: the built-in one */
    const GrOpenings *openings; /* each game begins with one of them, drawn at random; NULL: with the start position */
    unsigned random_plies; /* after that; every other game has one more */
    int fewest;            /* a game ends when this many pieces or fewer are left: a lead of 150 centipawns wins it,
                              anything less is a draw; 0: games are played to their end */
    uint64_t seed;
    int threads;           /* 1 up */
    bool (*stop)(void *user); /* may be NULL */
    int (*places)(void *user); /* how many of the threads may work now, asked from all of them: they give way at the end
                                  of a game; NULL: all */
    /* At first and after some games were saved: how many there are, and positions with a score; may be NULL. */
    void (*progress)(void *user, uint64_t games, uint64_t positions);
    void *user;
} GrSelfplay;

/* Plays until there are enough positions. Games are saved by the hundreds, more at a time the more there are; a run
 * that is stopped saves the games that have ended, one that is killed has those to play again. Equal games are stored
 * once. Returns 0 or a code; GR_ERR_STOPPED; GR_ERR_LIMIT if nearly all positions of the last games had been there
 * before, so that there would never be enough. */
int gr_selfplay(const GrSelfplay *job, GrError *error);

/* The judge under which scores of this search at this many nodes are stored. */
void gr_selfplay_judge(const GrSearch *search, uint64_t nodes, GrJudge *judge);

GR_END_DECLS

#endif
