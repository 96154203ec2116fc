/* Networks: features followed from position to position, the same numbers with and without vector
 * instructions, colours alike, files that come back and damaged ones that do not. */
#include "analysis/engine/net.h"
#include "analysis/engine/search.h"
#include "rules/error.h"
#include "rules/fen.h"
#include "rules/random.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/mirror.h"
#include "tests/aid/net_aid.h"
#include "tests/aid/test.h"

#include <unistd.h>

static GrVariants *variants;

enum { ALL_BLOCKS = -1, WIDTH = 32 };

/* A network with weights of any kind, and so many zones. */
static int zones = 1;

static GrNet *random_net(const GrRules *rules, uint64_t seed) {
    GrNet *net = gr_net_new(rules, (uint64_t)(int64_t)ALL_BLOCKS, zones, WIDTH);
    if (!CHECK(net))
        return NULL;
    seed = test_seed(seed);
    size_t hidden = ((size_t)net->features.count + 1) * WIDTH;
    for (size_t i = 0; i < hidden; i++)
        net->weight[i] = (int16_t)(gr_random(&seed) % 61 - 30);
    for (size_t i = hidden; i < gr_net_weights(net); i++)
        net->weight[i] = (int16_t)(gr_random(&seed) % (2 * GR_NET_OUT_MOST + 1) - GR_NET_OUT_MOST);
    for (int stage = 0; stage < GR_NET_STAGES; stage++)
        net->bias[stage] = 1234 * stage;
    net->scale = 300 * 256;
    int types = gr_variant(rules)->types;
    for (int type = GR_KING + 1; type <= types; type++)
        net->features.lesser[type] = (uint16_t)(gr_random(&seed) % (1U << types) << 1);
    return net;
}

typedef void (*Visit)(const GrNet *net, const GrPosition *pos, const GrPosition *before, int ply);

/* Visits the positions of random games of each variant, each with the one before. */
static void random_games(int games, Visit visit) {
    GrMoveList *list = malloc(sizeof *list);
    uint64_t state = test_seed(7);
    const GrRules *rules;
    for (size_t n = 0; list && (rules = gr_variants_at(variants, n)); n++) {
        GrNet *net = random_net(rules, n + 1);
        for (int game = 0; net && game < games; game++) {
            GrPosition pos, before;
            gr_start(rules, &pos);
            before = pos;
            for (int ply = 0; ply < 160; ply++) {
                visit(net, &pos, &before, ply);
                gr_moves(&pos, list);
                if (list->count == 0)
                    break;
                before = pos;
                gr_play(&pos, list->move[gr_random(&state) % list->count]);
            }
        }
        gr_net_free(net);
    }
    free(list);
}

static bool same_sums(const GrNet *net, const GrSums *a, const GrSums *b) {
    size_t size = (size_t)net->width * sizeof a->view[0][0];
    return memcmp(a->view[0], b->view[0], size) == 0 && memcmp(a->view[1], b->view[1], size) == 0 &&
           a->frame[0] == b->frame[0] && a->frame[1] == b->frame[1];
}

/* Sums of the ply before, and of some plies ago. */
static GrSums last, older;
static GrPosition older_pos;
static long followed;

static void follow(const GrNet *net, const GrPosition *pos, const GrPosition *before, int ply) {
    GrSums fresh, near_sums, far_sums;
    gr_net_sum(net, pos, &fresh);
    if (ply > 0) {
        gr_net_follow(net, before, &last, pos, &near_sums);
        gr_net_follow(net, &older_pos, &older, pos, &far_sums);
        CHECK(same_sums(net, &fresh, &near_sums) && near_sums.known);
        CHECK(same_sums(net, &fresh, &far_sums));
        followed++;
    }
    last = fresh;
    if (ply % 9 == 0) {
        older = fresh;
        older_pos = *pos;
    }
}

static void sums_follow_from_any_position(void) {
    followed = 0;
    random_games(12, follow);
    CHECK(followed > 5000);
}

static long told_apart;

static void compare_ways(const GrNet *net, const GrPosition *pos, const GrPosition *before, int ply) {
    GrSums sums;
    GrPosition other = *pos;
    (void)before;
    (void)ply;
    other.turn = !pos->turn;
    gr_net_sum(net, pos, &sums);
    GrScore score = gr_net_output(net, &sums, pos);
    CHECK_INT(score, gr_net_output_plain(net, &sums, pos));
    CHECK(score >= -GR_EVAL_LIMIT && score <= GR_EVAL_LIMIT);
    told_apart += score != gr_net_output(net, &sums, &other);
}

static void vectors_change_nothing(void) {
    told_apart = 0;
    random_games(4, compare_ways);
    CHECK(told_apart > 1000);
}

static void compare_colours(const GrNet *net, const GrPosition *pos, const GrPosition *before, int ply) {
    GrPosition mirrored;
    GrSums sums, turned;
    (void)before;
    (void)ply;
    if (!mirror_exists(net->features.variant))
        return;
    if (!CHECK(mirror_position(pos, &mirrored)))
        return;
    gr_net_sum(net, pos, &sums);
    gr_net_sum(net, &mirrored, &turned);
    if (!CHECK_INT(gr_net_output(net, &sums, pos), gr_net_output(net, &turned, &mirrored))) {
        char fen[GR_FEN_SIZE];
        gr_fen_write(pos, fen);
        printf("    %s %s\n", net->features.variant->name, fen);
    }
}

static void both_colours_are_seen_alike(void) {
    random_games(5, compare_colours);
}

/* A king in the corner, beside it and in front sees other pieces; a mirrored one the same. */
static void zones_tell_kings_apart(void) {
    static const char *const fen[] = {"4k3/8/8/3n4/8/8/8/6K1 w - - 0 1", "4k3/8/8/4n3/8/8/8/1K6 w - - 0 1",
                                      "4k3/8/8/3n4/8/8/8/5K2 w - - 0 1", "4k3/8/8/3n4/8/6K1/8/8 w - - 0 1"};
    const GrRules *rules = gr_variants_find(variants, "chess");
    GrFeatures features;
    int frame[4];
    gr_features_make(&features, gr_variant(rules), ~GR_DANGER_BLOCK, GR_ZONES);
    for (int i = 0; i < 4; i++) {
        GrPosition pos;
        REQUIRE(gr_fen_read(rules, fen[i], &pos, NULL) == 0);
        frame[i] = gr_features_frame(&features, &pos, GR_WHITE);
    }
    CHECK_INT(frame[1], frame[0] + 1);
    CHECK(frame[0] / 2 == 0 && frame[2] / 2 == 1 && frame[3] / 2 == 2);
    uint16_t one[GR_FEATURES_MOST], other[GR_FEATURES_MOST];
    GrPosition corner, mirrored, beside;
    REQUIRE(gr_fen_read(rules, fen[0], &corner, NULL) == 0 && gr_fen_read(rules, fen[2], &beside, NULL) == 0 &&
            gr_fen_read(rules, "3k4/8/8/4n3/8/8/8/1K6 w - - 0 1", &mirrored, NULL) == 0);
    CHECK_INT(gr_features_list(&features, &corner, GR_WHITE, one), 3);
    CHECK_INT(gr_features_list(&features, &mirrored, GR_WHITE, other), 3);
    for (int i = 0; i < 3; i++) {
        int same = 0;
        for (int n = 0; n < 3; n++)
            same += one[i] == other[n];
        CHECK_INT(same, 1);
    }
    CHECK_INT(gr_features_list(&features, &beside, GR_WHITE, other), 3);
    for (int i = 0; i < 9; i++)
        CHECK(one[i / 3] != other[i % 3]);
}

/* A right, a mark, a reserve or a placement due changes what is seen. */
static void what_stands_beside_the_board_counts(void) {
    static const char *const pair[][3] = {
        {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"},
        {"royal", "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR[BNR,BNR,bnr,bnr] w KQkq - 0 1",
         "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR[BNR,BN,bnr,bnr] w KQkq - 0 1"},
    };
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        const GrRules *rules = gr_variants_find(variants, pair[i][0]);
        GrNet *net = random_net(rules, 5);
        GrPosition a, b;
        GrSums with, without;
        REQUIRE(net && gr_fen_read(rules, pair[i][1], &a, NULL) == 0 &&
                gr_fen_read(rules, pair[i][2], &b, NULL) == 0);
        gr_net_sum(net, &a, &with);
        gr_net_sum(net, &b, &without);
        CHECK(!same_sums(net, &with, &without));
        gr_net_free(net);
    }
}

/* Attacked by a piece of less worth, or attacked and not defended: so for both sides, in both views. */
static void pieces_in_danger_count(void) {
    static const struct {
        const char *fen;
        int in_danger;
    } of[] = {
        {"4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", 1},       /* by a pawn */
        {"4k3/8/8/3p4/4N3/3P4/8/4K3 w - - 0 1", 1},     /* a pawn defends it in vain */
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", 2},       /* pawns attack each other, and nothing defends them */
        {"4k3/8/8/3p4/4P3/3P4/8/4K3 w - - 0 1", 1},
        {"3rk3/8/8/8/3R4/4P3/8/4K3 w - - 0 1", 0},      /* rooks attack each other, and both are defended */
        {"3r4/4k3/8/8/3R4/8/8/4K3 w - - 0 1", 1},
        {"q3k3/8/8/8/R7/1P6/8/4K3 w - - 0 1", 1},       /* the queen by a rook that is defended */
        {"4k3/8/8/8/8/5q2/8/4K2R w - - 0 1", 1},        /* kings do not defend at a distance */
    };
    const GrRules *rules = gr_variants_find(variants, "chess");
    GrFeatures features;
    gr_features_make(&features, gr_variant(rules), GR_DANGER_BLOCK, 1);
    for (int type = 2; type <= 6; type++)
        for (int other = type + 1; other <= 6; other++)
            if (type != 4 || other != 5) /* bishops and knights are worth the same */
                features.lesser[type] |= (uint16_t)(1U << other);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        uint16_t white[GR_FEATURES_MOST], black[GR_FEATURES_MOST];
        GrPosition pos;
        REQUIRE(gr_fen_read(rules, of[i].fen, &pos, NULL) == 0);
        CHECK_INT(gr_features_list(&features, &pos, GR_WHITE, white), of[i].in_danger);
        CHECK_INT(gr_features_list(&features, &pos, GR_BLACK, black), of[i].in_danger);
    }
}

static void a_file_comes_back(void) {
    const GrRules *rules = gr_variants_find(variants, "magician");
    GrNet *net = random_net(rules, 3), *back = NULL;
    void *bytes = NULL;
    size_t size;
    GrError error;
    REQUIRE(net);
    free(net->recipe);
    net->recipe = strdup("seed 3\nby a test\n");
    REQUIRE(net->recipe && gr_net_write(net, &bytes, &size, &error) == 0);
    REQUIRE(gr_net_parse(bytes, size, rules, &back, &error) == 0);
    CHECK_STR(back->recipe, net->recipe);
    CHECK_STR(back->id, net->id);
    CHECK(back->scale == net->scale && back->width == net->width && back->features.zones == zones);
    CHECK(memcmp(back->bias, net->bias, sizeof net->bias) == 0);
    for (int type = 1; type <= gr_variant(rules)->types; type++)
        CHECK_INT(back->features.lesser[type], net->features.lesser[type]);
    CHECK(memcmp(back->weight, net->weight, gr_net_weights(net) * sizeof *net->weight) == 0);
    gr_net_free(back);
    CHECK_INT(gr_net_parse(bytes, size, gr_variants_find(variants, "chess"), &back, &error), GR_ERR_FOREIGN);
    CHECK(!back && strstr(error.text, "magician"));
    gr_net_free(net);
    free(bytes);
}

/* A network of chess is one of king of the hill, too, if asked for, but of no game with another board or army. */
static void a_network_of_kin_comes_if_asked_for(void) {
    const GrRules *chess = gr_variants_find(variants, "chess"), *hill = gr_variants_find(variants, "kingofthehill");
    GrNet *net = random_net(chess, 5), *kin = NULL;
    void *bytes = NULL;
    size_t size;
    GrError error;
    GrSums sums;
    GrPosition pos;
    REQUIRE(net && gr_net_write(net, &bytes, &size, NULL) == 0);
    CHECK_INT(gr_net_parse(bytes, size, hill, &kin, &error), GR_ERR_FOREIGN);
    REQUIRE(gr_net_parse_kin(bytes, size, hill, &kin, &error) == 0);
    CHECK_STR(kin->features.variant->name, "kingofthehill");
    gr_start(chess, &pos);
    gr_net_sum(net, &pos, &sums);
    GrScore score = gr_net_output(net, &sums, &pos);
    gr_start(hill, &pos);
    gr_net_sum(kin, &pos, &sums);
    CHECK_INT(gr_net_output(kin, &sums, &pos), score);
    gr_net_free(kin);
    static const char *const OTHERS[] = {"magi", "capablanca", "antichess", "racingkings", "magician"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        CHECK_INT(gr_net_parse_kin(bytes, size, gr_variants_find(variants, OTHERS[i]), &kin, &error), GR_ERR_FOREIGN);
        CHECK(!kin && strstr(error.text, "'chess 8x8"));
    }
    gr_net_free(net);
    free(bytes);
}

/* Each byte changed, and each length too short. */
static void damage_is_noticed(void) {
    const GrRules *rules = gr_variants_find(variants, "chess");
    GrNet *net = gr_net_new(rules, 1, 1, GR_NET_STEP), *back;
    unsigned char *bytes = NULL;
    void *at = NULL;
    size_t size = 0;
    REQUIRE(net && gr_net_write(net, &at, &size, NULL) == 0);
    bytes = at;
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 0x10;
        CHECK(gr_net_parse(bytes, size, rules, &back, NULL) < 0 && !back);
        bytes[i] ^= 0x10;
        CHECK(gr_net_parse(bytes, i, rules, &back, NULL) < 0 && !back);
    }
    CHECK_INT(gr_net_parse(bytes, size, rules, &back, NULL), 0);
    gr_net_free(back);
    gr_net_free(net);
    free(bytes);
}

static void memory_that_runs_out_is_said(void) {
    const GrRules *rules = gr_variants_find(variants, "chess");
    GrNet *net = random_net(rules, 9);
    REQUIRE(net);
    FAIL_EACH_ALLOCATION(n, 100) {
        void *bytes = NULL;
        size_t size;
        GrNet *back = NULL;
        GrError error;
        int code = gr_net_write(net, &bytes, &size, &error);
        if (code == 0)
            code = gr_net_parse(bytes, size, rules, &back, &error);
        fail_alloc_stop();
        CHECK(code == 0 ? back != NULL : code == GR_ERR_MEMORY && !back);
        gr_net_free(back);
        free(bytes);
    }
    gr_net_free(net);
}

/* ---- in a search ---- */

/* What a search through a tree says of the start is what the network says, and nobody else. */
static void a_search_asks_the_network(void) {
    const GrRules *rules = gr_variants_find(variants, "wizard");
    GrSearch *search = gr_search_new(1);
    GrNet *net = random_net(rules, 11);
    GrPosition pos;
    GrScore by_net, by_hand;
    GrSums sums;
    char path[] = "/tmp/grimoire-net-XXXXXX", id[GR_NET_ID_SIZE];
    GrError error;
    int made = mkstemp(path);
    REQUIRE(search && net && made >= 0);
    REQUIRE(aid_write_net(net, path));
    gr_start(rules, &pos);
    REQUIRE(gr_search_set_net(search, path, &error) == 0);
    REQUIRE(gr_search_evaluate(search, &pos, &by_net, id) == 0);
    gr_net_sum(net, &pos, &sums);
    CHECK_INT(by_net, gr_net_output(net, &sums, &pos));
    CHECK_STR(id, net->id);
    REQUIRE(gr_search_set_net(search, GR_NET_NONE, &error) == 0);
    REQUIRE(gr_search_evaluate(search, &pos, &by_hand, id) == 0);
    CHECK_STR(id, "");
    CHECK(by_hand != by_net);
    CHECK_INT(gr_search_set_net(search, "/no/such/net", &error), GR_ERR_NOT_FOUND);
    REQUIRE(gr_search_set_net(search, path, &error) == 0);
    gr_start(gr_variants_find(variants, "chess"), &pos);
    REQUIRE(gr_search_evaluate(search, &pos, &by_hand, id) == 0);
    CHECK(strcmp(id, net->id) != 0);
    gr_search_free(search);
    gr_net_free(net);
    remove(path);
    close(made);
}

static void a_file_with_zones_comes_back(void) {
    zones = GR_ZONES;
    a_file_comes_back();
    zones = 1;
}

static void sums_follow_through_zones(void) {
    zones = GR_ZONES;
    sums_follow_from_any_position();
    both_colours_are_seen_alike();
    zones = 1;
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(sums_follow_from_any_position);
    RUN(vectors_change_nothing);
    RUN(both_colours_are_seen_alike);
    RUN(what_stands_beside_the_board_counts);
    RUN(pieces_in_danger_count);
    RUN(a_file_comes_back);
    RUN(a_file_with_zones_comes_back);
    RUN(sums_follow_through_zones);
    RUN(zones_tell_kings_apart);
    RUN(a_network_of_kin_comes_if_asked_for);
    RUN(damage_is_noticed);
    RUN(memory_that_runs_out_is_said);
    RUN(a_search_asks_the_network);
    gr_variants_close(variants);
    return test_end();
}
