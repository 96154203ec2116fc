/* Text that is captured as it stands, because it cannot be played: the rest of the game, or of a
 * variation, or what stands in parentheses or brackets where no variation can be. Internal to
 * notation/reader. */
#ifndef GR_NOTATION_READER_CAPTURE_H
#define GR_NOTATION_READER_CAPTURE_H

#include "notation/reader/diagnostics.h"

typedef enum CaptureKind { CAPTURE_NONE, CAPTURE_REST, CAPTURE_VARIATION, CAPTURE_PARENTHESIS,
                           CAPTURE_BRACKET } CaptureKind;

/* The text is what lines->captured holds. */
typedef struct Capture {
    Lines *lines;
    Output *out;
    CaptureKind kind;
    int depth;               /* parentheses open inside what is captured */
    bool too_long;           /* GR_READER_TEXT was reached, and that was reported */
} Capture;

/* From `at` on, text is captured; the rest of the game. */
void reader_start_capture(Capture *capture, CaptureKind kind, const char *at);
void reader_capture_rest(Capture *capture, const char *at);

/* What is captured is complete: its text, until the next capture. */
GrBuffer *reader_stop_capture(Capture *capture);

/* The rest of the game ends where its result stands, or with the game. */
void reader_end_rest(Capture *capture);

/* Reports, once a game, that its text is too long, as can be seen at the place. */
void reader_report_too_long(Capture *capture, uint32_t line, uint32_t column);

#endif
