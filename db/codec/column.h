/* Columns: arrays of numbers in as few bits as the largest of them needs. Internal to db/.
 *
 * A column is written as its width in bits (a byte, 0 to 32), its smallest value (a varint), and
 * then each value less the smallest in `width` bits, the lowest bit first, filled up to a byte. A
 * column that says the same of every game thus costs two or three bytes.
 */
#ifndef GR_DB_COLUMN_H
#define GR_DB_COLUMN_H

#include "db/codec/bytes.h"

/* Adds a column of n values. */
void gr_column_write(GrBuffer *out, const uint32_t *values, size_t n);

/* Reads a column of n values into values; the input goes bad if it is cut short or malformed. */
void gr_column_read(GrInput *in, uint32_t *values, size_t n);

/* A column of which single values are read. One that is all zero says 0 of every game. */
typedef struct GrColumn {
    const uint8_t *at; /* in the bytes that it was opened in */
    size_t bytes;
    uint32_t low;
    unsigned width;
} GrColumn;

/* Opens a column of n values, and passes over it; as gr_column_read. */
void gr_column_open(GrInput *in, GrColumn *column, size_t n);

/* The value i, which is below n. */
static inline uint32_t gr_column_at(const GrColumn *column, size_t i) {
    uint64_t bits = 0;
    size_t from = i * column->width / 8;
    for (size_t k = 0; k < 5 && from + k < column->bytes; k++)
        bits |= (uint64_t)column->at[from + k] << (8 * k);
    uint64_t mask = ((uint64_t)1 << column->width) - 1;
    return column->low + (uint32_t)(bits >> i * column->width % 8 & mask);
}

#endif
