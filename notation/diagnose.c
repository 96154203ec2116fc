#include "notation/diagnose.h"
void gr_diagnose(const GrLexicon *lexicon, const GrPosition *pos, const GrSyntax *syntax,
                 const char *text, size_t len, GrBuffer *out) {
    (void)lexicon;(void)pos;(void)syntax;
    gr_buffer_printf(out, "'%.*s' cannot be played", len > 60 ? 60 : (int)len, text);
}
