/* Evaluations in comments: `[%eval 0.35]`, `[%eval -1.20,18]`, `[%eval #3]`, `[%eval #-2,24]`. */
#ifndef GR_NOTATION_EVAL_H
#define GR_NOTATION_EVAL_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/decls.h"

GR_BEGIN_DECLS

enum { GR_EVAL_SIZE = 24 };

typedef struct GrEval {
    bool mate;      /* the side that `moves` favours mates in that many moves */
    int moves;      /* above 0 White mates, below 0 Black; 0: it is mate */
    int centipawns; /* from White's view; only if it is no mate */
    int depth;      /* plies searched, 0 if that is not said */
} GrEval;

/* Finds the first evaluation in a comment and reads it; false if there is none that can be read. A
 * number without a decimal point cannot: it may be pawns or hundredths
 * (notation/eval_dialect.h). Nor can more than 99999.99 pawns, 9999 moves to mate or 9999 plies. */
bool gr_eval_find(const char *comment, GrEval *eval);

/* Writes what stands in the brackets after "%eval ", and a NUL; returns the length. */
size_t gr_eval_write(const GrEval *eval, char out[GR_EVAL_SIZE]);

GR_END_DECLS

#endif
