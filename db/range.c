#include "db/range.h"

enum { RENORM = 1 << 24 };

void gr_range_start(GrRangeWriter *w, GrBuffer *out) {
    *w = (GrRangeWriter){.out = out, .start = out->len, .range = UINT32_MAX};
}

/* Moves the top byte of low out. It can be written only when it is known that no carry will reach
 * it: while it is 0xFF a later carry would run through it, so those are only counted. */
static void shift(GrRangeWriter *w) {
    if (w->low < 0xFF000000u || w->low > UINT32_MAX) {
        unsigned carry = (unsigned)(w->low >> 32);
        if (w->begun)
            gr_buffer_putc(w->out, (char)(uint8_t)(w->cache + carry));
        for (; w->pending; w->pending--)
            gr_buffer_putc(w->out, (char)(uint8_t)(0xFF + carry));
        w->cache = (uint8_t)(w->low >> 24);
        w->begun = true;
    } else {
        w->pending++;
    }
    w->low = (w->low & 0x00FFFFFFu) << 8;
}

void gr_range_put(GrRangeWriter *w, uint32_t low, uint32_t freq) {
    uint32_t unit = w->range >> GR_RANGE_BITS;
    w->low += (uint64_t)unit * low;
    /* The last symbol gets what the division left over. */
    w->range = low + freq == GR_RANGE_TOTAL ? w->range - unit * low : unit * freq;
    while (w->range < RENORM) {
        w->range <<= 8;
        shift(w);
    }
}

void gr_range_finish(GrRangeWriter *w) {
    uint64_t last = w->low + w->range - 1;
    for (unsigned bits = 32; bits-- > 0;) {
        uint64_t mask = ((uint64_t)1 << bits) - 1, round = (w->low + mask) & ~mask;
        if (round <= last) {
            w->low = round;
            break;
        }
    }
    for (int i = 0; i < 5; i++)
        shift(w);
    while (w->out->len > w->start && w->out->data[w->out->len - 1] == 0)
        w->out->len--;
}

static uint32_t next(GrRangeReader *r) {
    return r->at < r->end ? *r->at++ : 0;
}

void gr_range_open(GrRangeReader *r, const uint8_t *bytes, size_t len) {
    *r = (GrRangeReader){.at = bytes, .end = bytes ? bytes + len : bytes, .range = UINT32_MAX};
    for (int i = 0; i < 4; i++)
        r->code = r->code << 8 | next(r);
}

uint32_t gr_range_peek(GrRangeReader *r) {
    r->unit = r->range >> GR_RANGE_BITS;
    uint32_t at = r->code / r->unit;
    return at < GR_RANGE_TOTAL ? at : GR_RANGE_TOTAL - 1;
}

void gr_range_take(GrRangeReader *r, uint32_t low, uint32_t freq) {
    r->code -= r->unit * low;
    r->range = low + freq == GR_RANGE_TOTAL ? r->range - r->unit * low : r->unit * freq;
    while (r->range < RENORM) {
        r->code = r->code << 8 | next(r);
        r->range <<= 8;
    }
}
