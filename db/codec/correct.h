/* Setting a wrong byte right by a checksum. Internal to db/.
 *
 * A CRC-32 that does not fit tells more than that something is wrong: for each byte it tells to
 * what it would have to be changed, if it alone were wrong, and for nearly all bytes that is
 * impossible. So a single wrong byte among thousands is found, and what it was.
 */
#ifndef GR_DB_CORRECT_H
#define GR_DB_CORRECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What bytes that were kept with a checksum are like. */
typedef enum GrHealth {
    GR_SOUND,
    GR_CORRECTED, /* a byte was wrong, and is right now */
    GR_CORRUPT    /* more is wrong than can be told */
} GrHealth;

/* The CRC-32 of anything that ends in its own CRC-32, four bytes, the lowest first. */
enum { GR_CRC_OF_WHOLE = 0x2144DF1C };

/* CRC-32 as of zlib; 0 of nothing. */
uint32_t gr_crc(const void *bytes, size_t len);

/* Makes the CRC-32 of the bytes what it should be by changing one of them, if there is exactly one
 * way to do that. Damage of other kinds looks like a single wrong byte once in some thousand
 * times: who corrects must have another check. */
GrHealth gr_correct(uint8_t *bytes, size_t len, uint32_t crc);

#endif
