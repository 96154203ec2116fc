/* Four methods of compression behind one function. */
#include "notation/text/unpack.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

/* The Makefile defines these where it finds the headers. */
#ifdef GR_BZIP2
#include <bzlib.h>
#endif
#ifdef GR_XZ
#include <lzma.h>
#endif
#ifdef GR_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

typedef union Stream {
    z_stream gzip;
#ifdef GR_BZIP2
    bz_stream bzip2;
#endif
#ifdef GR_XZ
    lzma_stream xz;
#endif
#ifdef GR_ZSTD
    ZSTD_DStream *zstd;
#endif
} Stream;

/* What a step has done to the member at hand. */
typedef enum Step { GOES_ON = 1, HAS_ENDED = 2 } Step;

typedef struct Method {
    unsigned char magic[GR_UNPACK_MAGIC];
    size_t len;
    int (*start)(Stream *s); /* for a new member */
    int (*step)(Stream *s, GrUnpackPiece *piece); /* a Step, or a GrCode below 0 */
    void (*end)(Stream *s);
} Method;

struct GrUnpack {
    const Method *method;
    Stream stream;
    bool in_member, over;
    int failed; /* why nothing more can be unpacked; 0: it can */
};

/* Lengths of a call for libraries that count in `unsigned`. */
static unsigned at_most(size_t len) {
    return len < UINT_MAX ? (unsigned)len : UINT_MAX;
}

static void advance(GrUnpackPiece *piece, size_t in_left, size_t in_given, size_t room_left, size_t room_given) {
    piece->in += in_given - in_left;
    piece->in_len -= in_given - in_left;
    piece->out += room_given - room_left;
    piece->room -= room_given - room_left;
}

/* ---- gzip ---- */

static int gzip_start(Stream *s) {
    memset(&s->gzip, 0, sizeof s->gzip);
    return inflateInit2(&s->gzip, 16 + MAX_WBITS) == Z_OK ? 0 : GR_ERR_MEMORY;
}

static int gzip_step(Stream *s, GrUnpackPiece *piece) {
    unsigned in = at_most(piece->in_len), room = at_most(piece->room);
    s->gzip.next_in = piece->in;
    s->gzip.avail_in = in;
    s->gzip.next_out = piece->out;
    s->gzip.avail_out = room;
    int status = inflate(&s->gzip, Z_NO_FLUSH);
    advance(piece, s->gzip.avail_in, in, s->gzip.avail_out, room);
    if (status == Z_MEM_ERROR)
        return GR_ERR_MEMORY;
    return status == Z_STREAM_END ? HAS_ENDED : status == Z_OK || status == Z_BUF_ERROR ? GOES_ON : GR_ERR_DAMAGED;
}

static void gzip_end(Stream *s) {
    inflateEnd(&s->gzip);
}

/* ---- bzip2 ---- */
#ifdef GR_BZIP2
static int bzip2_start(Stream *s) {
    memset(&s->bzip2, 0, sizeof s->bzip2);
    return BZ2_bzDecompressInit(&s->bzip2, 0, 0) == BZ_OK ? 0 : GR_ERR_MEMORY;
}

static int bzip2_step(Stream *s, GrUnpackPiece *piece) {
    unsigned in = at_most(piece->in_len), room = at_most(piece->room);
    s->bzip2.next_in = (char *)(size_t)piece->in; /* it only reads it */
    s->bzip2.avail_in = in;
    s->bzip2.next_out = (char *)piece->out;
    s->bzip2.avail_out = room;
    int status = BZ2_bzDecompress(&s->bzip2);
    advance(piece, s->bzip2.avail_in, in, s->bzip2.avail_out, room);
    if (status == BZ_MEM_ERROR)
        return GR_ERR_MEMORY;
    return status == BZ_STREAM_END ? HAS_ENDED : status == BZ_OK ? GOES_ON : GR_ERR_DAMAGED;
}

static void bzip2_end(Stream *s) {
    BZ2_bzDecompressEnd(&s->bzip2);
}
#endif

/* ---- xz ---- */
#ifdef GR_XZ
static int xz_start(Stream *s) {
    enum { MOST_MEMORY = 256 * 1024 * 1024 };
    static const lzma_stream empty = LZMA_STREAM_INIT;
    s->xz = empty;
    return lzma_stream_decoder(&s->xz, MOST_MEMORY, 0) == LZMA_OK ? 0 : GR_ERR_MEMORY;
}

static int xz_step(Stream *s, GrUnpackPiece *piece) {
    size_t in = piece->in_len, room = piece->room;
    s->xz.next_in = piece->in;
    s->xz.avail_in = in;
    s->xz.next_out = piece->out;
    s->xz.avail_out = room;
    lzma_ret status = lzma_code(&s->xz, LZMA_RUN);
    advance(piece, s->xz.avail_in, in, s->xz.avail_out, room);
    switch (status) {
    case LZMA_OK:
    case LZMA_BUF_ERROR:
        return GOES_ON;
    case LZMA_STREAM_END:
        return HAS_ENDED;
    case LZMA_MEM_ERROR:
        return GR_ERR_MEMORY;
    case LZMA_MEMLIMIT_ERROR:
        return GR_ERR_LIMIT;
    default:
        return GR_ERR_DAMAGED;
    }
}

static void xz_end(Stream *s) {
    lzma_end(&s->xz);
}
#endif

/* ---- zstd ---- */
#ifdef GR_ZSTD
static int zstd_start(Stream *s) {
    s->zstd = ZSTD_createDStream();
    return s->zstd ? 0 : GR_ERR_MEMORY;
}

static int zstd_step(Stream *s, GrUnpackPiece *piece) {
    ZSTD_inBuffer in = {piece->in, piece->in_len, 0};
    ZSTD_outBuffer out = {piece->out, piece->room, 0};
    size_t status = ZSTD_decompressStream(s->zstd, &out, &in);
    advance(piece, in.size - in.pos, in.size, out.size - out.pos, out.size);
    if (!ZSTD_isError(status))
        return status == 0 ? HAS_ENDED : GOES_ON;
    switch (ZSTD_getErrorCode(status)) {
    case ZSTD_error_memory_allocation:
        return GR_ERR_MEMORY;
    case ZSTD_error_frameParameter_windowTooLarge:
        return GR_ERR_LIMIT;
    default:
        return GR_ERR_DAMAGED;
    }
}

static void zstd_end(Stream *s) {
    ZSTD_freeDStream(s->zstd);
}
#endif

/* ---- all ---- */

static const Method methods[] = {
    {{0x1F, 0x8B}, 2, gzip_start, gzip_step, gzip_end},
#ifdef GR_BZIP2
    {{'B', 'Z', 'h'}, 3, bzip2_start, bzip2_step, bzip2_end},
#endif
#ifdef GR_XZ
    {{0xFD, '7', 'z', 'X', 'Z', 0}, 6, xz_start, xz_step, xz_end},
#endif
#ifdef GR_ZSTD
    {{0x28, 0xB5, 0x2F, 0xFD}, 4, zstd_start, zstd_step, zstd_end},
    /* A frame that is to be skipped; the parallel programs write one first. */
    {{0x50, 0x2A, 0x4D, 0x18}, 4, zstd_start, zstd_step, zstd_end},
#endif
};

static const Method *method_of(const unsigned char *bytes, size_t len) {
    unsigned char begin[GR_UNPACK_MAGIC];
    len = len < sizeof begin ? len : sizeof begin;
    memcpy(begin, bytes, len);
    if (len >= 4 && (begin[0] & 0xF0) == 0x50 && begin[1] == 0x2A)
        begin[0] = 0x50; /* sixteen kinds of frames to be skipped */
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (len >= methods[i].len && !memcmp(begin, methods[i].magic, methods[i].len))
            return &methods[i];
    return NULL;
}

int gr_unpack_open(const unsigned char *bytes, size_t len, GrUnpack **unpack) {
    const Method *method = method_of(bytes, len);
    *unpack = NULL;
    if (!method)
        return 0;
    GrUnpack *u = calloc(1, sizeof *u);
    if (!u || method->start(&u->stream)) {
        free(u);
        return GR_ERR_MEMORY;
    }
    u->method = method;
    u->in_member = true;
    *unpack = u;
    return 0;
}

void gr_unpack_close(GrUnpack *u) {
    if (!u)
        return;
    u->method->end(&u->stream);
    free(u);
}

bool gr_unpack_complete(const GrUnpack *u) {
    return !u->in_member;
}

/* Begins the member that starts here, if one does. Only its first byte is looked at, as the others may not have
 * been read yet; xz fills up with NULs between members. */
static int next_member(GrUnpack *u, GrUnpackPiece *piece) {
    unsigned char first = u->method->magic[0];
    bool zstd = first == 0x28 || first == 0x50, xz = first == 0xFD;
    while (xz && piece->in_len && !*piece->in) {
        piece->in++;
        piece->in_len--;
    }
    if (!piece->in_len)
        return 1;
    if (*piece->in != first && !(zstd && (*piece->in == 0x28 || (*piece->in & 0xF0) == 0x50))) {
        u->over = true;
        return 0;
    }
    u->method->end(&u->stream);
    memset(&u->stream, 0, sizeof u->stream);
    u->in_member = true;
    int code = u->method->start(&u->stream);
    return code ? code : 1;
}

static int unpack(GrUnpack *u, GrUnpackPiece *piece) {
    while (piece->room) {
        int code = u->over ? 0 : 1;
        if (!u->in_member && !u->over && piece->in_len)
            code = next_member(u, piece);
        if (code <= 0)
            return code;
        if (!u->in_member)
            return 1; /* between members, and no input */
        size_t before = piece->in_len, room = piece->room;
        code = u->method->step(&u->stream, piece);
        if (code < 0)
            return code;
        if (code == HAS_ENDED)
            u->in_member = false;
        else if (piece->in_len == before && piece->room == room)
            return 1; /* it wants input */
    }
    return 1;
}

int gr_unpack_more(GrUnpack *u, GrUnpackPiece *piece) {
    int code = u->failed ? u->failed : unpack(u, piece);
    u->failed = code < 0 ? code : 0;
    return code;
}
