/* Games for a report: the engine plays itself, each game to its end.
 *
 * Each game begins with random plies, until a position is found in which no earlier game of the run
 * began, in which the game is not over and the engine sees neither side ahead by more than
 * GR_PLAY_EVEN; where GR_PLAY_DRAWS draws find none, the last of them has to do. After that nothing is
 * left to chance: a game depends on the rules, the engine, the limits, the seed and the games before it,
 * not on threads. Games end as the rules have it, and by third repetition
 * where that draws; nothing is adjudicated, so that the report sees how games really end. After most_plies
 * a game has no result.
 */
#ifndef GR_ANALYSIS_REPORT_PLAY_H
#define GR_ANALYSIS_REPORT_PLAY_H

#include "analysis/engine/search.h"
#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

enum { GR_PLAY_EVEN = 150 /* centipawns */, GR_PLAY_DRAWS = 200 };

/* How many games began otherwise than they should, since nothing better was found. */
typedef struct GrPlayStarts {
    uint32_t again;  /* in a position in which an earlier one had begun */
    uint32_t uneven; /* over, or with a side ahead by more than GR_PLAY_EVEN */
} GrPlayStarts;

typedef struct GrReportPlay {
    const GrRules *rules;
    uint32_t games;
    GrLimits limits;       /* for each move: depth or nodes */
    unsigned random_plies; /* 1 up */
    uint32_t most_plies;   /* 1 up */
    uint64_t seed;
    int threads;           /* 1 up */
    size_t hash;           /* megabytes for each thread, 0: 4 */
    const char *net;       /* what evaluates, as of gr_search_set_net: a file, GR_NET_NONE, or NULL: what is built in */
    GrStopCall stop;       /* may be NULL */
    int (*places)(void *user); /* how many of the threads may work now, asked from all of them: they give way at the end
                                  of a game; NULL: all */
    /* Is given each game in the order of their numbers, from 1, by the thread that calls. Its moves have
     * evaluations in comments. What is not 0 ends the run. */
    int (*played)(void *user, uint32_t number, GrGame *game, GrError *error);
    void *user;
    GrPlayStarts *starts; /* filled for the games that were played; may be NULL */
} GrReportPlay;

/* Plays. 0 or a code; what `played` returned; GR_ERR_STOPPED. */
int gr_report_play(const GrReportPlay *job, GrError *error);

GR_END_DECLS

#endif
