/* What an engine is asked, and what it answers to `go`, line by line. Internal to analysis/. */
#ifndef GR_ANALYSIS_ENGINE_ANSWER_H
#define GR_ANALYSIS_ENGINE_ANSWER_H

#include "analysis/uci/engine_client.h"
#include "notation/buffer.h"
#include "notation/judge/verdict.h"

/* The command `position`, for the position after `moves` from `start`, with its line end; the second
 * one always with a FEN. */
void gr_ask_position(GrBuffer *out, const GrPosition *start, const GrMove *moves, size_t count);
void gr_ask_fen(GrBuffer *out, const GrPosition *pos);

/* The command `go` for a position; with the moves that the limits allow, or, if `restricted`, all legal ones. */
void gr_ask_go(GrBuffer *out, const GrLimits *limits, const GrPosition *pos, bool restricted);

/* What engines may state: scores in hundredths of a pawn, moves to mate, plies, positions. Beyond that it is nonsense:
 * an overflow, as a rule. Scores within it may still be more than ours can be, and are cut. */
enum { GR_MOST_SAID_SCORE = 10000000, GR_MOST_SAID_MATE = 10000, GR_MOST_SAID_DEPTH = 9999 };
#define GR_MOST_SAID_NODES ((INT64_C(1) << 62) - 1)

/* Reads the number with which a word begins, of which no fraction counts: 1; 0 if there is none; -1 if it is not from
 * `least` to `most`. */
int gr_said_number(const char *word, size_t length, int64_t least, int64_t most, int64_t *number);

/* A score from centipawns, or from moves to mate, cut to what ours can be. */
GrScore gr_said_score(int64_t number, bool mate);

/* The score of one line as last heard, and its moves as text, which are not looked at before the end. */
typedef struct GrHeard {
    bool known, lower, upper;
    GrScore score;
    int depth;
    GrBuffer moves;
} GrHeard;

typedef struct GrReading {
    const GrPosition *pos; /* that is searched */
    int lines;             /* that are wanted, 1 .. GR_VERDICT_LINES */
    GrHeard exact[GR_VERDICT_LINES], bound[GR_VERDICT_LINES]; /* bound: heard after the exact one */
    int depth;      /* the deepest, */
    uint64_t nodes; /* and the most that was heard of, */
    uint64_t last;  /* and the last */
    bool absurd[GR_VERDICT_LINES]; /* nonsense was stated of this line, and nothing else since; */
    GrBuffer nonsense;             /* the last of it */
    GrMove best;    /* the answer, once it is there */
    const GrHeard *news; /* the last `info` on a line; NULL: none with a score */
    int news_index;      /* of which line, from 0, */
    int64_t news_ms;     /* and when, as it says; below 0: it does not */
} GrReading;

void gr_reading_start(GrReading *reading, const GrPosition *pos, int lines);
void gr_reading_free(GrReading *reading);

/* What follows `info`: takes in a score, unless it or what is said with it cannot be. True if it shows that the engine
 * goes on searching: deeper than before, or more nodes. */
bool gr_reading_info(GrReading *reading, const char *text);

/* The line that the last `info` states, with its first moves; false if it states none with a legal move and a score. */
bool gr_reading_progress(const GrReading *reading, GrLine *line, GrProgress *progress);

/* Has all that was heard been kept, or did memory run out? */
bool gr_reading_failed(const GrReading *reading);

/* What follows `bestmove`. False if the move is not legal. */
bool gr_reading_best(GrReading *reading, const char *text);

/* The nth line (from 0) after that: its score is the last exact one, or a bound that came later and
 * deeper, if there is no other or it is the one with the best move. The first line begins with the
 * best move. At most `plies` of its moves are read. False if nothing is known of it, or nonsense was the last that
 * was said of it; of the first line, then, only the move. */
bool gr_reading_line(const GrReading *reading, int n, int plies, GrLine *line);

/* Adds text of an engine as it may be shown: at most `most` bytes of UTF-8, question marks in place
 * of what is none and of control characters. */
void gr_engine_text(GrBuffer *out, const char *text, size_t most);

#endif
