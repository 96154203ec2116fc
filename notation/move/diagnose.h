/* Why a move cannot be played, and what could have been meant. */
#ifndef GR_NOTATION_DIAGNOSE_H
#define GR_NOTATION_DIAGNOSE_H

#include "notation/buffer.h"
#include "notation/move/syntax.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* Writes a sentence to out (which is not cleared) that quotes the text, says why the move is not
 * possible in the position, and names the legal moves nearest to it. `syntax` is what the text was
 * read as, NULL if it could not be read as a move of this variant at all. `out` may fail. */
void gr_diagnose(const GrLexicon *lexicon, const GrPosition *pos, const GrSyntax *syntax,
                 const char *text, size_t len, GrBuffer *out);

/* The same of a whole text that somebody typed, in any of the forms of moves. */
void gr_diagnose_typed(const GrPosition *pos, const char *text, GrBuffer *out);

GR_END_DECLS

#endif
