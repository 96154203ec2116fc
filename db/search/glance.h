/* A glance at a game's replay form: pieces are moved on a board and nothing else is done, which takes half the time of
 * playing. Internal to db/search. */
#ifndef GR_DB_GLANCE_H
#define GR_DB_GLANCE_H

#include "db/codec/sketch.h"

/* All zero is ready to be used. */
typedef struct GrGlance {
    GrSketchWatch watch;
    bool known, twice; /* the watch is made, for double checks alone */
    GrSketch sketch;
} GrGlance;

/* May a king stand in a check at the start, or may a move discover one (and, twice, give another one by itself)? True
 * wherever a glance is not enough. *pos is the start, to which the replayer was opened, which is of no use then. Only
 * for games in which kings are attacked as in chess and never left so. */
bool gr_glance_discovers(GrGlance *glance, GrReplayer *player, const GrPosition *pos, bool twice, uint32_t plies);

#endif
