/* Draws that a player could have claimed: the third occurrence of a position, and fifty moves by
 * each side without a capture or a pawn move. */
#ifndef GR_NOTATION_CLAIMS_H
#define GR_NOTATION_CLAIMS_H

#include "notation/game.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Plays the main line and adds a note for the first ply at which a position has occurred three
 * times, and one for the first at which fifty moves are complete, to the game's diagnostics. Adds
 * nothing to a game without rules or of a variant without such draws (see GrVariant.fifty), nor where
 * the ply is the mate or stalemate that ends the game. */
int gr_note_claims(GrGame *game);

GR_END_DECLS

#endif
