/* Reading and unpacking. */
#include "notation/text/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "notation/missing.h"

int gr_bytes_fail(const GrBytes *b, GrError *error, GrCode code, const char *why) {
    return gr_fail(error, code, "%s%s%s", b->path ? b->path : "", b->path ? ": " : "", why);
}

/* ---- opening ---- */

static int make(GrBytes *b, const char *path, GrError *error) {
    *b = (GrBytes){.fd = -1, .path = path ? strdup(path) : NULL, .raw = malloc(GR_BYTES_BLOCK)};
    return b->raw && (b->path || !path) ? 0 : gr_no_memory(error);
}

static int fail_opening(const GrBytes *b, GrError *error) {
    bool none = gr_is_missing(errno) || gr_is_closed(errno);
    GrCode code = none ? GR_ERR_NOT_FOUND : errno == EINTR ? GR_ERR_STOPPED : GR_ERR_IO;
    return gr_bytes_fail(b, error, code, strerror(errno));
}

int gr_bytes_open(GrBytes *b, const char *path, GrError *error) {
    struct stat st;
    int code = make(b, path, error);
    if (code)
        return code;
    b->fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (b->fd < 0 || fstat(b->fd, &st))
        return fail_opening(b, error);
    if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return fail_opening(b, error);
    }
    if (S_ISREG(st.st_mode))
        b->size = (uint64_t)st.st_size;
    return 0;
}

int gr_bytes_open_memory(GrBytes *b, const char *text, size_t len, GrError *error) {
    int code = make(b, NULL, error);
    b->memory = text;
    b->memory_len = b->size = len;
    return code;
}

void gr_bytes_close(GrBytes *b) {
    gr_unpack_close(b->unpack);
    if (b->fd > STDIN_FILENO)
        close(b->fd);
    free(b->path);
    free(b->raw);
}

/* ---- reading ---- */

static int check_stop(const GrBytes *b, GrError *error) {
    return b->stop && b->stop(b->user) ? gr_fail(error, GR_ERR_STOPPED, "stopped") : 0;
}

/* Waits until the file has something to be read, or has ended. A signal may come to another thread, and so interrupts
 * no call here: it is asked for. */
static int wait_for(const GrBytes *b, GrError *error) {
    enum { PAUSE = 100 };
    struct pollfd input = {.fd = b->fd, .events = POLLIN};
    int ready = 0, code = 0;
    while (b->stop && ready <= 0 && !(code = check_stop(b, error))) {
        ready = poll(&input, 1, PAUSE);
        if (ready < 0 && errno != EINTR)
            break; /* read() will say what is wrong */
    }
    return code;
}

/* Reads up to `cap` bytes as they stand in the file. */
static ptrdiff_t read_raw(GrBytes *b, unsigned char *to, size_t cap, GrError *error) {
    ptrdiff_t n;
    if (b->fd < 0) {
        size_t fits = b->memory_len < cap ? b->memory_len : cap;
        memcpy(to, b->memory, fits);
        b->memory += fits;
        b->memory_len -= fits;
        n = (ptrdiff_t)fits;
    } else {
        do {
            int code = wait_for(b, error);
            if (code)
                return code;
            n = read(b->fd, to, cap);
        } while (n < 0 && errno == EINTR);
        if (n < 0)
            return gr_bytes_fail(b, error, GR_ERR_IO, strerror(errno));
    }
    b->taken += (uint64_t)n;
    return n;
}

/* The first bytes show whether the file is compressed, or begins with a BOM. A pipe may give them one at a time. */
static int start(GrBytes *b, GrError *error) {
    size_t have = 0;
    while (have < GR_UNPACK_MAGIC) {
        ptrdiff_t n = read_raw(b, b->raw + have, GR_BYTES_BLOCK - have, error);
        if (n < 0)
            return (int)n;
        if (n == 0)
            break;
        have += (size_t)n;
    }
    b->started = true;
    b->raw_in = b->raw;
    b->raw_len = have;
    return gr_unpack_open(b->raw, have, &b->unpack) ? gr_no_memory(error) : 0;
}

/* ---- unpacking ---- */

/* Makes sure of compressed input. 1: go on; 0: the end. */
static int more_compressed(GrBytes *b, GrError *error) {
    if (b->raw_len)
        return 1;
    ptrdiff_t n = read_raw(b, b->raw, GR_BYTES_BLOCK, error);
    if (n < 0)
        return (int)n;
    b->raw_in = b->raw;
    b->raw_len = (size_t)n;
    if (n == 0 && !gr_unpack_complete(b->unpack))
        return gr_bytes_fail(b, error, GR_ERR_IO, "the compressed data end too early");
    return n > 0;
}

static int fail_unpacking(const GrBytes *b, int code, GrError *error) {
    if (code == GR_ERR_MEMORY)
        return gr_no_memory(error);
    const char *large = "unpacking takes too much memory; unpack it first (xz -d, zstd -d --long=31)";
    return gr_bytes_fail(b, error, GR_ERR_IO, code == GR_ERR_LIMIT ? large : "the compressed data are damaged");
}

/* What was unpacked before a fault is given first, and the fault at the next call. */
static ptrdiff_t unpack_block(GrBytes *b, unsigned char *to, GrError *error) {
    GrUnpackPiece piece = {NULL, 0, to, GR_BYTES_BLOCK};
    int code = 1;
    while (piece.room && (code = more_compressed(b, error)) > 0) {
        piece.in = b->raw_in;
        piece.in_len = b->raw_len;
        code = gr_unpack_more(b->unpack, &piece);
        b->raw_in = piece.in;
        b->raw_len = piece.in_len;
        if (code < 0)
            code = fail_unpacking(b, code, error);
        if (code <= 0)
            break;
    }
    ptrdiff_t n = GR_BYTES_BLOCK - (ptrdiff_t)piece.room;
    return n == 0 && code < 0 ? code : n;
}

ptrdiff_t gr_bytes_read(GrBytes *b, unsigned char *to, GrError *error) {
    int code = check_stop(b, error);
    if (!code && !b->started)
        code = start(b, error);
    if (code)
        return code;
    if (b->unpack)
        return unpack_block(b, to, error);
    size_t begun = b->raw_len; /* what start() has read */
    if (begun == 0)
        return read_raw(b, to, GR_BYTES_BLOCK, error);
    memcpy(to, b->raw, begun);
    b->raw_len = 0;
    return (ptrdiff_t)begun;
}
