/* Where pieces go on a variant's board, as sets. Internal to analysis/.
 *
 * The evaluation asks what a piece of any type could do on any square, whichever side is to move; this is
 * made from the piece rows of the variant, so that a new variant needs nothing here.
 */
#ifndef GR_ANALYSIS_GEOMETRY_H
#define GR_ANALYSIS_GEOMETRY_H

#include "rules/variant.h"

typedef enum GrMode { GR_MOVING, GR_TAKING } GrMode;

/* A line through a square: its squares on lower and on higher numbers. */
typedef struct GrAxis {
    GrSet below, above;
} GrAxis;

/* How a type goes, in one of the two modes. */
typedef struct GrGait {
    bool leaps, orth, diag;
    bool bounded; /* its slides end before the edge */
    GrSet leap[GR_MAX_SQUARES];
    GrSet slide[GR_MAX_SQUARES]; /* on an empty board */
} GrGait;

typedef struct GrGeometry {
    GrAxis axis[GR_MAX_SQUARES][4]; /* rank, file, rising diagonal, falling diagonal */
    GrGait gait[GR_MAX_TYPES + 1][2];
    bool same[GR_MAX_TYPES + 1];    /* the type takes as it moves */
    GrSet near[GR_MAX_SQUARES];     /* the up to eight squares around */
    GrSet file[GR_MAX_SQUARES];     /* all squares of the square's file, */
    GrSet ahead[2][GR_MAX_SQUARES]; /* all on ranks further on for a side, */
    GrSet beside[GR_MAX_SQUARES];   /* and all on the two files next to it */
    GrSet edge[2];                  /* the first file, and the last one */
    /* On the file and those next to it: the squares one rank, two ranks, one to three ranks ahead. */
    GrSet front[2][GR_MAX_SQUARES][3];
    uint8_t file_of[GR_MAX_SQUARES], rank_of[GR_MAX_SQUARES];
} GrGeometry;

void gr_geometry_build(GrGeometry *geometry, const GrVariant *variant);

/* The squares that a type slides or leaps to from sq, blockers included, when `occupied` (holes
 * too) is what stops slides. Pawns and hopping captures are not known here. */
GrSet gr_geometry_reach(const GrGeometry *geometry, int type, GrMode mode, int sq, GrSet occupied);

#endif
