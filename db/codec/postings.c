/* Postings: which groups of games have a position, as bytes. */
#include "db/codec/postings.h"

#include "db/codec/integrity.h"

enum { DIGIT = 11, HEAD = 12, TAIL = 8 };

static unsigned bits_of(uint64_t value) {
    return value ? 64 - (unsigned)__builtin_clzll(value) : 0;
}

unsigned gr_posting_bucket_bits(size_t postings) {
    unsigned bits = bits_of(postings);
    return bits > GR_BUCKET_BITS ? bits - GR_BUCKET_BITS : 0;
}

/* ---- sorting ---- */

static void sort_digit(const uint64_t *from, uint64_t *to, size_t count, unsigned shift) {
    enum { VALUES = 1 << DIGIT };
    size_t at[VALUES] = {0}, sum = 0;
    for (size_t i = 0; i < count; i++)
        at[from[i] >> shift & (VALUES - 1)]++;
    for (unsigned value = 0; value < VALUES; value++) {
        size_t n = at[value];
        at[value] = sum;
        sum += n;
    }
    for (size_t i = 0; i < count; i++)
        to[at[from[i] >> shift & (VALUES - 1)]++] = from[i];
}

size_t gr_postings_sort(uint64_t *posting, size_t count, unsigned bucket_bits, uint64_t *scratch) {
    const uint64_t groups = (1u << GR_POSTING_GROUP_BITS) - 1;
    uint64_t kept = gr_posting_mask(bucket_bits) | groups, *from = posting, *to = scratch, varied = 0;
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        posting[i] &= kept;
        varied |= posting[i] ^ posting[0];
    }
    for (unsigned shift = 0; shift < 64; shift += DIGIT) {
        if (!(varied >> shift & ((1u << DIGIT) - 1)))
            continue;
        sort_digit(from, to, count, shift);
        uint64_t *sorted = to;
        to = from;
        from = sorted;
    }
    for (size_t i = 0; i < count; i++)
        if (i == 0 || from[i] != from[i - 1])
            scratch[left++] = from[i]; /* at or before i, should they be the same array */
    memcpy(posting, scratch, left * sizeof *posting);
    return left;
}

/* The bucket of a posting or a key. */
static uint64_t bucket_of(uint64_t key, unsigned bucket_bits) {
    return bucket_bits ? key >> (64 - bucket_bits) : 0;
}

size_t gr_postings_bucket_end(const uint64_t *posting, size_t count, size_t from,
                              unsigned bucket_bits, uint64_t bucket) {
    while (from < count && bucket_of(posting[from], bucket_bits) <= bucket)
        from++;
    return from;
}

/* ---- bits ---- */

/* Bits are in bytes from the lowest on, numbers from their lowest bit on; eight bytes more than are
 * used can be read. */
static uint64_t get_bits(const uint8_t *bytes, size_t at, unsigned width) {
    uint64_t value = 0;
    for (unsigned i = 0; i < 8; i++)
        value |= (uint64_t)bytes[at / 8 + i] << (8 * i);
    return value >> at % 8 & ((1ull << width) - 1);
}

static void put_bits(uint8_t *bytes, size_t at, uint64_t value) {
    value <<= at % 8;
    for (uint8_t *byte = bytes + at / 8; value; value >>= 8)
        *byte++ |= (uint8_t)(value & 255);
}

/* The parts of a bucket: after a head of HEAD bytes a bit set of `count` ones, for each posting
 * one, and 2^(key_bits - low_bits) zeros, one behind all postings of each value of the key's higher
 * bits; then the lower bits of each key; then the groups. */
typedef struct Layout {
    uint32_t count;
    unsigned key_bits, low_bits, group_bits;
    size_t high, low, groups, len; /* where they begin, in bytes behind the head; len with TAIL */
} Layout;

static void lay_out(Layout *l) {
    size_t ones = l->count, zeros = (size_t)1 << (l->key_bits - l->low_bits);
    l->high = 0;
    l->low = l->high + (ones + zeros + 7) / 8;
    l->groups = l->low + (ones * l->low_bits + 7) / 8;
    l->len = l->groups + (ones * l->group_bits + 7) / 8 + TAIL;
}

void gr_postings_pack(const uint64_t *posting, size_t count, unsigned bucket_bits,
                      unsigned group_bits, uint32_t seed, GrBuffer *out) {
    static const char zeros[256];
    unsigned key_bits = GR_BUCKET_BITS + GR_EXTRA_BITS, log = bits_of(count);
    Layout l = {.count = (uint32_t)count, .key_bits = key_bits, .group_bits = group_bits,
                .low_bits = log > key_bits ? 0 : key_bits - log};
    size_t start = out->len;
    lay_out(&l);
    gr_put_u32(out, 0);
    gr_put_u32(out, l.count);
    gr_put_u8(out, l.key_bits);
    gr_put_u8(out, l.low_bits);
    gr_put_u8(out, l.group_bits);
    gr_put_u8(out, 0);
    for (size_t left = l.len, part; left; left -= part) {
        part = left < sizeof zeros ? left : sizeof zeros;
        gr_put_bytes(out, zeros, part);
    }
    if (out->failed)
        return;
    uint8_t *bytes = (uint8_t *)out->data + start + HEAD;
    for (size_t i = 0; i < count; i++) {
        uint64_t key = posting[i] << bucket_bits >> (64 - key_bits);
        put_bits(bytes + l.high, (size_t)(key >> l.low_bits) + i, 1);
        put_bits(bytes + l.low, i * l.low_bits, key & ((1ull << l.low_bits) - 1));
        put_bits(bytes + l.groups, i * group_bits,
                 posting[i] & ((1ull << GR_POSTING_GROUP_BITS) - 1));
    }
    gr_sum_row(out, start, seed);
}

/* ---- asking ---- */

/* Reads the head; false if the bytes are damaged. */
static bool open_bucket(GrInput *in, uint32_t seed, Layout *l) {
    if (!gr_row_is_sound(in, seed))
        return false;
    l->count = gr_input_u32(in);
    l->key_bits = gr_input_u8(in);
    l->low_bits = gr_input_u8(in);
    l->group_bits = gr_input_u8(in);
    gr_input_u8(in);
    if (in->bad || l->key_bits > 32 || l->low_bits > l->key_bits || l->group_bits > 24)
        return false;
    lay_out(l);
    return gr_input_left(in) == l->len;
}

bool gr_postings_sound(GrInput in, uint32_t seed) {
    Layout layout;
    return open_bucket(&in, seed, &layout);
}

/* The first bit behind the nth zero (from 1); 0 for n = 0. */
static size_t behind_zero(const uint8_t *bytes, size_t bits, uint64_t n) {
    size_t at = 0;
    while (n && at + 32 <= bits) {
        unsigned zeros = 32 - (unsigned)__builtin_popcountll(get_bits(bytes, at, 32));
        if (zeros >= n)
            break;
        n -= zeros;
        at += 32;
    }
    for (; n && at < bits; at++)
        n -= !get_bits(bytes, at, 1);
    return at;
}

int gr_postings_find(GrInput in, uint32_t seed, uint64_t key, unsigned bucket_bits,
                     void (*found)(void *context, uint32_t group), void *context) {
    Layout l;
    if (!open_bucket(&in, seed, &l))
        return GR_ERR_DAMAGED;
    key = l.key_bits ? key << bucket_bits >> (64 - l.key_bits) : 0;
    uint64_t high = key >> l.low_bits, low = key & ((1ull << l.low_bits) - 1);
    size_t bits = (size_t)l.count + ((size_t)1 << (l.key_bits - l.low_bits));
    size_t at = behind_zero(in.at + l.high, bits, high);
    for (size_t i = at - (size_t)high; at < bits && i < l.count; at++, i++) {
        if (!get_bits(in.at + l.high, at, 1))
            break;
        if (get_bits(in.at + l.low, i * l.low_bits, l.low_bits) == low)
            found(context, (uint32_t)get_bits(in.at + l.groups, i * l.group_bits, l.group_bits));
    }
    return 0;
}
