/* One game of self-play. Internal to analysis/. */
#ifndef GR_ANALYSIS_SELFPLAY_LOCAL_H
#define GR_ANALYSIS_SELFPLAY_LOCAL_H

#include "analysis/train/selfplay.h"
#include "notation/game.h"

typedef struct GrPlayedMove {
    GrMove move;
    bool scored;    /* not at random */
    GrScore score;  /* from the view of the side to move */
    int depth;
    uint64_t nodes;
} GrPlayedMove;

/* A game that was played. One that is all zero is empty; `move` is to be freed. */
typedef struct GrPlayedGame {
    GrPosition start;
    GrPlayedMove *move;
    size_t count, cap;
    GrResult result;
    bool adjudicated;
} GrPlayedGame;

/* Plays game `number`, overwriting *game. 0, GR_ERR_MEMORY or GR_ERR_STOPPED. */
int gr_selfplay_game(const GrSelfplay *job, GrSearch *search, uint64_t number, GrPlayedGame *game);

#endif
