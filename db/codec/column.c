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

void gr_column_read(GrInput *in, uint32_t *values, size_t n) {
    unsigned width = gr_input_u8(in), held = 0;
    uint32_t low = gr_input_bounded(in, UINT32_MAX);
    const uint8_t *at = width <= 32 ? gr_input_bytes(in, (n * width + 7) / 8) : NULL;
    if (!at || in->bad) {
        in->bad = true;
        memset(values, 0, n * sizeof *values);
        return;
    }
    uint64_t bits = 0, mask = ((uint64_t)1 << width) - 1;
    for (size_t i = 0; i < n; i++) {
        for (; held < width; held += 8)
            bits |= (uint64_t)*at++ << held;
        values[i] = low + (uint32_t)(bits & mask);
        bits >>= width;
        held -= width;
    }
}
