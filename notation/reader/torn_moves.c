/* Moves that are torn in two, or have run into what stands behind them. */
#include "notation/reader/torn_moves.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "notation/move/resolve.h"
#include "notation/move/san.h"
#include "notation/reader/parts.h"
#include "notation/reader/played_move.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

/* No move is longer, torn or not. */
enum { LONGEST = 24 };

/* The one legal move that all of the text is; false if there is none. */
static bool read_whole(const GrReader *r, const GrPosition *pos, const char *text, GrMove *move) {
    const GrLexicon *lexicon = &r->moves.lexicon;
    GrSyntax syntax;
    size_t len = reader_move(lexicon, text, &syntax);
    return len && !text[len] && gr_resolve(lexicon, pos, &syntax, move, NULL) == 1;
}

/* Plays the move that was read from the text up to `end`. */
static void play_torn(GrReader *r, GrMove move, const char *end) {
    Moves *m = &r->moves;
    Lines *l = &r->lines;
    char san[GR_SAN_SIZE];
    size_t len = strcspn(l->p, " \t\n");
    gr_san_write(&m->frame[m->depth].now, move, san);
    reader_diagnose(&r->out, GR_WARNING, l->p, m->frame[m->depth].ply + 1, "'%.*s' is read as %s",
                    (int)(len < LONGEST ? len : LONGEST), l->p, san);
    if (reader_add_move(r, move, l->p))
        reader_go_to(l, end);
}

/* Past blanks, and one line end. */
static const char *next_text(const GrReader *r, const char *p) {
    p += gr_blanks(p);
    return *p == '\n' ? p + 1 + reader_margin(&r->lines, p + 1) : p;
}

/* ---- castling ---- */

/* Past the last sign of castling at p, with what may stand before it; NULL if it is none. */
static const char *castling_sign(const char *p) {
    p += strspn(p, "-.,") < 2 ? strspn(p, "-.,") : 0;
    return *p && strchr("0Oo", *p) && !isalnum((unsigned char)p[1]) && !strchr("-/:", p[1]) ? p + 1 : NULL;
}

static bool castles_long(const GrReader *r, const GrPosition *pos, GrMove *move) {
    return read_whole(r, pos, "O-O-O", move);
}

/* Takes back the last move; false if it is the first of a variation. */
static bool undo(GrReader *r) {
    Moves *m = &r->moves;
    Frame *f = &m->frame[m->depth];
    GrGame *game = r->out.game;
    uint32_t first = m->depth ? m->frame[m->depth - 1].last_alternative : game->nodes[0].next, node = first;
    if (f->node == first && m->depth)
        return false;
    f->now = *reader_position_before(m);
    while (node != f->node && game->nodes[node].next != f->node)
        node = game->nodes[node].next;
    node = f->node == first ? 0 : node;
    game->nodes[node].next = 0;
    f->node = node;
    f->ply--;
    f->before = m->depth ? m->frame[m->depth - 1].before : game->start;
    f->before_node = first;
    game->node_count--;
    return true;
}

/* Where the castling begins that ends before p, NULL if it stands on another line. */
static const char *castling_before(const GrReader *r, const char *p) {
    const char *line = r->lines.line;
    while (p > line && strchr(" \t", p[-1]))
        p--;
    if (p == line)
        return NULL;
    while (p > line && strchr("0Oo-", p[-1]))
        p--;
    return p;
}

/* Was the last move castling on the short wing, without anything behind it yet? */
static bool has_castled(GrReader *r) {
    Moves *m = &r->moves;
    const Frame *f = &m->frame[m->depth];
    const GrNode *node = &r->out.game->nodes[f->node];
    char san[GR_SAN_SIZE];
    if (!f->node || m->lost || r->transcript.script || node->comment || node->nags ||
        gr_kind(gr_move_kind(node->move))->form != GR_FORM_CASTLE)
        return false;
    gr_san_write(reader_position_before(m), node->move, san);
    return !strncmp(san, "O-O", 3) && san[3] != '-' && san[3] != '(';
}

bool reader_doubt_castling(GrReader *r) {
    Moves *m = &r->moves;
    Lines *l = &r->lines;
    GrMove move;
    if (!castling_sign(l->p) || !has_castled(r) || !castles_long(r, reader_position_before(m), &move))
        return false;
    GrNode node = r->out.game->nodes[m->frame[m->depth].node];
    const char *from = castling_before(r, l->p);
    if (node.line + !from != l->number || !undo(r))
        return false;
    reader_give_up_at(m, node.line, node.column, from ? from : l->p, 0,
                      "it is not clear whether O-O or O-O-O is meant");
    if (!from)
        gr_buffer_puts(&l->captured.text, "O-O ");
    if (l->captured.text.failed)
        reader_no_memory(&r->out);
    return true;
}

/* Castling that could not be played, but could with the sign behind it. */
static bool take_castling(GrReader *r, size_t len) {
    const Lines *l = &r->lines;
    const char *end = castling_sign(next_text(r, l->p + len));
    GrMove move;
    if (!end || !castles_long(r, &r->moves.frame[r->moves.depth].now, &move))
        return false;
    play_torn(r, move, end);
    return true;
}

void reader_check_castling(GrReader *r, const GrSyntax *syntax, size_t len) {
    const char *p = r->lines.p, *end = p + len;
    const char *gap = p + 1;
    size_t first = strspn(gap, " \t-");
    bool odd = first && !memchr(gap, '-', first);
    for (gap += first + 1; gap < end && strchr(" \t-", *gap);) {
        size_t next = strspn(gap, " \t-");
        if (gap + next >= end || !strchr("0Oo", gap[next]))
            break;
        odd |= next != first || memcmp(gap, p + 1, first);
        gap += next + 1;
    }
    if (odd)
        reader_diagnose(&r->out, GR_WARNING, p, r->moves.frame[r->moves.depth].ply, "'%.*s' is read as %s",
                        len > LONGEST ? LONGEST : (int)len, p, syntax->wing == 's' ? "O-O" : "O-O-O");
}

/* ---- other moves ---- */

/* A word that ends with `=` at the end of its line, and goes on in the next one. */
static bool take_soft_break(GrReader *r) {
    const Lines *l = &r->lines;
    char text[2 * LONGEST + 1];
    size_t len = reader_word(l->p);
    if (len < 2 || len > LONGEST || l->p[len - 1] != '=' || l->p[len] != '\n')
        return false;
    const char *next = l->p + len + 1;
    size_t more = reader_word(next);
    GrMove move;
    if (!more || more > LONGEST)
        return false;
    memcpy(text, l->p, len - 1);
    memcpy(text + len - 1, next, more);
    text[len - 1 + more] = 0;
    if (!read_whole(r, &r->moves.frame[r->moves.depth].now, text, &move))
        return false;
    play_torn(r, move, next + more);
    return true;
}

/* A move that the result touches. */
static bool take_with_result(GrReader *r) {
    const Lines *l = &r->lines;
    char text[LONGEST + 1];
    size_t len = reader_word(l->p);
    GrResult result;
    GrMove move;
    for (size_t part = 2; part < len && part <= LONGEST; part++) {
        if (!strchr("01*", l->p[part]) || reader_result(l->p + part, &result) != len - part)
            continue;
        memcpy(text, l->p, part);
        text[part] = 0;
        if (!read_whole(r, &r->moves.frame[r->moves.depth].now, text, &move))
            continue;
        play_torn(r, move, l->p + part);
        return true;
    }
    return false;
}

bool reader_take_torn(GrReader *r, const GrSyntax *syntax, size_t len) {
    if (r->moves.lost || r->transcript.script || !r->lines.whole)
        return false;
    reader_see_further(&r->lines, LONGEST);
    if (syntax && syntax->form == GR_FORM_CASTLE && take_castling(r, len))
        return true;
    return take_soft_break(r) || take_with_result(r);
}

/* ---- a letter apart ---- */

bool reader_doubt_knight(GrReader *r) {
    Moves *m = &r->moves;
    Lines *l = &r->lines;
    const Frame *f = &m->frame[m->depth];
    char text[LONGEST + 1] = "N", why[96];
    GrMove with, without;
    if (*l->p != 'N' || isalnum((unsigned char)l->p[1]) || !f->node || m->lost || m->apart || r->transcript.script ||
        !m->lexicon.type['N'] || reader_follows_number(l->line, l->p))
        return false;
    reader_see_further(l, LONGEST);
    size_t signs = 1 + strspn(l->p + 1, "?!=+#");
    const char *square = next_text(r, l->p + signs);
    size_t len = reader_word(square);
    if (square == l->p + signs || len < 2 || len > 6)
        return false;
    memcpy(text + 1, square, len);
    text[len + 1] = 0;
    if (!read_whole(r, &f->now, text, &with) || !read_whole(r, &f->now, text + 1, &without))
        return false;
    snprintf(why, sizeof why, "it is not clear whether %s or %s is meant", text, text + 1);
    reader_give_up_at(m, l->number, reader_column(l, l->p), l->p, signs, why);
    return true;
}
