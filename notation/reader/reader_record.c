/* Reading for a repair: the game's text is kept, and the moves of its main line are written down,
 * also those that come after one that cannot be played. */
#include "notation/reader/reader_local.h"

void gr_reader_keep_text(GrReader *r) {
    r->keep = true;
}

const char *gr_reader_text(const GrReader *r, size_t *len, uint32_t *line) {
    *len = r->done.len;
    *line = r->done_line;
    return r->keep && r->done.data && r->done.len < GR_READER_TEXT ? r->done.data : NULL;
}

void gr_reader_begin_at(GrReader *r, uint32_t line) {
    r->number = line - 1;
    r->is_part = true;
    gr_source_read_as_it_stands(r->source);
}

void gr_reader_record(GrReader *r, GrScript *script) {
    r->script = script;
}

void reader_keep(Reader *r) {
    if (r->keep_from < r->p && r->kept.len < (r->keep ? GR_READER_TEXT : GR_READER_LETTERS) &&
        (r->keep || !r->is_part))
        gr_buffer_add(&r->kept, r->keep_from, (size_t)(r->p - r->keep_from));
    r->keep_from = r->p;
    if (r->kept.failed)
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
}

void reader_begin_keeping(Reader *r) {
    if (r->kept_between)
        return;
    r->keep_from = r->p;
    r->kept_line = r->open ? r->number : r->number + 1;
    r->kept_pad = r->open ? reader_column(r, r->p) - 1 : 0;
    gr_buffer_clear(&r->kept);
}

/* What will be read again begins with blanks for what stands before it in its line, so that columns
 * are those of the whole text. Far behind in a line that would cost too much: such a game is not
 * read again. */
static void pad(Reader *r) {
    enum { MOST_PAD = 1 << 16 };
    GrBuffer padded;
    gr_buffer_init(&padded);
    for (uint32_t n = r->kept_pad; n > 0 && n <= MOST_PAD; n--)
        gr_buffer_putc(&padded, ' ');
    if (r->kept_pad <= MOST_PAD && r->kept.len)
        gr_buffer_add(&padded, r->kept.data, r->kept.len);
    padded.failed |= r->kept.failed;
    gr_buffer_free(&r->kept);
    r->kept = padded;
    r->kept_pad = 0;
    if (padded.failed)
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
}

void reader_end_keeping(Reader *r) {
    GrBuffer done = r->done;
    reader_keep(r);
    if (r->kept_pad && (r->game->partial || r->game->diag_count))
        pad(r);
    r->done = r->kept;
    r->done_line = r->kept_line;
    r->kept = done;
    r->kept_between = false;
}

void reader_record_move(Reader *r, const GrSyntax *syntax, const char *at, size_t len) {
    if (!r->script || r->depth > 0)
        return;
    gr_script_add(r->script, syntax, at, len, r->number, reader_column(r, at));
    if (r->script->failed)
        reader_fail(r, GR_ERR_MEMORY, "out of memory");
}

/* An ellipsis is three dots. */
void reader_record_number(Reader *r, uint32_t number, const char *at, size_t len) {
    unsigned dots = 0;
    if (!r->script || r->depth > 0)
        return;
    for (size_t i = 0; i < len; i++)
        dots += at[i] == '.' ? 1 : (unsigned char)at[i] == 0xE2 ? 3 : 0;
    gr_script_number(r->script, number, dots);
}
