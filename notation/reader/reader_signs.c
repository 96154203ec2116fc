/* Reading movetext: the signs that are put behind moves. */
#include <ctype.h>
#include <string.h>

#include "notation/glyph.h"
#include "notation/reader/reader_local.h"

void reader_add_nag(Reader *r, unsigned nag) {
    uint32_t node = r->frame[r->depth].node;
    char nags[257] = "";
    if (!node || nag == 0 || nag > 255)
        return;
    const char *old = gr_game_string(r->game, r->game->nodes[node].nags);
    size_t len = strlen(old);
    if (len > 254 || strchr(old, (int)nag))
        return;
    memcpy(nags, old, len + 1);
    nags[len] = (char)nag;
    if (gr_game_add_text(r->game, nags, len + 1, &r->game->nodes[node].nags))
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
}

Step reader_glyph(Reader *r) {
    GrSyntax syntax;
    gr_syntax_clear(&syntax);
    r->p += gr_syntax_marks(r->p, &syntax);
    reader_add_nag(r, syntax.nag);
    return STEP_ON;
}

/* Is the letter N at p a Knight's, and not the sign of a novelty? It is if a square follows it, or a
 * number stands before it. */
static bool is_knight(const Reader *r, const char *p) {
    char separator = 0;
    if (*p != 'N' || !r->lexicon.type[(unsigned char)*p])
        return false;
    const char *q = p + 1 + gr_blanks(p + 1);
    size_t sign = gr_syntax_separator(q, &separator);
    q += sign + gr_blanks(q + sign);
    bool file = r->lexicon.file[(unsigned char)*q] != 0;
    return (file && (q[1] == 'x' || !isalpha((unsigned char)q[1]) ||
                     (r->lexicon.file[(unsigned char)q[1]] && isdigit((unsigned char)q[2])))) ||
           (unsigned char)p[1] == 0xEF || (p[1] == ';' && p[2] > ' ') || reader_follows_number(r, p);
}

/* A sign such as `+-`; false if there is none. */
bool reader_sign(Reader *r) {
    unsigned nag;
    size_t len = r->frame[r->depth].node && !is_knight(r, r->p) ? gr_glyph_read(r->p, &nag) : 0;
    if (len) {
        reader_add_nag(r, nag);
        r->p += len;
    }
    return len > 0;
}

Step reader_nag(Reader *r) {
    unsigned nag = 0;
    const char *p = r->p + 1;
    for (; *p >= '0' && *p <= '9' && nag < 1000; p++)
        nag = nag * 10 + (unsigned)(*p - '0');
    if (nag > 255 || p == r->p + 1) {
        reader_diagnose(r, GR_WARNING, r->p, 0,
                        "a NAG is a number from 0 to 255; this is kept as a comment");
        reader_add_comment(r, r->p, (size_t)(p - r->p));
    }
    reader_add_nag(r, nag);
    r->p = p;
    return STEP_ON;
}

/* Words and signs that belong to the move before them, such as `ch`, `e.p.` and `+`; false if there
 * are none. */
bool reader_mark_words(Reader *r) {
    GrSyntax syntax;
    const char *at = r->p;
    if (!strchr("cme+#", *at) || !r->frame[r->depth].node || r->lost ||
        (strchr("+#", *at) && !gr_syntax_lone_mark(at)))
        return false;
    gr_syntax_clear(&syntax);
    size_t len = gr_syntax_marks(at, &syntax);
    if (!len)
        return false;
    reader_check_marks(r, &syntax, 0, at);
    reader_add_nag(r, syntax.nag);
    r->p += len;
    return true;
}

