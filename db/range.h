/* A range coder: symbols of known frequency in little more than their entropy. Internal to db/.
 *
 * Frequencies are whole numbers that add up to GR_RANGE_TOTAL; a symbol is the interval from the
 * sum of the frequencies before it (`low`) to that sum plus its own. All arithmetic is on whole
 * numbers, so that the same bytes come out on every machine. The coder keeps 32 bits of range
 * and carries over into bytes already written; how it ends, byte by byte, is said in
 * grimoire-format(5).
 */
#ifndef GR_DB_RANGE_H
#define GR_DB_RANGE_H

#include <stdint.h>

#include "notation/buffer.h"

enum { GR_RANGE_BITS = 16, GR_RANGE_TOTAL = 1 << GR_RANGE_BITS };

typedef struct GrRangeWriter {
    GrBuffer *out;
    size_t start;     /* where in out the coded bytes begin */
    uint64_t low;     /* 32 bits and a carry */
    uint32_t range;
    uint8_t cache;    /* a byte that a carry may still change, */
    uint64_t pending; /* and how many bytes 0xFF follow it */
    bool begun;       /* cache holds a byte */
} GrRangeWriter;

typedef struct GrRangeReader {
    const uint8_t *at, *end; /* past the end come zeros without end */
    uint32_t code, range, unit;
} GrRangeReader;

void gr_range_start(GrRangeWriter *w, GrBuffer *out);

/* Codes a symbol; freq is above 0 and low + freq at most GR_RANGE_TOTAL. */
void gr_range_put(GrRangeWriter *w, uint32_t low, uint32_t freq);

/* Writes what is left, in as few bytes as can tell it; trailing zero bytes are dropped. */
void gr_range_finish(GrRangeWriter *w);

void gr_range_open(GrRangeReader *r, const uint8_t *bytes, size_t len);

/* A number from 0 to GR_RANGE_TOTAL - 1 that lies in the interval of the next symbol. Any bytes
 * give some number: whether it was right must be told by other means. */
uint32_t gr_range_peek(GrRangeReader *r);

/* Takes the symbol whose interval that was. */
void gr_range_take(GrRangeReader *r, uint32_t low, uint32_t freq);

#endif
