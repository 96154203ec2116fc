/* A verdict: what an engine thinks of one position.
 *
 * Who judged, and with what limit, stands beside it: see db/evals/evals.h. Scores are from White's
 * view.
 */
#ifndef GR_NOTATION_VERDICT_H
#define GR_NOTATION_VERDICT_H

#include <stdint.h>

#include "notation/score.h"
#include "rules/decls.h"
#include "rules/move.h"

GR_BEGIN_DECLS

enum {
    GR_VERDICT_PLIES = 6, /* length of the lines that are kept */
    GR_VERDICT_LINES = 16 /* most lines that are kept of a position */
};

/* A line of play and its score. */
typedef struct GrVerdictLine {
    GrScore score; /* from White's view */
    uint8_t length;  /* plies in move[], 0: only the score is known */
    GrMove move[GR_VERDICT_PLIES]; /* legal one after the other from the position */
} GrVerdictLine;

/* The best line first. The position has a legal move: where a game is over there is no verdict. */
typedef struct GrVerdict {
    int depth;      /* plies searched, 0: not known */
    uint64_t nodes; /* positions visited, 0: not known */
    int lines;      /* 0: nothing is known of the position */
    GrVerdictLine line[GR_VERDICT_LINES];
} GrVerdict;

GR_END_DECLS

#endif
