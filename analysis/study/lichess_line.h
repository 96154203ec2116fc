/* A line of the evaluations that lichess publishes: a position and what engines found of it, as JSON.
 *
 *     {"fen":"2bq1rk1/.../R3R1K1 w - -","evals":[{"pvs":[{"cp":311,"line":"g2e4 f7f5"},
 *      {"mate":3,"line":"e1h1"}],"knodes":206765,"depth":36}]}
 *
 * Scores are from White's view, a FEN has four fields or more, and castling may be written as the
 * king taking its rook. The members may come in any order, and others among them. Internal to
 * analysis/.
 */
#ifndef GR_ANALYSIS_LICHESS_LINE_H
#define GR_ANALYSIS_LICHESS_LINE_H

#include <stddef.h>

#include "notation/judge/verdict.h"
#include "rules/fen.h"

typedef struct GrLichessFault {
    size_t column;   /* from 1 */
    char text[160];
} GrLichessFault;

/* Reads the FEN out of a line (of which `end` is the end), and no more of it than that takes. 0, or
 * GR_ERR_SYNTAX with *fault filled. *at is the FEN's column. */
int gr_lichess_fen(const char *line, const char *end, char fen[GR_FEN_SIZE], size_t *at,
                   GrLichessFault *fault);

/* Reads the whole line, whose position is `pos`. The verdict is that of the deepest evaluation, of
 * equal ones that with the most nodes, then the most lines. 0, or GR_ERR_SYNTAX. */
int gr_lichess_verdict(const char *line, const char *end, const GrPosition *pos, GrVerdict *verdict,
                       GrLichessFault *fault);

#endif
