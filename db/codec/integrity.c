/* A CRC-32 is linear: the exclusive or of two texts' checksums depends only on that of the texts.
 * So how far the checksum is off is that of a wrong byte among zeros: table[byte], and one step for
 * each byte behind it. These steps can be gone backwards. */
#include "db/codec/integrity.h"

#include <zlib.h>

#include "db/codec/inflate.h"

uint32_t gr_crc(const void *bytes, size_t len) {
    return gr_crc32(0, bytes, len);
}

uint32_t gr_crc_on(uint32_t crc, const void *bytes, size_t len) {
    return gr_crc32(crc, bytes, len);
}

/* Entries of the table by their highest bytes, which are all different. */
static void invert(const z_crc_t *table, uint8_t by_top[256]) {
    for (unsigned i = 0; i < 256; i++)
        by_top[table[i] >> 24 & 255] = (uint8_t)i;
}

GrHealth gr_correct(uint8_t *bytes, size_t len, uint32_t crc) {
    const z_crc_t *table = get_crc_table();
    uint8_t by_top[256], change = 0;
    size_t place = len;
    uint32_t off = gr_crc(bytes, len) ^ crc;
    if (!off)
        return GR_SOUND;
    invert(table, by_top);
    for (size_t i = len; i-- > 0;) {
        uint8_t byte = by_top[off >> 24];
        if (off == table[byte]) {
            if (place < len)
                return GR_CORRUPT; /* it could be either */
            place = i;
            change = byte;
        }
        off = (off ^ (uint32_t)table[byte]) << 8 | byte;
    }
    if (place == len)
        return GR_CORRUPT;
    bytes[place] ^= change;
    return GR_CORRECTED;
}

/* Remainders by the polynomial of CRC-32, with the highest power in the lowest bit. */
static uint32_t multiply(uint32_t a, uint32_t b) {
    uint32_t product = 0;
    for (uint32_t bit = 0x80000000u; bit && a; bit >>= 1) {
        product ^= a & bit ? b : 0;
        a &= ~bit;
        b = b & 1 ? b >> 1 ^ 0xEDB88320u : b >> 1;
    }
    return product;
}

/* A checksum after `bytes` zeros, or (below 0) before them: all powers of x come round after 2^32 - 1. */
static uint32_t shift(uint32_t crc, int64_t bytes) {
    const int64_t round = UINT32_MAX;
    uint64_t bits = (uint64_t)((8 * bytes % round + round) % round);
    for (uint32_t power = 0x40000000u; bits && crc; bits >>= 1, power = multiply(power, power))
        crc = bits & 1 ? multiply(crc, power) : crc;
    return crc;
}

/* The CRC-32 of A and B is that of A, shifted by the length of B, xored with that of B. */
uint32_t gr_crc_exchange(uint32_t crc, GrInput old, GrInput fresh, GrInput behind) {
    int64_t before = (int64_t)gr_input_left(&old), now = (int64_t)gr_input_left(&fresh);
    int64_t rest = (int64_t)gr_input_left(&behind);
    uint32_t end = gr_crc(behind.at, gr_input_left(&behind));
    crc = shift(crc ^ end, -rest) ^ gr_crc(old.at, gr_input_left(&old));
    crc = shift(crc, now - before) ^ gr_crc(fresh.at, gr_input_left(&fresh));
    return shift(crc, rest) ^ end;
}

void gr_sum_row(GrBuffer *out, size_t start, uint32_t number) {
    if (out->failed)
        return;
    uint32_t crc = gr_crc_on(number, out->data + start + 4, out->len - start - 4);
    for (unsigned i = 0; i < 4; i++)
        out->data[start + i] = (char)(unsigned char)(crc >> (8 * i) & 255);
}

bool gr_row_is_sound(GrInput *row, uint32_t number) {
    uint32_t crc = gr_input_u32(row);
    return !row->bad && gr_crc_on(number, row->at, gr_input_left(row)) == crc;
}
