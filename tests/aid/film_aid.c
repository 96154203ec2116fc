/* Games shown to matchers as films. */
#include "tests/aid/film_aid.h"

#include "db/query/run/matcher.h"

/* A game, and the film that is made of it. */
typedef struct Maker {
    const GrGame *game;
    uint32_t node;
    GrPosition pos;
    GrFilmRow row[GR_FILM_PLIES];
    GrFilmMove move[GR_FILM_PLIES + 1];
    GrFilm film;
} Maker;

/* Films the next positions; false if they are the last ones. */
static bool make_film(Maker *made) {
    GrFilm *film = &made->film;
    film->first += film->count;
    film->turn = made->pos.turn;
    film->number = made->pos.number;
    made->move[0] = made->move[film->count];
    for (film->count = 0; film->count < GR_FILM_PLIES;) {
        uint32_t next = made->game->nodes[made->node].next;
        GrMove move = next ? made->game->nodes[next].move : (GrMove)GR_NO_MOVE;
        made->row[film->count] = query_film_row(&made->pos);
        made->move[++film->count] = query_film_move(&made->pos, move);
        if (!next)
            return false;
        gr_play(&made->pos, move);
        made->node = next;
    }
    return true;
}

int64_t film_match(GrMatcher *matcher, const GrGame *game, const GrHit **hits, size_t *count) {
    Maker made = {.game = game, .pos = game->start};
    int begun = gr_matcher_begin(matcher, game);
    made.move[0] = query_film_move(&made.pos, GR_NO_MOVE);
    made.film = (GrFilm){.start = &game->start, .row = made.row, .move = made.move};
    for (bool on = begun > 0; on;) {
        on = make_film(&made);
        on &= gr_matcher_film(matcher, &made.film);
    }
    gr_matcher_end(matcher, hits, count);
    return begun < 0 ? begun : (int64_t)made.film.first + made.film.count;
}
