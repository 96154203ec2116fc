/* Reading movetext: variations. */
#include "notation/reader/variations.h"

#include <stdio.h>
#include <string.h>

#include "notation/reader/comments.h"
#include "notation/reader/parts.h"
#include "notation/text/blanks.h"

/* Does the number of the variation at p say that it follows on the last move, instead of taking its
 * place? */
static bool is_sequel(GrReader *r, const char *p) {
    const GrPosition *now = &r->moves.frame[r->moves.depth].now, *before;
    uint32_t number = 0;
    p += 1 + gr_blanks(p + 1);
    size_t len = *p >= '0' && *p <= '9' ? reader_move_number(p, &number) : 0;
    if (!len || number != now->number || p[len - 1] != '.')
        return false;
    before = reader_position_before(&r->moves);
    if (before->number == number && before->turn == now->turn) /* a placement is half a turn */
        return false;
    bool first = now->turn == gr_variant(now->rules)->first;
    return first ? p[len - 2] != '.' : len > 1 && p[len - 2] == '.';
}

/* Parentheses that hold numbers and signs alone, `(0.35)`, `(!)`, are a comment. */
static bool take_numbers(GrReader *r) {
    Lines *l = &r->lines;
    const char *p = l->p + 1, *close = p + strspn(p, "0123456789.,!?$%+-=/:~ ");
    if (*close != ')' || close == p)
        return false;
    for (; p < close; p++)
        if (!strncmp(p, "--", 2) || !strncmp(p, "0-0", 3) || !strncmp(p, "000", 3)) /* a move */
            return false;
    const char *from = l->p;
    l->p = close + 1;
    reader_add_comment(r, from, (size_t)(l->p - from));
    return true;
}

Step reader_open_variation(GrReader *r) {
    Moves *m = &r->moves;
    Lines *l = &r->lines;
    Frame *outer = &m->frame[m->depth];
    bool sequel = outer->node && !m->lost && is_sequel(r, l->p);
    if (!outer->node || m->depth == GR_READER_DEPTH || m->lost || sequel) {
        reader_diagnose(&r->out, GR_WARNING, l->p, 0, "%s; it is kept as a comment",
                        sequel ? "this variation has the number of the next move"
                        : outer->node ? "this variation is nested too deeply"
                                      : "this variation stands before any move");
        reader_start_capture(&r->capture, CAPTURE_PARENTHESIS, l->p);
        return STEP_ON;
    }
    if (take_numbers(r))
        return STEP_ON;
    Frame *inner = outer + 1;
    gr_buffer_clear(&m->lead);
    inner->now = *reader_position_before(m);
    m->depth++;
    inner->node = 0;
    inner->parent = outer->node;
    inner->ply = outer->ply - 1;
    inner->comment = 0;
    inner->last = 0;
    inner->line = l->number;
    inner->column = reader_column(l, l->p);
    l->p++;
    return STEP_ON;
}

/* What stands in parentheses without a move is kept with them. */
static void leave_variation(GrReader *r) {
    Moves *m = &r->moves;
    GrBuffer *text = &r->comments.text;
    bool bare = !m->frame[m->depth--].node;
    if (!bare) {
        reader_place_held(m);
        return;
    }
    *m->held = 0;
    if (!m->lead.len)
        return;
    gr_buffer_clear(text);
    gr_buffer_printf(text, "(%s)", m->lead.data);
    gr_buffer_clear(&m->lead);
    if (text->failed)
        reader_no_memory(&r->out);
    else
        reader_add_comment(r, text->data, text->len);
}

Step reader_close_variation(GrReader *r) {
    if (r->moves.depth == 0)
        reader_diagnose(&r->out, GR_WARNING, r->lines.p, 0, "unmatched ')'");
    else
        leave_variation(r);
    r->lines.p++;
    return STEP_ON;
}

static void end_open_capture(GrReader *r) {
    if (r->capture.kind != CAPTURE_VARIATION)
        reader_diagnose_at(&r->out, GR_ERROR, r->out.game->last_line, 0, 0, "a %s is never closed",
                           r->capture.kind == CAPTURE_BRACKET ? "square bracket" : "parenthesis");
    reader_end_capture(r);
}

/* Glyphs behind which no move has come. */
static void keep_held(GrReader *r) {
    Moves *m = &r->moves;
    char text[8];
    if (m->frame[0].node) {
        reader_place_held(m);
        return;
    }
    for (const char *nag = m->held; *nag; nag++) {
        int len = snprintf(text, sizeof text, "$%u", (unsigned)(unsigned char)*nag);
        reader_add_comment(r, text, (size_t)len);
    }
    *m->held = 0;
}

void reader_close_moves(GrReader *r) {
    Moves *m = &r->moves;
    if (r->comments.open)
        reader_break_comment(r);
    if (r->capture.kind == CAPTURE_REST)
        reader_end_rest(&r->capture);
    else if (r->capture.kind)
        end_open_capture(r);
    reader_check_open_number(m);
    for (; m->depth > 0; leave_variation(r)) {
        const Frame *f = &m->frame[m->depth];
        if (!r->comments.unclosed) /* what stands around it is open for that reason alone */
            reader_diagnose_at(&r->out, GR_ERROR, f->line, f->column, 0,
                               "this variation is never closed");
        r->comments.unclosed = true;
    }
    keep_held(r);
}
