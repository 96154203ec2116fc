/* Pieces from the hand that come where one was, in the texts of moves. */
#include "notation/move/gates.h"

#include <ctype.h>

#include "notation/text/blanks.h"

/* A letter or a name; the characters used. */
static size_t read_piece(const GrLexicon *lexicon, const char *text, int *type) {
    size_t used = gr_lexicon_name(lexicon, text, type);
    if (!used) {
        *type = lexicon->type[toupper((unsigned char)*text)];
        used = 1;
    }
    return *type > GR_KING ? used : 0;
}

size_t gr_gate_read(const GrLexicon *lexicon, const char *text, GrSyntax *syntax) {
    const char *p = text + gr_blanks(text), *q;
    int type, sq = GR_NO_SQUARE;
    if (!lexicon->variant->gates || *p != '/')
        return 0;
    p += 1 + gr_blanks(p + 1);
    size_t used = read_piece(lexicon, p, &type);
    if (!used)
        return 0;
    p += used;
    q = p + gr_blanks(p);
    bool at = *q == '@';
    q += at ? 1 + gr_blanks(q + 1) : 0;
    used = at || q == p ? gr_lexicon_any_square(lexicon, q, &sq) : 0; /* behind a blank alone it is the next move's */
    if (at && !used)
        return 0;
    p = used ? q + used : p;
    if (isalnum((unsigned char)*p))
        return 0;
    syntax->drop = (uint8_t)type;
    syntax->third = (uint8_t)(used ? sq : GR_NO_SQUARE);
    return (size_t)(p - text);
}

char *gr_gate_put(const GrVariant *variant, GrMove move, char *out) {
    if (!variant->gates || !gr_kind_does(gr_move_kind(move), GR_PUTS))
        return out;
    *out++ = '/';
    out += gr_piece_sign(variant, gr_move_piece(move), out);
    return gr_is_castling(move) ? out + gr_square_name(variant, gr_move_third(move), out) : out;
}
