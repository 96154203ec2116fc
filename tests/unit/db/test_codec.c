/* The parts that blobs are made of: numbers, columns, range coder, moves. */
#include "db/codec/codec.h"
#include "db/codec/chess_model.h"
#include "db/codec/variant_model.h"
#include "db/codec/column.h"
#include "db/codec/likelihood.h"
#include "db/codec/limits.h"
#include "notation/move/uci.h"
#include "rules/fen.h"
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

/* Random intervals, among them the smallest, the largest, and runs that make long carries. */
static void interval(AidRandom *random, uint32_t *low, uint32_t *freq, uint32_t *total) {
    *total = 1 + aid_random(random, (uint32_t)1 << aid_random(random, 32));
    switch (aid_random(random, 4)) {
    case 0:
        *low = *total - 1;
        *freq = 1;
        return;
    case 1:
        *low = 0;
        *freq = *total - (*total > 1 ? aid_random(random, 2) : 0);
        return;
    case 2:
        *low = aid_random(random, *total);
        *freq = 1;
        return;
    default:
        *low = aid_random(random, *total);
        *freq = 1 + aid_random(random, *total - *low);
    }
}

static void ranges_come_back(void) {
    GrBuffer out;
    gr_buffer_init(&out);
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        AidRandom random = {test_seed(seed * 77)}, again = random;
        unsigned count = aid_random(&random, 200), wrong = 0;
        uint32_t low, freq, total;
        GrRangeWriter w;
        GrRangeReader r;
        again = random;
        gr_buffer_clear(&out);
        gr_range_start(&w, &out);
        for (unsigned i = 0; i < count; i++) {
            interval(&random, &low, &freq, &total);
            gr_range_put(&w, low, freq, total);
        }
        gr_range_finish(&w);
        gr_range_open(&r, (const uint8_t *)out.data, out.len);
        for (unsigned i = 0; i < count; i++) {
            interval(&again, &low, &freq, &total);
            uint32_t at = gr_range_peek(&r, total);
            wrong += at < low || at >= low + freq;
            gr_range_take(&r, low, freq);
        }
        CHECK_INT(wrong, 0);
    }
    gr_buffer_free(&out);
}

/* The end of the range, again and again: a symbol too few is left for the carry to decide. */
static void carries_run_through(void) {
    GrBuffer out;
    gr_buffer_init(&out);
    for (unsigned count = 1; count < 60; count++)
        for (uint32_t last = 0; last < 3; last++) {
            GrRangeWriter w;
            GrRangeReader r;
            unsigned wrong = 0;
            gr_buffer_clear(&out);
            gr_buffer_puts(&out, "before");
            gr_range_start(&w, &out);
            for (unsigned i = 0; i < count; i++)
                gr_range_put(&w, UINT32_MAX - 1, 1, UINT32_MAX);
            gr_range_put(&w, last, 1, 3);
            gr_range_finish(&w);
            CHECK(!memcmp(out.data, "before", 6));
            gr_range_open(&r, (const uint8_t *)out.data + 6, out.len - 6);
            for (unsigned i = 0; i < count; i++) {
                wrong += gr_range_peek(&r, UINT32_MAX) != UINT32_MAX - 1;
                gr_range_take(&r, UINT32_MAX - 1, 1);
            }
            CHECK_INT(wrong, 0);
            CHECK_INT(gr_range_peek(&r, 3), last);
        }
    gr_buffer_free(&out);
}

static void ranges_cost_their_entropy(void) {
    GrBuffer out;
    GrRangeWriter w;
    AidRandom random = {test_seed(3)};
    gr_buffer_init(&out);
    gr_range_start(&w, &out);
    for (int i = 0; i < 8000; i++)
        gr_range_put(&w, 5 * aid_random(&random, 4), 5, 20); /* two bits each */
    gr_range_finish(&w);
    CHECK(out.len >= 2000 && out.len <= 2003);
    gr_buffer_free(&out);
}

enum { GAME = 300 };

/* Plays a random game; returns its length. */
static unsigned play(AidRandom *random, const GrRules *rules, GrMove move[GAME]) {
    static GrMoveList list;
    GrPosition pos;
    unsigned n = 0;
    gr_start(rules, &pos);
    for (; n < GAME; n++) {
        gr_moves(&pos, &list);
        if (!list.count)
            break;
        bool pass = !pos.pending && !gr_in_check(&pos) && aid_random(random, 50) == 0;
        move[n] = pass ? gr_move_make(GR_PASS, 0, 0, 0, 0)
                       : list.move[aid_random(random, list.count)];
        gr_play(&pos, move[n]);
    }
    return n;
}

static void check_line(const GrRules *rules, unsigned codec, bool legal, const GrMove *move,
                       unsigned n, GrBuffer *out) {
    GrPosition start;
    GrPlace place;
    GrMoveWriter w;
    GrMoveReader r;
    unsigned wrong = 0;
    gr_start(rules, &start);
    gr_buffer_clear(out);
    gr_moves_start(&w, codec, out);
    w.legal = legal;
    gr_place_start(&place, &start);
    for (unsigned i = 0; i < n; i++)
        wrong += !gr_moves_put(&w, &place, move[i]);
    gr_moves_finish(&w);
    gr_moves_open(&r, codec, (const uint8_t *)out->data, out->len);
    gr_place_start(&place, &start);
    for (unsigned i = 0; i < n; i++)
        wrong += gr_moves_get(&r, &place) != move[i];
    CHECK_INT(wrong, 0);
}

static void moves_come_back(void) {
    AidRandom random = {test_seed(5)};
    GrBuffer out;
    GrMove move[GAME];
    const GrRules *rules;
    gr_buffer_init(&out);
    for (size_t v = 0; (rules = gr_variants_at(aid_book(), v)); v++)
        for (int game = 0; game < 40; game++) {
            unsigned n = play(&random, rules, move);
            for (unsigned codec = 0; codec <= GR_CODEC_NEWEST; codec++)
                check_line(rules, codec, game % 2, move, n, &out);
        }
    gr_buffer_free(&out);
}

static void illegal_moves_are_refused(void) {
    const GrRules *chess = gr_variants_find(aid_book(), "chess");
    GrPosition pos;
    GrPlace place;
    GrMoveWriter w;
    GrBuffer out;
    gr_buffer_init(&out);
    gr_start(chess, &pos);
    for (unsigned codec = 0; codec <= GR_CODEC_NEWEST; codec++) {
        gr_place_start(&place, &pos);
        gr_moves_start(&w, codec, &out);
        CHECK(!gr_moves_put(&w, &place, gr_move_make(GR_NORMAL, 4, 20, 0, 0)));
        CHECK(!gr_moves_put(&w, &place, gr_move_make(GR_CASTLE, 4, 6, 0, 0)));
        CHECK(gr_same(&place.pos, &pos));
    }
    const GrRules *magi = gr_variants_find(aid_book(), "magi");
    gr_start(magi, &pos);
    gr_place_start(&place, &pos);
    gr_moves_start(&w, GR_CODEC_MODEL, &out);
    CHECK(!gr_moves_put(&w, &place, gr_move_make(GR_NORMAL, 5, 25, 0, 0)));
    CHECK(!gr_moves_put(&w, &place, gr_move_make(GR_QUEST, 12, 22, 0, 0)));
    CHECK(gr_same(&place.pos, &pos));
    gr_fen_read(chess, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", &pos, NULL);
    gr_place_start(&place, &pos);
    CHECK(!gr_moves_put(&w, &place, gr_move_make(GR_PASS, 0, 0, 0, 0)));
    gr_buffer_free(&out);
}

/* A game has a byte for each GR_MOVES_A_BYTE moves at least, however little they tell; one that has
 * fewer is read only as far. */
static void moves_need_bytes(void) {
    const GrRules *chess = gr_variants_find(aid_book(), "chess");
    static GrMove move[1000];
    static const char *const shuffle[] = {"e1e2", "e8e7", "e2e1", "e7e8"};
    GrPosition pos;
    GrPlace place;
    GrMoveWriter w;
    GrMoveReader r;
    GrBuffer out;
    gr_buffer_init(&out);
    for (unsigned codec = 0; codec <= GR_CODEC_NEWEST; codec++) {
        gr_buffer_clear(&out);
        gr_fen_read(chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &pos, NULL);
        gr_place_start(&place, &pos);
        gr_moves_start(&w, codec, &out);
        for (unsigned i = 0; i < 1000; i++) {
            GrMoveList list;
            gr_moves(&place.pos, &list);
            for (unsigned k = 0; k < list.count; k++) {
                char uci[GR_UCI_SIZE];
                gr_uci_write(&place.pos, list.move[k], uci);
                move[i] = strcmp(uci, shuffle[i % 4]) ? move[i] : list.move[k];
            }
            CHECK(gr_moves_put(&w, &place, move[i]));
        }
        gr_moves_finish(&w);
        CHECK(out.len * GR_MOVES_A_BYTE >= 1000);
        for (unsigned left = 0; left < 2; left++) { /* no bytes, and one */
            gr_place_start(&place, &pos);
            gr_moves_open(&r, codec, (const uint8_t *)"", left);
            for (unsigned i = 0; i < left * GR_MOVES_A_BYTE; i++)
                CHECK(gr_moves_get(&r, &place) != GR_NO_MOVE);
            CHECK(gr_moves_get(&r, &place) == GR_NO_MOVE);
        }
    }
    /* Choices that are all the first one are zeros, which are dropped. */
    gr_buffer_clear(&out);
    gr_place_start(&place, &pos);
    gr_moves_start(&w, GR_CODEC_EVEN, &out);
    for (unsigned i = 0; i < 1000; i++) {
        GrPlace before = place;
        gr_moves_open(&r, GR_CODEC_EVEN, (const uint8_t *)"", 1);
        move[i] = gr_moves_get(&r, &place);
        CHECK(gr_moves_put(&w, &before, move[i]));
    }
    gr_moves_finish(&w);
    CHECK_INT(out.len, (1000 + GR_MOVES_A_BYTE - 1) / GR_MOVES_A_BYTE);
    gr_place_start(&place, &pos);
    gr_moves_open(&r, GR_CODEC_EVEN, (const uint8_t *)out.data, out.len);
    for (unsigned i = 0; i < 1000; i++)
        CHECK(gr_moves_get(&r, &place) == move[i]);
    gr_buffer_free(&out);
}

/* Bytes that are no game at all: every move that comes out is legal, or GR_NO_MOVE ends it. */
static void noise_gives_legal_moves(void) {
    AidRandom random = {test_seed(11)};
    uint8_t noise[64];
    const GrRules *rules;
    unsigned illegal = 0;
    for (size_t v = 0; (rules = gr_variants_at(aid_book(), v)); v++)
        for (int game = 0; game < 60 * (1 + (int)GR_CODEC_NEWEST); game++) {
            GrPosition pos;
            GrPlace place;
            GrMoveReader r;
            for (size_t i = 0; i < sizeof noise; i++)
                noise[i] = (uint8_t)aid_random(&random, aid_random(&random, 2) ? 256 : 2);
            gr_start(rules, &pos);
            gr_place_start(&place, &pos);
            gr_moves_open(&r, (unsigned)game % (1 + GR_CODEC_NEWEST), noise, sizeof noise);
            for (int i = 0; i < 150; i++) {
                pos = place.pos;
                GrMove move = gr_moves_get(&r, &place);
                if (move == GR_NO_MOVE)
                    break;
                illegal += gr_move_kind(move) != GR_PASS && !gr_is_legal(&pos, move);
            }
        }
    CHECK_INT(illegal, 0);
}

/* The chess model knows pieces by the numbers of their types. */
static void types_of_chess_are_frozen(void) {
    const GrVariant *chess = gr_variant(gr_variants_find(aid_book(), "chess"));
    for (int type = 1; type <= 6; type++)
        CHECK_INT(chess->piece[type].letter, " KQRBNP"[type]);
    CHECK_INT(gr_type_of_letter(chess, 'P'), GR_CV_CLASSES - GR_CV_PAWN);
    CHECK_STR(chess->rights, "KQkq");
}

/* The order of moves must never change: games are stored by it. */
static void the_order_of_moves_is_frozen(void) {
    const GrVariant *chess = gr_variant(gr_variants_find(aid_book(), "chess"));
    const GrVariant *royal = gr_variant(gr_variants_find(aid_book(), "royal"));
    int queen = gr_type_of_letter(chess, 'Q'), knight = gr_type_of_letter(royal, 'N');
    CHECK_INT(gr_move_order(chess, gr_move_make(GR_NORMAL, 12, 28, 0, 0)),
              (12u << 25) + (28u << 18));
    CHECK_INT(gr_move_order(chess, gr_move_make(GR_NORMAL, 52, 60, queen, 0)),
              (52u << 25) + (60u << 18) + ('Q' << 7));
    CHECK_INT(gr_move_order(royal, gr_move_make(GR_DROP, 20, 28, knight, 42)),
              (20u << 25) + (28u << 18) + (GR_DROP << 14) + ('N' << 7) + 42);
}

/* Blobs that were written when the versions were released, and the moves that they must give for
 * ever. `moves` are separated by spaces; NULL is the usual start position. */
static void check_frozen_of(const char *variant, unsigned codec, const char *fen,
                            const uint8_t *blob, size_t len, const char *moves) {
    const GrRules *rules = gr_variants_find(aid_book(), variant);
    GrBuffer out;
    GrPosition pos;
    GrPlace place;
    GrMoveReader r;
    GrMoveWriter w;
    char uci[GR_UCI_SIZE], text[GR_UCI_SIZE + 1];
    gr_buffer_init(&out);
    if (fen)
        gr_fen_read(rules, fen, &pos, NULL);
    else
        gr_start(rules, &pos);
    GrPlace again;
    gr_place_start(&place, &pos);
    gr_place_start(&again, &pos);
    gr_moves_open(&r, codec, blob, len);
    gr_moves_start(&w, codec, &out);
    for (const char *at = moves; *at; at += strcspn(at, " "), at += *at == ' ') {
        snprintf(text, sizeof text, "%.*s", (int)strcspn(at, " "), at);
        pos = place.pos;
        GrMove move = gr_moves_get(&r, &place);
        REQUIRE(move != GR_NO_MOVE);
        gr_uci_write(&pos, move, uci);
        CHECK_STR(uci, text);
        CHECK(gr_moves_put(&w, &again, move));
    }
    gr_moves_finish(&w);
    CHECK(out.len == len && !memcmp(out.data, blob, len));
    gr_buffer_free(&out);
}

static void check_frozen(unsigned codec, const char *fen, const uint8_t *blob, size_t len,
                         const char *moves) {
    check_frozen_of("chess", codec, fen, blob, len, moves);
}

/* The table of likelihoods is what grimoire-format(5) says. */
static void likelihoods_are_frozen(void) {
    static const uint64_t eighth[8] = {32768, 35733, 38967, 42494, 46340, 50535, 55108, 60097};
    for (int score = GR_LEAST_SCORE; score <= GR_MOST_SCORE; score++) {
        int s = score < -112 ? -112 : score > 39 ? 39 : score;
        CHECK_INT(gr_likelihood(score), (eighth[(s + 120) % 8] << ((s + 120) / 8)) >> 12);
    }
}

static void the_even_codec_is_frozen(void) {
    static const uint8_t blob[] = {0xAB, 0xD0, 0xFC, 0x40};
    check_frozen(GR_CODEC_EVEN, NULL, blob, sizeof blob, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
}

static void the_model_of_chess_is_frozen(void) {
    static const uint8_t najdorf[] = {
        0x03, 0xED, 0x50, 0xA1, 0x2B, 0x87, 0xDF, 0x7F, 0x4B, 0xE9, 0xEB};
    static const uint8_t special[] = {
        0xFA, 0xB6, 0x2C, 0xCC, 0xDD, 0x6D, 0x7B, 0x40};
    check_frozen(GR_CODEC_MODEL, NULL, najdorf, sizeof najdorf,
                 "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1g5 e7e6 f2f4 d8b6 d1d2 b6b2 "
                 "a1b1 b2a3 e4e5 d6e5 f4e5 f6d7 c3e4 h7h6 g5h4 a3a2 b1d1 b7b5 f1e2 c8b7 e1g1 d7e5 "
                 "e4d6 f8d6 d4e6 b5b4 e6g7 e8f8 c2c4 b4c3 d2c3");
    check_frozen(GR_CODEC_MODEL, "r3k2r/P7/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1", special,
                 sizeof special, "e5d6 g2h1q e1d2 e8c8 a7a8n h8h2 d2c3 h1a1 c3b4 0000");
}

static void the_models_of_variants_are_frozen(void) {
    static const uint8_t magi[] = {
        0x09, 0xCE, 0x92, 0x67, 0x31, 0x0F, 0xF8, 0x6A, 0xFB, 0xD8, 0x2E, 0xF2, 0x20};
    static const uint8_t magician[] = {
        0x14, 0x49, 0x4E, 0x09, 0x5C, 0x85, 0xBF, 0xDF, 0x57, 0x7F, 0x7F, 0x80};
    static const uint8_t royal[] = {
        0xBC, 0x6B, 0xA2, 0x74, 0xB9, 0x6B, 0xCA, 0xCA, 0x9B, 0xF2, 0xD6, 0x61, 0x80};
    static const uint8_t wizard[] = {
        0x70, 0xAA, 0x16, 0x1A, 0x3D, 0xDB, 0x93, 0xBD, 0xEC, 0x76, 0xF4, 0xC7, 0x59, 0x51, 0xAD,
        0xD3, 0x2F, 0x14};
    static const uint8_t capablanca[] = {
        0xC0, 0x6D, 0x66, 0x21, 0x96, 0x98, 0x06, 0xE0, 0xE3, 0xA6};
    check_frozen_of("magi", GR_CODEC_MODEL, NULL, magi, sizeof magi,
                    "g1e3 e9e7 d3d4 d10g7 e3f5 g7g6 f5d7 g10e8 d2d3 a8a7 d7e5 d8d6 e5e6 d9d7 e6g4 "
                    "g6f5 g4h6 e8f6 e2e4 f5g6 a3a5 a7c7 e1b4 c7b7");
    check_frozen_of("magician", GR_CODEC_MODEL, NULL, magician, sizeof magician,
                    "c1b3 e6e4 b1c1 c7b5 f2f3 b7c7 c1e3 f6f4 e3c1 c6c4 f3e4 c4b3 c2c4 c7e5 c4b5 "
                    "a6b5 e1f3 d6d7 a2b3 d4e4x f3e5 d6e5 f1d3 e5f6 0000");
    check_frozen_of("royal", GR_CODEC_MODEL, NULL, royal, sizeof royal,
                    "e2e4 g8h6 g2g4 h6g4 d1e2 d7d5 e2f3 g4h6 f3f4,B@a4 b8c6 f4g5,N@e6 f7e6 "
                    "g5h6,R@c3 d8d7 a4c6 b7c6 e4d5 g7h6 c3c6 e6d5 c6c3 d7d6 g1f3 d6c5,N@c4");
    check_frozen_of("wizard", GR_CODEC_MODEL, NULL, wizard, sizeof wizard,
                    "c11c9 b2b3 d12c10 g2g4 c9b8 d3f5 b11c11 c2c4 g11f8 a1a11 W@g11 c11b10 a11a6 "
                    "f11f10 a6a8 b10d8 a8a9 c12c11 a9a11 d8c9 a11a7 b8c7 a7a10 c9c8 a10a11 c10b10 "
                    "a11a8 f10d8 f2f3 b10a11");
    check_frozen_of("capablanca", GR_CODEC_MODEL, NULL, capablanca, sizeof capablanca,
                    "f2f4 i8j6 i2i3 b7b5 c1b3 h8g6 h1g3 g6f4 g3f3 f4f3 e2f3 f7f6 b3d4 g8c4 d1e2 "
                    "e7e5 d4e3 e8i4 h2h3 i4g6 e3i7 j6h5 i7g6 h7g6");
}

/* The models of variants know pieces by the numbers of their types. */
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
        CHECK(gr_variant_model_of(variant) && gr_codec_for(rules) == GR_CODEC_MODEL);
    }
    CHECK_INT(gr_codec_for(gr_variants_find(aid_book(), "chess")), GR_CODEC_MODEL);
    CHECK_INT(gr_codec_for(NULL), GR_CODEC_EVEN);
}

/* However unlikely, no move costs more than it would if all were equally likely and a 66th of that;
 * and what is likely costs less. */
static void surprises_have_their_price(void) {
    const GrRules *rules;
    static GrMoveList list;
    GrBuffer out;
    gr_buffer_init(&out);
    for (size_t v = 0; (rules = gr_variants_at(aid_book(), v)); v++) {
        GrPosition start;
        bool scored = gr_variant_model_of(gr_variant(rules));
        double dearest = 0, sum = 0;
        gr_start(rules, &start);
        gr_moves(&start, &list);
        for (unsigned i = 0; scored && i < list.count; i++) {
            GrPlace place;
            GrMoveWriter w;
            gr_buffer_clear(&out);
            gr_place_start(&place, &start);
            gr_moves_start(&w, GR_CODEC_MODEL, &out);
            CHECK(gr_moves_put(&w, &place, list.move[i]));
            double cost = 18446744073709551616.0 / (double)w.range.range;
            dearest = cost > dearest ? cost : dearest;
            sum += 1 / cost;
        }
        CHECK(dearest <= 66.0 * list.count);
        CHECK(!scored || (sum > 0.999 && sum <= 1));
    }
    gr_buffer_free(&out);
}

/* All weights of all versions, so that none changes unnoticed. */
static void the_tables_are_frozen(void) {
    enum { EDGES = 6117 };
    uint32_t sum = 0, edges = 0;
    for (unsigned i = 0; i < GR_CV_WEIGHTS; i++)
        sum = sum * 31 + (uint8_t)gr_chess_weight[i];
    CHECK_INT(sum, 2607838655);
    for (unsigned node = 1; gr_book_first[node] < EDGES; node++) {
        uint32_t share = 0;
        for (; edges < gr_book_first[node + 1]; edges++) {
            const GrBookEdge *e = &gr_book_edge[edges];
            sum = sum * 31 + (e->from * 64u + e->to) * 65536 + e->share + e->node;
            share += e->share;
        }
        CHECK(share < 65535);
    }
    CHECK_INT(edges, EDGES);
    CHECK_INT(sum, 4268858250);
    for (int i = 0; i < GR_VARIANT_MODELS; i++) {
        for (int type = 0; type < GR_VV_ROWS; type++)
            sum = sum * 31 + gr_variant_model[i].class[type];
        for (int n = 0; n < GR_VV_WEIGHTS; n++)
            sum = sum * 31 + (uint8_t)gr_variant_model[i].weight[n];
    }
    CHECK_INT(sum, 2903006871);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(numbers_come_back);
    RUN(bad_numbers_are_noticed);
    RUN(columns_come_back);
    RUN(a_constant_column_is_short);
    RUN(ranges_come_back);
    RUN(carries_run_through);
    RUN(ranges_cost_their_entropy);
    RUN(moves_come_back);
    RUN(illegal_moves_are_refused);
    RUN(moves_need_bytes);
    RUN(noise_gives_legal_moves);
    RUN(types_of_chess_are_frozen);
    RUN(the_order_of_moves_is_frozen);
    RUN(likelihoods_are_frozen);
    RUN(the_even_codec_is_frozen);
    RUN(the_model_of_chess_is_frozen);
    RUN(the_models_of_variants_are_frozen);
    RUN(types_of_variants_are_frozen);
    RUN(surprises_have_their_price);
    RUN(the_tables_are_frozen);
    return test_end();
}
