/* Remarks: words among the moves that are no moves. */
#include "notation/reader/remarks.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "notation/move/resolve.h"
#include "notation/reader/doubtful_words.h"
#include "notation/reader/line_contents.h"
#include "notation/reader/parts.h"
#include "notation/reader/prose_or_moves.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

/* The most words of a remark that may stand before a move without a number. */
enum { FEW_WORDS = 2 };

/* Does a variation open at p, with a move that could have been played instead of the last one? */
static bool opens_variation(GrReader *r, const char *p) {
    Moves *m = &r->moves;
    GrSyntax syntax;
    GrMove move;
    uint32_t number;
    if (*p != '(' || !m->frame[m->depth].node || m->lost)
        return false;
    p += 1 + gr_blanks(p + 1);
    p += reader_move_number(p, &number);
    p += gr_blanks(p);
    return reader_move(&m->lexicon, p, &syntax) &&
           gr_resolve(&m->lexicon, reader_position_before(m), &syntax, &move, NULL) == 1;
}

/* Is there a move at p that can be played? */
static bool is_playable(const GrReader *r, const char *p) {
    const Moves *m = &r->moves;
    GrSyntax syntax;
    GrMove move;
    return reader_move(&m->lexicon, p, &syntax) &&
           gr_resolve(&m->lexicon, &m->frame[m->depth].now, &syntax, &move, NULL) == 1;
}

/* Does the remark in the buffer say no more than that there is check, or numbers and signs? */
static bool is_mere_mark(const GrReader *r) {
    for (const char *p = r->comments.text.data; p && *p; p += gr_blanks(p)) {
        size_t len = reader_word(p);
        for (size_t i = 0; i < len; i++)
            if (isalpha((unsigned char)p[i]) && !reader_is_mark_word(p, len))
                return false;
        p += len ? len : 1;
    }
    return true;
}

/* Does something begin at p that ends a remark of that many words and open parentheses? A move `numbered` by a
 * number that was not due belongs to the remark. */
static bool ends_remark(GrReader *r, const char *p, size_t words, unsigned open, bool numbered) {
    GrResult result;
    uint32_t number;
    if (p >= r->lines.end || *p == '{' || *p == ';' || (*p == ')' && r->moves.depth > 0 && !open))
        return true;
    size_t len = reader_result(p, &result);
    if (len && reader_result_ends(r, p, len))
        return true;
    if (r->moves.ending) {
        len = reader_move_number(p, &number);
        return len && (p[len - 1] == '.' || (unsigned char)p[len - 1] == 0xA6);
    }
    return reader_goes_on(r, p) || opens_variation(r, p) ||
           (words <= FEW_WORDS && !numbered && is_playable(r, p) &&
            (r->tags.any || is_mere_mark(r)));
}

/* Blanks, and at least one character or word. */
static const char *next_word(const char *p) {
    size_t len = reader_word(p);
    p += len ? len : 1;
    return p + gr_blanks(p);
}

/* Puts the words of the remark into the buffer, however long it is. */
static void gather_remark(GrReader *r) {
    Lines *l = &r->lines;
    size_t words = 0;
    unsigned open = 0;
    uint32_t number;
    bool numbered = false;
    gr_buffer_clear(&r->comments.text);
    do {
        const char *next = next_word(l->p);
        size_t dotted = reader_move_number(l->p, &number);
        numbered |= dotted && l->p[dotted - 1] == '.';
        words += (size_t)(next - l->p) > reader_word(l->p); /* not half a long one */
        open += *l->p == '(';
        open -= *l->p == ')' && open;
        if (r->comments.text.len < GR_READER_TEXT)
            gr_buffer_add(&r->comments.text, l->p, (size_t)(next - l->p));
        l->p = next;
        reader_look_ahead(l);
    } while (!ends_remark(r, l->p, words, open, numbered));
    while (r->comments.text.len && strchr(" \t", r->comments.text.data[r->comments.text.len - 1]))
        r->comments.text.data[--r->comments.text.len] = 0;
}

/* Goes back to the beginning of the line, if it has only moves so far. */
static bool go_back(GrReader *r) {
    Moves *m = &r->moves;
    Lines *l = &r->lines;
    Frame *f = &m->frame[0];
    GrNode *nodes = r->out.game->nodes;
    size_t read = (size_t)(l->p - l->line);
    if (m->depth > 0 || r->capture.kind || r->transcript.script || l->behind || r->prose.mark.number != l->number ||
        memchr(l->line, '{', read) || memchr(l->line, '(', read) || memchr(l->line, '[', read) ||
        r->out.game->node_count - r->prose.mark.nodes != f->ply - r->prose.mark.ply)
        return false;
    f->now = r->out.game->start;
    if (r->prose.mark.node) {
        for (; f->before_node != r->prose.mark.node; f->before_node = nodes[f->before_node].next)
            gr_play(&f->before, nodes[f->before_node].move);
        f->now = f->before;
        gr_play(&f->now, nodes[r->prose.mark.node].move);
    }
    nodes[r->prose.mark.node].next = 0;
    f->node = r->prose.mark.node;
    f->ply = r->prose.mark.ply;
    r->out.game->node_count = r->prose.mark.nodes;
    r->out.game->diag_count = r->prose.mark.diags;
    m->named_line = 0;
    l->p = l->line;
    l->fresh = true;
    return true;
}

Step reader_words(GrReader *r) {
    bool first = !r->prose.prosy;
    r->prose.prosy = true;
    return (first && go_back(r)) || reader_doubt(r) ? STEP_ON : reader_remark(r);
}

/* Does the remark in the buffer hold more moves than words? */
static bool holds_moves(const GrReader *r) {
    const GrBuffer *text = &r->comments.text;
    if (!text->len)
        return false;
    LineContents contents = reader_contents(&r->moves.lexicon, text->data, text->data, text->data + text->len);
    return contents.moves > 1 && contents.moves + contents.garbled > contents.words;
}

/* Is it a single letter or name that begins a move, which may be all that is left of one? */
static bool is_torn_off(const GrReader *r) {
    const GrLexicon *lexicon = &r->moves.lexicon;
    const char *text = r->comments.text.data;
    size_t len = r->comments.text.len;
    int type;
    return len && reader_word(text) == len &&
           (gr_lexicon_name(lexicon, text, &type) == len || reader_is_fragment(lexicon, text, len) ||
            (len == 1 && isalpha((unsigned char)*text)) || (len == 7 && !strncasecmp(text, "castles", len)));
}

/* Reports the remark in the buffer, which began there, unless it is prose where prose may be. */
static void report_remark(GrReader *r, uint32_t line, uint32_t column) {
    const Moves *m = &r->moves;
    const GrBuffer *text = &r->comments.text;
    bool moves = !m->ending && !m->lost && holds_moves(r);
    bool prose = !r->tags.any || m->named_line == r->lines.number;
    if (!moves && (m->ending || (prose && (m->depth || !is_torn_off(r)))))
        return;
    reader_diagnose_at(&r->out, moves && !m->depth ? GR_ERROR : GR_WARNING, line, column, 0,
                       "'%.*s%s' %s; it is kept as a comment", text->len > 60 ? 60 : (int)text->len,
                       text->data, text->len > 60 ? "..." : "",
                       moves ? "contains moves that are not part of the game" : "is not a move");
}

Step reader_remark(GrReader *r) {
    Lines *l = &r->lines;
    uint32_t line = l->number, column = reader_column(l, l->p);
    gather_remark(r);
    if (r->comments.text.failed) {
        reader_no_memory(&r->out);
        return STEP_ON;
    }
    report_remark(r, line, column);
    reader_finish_comment(r);
    return STEP_ON;
}
