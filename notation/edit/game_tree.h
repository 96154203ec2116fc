/* A whole game as a JSON object, and back: with all that PGN has of it, and for each move what is needed to show it.
 *
 *     {"variant": "chess", "tags": [{"name": "White", "value": "Ann"}], "result": "1-0", "start": FEN, "comment": "...",
 *      "line": [{"move": "e2e4", "san": "e4", "step": "e2e4!;3e3"}, {"move": "e7e5", "san": "e5", "step": "e7e5!",
 *      "glyphs": ["!"], "after": "the usual move", "variations": [[{"move": "c7c5", ...}]]}], "rest": "5. Kx9", "reason":
 *      "..."}
 *
 * Moves of a line are those of the operation "add" (edit.h), with "san" and "step" (gr_step_write). "comment" is what
 * stands before the first move; "rest" is text that could not be played, and "reason" why. What a game does not have is
 * left out; "variant" and "start" are null in a game without rules.
 */
#ifndef GR_NOTATION_GAME_TREE_H
#define GR_NOTATION_GAME_TREE_H

#include "notation/game.h"
#include "notation/json.h"
#include "notation/json_read.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Writes the members of the object, which the caller has opened. */
void gr_game_write_tree(const GrGame *game, GrJson *json);

/* Makes the game of an object of a tree; other members than those above are not looked at, nor are "san" and "step".
 * *game, which gr_game_init has made, is overwritten; after a failure it is empty. GR_ERR_SYNTAX for what is no game,
 * GR_ERR_NOT_FOUND for a variant that is none, GR_ERR_ILLEGAL for what the rules do not allow, GR_ERR_LIMIT beyond a
 * bound of the reader. */
int gr_game_read_tree(const GrJsonTree *tree, uint32_t object, const GrVariants *variants, GrGame *game,
                      GrError *error);

GR_END_DECLS

#endif
