/* The record of a game: its text is kept, and the moves of its main line are written down, also
 * those that come after one that cannot be played. */
#include "notation/reader/game_record.h"

#include <string.h>

#include "notation/reader/numbers.h"
#include "notation/reader/reader.h"

static void check_kept(Record *record) {
    if (record->lines->kept.text.failed || record->done.failed)
        reader_no_memory(record->out);
}

void reader_begin_keeping(Record *record) {
    Lines *l = record->lines;
    if (record->between)
        return;
    l->kept.on = record->keep || !record->is_part;
    l->kept.limit = record->keep ? GR_READER_TEXT : GR_READER_LETTERS;
    l->kept.from = l->p;
    record->line = l->open ? l->number : l->number + 1;
    record->pad = l->open ? reader_column(l, l->p) - 1 : 0;
    gr_buffer_clear(&l->kept.text);
}

/* What will be read again begins with blanks for what stands before it in its line, so that columns
 * are those of the whole text. Far behind in a line that would cost too much: such a game is not
 * read again. */
static void pad(Record *record) {
    enum { MOST_PAD = 1 << 16 };
    GrBuffer padded, *kept = &record->lines->kept.text;
    gr_buffer_init(&padded);
    if (record->pad <= MOST_PAD && gr_buffer_reserve(&padded, record->pad + kept->len)) {
        memset(padded.data, ' ', record->pad);
        padded.len = record->pad;
        gr_buffer_add(&padded, kept->len ? kept->data : "", kept->len);
    }
    padded.failed |= kept->failed;
    gr_buffer_free(kept);
    *kept = padded;
    record->pad = 0;
}

void reader_end_keeping(Record *record) {
    const GrGame *game = record->out->game;
    Tap *kept = &record->lines->kept;
    GrBuffer done = record->done;
    reader_flush(record->lines, kept);
    if (record->pad && (game->partial || (record->keep && game->diag_count)))
        pad(record);
    check_kept(record);
    record->done = kept->text;
    record->done_line = record->line;
    kept->text = done;
    record->between = false;
}

void reader_keep_more(Record *record) {
    Tap *kept = &record->lines->kept;
    reader_flush(record->lines, kept);
    if (kept->text.len)
        gr_buffer_add(&record->done, kept->text.data, kept->text.len);
    check_kept(record);
}

void reader_record_move(Record *record, const GrSyntax *syntax, const char *at, size_t len) {
    Lines *l = record->lines;
    if (!record->script)
        return;
    gr_script_add(record->script, syntax, at, len, l->number, reader_column(l, at));
    if (record->script->failed)
        reader_no_memory(record->out);
}

void reader_record_number(Record *record, uint32_t number, const char *at, size_t len) {
    if (record->script)
        gr_script_number(record->script, number, reader_dots(at, len));
}
