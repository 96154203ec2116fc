/* Text that cannot be played, and is captured as it stands. */
#include "notation/reader/capture.h"

#include <string.h>

#include "notation/move/diagnose.h"
#include "notation/reader/moves.h"
#include "notation/reader/reader.h"
#include "notation/reader/words.h"

void reader_report_too_long(Capture *capture, uint32_t line, uint32_t column) {
    if (!capture->too_long)
        reader_diagnose_at(capture->out, GR_ERROR, line, column, 0,
                           "the game's text is longer than %d bytes; the rest of it is left out",
                           GR_READER_TEXT);
    capture->too_long = true;
}

void reader_start_capture(Capture *capture, CaptureKind kind, const char *at) {
    Tap *tap = &capture->lines->captured;
    capture->kind = kind;
    capture->depth = 0;
    tap->on = true;
    tap->from = at;
    tap->limit = GR_READER_TEXT;
    tap->full_line = 0;
    gr_buffer_clear(&tap->text);
}

void reader_capture_rest(Capture *capture, const char *at) {
    capture->out->game->partial = true;
    reader_start_capture(capture, CAPTURE_REST, at);
}

GrBuffer *reader_stop_capture(Capture *capture) {
    Tap *tap = &capture->lines->captured;
    reader_flush(capture->lines, tap);
    capture->kind = CAPTURE_NONE;
    tap->on = false;
    if (tap->full_line)
        reader_report_too_long(capture, tap->full_line, tap->full_column);
    if (tap->text.failed)
        reader_no_memory(capture->out);
    return &tap->text;
}

void reader_end_rest(Capture *capture) {
    GrGame *game = capture->out->game;
    const GrBuffer *text = reader_stop_capture(capture);
    size_t len = text->len;
    while (len && strchr(" \t\n\v\f", text->data[len - 1]))
        len--;
    if (gr_game_add_text(game, text->data, len, &game->rest))
        reader_no_memory(capture->out);
}

/* ---- a move that cannot be played ---- */

/* Captures the rest of the variation, with all that it has before its first move, or with the number before `at`. */
static void capture_variation(Moves *m, const char *at) {
    const char *line = m->lines->line, *from = at;
    static const char *const before[] = {" \t", ".", "0123456789"}; /* parts of a number, backwards */
    if (!m->frame[m->depth].node) {
        reader_add_lead(m, at, 0);
        reader_start_capture(m->capture, CAPTURE_VARIATION, at);
        return;
    }
    for (int part = 0; part < 3 && reader_follows_number(line, at); part++)
        while (from > line && strchr(before[part], from[-1]))
            from--;
    reader_start_capture(m->capture, CAPTURE_VARIATION, from);
}

/* The rest of the game, with the glyphs before it that it has no move for. */
static void capture_rest(Moves *m, const char *at) {
    GrBuffer *text = &m->lines->captured.text;
    reader_capture_rest(m->capture, at);
    if (!*m->held)
        return;
    gr_buffer_add(text, m->lead.data, m->lead.len);
    gr_buffer_putc(text, ' ');
    *m->held = 0;
    if (text->failed)
        reader_no_memory(m->out);
}

/* What follows at `at` is kept as text: of the game, or of the variation as a comment. */
static void leave_rest(Moves *m, const char *at) {
    if (m->depth == 0 && m->transcript->script)
        m->lost = m->out->game->partial = true;
    else if (m->depth == 0)
        capture_rest(m, at);
    else
        capture_variation(m, at);
}

/* Records the move that is given up; false if the moves of the game were given up before. */
static bool transcribe(Moves *m, const GrSyntax *syntax, const char *at, size_t len) {
    if (m->depth == 0)
        reader_transcribe_move(m->transcript, syntax, at, len);
    if (m->transcript->script && m->depth == 0)
        m->lines->p = at + len;
    if (!m->lost && m->frame[m->depth].node)
        reader_place_held(m);
    return !m->lost;
}

static void report(Moves *m, uint32_t line, uint32_t column, const char *why) {
    reader_diagnose_at(m->out, m->depth ? GR_WARNING : GR_ERROR, line, column, m->frame[m->depth].ply + 1, "%s%s", why,
                       m->depth ? " (the rest of the variation is kept as a comment)" : "");
}

void reader_give_up(Moves *m, const GrSyntax *syntax, const char *at, size_t len) {
    if (!transcribe(m, syntax, at, len))
        return;
    GrBuffer why;
    gr_buffer_init(&why);
    if (reader_is_full(m))
        gr_buffer_printf(&why, "the game has more than %d moves", GR_READER_MOVES);
    else if (reader_reports(m->out, m->depth ? GR_WARNING : GR_ERROR)) /* a reason takes time */
        gr_diagnose(&m->lexicon, &m->frame[m->depth].now, syntax, at, len, &why);
    if (why.failed)
        reader_no_memory(m->out);
    else if (why.len)
        report(m, m->lines->number, reader_column(m->lines, at), why.data);
    gr_buffer_free(&why);
    leave_rest(m, at);
}

void reader_give_up_at(Moves *m, uint32_t line, uint32_t column, const char *at, size_t len, const char *why) {
    if (!transcribe(m, NULL, at, len))
        return;
    report(m, line, column, why);
    leave_rest(m, at);
}
