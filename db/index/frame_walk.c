/* Going through the frames of a game by its film. */
#include "db/index/frame_walk.h"

bool gr_frame_walk_open(GrFrameWalk *walk, GrLineFilmer *filmer, const GrChunkGame *game, uint32_t plies) {
    if (!gr_move_film_open(filmer, &game->start, game->line.moves, game->line.len))
        return false;
    gr_frame_begin(&walk->frame, game->line.rules);
    walk->filmer = filmer;
    walk->plies = plies;
    walk->read = walk->next = walk->count = 0;
    return true;
}

/* Rows are the positions before each ply, and after the last one of the game that after it. */
int gr_frame_walk_read(GrFrameWalk *walk) {
    uint32_t left = walk->plies - walk->read, plies = left < GR_FILM_PLIES ? left : GR_FILM_PLIES;
    if (walk->count && walk->count != GR_FILM_PLIES)
        return 0;
    if (!gr_move_film_next(walk->filmer, plies, GR_FILM_ROWS))
        return -1;
    walk->read += plies;
    walk->next = 0;
    walk->count = plies < GR_FILM_PLIES ? plies + 1 : plies;
    return 1;
}
