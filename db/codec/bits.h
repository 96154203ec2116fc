/* Numbers as bits: a row of bits is written and read from the lowest bit of its first byte on.
 *
 * Reading never goes past the end: missing bits read as 0 and mark the reader as bad, so callers
 * check it once, when they are done. Internal to db/.
 */
#ifndef GR_DB_BITS_H
#define GR_DB_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/codec/bytes.h"

/* ---- writing ---- */

typedef struct GrBitWriter {
    GrBuffer *out;
    uint64_t bits; /* those that do not fill a byte yet */
    unsigned count;
} GrBitWriter;

/* Up to 56 bits. */
static inline void gr_bits_put(GrBitWriter *w, uint64_t value, unsigned bits) {
    w->bits |= (value & (((uint64_t)1 << bits) - 1)) << w->count;
    for (w->count += bits; w->count >= 8; w->count -= 8, w->bits >>= 8)
        gr_put_u8(w->out, (unsigned)(w->bits & 255));
}

/* Up to 64 bits. */
static inline void gr_bits_put_long(GrBitWriter *w, uint64_t value, unsigned bits) {
    unsigned low = bits > 32 ? 32 : bits;
    gr_bits_put(w, value, low);
    if (bits > 32)
        gr_bits_put(w, value >> 32, bits - 32);
}

/* The number in unary: `zeros` zeros, then a one. */
static inline void gr_bits_put_unary(GrBitWriter *w, uint64_t zeros) {
    for (; zeros > 32; zeros -= 32)
        gr_bits_put(w, 0, 32);
    gr_bits_put(w, (uint64_t)1 << zeros, (unsigned)zeros + 1);
}

/* The number of the highest bit; of 1 or more. */
static inline unsigned gr_top_bit(uint64_t value) {
    return 63 - (unsigned)__builtin_clzll(value);
}

/* How many bits the numbers below `choices` have. */
static inline unsigned gr_bits_for(uint32_t choices) {
    return choices > 1 ? gr_top_bit(choices - 1) + 1 : 0;
}

/* An exponential Golomb code: of q = value / 2^k + 1, which has n + 1 bits, n zeros, a one and the
 * lower n bits of q; then the lower k bits of the value. The value is below 2^62. */
static inline void gr_bits_put_golomb(GrBitWriter *w, uint64_t value, unsigned k) {
    uint64_t q = (value >> k) + 1;
    unsigned n = gr_top_bit(q);
    gr_bits_put_unary(w, n);
    gr_bits_put_long(w, q, n);
    gr_bits_put_long(w, value, k);
}

/* How many bits that takes. */
static inline unsigned gr_golomb_bits(uint64_t value, unsigned k) {
    return 2 * gr_top_bit((value >> k) + 1) + 1 + k;
}

/* Fills the last byte with zeros. */
static inline void gr_bits_end(GrBitWriter *w) {
    if (w->count)
        gr_put_u8(w->out, (unsigned)(w->bits & 255));
    w->bits = 0;
    w->count = 0;
}

/* ---- reading ---- */

enum { GR_BITS_SPARE = 8 }; /* bytes that may be read behind the end: they must be there */

typedef struct GrBitReader {
    const uint8_t *data;
    size_t at, end; /* in bits */
    bool bad;
} GrBitReader;

/* The next 57 bits at least; of a reader that is not at its end. */
static inline uint64_t gr_bits_peek(const GrBitReader *r) {
    const uint8_t *at = r->data + (r->at >> 3);
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word |= (uint64_t)at[i] << (8 * i);
    return word >> (r->at & 7);
}

/* Passes over bits. */
static inline void gr_bits_skip(GrBitReader *r, size_t bits) {
    if (bits > r->end - r->at) {
        r->bad = true;
        r->at = r->end;
    } else {
        r->at += bits;
    }
}

/* Up to 56 bits. */
static inline uint64_t gr_bits_get(GrBitReader *r, unsigned bits) {
    if (!bits || bits > r->end - r->at) {
        gr_bits_skip(r, bits);
        return 0;
    }
    uint64_t value = gr_bits_peek(r) & (((uint64_t)1 << bits) - 1);
    r->at += bits;
    return value;
}

/* Up to 64 bits. */
static inline uint64_t gr_bits_get_long(GrBitReader *r, unsigned bits) {
    uint64_t low = gr_bits_get(r, bits > 32 ? 32 : bits);
    return bits > 32 ? low | gr_bits_get(r, bits - 32) << 32 : low;
}

/* Zeros before the next one. */
static inline uint64_t gr_bits_get_unary(GrBitReader *r) {
    uint64_t zeros = 0;
    while (r->at < r->end) {
        uint64_t word = gr_bits_peek(r) & (((uint64_t)1 << 57) - 1);
        unsigned more = word ? (unsigned)__builtin_ctzll(word) : 57;
        zeros += more;
        gr_bits_skip(r, more + (word != 0));
        if (word && !r->bad)
            return zeros;
    }
    r->bad = true;
    return 0;
}

static inline uint64_t gr_bits_get_golomb(GrBitReader *r, unsigned k) {
    uint64_t n = gr_bits_get_unary(r);
    if (n + k > 62) {
        r->bad = true;
        return 0;
    }
    uint64_t q = ((uint64_t)1 << n) + gr_bits_get_long(r, (unsigned)n);
    return ((q - 1) << k) + gr_bits_get_long(r, k);
}

/* ---- signed numbers ---- */

/* 0, -1, 1, -2, 2 ... as 0, 1, 2, 3, 4 ... */
static inline uint64_t gr_zigzag(int64_t value) {
    return value < 0 ? ~((uint64_t)value << 1) : (uint64_t)value << 1;
}

static inline int64_t gr_unzigzag(uint64_t value) {
    return value & 1 ? -(int64_t)(value >> 1) - 1 : (int64_t)(value >> 1);
}

#endif
