/* Walls in the texts of moves: `e4,d6` with Fairy-Stockfish and pychess, `e2e4,e4d6` in UCI; texts also have `e4@d6`,
 * `e4 @d6`, `e4,@d6`, and with a duck `e4 Θd6` or, from square to square, `e4 Θc7-d6`. Internal to notation/. */
#ifndef GR_NOTATION_WALLS_H
#define GR_NOTATION_WALLS_H

#include "notation/move/syntax.h"

/* Reads the wall behind a move whose squares `syntax` has. Returns the characters used, 0 if there is none, or none of
 * this board. */
size_t gr_wall_read(const GrLexicon *lexicon, const char *text, GrSyntax *syntax);

/* In UCI: finds the comma, and reads what stands behind it after the square `to`. Returns the length of the text before
 * the comma, all of it where there is none; *wall is GR_NO_SQUARE then, or where it is badly written. */
size_t gr_wall_of_uci(const GrVariant *variant, const char *text, int to, int *wall);

/* Writes `,d6`, or in UCI `,e4d6`, where the move has a wall; returns the end. */
char *gr_wall_put(const GrVariant *variant, GrMove move, char *out);
char *gr_wall_put_uci(const GrVariant *variant, GrMove move, int to, char *out);

/* A wall without a move, which in UCI is a move of the side's first piece from its square to itself, with that wall:
 * `a1a1,a1e4`. The second reads what stands behind the two squares; 0 or GR_ERR_SYNTAX. */
char *gr_wall_put_alone(const GrPosition *pos, GrMove move, char *out);
int gr_wall_of_uci_alone(const GrVariant *variant, const char *text, int to, GrPattern *want);

/* What walls are called: "duck", "arrow" or "wall". */
const char *gr_wall_name(const GrRules *rules);

#endif
