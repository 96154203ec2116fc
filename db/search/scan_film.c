/* Showing games as films, which takes a fifth of the time of playing them. */
#include "db/query/query_film.h"
#include "db/search/scan_local.h"

bool scan_film(Scanner *s, const GrScanGame *game, unsigned what, int *on) {
    const GrScan *scan = s->scan;
    if (!scan_start(s, game) || !gr_filmer_open(&s->filmer, scan_player(s), &s->pos))
        return false;
    for (uint32_t first = 0; first <= game->plies; first += GR_FILM_PLIES) {
        uint32_t left = game->plies - first, plies = left < GR_FILM_PLIES ? left : GR_FILM_PLIES;
        uint32_t count = left < GR_FILM_PLIES ? plies + 1 : plies;
        if (!gr_filmer_next(&s->filmer, scan_player(s), plies, what))
            return false;
        GrFilm film = {&s->pos, s->filmer.row, s->filmer.played, first, count, s->pos.turn,
                       (uint16_t)(s->pos.number + first / 2)};
        if (!scan->film(scan->context, &film))
            break;
    }
    *on = scan_end(s, game, 1);
    return true;
}
