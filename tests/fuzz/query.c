/* Queries: a choice, then text. A query that can be read is planned for every variant and asked of
 * a few games; what it finds must be in order, the same whatever is known beforehand, and the same
 * where the query is said otherwise. Some choices make a random query instead, whose hits the
 * oracle of the tests knows. */
#include <stdlib.h>
#include <string.h>

#include "db/query/plan/compiled.h"
#include "db/query/run/match.h"
#include "tests/fuzz/fuzz.h"
#include "tests/query/query_random.h"

enum { GAMES = 2, VARIANTS = 6, RANDOM = 0x80 };

static QueryGame made[VARIANTS][GAMES];
static QueryMaker maker;

static void make_games(void) {
    static bool done;
    Random random = {20021};
    for (unsigned v = 0; !done && v < VARIANTS; v++)
        for (unsigned i = 0; i < GAMES; i++) {
            const GrRules *rules = gr_variants_at(fuzz_book(), v);
            query_game_make(&random, rules, or_variant(gr_variant(rules)->name), &made[v][i]);
        }
    done = true;
}

typedef struct Hits {
    size_t count;
    GrHit hit[OQ_PLIES];
} Hits;

static void match(GrMatcher *matcher, const GrGame *game, Hits *hits) {
    const GrHit *hit;
    GrPosition pos = game->start;
    int go = gr_matcher_begin(matcher, game);
    for (uint32_t node = 0; go > 0;) {
        uint32_t next = game->nodes[node].next;
        GrMove move = next ? game->nodes[next].move : GR_NO_MOVE;
        GrPlyText text = {.comment = gr_game_string(game, game->nodes[node].comment),
                          .nags = gr_game_string(game, game->nodes[node].nags)};
        go = gr_matcher_ply(matcher, &pos, move, &text);
        if (next)
            gr_play(&pos, move);
        else
            go = go < 0 ? go : 0;
        node = next;
    }
    FUZZ_CHECK(!go, "no memory");
    gr_matcher_end(matcher, &hit, &hits->count);
    FUZZ_CHECK(hits->count <= OQ_PLIES, "%zu hits", hits->count);
    if (hits->count)
        memcpy(hits->hit, hit, hits->count * sizeof *hit);
}

static bool same(const Hits *a, const Hits *b) {
    return a->count == b->count && !memcmp(a->hit, b->hit, a->count * sizeof *a->hit);
}

static void check_order(const char *text, const GrGame *game, const Hits *hits) {
    for (size_t i = 0; i < hits->count; i++) {
        FUZZ_CHECK(hits->hit[i].first <= hits->hit[i].last && hits->hit[i].last <= game->plies,
                   "%s\nfinds %u-%u of %u plies", text, hits->hit[i].first, hits->hit[i].last,
                   game->plies);
        FUZZ_CHECK(!i || hits->hit[i - 1].first < hits->hit[i].first, "%s\nfinds %u after %u",
                   text, hits->hit[i].first, hits->hit[i - 1].first);
    }
}

/* Asks one query of one game. */
static void ask(const GrQuery *query, const char *text, const GrGame *game, Hits *hits) {
    Hits other;
    GrPlan *plan = gr_plan_make(query, game->rules);
    GrMatcher *matcher = plan ? gr_matcher_new(plan) : NULL;
    FUZZ_CHECK(matcher, "no memory");
    match(matcher, game, hits);
    check_order(text, game, hits);
    if (plan->columns) {
        plan->columns = 0;
        gr_matcher_free(matcher);
        matcher = gr_matcher_new(plan);
        FUZZ_CHECK(matcher, "no memory");
        match(matcher, game, &other);
        FUZZ_CHECK(same(hits, &other), "%s\nfinds otherwise position by position", text);
    }
    FUZZ_CHECK(!(gr_plan_needs(plan) & GR_PLAN_NOTHING) || !hits->count,
               "%s\nfinds something though the plan says it cannot", text);
    gr_matcher_free(matcher);
    gr_plan_free(plan);
}

static void explain(const GrQuery *query, const GrRules *rules) {
    GrBuffer out;
    gr_buffer_init(&out);
    GrPlan *plan = gr_plan_make(query, rules);
    FUZZ_CHECK(plan, "no memory");
    gr_plan_explain(plan, &out);
    FUZZ_CHECK(!out.failed, "no memory");
    gr_buffer_free(&out);
    gr_plan_free(plan);
}

/* The query with other words around it; NULL if it is too long, or too deep, for that. */
static GrQuery *reword(const char *before, const char *text, const char *after) {
    GrBuffer out;
    GrQuery *query = NULL;
    GrQueryFault fault;
    gr_buffer_init(&out);
    gr_buffer_printf(&out, "%s%s%s", before, text, after);
    FUZZ_CHECK(!out.failed, "no memory");
    int code = gr_query_parse(fuzz_book(), out.data, &query, &fault);
    FUZZ_CHECK(!code || code == GR_ERR_LIMIT, "%s\ncolumn %u: %s", out.data, fault.column,
               fault.text);
    gr_buffer_free(&out);
    return query;
}

/* Asks all games of a variant the query, the query in parentheses, and its opposite. */
static void ask_variant(const GrQuery *query, const char *text, unsigned v) {
    GrQuery *wrapped = reword("(", text, "\n)");
    GrQuery *opposite = gr_query_of_game(query) ? reword("not (", text, "\n)") : NULL;
    for (unsigned i = 0; i < GAMES; i++) {
        Hits hits, other;
        const GrGame *game = &made[v][i].game;
        ask(query, text, game, &hits);
        if (wrapped) {
            ask(wrapped, text, game, &other);
            FUZZ_CHECK(same(&hits, &other), "%s\nfinds otherwise in parentheses", text);
        }
        if (opposite) {
            ask(opposite, text, game, &other);
            FUZZ_CHECK(hits.count + other.count == 1, "%s\nis neither false nor true", text);
        }
    }
    gr_query_free(wrapped);
    gr_query_free(opposite);
}

static void check_fault(const char *text, int code, const GrQueryFault *fault) {
    FUZZ_CHECK(code == GR_ERR_SYNTAX || code == GR_ERR_LIMIT, "code %d for %s", code, text);
    FUZZ_CHECK(fault->column >= 1 && fault->column <= strlen(text) + 1, "column %u of %s",
               fault->column, text);
    FUZZ_CHECK(fault->text[0], "a fault without a word");
}

static void check_text(unsigned choice, const char *text) {
    GrQuery *query;
    GrQueryFault fault;
    int code = gr_query_parse(fuzz_book(), text, &query, &fault);
    if (code) {
        check_fault(text, code, &fault);
        return;
    }
    for (unsigned v = 0; v < VARIANTS; v++)
        explain(query, gr_variants_at(fuzz_book(), v));
    explain(query, NULL);
    ask_variant(query, text, choice % VARIANTS);
    gr_query_free(query);
}

/* A query made from a number, of a game made from it as well. */
static void check_random(unsigned choice, uint64_t number) {
    static char text[QUERY_TEXT_SIZE];
    static QueryGame game;
    const GrRules *rules = gr_variants_at(fuzz_book(), choice % VARIANTS);
    Random random = {number | 1};
    int want[OQ_PLIES];
    Hits hits;
    size_t at = 0;
    GrQuery *query;
    GrQueryFault fault;
    query_game_make(&random, rules, or_variant(gr_variant(rules)->name), &game);
    maker = (QueryMaker){.random = &random, .variant = gr_variant(rules), .game = &game.turned[0]};
    OqNode *root = query_make(&maker);
    query_write(maker.variant, &random, root, text);
    FUZZ_CHECK(!gr_query_parse(fuzz_book(), text, &query, &fault), "%s\ncolumn %u: %s", text,
               fault.column, fault.text);
    oq_hits(&game.turned[0], root, want);
    ask(query, text, &game.game, &hits);
    for (int i = 0; i < OQ_PLIES; i++) {
        if (want[i] < 0)
            continue;
        FUZZ_CHECK(at < hits.count && hits.hit[at].first == (uint32_t)i &&
                       hits.hit[at].last == (uint32_t)want[i],
                   "%s\nthe oracle finds %d-%d", text, i, want[i]);
        at++;
    }
    FUZZ_CHECK(at == hits.count, "%s\nfinds more than the oracle", text);
    gr_query_free(query);
    query_game_free(&game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput in = {data, data + size};
    unsigned choice = fuzz_byte(&in);
    make_games();
    if (choice & RANDOM) {
        check_random(choice, fuzz_number(&in, 8));
        return 0;
    }
    char *text = fuzz_text(&in);
    check_text(choice, text);
    free(text);
    return 0;
}
