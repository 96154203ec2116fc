/* The general network: rows that follow from what pieces do, files that come back, games that it does not know. */
#include "analysis/engine/general.h"
#include "notation/definition/variants_file.h"
#include "rules/error.h"
#include "rules/random.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;

static GrGeneral *random_general(uint64_t seed) {
    GrGeneral *general = calloc(1, sizeof *general);
    if (!CHECK(general))
        return NULL;
    seed = test_seed(seed);
    for (int h = 0; h < GR_GENERAL_HIDDEN; h++) {
        for (int i = 0; i < GR_GENERAL_INPUTS; i++)
            general->first[h][i] = (int16_t)(gr_random(&seed) % 2001 - 1000);
        for (int kind = 0; kind < GR_GENERAL_KINDS; kind++)
            for (int w = 0; w < GR_GENERAL_WIDTH; w++)
                general->second[kind][w][h] = (int16_t)(gr_random(&seed) % 401 - 200);
    }
    for (int stage = 0; stage < GR_NET_STAGES; stage++) {
        for (int w = 0; w < 2 * GR_GENERAL_WIDTH; w++)
            general->out[stage][w / GR_GENERAL_WIDTH][w % GR_GENERAL_WIDTH] = (int16_t)(gr_random(&seed) % 255 - 127);
        general->out_bias[stage] = (int32_t)(gr_random(&seed) % 20001) - 10000;
    }
    general->scale = 300 * 256;
    return general;
}

static const int16_t *row_of(const GrNet *net, int side, char letter, int file, int rank) {
    const GrVariant *v = net->features.variant;
    int piece = gr_piece(side, gr_type_of_letter(v, letter));
    return net->weight + (size_t)(net->features.of_code[0][GR_WHITE][piece] + gr_square(v, file, rank)) * (size_t)net->width;
}

/* By square, side and reach; a game with the same pieces and the same start has the same network. */
static void rows_follow_from_what_pieces_do(void) {
    GrGeneral *general = random_general(1);
    GrNet *net = NULL;
    REQUIRE(general && gr_general_net(general, gr_variants_find(variants, "chess"), &net) == 0);
    size_t bytes = GR_GENERAL_WIDTH * sizeof(int16_t);
    CHECK(memcmp(row_of(net, GR_WHITE, 'N', 3, 3), row_of(net, GR_WHITE, 'B', 3, 3), bytes) != 0);
    CHECK(memcmp(row_of(net, GR_WHITE, 'N', 3, 3), row_of(net, GR_WHITE, 'N', 3, 4), bytes) != 0);
    CHECK(memcmp(row_of(net, GR_WHITE, 'N', 3, 3), row_of(net, GR_BLACK, 'N', 3, 4), bytes) != 0);
    GrNet *twin = NULL;
    REQUIRE(gr_general_net(general, gr_variants_find(variants, "armageddon"), &twin) == 0);
    CHECK_INT(twin->features.count, net->features.count);
    CHECK(memcmp(twin->weight, net->weight, gr_net_weights(net) * sizeof *net->weight) == 0);
    CHECK(memcmp(twin->features.lesser, net->features.lesser, sizeof net->features.lesser) == 0);
    gr_net_free(twin);
    gr_net_free(net);
    free(general);
}

/* Each feature of pieces has a row, on every square, and those in danger another. */
static void every_piece_has_rows(void) {
    static const char *const GAMES[] = {"chess", "magi", "shogi", "xiangqi", "capahouse", "courier", "crazyhouse"};
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
        const GrRules *rules = gr_variants_find(variants, GAMES[i]);
        const GrVariant *v = gr_variant(rules);
        GrFeatures features;
        GrGeneralRows rows;
        gr_features_make(&features, v, gr_general_blocks(v), 1);
        REQUIRE(gr_general_rows(rules, &features, &rows) == 0);
        int count[GR_GENERAL_KINDS + 1] = {0}, squares = gr_squares(v);
        for (int row = 0; row < rows.count; row++)
            count[rows.kind[row]]++;
        for (int kind = GR_GENERAL_OWN; kind <= GR_GENERAL_ENEMY_DANGER; kind++)
            CHECK_INT(count[kind], v->types * squares);
        CHECK_INT(count[GR_GENERAL_OWN_RIGHT], 16);
        CHECK_INT(count[GR_GENERAL_OWN_HELD], count[GR_GENERAL_ENEMY_HELD]);
        CHECK(v->hands == (count[GR_GENERAL_OWN_HELD] > 0));
        gr_general_rows_free(&rows);
    }
}

static void a_file_comes_back(void) {
    GrGeneral *general = random_general(2);
    void *bytes = NULL;
    size_t size = 0;
    REQUIRE(general && gr_general_write(general, "by a test\n", &bytes, &size, NULL) == 0);
    CHECK_INT(gr_net_check(bytes, size, NULL), 0);
    static const char *const GAMES[] = {"chess", "makruk", "shogi", "janus"};
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
        const GrRules *rules = gr_variants_find(variants, GAMES[i]);
        GrNet *net = NULL, *back = NULL;
        REQUIRE(gr_general_net(general, rules, &net) == 0 && gr_net_parse(bytes, size, rules, &back, NULL) == 0);
        CHECK_STR(back->recipe, "by a test\n");
        CHECK_INT(back->features.count, net->features.count);
        CHECK(memcmp(back->weight, net->weight, gr_net_weights(net) * sizeof *net->weight) == 0);
        CHECK(memcmp(back->bias, net->bias, sizeof net->bias) == 0 && back->scale == net->scale);
        gr_net_free(net);
        gr_net_free(back);
    }
    free(bytes);
    free(general);
}

static void games_that_are_won_otherwise_are_not_known(void) {
    GrGeneral *general = random_general(3);
    void *bytes = NULL;
    size_t size = 0;
    GrError error;
    GrNet *net;
    REQUIRE(general && gr_general_write(general, "", &bytes, &size, NULL) == 0);
    static const char *const GAMES[] = {"antichess", "horde", "misere", "breakthrough", "othello", "giveaway"};
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
        const GrRules *rules = gr_variants_find(variants, GAMES[i]);
        CHECK_INT(gr_net_parse(bytes, size, rules, &net, &error), GR_ERR_FOREIGN);
        CHECK(!net && strstr(error.text, gr_variant(rules)->name));
    }
    free(bytes);
    free(general);
}

/* Bytes of it changed, and lengths that are too short. */
static void damage_is_noticed(void) {
    const GrRules *rules = gr_variants_find(variants, "losalamos");
    GrGeneral *general = random_general(4);
    unsigned char *bytes;
    void *made = NULL;
    size_t size = 0;
    GrNet *net;
    REQUIRE(general && gr_general_write(general, "recipe\n", &made, &size, NULL) == 0);
    bytes = made;
    for (size_t i = 0; i < size; i += 1 + i / 100) {
        bytes[i] ^= 0x20;
        CHECK(gr_net_parse(bytes, size, rules, &net, NULL) < 0 && !net);
        bytes[i] ^= 0x20;
        CHECK(gr_net_parse(bytes, i, rules, &net, NULL) < 0 && !net);
    }
    general->out[3][1][5] = GR_NET_OUT_MOST + 1; /* whole, but it would overflow */
    free(made);
    REQUIRE(gr_general_write(general, "", &made, &size, NULL) == 0);
    CHECK_INT(gr_net_parse(made, size, rules, &net, NULL), GR_ERR_SYNTAX);
    free(made);
    free(general);
}

static void memory_that_runs_out_is_reported(void) {
    const GrRules *rules = gr_variants_find(variants, "losalamos");
    GrGeneral *general = random_general(5);
    REQUIRE(general);
    FAIL_EACH_ALLOCATION(n, 100) {
        void *bytes = NULL;
        size_t size;
        GrNet *net = NULL;
        int code = gr_general_write(general, "r\n", &bytes, &size, NULL);
        if (code == 0)
            code = gr_net_parse(bytes, size, rules, &net, NULL);
        fail_alloc_stop();
        CHECK(code == 0 ? net != NULL : code == GR_ERR_MEMORY && !net);
        gr_net_free(net);
        free(bytes);
    }
    free(general);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 1;
    RUN(rows_follow_from_what_pieces_do);
    RUN(every_piece_has_rows);
    RUN(a_file_comes_back);
    RUN(games_that_are_won_otherwise_are_not_known);
    RUN(damage_is_noticed);
    RUN(memory_that_runs_out_is_reported);
    gr_variants_close(variants);
    return test_end();
}
