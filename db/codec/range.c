/* The range coder. */
#include "db/codec/range.h"

void gr_range_start(GrRangeWriter *w, GrBuffer *out) {
    *w = (GrRangeWriter){.out = out, .start = out->len, .range = UINT64_MAX};
}

/* What has been written is below 1, as a fraction, and stays so: the carry ends before the start,
 * unless bytes are missing because memory ran out. */
void gr_range_carry(GrRangeWriter *w) {
    for (size_t at = w->out->len; at > w->start;)
        if (++w->out->data[--at])
            break;
}

static void put_top(GrRangeWriter *w, unsigned bytes) {
    char top[8];
    for (unsigned i = 0; i < bytes; i++)
        top[i] = (char)(uint8_t)(w->low >> (56 - 8 * i));
    gr_buffer_add(w->out, top, bytes);
}

void gr_range_shift(GrRangeWriter *w) {
    put_top(w, 4);
    w->low <<= 32;
    w->range <<= 32;
}

/* Of the numbers that are left, the one with the most zeros at its end. */
static uint64_t roundest(GrRangeWriter *w) {
    uint64_t last = w->low + (w->range - 1);
    if (!w->low)
        return 0;
    if (last < w->low) { /* the numbers run over: 0, with a carry, is one of them */
        gr_range_carry(w);
        return 0;
    }
    for (unsigned bits = 63; bits; bits--) {
        uint64_t round = last & ~(((uint64_t)1 << bits) - 1);
        if (round >= w->low)
            return round;
    }
    return last;
}

void gr_range_finish(GrRangeWriter *w) {
    w->low = roundest(w);
    put_top(w, 8);
    while (w->out->len > w->start && w->out->data[w->out->len - 1] == 0)
        w->out->len--;
}

void gr_range_open(GrRangeReader *r, const uint8_t *bytes, size_t len) {
    if (len >= sizeof r->code) {
        const uint8_t *b = bytes;
        *r = (GrRangeReader){.at = bytes + sizeof r->code, .end = bytes + len, .range = UINT64_MAX};
        r->code = (uint64_t)b[0] << 56 | (uint64_t)b[1] << 48 | (uint64_t)b[2] << 40 | (uint64_t)b[3] << 32 |
                  (uint64_t)b[4] << 24 | (uint64_t)b[5] << 16 | (uint64_t)b[6] << 8 | b[7];
        return;
    }
    *r = (GrRangeReader){.at = bytes, .end = bytes ? bytes + len : bytes, .range = UINT32_MAX};
    gr_range_fill(r);
    gr_range_fill(r);
    r->range = UINT64_MAX;
}

void gr_range_fill(GrRangeReader *r) {
    for (int i = 0; i < 4; i++)
        r->code = r->code << 8 | (r->at < r->end ? *r->at++ : 0);
    r->range <<= 32;
}
