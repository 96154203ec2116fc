/* A range coder: symbols of known frequency in little more than their entropy. Internal to db/.
 *
 * A symbol is an interval of the numbers below a total: from the sum of the frequencies before it
 * (`low`) to that sum plus its own. All arithmetic is on whole numbers, so that the same bytes come
 * out on every machine. The coder keeps 64 bits of range, writes four bytes at a time and carries
 * over into bytes already written; how it ends, byte by byte, is said in grimoire-format(5).
 */
#ifndef GR_DB_RANGE_H
#define GR_DB_RANGE_H

#include <stdint.h>

#include "notation/buffer.h"

typedef struct GrRangeWriter {
    GrBuffer *out;
    size_t start; /* where in out the coded bytes begin */
    uint64_t low, range;
} GrRangeWriter;

typedef struct GrRangeReader {
    const uint8_t *at, *end; /* past the end come zeros without end */
    uint64_t code, range, unit;
} GrRangeReader;

void gr_range_start(GrRangeWriter *w, GrBuffer *out);

/* The rare parts of coding: a carry, and the four bytes that are due. */
void gr_range_carry(GrRangeWriter *w);
void gr_range_shift(GrRangeWriter *w);

/* Codes a symbol; freq is above 0 and low + freq at most total. */
static inline void gr_range_put(GrRangeWriter *w, uint32_t low, uint32_t freq, uint32_t total) {
    uint64_t unit = w->range / total, sum = w->low + unit * low;
    if (sum < w->low)
        gr_range_carry(w);
    w->low = sum;
    w->range = unit * freq;
    if (w->range <= UINT32_MAX)
        gr_range_shift(w);
}

/* Writes what is left, in as few bytes as possible; trailing zero bytes are dropped. */
void gr_range_finish(GrRangeWriter *w);

void gr_range_open(GrRangeReader *r, const uint8_t *bytes, size_t len);

/* A number below total that lies in the interval of the next symbol. Any bytes give some number:
 * whether it was right, other checks must show. */
static inline uint32_t gr_range_peek(GrRangeReader *r, uint32_t total) {
    r->unit = r->range / total;
    uint64_t at = r->code / r->unit;
    return at < total ? (uint32_t)at : total - 1;
}

/* The next four bytes of code. */
void gr_range_fill(GrRangeReader *r);

/* Takes the symbol whose interval that was. */
static inline void gr_range_take(GrRangeReader *r, uint32_t low, uint32_t freq) {
    r->code -= r->unit * low;
    r->range = r->unit * freq;
    if (r->range <= UINT32_MAX)
        gr_range_fill(r);
}

#endif
