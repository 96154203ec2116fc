/* Queries about moves that take, promote or are of a kind of their own, asked of these moves alone, find what they find
 * position by position. */
#include "db/query/query_parse.h"
#include "db/query/query_takes.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/reel_aid.h"
#include "tests/aid/test.h"

enum { PLIES = 200, LINES = 60 };

static const char *const queries[] = {
    "white takes", "black takes white Q", "N takes P on d5", "white castles", "promotes", "white promotes to N",
    "en passant", "white sacrifices", "sacrifices Q", "black sacrifices N on f7", "white sacrifices P",
    "flip (white sacrifices R)", "white takes then black takes", "white takes then within 2 plies white takes",
    "at least 4 times black takes", "white takes Q or white castles", "white takes and result *",
    "P takes piece and not white takes", "sacrifices then white takes Q within 4 plies",
    "white sacrifices N or black sacrifices N",
};
enum { QUERIES = sizeof queries / sizeof *queries };

static unsigned long asked, hits_found, missed;

/* Plays on at random, half of the time with a capture or a promotion, if there is one. */
static void random_game(AidRandom *random, const GrRules *rules, GrGame *game) {
    static GrMoveList list;
    GrPosition pos;
    uint32_t node = 0;
    gr_game_clear(game);
    gr_start(rules, &pos);
    REQUIRE(gr_game_begin(game, rules) == 0);
    game->start = pos;
    for (uint32_t plies = (uint32_t)aid_random(random, PLIES); plies; plies--) {
        uint32_t next;
        gr_moves(&pos, &list);
        if (!list.count)
            break;
        GrMove move = list.move[aid_random(random, list.count)];
        for (unsigned n = 0, tries = aid_random(random, 2) ? 8 : 0; n < tries && !gr_is_capture(&pos, move); n++)
            move = list.move[aid_random(random, list.count)];
        REQUIRE(gr_game_add_node(game, move, &next) == 0);
        game->nodes[node].next = next;
        node = next;
        game->plies++;
        gr_play(&pos, move);
    }
}

static bool finds_the_same(const GrPlan *plan, const GrGame *game) {
    size_t hits;
    bool same = aid_finds_the_same(plan, game, aid_match_takes, &hits);
    asked++;
    hits_found += hits;
    missed += !hits;
    return same;
}

static void ask_variant(AidRandom *random, GrQuery *const *query, const GrRules *rules) {
    GrPlan *plan[QUERIES];
    GrGame game;
    gr_game_init(&game);
    for (unsigned i = 0; i < QUERIES; i++)
        plan[i] = gr_plan_make(query[i], rules);
    for (unsigned n = 0; n < LINES; n++) {
        random_game(random, rules, &game);
        for (unsigned i = 0; i < QUERIES; i++)
            if (plan[i] && gr_plan_takes(plan[i]) && !CHECK(finds_the_same(plan[i], &game)))
                printf("# %s\n", queries[i]);
    }
    for (unsigned i = 0; i < QUERIES; i++)
        gr_plan_free(plan[i]);
    gr_game_free(&game);
}

static void moves_say_what_positions_do(void) {
    AidRandom random = {test_seed(1851)};
    GrQuery *query[QUERIES];
    GrQueryFault fault;
    asked = hits_found = missed = 0;
    for (unsigned i = 0; i < QUERIES; i++)
        if (!CHECK(gr_query_parse(aid_book(), queries[i], &query[i], &fault) == 0))
            printf("# %s: %s\n", queries[i], fault.text);
    for (unsigned v = 0; gr_variants_at(aid_book(), v); v++)
        ask_variant(&random, query, gr_variants_at(aid_book(), v));
    for (unsigned i = 0; i < QUERIES; i++)
        gr_query_free(query[i]);
    printf("# %lu times, %lu hits, %lu times none\n", asked, hits_found, missed);
    CHECK(asked > 3 * QUERIES * LINES && hits_found > 10000 && missed > 1000);
}

/* All of the queries are asked so in chess, and others are not. */
static void plans_know_whether_moves_are_enough(void) {
    static const char *const others[] = {"N moves to f3", "white takes and check", "white takes then white N on f5",
                                         "not (black takes) for 9 plies", "white sacrifices Q then mate", "length > 9",
                                         "takes and ply > 20"};
    const GrRules *chess = gr_variants_find(aid_book(), "chess");
    GrQueryFault fault;
    for (unsigned i = 0; i < QUERIES + sizeof others / sizeof *others; i++) {
        const char *text = i < QUERIES ? queries[i] : others[i - QUERIES];
        GrQuery *query;
        if (!CHECK(gr_query_parse(aid_book(), text, &query, &fault) == 0)) {
            printf("# %s: %s\n", text, fault.text);
            continue;
        }
        GrPlan *plan = gr_plan_make(query, chess);
        if (!CHECK(plan && gr_plan_takes(plan) == (i < QUERIES)))
            printf("# %s\n", text);
        gr_plan_free(plan);
        gr_query_free(query);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(moves_say_what_positions_do);
    RUN(plans_know_whether_moves_are_enough);
    return test_end();
}
