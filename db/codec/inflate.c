/* Inflating and CRC-32 by libdeflate, or by zlib. */
#include "db/codec/inflate.h"

#ifdef GR_LIBDEFLATE

#include <libdeflate.h>

/* A GrInflater is libdeflate's decompressor. */

GrInflater *gr_inflater_new(void) {
    return (GrInflater *)libdeflate_alloc_decompressor();
}

void gr_inflater_free(GrInflater *inflater) {
    libdeflate_free_decompressor((struct libdeflate_decompressor *)inflater);
}

bool gr_inflate_whole(GrInflater *inflater, const void *packed, size_t size, bool wrapped, void *out, size_t len,
                      bool *failed) {
    struct libdeflate_decompressor *by = (struct libdeflate_decompressor *)inflater;
    size_t used;
    (void)failed; /* it needs no more memory */
    return (wrapped ? libdeflate_zlib_decompress_ex(by, packed, size, out, len, &used, NULL)
                    : libdeflate_deflate_decompress_ex(by, packed, size, out, len, &used, NULL)) == LIBDEFLATE_SUCCESS;
}

uint32_t gr_crc32(uint32_t crc, const void *bytes, size_t len) {
    return len ? libdeflate_crc32(crc, bytes, len) : crc;
}

#else

#include <stdlib.h>
#include <zlib.h>

struct GrInflater {
    z_stream stream;
};

GrInflater *gr_inflater_new(void) {
    GrInflater *inflater = calloc(1, sizeof *inflater);
    if (inflater && inflateInit(&inflater->stream) != Z_OK) {
        free(inflater);
        return NULL;
    }
    return inflater;
}

void gr_inflater_free(GrInflater *inflater) {
    if (inflater)
        inflateEnd(&inflater->stream);
    free(inflater);
}

/* With room to spare, zlib takes its fast path to the end. */
bool gr_inflate_whole(GrInflater *inflater, const void *packed, size_t size, bool wrapped, void *out, size_t len,
                      bool *failed) {
    z_stream *stream = &inflater->stream;
    if (inflateReset2(stream, wrapped ? MAX_WBITS : -MAX_WBITS) != Z_OK)
        return false;
    stream->next_in = (Bytef *)(uintptr_t)packed;
    stream->avail_in = (uInt)size;
    stream->next_out = out;
    stream->avail_out = (uInt)(len + GR_INFLATE_SPARE);
    int code = inflate(stream, Z_FINISH);
    *failed |= code == Z_MEM_ERROR;
    return code == Z_STREAM_END && stream->total_out == len;
}

uint32_t gr_crc32(uint32_t crc, const void *bytes, size_t len) {
    return len ? (uint32_t)crc32_z(crc, bytes, len) : crc;
}

#endif
