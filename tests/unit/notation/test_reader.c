/* The reader and the writer: round trips of random games of every variant, damaged and hostile
 * text, text in other encodings, and memory that runs out. */
#include "notation/reader/reader.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/reader_aid.h"
#include "tests/aid/test.h"

static GrVariants *variants;

/* What is written reads back to the same bytes, and to the same JSON. */
static void check_round_trip(const GrGame *game) {
    GrBuffer first, second, json, again;
    gr_buffer_init(&first);
    gr_buffer_init(&second);
    gr_buffer_init(&json);
    gr_buffer_init(&again);
    gr_format_pgn.game(&first, game, 1, 1);
    CHECK_INT(aid_rewrite(variants, NULL, first.data, first.len, &gr_format_pgn, &second), 1);
    CHECK_STR(second.data, first.data);
    CHECK_INT(aid_rewrite(variants, NULL, first.data, first.len, &gr_format_json, &json), 1);
    CHECK_INT(aid_rewrite(variants, NULL, second.data, second.len, &gr_format_json, &again), 1);
    CHECK_STR(again.data, json.data);
    gr_buffer_free(&first);
    gr_buffer_free(&second);
    gr_buffer_free(&json);
    gr_buffer_free(&again);
}

/* The main line survives a format that has the moves alone. */
static void check_moves_survive(const GrGame *game, const GrFormat *format) {
    GrBuffer text, uci, again;
    gr_buffer_init(&text);
    gr_buffer_init(&uci);
    gr_buffer_init(&again);
    format->game(&text, game, 1, 1);
    gr_format_uci.game(&uci, game, 1, 1);
    CHECK_INT(aid_rewrite(variants, game->rules, text.data, text.len, &gr_format_uci, &again), 1);
    CHECK_STR(again.data, uci.data);
    gr_buffer_free(&text);
    gr_buffer_free(&uci);
    gr_buffer_free(&again);
}

static void round_trips(void) {
    AidRandom random = {test_seed(20020)};
    GrGame game;
    gr_game_init(&game);
    for (size_t v = 0; gr_variants_at(variants, v); v++)
        for (int i = 0; i < (test_slow() ? 2000 : test_long() ? 100 : 25); i++) {
            REQUIRE(aid_random_game(&random, gr_variants_at(variants, v), 4 + aid_random(&random, 120),
                                    &game));
            check_round_trip(&game);
            check_moves_survive(&game, &gr_format_san);
            check_moves_survive(&game, &gr_format_uci);
            check_moves_survive(&game, &gr_format_long);
        }
    gr_game_free(&game);
}

/* Whatever the text, what is read of it is a game that can be written, and read again. */
static void check_stable(const GrRules *rules, const char *text, size_t len) {
    GrBuffer first, second;
    gr_buffer_init(&first);
    gr_buffer_init(&second);
    int games = aid_rewrite(variants, rules, text, len, &gr_format_pgn, &first);
    CHECK(games >= 0);
    if (games > 0) {
        CHECK_INT(aid_rewrite(variants, NULL, first.data, first.len, &gr_format_pgn, &second), games);
        if (!CHECK_STR(second.data, first.data))
            printf("    from <<%.*s>>\n", (int)len, text);
    }
    gr_buffer_free(&first);
    gr_buffer_free(&second);
}

static void damaged_text(void) {
    enum { CAP = 20000 };
    AidRandom random = {test_seed(4711)};
    GrGame game;
    GrBuffer text;
    char *copy = malloc(CAP);
    size_t count = 0;
    while (gr_variants_at(variants, count))
        count++;
    REQUIRE(copy != NULL);
    gr_game_init(&game);
    gr_buffer_init(&text);
    for (int i = 0; i < (test_slow() ? 100000 : test_long() ? 2500 : 600); i++) {
        const GrRules *rules = gr_variants_at(variants, (size_t)i % count);
        gr_buffer_clear(&text);
        REQUIRE(aid_random_game(&random, rules, 4 + aid_random(&random, 40), &game));
        (i % 3 ? &gr_format_pgn : &gr_format_long)->game(&text, &game, 1, 1);
        if (i % 7 == 0) {
            gr_format_pgn.game(&text, &game, 2, 1);
        }
        size_t len = text.len < CAP ? text.len : CAP;
        memcpy(copy, text.data, len);
        len = aid_damage(&random, copy, len, CAP);
        check_stable(rules, copy, len);
    }
    gr_game_free(&game);
    gr_buffer_free(&text);
    free(copy);
}

/* Pages of prose, and PGN with everything that the standard has, damaged. */
static void damaged_pages(void) {
    static const struct {
        const char *path, *variant;
    } page[] = {
        {"tests/data/notation/prose-chess.txt", "chess"}, {"tests/data/notation/prose-magi.txt", "magi"},
        {"tests/data/notation/prose-magician.txt", "magician"},
        {"tests/data/notation/prose-headings.txt", "chess"}, {"tests/data/notation/standard.pgn", "chess"},
    };
    enum { CAP = 20000, PAGES = sizeof page / sizeof *page };
    AidRandom random = {test_seed(1906)};
    char *text = malloc(CAP), *copy = malloc(CAP);
    REQUIRE(text && copy);
    for (int i = 0; i < PAGES; i++) {
        FILE *file = fopen(page[i].path, "r");
        const GrRules *rules = gr_variants_find(variants, page[i].variant);
        REQUIRE(file && rules);
        size_t whole = fread(text, 1, CAP, file);
        fclose(file);
        CHECK(whole > 300 && whole < CAP);
        check_stable(rules, text, whole);
        for (int round = 0; round < (test_slow() ? 20000 : test_long() ? 200 : 50); round++) {
            memcpy(copy, text, whole);
            check_stable(rules, copy, aid_damage(&random, copy, whole, CAP));
        }
    }
    free(text);
    free(copy);
}

/* ---- large and hostile text ---- */

enum { LARGE = 10 * 1024 * 1024 };

static void repeat(char *to, size_t len, const char *what) {
    size_t n = strlen(what);
    for (size_t i = 0; i < len; i++)
        to[i] = what[i % n];
}

static void long_lines(void) {
    static const char *const fillings[] = {
        "x", " ", "e4 ", "{", "(", ")", "Knight ", "1. e4 e5 ", "\xC3\xA9", "\xFF",
        "[Event \"", ";",
        "1-0 ", "$1 ", "{} ", "() ", "( e4 ", "a1", "....", "Game #1 ",
        "1. e4 is best\n", "Title\n\n", "----\n", "+- = N ",
        "{a} (1... e6) ", "[White\n\"", "> > | e4 ", "word (", "Nf3\nNf6\nNg1\nNg8\n",
    };
    char *text = malloc(LARGE);
    GrBuffer out;
    REQUIRE(text != NULL);
    gr_buffer_init(&out);
    for (size_t i = 0; i < sizeof fillings / sizeof *fillings; i++) {
        size_t len = (size_t)(i ? LARGE / (test_long() ? 16 : 64) : LARGE);
        repeat(text, len, fillings[i]);
        CHECK(aid_rewrite(variants, NULL, text, len, &gr_format_uci, &out) >= 0);
        memcpy(text, "[Event \"x\"]\n\n1. e4 e5 2. ", 25);
        CHECK(aid_rewrite(variants, NULL, text, len, &gr_format_uci, &out) >= 1);
        /* Lines that follow may make the first one prose. */
        CHECK(strchr(fillings[i], '\n') || strncmp(out.data, "e2e4 e7e5", 9) == 0);
    }
    gr_buffer_free(&out);
    free(text);
}

/* A long line of good moves is read to its end, wherever the window's end falls. */
static void long_game_on_one_line(void) {
    enum { ROUNDS = 20000 };
    static const char round[] = "1. Nf3 {a comment of some length} Nf6 (1... d5 {x}) 2. Ng1 Ng8 ";
    GrBuffer text, out;
    gr_buffer_init(&text);
    gr_buffer_init(&out);
    gr_buffer_puts(&text, "[Event \"long\"]\n\n");
    for (int i = 0; i < ROUNDS; i++)
        gr_buffer_puts(&text, round);
    gr_buffer_puts(&text, "1-0");
    CHECK_INT(aid_rewrite(variants, NULL, text.data, text.len, &gr_format_uci, &out), 1);
    CHECK_INT(out.len, ROUNDS * 20);
    gr_buffer_free(&text);
    gr_buffer_free(&out);
}

/* Now and then a line of it is a legal move by chance, or looks like an illegal one, and so is a game. */
static void noise(void) {
    AidRandom random = {test_seed(99)};
    enum { SIZE = 300000 };
    char *text = malloc(SIZE);
    GrBuffer out;
    int games = 0;
    REQUIRE(text != NULL);
    gr_buffer_init(&out);
    for (int round = 0; round < 4; round++) {
        for (size_t i = 0; i < SIZE; i++)
            text[i] = (char)aid_random(&random, 256);
        games += aid_rewrite(variants, NULL, text, SIZE, &gr_format_json, &out);
        gr_buffer_putc(&out, '\0');
        CHECK(!out.data[0] || strstr(out.data, "\"plies\":1,") ||
              (strstr(out.data, "\"plies\":0,") && strstr(out.data, "\"severity\":\"error\"")));
    }
    CHECK(games >= 0 && games <= (test_own_seed() ? 0 : 8));
    gr_buffer_free(&out);
    free(text);
}

/* ---- encodings ---- */

static char *convert(const char *text, bool crlf, bool latin, bool bom, size_t *len) {
    char *out = malloc(2 * strlen(text) + 4), *p = out;
    if (!out)
        return NULL;
    if (bom) {
        memcpy(p, "\xEF\xBB\xBF", 3);
        p += 3;
    }
    for (; *text; text++) {
        if (crlf && *text == '\n')
            *p++ = '\r';
        if (latin && (unsigned char)*text == 0xC3) /* U+00C0 to U+00FF */
            *p++ = (char)((unsigned char)*++text + 0x40);
        else
            *p++ = *text;
    }
    *len = (size_t)(p - out);
    return out;
}

/* Long enough for many blocks, so that line ends and letters fall on their borders. */
static void encodings(void) {
    GrBuffer text, plain, other;
    gr_buffer_init(&text);
    gr_buffer_init(&plain);
    gr_buffer_init(&other);
    for (int i = 0; i < 3000; i++)
        gr_buffer_printf(&text,
                         "[Event \"\xC3\xA9t\xC3\xA9 %d\"]\n[White \"\xC3\x85sa\"]\n\n"
                         "1. e4 {\xC3\xA0 la %.*s}\ne5 *\n\n",
                         i, i % 50, "mode mode mode mode mode mode mode mode mode mode mode");
    CHECK_INT(aid_rewrite(variants, NULL, text.data, text.len, &gr_format_pgn, &plain), 3000);
    for (int way = 1; way < 8; way++) {
        size_t len;
        char *copy = convert(text.data, way & 1, way & 2, way & 4, &len);
        REQUIRE(copy != NULL);
        CHECK_INT(aid_rewrite(variants, NULL, copy, len, &gr_format_pgn, &other), 3000);
        CHECK(strcmp(plain.data, other.data) == 0);
        free(copy);
    }
    gr_buffer_free(&text);
    gr_buffer_free(&plain);
    gr_buffer_free(&other);
}

static void places_in_foreign_text(void) {
    static const char text[] = "\xEF\xBB\xBF[Event \"\xE9\"]\r\n\r\n{\xC3\xA9\xE9} 1.\xC2\xA0"
                               "e4 {\xE9\x80} e9 *\r\n";
    GrError error;
    GrGame game;
    GrReader *reader = gr_reader_open_memory(text, sizeof text - 1, variants, NULL, &error);
    gr_game_init(&game);
    REQUIRE(reader != NULL);
    CHECK_INT(gr_reader_next(reader, &game, &error), 1);
    CHECK_STR(gr_game_tag(&game, "Event"), "\xC3\xA9");
    CHECK_INT(game.plies, 1);
    CHECK_INT(game.nodes[1].line, 3);
    CHECK_INT(game.nodes[1].column, 9);
    CHECK_STR(gr_game_string(&game, game.nodes[1].comment), "\xC3\xA9\xE2\x82\xAC");
    CHECK_INT(game.diag_count, 1);
    CHECK_INT(game.diags[0].line, 3);
    CHECK_INT(game.diags[0].column, 17);
    CHECK_STR(gr_game_string(&game, game.rest), "e9");
    CHECK_INT(gr_reader_next(reader, &game, &error), 0);
    gr_reader_close(reader);
    gr_game_free(&game);
}

/* ---- memory ---- */

static void no_memory(void) {
    static const char text[] =
        "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n{start} 1. e4 $1 {one} {two} "
        "Kd7 (1... Kf7 {x} 2. Kd2) (1... zz) 2. e6 {rest} 1-0\n\n"
        "[Event \"b\"]\n[Variant \"Hex\"]\n\n1. a1 b2 *\n";
    FAIL_EACH_ALLOCATION(n, 1000) {
        GrBuffer out;
        gr_buffer_init(&out);
        int code = aid_rewrite(variants, NULL, text, sizeof text - 1, &gr_format_pgn, &out);
        fail_alloc_stop();
        CHECK(code == 2 || code == GR_ERR_MEMORY);
        gr_buffer_free(&out);
    }
    static const char page[] =
        "Title\n\nSome words.\n1. e4 is best by test.\n\n1. e4 e5\n2. Nf3\n\nNice.\n\n"
        "A second game\n\nMore.\n\n1. d4 += d5\n----\nx\n";
    FAIL_EACH_ALLOCATION(n, 1000) {
        GrBuffer out;
        gr_buffer_init(&out);
        int code = aid_rewrite(variants, NULL, page, sizeof page - 1, &gr_format_pgn, &out);
        fail_alloc_stop();
        CHECK(code == 2 || code == GR_ERR_MEMORY);
        gr_buffer_free(&out);
    }
}

/* A comment that keeps what PGN has no place for, written by hand or quoted by another: the comment
 * itself is what is written again, and a reason without a rest is a comment. */
static void kept_text(void) {
    static const struct {
        const char *movetext, *comment;
    } cases[] = {
        {"{[%quoted] a%20%20b%09c%0A d%20}", "a b c d"},
        {"{[%quoted] %20x%7D}", "x}"},
        {"{[%quoted] %20%0A}", ""},
        {"{[%quoted] [%25unplayable why] Nd5 {[%unplayable why] Nd6 }",
         "[%unplayable why] Nd5 {[%unplayable why] Nd6"},
        {"{[%quoted] [%25quoted] %2525 [%unplayable a] b}", "[%quoted] %25 [%unplayable a] b"},
        {"{[%unplayable why] %20%09}", "[%unplayable why] %20%09"},
        {"{[%unplayable why]}", "[%unplayable why]"},
        {"{[%unplayable ] Nf3}", "[%unplayable ] Nf3"},
        {"; [%quoted] a%20%20b\n", "a b"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        GrError error;
        GrGame game;
        int len = snprintf(text, sizeof text, "[Event \"x\"]\n\n1. e4 %s *\n", cases[i].movetext);
        gr_game_init(&game);
        GrReader *reader = gr_reader_open_memory(text, (size_t)len, variants, NULL, &error);
        REQUIRE(reader);
        CHECK_INT(gr_reader_next(reader, &game, &error), 1);
        CHECK(!game.partial);
        CHECK_STR(gr_game_string(&game, game.nodes[1].comment), cases[i].comment);
        check_stable(NULL, text, (size_t)len);
        gr_reader_close(reader);
        gr_game_free(&game);
    }
}

/* Reads the one game of the text; false after a failure of the test. */
static bool read_one(const GrBuffer *text, GrGame *game) {
    GrError error;
    gr_game_init(game);
    GrReader *reader = gr_reader_open_memory(text->data, text->len, variants, NULL, &error);
    bool read = reader && gr_reader_next(reader, game, &error) == 1;
    gr_reader_close(reader);
    CHECK(read);
    return read;
}

static bool has_diagnostic(const GrGame *game, GrSeverity severity, const char *part) {
    for (size_t i = 0; i < game->diag_count; i++)
        if (game->diags[i].severity == severity && strstr(gr_game_string(game, game->diags[i].text), part))
            return true;
    return false;
}

/* What stands between a game's tags and its first move is the game's; what stands before them may be a book. */
static void long_text_before_moves(void) {
    enum { WORDS = 20000, MOST = 65536, HUGE_TEXT = GR_READER_TEXT / 5 + 10 };
    static const struct {
        const char *before, *after;
        unsigned words;
        size_t least, most; /* length of the comment */
        GrSeverity severity;
        const char *said;
    } cases[] = {
        {"[Event \"x\"]\n\n{", "} 1. e4 *\n", WORDS, 5 * WORDS - 1, 5 * WORDS - 1, GR_NOTE, NULL},
        {"[Event \"x\"]\n\n{a} {", "} 1. e4 *\n", WORDS, 5 * WORDS + 1, 5 * WORDS + 1, GR_NOTE, NULL},
        {"[Event \"x\"]\n\n{", "} {a} 1. e4 *\n", HUGE_TEXT, 1, GR_READER_TEXT, GR_ERROR, "longer than 16777216 bytes"},
        {"", ".\n\n1. e4 e5 2. Nf3 Nc6 *\n", WORDS, 1, MOST, GR_NOTE, "longer than 65536 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GrBuffer text;
        GrGame game;
        gr_buffer_init(&text);
        gr_buffer_puts(&text, cases[i].before);
        for (unsigned n = 0; n < cases[i].words; n++)
            gr_buffer_puts(&text, n % 10 == 9 ? "word\n" : "word ");
        gr_buffer_puts(&text, cases[i].after);
        if (read_one(&text, &game)) {
            size_t len = strlen(gr_game_string(&game, game.nodes[0].comment));
            CHECK(len >= cases[i].least && len <= cases[i].most);
            CHECK(cases[i].said ? has_diagnostic(&game, cases[i].severity, cases[i].said) : game.diag_count == 0);
        }
        gr_game_free(&game);
        gr_buffer_free(&text);
    }
}

/* A game without end keeps so many moves, and the rest as text. */
static void too_many_moves(void) {
    static const char *const rounds[] = {"Nf3 Nf6 Ng1 Ng8\n", "(1... d5 2. d4 e6 3. c4)\n"};
    for (size_t i = 0; i < (test_long() ? sizeof rounds / sizeof *rounds : 1); i++) {
        GrBuffer text;
        GrGame game;
        gr_buffer_init(&text);
        gr_buffer_puts(&text, "[Event \"x\"]\n\n1. e4 e5\n");
        for (int n = 0; n < GR_READER_MOVES / 4 + 100; n++)
            gr_buffer_puts(&text, rounds[i]);
        gr_buffer_puts(&text, "2. Nf3 Nc6 1-0\n");
        if (read_one(&text, &game)) {
            CHECK_INT(game.node_count, GR_READER_MOVES + 1);
            CHECK(game.partial && game.result == GR_WHITE_WINS);
            CHECK(has_diagnostic(&game, GR_ERROR, "the game has more than 2097152 moves"));
            CHECK(strstr(gr_game_string(&game, game.rest), "Nf3 Nc6") != NULL || i == 0);
        }
        gr_game_free(&game);
        gr_buffer_free(&text);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(round_trips);
    RUN(damaged_text);
    RUN(damaged_pages);
    RUN(long_lines);
    RUN(long_game_on_one_line);
    RUN(noise);
    RUN(encodings);
    RUN(places_in_foreign_text);
    RUN(kept_text);
    RUN(long_text_before_moves);
    RUN(too_many_moves);
    RUN(no_memory);
    gr_variants_close(variants);
    return test_end();
}
