/* Files that are written: what they had is kept until something comes; a stream may go through gzip or zstd. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fopencookie */
#endif
#include "cli/packing.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define ZLIB_CONST
#include <zlib.h>
#ifdef GR_ZSTD
#include <zstd.h>
#endif

enum { BLOCK = 128 * 1024 };

/* ---- files that are there already ---- */

/* One that keeps what it has until the first bytes come. */
typedef struct Late {
    int file;
    bool begun;
    const bool *keep;
} Late;

static bool begin(Late *late) {
    late->begun |= ftruncate(late->file, 0) == 0;
    return late->begun;
}

/* A stream takes less than all for an error, without asking for the reason. */
static ssize_t write_late(void *cookie, const char *bytes, size_t len) {
    Late *late = cookie;
    size_t done = 0;
    if (!late->begun && !begin(late))
        return 0;
    while (done < len) {
        ssize_t written = write(late->file, bytes + done, len - done);
        if (written < 0 && errno != EINTR)
            return 0;
        done += written > 0 ? (size_t)written : 0;
    }
    return (ssize_t)len;
}

static int close_late(void *cookie) {
    Late *late = cookie;
    bool well = late->begun || *late->keep || begin(late);
    well &= close(late->file) == 0;
    free(late);
    return well ? 0 : EOF;
}

static FILE *open_late(const char *path, const bool *keep) {
    static const cookie_io_functions_t functions = {.write = write_late, .close = close_late};
    struct stat status;
    if (stat(path, &status) || !S_ISREG(status.st_mode) || !status.st_size)
        return fopen(path, "wb");
    Late *late = calloc(1, sizeof *late);
    FILE *stream = NULL;
    if (late && (late->file = open(path, O_WRONLY | O_CLOEXEC)) >= 0) {
        late->keep = keep;
        stream = fopencookie(late, "w", functions);
        if (!stream)
            close(late->file);
    }
    if (!stream)
        free(late);
    else
        setvbuf(stream, NULL, _IOFBF, BLOCK);
    return stream;
}

/* ---- compressed ---- */

typedef struct Packing {
    FILE *file;
    z_stream gzip;
#ifdef GR_ZSTD
    ZSTD_CStream *zstd; /* NULL: gzip */
#endif
    bool begun;         /* something came */
    bool failed;        /* the compressed data have a gap */
    const bool *keep;
    unsigned char block[BLOCK];
} Packing;

static bool put(Packing *p, size_t len) {
    return len == 0 || fwrite(p->block, 1, len, p->file) == len;
}

static bool pack_gzip(Packing *p, const char *bytes, size_t len, bool last) {
    int status = Z_OK;
    p->gzip.next_in = (const unsigned char *)bytes;
    p->gzip.avail_in = (unsigned)len;
    do {
        p->gzip.next_out = p->block;
        p->gzip.avail_out = BLOCK;
        status = deflate(&p->gzip, last ? Z_FINISH : Z_NO_FLUSH);
        if (status == Z_STREAM_ERROR || !put(p, BLOCK - p->gzip.avail_out))
            return false;
    } while (p->gzip.avail_in || (last && status != Z_STREAM_END));
    return true;
}

#ifdef GR_ZSTD
static bool pack_zstd(Packing *p, const char *bytes, size_t len, bool last) {
    ZSTD_inBuffer in = {bytes, len, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {p->block, BLOCK, 0};
        left = ZSTD_compressStream2(p->zstd, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left)) {
            errno = ENOMEM;
            return false;
        }
        if (!put(p, out.pos))
            return false;
    } while (in.pos < in.size || (last && left));
    return true;
}

static bool start_zstd(Packing *p) {
    p->zstd = ZSTD_createCStream();
    return p->zstd && !ZSTD_isError(ZSTD_CCtx_setParameter(p->zstd, ZSTD_c_checksumFlag, 1));
}
#endif

static bool pack(Packing *p, const char *bytes, size_t len, bool last) {
#ifdef GR_ZSTD
    if (p->zstd)
        return pack_zstd(p, bytes, len, last);
#endif
    return pack_gzip(p, bytes, len, last);
}

static ssize_t write_packed(void *cookie, const char *bytes, size_t len) {
    Packing *p = cookie;
    size_t some = len < UINT_MAX ? len : UINT_MAX;
    p->begun = true;
    if (p->failed || !pack(p, bytes, some, false)) {
        p->failed = true;
        return 0; /* which is an error */
    }
    return (ssize_t)some;
}

static void end(Packing *p) {
#ifdef GR_ZSTD
    ZSTD_freeCStream(p->zstd); /* NULL is fine */
#endif
    deflateEnd(&p->gzip);
    free(p);
}

static int close_packed(void *cookie) {
    Packing *p = cookie;
    bool well = !p->failed && ((!p->begun && *p->keep) || pack(p, "", 0, true));
    int reason = errno;
    if (fclose(p->file)) {
        reason = well ? errno : reason;
        well = false;
    }
    end(p);
    errno = reason;
    return well ? 0 : EOF;
}

static bool start(Packing *p, bool zstd) {
#ifdef GR_ZSTD
    if (zstd)
        return start_zstd(p);
#endif
    (void)zstd;
    return deflateInit2(&p->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8,
                        Z_DEFAULT_STRATEGY) == Z_OK;
}

static FILE *open_stream(const char *path, bool zstd, const bool *keep) {
    static const cookie_io_functions_t functions = {.write = write_packed, .close = close_packed};
    Packing *p = calloc(1, sizeof *p);
    if (!p || !start(p, zstd)) {
        if (p)
            end(p);
        errno = ENOMEM;
        return NULL;
    }
    p->file = open_late(path, keep);
    p->keep = keep;
    FILE *stream = p->file ? fopencookie(p, "w", functions) : NULL;
    if (!stream) {
        int reason = errno;
        if (p->file)
            fclose(p->file);
        end(p);
        errno = reason;
    }
    return stream;
}

static bool ends_with(const char *path, const char *ending) {
    size_t len = strlen(path), n = strlen(ending);
    return len > n && strcmp(path + len - n, ending) == 0;
}

bool cli_names_packed(const char *path) {
    return ends_with(path, ".gz") || ends_with(path, ".zst") || ends_with(path, ".xz") || ends_with(path, ".bz2");
}

const char *cli_packed_endings(void) {
#ifdef GR_ZSTD
    return ".gz or .zst";
#else
    return ".gz";
#endif
}

FILE *cli_open_packed(const char *path, const bool *keep) {
    bool zstd = ends_with(path, ".zst");
#ifdef GR_ZSTD
    bool known = true;
#else
    bool known = !zstd;
#endif
    if (!known || ends_with(path, ".xz") || ends_with(path, ".bz2")) {
        errno = ENOTSUP;
        return NULL;
    }
    return zstd || ends_with(path, ".gz") ? open_stream(path, zstd, keep) : open_late(path, keep);
}
