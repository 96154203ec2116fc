/* Packed bytes: a single wrong byte is set right, and of worse damage only the parts are lost that
 * it touches. */
#include <zlib.h>

#include "db/codec/packed_bytes.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/reader_aid.h"
#include "tests/aid/test.h"

enum { PARTS = 6, LEN = 18000 };

/* Where the parts begin: no two are alike long. */
static const size_t part_at[PARTS + 1] = {0, 3100, 6000, 9300, 12000, 15200, LEN};
static char text[LEN];
static GrCuts cuts;
static GrBuffer packed;

/* Words of a few letters, as comments have. */
static void make_text(void) {
    AidRandom random = {test_seed(5)};
    for (size_t i = 0; i < LEN; i++)
        text[i] = aid_random(&random, 6) ? (char)('a' + aid_random(&random, 12)) : ' ';
    cuts.len = LEN;
    for (cuts.count = 0; cuts.count < PARTS - 1; cuts.count++)
        cuts.at[cuts.count] = part_at[cuts.count + 1];
    gr_buffer_init(&packed);
    CHECK(gr_deflate(text, LEN, &cuts, &packed));
}

/* How many parts are unpacked as they were, of damaged bytes. */
static unsigned parts_left(const uint8_t *bytes, size_t len, GrHealth *health) {
    GrBuffer out;
    unsigned left = 0;
    gr_buffer_init(&out);
    *health = gr_inflate(gr_input(bytes, len), &cuts, LEN, &out);
    CHECK(!out.failed && out.len <= LEN);
    for (size_t part = 0; part < PARTS && out.len == LEN; part++)
        left += !memcmp(out.data + part_at[part], text + part_at[part],
                        part_at[part + 1] - part_at[part]);
    gr_buffer_free(&out);
    return left;
}

static uint8_t *copy_packed(void) {
    uint8_t *copy = malloc(packed.len);
    if (copy)
        memcpy(copy, packed.data, packed.len);
    return copy;
}

static void a_sum_tells_the_wrong_byte(void) {
    uint8_t bytes[100] = {0};
    for (unsigned i = 0; i < sizeof bytes; i++) {
        uint32_t crc = gr_crc(bytes, sizeof bytes);
        CHECK_INT(gr_correct(bytes, sizeof bytes, crc), GR_SOUND);
        bytes[i] ^= (uint8_t)(i + 1);
        CHECK_INT(gr_correct(bytes, sizeof bytes, crc), GR_CORRECTED);
        CHECK_INT(gr_crc(bytes, sizeof bytes), crc);
        bytes[i] = (uint8_t)(i * 7);
    }
    uint32_t crc = gr_crc(bytes, sizeof bytes);
    bytes[3] ^= 1;
    bytes[90] ^= 200;
    CHECK_INT(gr_correct(bytes, sizeof bytes, crc), GR_CORRUPT);
    CHECK_INT(gr_correct(NULL, 0, 0), GR_SOUND);
    CHECK_INT(gr_correct(NULL, 0, 1), GR_CORRUPT);
}

/* A reader that ignores cuts finds one zlib stream; a missing checksum is damage that costs nothing. */
static void parts_are_one_stream(void) {
    GrBuffer out;
    GrHealth health;
    gr_buffer_init(&out);
    CHECK_INT(gr_inflate(gr_input(packed.data, packed.len), NULL, LEN, &out), GR_SOUND);
    CHECK(out.len == LEN && !memcmp(out.data, text, LEN));
    gr_buffer_clear(&out);
    CHECK_INT(gr_inflate(gr_input(packed.data, packed.len - 4), NULL, LEN, &out), GR_CORRECTED);
    CHECK(out.len == LEN && !memcmp(out.data, text, LEN));
    CHECK_INT(parts_left((uint8_t *)packed.data, packed.len, &health), PARTS);
    gr_buffer_free(&out);
}

/* What says that it is more than there can be is not unpacked, nor what is more than it says. */
static void too_much_is_damage(void) {
    GrBuffer out, bomb;
    gr_buffer_init(&out);
    gr_buffer_init(&bomb);
    CHECK_INT(gr_inflate(gr_input(packed.data, packed.len), NULL, LEN - 1, &out), GR_CORRUPT);
    CHECK_INT(out.len, 0);
    char *zeros = calloc(1, 8 << 20);
    REQUIRE(zeros && gr_deflate(zeros, 8 << 20, NULL, &bomb));
    CHECK(bomb.len >= (8 << 20) / 64 && bomb.len < (8 << 20) / 7); /* zlib would need 8 KB */
    CHECK_INT(gr_inflate(gr_input(bomb.data, bomb.len), NULL, 1 << 20, &out), GR_CORRUPT);
    CHECK_INT(out.len, 0);
    bomb.data[0] = (char)(bomb.data[0] | 1); /* one byte less than there are: says so and stops */
    bomb.data[3] = 0;
    CHECK_INT(gr_inflate(gr_input(bomb.data, bomb.len), NULL, 1 << 20, &out), GR_CORRUPT);
    CHECK(out.len < 2 << 20);
    free(zeros);
    gr_buffer_free(&bomb);
    gr_buffer_free(&out);
}

static void nothing_is_packed_as_nothing(void) {
    GrBuffer out;
    GrCuts none = {.len = 0};
    gr_buffer_init(&out);
    CHECK(gr_deflate("", 0, &none, &out) && out.len == 0);
    CHECK_INT(gr_inflate(gr_input("", 0), &none, 0, &out), GR_SOUND);
    CHECK_INT(gr_inflate(gr_input("", 0), &cuts, LEN, &out), GR_CORRUPT);
    gr_buffer_free(&out);
}

static void any_wrong_byte_is_set_right(void) {
    AidRandom random = {test_seed(9)};
    unsigned corrected = 0, tries = 0, wrong = 0;
    uint8_t *copy = copy_packed();
    REQUIRE(copy);
    for (size_t i = 0; i < packed.len; i += test_slow() ? 1 : 7, tries++) {
        GrHealth health;
        copy[i] ^= (uint8_t)(1 + aid_random(&random, 255));
        unsigned left = parts_left(copy, packed.len, &health);
        corrected += health == GR_CORRECTED;
        wrong += health == GR_SOUND || (health == GR_CORRECTED && left != PARTS);
        copy[i] = (uint8_t)packed.data[i];
    }
    CHECK_INT(wrong, 0);
    CHECK(corrected >= tries - tries / 100);
    free(copy);
}

/* Nor is any taken for right, whatever it has become: a wrong distance puts three letters in the place of three others,
 * and zlib's checksum may be the same. */
static void no_wrong_byte_is_passed_over(void) {
    enum { LETTERS = 600 };
    AidRandom random = {test_seed(12)};
    char letters[LETTERS];
    unsigned wrong = 0, deceptive = 0;
    GrBuffer bytes, out;
    for (unsigned i = 0; i < LETTERS; i++)
        letters[i] = (char)('a' + aid_random(&random, 3));
    gr_buffer_init(&bytes);
    gr_buffer_init(&out);
    REQUIRE(gr_deflate(letters, LETTERS, NULL, &bytes));
    for (size_t i = 0; i < bytes.len; i++)
        for (unsigned change = 1; change < 256; change++) {
            bytes.data[i] ^= (char)change;
            uLong len = LETTERS;
            Bytef unpacked[LETTERS];
            deceptive += uncompress(unpacked, &len, (const Bytef *)bytes.data + 2, bytes.len - 6) == Z_OK &&
                         memcmp(unpacked, letters, LETTERS) != 0;
            wrong += gr_inflate(gr_input(bytes.data, bytes.len), NULL, LETTERS, &out) != GR_CORRECTED ||
                     out.len != LETTERS || memcmp(out.data, letters, LETTERS) != 0;
            bytes.data[i] ^= (char)change;
        }
    printf("# %u of %u wrong bytes deceive zlib\n", deceptive, 255 * (unsigned)bytes.len);
    CHECK(deceptive > 0);
    CHECK_INT(wrong, 0);
    gr_buffer_free(&bytes);
    gr_buffer_free(&out);
}

/* Bytes that are wrong in a row corrupt the part that they are in, or two. */
static void worse_damage_stays_in_its_part(void) {
    AidRandom random = {test_seed(11)};
    unsigned few = 0, tries = 0, left = 0;
    uint8_t *copy = copy_packed();
    REQUIRE(copy);
    for (size_t i = 0; i + 50 < packed.len; i += 101, tries++) {
        GrHealth health;
        for (size_t j = i; j < i + 50; j++)
            copy[j] = (uint8_t)aid_random(&random, 256);
        unsigned here = parts_left(copy, packed.len, &health);
        left += here;
        few += here < PARTS - 2 || health != GR_CORRUPT;
        memcpy(copy, packed.data, packed.len);
    }
    CHECK_INT(few, 0);
    CHECK(left >= tries * (PARTS - 1) - tries / 4);
    free(copy);
}

/* Bytes missing in the middle, at the end, and at the beginning. */
static void lost_bytes_are_lost_alone(void) {
    size_t len = packed.len;
    uint8_t *copy = copy_packed();
    GrHealth health;
    REQUIRE(copy);
    memmove(copy + len / 2, copy + len / 2 + 9, len - len / 2 - 9);
    CHECK(parts_left(copy, len - 9, &health) >= PARTS - 1);
    memcpy(copy, packed.data, len);
    CHECK(parts_left(copy, len - len / 4, &health) >= PARTS / 2);
    for (size_t cut = 0; cut < 12; cut++)
        CHECK(parts_left(copy + cut, len - cut, &health) + 1 >= PARTS || cut == 0);
    free(copy);
}

/* What was damaged in any way neither crashes nor claims to be sound. */
static void noise(void) {
    AidRandom random = {test_seed(13)};
    uint8_t *copy = copy_packed();
    REQUIRE(copy);
    for (unsigned round = 0; round < 300; round++) {
        GrHealth health;
        for (unsigned n = 2 + aid_random(&random, 40); n; n--)
            copy[aid_random(&random, (uint32_t)packed.len)] = (uint8_t)aid_random(&random, 256);
        unsigned left = parts_left(copy, 1 + aid_random(&random, (uint32_t)packed.len), &health);
        CHECK(health == GR_CORRUPT || left == PARTS);
        memcpy(copy, packed.data, packed.len);
    }
    free(copy);
}

static void memory_runs_out(void) {
    uint8_t *copy = copy_packed();
    GrHealth health = GR_CORRUPT;
    REQUIRE(copy);
    memset(copy + packed.len / 2, 0x55, 40);
    FAIL_EACH_ALLOCATION(n, 100) {
        GrBuffer out;
        gr_buffer_init(&out);
        bool done = gr_deflate(text, LEN, &cuts, &out);
        CHECK(done == !out.failed || fail_alloc_failures() > 0);
        gr_buffer_free(&out);
        gr_buffer_init(&out);
        health = gr_inflate(gr_input(copy, packed.len), &cuts, LEN, &out);
        fail_alloc_stop();
        CHECK(out.failed || out.len == LEN || fail_alloc_failures() > 0);
        gr_buffer_free(&out);
    }
    CHECK_INT(health, GR_CORRUPT);
    free(copy);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    make_text();
    RUN(a_sum_tells_the_wrong_byte);
    RUN(parts_are_one_stream);
    RUN(too_much_is_damage);
    RUN(nothing_is_packed_as_nothing);
    RUN(any_wrong_byte_is_set_right);
    RUN(no_wrong_byte_is_passed_over);
    RUN(worse_damage_stays_in_its_part);
    RUN(lost_bytes_are_lost_alone);
    RUN(noise);
    RUN(memory_runs_out);
    gr_buffer_free(&packed);
    return test_end();
}
