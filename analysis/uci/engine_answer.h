/* What an engine is asked, and what it answers to `go`, line by line. Internal to analysis/. */
#ifndef GR_ANALYSIS_ENGINE_ANSWER_H
#define GR_ANALYSIS_ENGINE_ANSWER_H

#include "analysis/uci/engine_client.h"
#include "notation/buffer.h"

/* The commands `position`, for the position after `moves` from `start`, and `go`, with line ends. */
void gr_ask_position(GrBuffer *out, const GrPosition *start, const GrMove *moves, size_t count);
void gr_ask_go(GrBuffer *out, const GrLimits *limits);

typedef struct GrReading {
    const GrPosition *pos; /* that is searched */
    GrAnswer *answer;
    GrLine bound; /* the last score that was only a bound, if `bounded` */
    bool bounded;
    int depth;      /* the deepest, */
    uint64_t nodes; /* and the most that was heard of */
} GrReading;

/* What follows `info`: takes in a score of the first line. True if it shows that the engine goes on
 * searching: deeper than before, or more nodes. */
bool gr_reading_info(GrReading *reading, const char *text);

/* What follows `bestmove`. The score is the last exact one, or a bound that came later if it is the
 * one with the best move. False if the move is not legal. */
bool gr_reading_best(GrReading *reading, const char *text);

/* Adds text of an engine as it may be shown: at most `most` bytes of UTF-8, question marks in place
 * of what is none and of control characters. */
void gr_engine_text(GrBuffer *out, const char *text, size_t most);

#endif
