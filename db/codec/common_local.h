/* How numbers of common positions are coded; common_pack.c and common_read.c. Internal to db/codec. */
#ifndef GR_DB_COMMON_LOCAL_H
#define GR_DB_COMMON_LOCAL_H

#include "db/codec/common.h"

/* Parameters of exponential Golomb codes; bits of a date and of a square. */
enum { GR_COMMON_FEW = 1, GR_COMMON_MANY = 5, GR_COMMON_RATING = 11, GR_COMMON_DATE = 23, GR_COMMON_SQUARE = 7 };

/* Bits of a number from 0 to `most`. */
static inline unsigned gr_bits_for_share(uint32_t most) {
    return most ? gr_top_bit(most) + 1 : 0;
}

#endif
