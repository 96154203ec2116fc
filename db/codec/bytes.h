/* Numbers as bytes: what all binary parts of a database are written with and read from.
 *
 * A varint holds seven bits a byte, the lowest first, the top bit set on all bytes but the last.
 * Reading never goes past the end: what is missing is read as zero and marks the input as bad, so
 * that a reader checks once, at its end. Internal to db/.
 */
#ifndef GR_DB_BYTES_H
#define GR_DB_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "notation/buffer.h"

typedef struct GrInput {
    const uint8_t *at, *end;
    bool bad; /* something was missing or malformed */
} GrInput;

static inline GrInput gr_input(const void *bytes, size_t len) {
    const uint8_t *at = bytes;
    return (GrInput){at, at ? at + len : at, false};
}

static inline size_t gr_input_left(const GrInput *in) {
    return (size_t)(in->end - in->at);
}

static inline uint8_t gr_input_u8(GrInput *in) {
    if (in->at == in->end) {
        in->bad = true;
        return 0;
    }
    return *in->at++;
}

/* The eight bytes there as a number, the lowest first. */
static inline uint64_t gr_bytes_as_u64(const uint8_t *at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap64(value);
#endif
    return value;
}

/* Four bytes, the lowest first. */
static inline uint32_t gr_input_u32(GrInput *in) {
    uint32_t value = 0;
    for (unsigned shift = 0; shift < 32; shift += 8)
        value |= (uint32_t)gr_input_u8(in) << shift;
    return value;
}

static inline uint64_t gr_input_varint(GrInput *in) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = gr_input_u8(in);
        value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return value;
    }
    in->bad = true;
    return 0;
}

/* A varint that must not be above `max`; 0 and bad if it is. */
static inline uint32_t gr_input_bounded(GrInput *in, uint32_t max) {
    uint64_t value = gr_input_varint(in);
    if (value > max) {
        in->bad = true;
        return 0;
    }
    return (uint32_t)value;
}

/* The next len bytes where they are; NULL and bad if there are not so many. */
static inline const uint8_t *gr_input_bytes(GrInput *in, size_t len) {
    if (len > gr_input_left(in)) {
        in->bad = true;
        return NULL;
    }
    in->at += len;
    return in->at - len;
}

/* A NUL-terminated string where it is; "" and bad if no NUL follows. */
static inline const char *gr_input_string(GrInput *in) {
    size_t left = gr_input_left(in);
    const uint8_t *start = in->at, *nul = left ? memchr(start, 0, left) : NULL;
    if (!nul) {
        in->bad = true;
        return "";
    }
    in->at = nul + 1;
    return (const char *)start;
}

static inline void gr_put_u8(GrBuffer *out, unsigned value) {
    gr_buffer_putc(out, (char)(unsigned char)value);
}

static inline void gr_put_u32(GrBuffer *out, uint32_t value) {
    for (unsigned shift = 0; shift < 32; shift += 8)
        gr_put_u8(out, value >> shift & 255);
}

static inline void gr_put_varint(GrBuffer *out, uint64_t value) {
    for (; value > 127; value >>= 7)
        gr_put_u8(out, (unsigned)(value & 127) | 128);
    gr_put_u8(out, (unsigned)value);
}

/* The string with its NUL. */
static inline void gr_put_string(GrBuffer *out, const char *text) {
    gr_buffer_add(out, text, strlen(text) + 1);
}

static inline void gr_put_bytes(GrBuffer *out, const void *bytes, size_t len) {
    gr_buffer_add(out, bytes, len);
}

#endif
