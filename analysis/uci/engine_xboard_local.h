/* Games with an engine of the XBoard protocol: what is asked, and what is heard. Internal to analysis/. */
#ifndef GR_ANALYSIS_ENGINE_XBOARD_LOCAL_H
#define GR_ANALYSIS_ENGINE_XBOARD_LOCAL_H

#include "analysis/uci/engine_local.h"
#include "notation/move/san.h"

enum { XBOARD_SILENCES = 4 }; /* patience is this often without a sign of life before it ends */

/* A question: the position after `count` moves from `start`, and how it is to be searched. */
typedef struct XboardQuestion {
    const GrPosition *start, *pos;
    const GrMove *moves;
    size_t count;
    const GrLimits *limits;
    char told[GR_SAN_SIZE]; /* the last move that the engine hears, as it does */
} XboardQuestion;

/* What it has said since. */
typedef struct XboardHearing {
    const XboardQuestion *q;
    GrAnswer *answer;
    uint64_t nodes;
    int depth;
    int64_t move_at;  /* when it is ordered to move, */
    int64_t kill_at;  /* and given up; 0: not yet */
    int64_t claim_at; /* its claim counts, if there is no move; 0: there is none */
    bool resigned;
    uint64_t flood;   /* bytes received that are too many */
} XboardHearing;

/* Boards of ten ranks: the protocol counts them from 0 there. Changes the ranks in a move, each one less or more; what
 * is no rank of such a board stays, and is no legal move. */
bool engine_xboard_has_ten_ranks(const GrPosition *pos);
void engine_xboard_shift_ranks(const char *text, int by, char *out, size_t size);

/* Adds a move to those that the engine knows; false without memory. */
bool engine_xboard_keep_move(EngineXboard *x, GrMove move);

/* Takes a line in: 1 if it ends the search. */
int engine_xboard_hear(GrEngine *engine, XboardHearing *h, char *line, GrError *error);

/* Takes in what ends the game, if it is the first that does. */
bool engine_xboard_hear_claim(XboardHearing *h, const char *line);

#endif
