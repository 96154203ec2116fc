/* Moves that are typed. */
#include "notation/move/typed.h"

#include "notation/move/long.h"
#include "notation/move/shogi_move.h"

size_t gr_typed_read(const GrLexicon *lexicon, const GrPosition *pos, const char *text, GrSyntax *syntax) {
    size_t used = gr_syntax_read(lexicon, text, syntax);
    if (!used)
        used = gr_long_read(lexicon, text, syntax);
    if (!used && lexicon->shogi)
        used = gr_shogi_read_words(lexicon, pos, text, syntax);
    return used;
}
