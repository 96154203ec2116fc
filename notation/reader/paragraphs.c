/* Lines of prose, and the paragraphs that they make. */
#include "notation/reader/paragraphs.h"

#include <ctype.h>
#include <string.h>

#include "notation/move/loose.h"
#include "notation/reader/doubtful_words.h"
#include "notation/reader/line_contents.h"
#include "notation/reader/parts.h"
#include "notation/reader/prose_or_moves.h"
#include "notation/reader/results.h"
#include "notation/reader/words.h"
#include "notation/text/blanks.h"

/* A paragraph is kept up to this size; a line of its own that is no longer than the other may be a
 * heading. */
enum { PARAGRAPH = 64 * 1024, HEADING = 80 };

/* ---- is a line prose? ---- */

/* A line that is mostly moves, though not all of it can be read, is no prose where a game is under
 * way, begins, or ends; and neither is a single move that cannot be read. */
static bool mostly_moves(const GrReader *r, const LineContents *contents) {
    unsigned moves = contents->moves + contents->garbled;
    bool game = r->moves.frame[0].node || r->out.game->partial;
    if (contents->parted || moves + contents->counted <= contents->words)
        return false;
    if (contents->moves == 0)
        return (contents->counted && moves > 1) || (game && moves == 1 && !contents->words);
    return game || contents->counted || contents->ends;
}

/* Control characters, or what stands for NUL bytes: no text that somebody has written, unless a
 * slip has put them into a game. */
static bool is_binary(const char *p, const char *end) {
    for (; p < end; p++)
        if (((unsigned char)*p < ' ' && !strchr("\t\n\v\f", *p)) || !strncmp(p, "\xEF\xBF\xBD", 3))
            return true;
    return false;
}

/* Does a move that only the position makes clear begin the line: `O - O`, `P c9 - c6`? */
static bool begins_loosely(const GrReader *r) {
    GrSyntax syntax;
    GrMove move;
    unsigned odd;
    uint32_t number;
    const Moves *m = &r->moves;
    const char *p = r->lines.p + reader_move_number(r->lines.p, &number);
    return gr_loose_read(&m->lexicon, &m->frame[0].now, p + gr_blanks(p), &syntax, &move, &odd) > 0;
}

/* In a game with tags, a word or two behind the number that is due stand where the move should be. */
static bool lacks_move(const GrReader *r, const LineContents *contents) {
    uint32_t number;
    return r->tags.any && contents->counted && !contents->moves && contents->words <= 2 && !r->moves.lost &&
           reader_move_number(r->lines.p, &number) && number == r->moves.frame[0].now.number;
}

/* *moves: if it is prose, moves may be left out with it. */
static bool is_prose(GrReader *r, bool *moves) {
    Moves *m = &r->moves;
    const Lines *l = &r->lines;
    GrResult result;
    if (r->capture.kind || m->depth > 0 || m->ending)
        return false;
    if (m->begun && strchr("()$!?.", *l->p))
        return false;
    if (!m->frame[0].node && !reader_has_looked(&r->foreign, &r->foreign_before))
        reader_note_foreign(&r->foreign, &m->lexicon, l->p, l->end);
    size_t used = reader_result(l->p, &result);
    bool ends = used > 0, leads = ends && reader_result_leads(r, used);
    if (ends && !leads && !m->frame[0].node && !r->out.game->partial)
        return true; /* it is the result of no game */
    if (leads)
        return false;
    LineContents contents = reader_contents(&m->lexicon, l->line, l->p, l->end);
    bool mostly = mostly_moves(r, &contents);
    bool binary = is_binary(l->p, l->end);
    *moves = (!mostly || binary) && contents.moves && (contents.counted || m->frame[0].node);
    if (!(mostly && (m->frame[0].node || contents.moves > 2)) && binary)
        return true;
    if (ends || contents.numbered || (contents.named && !contents.word_first))
        return contents.words > 0 && !mostly && reader_is_mention(r);
    if (mostly || (m->begun && lacks_move(r, &contents)))
        return false;
    if (m->frame[0].node && !m->lost && contents.words <= 2 && begins_loosely(r))
        return false;
    if (contents.parted && !m->lost && !reader_fits(r))
        return true; /* squares that are spoken of */
    bool game = m->frame[0].node || r->out.game->partial || r->tags.any;
    return contents.words > 0 ||
           (contents.moves == 0 && (!contents.dotted || (contents.garbled && !game)));
}

bool reader_at_prose(GrReader *r) {
    bool moves = false, prose = is_prose(r, &moves);
    if (moves && prose)
        reader_note_skipped(r);
    else if (moves && !r->prose.skipped_line)
        r->prose.skipped_line = r->lines.number;
    return prose;
}

/* ---- paragraphs ---- */

/* No sentence, no menu, no table's head, and nothing of a game. */
static bool like_heading(const GrReader *r) {
    const char *text = r->comments.text.data;
    size_t len = r->comments.text.len;
    if (r->prose.lines != 1 || r->tags.any || r->comments.text.failed || len < 3 || len > HEADING)
        return false;
    unsigned char first = (unsigned char)text[0];
    if (islower(first) || ispunct(first) || strchr(".,;:!?", text[len - 1]) || strchr(text, '|'))
        return false;
    LineContents contents = reader_contents(&r->moves.lexicon, text, text, text + len);
    return contents.words > 0 && contents.moves == 0;
}

static void note_heading(GrReader *r) {
    const GrGame *game = r->out.game;
    Moves *m = &r->moves;
    size_t len = r->comments.text.len;
    const Frame *f = &m->frame[0];
    if (!m->begun && r->prose.text.len >= len) {
        r->prose.heading_at = r->prose.text.len - len;
        r->prose.heading_len = len;
    } else if (m->begun && m->depth == 0 && f->node && r->comments.last_end == game->text_len) {
        GrText comment = game->nodes[f->node].comment;
        size_t whole = game->text_len - 1 - comment;
        r->prose.late_node = r->comments.last == comment && whole >= len ? f->node : 0;
        r->prose.late_at = whole - len;
    }
}

void reader_close_prose(GrReader *r) {
    if (!r->prose.open)
        return;
    bool heading = like_heading(r);
    reader_finish_comment(r);
    if (heading)
        note_heading(r);
    r->prose.open = false;
}

Step reader_prose(GrReader *r) {
    Lines *l = &r->lines;
    if (r->tags.any && !r->prose.reported) {
        reader_diagnose(&r->out, GR_WARNING, l->p, 0, "this line is not movetext; it and "
                        "lines like it are kept as comments of this game");
        r->prose.reported = true;
    }
    if (!r->prose.open || r->comments.text.len > PARAGRAPH) {
        reader_close_prose(r);
        gr_buffer_clear(&r->comments.text);
        r->prose.lines = 0;
    } else {
        gr_buffer_putc(&r->comments.text, ' ');
    }
    r->prose.open = true;
    r->prose.lines++;
    gr_buffer_add(&r->comments.text, l->p, (size_t)(l->end - l->p));
    if (r->comments.text.failed)
        reader_no_memory(&r->out);
    l->p = l->end;
    if (l->whole)
        return STEP_LINE_DONE;
    l->fresh = true; /* a piece of a very long line: what follows is looked at like a line */
    reader_look_ahead(l);
    return STEP_ON;
}

/* ---- lines ---- */

/* The line before the signature of an e-mail. In a text without tags it is no null move. */
static bool at_signature(const GrReader *r) {
    const Lines *l = &r->lines;
    return !r->tags.any && !strncmp(l->p, "--", 2) && l->p + 2 + gr_blanks(l->p + 2) == l->end;
}

/* Four of one character that is used so, and besides only what tables have between their rules. */
static bool at_rule(const GrReader *r) {
    const Lines *l = &r->lines;
    const char *p = l->p;
    char c = *p;
    if (!c || !strchr("-=_*~#:+", c) || !l->whole || !r->prose.prosy || r->capture.kind)
        return false;
    if (l->end - p < 4)
        return at_signature(r);
    size_t lines = 0;
    for (; p < l->end && (*p == '-' || *p == c || strchr("|:+ \t", *p)); p++)
        lines += *p == '-' || *p == c;
    return p == l->end && lines >= 4;
}

bool reader_begin_line(GrReader *r) {
    Lines *l = &r->lines;
    bool start = l->p == l->line && !l->behind; /* or it is looked at again */
    const char *p = l->p + gr_blanks(l->p);
    l->fresh = false;
    if (start)
        l->quoted = *p == '>';
    if (l->quoted || *p == '|') {
        p += reader_margin(l, p);
        p += reader_cell(p);
    }
    while (!strncmp(p, "\xEF\xBF\xBD", 3)) /* NUL bytes that fill up a file */
        p += 3;
    l->blank = p >= l->end && l->whole;
    bool escape = !l->blank && *l->p == '%' && start;
    if (escape) {
        reader_diagnose(&r->out, GR_NOTE, l->p, 0, "a line that begins with '%%' is left out, as PGN has it");
    } else if (!l->blank) {
        l->p = p;
        l->blank = at_rule(r);
        if (!l->blank)
            return true;
    }
    reader_close_prose(r);
    return false;
}
