/* The text of games that programs for all kinds of games have saved: what of it is no PGN becomes PGN. Internal to
 * notation/reader.
 *
 * Zillions of Games:                Game Courier:
 *   RulesFile=Chess.zrf               1. P e2-e4
 *   VariantName=Chess                 1... p d7-d5
 *   1. Pawn e2 - e4                   2. P e4-d5 // takes
 *   1. Pawn d7 - d5                   2... n g8-f6
 *   2. Pawn e4 x d5                   3. P*d3
 */
#ifndef GR_NOTATION_READER_SAVED_TEXT_H
#define GR_NOTATION_READER_SAVED_TEXT_H

#include "notation/buffer.h"
#include "notation/reader/saved.h"

/* What the text looks like by its beginning. */
SavedKind saved_kind(const char *text, const char *end);

/* Appends the text in such a form that a reader of PGN knows what is meant. Lines and columns stay what they are: the
 * name of the rules becomes a tag; of a move that is written in several steps what its first step and the rules say
 * anyway becomes blank, the rook's step of a castling and the square of a piece that was promoted; drops get an `@`. In
 * Game Courier's logs letters of Black's pieces become capitals, and what stands behind `//` a comment. */
void saved_mask(GrBuffer *out, const char *text, size_t len, SavedKind kind);

#endif
