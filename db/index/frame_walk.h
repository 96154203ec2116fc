/* Going through the frames of a game without playing it: by its film (db/codec/move_film.h), which takes less
 * time. Internal to db/index. */
#ifndef GR_DB_FRAME_WALK_H
#define GR_DB_FRAME_WALK_H

#include "db/codec/move_film.h"
#include "db/index/chunk.h"
#include "db/index/frame.h"

/* One that is all zero is ready to be opened. */
typedef struct GrFrameWalk {
    GrLineFilmer *filmer;
    GrFrame frame;
    uint32_t plies;       /* to be gone through */
    uint32_t read;        /* of these, */
    uint32_t next, count; /* and rows: the one shown next, and how many there are at hand */
    uint64_t white;       /* White's squares at the position at hand */
} GrFrameWalk;

/* Opens a readable game to walk through its first `plies` plies; false if it cannot be filmed. */
bool gr_frame_walk_open(GrFrameWalk *walk, GrLineFilmer *filmer, const GrChunkGame *game, uint32_t plies);

/* Reads on when all rows at hand were shown. 1, 0 if there is no further one, below 0 if there is something that a film
 * cannot have. */
int gr_frame_walk_read(GrFrameWalk *walk);

/* The next position, the first one after opening; as gr_frame_walk_read. *moved: have its pawns moved since the last
 * one? */
static inline int gr_frame_walk_next(GrFrameWalk *walk, bool *moved) {
    int got = walk->next < walk->count ? 1 : gr_frame_walk_read(walk);
    if (got <= 0)
        return got;
    const GrFilmRow *row = &walk->filmer->row[walk->next++];
    uint64_t pawns = 0;
    for (unsigned i = 0; i < walk->frame.types; i++)
        pawns |= row->word[walk->frame.type[i]];
    walk->white = row->word[gr_film_side(GR_WHITE)];
    *moved = gr_frame_find(&walk->frame, pawns, pawns & walk->white);
    return 1;
}

#endif
