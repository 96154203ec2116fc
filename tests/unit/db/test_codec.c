/* The parts that blobs are made of: numbers and columns; and what they take for granted. */
#include "db/codec/column.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

static void numbers_come_back(void) {
    static const uint64_t value[] = {0, 1, 127, 128, 16383, 16384, UINT32_MAX, UINT64_MAX};
    GrBuffer out;
    gr_buffer_init(&out);
    for (size_t i = 0; i < 8; i++)
        gr_put_varint(&out, value[i]);
    gr_put_u32(&out, 0x12345678);
    gr_put_string(&out, "text");
    GrInput in = gr_input(out.data, out.len);
    for (size_t i = 0; i < 8; i++)
        CHECK(gr_input_varint(&in) == value[i]);
    CHECK_INT(gr_input_u32(&in), 0x12345678);
    CHECK_STR(gr_input_string(&in), "text");
    CHECK(!in.bad && !gr_input_left(&in));
    CHECK_INT(gr_input_varint(&in), 0);
    CHECK(in.bad);
    gr_buffer_free(&out);
}

static void bad_numbers_are_noticed(void) {
    GrInput endless = gr_input("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 11);
    gr_input_varint(&endless);
    CHECK(endless.bad);
    GrInput large = gr_input("\x80\x02", 2);
    CHECK_INT(gr_input_bounded(&large, 255), 0);
    CHECK(large.bad);
    GrInput open = gr_input("abc", 3);
    CHECK_STR(gr_input_string(&open), "");
    CHECK(open.bad);
    GrInput shorter = gr_input("abc", 3);
    CHECK(!gr_input_bytes(&shorter, 4) && shorter.bad);
}

static void columns_come_back(void) {
    AidRandom random = {test_seed(7)};
    uint32_t value[300], got[300];
    GrBuffer out;
    gr_buffer_init(&out);
    for (unsigned bits = 0; bits <= 32; bits++) {
        uint32_t low = bits < 32 ? aid_random(&random, 1000) : 0;
        for (size_t i = 0; i < 300; i++)
            value[i] = low + (bits ? aid_random(&random, UINT32_MAX) >> (32 - bits) : 0);
        if (bits == 32)
            value[7] = UINT32_MAX;
        gr_buffer_clear(&out);
        gr_column_write(&out, value, 300);
        GrInput in = gr_input(out.data, out.len);
        gr_column_read(&in, got, 300);
        CHECK(!in.bad && !gr_input_left(&in));
        CHECK(!memcmp(value, got, sizeof value));
        GrInput cut = gr_input(out.data, out.len - 1);
        gr_column_read(&cut, got, 300);
        CHECK(cut.bad);
    }
    gr_buffer_free(&out);
}

static void a_constant_column_is_short(void) {
    uint32_t value[500];
    GrBuffer out;
    gr_buffer_init(&out);
    for (size_t i = 0; i < 500; i++)
        value[i] = 100;
    gr_column_write(&out, value, 500);
    CHECK_INT(out.len, 2);
    gr_buffer_free(&out);
}

/* What a pawn becomes is stored by the order of types. */
static void types_of_chess_are_frozen(void) {
    const GrVariant *chess = gr_variant(gr_variants_find(aid_book(), "chess"));
    for (int type = 1; type <= 6; type++)
        CHECK_INT(chess->piece[type].letter, " KQRBNP"[type]);
    CHECK_STR(chess->rights, "KQkq");
}

static void types_of_variants_are_frozen(void) {
    static const char *const letters[][2] = {{"magi", "KQRBNDCWPL"},
                                             {"magician", "KRNMPCWS"},
                                             {"royal", "KMQRBNP"},
                                             {"wizard", "ZDCAGHW"},
                                             {"capablanca", "KQRBNACP"}};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        const GrRules *rules = gr_variants_find(aid_book(), letters[i][0]);
        const GrVariant *variant = gr_variant(rules);
        CHECK_INT(variant->types, strlen(letters[i][1]));
        for (int type = 1; type <= variant->types; type++)
            CHECK_INT(variant->piece[type].letter, letters[i][1][type - 1]);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(numbers_come_back);
    RUN(bad_numbers_are_noticed);
    RUN(columns_come_back);
    RUN(a_constant_column_is_short);
    RUN(types_of_chess_are_frozen);
    RUN(types_of_variants_are_frozen);
    return test_end();
}
