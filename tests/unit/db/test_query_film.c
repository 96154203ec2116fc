/* Queries that are asked of films find what they find position by position. */
#include <stdlib.h>
#include <string.h>

#include "db/query/plan/compiled.h"
#include "rules/fen.h"
#include "tests/aid/annotate_aid.h"
#include "tests/aid/film_aid.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

enum { PLIES = 200, LINES = 24 };

static const char *const queries[] = {
    "hanging piece", "not hanging piece", "not attacked white piece", "attacked P >= 3", "pinned piece",
    "pinned black N",
    "pinned unattacked white piece", "defended unattacked piece >= 12", "N is not pinned", "R is not hanging",
    "piece attacks piece",
    "piece defends piece", "white piece defends white piece >= 3", "P attacks N", "N attacks K", "Q attacks f7",
    "white piece attacks a8-h8", "hanging piece attacks Q", "pinned piece attacks piece",
    "R attacks empty squares >= 9", "N attacks 2 P", "N attacks 2 piece >= 2", "white piece defends 2 P",
    "Q attacks 4 a8-h8", "B attacks at least 3 empty squares on e1-h8", "piece attacked by 2 piece",
    "P defended by 2 P", "not N defended by 2 piece", "empty squares attacked by 4 piece >= 3",
    "hanging piece attacked by 2 N", "piece attacks 2 hanging piece", "P attacks 2 piece attacked by 2 piece",
    "K attacks empty squares on d1-e8", "empty squares attacked by piece >= 30", "empty squares attacked by black P",
    "piece attacked by P", "white piece defended by white K", "B attacked by hanging R", "check", "black in check",
    "white to move and hanging white piece", "hanging piece or check", "hanging white piece >= pinned black piece",
    "attacked white piece - attacked black piece >= 3", "hanging piece for 3 plies", "check then hanging piece",
    "attacked white piece attacks attacked black piece", "Q attacked by piece attacked by P", "passed P",
    "passed white P >= 2", "doubled P >= 4", "isolated white P on d4", "passed black P on a2-h4", "no isolated P",
    "not passed white P", "P is not isolated >= 9", "doubled isolated P", "passed undefended P", "hanging passed P",
    "pinned isolated P", "piece attacks passed P", "passed P defends P", "N is not passed and isolated P >= 5",
    "isolated white P - isolated black P >= 2", "2 * doubled white P + passed black P = 4", "R defends passed P",
    "isolated P attacked by isolated P", "passed P for 6 plies", "check then passed P", "pinned passed P",
    "white in check and pinned white piece", "not check and pinned piece >= 2", "K attacks doubled P or check",
    "white N on f5", "not white P on e4 and not black P on e5", "bishop pair", "K = 1", "P on a2-h4 >= 9",
    "move = 35", "move < 9 and passed P", "2 * move - P >= ply",
    "material KRP vs KR", "material KPPP vs KPPP", "N vs B", "white RP vs N", "ply >= 30 and ply <= 34",
    "final and black to move", "final and not check", "ply + white P = 40", "empty squares on d4-e5 = 3",
    "board p?/pp at a6", "board Pp/?P shift", "board P.P at b2",
    "board p.p shift", "board P/p shift mirror", "board *?K shift flip", "double check", "discovered check",
    "black in discovered check",
    "checkers = 1", "checkers = 0", "white takes", "black takes white Q", "P takes N on d5", "castles", "promotes",
    "white promotes to N", "en passant", "white N moves to f3", "K moves from e1", "black P moves to d5 for 1 ply",
    "white takes and check", "N moves then N takes", "takes and ply > 20", "white sacrifices", "sacrifices Q",
    "sacrifices then check", "white castles then black castles", "length > 9 and P on e4", "white takes Q or check",
    "white may castle", "black may castle O-O-O", "not white may castle O-O and not check", "clock > 9",
    "clock + ply < 20", "check and move + legal moves > 30",
    "clock = 0 and ply > 60", "may castle for 9 plies",
    "check and legal moves < 4", "mate", "black mated", "N attacks P and stalemate", "not mate and P >= 14",
    "passed P and legal moves > 30",
    "check or mate", "check and may mate",
    "white P on e4-h5 and may take en passant", "takes and legal moves < 9 then check", "ply < 3 and legal moves = 20",
    "fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\" then castles",
    "check and clock + legal moves > 9",
    "white to move and N on d4-e5 and legal moves - clock > 20", "final and legal moves = 0",
    "occurrence >= 2", "occurrence = 3 and Q = 0", "occurrence + clock >= 9", "check and occurrence >= 2",
    "occurrence >= 3 and legal moves > 20", "occurrence = 1 for 9 plies",
};
enum { QUERIES = sizeof queries / sizeof *queries };

static unsigned long filmed, hits_found, missed;

/* Half the time a move of a rare kind, such as a capture en passant, if there is one. */
static GrMove pick(AidRandom *random, const GrMoveList *list) {
    size_t choice = aid_random(random, list->count);
    bool rare = aid_random(random, 2);
    for (size_t i = 0; rare && i < list->count; i++) {
        GrMove move = list->move[(choice + i) % list->count];
        if (gr_move_kind(move) != GR_NORMAL)
            return move;
    }
    return list->move[choice];
}

static void random_game(AidRandom *random, const GrRules *rules, GrGame *game) {
    static GrMoveList list;
    GrPosition pos;
    uint32_t node = 0;
    gr_game_clear(game);
    gr_start(rules, &pos);
    for (uint32_t ply = (uint32_t)aid_random(random, 8); ply; ply--) {
        gr_moves(&pos, &list);
        if (!list.count)
            break;
        gr_play(&pos, list.move[aid_random(random, list.count)]);
    }
    REQUIRE(gr_game_begin(game, rules) == 0);
    game->start = pos;
    for (uint32_t plies = (uint32_t)aid_random(random, PLIES); plies; plies--) {
        gr_moves(&pos, &list);
        if (!list.count)
            break;
        GrMove move = pick(random, &list);
        uint32_t next;
        REQUIRE(gr_game_add_node(game, move, &next) == 0);
        game->nodes[node].next = next;
        node = next;
        game->plies++;
        gr_play(&pos, move);
    }
}

/* The hits of a game, position by position or by films, which the caller frees; NULL if there is no memory for them. */
static GrHit *match(const GrPlan *plan, const GrGame *game, bool films, size_t *count) {
    GrMatcher *matcher = gr_matcher_new(plan);
    const GrHit *hits;
    *count = 0;
    bool matched = matcher && (films ? film_match(matcher, game, &hits, count) >= 0
                                     : gr_matcher_game(matcher, game, &hits, count) == 0);
    GrHit *kept = matched ? calloc(*count + 1, sizeof *kept) : NULL;
    if (kept && *count)
        memcpy(kept, hits, *count * sizeof *kept);
    gr_matcher_free(matcher);
    return kept;
}

static bool finds_the_same(GrPlan *plan, const GrGame *game) {
    const unsigned films = plan->columns;
    size_t hits, again;
    GrHit *one = match(plan, game, true, &hits);
    plan->columns = 0;
    GrHit *other = match(plan, game, false, &again);
    plan->columns = films;
    bool same = one && other && hits == again;
    for (size_t i = 0; same && i < hits; i++)
        same = one[i].first == other[i].first && one[i].last == other[i].last;
    filmed++;
    hits_found += hits;
    missed += !hits;
    free(one);
    free(other);
    return same;
}

/* Asks everything of one game. */
static void ask_all(GrPlan *const *plan, unsigned plans, const GrGame *game) {
    for (unsigned i = 0; i < plans; i++)
        if (plan[i] && plan[i]->columns && !CHECK(finds_the_same(plan[i], game)))
            printf("# %s\n", queries[i]);
}

static void ask_variant(AidRandom *random, GrQuery *const *query, const GrRules *rules) {
    GrPlan *plan[QUERIES];
    GrGame game;
    gr_game_init(&game);
    for (unsigned i = 0; i < QUERIES; i++)
        plan[i] = gr_plan_make(query[i], rules);
    for (unsigned n = 0; n < LINES; n++) {
        random_game(random, rules, &game);
        ask_all(plan, QUERIES, &game);
    }
    for (unsigned i = 0; i < QUERIES; i++)
        gr_plan_free(plan[i]);
    gr_game_free(&game);
}

static void films_find_what_positions_do(void) {
    AidRandom random = {test_seed(1895)};
    GrQuery *query[QUERIES];
    GrQueryFault fault;
    filmed = hits_found = missed = 0;
    for (unsigned i = 0; i < QUERIES; i++)
        if (!CHECK(gr_query_parse(aid_book(), queries[i], &query[i], &fault) == 0))
            printf("# %s: %s\n", queries[i], fault.text);
    for (unsigned v = 0; gr_variants_at(aid_book(), v); v++)
        ask_variant(&random, query, gr_variants_at(aid_book(), v));
    for (unsigned i = 0; i < QUERIES; i++)
        gr_query_free(query[i]);
    printf("# %lu times, %lu hits, %lu times none\n", filmed, hits_found, missed);
    CHECK(filmed > 3 * QUERIES * LINES && hits_found > 10000 && missed > 100);
}

/* Plays about as many plies of a position as often come again: many moves take back what the side moved before, and
 * some are null moves. */
static void shuffled_game(AidRandom *random, const GrRules *rules, const char *fen, GrGame *game) {
    static GrMoveList list;
    GrMove last[2] = {GR_NO_MOVE, GR_NO_MOVE};
    uint32_t node = 0;
    gr_game_clear(game);
    REQUIRE(gr_game_begin(game, rules) == 0 && gr_fen_read(rules, fen, &game->start, NULL) == 0);
    GrPosition pos = game->start;
    for (uint32_t plies = 150; plies; plies--) {
        gr_moves(&pos, &list);
        if (!list.count)
            break;
        GrMove move = list.move[aid_random(random, list.count)], mine = last[plies % 2];
        GrMove back = gr_move_make(GR_NORMAL, gr_move_to(mine), gr_move_from(mine), 0, 0);
        if (mine != GR_NO_MOVE && aid_random(random, 4) && gr_is_legal(&pos, back))
            move = back;
        else if (!aid_random(random, 20) && !gr_in_check(&pos))
            move = gr_move_make(GR_PASS, 0, 0, 0, 0);
        uint32_t next;
        REQUIRE(gr_game_add_node(game, move, &next) == 0);
        game->nodes[node].next = next;
        node = next;
        game->plies++;
        gr_play(&pos, move);
        last[plies % 2] = move;
    }
}

/* Positions come again but for rights and captures en passant that are lost. */
static void films_count_repetitions(void) {
    static const char *const starts[] = {
        "r3k2r/p6p/8/1p6/2p5/8/PP1P2PP/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 30 40",
        "4k3/8/8/8/Pp6/8/8/4K2R b - a3 0 1", "4k3/2p5/8/1P1P4/8/8/8/R3K3 b Q - 0 1"};
    static const char *const asked[] = {"occurrence = 1", "occurrence = 2", "occurrence = 3", "occurrence >= 4",
                                        "occurrence >= 2 and may castle"};
    const GrRules *chess = gr_variants_find(aid_book(), "chess");
    AidRandom random = {test_seed(1897)};
    GrPlan *plan[sizeof asked / sizeof *asked];
    GrQuery *query[sizeof asked / sizeof *asked];
    GrQueryFault fault;
    GrGame game;
    gr_game_init(&game);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        REQUIRE(gr_query_parse(aid_book(), asked[i], &query[i], &fault) == 0);
        plan[i] = gr_plan_make(query[i], chess);
        REQUIRE(plan[i] && plan[i]->columns);
        hits_found = 0;
        for (int n = 0; n < 400; n++) {
            shuffled_game(&random, chess, starts[n % 4], &game);
            if (!CHECK(finds_the_same(plan[i], &game)))
                printf("# %s from %s\n", asked[i], starts[n % 4]);
        }
        CHECK(hits_found > 500); /* of any seed: the last of them has 870 to 1,180 */
        gr_plan_free(plan[i]);
        gr_query_free(query[i]);
    }
    gr_game_free(&game);
}

/* Nothing else is asked about the position after a capture en passant, so that it is made from the one before. */
static void films_take_en_passant(void) {
    GrQuery *query;
    GrQueryFault fault;
    GrGame game;
    gr_game_init(&game);
    REQUIRE(aid_play_line(aid_book(), &game, "chess", "a4 h5 Nc3 h4 g4 hxg3"));
    REQUIRE(gr_query_parse(aid_book(), "final and legal moves = 25", &query, &fault) == 0);
    GrPlan *plan = gr_plan_make(query, gr_variants_find(aid_book(), "chess"));
    REQUIRE(plan != NULL && plan->columns);
    hits_found = 0;
    CHECK(finds_the_same(plan, &game) && hits_found == 1);
    gr_plan_free(plan);
    gr_query_free(query);
    gr_game_free(&game);
}

/* Films end where the rest of a game cannot matter, but not before. */
static void films_end_early(void) {
    static const struct {
        const char *query;
        uint32_t shown;
        size_t hits;
    } cases[] = {
        {"ply < 20", 64, 20},     {"ply < 64", 64, 64},        {"ply <= 64", 128, 65},         {"ply > 2", 150, 147},
        {"P >= 17", 64, 0},       {"P >= 16", 150, 150},       {"P on e2 and ply < 5", 64, 5},
        {"not ply < 20", 150, 130}, {"ply < 20 or P >= 17", 64, 20}, {"ply < 20 or K = 2", 150, 150},
        {"ply < 70 then ply < 9", 128, 8},
    };
    const GrRules *chess = gr_variants_find(aid_book(), "chess");
    GrGame game;
    gr_game_init(&game);
    REQUIRE(gr_game_begin(&game, chess) == 0);
    for (uint32_t ply = 0; ply < 149; ply++) { /* knights go out and back */
        static const char *const move[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
        uint32_t next;
        GrMove m = gr_move_make(GR_NORMAL, (move[ply % 4][0] - 'a') + 8 * (move[ply % 4][1] - '1'),
                                (move[ply % 4][2] - 'a') + 8 * (move[ply % 4][3] - '1'), 0, 0);
        REQUIRE(gr_game_add_node(&game, m, &next) == 0);
        game.nodes[ply].next = next;
        game.plies++;
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GrQuery *query;
        GrQueryFault fault;
        REQUIRE(gr_query_parse(aid_book(), cases[i].query, &query, &fault) == 0);
        GrPlan *plan = gr_plan_make(query, chess);
        GrMatcher *matcher = plan ? gr_matcher_new(plan) : NULL;
        const GrHit *hit;
        size_t hits = 0;
        REQUIRE(matcher != NULL);
        int64_t shown = film_match(matcher, &game, &hit, &hits);
        if (!CHECK(shown == cases[i].shown && hits == cases[i].hits))
            printf("# %s: %lld plies shown, %zu hits\n", cases[i].query, (long long)shown, hits);
        gr_matcher_free(matcher);
        gr_plan_free(plan);
        gr_query_free(query);
    }
    gr_game_free(&game);
}

/* Where whole positions are wanted of most plies, games are played after all. */
static void films_are_dropped_that_save_nothing(void) {
    static const struct {
        const char *query;
        bool kept;
    } cases[] = {{"K >= 2 and legal moves > 2", false}, {"N on d5 and legal moves = 1", true}, {"clock > 9", true}};
    const GrRules *chess = gr_variants_find(aid_book(), "chess");
    AidRandom random = {test_seed(1896)};
    GrGame game;
    gr_game_init(&game);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GrQuery *query;
        GrQueryFault fault;
        REQUIRE(gr_query_parse(aid_book(), cases[i].query, &query, &fault) == 0);
        GrPlan *plan = gr_plan_make(query, chess);
        GrMatcher *matcher = plan ? gr_matcher_new(plan) : NULL;
        REQUIRE(matcher && gr_matcher_columns(matcher) != 0);
        for (int n = 0; n < 200; n++) {
            const GrHit *hit;
            size_t hits;
            random_game(&random, chess, &game);
            film_match(matcher, &game, &hit, &hits);
        }
        CHECK((gr_matcher_columns(matcher) != 0) == cases[i].kept);
        gr_matcher_free(matcher);
        gr_plan_free(plan);
        gr_query_free(query);
    }
    gr_game_free(&game);
}

/* All of the queries are asked so in chess, and others are not. */
static void plans_know_whether_films_are_enough(void) {
    static const char *const others[] = {"promoted piece", "legal moves = 1", "check or legal moves < 9",
                                         "not (passed P or legal moves > 20)", "white to move and may mate",
                                         "check and occurrence + legal moves = 9", "P on e4 and comment"};
    const GrRules *chess = gr_variants_find(aid_book(), "chess");
    GrQueryFault fault;
    for (unsigned i = 0; i < QUERIES + sizeof others / sizeof *others; i++) {
        const char *text = i < QUERIES ? queries[i] : others[i - QUERIES];
        GrQuery *query;
        REQUIRE(gr_query_parse(aid_book(), text, &query, &fault) == 0);
        GrPlan *plan = gr_plan_make(query, chess);
        if (!CHECK(plan && (plan->columns != 0) == (i < QUERIES)))
            printf("# %s\n", text);
        gr_plan_free(plan);
        gr_query_free(query);
    }
}

/* What is said and denied of a piece is true of none, in any variant; so no game has to be looked at. */
static void nothing_is_what_it_is_not(void) {
    static const char *const state[] = {"attacked", "defended", "hanging", "pinned",  "fresh",
                                        "promoted", "questing", "passed",  "doubled", "isolated"};
    const GrRules *rules;
    for (size_t i = 0; i < sizeof state / sizeof *state; i++) {
        char text[64];
        GrQuery *query;
        GrQueryFault fault;
        snprintf(text, sizeof text, "%s white piece is not %s", state[i], state[i]);
        REQUIRE(gr_query_parse(aid_book(), text, &query, &fault) == 0);
        for (size_t n = 0; (rules = gr_variants_at(aid_book(), n)) != NULL; n++) {
            GrPlan *plan = gr_plan_make(query, rules);
            if (!CHECK(plan && gr_plan_needs(plan) == GR_PLAN_NOTHING))
                printf("# %s in %s\n", text, gr_variant(rules)->name);
            gr_plan_free(plan);
        }
        gr_query_free(query);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(films_find_what_positions_do);
    RUN(films_count_repetitions);
    RUN(films_take_en_passant);
    RUN(films_end_early);
    RUN(films_are_dropped_that_save_nothing);
    RUN(plans_know_whether_films_are_enough);
    RUN(nothing_is_what_it_is_not);
    return test_end();
}
