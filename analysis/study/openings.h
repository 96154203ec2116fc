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

/* Something wrong in the file. */
typedef struct GrOpeningFault {
    GrSeverity severity;   /* GR_WARNING: the opening is used; GR_ERROR */
    uint32_t line, column; /* column 0: of the whole line or game */
    uint64_t game;         /* from 1; 0 in a file of positions */
    uint32_t ply;          /* 0: none */
    size_t text;           /* where it begins in GrOpenings.texts */
} GrOpeningFault;

typedef struct GrOpenings {
    GrOpening *opening;
    size_t count, cap;
    GrOpeningFault *fault;
    size_t fault_count, fault_cap;
    GrBuffer texts; /* of the faults, each with a NUL at its end */
} GrOpenings;

/* Reads openings of a variant. A file whose first line is a FEN has one on each line (empty lines
 * and those that begin with '#' are passed over, and so is what follows a FEN, as in EPD); any other
 * file is read as games, of which the main line counts. GR_ERR_SYNTAX if a position or game is
 * faulty, of another variant or over (the last fault says so), or if there is none; else it fails as
 * gr_reader_next does; GR_ERR_LIMIT beyond GR_OPENINGS. `stop` is asked again and again, unless it is
 * NULL: once it is true, all ends with GR_ERR_STOPPED. *openings is to be freed by gr_openings_free in
 * any case; if reading failed, it has faults but no opening. */
enum { GR_OPENINGS = 4 * 1024 * 1024 };
int gr_openings_read(const char *path, const GrVariants *variants, const GrRules *rules, GrOpenings *openings,
                     bool (*stop)(void *user), void *user, GrError *error);

void gr_openings_free(GrOpenings *openings);

GR_END_DECLS

#endif
