/* The likelihoods of scores: eight numbers, doubled and halved. */
#include "db/codec/likelihood.h"

#define LEAST 32768u >> 11
#define MOST 60097u << 7
#define HALVED(n)                                                                                  \
    32768u >> (n), 35733u >> (n), 38967u >> (n), 42494u >> (n), 46340u >> (n), 50535u >> (n),      \
        55108u >> (n), 60097u >> (n)
#define DOUBLED(n)                                                                                 \
    32768u << (n), 35733u << (n), 38967u << (n), 42494u << (n), 46340u << (n), 50535u << (n),      \
        55108u << (n), 60097u << (n)
#define EIGHT(x) x, x, x, x, x, x, x, x
#define FIFTY(x) EIGHT(x), EIGHT(x), EIGHT(x), EIGHT(x), EIGHT(x), EIGHT(x), x, x

const uint32_t gr_likelihoods[GR_MOST_SCORE - GR_LEAST_SCORE + 1] = {
    FIFTY(LEAST), FIFTY(LEAST), FIFTY(LEAST), FIFTY(LEAST), FIFTY(LEAST), FIFTY(LEAST),
    FIFTY(LEAST), FIFTY(LEAST), /* -512 to -113 */
    HALVED(11), HALVED(10), HALVED(9), HALVED(8), HALVED(7), HALVED(6), HALVED(5), HALVED(4),
    HALVED(3), HALVED(2), HALVED(1), DOUBLED(0), DOUBLED(1), DOUBLED(2), DOUBLED(3), DOUBLED(4),
    DOUBLED(5), DOUBLED(6), DOUBLED(7), /* -112 to 39 */
    FIFTY(MOST), FIFTY(MOST), FIFTY(MOST), FIFTY(MOST), FIFTY(MOST), FIFTY(MOST), FIFTY(MOST),
    FIFTY(MOST), FIFTY(MOST), EIGHT(MOST), EIGHT(MOST), MOST, MOST, MOST, MOST, MOST, MOST,
};
