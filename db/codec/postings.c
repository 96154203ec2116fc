/* Postings: which groups of games have a position, as bytes. */
#include "db/codec/postings.h"

#include "db/codec/common.h"
#include "db/codec/integrity.h"

enum { HEAD = GR_BUCKET_HEAD, TAIL = 8, SIZE_OF_SIZE = 4 };

enum { KIND = 1 }; /* the kind of rows that is written, and the only one there is */

static unsigned bits_of(uint64_t value) {
    return value ? 64 - (unsigned)__builtin_clzll(value) : 0;
}

unsigned gr_posting_bucket_bits(size_t postings) {
    unsigned bits = bits_of(postings);
    return bits > GR_BUCKET_BITS ? bits - GR_BUCKET_BITS : 0;
}

/* ---- sorting ---- */

static void sort_few(uint64_t *posting, size_t count) {
    for (size_t i = 1; i < count; i++) {
        uint64_t one = posting[i];
        size_t at = i;
        for (; at > 0 && posting[at - 1] > one; at--)
            posting[at] = posting[at - 1];
        posting[at] = one;
    }
}

/* Brings postings into the order of one byte, in place: each is swapped to where those with its byte
 * go, until what comes back belongs here. end[] is where each byte's end. */
static void sort_byte(uint64_t *posting, size_t count, unsigned shift, size_t end[256]) {
    size_t at[256], sum = 0;
    memset(end, 0, 256 * sizeof *end);
    for (size_t i = 0; i < count; i++)
        end[posting[i] >> shift & 255]++;
    for (unsigned byte = 0; byte < 256; byte++) {
        at[byte] = sum;
        sum = end[byte] += sum;
    }
    for (unsigned byte = 0; byte < 256; byte++)
        while (at[byte] < end[byte]) {
            uint64_t one = posting[at[byte]];
            for (unsigned own; (own = one >> shift & 255) != byte;) {
                uint64_t other = posting[at[own]];
                posting[at[own]++] = one;
                one = other;
            }
            posting[at[byte]++] = one;
        }
}

/* By the byte at `shift` and those below it, after McIlroy, Bostic and McIlroy ("Engineering radix
 * sort", 1993). It goes eight deep at most. */
static void sort_from(uint64_t *posting, size_t count, unsigned shift) {
    enum { FEW = 24 };
    size_t end[256];
    if (count <= FEW) {
        sort_few(posting, count);
        return;
    }
    sort_byte(posting, count, shift, end);
    for (size_t byte = 0, from = 0; byte < 256 && shift; from = end[byte++])
        if (end[byte] - from > 1)
            sort_from(posting + from, end[byte] - from, shift - 8);
}

static size_t take_out_twice(uint64_t *posting, size_t count) {
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || posting[i] != posting[left - 1])
            posting[left++] = posting[i];
    return left;
}

void gr_postings_sort(uint64_t *posting, size_t count) {
    sort_from(posting, count, 56);
}

size_t gr_postings_cut(uint64_t *posting, size_t count, unsigned bucket_bits) {
    const uint64_t games = (1u << GR_POSTING_GROUP_BITS) - 1, mask = gr_posting_mask(bucket_bits);
    for (size_t i = 0; i < count; i++)
        posting[i] = (posting[i] & mask) | (posting[i] & games) >> GR_GROUP_SHIFT;
    for (size_t i = 0, end; i < count; i = end) { /* few keys become one */
        for (end = i + 1; end < count && !((posting[end] ^ posting[i]) & mask);)
            end++;
        sort_few(posting + i, end - i);
    }
    return take_out_twice(posting, count);
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
 * bits; then the lower bits of each key; then the groups; then the entries, behind their length. */
typedef struct Layout {
    size_t low, groups, len; /* where they begin and end, in bytes behind the head */
} Layout;

static Layout lay_out(const GrBucket *bucket) {
    Layout l;
    size_t ones = bucket->count, zeros = (size_t)1 << (bucket->key_bits - bucket->low_bits);
    l.low = (ones + zeros + 7) / 8;
    l.groups = l.low + (ones * bucket->low_bits + 7) / 8;
    l.len = l.groups + (ones * bucket->group_bits + 7) / 8;
    return l;
}

static void put_zeros(size_t count, GrBuffer *out) {
    static const char zeros[256];
    for (size_t part; count; count -= part) {
        part = count < sizeof zeros ? count : sizeof zeros;
        gr_put_bytes(out, zeros, part);
    }
}

void gr_postings_pack(const uint64_t *posting, size_t count, unsigned bucket_bits,
                      unsigned group_bits, uint32_t seed, const GrBuffer *entries, GrBuffer *out) {
    unsigned key_bits = GR_BUCKET_BITS, log = bits_of(count);
    const GrBucket bucket = {.count = (uint32_t)count, .key_bits = key_bits,
                             .group_bits = group_bits,
                             .low_bits = log > key_bits ? 0 : key_bits - log};
    size_t start = out->len;
    Layout l = lay_out(&bucket);
    gr_put_u32(out, 0);
    gr_put_u32(out, bucket.count);
    gr_put_u8(out, bucket.key_bits);
    gr_put_u8(out, bucket.low_bits);
    gr_put_u8(out, bucket.group_bits);
    gr_put_u8(out, KIND);
    put_zeros(l.len + TAIL, out); /* put_bits may come to the byte behind */
    if (out->failed)
        return;
    uint8_t *bytes = (uint8_t *)out->data + start + HEAD;
    for (size_t i = 0; i < count; i++) {
        uint64_t key = posting[i] << bucket_bits >> (64 - key_bits);
        put_bits(bytes, (size_t)(key >> bucket.low_bits) + i, 1);
        put_bits(bytes + l.low, i * bucket.low_bits, key & ((1ull << bucket.low_bits) - 1));
        put_bits(bytes + l.groups, i * group_bits,
                 posting[i] & ((1ull << GR_POSTING_GROUP_BITS) - 1));
    }
    out->len -= TAIL;
    gr_put_u32(out, (uint32_t)entries->len);
    gr_put_bytes(out, entries->data, entries->len);
    put_zeros(TAIL, out);
    gr_sum_row(out, start, seed);
}

/* ---- asking ---- */

/* What stands behind the postings. */
static bool open_entries(GrInput *in, GrBucket *bucket) {
    size_t left = gr_input_left(in);
    bucket->entries = gr_input(in->at, 0);
    uint32_t len = gr_input_u32(in);
    if (in->bad || left != (size_t)SIZE_OF_SIZE + len + TAIL)
        return false;
    bucket->entries = gr_input(in->at, len);
    return true;
}

/* Reads the head behind the checksum; false if it cannot be. */
static bool open_head(GrInput *in, GrBucket *bucket) {
    *bucket = (GrBucket){.count = gr_input_u32(in)};
    bucket->key_bits = gr_input_u8(in);
    bucket->low_bits = gr_input_u8(in);
    bucket->group_bits = gr_input_u8(in);
    bool known = gr_input_u8(in) == KIND;
    return known && !in->bad && bucket->key_bits <= 32 && bucket->low_bits <= bucket->key_bits &&
           bucket->group_bits <= 24;
}

int gr_bucket_open(GrInput in, uint32_t seed, GrBucket *bucket) {
    if (!gr_row_is_sound(&in, seed) || !open_head(&in, bucket))
        return GR_ERR_DAMAGED;
    Layout l = lay_out(bucket);
    bucket->high = gr_input_bytes(&in, l.len);
    if (!bucket->high || !open_entries(&in, bucket))
        return GR_ERR_DAMAGED;
    bucket->low = bucket->high + l.low;
    bucket->group = bucket->high + l.groups;
    return 0;
}

size_t gr_bucket_entries(GrInput head, size_t len) {
    GrBucket bucket;
    gr_input_u32(&head);
    size_t others = HEAD + SIZE_OF_SIZE + TAIL;
    if (!open_head(&head, &bucket))
        return 0;
    others += lay_out(&bucket).len;
    return len > others ? len - others : 0;
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

void gr_bucket_find(const GrBucket *b, uint64_t key, unsigned bucket_bits,
                    void (*found)(void *context, uint32_t group), void *context) {
    key = b->key_bits ? key << bucket_bits >> (64 - b->key_bits) : 0;
    uint64_t high = key >> b->low_bits, low = key & ((1ull << b->low_bits) - 1);
    size_t bits = (size_t)b->count + ((size_t)1 << (b->key_bits - b->low_bits));
    size_t at = behind_zero(b->high, bits, high);
    for (size_t i = at - (size_t)high; at < bits && i < b->count; at++, i++) {
        if (!get_bits(b->high, at, 1))
            break;
        if (get_bits(b->low, i * b->low_bits, b->low_bits) == low)
            found(context, (uint32_t)get_bits(b->group, i * b->group_bits, b->group_bits));
    }
}

int gr_bucket_sound(GrInput in, uint32_t seed) {
    GrBucket bucket;
    return gr_bucket_open(in, seed, &bucket) ? 0 : gr_common_sound(bucket.entries);
}
