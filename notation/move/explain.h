/* Why a move is not legal. Internal to notation/: diagnose.h is the door. */
#ifndef GR_NOTATION_EXPLAIN_H
#define GR_NOTATION_EXPLAIN_H

#include "notation/buffer.h"
#include "notation/move/syntax.h"

typedef struct Explain {
    const GrLexicon *lexicon;
    const GrVariant *v;
    const GrPosition *pos;
    const GrSyntax *syntax;
    GrBuffer *out;
    int side; /* to move */
} Explain;

/* Writes the reason, without a full stop. */
void explain_move(const Explain *e);

/* For castling, spells, teleports, placements. */
void explain_special(const Explain *e);

/* Would the royal piece of the side to move be attacked after `from` has gone to `to` (or, with
 * both GR_NO_SQUARE, is it now)? If so, says by what and returns true. */
bool explain_attacked(const Explain *e, int from, int to, const char *lead);

/* "White", "Black"; "White's Knight" of what stands on a square; "e4". */
const char *explain_side(int side);
void explain_put_square(const Explain *e, int sq);
void explain_put_owner(const Explain *e, int sq);

#endif
