/* Games that are one board of two: Bughouse.
 *
 * A record of Bughouse is two games, one of each board, of which each says in its tags who plays on both. The tag Board
 * ends with A or B; MoveOrder has a letter for each move of the record, that of its board.
 */
#ifndef GR_NOTATION_BOARDS_H
#define GR_NOTATION_BOARDS_H

#include <stdbool.h>

#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Which board of its record the game is, 0 or 1; -1 if it is no game of Bughouse that says so. */
int gr_record_board(const GrGame *game);

/* Are they the boards of one record, A and B? What says so are the tags that both have from it. */
bool gr_is_one_record(const GrGame *a, const GrGame *b);

GR_END_DECLS

#endif
