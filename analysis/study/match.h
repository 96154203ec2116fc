/* Engines playing each other: a match of any variant, with clocks, openings and several games at
 * once, and the difference in strength that its score shows.
 *
 * Games come in pairs with the same opening and colours exchanged. With random plies each pair begins
 * in another position, in which the game is not over. A game ends as the rules have
 * it; by repetition, where fifty moves draw as well; by a flag that fell; by a move that is not
 * legal or an engine that died (its side loses, and it is started again for the next game); or as a
 * draw after most_plies.
 */
#ifndef GR_ANALYSIS_MATCH_H
#define GR_ANALYSIS_MATCH_H

#include "analysis/study/analyst.h"
#include "analysis/study/elo.h"
#include "analysis/study/openings.h"
#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrMatchJob {
    const GrRules *rules;
    const char *command[2]; /* GR_BUILTIN or a shell command */
    uint32_t games;
    int64_t time, increment;   /* milliseconds for the game, and a move; time 0: no clock */
    GrLimits limits;           /* depth, nodes, movetime: for each move, clock or not */
    const GrOpenings *openings; /* used in turn, a pair each; NULL: the start position */
    unsigned random_plies;     /* played at random after the opening, the same in a pair */
    uint64_t seed;             /* for them */
    uint32_t most_plies;       /* 0: no bound */
    int threads;               /* games at once, 1 up */
    size_t hash;               /* megabytes for each engine, 0: its default */
    const char *date;          /* for the games' tags, "2026.11.21"; NULL: not known */
    GrStopCall stop;           /* asked in between, from all threads; may be NULL */
    /* A game is over. In the order of their numbers, from 1, and by one thread at a time. The game
     * has tags, and evaluations and times in comments. May be NULL. */
    void (*played)(void *user, uint32_t number, const GrGame *game, const GrTally *tally);
    void *user;                /* for both */
} GrMatchJob;

/* Plays the match. *tally counts the games reported to `played`. GR_ERR_NOT_FOUND if there is
 * no such command or an engine does not know the variant; else it fails when an engine cannot be
 * started again. */
int gr_match_run(const GrMatchJob *job, GrTally *tally, GrError *error);

GR_END_DECLS

#endif
