/* What the games of a match say about the difference in strength: how they are counted, and the
 * estimate with its error.
 *
 * What counts as independent evidence is a pair of games with the same opening and colours
 * exchanged, not a game: the opening affects both. A game whose moves and result are those of an
 * earlier one says nothing new. If that is the other game of its own pair, the engines play alike
 * in this opening: the twins weigh as one game, drawn, whichever engine won, since each engine has won
 * as much as it lost.
 */
#ifndef GR_ANALYSIS_ELO_H
#define GR_ANALYSIS_ELO_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/decls.h"

GR_BEGIN_DECLS

/* From the view of the first engine. A tally that is all zero is empty. */
typedef struct GrTally {
    uint32_t wins, losses, draws; /* all games */
    uint32_t distinct;            /* of them: games unlike each earlier one */
    uint32_t pair[5];             /* pairs of different games, by half points: 0, 1/2, 1, 3/2, 2 */
    uint32_t single[3];           /* games that are all that is new in their pair: 0, 1/2, 1 */
    uint32_t twins;               /* pairs of two identical games */
} GrTally;

/* A game as it is counted: its half points for the first engine, 0 to 2, and whether it is unlike
 * each game before it. */
typedef struct GrTallyGame {
    int points;
    bool is_new;
} GrTallyGame;

static inline uint32_t gr_tally_games(const GrTally *tally) {
    return tally->wins + tally->losses + tally->draws;
}

/* Counts a game, but not yet as evidence. */
void gr_tally_game(GrTally *tally, const GrTallyGame *game);

/* Counts the games of a pair, which gr_tally_game has counted, as evidence. `second` is NULL if
 * there is none; `twins`: they are identical, the first of them new or not. */
void gr_tally_pair(GrTally *tally, const GrTallyGame *first, const GrTallyGame *second, bool twins);

typedef struct GrElo {
    double difference; /* rating points, by the logistic formula 400 log10(s / (1 - s)) */
    double margin;     /* how far from it the interval reaches at most */
    double low, high;  /* the interval of 95 % confidence */
    double superiority; /* the likelihood, 0 .. 1, that the first engine is the stronger one */
} GrElo;

/* The difference that all games show, with s the share of the points; where one side has all of
 * them, as if one more game had been drawn. The interval is Wilson's, of the share (E. B. Wilson,
 * J. Am. Stat. Assoc. 22, 1927), with the number of games whose results, won or lost, would vary as
 * those of the pairs do, as survey statistics use it of clustered samples (N. Dean and M. Pagano,
 * J. Surv. Stat. Methodol. 3, 2015). It remains valid where one side wins nearly all, and is finite
 * and never empty, however few or even the games; but where one side has won them
 * all, a difference beyond its end could have given the same games. The likelihood of superiority is
 * that of a normal distribution around the share, with the spread that games between equals would have;
 * it is above 0.975 where the whole interval is above 0. */
void gr_elo(const GrTally *tally, GrElo *elo);

GR_END_DECLS

#endif
