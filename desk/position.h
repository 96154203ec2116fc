/* What routes say of a position. Internal to desk/. */
#ifndef GR_DESK_POSITION_H
#define GR_DESK_POSITION_H

#include "desk/local.h"
#include "notation/write/position_json.h"

/* Makes a game of an object with "variant", "fen", "moves" and "move", and plays it to its end. False after refusing
 * the request. The game, which gr_game_init has made, is to be freed in any case. */
bool desk_read_line(DeskCall *call, uint32_t object, GrGame *game, GrPosition *pos);

/* judged.c: a member "judged" with what stored verdicts, or evaluations in the text, say of the main line, if they say
 * anything. */
void desk_put_judged(GrJson *json, GrDb *db, const GrGame *game);

#endif
