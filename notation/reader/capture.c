/* Text that is captured as it stands. */
#include "notation/reader/capture.h"

#include <string.h>

#include "notation/reader/reader.h"

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
