/* Going through the frames of a game by its film. */
#include "db/index/frame_walk.h"

bool gr_frame_walk_open(GrFrameWalk *walk, const GrReplayBlock *replay, uint32_t i, const GrRules *rules,
                        GrReplayer *player, uint32_t plies) {
    GrPosition start;
    if (!gr_filmer_knows(gr_variant(rules)) || !gr_film_fits(gr_variant(rules)) ||
        !gr_replay_block_start(replay, i, rules, &start, player) || !gr_filmer_open(&walk->filmer, player, &start))
        return false;
    gr_frame_begin(&walk->frame, rules);
    walk->player = player;
    walk->plies = plies;
    walk->read = walk->next = walk->count = 0;
    return true;
}

/* Rows are the positions before each ply, and after the last one of the game that after it. */
int gr_frame_walk_read(GrFrameWalk *walk) {
    uint32_t left = walk->plies - walk->read, plies = left < GR_FILM_PLIES ? left : GR_FILM_PLIES;
    if (walk->count && walk->count != GR_FILM_PLIES)
        return 0;
    if (!gr_filmer_next(&walk->filmer, walk->player, plies, GR_FILM_ROWS))
        return -1;
    walk->read += plies;
    walk->next = 0;
    walk->count = plies < GR_FILM_PLIES ? plies + 1 : plies;
    return 1;
}
