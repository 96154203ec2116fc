/* Unpacking at once and CRC-32 give what zlib gives, whichever library does them. */
#include "db/codec/inflate.h"

#include <string.h>
#include <zlib.h>

#include "tests/aid/reader_aid.h"
#include "tests/aid/test.h"

enum { LEN = 5000, ROOM = 2 * LEN };

static uint8_t text[LEN], packed[ROOM], out[LEN + GR_INFLATE_SPARE];

static void make_text(void) {
    AidRandom random = {3};
    for (size_t i = 0; i < LEN; i++)
        text[i] = (uint8_t)(aid_random(&random, 3) ? 'a' + aid_random(&random, 9) : aid_random(&random, 256));
}

/* Packs the first `len` bytes; returns how many they become. */
static size_t pack(size_t len, bool wrapped) {
    z_stream stream = {.next_in = text, .avail_in = (uInt)len, .next_out = packed, .avail_out = ROOM};
    if (!CHECK(deflateInit2(&stream, 6, Z_DEFLATED, wrapped ? 15 : -15, 8, Z_DEFAULT_STRATEGY) == Z_OK))
        return 0;
    CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    size_t size = stream.total_out;
    deflateEnd(&stream);
    return size;
}

/* Is it unpacked as it was, and said to be whole? */
static bool comes_back(GrInflater *inflater, size_t size, bool wrapped, size_t len) {
    bool failed = false;
    memset(out, 0xA5, sizeof out);
    return gr_inflate_whole(inflater, packed, size, wrapped, out, len, &failed) && !failed && !memcmp(out, text, len);
}

static void what_is_packed_comes_back(void) {
    static const size_t lens[] = {0, 1, 2, 7, 8, 9, 100, 1000, LEN};
    GrInflater *inflater = gr_inflater_new();
    REQUIRE(inflater);
    for (size_t i = 0; i < 2 * sizeof lens / sizeof lens[0]; i++) {
        size_t len = lens[i / 2], size = pack(len, i & 1);
        CHECK(comes_back(inflater, size, i & 1, len));
        packed[size] = packed[size + 1] = 0xFF;
        CHECK(comes_back(inflater, size + 2, i & 1, len)); /* what lies behind does not count */
        CHECK(!comes_back(inflater, size, !(i & 1), len));
    }
    gr_inflater_free(inflater);
}

static void another_number_of_bytes_is_damage(void) {
    GrInflater *inflater = gr_inflater_new();
    bool failed = false;
    REQUIRE(inflater);
    for (int wrapped = 0; wrapped < 2; wrapped++) {
        size_t size = pack(1000, wrapped);
        CHECK(!gr_inflate_whole(inflater, packed, size, wrapped, out, 999, &failed));
        CHECK(!gr_inflate_whole(inflater, packed, size, wrapped, out, 1001, &failed));
        for (size_t less = 0; less < size; less++)
            CHECK(!gr_inflate_whole(inflater, packed, less, wrapped, out, 1000, &failed));
        CHECK(comes_back(inflater, size, wrapped, 1000)); /* and nothing is left of all that */
    }
    CHECK(!failed);
    gr_inflater_free(inflater);
}

/* A wrong bit does no harm, and where there is a checksum it is noticed but by chance: this one has Adler's weakness, so
 * that of thousands one may not be. */
static void damage_is_noticed(void) {
    GrInflater *inflater = gr_inflater_new();
    bool failed = false;
    REQUIRE(inflater);
    for (int wrapped = 0; wrapped < 2; wrapped++) {
        size_t size = pack(LEN, wrapped), unnoticed = 0;
        for (size_t at = 0; at < size; at++) {
            packed[at] ^= (uint8_t)(1 << at % 8);
            bool whole = gr_inflate_whole(inflater, packed, size, wrapped, out, LEN, &failed);
            unnoticed += whole && memcmp(out, text, LEN);
            packed[at] ^= (uint8_t)(1 << at % 8);
        }
        CHECK(wrapped ? unnoticed <= 1 : unnoticed > size / 100);
    }
    CHECK(!failed);
    gr_inflater_free(inflater);
}

/* Of a stream of several blocks, each of which ends where a part does. */
static size_t pack_parts(const size_t *len, size_t parts) {
    z_stream stream = {.next_in = text, .next_out = packed, .avail_out = ROOM};
    if (!CHECK(deflateInit2(&stream, 6, Z_DEFLATED, -15, 8, Z_HUFFMAN_ONLY) == Z_OK))
        return 0;
    for (size_t i = 0; i < parts; i++) {
        stream.avail_in = (uInt)len[i];
        CHECK(deflate(&stream, i + 1 < parts ? Z_BLOCK : Z_FINISH) == (i + 1 < parts ? Z_OK : Z_STREAM_END));
    }
    size_t size = stream.total_out;
    deflateEnd(&stream);
    return size;
}

static bool begins(GrInflater *inflater, size_t size, size_t len) {
    bool failed = false;
    memset(out, 0xA5, sizeof out);
    return gr_inflate_first(inflater, packed, size, out, len, &failed) && !failed && !memcmp(out, text, len);
}

static void the_first_bytes_are_enough(void) {
    static const size_t len[] = {700, 1, 2500, 600};
    const size_t all = 700 + 1 + 2500 + 600;
    GrInflater *inflater = gr_inflater_new();
    REQUIRE(inflater);
    size_t size = pack_parts(len, 4);
    for (size_t first = 0; first <= all; first++)
        CHECK(begins(inflater, size, first));
    CHECK(out[all] == 0xA5);
    CHECK(begins(inflater, size, 700) && out[701] == 0xA5); /* and no further than the end of a part */
    CHECK(!begins(inflater, size, all + 1));
    for (size_t less = 0; less < size / 8; less++)
        CHECK(!begins(inflater, less, 700));
    size = pack(1000, false); /* nor is another use in the way */
    CHECK(comes_back(inflater, size, false, 1000) && begins(inflater, size, 400));
    gr_inflater_free(inflater);
}

static void sums_are_those_of_zlib(void) {
    for (size_t len = 0; len < 600; len++)
        CHECK(gr_crc32(77, text + len % 13, len) == crc32_z(77, text + len % 13, len));
    uint32_t whole = gr_crc32(0, text, LEN);
    CHECK(whole == crc32_z(0, text, LEN));
    for (size_t cut = 0; cut < LEN; cut += 97)
        CHECK(gr_crc32(gr_crc32(0, text, cut), text + cut, LEN - cut) == whole);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    make_text();
    RUN(what_is_packed_comes_back);
    RUN(another_number_of_bytes_is_damage);
    RUN(damage_is_noticed);
    RUN(the_first_bytes_are_enough);
    RUN(sums_are_those_of_zlib);
    return test_end();
}
