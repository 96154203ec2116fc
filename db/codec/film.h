/* Films: of positions of a game only where pieces stand, and what the moves between them did. Internal to db/.
 *
 * Filming a line (db/codec/move_film.h) takes a fifth of the time of playing it.
 */
#ifndef GR_DB_FILM_H
#define GR_DB_FILM_H

#include <stdint.h>

#include "rules/position.h"

enum { GR_FILM_PLIES = 64, GR_FILM_TYPES = 6, GR_FILM_WORDS = 8 };

/* What stands where: Black's squares, those of the types from 1 on, White's. */
typedef struct GrFilmRow {
    uint64_t word[GR_FILM_WORDS];
} GrFilmRow;
static inline unsigned gr_film_side(int side) {
    return side == GR_WHITE ? GR_FILM_WORDS - 1 : 0;
}

/* What a move did. */
typedef struct GrFilmMove {
    GrMove move;    /* GR_NO_MOVE at the start */
    uint8_t piece;  /* codes of what moves, */
    uint8_t target; /* of what stands where it goes to, */
    uint8_t victim; /* and of what is taken, GR_EMPTY if nothing is, */
    uint8_t square; /* where; if nothing is, this says nothing */
} GrFilmMove;

/* What of a game is filmed: where pieces stand, what moves did; bits. */
enum { GR_FILM_ROWS = 1, GR_FILM_MOVES = 2 };

/* Has a row room for positions of the variant? */
bool gr_film_fits(const GrVariant *variant);

#endif
