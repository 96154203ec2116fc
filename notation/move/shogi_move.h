/* Moves of Shogi as its players write them. Internal to notation/.
 *
 * Squares have files by numbers from the right and ranks by letters or numbers from the top: `7f`, `76`. Programs write
 * both of them, `7g7f`, `8h2b+`, `P*5e` (USI); people the piece and where it goes, `P-7f`, `Bx2b+`, `N-5g=`, `G6i-7h`,
 * `G*5b`; a '+' behind it is no check, but a promotion, and a '=' is none. Japanese words name the
 * piece, and of several that could go there the one that is left, right, or the like: `☗７六歩`, `５八金右`, `２二角成`.
 */
#ifndef GR_NOTATION_SHOGI_MOVE_H
#define GR_NOTATION_SHOGI_MOVE_H

#include "notation/move/shogi_words.h"
#include "notation/move/syntax.h"

/* A move at the start of a text, as programs or people write it in letters; returns the characters used, 0 if there is
 * none. */
size_t gr_shogi_read(const GrLexicon *lexicon, const char *text, GrSyntax *syntax);

/* The same in Japanese, with lexicon->same for 同; where it comes from is found in the position, if one piece only is
 * meant. A mark of a side may stand before it. */
size_t gr_shogi_read_words(const GrLexicon *lexicon, const GrPosition *pos, const char *text, GrSyntax *syntax);

/* ---- the words of a move ---- */

/* Words for where a piece comes from, and whether it is promoted; bits. */
enum {
    GR_SHOGI_LEFT = 1, GR_SHOGI_RIGHT = 2, GR_SHOGI_STRAIGHT = 4, GR_SHOGI_UP = 8, GR_SHOGI_SIDEWAYS = 16,
    GR_SHOGI_DOWN = 32, GR_SHOGI_DROP = 64, GR_SHOGI_PROMOTES = 128, GR_SHOGI_STAYS = 256
};

typedef struct GrShogiMove {
    int to, from;   /* -1: none */
    const GrShogiPiece *piece;
    unsigned words; /* bits */
} GrShogiMove;

/* Reads a move in Japanese; `same` is the square that 同 stands for, -1 if none is known. Returns the end of the move,
 * NULL if there is none at p. */
const char *gr_shogi_words(const GrVariant *v, const char *p, int same, GrShogiMove *read);

/* Fills in where the piece comes from; *drop: from the hand. False if more than one may be meant, or none can. */
bool gr_shogi_origin(const GrPosition *pos, GrShogiMove *read, bool *drop);

/* The length of a mark of a side at p, 0 if there is none; and past blanks, also those of Japanese texts. */
size_t gr_shogi_mark(const char *p);
const char *gr_shogi_blanks(const char *p);

#endif
