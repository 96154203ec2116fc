/* Pages: however a text is cut, the same is read of it and stands in the same places; damaged ones;
 * memory that runs out; how much is held. */
#include "notation/text/page.h"
#include "notation/reader/reader.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/reader_aid.h"
#include "tests/aid/test.h"

static GrVariants *variants;

static const char html[] =
    "<!DOCTYPE html>\n<html><head><title>a &amp; b</title><script>x</sc</script ><style>p{}</style>"
    "</head>\n<!-- - -- <p> --><body onload='a > b'>\n<h2>Game 1</h2><p>1. e&#52; e&#x35;&nbsp;2. "
    "Nf3<br/>Nc6 &lt;&copy &unknown; R&D < 3 {a <b>b</b> &frac12;}</p>"
    "<table><tr><td>3.<td><p>Bb5</p></td><td>a6</td></tr><tr><td></td><td>4. Ba4<br>Nf6</td><td>x"
    "</td></tr></table><pre>5. O-O\nBe7</pre>&frac12;&ndash;&frac12;</body></html>&";

static const char forum[] =
    "[quote=\"A\"]So[/quote]\n[pgn]\n**1. e4** e5 [b]2.[/b] Nf3 *Nc6* {**kept** [b]} ; "
    "**so**\n[/pgn]\n## Head\n- 1. e4 e5\n\n- x\n* one 1\n* two 2\n\n* three 3\n```pgn\n`1. d4` "
    "d5\n```\n\xE2\x80\xA2 2. c4 e\xC2\xAD" "6 3.\xE2\x80\x89Nc3 \xEF\xBC\xAE" "f6 1\xE2\x80\x94"
    "0 \xC2\xBD \xE2\x80\x93 \xC2\xBD\n1. e4 e5   3. Bb5 a6\n2. Nf3 Nc6 4. Ba4\n\n"
    "White\n1. e4\n2. d4\n\nBlack\n1... e6\n2... d5\nend";

/* What a page makes of the text, given in pieces of random lengths, whole if random is NULL. */
static void read_page(const char *text, size_t len, AidRandom *random, GrBuffer *out,
                      GrBuffer *places) {
    GrPage *page = gr_page_open();
    REQUIRE(page != NULL);
    for (size_t at = 0; at < len;) {
        size_t n = random ? 1 + aid_random(random, 20) : len;
        n = n < len - at ? n : len - at;
        while (at + n < len && ((unsigned char)text[at + n] & 0xC0) == 0x80)
            n++;
        CHECK_INT(gr_page_take(page, text + at, n, at + n == len, out), 0);
        at += n;
    }
    uint32_t line = 1, column = 1;
    for (size_t i = 0; i < out->len; i++) {
        uint32_t l = line, c = column;
        gr_page_place(page, &l, &c);
        gr_buffer_printf(places, "%u:%u ", l, c);
        column += ((unsigned char)out->data[i] & 0xC0) != 0x80;
        if (out->data[i] == '\n') {
            line++;
            column = 1;
        }
    }
    gr_page_close(page);
}

static void check_cuts(const char *text, size_t len, AidRandom *random, int times) {
    GrBuffer whole, places, cut, cut_places;
    gr_buffer_init(&whole);
    gr_buffer_init(&places);
    gr_buffer_init(&cut);
    gr_buffer_init(&cut_places);
    read_page(text, len, NULL, &whole, &places);
    for (int i = 0; i < times; i++) {
        gr_buffer_clear(&cut);
        gr_buffer_clear(&cut_places);
        read_page(text, len, random, &cut, &cut_places);
        CHECK_INT(cut.len, whole.len);
        CHECK(!whole.len || !strcmp(cut.data, whole.data));
        CHECK(!whole.len || !strcmp(cut_places.data, places.data));
    }
    gr_buffer_free(&whole);
    gr_buffer_free(&places);
    gr_buffer_free(&cut);
    gr_buffer_free(&cut_places);
}

static void pieces(void) {
    AidRandom random = {test_seed(77)};
    check_cuts(html, sizeof html - 1, &random, 100);
    check_cuts(forum, sizeof forum - 1, &random, 100);
}

static void what_is_read(void) {
    GrBuffer out, places;
    gr_buffer_init(&out);
    gr_buffer_init(&places);
    read_page(html, sizeof html - 1, NULL, &out, &places);
    CHECK_STR(out.data,
              "\nGame 1\n\n1. e4 e5 2. Nf3\nNc6 <\xC2\xA9 &unknown; R&D < 3 {a b \xC2\xBD}\n\n"
              "3. | Bb5 | a6\n4. Ba4\nNf6\n\nx\n\n5. O-O\nBe7\n\n\xC2\xBD-\xC2\xBD\n\n&\n");
    gr_buffer_clear(&out);
    gr_buffer_clear(&places);
    read_page(forum, sizeof forum - 1, NULL, &out, &places);
    CHECK_STR(out.data,
              "So\n\n\n1. e4 e5 2. Nf3 Nc6 {**kept** [b]} ; **so**\n\nHead\n- 1. e4 e5\n\n- x\n"
              "  one 1\n  two 2\n\n  three 3\n\n1. d4 d5\n\n2. c4 e6 3. Nc3 Nf6 1-0 "
              "\xC2\xBD-\xC2\xBD\n1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4\nWhite\nBlack\n"
              "1. e4\n1... e6\n2. d4\n2... d5\nend\n");
    gr_buffer_free(&out);
    gr_buffer_free(&places);
}

/* Damaged pages are read the same in pieces; places are in the file. */
static void damaged(void) {
    enum { CAP = 8000 };
    AidRandom random = {test_seed(991)};
    char copy[CAP];
    for (int i = 0; i < (test_slow() ? 20000 : 1000); i++) {
        const char *text = i % 2 ? html : forum;
        size_t len = strlen(text);
        memcpy(copy, text, len);
        len = aid_damage(&random, copy, len, CAP);
        for (size_t k = 0; k < len; k++)
            if (!copy[k] || (unsigned char)copy[k] >= 0x80)
                copy[k] = '.';
        check_cuts(copy, len, &random, 2);
    }
}

/* Rubbish of any length is not held: a comment, a line, a table that never end. */
static void nothing_is_held(void) {
    static const char *const rubbish[] = {"<!-- ", "word ", "<td>1", "{ ", "* a1\n", "1. e4\n\n",
                                          "[b", "<a href='", "&amp", "7. a1 9. b2\n", "<pre>",
                                          "\n"};
    GrBuffer out;
    gr_buffer_init(&out);
    for (size_t i = 0; i < sizeof rubbish / sizeof *rubbish; i++) {
        GrPage *page = gr_page_open();
        size_t given = 0, read = 0, len = strlen(rubbish[i]);
        REQUIRE(page != NULL);
        gr_page_take(page, "<p>", 3, false, &out);
        for (int n = 0; n < 100000; n++) {
            CHECK_INT(gr_page_take(page, rubbish[i], len, n == 99999, &out), 0);
            given += len;
            read += out.len;
            gr_buffer_clear(&out);
            CHECK(i == 0 || i == 7 || i >= 10 || read + 300000 > given / 4);
        }
        gr_page_close(page);
    }
    gr_buffer_free(&out);
}

/* Two games with German letters, the second of which English takes for the rest of the first. */
static const char german[] = "Some words\n\n1. e4 e5 2. Sf3 {a} Sc6 3. Lb5 (3. Lc4) a6\n\n"
                             "1. Sf3 Sf6\n2. d4 $1 d5\n";

static void no_memory(void) {
    static const char *const texts[] = {html, forum, german};
    for (int i = 0; i < 3; i++) {
        const char *text = texts[i];
        FAIL_EACH_ALLOCATION(n, 1000) {
            GrBuffer out;
            gr_buffer_init(&out);
            int code = aid_rewrite(variants, NULL, text, strlen(text), &gr_format_pgn, &out);
            fail_alloc_stop();
            CHECK(code > 0 || code == GR_ERR_MEMORY);
            gr_buffer_free(&out);
        }
    }
}

static void what_is_a_page(void) {
    static const struct {
        const char *text;
        bool page;
    } row[] = {
        {"[Event \"<b>\"]\n\n1. e4 {<p> **} e5 ; [b] **\n2. d4 -- 3. <> *", false},
        {"\n[Event \"\xC3\xA9\"]\n\n1. e4 {\xE2\x80\x94 1\xE2\x80\x94" "0} e5 $2 *\n", false},
        {"[Event \"x\"]\n\n1. e4<br>e5", true}, {"[Event \"x\"]\n\n**1. e4**", true},
        {"[Event \"x\"]\n\n1. e4 e5 1\xE2\x80\x94" "0", true}, {"[pgn][Event \"x\"]", true},
        {"[Event \"x\"]\n\n1. [b]e4[/b]", true}, {"1. e4 e5", true}, {"<html>", true},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        CHECK_INT(gr_page_begins(row[i].text, strlen(row[i].text)), row[i].page);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(what_is_a_page);
    RUN(what_is_read);
    RUN(pieces);
    RUN(damaged);
    RUN(nothing_is_held);
    RUN(no_memory);
    gr_variants_close(variants);
    return test_end();
}
