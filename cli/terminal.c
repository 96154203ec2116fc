/* A stream for terminals. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fopencookie */
#endif
#include "cli/terminal.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "notation/plain.h"

enum { LONGEST = 4 }; /* bytes of a character */

typedef struct Visible {
    FILE *terminal;
    char begun[LONGEST]; /* a character of which the rest is still to come */
    size_t begun_len;
    GrBuffer given, shown;
} Visible;

/* How many bytes at the end of the text may be the beginning of a character? */
static size_t begun_at_end(const char *text, size_t len) {
    for (size_t n = 1; n < LONGEST && n <= len; n++) {
        unsigned char c = (unsigned char)text[len - n];
        if (c >= 0xC0)
            return n < (c >= 0xF0 ? 4u : c >= 0xE0 ? 3u : 2u) ? n : 0;
        if (c < 0x80)
            return 0;
    }
    return 0;
}

static bool put(Visible *v, const char *text, size_t len) {
    gr_buffer_clear(&v->shown);
    gr_put_visible(&v->shown, text, len);
    if (v->shown.failed) {
        errno = ENOMEM;
        return false;
    }
    return v->shown.len == 0 ||
           (fwrite(v->shown.data, 1, v->shown.len, v->terminal) == v->shown.len && fflush(v->terminal) == 0);
}

static ssize_t write_visible(void *cookie, const char *bytes, size_t len) {
    Visible *v = cookie;
    gr_buffer_clear(&v->given);
    gr_buffer_add(&v->given, v->begun, v->begun_len);
    gr_buffer_add(&v->given, bytes, len);
    if (v->given.failed) {
        errno = ENOMEM;
        return 0;
    }
    size_t whole = v->given.len - begun_at_end(v->given.data, v->given.len);
    v->begun_len = v->given.len - whole;
    memcpy(v->begun, v->given.data + whole, v->begun_len);
    return put(v, v->given.data, whole) ? (ssize_t)len : 0; /* which is an error */
}

static int close_visible(void *cookie) {
    Visible *v = cookie;
    bool well = put(v, v->begun, v->begun_len) && fflush(v->terminal) == 0;
    int reason = errno;
    gr_buffer_free(&v->given);
    gr_buffer_free(&v->shown);
    free(v);
    errno = reason;
    return well ? 0 : EOF;
}

FILE *cli_open_visible(FILE *terminal) {
    static const cookie_io_functions_t functions = {.write = write_visible, .close = close_visible};
    Visible *v = calloc(1, sizeof *v);
    FILE *stream = v ? fopencookie(v, "w", functions) : NULL;
    if (!stream) {
        free(v);
        errno = ENOMEM;
        return NULL;
    }
    v->terminal = terminal;
    gr_buffer_init(&v->given);
    gr_buffer_init(&v->shown);
    setvbuf(stream, NULL, _IOLBF, BUFSIZ);
    return stream;
}
