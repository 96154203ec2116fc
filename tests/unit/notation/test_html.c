/* Games as a page: well formed whatever they hold, and nothing of them left out. */
#include "notation/write/html.h"
#include "notation/reader/reader.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/reader_aid.h"
#include "tests/aid/test.h"
#include "tests/aid/xml_aid.h"

static GrVariants *variants;

/* The page of the games of a text; the caller frees it. NULL if anything failed. */
static char *page_of(const char *text) {
    GrError error;
    GrGame game;
    GrBuffer out;
    GrReader *reader = gr_reader_open_memory(text, strlen(text), variants, NULL, &error);
    int code = reader ? 1 : 0;
    uint64_t number = 0;
    gr_game_init(&game);
    gr_buffer_init(&out);
    gr_html_begin(&out, "A & B's \"games\" <1>");
    while (reader && (code = gr_reader_next(reader, &game, &error)) > 0)
        gr_html_game(&out, &game, ++number);
    gr_html_end(&out);
    gr_reader_close(reader);
    gr_game_free(&game);
    char *page = gr_buffer_take(&out);
    if (!reader || code < 0) {
        free(page);
        return NULL;
    }
    return page;
}

static size_t occurrences(const char *text, const char *of) {
    size_t n = 0;
    for (const char *p = text; (p = strstr(p, of)); p += strlen(of))
        n++;
    return n;
}

static bool is_page(const char *page) {
    const char *html = page ? strstr(page, "<html") : NULL;
    return html && aid_well_formed(html);
}

static void a_game_has_everything(void) {
    char *page = page_of("[White \"Anna\"]\n[Black \"Bela\"]\n[WhiteElo \"2000\"]\n"
                         "[Date \"1999.05.??\"]\n[Event \"Open\"]\n\n{before} 1. e4! "
                         "{[%eval 0.25] good [%clk 0:01:00]} e5 $14 (1... c5 "
                         "{Sicilian} 2. Nf3 (2. c3)) 2. Nf3 $220 Nc6 1-0\n");
    REQUIRE(is_page(page));
    CHECK(strstr(page, "<h2>Anna <small>(2000)</small> &ndash; Bela <b>1-0</b></h2>") != NULL);
    CHECK(strstr(page, "<p class=\"about\">Chess, Open, 1999.05</p>") != NULL);
    CHECK(strstr(page, "<span class=\"comment\">before</span>") != NULL);
    CHECK(strstr(page, "<b>1.&nbsp;e4!</b> <span class=\"eval\">0.25</span> "
                       "<span class=\"comment\">good </span>") != NULL);
    CHECK(strstr(page, "<b>1...&nbsp;e5&nbsp;\xE2\xA9\xB2</b>") != NULL);
    CHECK(strstr(page, "<span class=\"variation\">(1...&nbsp;c5 "
                       "<span class=\"comment\">Sicilian") != NULL);
    CHECK(strstr(page, "<span class=\"variation\">(2.&nbsp;c3)</span>)</span>") != NULL);
    CHECK_INT(occurrences(page, "<svg"), 2); /* the one asked for, and the last position */
    CHECK(strstr(page, "<pre>[Event &quot;Open&quot;]") != NULL);
    free(page);
}

static void markup_in_a_game_is_text(void) {
    char *page = page_of("[White \"<script>alert(1)</script>\"]\n[Event \"a&b\"]\n\n"
                         "1. e4 {<b>\x01 & \"x\"} e5 (1... c5 {<i>}) 2. Ke8 {</p>} 1-0\n");
    REQUIRE(is_page(page));
    CHECK_INT(occurrences(page, "<script"), 0);
    CHECK_INT(occurrences(page, "<i>"), 0);
    CHECK(strstr(page, "&lt;script&gt;") && strstr(page, "a&amp;b"));
    CHECK(strstr(page, "<p class=\"rest\">") != NULL);
    free(page);
}

static void what_was_not_played_is_shown(void) {
    char *page = page_of("[Variant \"Nothing of ours\"]\n[White \"x\"]\n\n1. a1-b2 <c> 0-1\n");
    REQUIRE(is_page(page));
    CHECK(strstr(page, "Nothing of ours") && strstr(page, "1. a1-b2 &lt;c&gt;"));
    CHECK_INT(occurrences(page, "<svg"), 0);
    free(page);
}

static void a_start_position_is_drawn(void) {
    char *page = page_of("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n");
    REQUIRE(is_page(page));
    CHECK_INT(occurrences(page, "<svg"), 2);
    free(page);
}

static void random_games_of_all_variants(void) {
    const GrRules *rules;
    AidRandom random = {77};
    for (size_t n = 0; (rules = gr_variants_at(variants, n)); n++) {
        for (int i = 0; i < 10; i++) {
            GrGame game;
            GrBuffer out;
            gr_game_init(&game);
            gr_buffer_init(&out);
            REQUIRE(aid_random_game(&random, rules, 60, &game));
            gr_html_begin(&out, "random");
            gr_html_game(&out, &game, 1);
            gr_html_end(&out);
            CHECK(!out.failed && is_page(out.data));
            gr_buffer_free(&out);
            gr_game_free(&game);
        }
    }
}

static void lack_of_memory_is_told(void) {
    GrGame game;
    AidRandom random = {5};
    long failures = 0;
    gr_game_init(&game);
    REQUIRE(aid_random_game(&random, gr_variants_find(variants, "chess"), 12, &game));
    FAIL_EACH_ALLOCATION(n, 3000) {
        GrBuffer out;
        gr_buffer_init(&out);
        gr_html_begin(&out, "x");
        gr_html_game(&out, &game, 1);
        gr_html_end(&out);
        fail_alloc_stop();
        CHECK_INT(out.failed, fail_alloc_failures() > 0);
        failures += fail_alloc_failures() > 0;
        gr_buffer_free(&out);
    }
    CHECK(failures >= 5);
    gr_game_free(&game);
}

int main(int argc, char **argv) {
    variants = gr_variants_open();
    if (!variants)
        return 2;
    test_start(argc, argv);
    RUN(a_game_has_everything);
    RUN(markup_in_a_game_is_text);
    RUN(what_was_not_played_is_shown);
    RUN(a_start_position_is_drawn);
    RUN(random_games_of_all_variants);
    RUN(lack_of_memory_is_told);
    gr_variants_close(variants);
    return test_end();
}
