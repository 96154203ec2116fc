/* Filming lines of the code of moves, as db/codec/film.h does those of today: where pieces stand in each position and
 * what moves did, without playing the game. Internal to db/.
 */
#ifndef GR_DB_CODEC_MOVE_FILM_H
#define GR_DB_CODEC_MOVE_FILM_H

#include "db/codec/film.h"
#include "db/codec/move_line.h"

/* Films a game. One that is all zero is ready to be opened. */
typedef struct GrLineFilmer {
    GrLineReader line; /* of which only the order, not its sets, and the bits are kept up to date */
    GrPosition ahead;  /* where reading is: its board and its turn */
    GrFilmRow row[GR_FILM_PLIES + 1];     /* as in GrFilmer */
    uint32_t rows;
    GrFilmMove played[GR_FILM_PLIES + 1];
} GrLineFilmer;

/* Begins a line; false if games of the variant are not played so that they can be filmed. */
bool gr_move_film_open(GrLineFilmer *filmer, const GrPosition *start, const uint8_t *bytes, size_t len);

/* Films the next plies, as gr_filmer_next. */
bool gr_move_film_next(GrLineFilmer *filmer, uint32_t plies, unsigned what);

#endif
