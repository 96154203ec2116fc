/* Queries that look into variations: each line of a game is found to have what a game has that was
 * played like it. */
#include "db/query/run/match.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/rules_aid.h"

enum { MOST_LINES = 40, MOST_PLIES = 60 };

/* A line as the test itself puts it together. */
typedef struct Line {
    GrMove move[MOST_PLIES];
    uint32_t plies, ply, leaves; /* ply: that its own first move leads to */
} Line;

static GrVariants *variants;
static Line line[MOST_LINES];
static unsigned lines;
static uint32_t seed;

static uint32_t below(uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

/* Lets the line go on at random behind the node, and adds variations, which are listed in the order
 * in which a text has them. */
static void grow(GrGame *game, uint32_t from, GrPosition pos, Line *own, unsigned depth) {
    uint32_t until = own->plies + 2 + below(depth == 0 ? 14 : 5);
    while (own->plies < until && own->plies + 1 < MOST_PLIES) {
        GrMoveList list;
        uint32_t node, ply = own->plies + 1, last = 0;
        gr_moves(&pos, &list);
        if (!list.count || gr_game_add_node(game, list.move[below((uint32_t)list.count)], &node))
            return;
        game->nodes[from].next = node;
        own->move[ply] = game->nodes[node].move;
        own->plies = ply;
        for (last = node; depth < 3 && lines < MOST_LINES && below(5) == 0;) {
            uint32_t other;
            Line *variation = &line[lines++];
            GrPosition after = pos;
            *variation = *own;
            variation->ply = ply;
            variation->leaves = depth ? own->leaves : ply;
            GrMove move = list.move[below((uint32_t)list.count)];
            if (gr_game_add_node(game, move, &other))
                return;
            game->nodes[last].alternative = other;
            last = other;
            variation->move[ply] = move;
            gr_play(&after, move);
            grow(game, other, after, variation, depth + 1);
        }
        gr_play(&pos, own->move[ply]);
        from = node;
    }
}

/* A game played like the line. */
static void play_line(GrGame *game, const GrRules *rules, const Line *own) {
    uint32_t last = 0, node = 0;
    gr_game_clear(game);
    CHECK_INT(gr_game_begin(game, rules), 0);
    for (uint32_t ply = 1; ply <= own->plies; ply++, last = node) {
        CHECK_INT(gr_game_add_node(game, own->move[ply], &node), 0);
        game->nodes[last].next = node;
        game->plies++;
    }
}

static size_t ask(const GrRules *rules, const char *text, const GrGame *game, GrHit *to) {
    GrQuery *query;
    const GrHit *hit;
    size_t hits = 0;
    CHECK_INT(gr_query_parse(variants, text, &query, NULL), 0);
    GrPlan *plan = gr_plan_make(query, rules);
    GrMatcher *matcher = gr_matcher_new(plan);
    CHECK_INT(gr_matcher_game(matcher, game, &hit, &hits), 0);
    for (size_t i = 0; i < hits && i < MOST_LINES * MOST_PLIES; i++)
        to[i] = hit[i];
    gr_matcher_free(matcher);
    gr_plan_free(plan);
    gr_query_free(query);
    return hits;
}

static const char *const queries[] = {
    "check", "capture", "sacrifice", "discovered check", "final", "ply >= 0", "occurrence >= 2",
    "moves then capture within 3 plies", "clock >= 2 for 3 plies", "not pawn moves for 2 plies",
    "capture and at least 2 times capture", "never capture and white to move",
    "flip white P on rank 4 then either sacrifices", "white P on e4 or passed P",
};

/* What is found in the lines is what is found in games played like them. */
static void compare(const GrRules *rules, const GrGame *game, GrGame *like, const char *query) {
    static GrHit found[MOST_LINES * MOST_PLIES], want[MOST_PLIES], inside[MOST_LINES * MOST_PLIES];
    char text[200];
    snprintf(text, sizeof text, "variations (%s)", query);
    size_t hits = ask(rules, text, game, found), at = 0, in = 0;
    snprintf(text, sizeof text, "variation and (%s)", query);
    size_t inside_hits = strstr(query, " then ") || strstr(query, " for ")
                             ? 0
                             : ask(rules, text, game, inside);
    for (unsigned n = 0; n < lines; n++) {
        play_line(like, rules, &line[n]);
        size_t wanted = ask(rules, query, like, want);
        for (size_t i = 0; i < wanted; i++) {
            if (n && want[i].last < line[n].ply)
                continue;
            if (!CHECK(at < hits && found[at].first == want[i].first &&
                       found[at].last == want[i].last && found[at].line == n))
                printf("%s: line %u\n", query, n);
            at++;
            if (!inside_hits || want[i].first < line[n].leaves || !n)
                continue;
            CHECK(in < inside_hits && inside[in].first == want[i].first && inside[in].line == n);
            in++;
        }
    }
    CHECK_INT(hits, at);
    CHECK_INT(inside_hits, in);
}

static void lines_are_like_games(void) {
    unsigned most = 0;
    GrGame game, like;
    gr_game_init(&game);
    gr_game_init(&like);
    for (size_t n = 0; gr_variants_at(variants, n); n++)
        for (unsigned round = 0; round < 12; round++) {
            const GrRules *rules = gr_variants_at(variants, n);
            seed = (uint32_t)test_seed(n * 1000 + round);
            lines = 1;
            line[0] = (Line){.leaves = UINT32_MAX};
            gr_game_clear(&game);
            CHECK_INT(gr_game_begin(&game, rules), 0);
            grow(&game, 0, game.start, &line[0], 0);
            game.plies = line[0].plies;
            most = lines > most ? lines : most;
            for (size_t q = 0; q < sizeof queries / sizeof *queries; q++)
                compare(rules, &game, &like, queries[q]);
        }
    CHECK(most > 8);
    gr_game_free(&game);
    gr_game_free(&like);
}

/* Games are found as a whole in the first line in which they are. */
static void memory_may_fail_anywhere(void) {
    GrGame game;
    uint32_t first = 0, other = 0;
    const GrRules *rules = gr_variants_find(variants, "chess");
    GrMoveList list;
    gr_game_init(&game);
    CHECK_INT(gr_game_begin(&game, rules), 0);
    gr_moves(&game.start, &list);
    CHECK_INT(gr_game_add_node(&game, list.move[0], &first), 0);
    CHECK_INT(gr_game_add_node(&game, list.move[1], &other), 0);
    game.nodes[0].next = first;
    game.nodes[first].alternative = other;
    game.plies = 1;
    FAIL_EACH_ALLOCATION(n, 1000) {
        GrQuery *query;
        const GrHit *hit;
        size_t hits = 0;
        GrPlan *plan = NULL;
        GrMatcher *matcher = NULL;
        if (!gr_query_parse(variants, "variations not sacrifice", &query, NULL) &&
            (plan = gr_plan_make(query, rules)) != NULL)
            matcher = gr_matcher_new(plan);
        int code = matcher ? gr_matcher_game(matcher, &game, &hit, &hits) : GR_ERR_MEMORY;
        fail_alloc_stop();
        CHECK(code == GR_ERR_MEMORY || (code == 0 && hits == 3));
        gr_matcher_free(matcher);
        gr_plan_free(plan);
        gr_query_free(query);
    }
    gr_game_free(&game);
}

/* Two thousand variations of the last move of a game of three thousand plies. */
static void too_many_lines_are_given_up(void) {
    static const int squares[4][2] = {{6, 21}, {62, 45}, {21, 6}, {45, 62}};
    GrGame game;
    uint32_t last = 0, node = 0;
    const GrHit *hit;
    size_t hits;
    GrQuery *query;
    const GrRules *rules = gr_variants_find(variants, "chess");
    gr_game_init(&game);
    CHECK_INT(gr_game_begin(&game, rules), 0);
    for (uint32_t ply = 0; ply < 5000; ply++, last = node) {
        const int *at = squares[ply < 3000 ? ply % 4 : 3];
        CHECK_INT(gr_game_add_node(&game, gr_move_make(GR_NORMAL, at[0], at[1], 0, 0), &node), 0);
        if (ply < 3000)
            game.nodes[last].next = node;
        else
            game.nodes[last].alternative = node;
    }
    game.plies = 3000;
    CHECK_INT(gr_query_parse(variants, "variations final", &query, NULL), 0);
    GrPlan *plan = gr_plan_make(query, rules);
    GrMatcher *matcher = gr_matcher_new(plan);
    CHECK_INT(gr_matcher_game(matcher, &game, &hit, &hits), GR_ERR_LIMIT);
    CHECK_INT(hits, 0);
    game.nodes[3200].alternative = 0;
    CHECK_INT(gr_matcher_game(matcher, &game, &hit, &hits), 0);
    CHECK_INT(hits, 201);
    gr_matcher_free(matcher);
    gr_plan_free(plan);
    gr_query_free(query);
    gr_game_free(&game);
}

static void games_are_found_once(void) {
    GrGame game;
    GrHit hit[8];
    uint32_t first = 0, second = 0, other = 0;
    const GrRules *rules = gr_variants_find(variants, "chess");
    GrMoveList list;
    gr_game_init(&game);
    CHECK_INT(gr_game_begin(&game, rules), 0);
    gr_moves(&game.start, &list);
    CHECK_INT(gr_game_add_node(&game, list.move[0], &first), 0);
    CHECK_INT(gr_game_add_node(&game, list.move[1], &other), 0);
    CHECK_INT(gr_game_add_node(&game, list.move[2], &second), 0);
    game.nodes[0].next = first;
    game.nodes[first].alternative = other;
    game.nodes[other].alternative = second;
    game.plies = 1;
    CHECK_INT(ask(rules, "variation", &game, hit), 2);
    CHECK_INT(hit[0].line, 1);
    CHECK_INT(hit[1].line, 2);
    CHECK_INT(ask(rules, "ever variation", &game, hit), 1);
    CHECK_INT(ask(rules, "variations ever ply = 1", &game, hit), 1);
    CHECK_INT(hit[0].line, 0);
    CHECK_INT(ask(rules, "ply = 1", &game, hit), 1);
    CHECK_INT(ask(rules, "variations length = 1", &game, hit), 1);
    CHECK_INT(ask(rules, "length = 1 and variation", &game, hit), 2);
    gr_game_free(&game);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!CHECK(variants != NULL))
        return test_end();
    RUN(lines_are_like_games);
    RUN(games_are_found_once);
    RUN(memory_may_fail_anywhere);
    RUN(too_many_lines_are_given_up);
    gr_variants_close(variants);
    return test_end();
}
