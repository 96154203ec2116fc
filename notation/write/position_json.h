/* A position as JSON, for boards on which people move. */
#ifndef GR_NOTATION_POSITION_JSON_H
#define GR_NOTATION_POSITION_JSON_H

#include "notation/game.h"
#include "notation/json.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Writes members of an object:
 *   variant, fen, turn ("white"), check
 *   legal   the legal moves: {uci, san, squares, hand, kind, piece}. `squares` are those to click, in their order;
 *           `hand` is the letter of a piece that comes from the hand, `piece` that of a piece that a pawn becomes, or
 *           that is dropped or resurrected; null without one
 *   step    what the last move of the game has changed (gr_step_write), null without a move
 *   end     as gr_json_end
 *   key     the Zobrist key in hexadecimal
 * `pos` is the position at the end of the game's main line, whose last move is its last node. */
void gr_json_position(GrJson *json, const GrGame *game, const GrPosition *pos);

/* Member "end": {state, winner}, of which `state` is checkmate, stalemate, draw or won, and `winner` null for a draw;
 * null while the game is open. */
void gr_json_end(GrJson *json, const GrGame *game);

GR_END_DECLS

#endif
