/* Openings for engine matches, from a file. */
#ifndef GR_ANALYSIS_OPENINGS_H
#define GR_ANALYSIS_OPENINGS_H

#include "notation/buffer.h"
#include "notation/game.h"
#include "rules/decls.h"
#include "rules/error.h"

GR_BEGIN_DECLS

typedef struct GrOpening {
    GrPosition start, end; /* end: after the moves; not set in a list that was read */
    GrMove *move;
    size_t count;
} GrOpening;

typedef struct GrOpenings {
    GrOpening *opening;
    size_t count, cap;
    GrBuffer warnings; /* FILE:LINE: text, a line each: what was left out of positions */
} GrOpenings;

/* Reads openings of a variant. A file whose first line is a FEN has one on each line (empty lines
 * and those that begin with '#' are passed over, and so is what follows a FEN, as in EPD); any other
 * file is read as games, of which the main line counts. *openings is to be freed by gr_openings_free.
 * GR_ERR_SYNTAX, with the line, if a position or game is faulty, of another variant or over, or if
 * there is none; else it fails as gr_reader_next does. */
int gr_openings_read(const char *path, const GrVariants *variants, const GrRules *rules,
                     GrOpenings *openings, GrError *error);

void gr_openings_free(GrOpenings *openings);

GR_END_DECLS

#endif
