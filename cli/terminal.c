/* A stream for terminals and pipes. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fopencookie */
#endif
#include "cli/terminal.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common.h"
#include "notation/plain.h"

enum { LONGEST = 4 }; /* bytes of a character */

typedef struct Waiting {
    FILE *out;
    bool terminal, gave_up;
    char begun[LONGEST]; /* a character of which the rest is still to come */
    size_t begun_len;
    GrBuffer given, shown;
} Waiting;

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

/* Waits until there is room for bytes; once in vain, never again. */
static bool wait_for_room(Waiting *v) {
    enum { ASK_MS = 50, MOMENT_MS = 200 };
    struct pollfd room = {.fd = fileno(v->out), .events = POLLOUT};
    for (int waited = 0; waited < MOMENT_MS && !v->gave_up;) {
        int ready = poll(&room, 1, ASK_MS);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return ready > 0; /* an error is the write's to find */
        waited += cli_signal_sent() ? ASK_MS : 0;
    }
    v->gave_up = cli_signal() != 0;
    errno = EINTR;
    return false;
}

/* A pipe that has room takes PIPE_BUF bytes at once. */
static bool write_all(Waiting *v, const char *bytes, size_t len) {
    while (len) {
        ssize_t written = wait_for_room(v) ? write(fileno(v->out), bytes, len < PIPE_BUF ? len : PIPE_BUF) : -1;
        if (written < 0 && errno == EINTR && !v->gave_up)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        len -= (size_t)written;
    }
    return true;
}

static bool put(Waiting *v, const char *text, size_t len) {
    if (fflush(v->out) != 0)
        return false;
    if (!v->terminal)
        return write_all(v, text, len);
    gr_buffer_clear(&v->shown);
    gr_put_visible(&v->shown, text, len);
    if (v->shown.failed) {
        errno = ENOMEM;
        return false;
    }
    return write_all(v, v->shown.data, v->shown.len);
}

static ssize_t write_waiting(void *cookie, const char *bytes, size_t len) {
    Waiting *v = cookie;
    gr_buffer_clear(&v->given);
    gr_buffer_add(&v->given, v->begun, v->begun_len);
    gr_buffer_add(&v->given, bytes, len);
    if (v->given.failed) {
        errno = ENOMEM;
        return 0;
    }
    size_t whole = v->given.len - (v->terminal ? begun_at_end(v->given.data, v->given.len) : 0);
    v->begun_len = v->given.len - whole;
    memcpy(v->begun, v->given.data + whole, v->begun_len);
    return put(v, v->given.data, whole) ? (ssize_t)len : 0; /* which is an error */
}

static int close_waiting(void *cookie) {
    Waiting *v = cookie;
    bool well = put(v, v->begun, v->begun_len) && fflush(v->out) == 0;
    int reason = errno;
    gr_buffer_free(&v->given);
    gr_buffer_free(&v->shown);
    free(v);
    errno = reason;
    return well ? 0 : EOF;
}

FILE *cli_open_waiting(FILE *out) {
    static const cookie_io_functions_t functions = {.write = write_waiting, .close = close_waiting};
    struct stat status;
    int file = fileno(out);
    errno = 0;
    if (file < 0 || fstat(file, &status) || !(S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || isatty(file))) {
        errno = 0;
        return NULL;
    }
    Waiting *v = calloc(1, sizeof *v);
    FILE *stream = v ? fopencookie(v, "w", functions) : NULL;
    if (!stream) {
        free(v);
        errno = ENOMEM;
        return NULL;
    }
    v->out = out;
    v->terminal = isatty(file);
    gr_buffer_init(&v->given);
    gr_buffer_init(&v->shown);
    setvbuf(stream, NULL, v->terminal ? _IOLBF : _IOFBF, BUFSIZ);
    return stream;
}

size_t cli_columns(int file) {
    struct winsize size;
    return ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}
