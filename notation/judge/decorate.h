/* Writing a judgement into a game, as text files have it.
 *
 *   [%eval 0.34,12]  at the start of a move's comment, for a position that has a verdict, in
 *                    place of all that the comment had; none where the game is over
 *   $6 $2 $4         for a dubious move, a mistake, a blunder, unless the move has a NAG from
 *                    $1 to $6
 *   a variation      the best line, for a move with such a grade, last of its variations, unless
 *                    one of them begins with the same move
 *
 * Where no verdict is stored, the text stays as it is. Doing it again changes nothing.
 */
#ifndef GR_NOTATION_DECORATE_H
#define GR_NOTATION_DECORATE_H

#include "notation/judge/judgement.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Writes the judgement, which was made of this game, into it, and lets game->judgement point to it.
 * If it fails (memory), the game is to be thrown away. */
int gr_game_decorate(GrGame *game, const GrJudgement *judgement);

GR_END_DECLS

#endif
