/* Playing through the main lines of the games of a selection. */
#ifndef GR_DB_SCAN_H
#define GR_DB_SCAN_H

#include "db/select.h"

/* A game that is played through. */
typedef struct GrScanGame {
    int64_t id;
    GrResult result;
    uint32_t plies;
    const GrRules *rules;
} GrScanGame;

typedef struct GrScan {
    const GrRules *rules; /* games of other variants are passed over; NULL: none are */
    void *context;        /* given to the functions */
    /* A position of the game, after `ply` plies, and the move that is played in it (GR_NO_MOVE
     * after the last). Returns 1 to go on, 0 for the next game, below 0 to end the scan. */
    int (*visit)(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                 GrMove next);
    /* A game that cannot be read, and why. May be NULL. */
    void (*unread)(void *context, int64_t id, const GrError *why);
    /* May be NULL: should the scan end? Asked every few games. `last` is the highest number. */
    bool (*stop)(void *context, int64_t id, int64_t last);
} GrScan;

/* Returns 0, GR_ERR_STOPPED, GR_ERR_DAMAGED if there were games that could not be read (all others
 * have been visited), what visit returned, or another code. */
int gr_scan(GrDb *db, const GrSelection *selection, const GrScan *scan, GrError *error);

#endif
