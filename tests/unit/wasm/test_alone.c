/* What stands in for zlib where there is none: it unpacks what zlib has packed, and refuses what zlib refuses. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "rules/random.h"
#include "tests/aid/test.h"

#define uncompress alone_uncompress
#define crc32_z alone_crc32_z
int alone_uncompress(unsigned char *out, uLongf *size, const unsigned char *in, uLong len);
uLong alone_crc32_z(uLong crc, const unsigned char *bytes, size_t len);
#include "wasm/alone/zlib.c"
#undef uncompress
#undef crc32_z

enum { MOST = 5000, ROUNDS = 600 };

/* Bytes of few or many kinds, in which parts come again. */
static size_t make(uint64_t *random, unsigned char *bytes) {
    static const unsigned kinds[] = {1, 2, 5, 60, 256};
    unsigned kind = kinds[gr_random(random) % 5];
    size_t len = gr_random(random) % 4 ? gr_random(random) % MOST : gr_random(random) % 20;
    for (size_t i = 0; i < len; i++)
        bytes[i] = (unsigned char)(i > 300 && gr_random(random) % 8 ? bytes[i - 257] : gr_random(random) % kind);
    return len;
}

static void check_one(uint64_t *random) {
    static unsigned char bytes[MOST], packed[2 * MOST], out[MOST + 50], other[MOST + 50];
    size_t len = make(random, bytes);
    uLongf packed_len = sizeof packed, size = len;
    CHECK(compress2(packed, &packed_len, bytes, len, (int)(gr_random(random) % 10)) == Z_OK);
    CHECK(alone_uncompress(out, &size, packed, packed_len) == Z_OK && size == len && memcmp(out, bytes, len) == 0);
    CHECK(alone_crc32_z(0, bytes, len) == crc32_z(0, bytes, len));
    size = len ? len - 1 : 0;
    CHECK(!len || alone_uncompress(out, &size, packed, packed_len) == Z_BUF_ERROR);
    size = sizeof out;
    CHECK(alone_uncompress(out, &size, packed, gr_random(random) % packed_len) == Z_DATA_ERROR);
    packed[gr_random(random) % packed_len] ^= (unsigned char)(1U << gr_random(random) % 8);
    uLongf want = sizeof other;
    int wrong = uncompress(other, &want, packed, packed_len);
    size = sizeof out;
    CHECK((alone_uncompress(out, &size, packed, packed_len) == Z_OK) == (wrong == Z_OK));
    CHECK(wrong || (size == want && memcmp(out, other, size) == 0));
}

static void unpacks_what_zlib_packs(void) {
    uint64_t random = 7;
    for (int i = 0; i < ROUNDS; i++)
        check_one(&random);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(unpacks_what_zlib_packs);
    return test_end();
}
