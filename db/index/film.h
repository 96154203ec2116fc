/* Going through the frames of a game without playing it: by its film (db/codec/sketch.h), which takes a third of the
 * time. Internal to db/index. */
#ifndef GR_DB_FILM_H
#define GR_DB_FILM_H

#include "db/codec/sketch.h"
#include "db/index/frame.h"
#include "db/index/replay_block.h"

/* One that is all zero is ready to be opened. */
typedef struct GrFilm {
    GrSketch sketch;
    GrFrame frame;
    GrReplayer *player;
    uint32_t plies;       /* to be gone through */
    uint32_t read;        /* of these, */
    uint32_t next, count; /* and rows: the one shown next, and how many there are at hand */
    uint64_t white;       /* White's squares at the position at hand */
} GrFilm;

/* Opens game i of a replay at its start; false if it has no film. */
bool gr_film_open(GrFilm *film, const GrReplayBlock *replay, uint32_t i, const GrRules *rules, GrReplayer *player,
                  uint32_t plies);

/* Reads on when all rows at hand were shown. 1, 0 if there is no further one, below 0 if there is something that a film
 * cannot have. */
int gr_film_read(GrFilm *film);

/* The next position, the first one after opening; as gr_film_read. *moved: have its pawns moved since the last one? */
static inline int gr_film_next(GrFilm *film, bool *moved) {
    int got = film->next < film->count ? 1 : gr_film_read(film);
    if (got <= 0)
        return got;
    const GrSketchRow *row = &film->sketch.row[film->next++];
    uint64_t pawns = 0;
    for (unsigned i = 0; i < film->frame.types; i++)
        pawns |= row->word[film->frame.type[i]];
    film->white = row->word[gr_sketch_side(GR_WHITE)];
    *moved = gr_frame_find(&film->frame, pawns, pawns & film->white);
    return 1;
}

#endif
