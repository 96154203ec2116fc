/* What answers rest on: where positions are passed over until a move shakes that, queries find the same. */
#include "db/codec/sketch.h"
#include "db/query/query_grounds.h"
#include "db/query/query_phase.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"
#include "tests/query/query_random.h"

enum { PLIES = 240, LINES = 30, QUERIES = 500 };

static QueryMaker maker;
static GrMove line[PLIES];
static unsigned long asked, found, shown, passed;

/* Plays a random line of many captures and promotions. */
static uint32_t random_line(AidRandom *random, GrPosition pos) {
    static GrMoveList list;
    uint32_t plies = 0;
    unsigned calm = (unsigned)aid_random(random, 6);
    for (; plies < PLIES; plies++) {
        gr_moves(&pos, &list);
        if (!list.count)
            break;
        GrMove move = list.move[aid_random(random, list.count)];
        for (unsigned n = 0; n < list.count && !aid_random(random, 1 + calm); n++)
            if (gr_is_capture(&pos, list.move[n]) || gr_move_piece(list.move[n]))
                move = list.move[n];
        line[plies] = move;
        gr_play(&pos, move);
    }
    return plies;
}

/* What a sketch need not know: where pieces of types stand that are not asked for. */
static void blur(GrPosition *pos, uint32_t pieces) {
    static AidRandom random;
    if (!random.state)
        random.state = test_seed(1965);
    for (int type = 1; type <= gr_variant(pos->rules)->types; type++) {
        uint32_t codes = 1u << gr_piece(GR_WHITE, type) | 1u << gr_piece(GR_BLACK, type);
        for (int sq = 0; sq < 64 && !(pieces & codes); sq++)
            pos->type[type] ^= (GrSet)aid_random(&random, 2) << sq;
    }
}

/* Shows a position of the line. */
static int show(GrMatcher *matcher, const GrPosition *pos, GrMove next, uint32_t pieces, bool sparing, uint32_t ply) {
    GrPosition seen = *pos;
    if (!sparing)
        return gr_matcher_ply(matcher, pos, next, NULL);
    blur(&seen, pieces);
    gr_matcher_pass(matcher, ply);
    return gr_matcher_ply(matcher, &seen, next, NULL);
}

/* Matches the line; sparing: with no position that need not be shown. */
static int match(GrMatcher *matcher, const GrGame *game, const GrPlan *plan, bool sparing, const GrHit **hits,
                 size_t *count) {
    uint32_t pieces = gr_plan_of_pieces(plan);
    const GrGrounds *on = gr_matcher_grounds(matcher);
    bool awaits = gr_plan_awaits(plan);
    GrPosition pos = game->start;
    int go = gr_matcher_begin(matcher, game, NULL);
    bool due = true;
    for (uint32_t ply = 0; go > 0 && ply <= game->plies; ply++) {
        GrMove next = ply < game->plies ? line[ply] : GR_NO_MOVE;
        due |= awaits && next != GR_NO_MOVE && query_is_awaited(&pos, next);
        if (due || next == GR_NO_MOVE)
            go = show(matcher, &pos, next, pieces, sparing, ply);
        shown += sparing && due;
        passed += sparing && !due;
        if (next == GR_NO_MOVE)
            break;
        int mover = pos.board[gr_move_from(next)], taken = pos.board[gr_move_to(next)];
        bool stirs = next >> 14 || (pieces >> mover | pieces >> taken) & 1;
        due = !sparing || (stirs && query_grounds_shake(on, &pos, next));
        gr_play(&pos, next);
    }
    gr_matcher_end(matcher, hits, count);
    return go;
}

static bool agree(const GrPlan *plan, const GrGame *game) {
    GrMatcher *matcher[2] = {gr_matcher_new(plan), gr_matcher_new(plan)};
    const GrHit *hits[2] = {NULL, NULL};
    size_t count[2] = {0, 0};
    bool same = matcher[0] && matcher[1];
    for (int i = 0; i < 2 && same; i++)
        same = match(matcher[i], game, plan, i == 1, &hits[i], &count[i]) >= 0;
    same = same && count[0] == count[1];
    for (size_t i = 0; i < count[0] && same; i++)
        same = hits[0][i].first == hits[1][i].first && hits[0][i].last == hits[1][i].last;
    asked++;
    found += count[0] > 0;
    gr_matcher_free(matcher[0]);
    gr_matcher_free(matcher[1]);
    return same;
}

/* Asks a query of some lines, if sketches are enough for it. */
static void ask(const char *text, const GrRules *rules, AidRandom *random, int lines) {
    GrQuery *query;
    GrQueryFault fault;
    CHECK_INT(gr_query_parse(aid_book(), text, &query, &fault), 0);
    GrPlan *plan = gr_plan_make(query, rules);
    for (int i = 0; i < lines && plan && gr_plan_of_pieces(plan); i++) {
        GrGame game;
        gr_game_init(&game);
        game.rules = rules;
        gr_start(rules, &game.start);
        game.plies = random_line(random, game.start);
        if (!CHECK(agree(plan, &game)))
            printf("%s: %s\n", gr_variant(rules)->name, text);
        gr_game_free(&game);
    }
    gr_plan_free(plan);
    gr_query_free(query);
}

static void attacks_and_numbers_are_found(void) {
    static const char *const texts[] = {
        "white B attacks black R", "R attacks Q and B attacks Q", "attacked white Q", "hanging black N",
        "pinned white N", "defended P on e4 or attacked P on e4", "Q attacks f7 and N attacks f7", "Q = 3", "Q vs RR",
        "passed white P >= 2", "doubled P >= 3 and isolated P on d4", "white N on f3 and no black Q",
        "N on e5 or (Q >= 2 and white K on g1)", "R attacks empty on e-file", "B defends P then Q attacks R",
        "not attacked black R", "white K attacked by black piece", "P defended by P >= 5", "material KRP vs KR",
        "white piece + black piece <= 12 and R on a-file", "white Q + black R = 2", "never hanging Q",
        "white N on e5 for 4 plies", "white Q on f-file and check", "black R on c1-d2 and check",
        "pinned piece on light squares", "R attacks a1-d4", "bishop pair", "white bishop pair and P >= 10",
        "B = 2 and B on light squares", "attacked piece", "hanging white piece = 1",
        "unattacked black N and defended R",
        "pinned white piece or pinned black N", "not attacked white piece", "hanging piece then pinned piece",
        "not white P on e4 and not black P on e5", "white takes Q", "promotes or pinned piece", "takes and N = 2",
        "sacrifices piece", "white sacrifices N then hanging black piece", "takes P then within 4 plies takes Q",
        "not takes and attacked Q", "sacrifices Q or bishop pair",
        "hanging piece", "hanging piece >= 2", "hanging white piece and pinned black piece",
        "undefended attacked piece", "attacked piece and not hanging piece", "attacked pinned piece", "pinned piece = 2",
        "piece attacks piece",
        "piece attacked by P", "piece defended by P >= 4", "white piece attacks hanging black piece", "piece defends N",
        "empty squares attacked by white piece >= 20", "empty squares attacked by P >= 4",
        "K attacks empty squares >= 3", "white piece attacks a1-d8 >= 5", "white P attacks black piece",
        "hanging piece attacked by N",
        "board [N].P shift or board k/?/P shift", "board p?/.P at d5 or board BB at d3"};
    AidRandom random = {test_seed(1962)};
    unsigned variants = 0;
    asked = found = shown = passed = 0;
    for (unsigned v = 0; gr_variants_at(aid_book(), v); v++) {
        const GrRules *rules = gr_variants_at(aid_book(), v);
        bool knows = gr_sketch_knows(gr_variant(rules));
        variants += knows;
        for (size_t i = 0; i < sizeof texts / sizeof *texts && knows; i++)
            ask(texts[i], rules, &random, LINES);
    }
    printf("# %u variants, %lu asked, %lu found; %lu positions shown, %lu passed over\n", variants, asked, found, shown,
           passed);
    CHECK(variants >= 3 && asked > 2000 && found * 4 > asked && passed > shown / 4);
}

/* How many positions of some lines of chess are shown? */
static unsigned long shown_of(const char *text) {
    AidRandom random = {test_seed(1966)};
    shown = 0;
    ask(text, gr_variants_find(aid_book(), "chess"), &random, 50);
    return shown;
}

static void little_is_shown(void) {
    unsigned long all = shown_of("check"), bishops = shown_of("bishop pair"), knights = shown_of("N on light squares");
    unsigned long queens = shown_of("hanging white Q"), leaps = shown_of("white N attacks black Q");
    unsigned long pins = shown_of("pinned white N"), takes = shown_of("white takes Q"), loose = shown_of("N attacks K");
    printf("# of %lu: bishops %lu, knights %lu, hanging queens %lu, pins %lu, captures %lu, leaps %lu and %lu\n", all,
           bishops, knights, queens, pins, takes, leaps, loose);
    CHECK(2 * bishops < knights && 4 * queens < all && 4 * pins < all);
    CHECK(2 * takes < all && 8 * leaps < all && 2 * loose < all);
}

static void random_queries_are_found(void) {
    static QueryGame made;
    static char text[QUERY_TEXT];
    Random random = {test_seed(1963)};
    AidRandom lines = {test_seed(1964)};
    const GrRules *rules = gr_variants_find(aid_book(), "chess");
    asked = found = shown = passed = 0;
    maker.random = &random;
    maker.variant = gr_variant(rules);
    for (int n = 0; n < QUERIES; n++) {
        query_game_make(&random, rules, or_variant("chess"), &made);
        maker.game = &made.turned[0];
        query_write(maker.variant, &random, query_make(&maker), text);
        ask(text, rules, &lines, 5);
        query_game_free(&made);
    }
    printf("# %lu asked, %lu found; %lu positions shown, %lu passed over\n", asked, found, shown, passed);
    CHECK(asked > 300 && found > 100 && passed > 1000);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(attacks_and_numbers_are_found);
    RUN(little_is_shown);
    RUN(random_queries_are_found);
    return test_end();
}
