/* Asking a plan about many positions of a game at once. Internal to db/.
 *
 * Positions are not shown one by one but as a reel, in which they stand one after the other as sets of squares alone,
 * with the moves between them; and what is asked is found for four of them at a time.
 */
#ifndef GR_DB_QUERY_REEL_H
#define GR_DB_QUERY_REEL_H

#include "db/codec/sketch.h"
#include "db/query/query_match.h"

enum { GR_REEL_PLIES = 64 };

typedef struct GrReel {
    const GrSketchRow *row; /* the positions, for which there is room up to the next multiple of four, */
    const GrSketchMove *move; /* and the moves that led to them; as far as the plan wants these */
    uint32_t first;         /* ply of the first of them, a multiple of GR_REEL_PLIES */
    uint32_t count;         /* at most GR_REEL_PLIES */
    int turn;               /* whose turn it is in the first one, */
    uint16_t number;        /* and the number of the move that is played there */
} GrReel;

/* What has to be filmed of games for a matcher: GR_FILM_ROWS, GR_FILM_MOVES; 0: films are not enough. */
unsigned gr_matcher_films(const GrMatcher *matcher);

/* The next positions of a game that was begun, in place of gr_matcher_ply. */
void gr_matcher_reel(GrMatcher *matcher, const GrReel *reel);

#endif
