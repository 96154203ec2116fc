/* Frames: what many positions of a game in a row have in common. Internal to db/index.
 *
 * A game comes to many positions, but White's pawns change their squares only a few times, and most games
 * are soon the only one with theirs. So where few games have the frame of a position, the index of
 * positions has only the frame. Where many have it, it is divided: by more of the position, up to all
 * that stands on the board.
 */
#ifndef GR_DB_FRAME_H
#define GR_DB_FRAME_H

#include "rules/position.h"

/* How much of a position a frame has. */
typedef enum GrFrameLevel {
    GR_FRAME_WHITE,  /* where White's pawns stand */
    GR_FRAME_PAWNS,  /* where all pawns stand */
    GR_FRAME_SQUARES /* and on which squares White has anything */
} GrFrameLevel;

enum { GR_FRAME_LEVELS = GR_FRAME_SQUARES + 1 };

/* The frame computed last: mostly the pawns of the next one are the same. All zero at first. */
typedef struct GrFrame {
    const GrRules *rules;
    bool any;               /* one was computed */
    int type[GR_MAX_TYPES]; /* types of pawns */
    unsigned types;
    GrSet pawns, white;     /* all, and White's among them */
    uint64_t key[GR_FRAME_SQUARES]; /* of the levels that depend on them alone */
} GrFrame;

/* Begins with a game of these rules. */
void gr_frame_begin(GrFrame *frame, const GrRules *rules);

/* Makes frame->key those of these pawns, white ones and all; of a position. Are they other ones than before? */
bool gr_frame_find(GrFrame *frame, GrSet pawns, GrSet white);
bool gr_frame_look(GrFrame *frame, const GrPosition *pos);

/* The key of GR_FRAME_SQUARES for the pawns found last, where White's pieces stand on these squares. */
uint64_t gr_frame_of_squares(const GrFrame *frame, GrSet white);

/* The key of a position's frame. */
uint64_t gr_frame_key(GrFrame *frame, const GrPosition *pos, GrFrameLevel level);

#endif
