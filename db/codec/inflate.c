/* Inflating and CRC-32 by libdeflate, or by zlib. */
#include "db/codec/inflate.h"

#include <stdlib.h>
#include <zlib.h>

#ifdef GR_LIBDEFLATE
#include <libdeflate.h>
#endif

struct GrInflater {
    z_stream stream;
    bool open; /* it is; it is opened when it is needed */
#ifdef GR_LIBDEFLATE
    struct libdeflate_decompressor *whole;
#endif
};

GrInflater *gr_inflater_new(void) {
    GrInflater *inflater = calloc(1, sizeof *inflater);
#ifdef GR_LIBDEFLATE
    if (inflater && !(inflater->whole = libdeflate_alloc_decompressor())) {
        free(inflater);
        return NULL;
    }
#endif
    return inflater;
}

void gr_inflater_free(GrInflater *inflater) {
    if (!inflater)
        return;
    if (inflater->open)
        inflateEnd(&inflater->stream);
#ifdef GR_LIBDEFLATE
    libdeflate_free_decompressor(inflater->whole);
#endif
    free(inflater);
}

/* zlib's stream, about to unpack. With room to spare, zlib takes its fast path to the end. NULL without memory. */
static z_stream *begin(GrInflater *inflater, const void *packed, size_t size, bool wrapped, void *out, size_t len) {
    z_stream *stream = &inflater->stream;
    int bits = wrapped ? MAX_WBITS : -MAX_WBITS;
    if ((inflater->open ? inflateReset2(stream, bits) : inflateInit2(stream, bits)) != Z_OK)
        return NULL;
    inflater->open = true;
    stream->next_in = (Bytef *)(uintptr_t)packed;
    stream->avail_in = (uInt)size;
    stream->next_out = out;
    stream->avail_out = (uInt)(len + GR_INFLATE_SPARE);
    return stream;
}

bool gr_inflate_first(GrInflater *inflater, const void *packed, size_t size, void *out, size_t len, bool *failed) {
    z_stream *stream = begin(inflater, packed, size, false, out, len);
    int code = stream ? Z_OK : Z_MEM_ERROR;
    while (code == Z_OK && stream->total_out < len && stream->avail_in)
        code = inflate(stream, Z_BLOCK);
    *failed |= code == Z_MEM_ERROR;
    return (code == Z_OK || code == Z_STREAM_END) && stream->total_out >= len;
}

#ifdef GR_LIBDEFLATE

bool gr_inflate_whole(GrInflater *inflater, const void *packed, size_t size, bool wrapped, void *out, size_t len,
                      bool *failed) {
    struct libdeflate_decompressor *by = inflater->whole;
    size_t used;
    (void)failed; /* it needs no more memory */
    return (wrapped ? libdeflate_zlib_decompress_ex(by, packed, size, out, len, &used, NULL)
                    : libdeflate_deflate_decompress_ex(by, packed, size, out, len, &used, NULL)) == LIBDEFLATE_SUCCESS;
}

uint32_t gr_crc32(uint32_t crc, const void *bytes, size_t len) {
    return len ? libdeflate_crc32(crc, bytes, len) : crc;
}

#else

bool gr_inflate_whole(GrInflater *inflater, const void *packed, size_t size, bool wrapped, void *out, size_t len,
                      bool *failed) {
    z_stream *stream = begin(inflater, packed, size, wrapped, out, len);
    int code = stream ? inflate(stream, Z_FINISH) : Z_MEM_ERROR;
    *failed |= code == Z_MEM_ERROR;
    return code == Z_STREAM_END && stream->total_out == len;
}

uint32_t gr_crc32(uint32_t crc, const void *bytes, size_t len) {
    return len ? (uint32_t)crc32_z(crc, bytes, len) : crc;
}

#endif
