/* Films of games, for the index of positions. */
#include "db/index/film.h"

bool gr_film_open(GrFilm *film, const GrReplayBlock *replay, uint32_t i, const GrRules *rules, GrReplayer *player,
                  uint32_t plies) {
    GrPosition start;
    if (!gr_sketch_knows(gr_variant(rules)) || !gr_sketch_films(gr_variant(rules)) ||
        !gr_replay_block_start(replay, i, rules, &start, player) || !gr_sketch_open(&film->sketch, player, &start))
        return false;
    gr_frame_begin(&film->frame, rules);
    film->player = player;
    film->plies = plies;
    film->read = film->next = film->count = 0;
    return true;
}

/* Rows are the positions before each ply, and after the last one of the game that after it. */
int gr_film_read(GrFilm *film) {
    uint32_t left = film->plies - film->read, plies = left < GR_SKETCH_PLIES ? left : GR_SKETCH_PLIES;
    if (film->count && film->count != GR_SKETCH_PLIES)
        return 0;
    if (!gr_sketch_film(&film->sketch, film->player, plies, GR_FILM_ROWS))
        return -1;
    film->read += plies;
    film->next = 0;
    film->count = plies < GR_SKETCH_PLIES ? plies + 1 : plies;
    return 1;
}
