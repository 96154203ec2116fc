/* Reading movetext: variations. */
#include <string.h>

#include "notation/reader/reader_local.h"

const GrPosition *reader_position_before(Reader *r) {
    Frame *f = &r->frame[r->depth];
    const GrNode *nodes = r->game->nodes;
    while (f->before_node != f->node) {
        gr_play(&f->before, nodes[f->before_node].move);
        f->before_node = nodes[f->before_node].next;
    }
    return &f->before;
}

/* Does the number of the variation at p say that it follows on the last move, instead of taking its
 * place? */
static bool is_sequel(Reader *r, const char *p) {
    const GrPosition *now = &r->frame[r->depth].now, *before;
    uint32_t number = 0;
    p += 1 + gr_blanks(p + 1);
    size_t len = *p >= '0' && *p <= '9' ? reader_move_number(p, &number) : 0;
    if (!len || number != now->number || p[len - 1] != '.')
        return false;
    before = reader_position_before(r);
    if (before->number == number && before->turn == now->turn) /* a placement is half a turn */
        return false;
    bool first = now->turn == gr_variant(now->rules)->first;
    return first ? p[len - 2] != '.' : len > 1 && p[len - 2] == '.';
}

Step reader_open_variation(Reader *r) {
    Frame *outer = &r->frame[r->depth];
    bool sequel = outer->node && !r->lost && is_sequel(r, r->p);
    if (!outer->node || r->depth == GR_READER_DEPTH || r->lost || sequel) {
        reader_diagnose(r, GR_WARNING, r->p, 0, "%s; it is kept as a comment",
                        sequel ? "this variation has the number of the next move"
                        : outer->node ? "this variation is nested too deep"
                                      : "this variation stands before any move");
        reader_start_capture(r, CAPTURE_PARENTHESIS, r->p);
        return STEP_ON;
    }
    Frame *inner = outer + 1;
    inner->now = *reader_position_before(r);
    r->depth++;
    inner->node = 0;
    inner->parent = outer->node;
    inner->ply = outer->ply - 1;
    inner->comment = 0;
    inner->last = 0;
    inner->line = r->number;
    inner->column = reader_column(r, r->p);
    r->p++;
    return STEP_ON;
}

static void leave_variation(Reader *r) {
    Frame *inner = &r->frame[r->depth--];
    if (!inner->node && inner->comment) { /* a variation of comments alone */
        GrText text = inner->comment;
        const char *string = gr_game_string(r->game, text);
        gr_buffer_clear(&r->comment);
        gr_buffer_puts(&r->comment, string);
        if (r->comment.failed)
            reader_fail(r, GR_ERR_MEMORY, "out of memory");
        else
            reader_add_comment(r, r->comment.data, r->comment.len);
    }
}

Step reader_close_variation(Reader *r) {
    if (r->depth == 0)
        reader_diagnose(r, GR_WARNING, r->p, 0, "nothing is open that this ')' could close");
    else
        leave_variation(r);
    r->p++;
    return STEP_ON;
}

static void end_open_capture(Reader *r) {
    if (r->capture != CAPTURE_VARIATION)
        reader_diagnose_at(r, GR_ERROR, r->game->last_line, 0, 0, "a %s is never closed",
                           r->capture == CAPTURE_BRACKET ? "square bracket" : "parenthesis");
    reader_end_capture(r);
}

void reader_close_moves(Reader *r) {
    if (r->in_comment)
        reader_break_comment(r);
    if (r->capture == CAPTURE_REST)
        reader_end_rest(r);
    else if (r->capture)
        end_open_capture(r);
    for (; r->depth > 0; leave_variation(r)) {
        const Frame *f = &r->frame[r->depth];
        if (!r->unclosed) /* what stands around it is open for that reason alone */
            reader_diagnose_at(r, GR_ERROR, f->line, f->column, 0,
                               "this variation is never closed");
        r->unclosed = true;
    }
}
