/* Columns of small numbers as bytes. */
#include "db/codec/column.h"

static unsigned width_of(uint32_t range) {
    return range ? 32 - (unsigned)__builtin_clz(range) : 0;
}

void gr_column_write(GrBuffer *out, const uint32_t *values, size_t n) {
    uint32_t low = n ? values[0] : 0, high = low;
    for (size_t i = 1; i < n; i++) {
        low = values[i] < low ? values[i] : low;
        high = values[i] > high ? values[i] : high;
    }
    unsigned width = width_of(high - low), held = 0;
    uint64_t bits = 0;
    gr_put_u8(out, width);
    gr_put_varint(out, low);
    for (size_t i = 0; width && i < n; i++) {
        bits |= (uint64_t)(values[i] - low) << held;
        for (held += width; held >= 8; held -= 8, bits >>= 8)
            gr_put_u8(out, (unsigned)bits & 255);
    }
    if (held)
        gr_put_u8(out, (unsigned)bits & 255);
}

/* Eight bytes, the lowest first. */
static inline uint64_t load(const uint8_t *at) {
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
}

void gr_column_open(GrInput *in, GrColumn *column, size_t n) {
    unsigned width = gr_input_u8(in);
    uint32_t low = gr_input_bounded(in, UINT32_MAX);
    size_t bytes = (n * width + 7) / 8;
    const uint8_t *at = width <= 32 ? gr_input_bytes(in, bytes) : NULL;
    in->bad |= !at;
    *column = in->bad ? (GrColumn){.at = NULL} : (GrColumn){at, bytes, low, width};
}

/* Eight values take as many bytes as one takes bits, so those of each eight begin at the same places. Reads all that
 * eight bytes can be read for, and returns how many that is. */
static size_t read_eights(const GrColumn *column, uint32_t *values, size_t n) {
    const unsigned width = column->width;
    const uint64_t mask = ((uint64_t)1 << width) - 1;
    const size_t whole = column->bytes >= 8 ? (column->bytes - 8) * 8 / width : 0;
    const uint8_t *at = column->at;
    uint8_t byte[8], shift[8];
    size_t i = 0;
    for (unsigned k = 0; k < 8; k++) {
        byte[k] = (uint8_t)(k * width / 8);
        shift[k] = (uint8_t)(k * width % 8);
    }
#define READ(k) values[i + (k)] = column->low + (uint32_t)(load(at + byte[k]) >> shift[k] & mask)
    for (; i + 8 <= whole && i + 8 <= n; i += 8, at += width) {
        READ(0);
        READ(1);
        READ(2);
        READ(3);
        READ(4);
        READ(5);
        READ(6);
        READ(7);
    }
#undef READ
    return i;
}

void gr_column_read(GrInput *in, uint32_t *values, size_t n) {
    GrColumn column;
    gr_column_open(in, &column, n);
    size_t i = column.width ? read_eights(&column, values, n) : 0;
    for (; i < n && !column.width; i++)
        values[i] = column.low;
    for (; i < n; i++)
        values[i] = gr_column_at(&column, i);
}
