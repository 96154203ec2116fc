/* Frames: on which squares White's and Black's pawns stand. Internal to db/index.
 *
 * A game comes to many positions, but to few frames, and most of these are its own. So where few games
 * have the frame of a position, the index of positions has only the frame.
 */
#ifndef GR_DB_FRAME_H
#define GR_DB_FRAME_H

#include "rules/position.h"

/* The frame computed last: mostly the next one is the same. All zero at first. */
typedef struct GrFrame {
    const GrRules *rules;
    int type[GR_MAX_TYPES]; /* types of pawns */
    unsigned types;
    GrSet pawns, white;     /* all, and White's among them */
    uint64_t key;
} GrFrame;

/* The key of a position's frame. */
uint64_t gr_frame_key(GrFrame *frame, const GrPosition *pos);

#endif
