/* Reading movetext: the signs that are put behind moves. */
#include <ctype.h>
#include <string.h>

#include "notation/glyph.h"
#include "notation/reader/moves.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

void reader_add_nag(Moves *m, unsigned nag) {
    const Frame *f = &m->frame[m->depth];
    uint32_t node = f->node;
    char nags[257] = "";
    if (!node || nag == 0 || nag > 255)
        return;
    const char *old = gr_game_string(m->out->game, m->out->game->nodes[node].nags);
    size_t len = strlen(old);
    if (strchr(old, (int)nag)) {
        reader_diagnose(m->out, GR_NOTE, m->lines->p, f->ply, "the glyph $%u stands behind the move already", nag);
        return;
    }
    memcpy(nags, old, len + 1);
    nags[len] = (char)nag;
    if (gr_game_add_text(m->out->game, nags, len + 1, &m->out->game->nodes[node].nags))
        reader_no_memory(m->out);
}

/* A sign right behind the rank 1 may stand for the second digit of a square on a board of ten ranks or more: `g12g1N`
 * for g12g10. It does if that would be a move, too. */
static void doubt_digit(Moves *m, const char *p) {
    const GrVariant *v = gr_variant(m->lexicon.rules);
    const Frame *f = &m->frame[m->depth];
    GrPattern want = {.kinds = 1u << GR_NORMAL, .piece = -1, .third = -1};
    GrMove other, move = f->node ? m->out->game->nodes[f->node].move : GR_NO_MOVE;
    if (v->ranks < 10 || move == GR_NO_MOVE || m->lost || p == m->lines->line || p[-1] != '1' ||
        gr_move_kind(move) != GR_NORMAL || gr_move_to(move) >= v->files)
        return;
    want.from = gr_set_of(gr_move_from(move));
    for (int rank = 9; rank < v->ranks; rank++)
        want.to |= gr_set_of(gr_square(v, gr_move_to(move), rank));
    if (gr_match(reader_position_before(m), &want, &other, 1) > 0)
        reader_diagnose(m->out, GR_NOTE, p, f->ply,
                        "what stands behind the move is taken for a remark, not for a digit");
}

void reader_doubt_apart(Moves *m, size_t len) {
    const char *p = m->lines->p, *square = p + 2;
    if (len < 5 || !m->lexicon.type[(unsigned char)*p] || !isupper((unsigned char)*p) ||
        !islower((unsigned char)p[1]) || !m->lexicon.file[(unsigned char)p[1]])
        return;
    square += gr_blanks(square);
    if (square > p + 2 && m->lexicon.file[(unsigned char)*square] && isdigit((unsigned char)square[1]))
        reader_diagnose(m->out, GR_NOTE, p, m->frame[m->depth].ply,
                        "'%.*s' is read as one move, but may be what is left of two", (int)len, p);
}

/* A NAG before a move, which is the next one. */
static void hold_nag(Moves *m, unsigned nag) {
    size_t len = strlen(m->held);
    if (!nag || nag > 255 || strchr(m->held, (int)nag))
        return;
    m->held[len] = (char)nag;
    m->held[len + 1] = 0;
}

/* Does the sign at p stand before a move: before the first of a line, or behind a number? */
static bool stands_before(const Moves *m) {
    return !m->frame[m->depth].node || reader_follows_number(m->lines->line, m->lines->p);
}

void reader_place_held(Moves *m) {
    for (const char *nag = m->held; *nag; nag++)
        reader_add_nag(m, (unsigned char)*nag);
    *m->held = 0;
}

/* A sign of that length at p. */
static void take_sign(Moves *m, unsigned nag, size_t len) {
    const Frame *f = &m->frame[m->depth];
    const char *p = m->lines->p;
    if (!stands_before(m)) {
        reader_add_nag(m, nag);
        return;
    }
    if (!f->node && !m->depth && !reader_follows_number(m->lines->line, p))
        reader_diagnose(m->out, GR_NOTE, p, 1, "a glyph before the first move, which is kept behind it");
    if (!f->node)
        reader_add_lead(m, p, len);
    hold_nag(m, nag);
}

void reader_add_number(Moves *m, unsigned nag, size_t len) {
    doubt_digit(m, m->lines->p);
    if (!nag)
        reader_diagnose(m->out, GR_NOTE, m->lines->p, 0, "$0 says nothing; it is left out");
    take_sign(m, nag, len);
}

void reader_add_glyph(Moves *m, unsigned nag, const char *end) {
    if (end - m->lines->line >= 2 && strchr("!?", end[-1]) && !strchr("!?", end[-2])) /* a single one */
        doubt_digit(m, end - 1);
    reader_add_nag(m, nag);
}

void reader_glyph(Moves *m) {
    GrSyntax syntax;
    gr_syntax_clear(&syntax);
    size_t len = gr_syntax_marks(m->lines->p, &syntax);
    if (stands_before(m))
        take_sign(m, syntax.nag, len);
    else
        reader_add_glyph(m, syntax.nag, m->lines->p + len);
    m->lines->p += len;
}

/* Is the letter N at p a Knight's, and not the sign of a novelty? It is if a square or a drop's sign follows it, or a
 * number stands before it. */
static bool is_knight(const Moves *m, const char *p) {
    char separator = 0;
    if (*p != 'N' || !m->lexicon.type[(unsigned char)*p])
        return false;
    const char *q = p + 1 + gr_blanks(p + 1);
    size_t sign = gr_syntax_separator(q, &separator);
    q += sign + gr_blanks(q + sign);
    bool file = m->lexicon.file[(unsigned char)*q] != 0;
    return (file && (q[1] == 'x' || !isalpha((unsigned char)q[1]) ||
                     (m->lexicon.file[(unsigned char)q[1]] && isdigit((unsigned char)q[2])))) ||
           p[1 + gr_blanks(p + 1)] == '@' || (unsigned char)p[1] == 0xEF || (p[1] == ';' && p[2] > ' ') ||
           reader_follows_number(m->lines->line, p);
}

/* `= Queen` behind a move that has made the pawn a piece already: `g7 x fN = Queen` is read as gxf8N. */
static void doubt_promotion(Moves *m, const char *p) {
    const Frame *f = &m->frame[m->depth];
    const char *q = p + 1 + gr_blanks(p + 1);
    int type;
    GrMove move = f->node ? m->out->game->nodes[f->node].move : GR_NO_MOVE;
    bool letter = m->lexicon.type[(unsigned char)*q] && !isalnum((unsigned char)q[1]);
    if (*p == '=' && move != GR_NO_MOVE && gr_move_kind(move) == GR_NORMAL && gr_move_piece(move) &&
        (letter || gr_lexicon_name(&m->lexicon, q, &type)))
        reader_diagnose(m->out, GR_NOTE, p, f->ply,
                        "the move says already what the pawn becomes: this is taken for a remark");
}

/* A sign such as `+-`; false if there is none. */
bool reader_sign(Moves *m) {
    unsigned nag;
    const char *p = m->lines->p;
    size_t len = m->frame[m->depth].node && !is_knight(m, p) ? gr_glyph_read(p, &nag) : 0;
    doubt_promotion(m, p);
    if (len) {
        doubt_digit(m, p);
        reader_add_nag(m, nag);
        m->lines->p += len;
    }
    return len > 0;
}

/* Words and signs that belong to the move before them, such as `ch`, `e.p.` and `+`; false if there
 * are none. */
bool reader_mark_words(Moves *m) {
    GrSyntax syntax;
    const char *at = m->lines->p;
    if (!strchr("cme+#", *at) || !m->frame[m->depth].node || m->lost ||
        (strchr("+#", *at) && !gr_syntax_lone_mark(at)))
        return false;
    gr_syntax_clear(&syntax);
    size_t len = gr_syntax_marks(at, &syntax);
    if (!len)
        return false;
    reader_check_marks(m, &syntax, 0, at);
    reader_add_nag(m, syntax.nag);
    m->lines->p += len;
    return true;
}

bool reader_lacks_file(const Moves *m) {
    const GrVariant *v = gr_variant(m->lexicon.rules);
    const char *p = m->lines->p + 1;
    GrPattern want = {.kinds = 1u << GR_NORMAL, .piece = -1, .third = -1};
    GrMove move;
    int to, rank = 0;
    for (; isdigit((unsigned char)*p) && rank <= v->ranks; p++)
        rank = 10 * rank + *p - '0';
    p += *p == '-' || *p == 'x';
    if (m->lost || !rank || rank > v->ranks || !gr_square_read(v, p, &to))
        return false;
    for (int file = 0; file < v->files; file++)
        want.from |= gr_set_of(gr_square(v, file, rank - 1));
    want.to = gr_set_of(to);
    return gr_match(&m->frame[m->depth].now, &want, &move, 1) > 0;
}
