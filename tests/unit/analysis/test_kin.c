/* Which network judges a game that has none of its own. */
#include "analysis/engine/nets.h"
#include "analysis/engine/search.h"
#include "tests/aid/described_aid.h"

/* The game takes that network; NULL: none. */
static void expect(const char *game, const char *name) {
    const GrRules *rules = rules_of(game);
    REQUIRE(rules != NULL);
    const char *found = gr_search_net_name(rules), *wanted = name ? name : gr_variant(rules)->name;
    if (strcmp(found, wanted) != 0)
        printf("%s: %s, not %s\n", game, found, wanted);
    CHECK(strcmp(found, wanted) == 0);
    GrNet *net;
    CHECK_INT(gr_nets_builtin(rules, &net), name ? 0 : GR_ERR_NOT_FOUND);
    gr_net_free(net);
}

static void games_known_by_name(void) {
    static const char *const names[][2] = {
        {"chess", "chess"},       {"chess960", "chess"},       {"torpedo", "chess"},         {"berolina", "chess"},
        {"placement", "chess"},   {"pocketknight", "chess"},   {"5check", "threecheck"},     {"loop", "crazyhouse"},
        {"bughouse", "crazyhouse"}, {"gothic", "capablanca"},  {"janggimodern", "janggi"},   {"shogi", "shogi"},
        {"legan", "general"},     {"capahouse", "general"},    {"hoppelpoppel", "general"},  {"minishogi", "general"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        expect(names[i][0], names[i][1]);
}

static void one_thing_changed_in_chess(void) {
    expect("[k1:chess]\ncastling = false\n", "chess");
    expect("[k2:chess]\nstalemateValue = loss\n", "chess");
    expect("[k3:chess]\nstartFen = rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1\n", "chess");
    expect("[k4:chess]\nflagPiece = k\nflagRegionWhite = d4 e4 d5 e5\nflagRegionBlack = d4 e4 d5 e5\n",
           "kingofthehill");
    expect("[k5:chess]\nknight = -\ncustomPiece1 = n:C\n", "general");
    expect("[k6:chess]\npromotionRegionWhite = *7 *8\npromotionRegionBlack = *1 *2\npawn = -\n"
           "customPiece1 = p:mfWcfF\npromotionPawnTypes = p\n", "general");
    expect("[k7:crazyhouse]\ncastling = false\n", "crazyhouse");
    expect("[k8:chess]\nflagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1\ncheckCounting = true\n"
           "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1\n", NULL);
    expect("[k9:chess]\nmustCapture = true\n", NULL);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 1;
    RUN(games_known_by_name);
    RUN(one_thing_changed_in_chess);
    gr_variants_close(variants);
    return test_end();
}
