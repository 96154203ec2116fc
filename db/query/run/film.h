/* Asking a plan about many positions of a game at once. Internal to db/.
 *
 * Positions are not shown one by one but as a film: columns of where the pieces stand, as sets of squares, and of what
 * the moves between them did. A test says at which of these plies it holds; sets are found at four of them at a time.
 */
#ifndef GR_DB_QUERY_RUN_FILM_H
#define GR_DB_QUERY_RUN_FILM_H

#include "db/codec/film.h"
#include "db/query/run/match.h"

typedef struct GrFilm {
    const GrPosition *start; /* of the game */
    const GrFilmRow *row;    /* the positions, for which there is room up to the next multiple of four, */
    const GrFilmMove *move;  /* the moves that led to them, and the next one if there is one; as far as the plan wants
                                these */
    uint32_t first;         /* ply of the first of them, a multiple of GR_FILM_PLIES */
    uint32_t count;         /* at most GR_FILM_PLIES */
    int turn;               /* whose turn it is in the first one, */
    uint16_t number;        /* and the number of the move that is played there */
} GrFilm;

/* What has to be filmed of games for a matcher: GR_FILM_ROWS, GR_FILM_MOVES; 0: films are not enough. */
unsigned gr_matcher_columns(const GrMatcher *matcher);

/* The next positions of a game that was begun, in place of gr_matcher_ply. False if the rest of the game cannot matter
 * any more. */
bool gr_matcher_film(GrMatcher *matcher, const GrFilm *film);

#endif
