/* Queries on single games, for tests. */
#include "tests/aid/query_aid.h"

#include "notation/definition/variants_file.h"
#include "notation/move/uci.h"
#include "rules/fen.h"

static GrVariants *variants;
static GrGame game;
static char text[8000];

static void stop(const char *what, const char *of) {
    printf("%s: %s\n", what, of);
    exit(2);
}

const GrVariants *query_book(void) {
    if (variants == NULL && ((variants = gr_variants_open()) == NULL ||
                             gr_variants_offer_described(variants, NULL) != 0)) {
        stop("no memory for", "the rules");
    }
    return variants;
}

GrGame *query_game(void) {
    return &game;
}

void query_play(const char *variant, const char *fen, const char *moves) {
    const GrRules *rules = gr_variants_find(query_book(), variant);
    GrPosition pos;
    char uci[24];
    uint32_t last = 0;
    int used;
    gr_game_clear(&game);
    if (rules == NULL || gr_game_begin(&game, rules) != 0) {
        stop("no such variant", variant);
    }
    if (fen != NULL && gr_fen_read(rules, fen, &game.start, NULL) != 0) {
        stop("no such position", fen);
    }
    pos = game.start;
    for (; sscanf(moves, "%23s%n", uci, &used) == 1; moves += used) {
        GrMove move = GR_NO_MOVE;
        uint32_t node = 0;
        if (gr_uci_read(&pos, uci, &move, NULL) != 0 || gr_game_add_node(&game, move, &node)) {
            stop("not playable", uci);
        }
        game.nodes[last].next = node;
        last = node;
        game.plies++;
        gr_play(&pos, move);
    }
}

void query_remark(unsigned ply, const char *comment, const char *nags) {
    uint32_t node = 0;
    GrText added[2];
    while (ply-- > 0) {
        node = game.nodes[node].next;
    }
    if (gr_game_add_text(&game, comment, strlen(comment), &added[0]) ||
        gr_game_add_text(&game, nags, strlen(nags), &added[1])) {
        stop("no memory for", comment);
    }
    game.nodes[node].comment = added[0];
    game.nodes[node].nags = added[1];
}

static void put_hits(const GrHit *hits, size_t count) {
    size_t len = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && len < sizeof text - 32; i++) {
        len += (size_t)snprintf(text + len, 32, hits[i].first == hits[i].last ? "%s%u" : "%s%u-%u",
                                i ? " " : "", hits[i].first, hits[i].last);
    }
}

/* The query, NULL with `text` saying why it cannot be read. */
static GrQuery *parse(const char *words) {
    GrQuery *query;
    GrQueryFault fault;
    text[0] = '\0';
    if (gr_query_parse(query_book(), words, &query, &fault) != 0) {
        snprintf(text, sizeof text, "column %u: %s", fault.column, fault.text);
    }
    return query;
}

const char *query_hits(const char *words) {
    GrQuery *query = parse(words);
    const GrHit *hits = NULL;
    size_t count = 0;
    if (query == NULL) {
        return text;
    }
    GrPlan *plan = gr_plan_make(query, game.rules);
    GrMatcher *matcher = plan ? gr_matcher_new(plan) : NULL;
    if (matcher == NULL || gr_matcher_game(matcher, &game, &hits, &count) != 0) {
        stop("no memory for", words);
    }
    put_hits(hits, count);
    gr_matcher_free(matcher);
    gr_plan_free(plan);
    gr_query_free(query);
    return text;
}

const char *query_explained(const char *words, const char *variant) {
    GrQuery *query = parse(words);
    GrBuffer out;
    if (query == NULL) {
        return text;
    }
    GrPlan *plan = gr_plan_make(query, variant ? gr_variants_find(query_book(), variant) : NULL);
    gr_buffer_init(&out);
    if (plan == NULL || (gr_plan_explain(plan, &out), out.failed)) {
        stop("no memory for", words);
    }
    snprintf(text, sizeof text, "%s", out.data);
    gr_buffer_free(&out);
    gr_plan_free(plan);
    gr_query_free(query);
    return text;
}

const char *query_fault_of(const char *words) {
    gr_query_free(parse(words));
    return text;
}
