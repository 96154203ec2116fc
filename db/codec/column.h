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

#endif
