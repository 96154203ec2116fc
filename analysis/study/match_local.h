/* The inside of a match. Internal to analysis/. */
#ifndef GR_ANALYSIS_MATCH_LOCAL_H
#define GR_ANALYSIS_MATCH_LOCAL_H

#include "analysis/study/match.h"

/* The opening of a pair of games (from 0): the one given, and random plies after it, other ones for
 * each attempt. opening->move is to be freed. */
int gr_match_opening(const GrMatchJob *job, uint32_t pair, uint32_t attempt, GrOpening *opening);

/* Plays game `number` (from 1) with both analysts, the first engine's first. *broken is whose
 * engine has to be started again (-1: nobody's). */
int gr_match_play(const GrMatchJob *job, GrAnalyst *const analyst[2], uint32_t number,
                  const GrOpening *opening, GrGame *game, int *broken, GrError *error);

#endif
