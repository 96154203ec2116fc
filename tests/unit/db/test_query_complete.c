/* Words that go on where a query is being typed: what each text is offered, first words first. */
#include <string.h>

#include "db/query/parse/query.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;
static GrBuffer words;
static size_t from;

static void complete(const char *text) {
    gr_buffer_clear(&words);
    CHECK_INT(gr_query_complete(variants, text, strlen(text), &from, &words), 0);
}

static bool offers(const char *word) {
    for (size_t at = 0; at < words.len; at += strlen(words.data + at) + 1)
        if (!strcmp(words.data + at, word))
            return true;
    return false;
}

static void what_is_typed_is_ended(void) {
    static const struct {
        const char *text, *word;
        size_t from;
    } cases[] = {
        {"white N ta", "takes", 8},
        {"white N takes Q the", "then", 16},
        {"white N takes Q then wi", "within", 21},
        {"smo", "smothered mate", 0},
        {"smothered m", "smothered mate", 0},
        {"white knight att", "attacks", 13},
        {"att", "attacked", 0},
        {"white kni", "knight", 6},
        {"white dra", "dragon", 6},
        {"variant mag", "magi", 8},
        {"checkmate and bla", "black", 14},
        {"not (che", "checkmate", 5},
        {"bishop pai", "bishop pair", 0},
        {"result dr", "draw", 7},
        {"ever white cas", "castles", 11},
        {"WHI", "", 0}, /* letters of pieces */
        {"xyzzy", "", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        complete(cases[i].text);
        bool well = *cases[i].word ? offers(cases[i].word) && from == cases[i].from : words.len == 0;
        if (!well) {
            printf("'%s' from %zu:", cases[i].text, from);
            for (size_t at = 0; at < words.len; at += strlen(words.data + at) + 1)
                printf(" '%s'", words.data + at);
            printf("\n");
        }
        CHECK(well);
    }
}

static void what_may_follow_is_offered(void) {
    complete("white N ");
    CHECK(offers("takes") && offers("attacks") && offers("on") && offers("and") && offers("then"));
    CHECK(!offers("within") && !offers("white"));
    CHECK_INT(from, 8);
    complete("");
    CHECK(offers("white") && offers("checkmate") && offers("ever") && !offers("then") && !offers("within"));
    complete("white N"); /* a word is at its end, and not begun */
    CHECK_INT(words.len, 0);
}

/* Whatever is offered can be read, or lacks only what follows: the next offer goes on from there. */
static void offers_lead_to_queries(void) {
    static const char *const texts[] = {"", "white ", "black knight ", "white N takes ", "check then ", "not ", "piece ", "ever "};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        GrQuery *query;
        GrQueryFault fault;
        char whole[200];
        complete(texts[i]);
        CHECK(words.len > 0);
        for (size_t at = 0; at < words.len; at += strlen(words.data + at) + 1) {
            snprintf(whole, sizeof whole, "%.*s%s", (int)from, texts[i], words.data + at);
            int code = gr_query_parse(variants, whole, &query, &fault);
            bool well = !code || fault.column > strlen(whole);
            if (!well)
                printf("%s: %s\n", whole, fault.text);
            CHECK(well);
            gr_query_free(query);
        }
    }
}

static void carets_stand_anywhere(void) {
    static const char text[] = "white N ta Q then \xc3\xa9 mate";
    for (size_t caret = 0; caret <= sizeof text + 3; caret++) {
        gr_buffer_clear(&words);
        CHECK_INT(gr_query_complete(variants, text, caret, &from, &words), 0);
        CHECK(from <= caret);
        if (caret == 10)
            CHECK(offers("takes"));
    }
}

static void without_memory(void) {
    FAIL_EACH_ALLOCATION(n, 2000) {
        gr_buffer_clear(&words);
        int code = gr_query_complete(variants, "white N ta", 10, &from, &words);
        long failures = fail_alloc_failures();
        fail_alloc_stop();
        CHECK(code == 0 || (code == GR_ERR_MEMORY && failures > 0));
        if (words.failed)
            gr_buffer_free(&words), gr_buffer_init(&words);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants)
        return 2;
    gr_buffer_init(&words);
    RUN(what_is_typed_is_ended);
    RUN(what_may_follow_is_offered);
    RUN(offers_lead_to_queries);
    RUN(carets_stand_anywhere);
    RUN(without_memory);
    gr_buffer_free(&words);
    gr_variants_close(variants);
    return test_end();
}
