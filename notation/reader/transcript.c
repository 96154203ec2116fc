/* The transcript of a game: its text is kept, and the moves of its main line are written down, also
 * those that come after one that cannot be played. */
#include "notation/reader/transcript.h"

#include <string.h>

#include "notation/reader/reader.h"
#include "notation/reader/words.h"

static void check_kept(Transcript *transcript) {
    if (transcript->lines->kept.text.failed || transcript->done.failed)
        reader_no_memory(transcript->out);
}

void reader_begin_keeping(Transcript *transcript) {
    Lines *l = transcript->lines;
    if (transcript->between)
        return;
    l->kept.on = transcript->keep || !transcript->is_part;
    l->kept.limit = transcript->keep ? GR_READER_TEXT : GR_READER_LETTERS;
    l->kept.from = l->p;
    transcript->line = l->open ? l->number : l->number + 1;
    transcript->pad = l->open ? reader_column(l, l->p) - 1 : 0;
    gr_buffer_clear(&l->kept.text);
}

/* What will be read again begins with blanks for what stands before it in its line, so that columns
 * are those of the whole text. Far behind in a line that would cost too much: such a game is not
 * read again. */
static void pad(Transcript *transcript) {
    enum { MOST_PAD = 1 << 16 };
    GrBuffer padded, *kept = &transcript->lines->kept.text;
    gr_buffer_init(&padded);
    if (transcript->pad <= MOST_PAD && gr_buffer_reserve(&padded, transcript->pad + kept->len)) {
        memset(padded.data, ' ', transcript->pad);
        padded.len = transcript->pad;
        gr_buffer_add(&padded, kept->len ? kept->data : "", kept->len);
    }
    padded.failed |= kept->failed;
    gr_buffer_free(kept);
    *kept = padded;
    transcript->pad = 0;
}

void reader_end_keeping(Transcript *transcript) {
    const GrGame *game = transcript->out->game;
    Tap *kept = &transcript->lines->kept;
    GrBuffer done = transcript->done;
    reader_flush(transcript->lines, kept);
    if (transcript->pad && (game->partial || (transcript->keep && game->diag_count)))
        pad(transcript);
    check_kept(transcript);
    transcript->done = kept->text;
    transcript->done_line = transcript->line;
    kept->text = done;
    transcript->between = false;
}

void reader_keep_more(Transcript *transcript) {
    Tap *kept = &transcript->lines->kept;
    reader_flush(transcript->lines, kept);
    if (kept->text.len)
        gr_buffer_add(&transcript->done, kept->text.data, kept->text.len);
    check_kept(transcript);
}

void reader_transcribe_move(Transcript *transcript, const GrSyntax *syntax, const char *at, size_t len) {
    Lines *l = transcript->lines;
    if (!transcript->script)
        return;
    gr_script_add(transcript->script, syntax, at, len, l->number, reader_column(l, at));
    if (transcript->script->failed)
        reader_no_memory(transcript->out);
}

void reader_transcribe_number(Transcript *transcript, uint32_t number, const char *at, size_t len) {
    if (transcript->script)
        gr_script_number(transcript->script, number, reader_dots(at, len));
}
