/* The sentence about a move that cannot be played. */
#include "notation/move/diagnose.h"

#include <ctype.h>
#include <string.h>

#include "notation/move/explain_relative.h"
#include "notation/move/long.h"
#include "notation/move/san.h"
#include "notation/move/suggest.h"
#include "notation/move/typed.h"
#include "notation/text/blanks.h"

enum { QUOTED = 60 };

/* The text in quotes, its blanks made single, cut where it is long. */
static void quote(GrBuffer *out, const char *text, size_t len) {
    gr_buffer_putc(out, '\'');
    size_t put = 0;
    for (size_t i = 0; i < len && put < QUOTED; put++) {
        size_t blanks = gr_blanks(text + i);
        if (blanks) {
            gr_buffer_putc(out, ' ');
            i += blanks;
        } else {
            gr_buffer_putc(out, text[i++]);
        }
    }
    gr_buffer_puts(out, put == QUOTED ? "...'" : "'");
}

/* The first thing in the text that looks like a square and is none of this board. */
static size_t odd_square(const GrLexicon *lexicon, const char *text, size_t len, size_t *at) {
    int sq;
    for (size_t i = 0; i + 1 < len; i++) {
        if (text[i] < 'a' || text[i] > 'z' || !isdigit((unsigned char)text[i + 1]))
            continue;
        size_t digits = strspn(text + i + 1, "0123456789");
        if (!gr_lexicon_square(lexicon, text + i, &sq)) {
            *at = i;
            return digits + 1;
        }
        i += digits;
    }
    return 0;
}

/* `Hd1=N`, `Hd1N`. */
static bool names_promoted_hole(const char *text, size_t len) {
    return text[0] == 'H' && (memchr(text, '=', len) || (len > 3 && isupper((unsigned char)text[len - 1])));
}

/* A letter for a piece that the variant does not have; H is the hole that a spell moves. */
static bool names_no_piece(const GrLexicon *lexicon, char letter) {
    return isupper((unsigned char)letter) && !lexicon->type[(unsigned char)letter] &&
           !(letter == 'H' && lexicon->spells);
}

/* Why a text that looks like a move is none of this variant. */
static void explain_text(const GrLexicon *lexicon, const char *text, size_t len, GrBuffer *out) {
    const GrVariant *v = lexicon->variant;
    size_t at = 0, used = odd_square(lexicon, text, len, &at);
    char last[4];
    gr_square_name(v, gr_squares(v) - 1, last);
    if (used) {
        gr_buffer_printf(out, "there is no square %.*s in %s, whose board ends at %s",
                         used > 8 ? 8 : (int)used, text + at, v->title, last);
    } else if (lexicon->spells && names_promoted_hole(text, len)) {
        gr_buffer_puts(out, "a hole becomes nothing else");
    } else if (names_no_piece(lexicon, text[0])) {
        size_t word = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
        if (word < 3 || isdigit((unsigned char)text[word]))
            word = 1; /* a letter, and perhaps files */
        gr_buffer_printf(out, "%s has no piece %.*s", v->title, word > 20 ? 20 : (int)word, text);
    } else {
        gr_buffer_puts(out, "this is not how a move is written");
    }
}

static void suggest(const GrPosition *pos, const GrSyntax *syntax, const char *text, size_t len,
                    GrBuffer *out) {
    GrMove near[GR_SUGGESTIONS];
    size_t n = gr_suggest(pos, syntax, text, len, near, GR_SUGGESTIONS);
    for (size_t i = 0; i < n; i++) {
        char name[GR_LONG_SIZE], san[GR_SAN_SIZE];
        gr_buffer_puts(out, i == 0 ? "; did you mean " : i + 1 < n ? ", " : " or ");
        if (syntax && syntax->named)
            gr_long_write(pos, near[i], name);
        gr_san_write(pos, near[i], san);
        gr_buffer_puts(out, syntax && syntax->named ? name : san);
    }
    gr_buffer_puts(out, n ? "?" : "");
}

void gr_diagnose(const GrLexicon *lexicon, const GrPosition *pos, const GrSyntax *syntax,
                 const char *text, size_t len, GrBuffer *out) {
    quote(out, text, len);
    gr_buffer_puts(out, " cannot be played: ");
    if (out->failed)
        return;
    bool open = false; /* the reason names moves that were meant, as several that fit */
    if (syntax) {
        Explain e = {lexicon, lexicon->variant, pos, syntax, out, pos->turn};
        bool relative = syntax->form == GR_FORM_RELATIVE;
        open = relative || explain_is_open(&e);
        if (relative)
            explain_relative(&e);
        else
            explain_move(&e);
    } else {
        explain_text(lexicon, text, len, out);
    }
    if (!open)
        suggest(pos, syntax, text, len, out);
}

void gr_diagnose_typed(const GrPosition *pos, const char *text, GrBuffer *out) {
    GrLexicon lexicon;
    GrSyntax syntax;
    gr_lexicon_init(&lexicon, pos->rules);
    size_t used = gr_typed_read(&lexicon, pos, text, &syntax);
    gr_diagnose(&lexicon, pos, used && !text[used] ? &syntax : NULL, text, strlen(text), out);
}
