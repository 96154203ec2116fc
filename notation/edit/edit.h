/* Changing a game by operations: lines added, deleted and put in another place, comments, glyphs, arrows, marks,
 * clocks, tags, the result, the start position.
 *
 * Operations are a JSON array of objects, each with a member "op"; among them:
 *
 *     [{"op": "add", "at": 4, "line": "Bb5 a6"}, {"op": "comment", "at": "5.1.6", "after": "the usual move"}]
 *
 * "at" names a move by its path: its ply in the main line, then, for each variation on the way to it, a dot, which of
 * the variations in place of that ply it is, from 1, a dot and a ply in that. Plies count from the start of the game
 * in variations, too; 0 is the start itself.
 */
#ifndef GR_NOTATION_EDIT_H
#define GR_NOTATION_EDIT_H

#include "notation/buffer.h"
#include "notation/game.h"
#include "notation/json_read.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Does the operations one after the other, or none of them: where one cannot be done, the game stays as it is, and the
 * error says which and why. `undo` (NULL: not wanted) is cleared and gets the operations that take all of it back, in
 * the same form; the game that they give is written as the same text. Nodes of the game have other numbers
 * afterwards, and its judgement is dropped. GR_ERR_SYNTAX for what are no operations, GR_ERR_NOT_FOUND for a path that
 * leads to no move, GR_ERR_ILLEGAL for what the rules or the game do not allow, GR_ERR_LIMIT for variations that would
 * nest deeper than GR_READER_DEPTH. */
int gr_game_edit(GrGame *game, const char *operations, size_t len, GrBuffer *undo, GrError *error);

/* The same for operations that are a value of a tree. */
int gr_game_edit_tree(GrGame *game, const GrJsonTree *tree, uint32_t operations, GrBuffer *undo, GrError *error);

/* Adds what another game with the same start and rules has: variations, at the position where they depart from what is
 * there; glyphs; comments that are not there yet; and tags of which nothing is known here. What is there stays as it
 * is, and of a tag that both have, the value here. The judgement is dropped. GR_ERR_LIMIT, and nothing done, if
 * variations would nest deeper than GR_READER_DEPTH. */
int gr_game_unite(GrGame *game, const GrGame *other, GrError *error);

GR_END_DECLS

#endif
