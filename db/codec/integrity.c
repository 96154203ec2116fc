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
