/* The first positions of games, which many of them share: each is made once and kept, so that going through the moves
 * of a game's opening is to look up one position after the other. Internal to db/search.
 */
#ifndef GR_DB_BOOK_PLACES_H
#define GR_DB_BOOK_PLACES_H

#include "db/codec/chess_model.h"
#include "db/codec/codec.h"
#include "db/store/internal.h"

/* Kept with the database, for one thread. */
typedef struct GrBookPlaces {
    GrDbCache cache;
    GrPlace start;                /* that most games have of the rules that were asked for last; none yet: no rules */
    GrPlace *kept[GR_BOOK_NODES]; /* by node of chess's opening book; NULL: not made yet */
} GrBookPlaces;

/* Those of db; NULL when memory runs out. */
GrBookPlaces *gr_book_places_open(GrDb *db);

/* The place behind a move that was read at `at`, which is the start or came from here; it stays as long as the start
 * does. `node` is what gr_moves_read said. NULL if it is not kept: outside the book, or without memory. */
const GrPlace *gr_book_places_go(GrBookPlaces *places, const GrMoveReader *moves, const GrPlace *at, GrMove move,
                              unsigned node);

#endif
