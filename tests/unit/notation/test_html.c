/* Games as a page: well formed whatever they hold, nothing of them left out, and steps that lead
 * through their positions. */
#include "notation/definition/variants_file.h"
#include "notation/write/html.h"
#include "notation/reader/reader.h"
#include "notation/write/sha256.h"
#include "rules/fen.h"
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

/* The page without what stands in its script and style, which are no XML; the caller frees it. */
static char *without_ours(const char *page) {
    GrBuffer out;
    gr_buffer_init(&out);
    while (*page) {
        const char *script = strstr(page, "<script>"), *style = strstr(page, "<style>");
        const char *begin = script && (!style || script < style) ? script : style;
        const char *end = begin ? strstr(begin, begin == script ? "</script>" : "</style>") : NULL;
        gr_buffer_add(&out, page, end ? (size_t)(strchr(begin, '>') + 1 - page) : strlen(page));
        page = end ? end : page + strlen(page);
    }
    return gr_buffer_take(&out);
}

static bool is_page(const char *page) {
    const char *html = page ? strstr(page, "<html") : NULL;
    char *text = html ? without_ours(html) : NULL;
    bool well = text && aid_well_formed(text);
    free(text);
    return well;
}

/* What stands between two words, of which the first is found first; the caller frees it. */
static char *between(const char *text, const char *first, const char *last) {
    const char *begin = strstr(text, first), *end = begin ? strstr(begin + strlen(first), last) : NULL;
    GrBuffer out;
    gr_buffer_init(&out);
    if (end)
        gr_buffer_add(&out, begin + strlen(first), (size_t)(end - begin) - strlen(first));
    return gr_buffer_take(&out);
}

static void a_game_has_everything(void) {
    char *page = page_of("[White \"Anna\"]\n[Black \"Bela\"]\n[WhiteElo \"2000\"]\n"
                         "[Date \"1999.05.??\"]\n[Event \"Open\"]\n\n{before} 1. e4! "
                         "{[%eval 0.25] good [%clk 0:01:00]} e5 $14 (1... c5 "
                         "{Sicilian} 2. Nf3 (2. c3)) 2. Nf3 $220 Nc6 1-0\n");
    REQUIRE(is_page(page));
    CHECK(strstr(page, "<h2>Anna <small>(2000)</small> &#8211; Bela <b>1-0</b></h2>") != NULL);
    CHECK(strstr(page, "<p class=\"about\">Chess, Open, 1999.05</p>") != NULL);
    CHECK(strstr(page, "<span class=\"comment\">before</span>") != NULL);
    CHECK(strstr(page, "<b>1.\xC2\xA0" "e4! <i>0.25</i></b> <span class=\"comment\">good </span>") != NULL);
    CHECK(strstr(page, "<b>1...\xC2\xA0" "e5\xC2\xA0\xE2\xA9\xB2</b>") != NULL);
    CHECK(strstr(page, "<span class=\"variation\">(1...\xC2\xA0" "c5 <span class=\"comment\">Sicilian") != NULL);
    CHECK(strstr(page, "<span class=\"variation\">(2.\xC2\xA0" "c3)</span>)</span>") != NULL);
    CHECK_INT(occurrences(page, "<figure>"), 2); /* the one asked for, and the last position */
    CHECK(strstr(page, "<pre>[Event \"Open\"]") != NULL);
    free(page);
}

static void the_player_has_steps(void) {
    char *page = page_of("1. e4 e5 (1... c5 2. Nf3) 2. Bc4 Nf6 3. Qh5 Nc6 4. Qxf7# 1-0\n");
    REQUIRE(page);
    char *steps = between(page, " data-steps=\"", "\"");
    CHECK_STR(steps, "e2e4! e7e5! c7c5! g1f3 f1c4 g8f6 d1h5 b8c6 h5f7!");
    CHECK(strstr(page, " data-start=\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"") != NULL);
    CHECK(strstr(page, " data-pieces=\"KKing QQueen RRook BBishop NKnight PPawn\"") != NULL);
    CHECK(strstr(page, " data-end=\"Checkmate: White has won\"") != NULL);
    CHECK(!strstr(page, "data-chance"));
    free(steps);
    free(page);
}

static void special_moves_say_what_they_are(void) {
    char *page = page_of("[Variant \"royal\"]\n\n1. Nc3 Nc6 2. e4 e5 3. Me2 b6 4. Md3 Me7 5. Mc4/N@f5 *\n");
    REQUIRE(page);
    CHECK(strstr(page, " d3c4f5N;0[BNR,BR,bnr,bnr];mdd3c4f5\"") != NULL);
    free(page);
}

static void a_long_game_has_diagrams_on_its_way(void) {
    GrBuffer moves;
    gr_buffer_init(&moves);
    gr_buffer_puts(&moves, "1. ");
    for (int n = 0; n < 16; n++)
        gr_buffer_puts(&moves, "Nf3 Nf6 Ng1 Ng8 ");
    char *text = gr_buffer_take(&moves), *page = page_of(text);
    REQUIRE(is_page(page));
    CHECK_INT(occurrences(page, "<figure>"), 3); /* after 24 and 48 of 64 plies, and the last */
    CHECK(strstr(page, "After 12... Ng8: White to move") != NULL);
    free(page);
    free(text);
}

static void markup_in_a_game_is_text(void) {
    char *page = page_of("[White \"<script>alert(1)</script>\"]\n[Event \"a&b\"]\n\n"
                         "1. e4 {<b>\x01 & \"x\" --> ]]> </noscript></pre>} e5 (1... c5 {<i>}) 2. Ke8 {</p>} 1-0\n");
    REQUIRE(is_page(page));
    CHECK_INT(occurrences(page, "<script"), 1);
    CHECK_INT(occurrences(page, "</noscript"), 1);
    CHECK_INT(occurrences(page, "<i>"), 0);
    CHECK(strstr(page, "&lt;script&gt;") && strstr(page, "a&amp;b"));
    CHECK(strstr(page, "<p class=\"rest\">") != NULL);
    free(page);
}

static void nothing_else_may_run(void) {
    char *page = page_of("1. e4 *"), hash[GR_SHA256_BASE64];
    REQUIRE(page);
    char *policy = between(page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    char *script = between(page, "<script>", "</script>"), *style = between(page, "<style>", "</style>");
    CHECK(!strncmp(policy, "default-src 'none';", 19) && !strstr(policy, "unsafe"));
    gr_sha256_base64(script, strlen(script), hash);
    CHECK(strstr(strstr(policy, "script-src"), hash) != NULL);
    gr_sha256_base64(style, strlen(style), hash);
    CHECK(strstr(strstr(policy, "style-src"), hash) != NULL);
    CHECK(strlen(script) > 10000 && strlen(style) > 3000 && strlen(script) + strlen(style) <= 60000);
    CHECK(!strstr(script, "// ") && !strstr(style, "/*"));
    free(policy);
    free(script);
    free(style);
    free(page);
}

static void hashes_are_those_of_the_standard(void) {
    char hash[GR_SHA256_BASE64], many[200];
    gr_sha256_base64("abc", 3, hash);
    CHECK_STR(hash, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    gr_sha256_base64("", 0, hash);
    CHECK_STR(hash, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    gr_sha256_base64("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, hash);
    CHECK_STR(hash, "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
    memset(many, 'a', sizeof many);
    gr_sha256_base64(many, 119, hash);
    CHECK_STR(hash, "MeulHDE6XAgiat8Y1KNZz9/Y0ugWsT9K+VL36mWE3Ps=");
}

static void a_page_of_another_kind_has_games(void) {
    GrBuffer out;
    char hash[GR_SHA256_BASE64];
    gr_buffer_init(&out);
    gr_html_policy(&out, "p{}", "go()");
    gr_html_style(&out);
    gr_html_games_begin(&out, true);
    gr_html_games_end(&out);
    REQUIRE(!out.failed);
    gr_sha256_base64("p{}", 3, hash);
    CHECK(strstr(out.data, hash) && strstr(out.data, hash) < strstr(out.data, "script-src"));
    gr_sha256_base64("go()", 4, hash);
    CHECK(strstr(out.data, hash) && strstr(out.data, hash) > strstr(out.data, "script-src"));
    CHECK(strstr(out.data, "class=\"gr-embedded\"") != NULL);
    gr_buffer_free(&out);
}

static void what_was_not_played_is_shown(void) {
    char *page = page_of("[Variant \"Nothing of ours\"]\n[White \"x\"]\n\n1. a1-b2 <c> 0-1\n");
    REQUIRE(is_page(page));
    CHECK(strstr(page, "Nothing of ours") && strstr(page, "1. a1-b2 &lt;c&gt;"));
    CHECK_INT(occurrences(page, "<figure"), 0);
    CHECK_INT(occurrences(page, " data-steps="), 0);
    free(page);
}

static void a_start_position_is_drawn(void) {
    char *page = page_of("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n");
    REQUIRE(is_page(page));
    CHECK_INT(occurrences(page, "<figure"), 2);
    CHECK(strstr(page, " data-start=\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"") != NULL);
    free(page);
}

/* The page of the games of a text, among them those that come with the library. */
static char *described_page_of(const char *text) {
    GrVariants *usual = variants;
    GrError error;
    variants = gr_variants_open();
    char *page = variants && !gr_variants_offer_described(variants, &error) ? page_of(text) : NULL;
    gr_variants_close(variants);
    variants = usual;
    return page;
}

static void wedges_and_discs_have_characters(void) {
    char *page = described_page_of("[Variant \"Shogi\"]\n[FEN \"4k4/9/9/4+p4/9/9/4P4/9/4K4[G] w - - 0 1\"]\n\n*\n\n"
                                   "[Variant \"Xiangqi\"]\n\n1. Che3 *\n");
    REQUIRE(is_page(page));
    CHECK(strstr(page, " data-shape=\"wedge\" data-signs=\"K王 k玉 ") != NULL);
    CHECK(strstr(page, " P+と p+と") != NULL);
    CHECK_INT(occurrences(page, " data-lines=\"M0 0h900m0 100h-900"), 1);
    CHECK(strstr(page, " data-shape=\"disc\" data-signs=\"K帥 k將 ") != NULL);
    CHECK_INT(occurrences(page, "<path class=\"gr-lines\" transform=\"scale(.01)\" d=\"M"), 2);
    /* Black's are turned, and count their squares from the other side. */
    CHECK(strstr(page, "<g font-size=\".52\" text-anchor=\"middle\"><path class=\"g-wedge\" d=\"M4 8 4 6\"/>"
                       "<text x=\"4.5 4.5\" y=\"8.73 6.73\">王歩</text></g>") != NULL);
    CHECK(strstr(page, " transform=\"rotate(180 4.5 4.5)\"><path class=\"g-wedge\" d=\"M4 5 4 8\"/>"
                       "<text x=\"4.5\" y=\"8.73\">玉</text>"
                       "<text class=\"gr-red\" x=\"4.5\" y=\"5.73\">と</text></g>") != NULL);
    CHECK(strstr(page, "<path class=\"g-disc\" d=\"M0 9 1 9 ") != NULL);
    CHECK_INT(occurrences(page, ">俥傌相仕帥仕相傌俥炮炮兵兵兵兵兵</text>"), 1);
    free(page);
}

static void pieces_without_characters_have_upright_letters(void) {
    char *page = described_page_of("[Variant \"Yari Shogi\"]\n[FEN \"3k3/7/7/7/7/3+p3/7/7/3K3[] w - - 0 1\"]\n\n*\n");
    REQUIRE(is_page(page));
    CHECK(strstr(page, " data-shape=\"wedge\" data-signs=\"\"") != NULL);
    CHECK(strstr(page, "<text x=\"3.5\" y=\"8.70\">K</text>") != NULL);
    CHECK(strstr(page, "<text class=\"gr-red\" x=\"3.5\" y=\"5.60\">+P</text>") != NULL);
    free(page);
}

/* ---- positions out of steps, as a player makes them ---- */

typedef struct Shown {
    const GrVariant *variant;
    char cell[GR_MAX_SQUARES][8], field[10][128];
    int fields;
} Shown;

static void show_start(const GrVariant *v, const char *fen, Shown *shown) {
    int rank = v->ranks - 1, file = 0, n;
    memset(shown, 0, sizeof *shown);
    shown->variant = v;
    for (; *fen && *fen != ' ' && *fen != '['; fen++) {
        if (*fen == '/') {
            rank--;
            file = 0;
        } else if (*fen >= '0' && *fen <= '9') {
            file += (int)strtol(fen, (char **)&fen, 10);
            fen--;
        } else if (strchr("+-~^", *fen)) {
            char *cell = shown->cell[gr_square(v, file - 1, rank)];
            cell[strlen(cell)] = *fen;
        } else {
            shown->cell[gr_square(v, file++, rank)][0] = *fen;
        }
    }
    for (n = 0; *fen && n < 10; n++) {
        size_t len = strcspn(fen, " ");
        memcpy(shown->field[n], fen, len < 127 ? len : 127);
        fen += len + (fen[len] == ' ');
    }
    shown->fields = n;
}

/* One step; returns where the next begins. */
static const char *show_step(Shown *s, const char *step) {
    char clock[128], turn = s->field[1][0];
    int from, to;
    const int last = s->fields - 1;
    snprintf(clock, sizeof clock, "%ld", strtol(s->field[last - 1], NULL, 10) + 1);
    strcpy(s->field[3], "-");
    strcpy(s->field[1], turn == 'w' ? "b" : "w");
    while (*step && *step != ' ' && *step != ';') {
        if (*step == '!') {
            strcpy(clock, "0");
            step++;
            continue;
        }
        step += gr_square_read(s->variant, step, &from);
        int len = gr_square_read(s->variant, step, &to);
        if (len) {
            memcpy(s->cell[to], s->cell[from], sizeof s->cell[to]);
            memset(s->cell[from], 0, sizeof s->cell[from]);
            step += len;
            continue;
        }
        memset(s->cell[from], 0, sizeof s->cell[from]);
        if (*step != '.')
            s->cell[from][0] = *step;
        int marks = 1;
        for (step++; *step && strchr("+-~^", *step); step++)
            s->cell[from][marks++] = *step;
    }
    memcpy(s->field[last - 1], clock, sizeof clock);
    char changed[10][128] = {{0}};
    bool any[10] = {false};
    while (*step == ';') {
        size_t len = strcspn(step + 1, "; ");
        if (step[1] != 'm') {
            any[step[1] - '0'] = true;
            memcpy(changed[step[1] - '0'], step + 2, len - 1);
        }
        step += len + 1;
    }
    if (any[1])
        memcpy(s->field[1], changed[1], 128);
    if (s->field[1][0] != turn && s->field[1][0] == "wb"[s->variant->first])
        snprintf(s->field[last], 128, "%ld", strtol(s->field[last], NULL, 10) + 1);
    for (int n = 0; n < 10; n++)
        if (any[n])
            memcpy(s->field[n], changed[n], 128);
    return step + (*step == ' ');
}

static void write_shown(const Shown *s, char fen[GR_FEN_SIZE]) {
    char *p = fen;
    for (int rank = s->variant->ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file <= s->variant->files; file++) {
            const char *cell = file < s->variant->files ? s->cell[gr_square(s->variant, file, rank)] : "x";
            if (*cell && empty)
                p += sprintf(p, "%d", empty);
            empty = *cell ? 0 : empty + 1;
            p += sprintf(p, "%s", file < s->variant->files ? cell : rank ? "/" : "");
        }
    }
    for (int n = 0; n < s->fields; n++)
        p += sprintf(p, "%s%s", n ? " " : "", s->field[n]);
}

static bool shows(const Shown *shown, const GrPosition *pos) {
    char fen[GR_FEN_SIZE], found[GR_FEN_SIZE];
    gr_fen_write(pos, fen);
    write_shown(shown, found);
    if (strcmp(fen, found) != 0)
        printf("# %s, not %s\n", found, fen);
    return !strcmp(fen, found);
}

/* Do the steps of a line and its variations lead through their positions? `step` goes on to what is
 * behind them. */
static bool line_is_right(const GrGame *game, uint32_t node, GrPosition pos, Shown shown, const char **step,
                          bool branches) {
    for (; node; node = game->nodes[node].next, branches = true) {
        GrPosition was = pos;
        Shown before = shown;
        gr_play(&pos, game->nodes[node].move);
        *step = show_step(&shown, *step);
        if (!shows(&shown, &pos))
            return false;
        for (uint32_t alt = branches ? game->nodes[node].alternative : 0; alt; alt = game->nodes[alt].alternative)
            if (!line_is_right(game, alt, was, before, step, false))
                return false;
    }
    return true;
}

static bool steps_are_right(const GrGame *game, const char *page) {
    char *start = between(page, " data-start=\"", "\""), *steps = between(page, " data-steps=\"", "\"");
    const char *step = steps;
    Shown shown;
    show_start(gr_variant(game->rules), start, &shown);
    bool well = shows(&shown, &game->start) &&
                line_is_right(game, game->nodes[0].next, game->start, shown, &step, true) && !*step;
    free(start);
    free(steps);
    return well;
}

static void random_games_of_all_variants(void) {
    const GrRules *rules;
    AidRandom random = {test_seed(77)};
    for (size_t n = 0; (rules = gr_variants_at(variants, n)); n++) {
        for (int i = 0; i < 10; i++) {
            GrGame game;
            GrBuffer out;
            gr_game_init(&game);
            gr_buffer_init(&out);
            REQUIRE(aid_random_game(&random, rules, 150, &game));
            gr_html_begin(&out, "random");
            gr_html_game(&out, &game, 1);
            gr_html_end(&out);
            CHECK(!out.failed && is_page(out.data));
            CHECK(steps_are_right(&game, out.data));
            gr_buffer_free(&out);
            gr_game_free(&game);
        }
    }
}

static void lack_of_memory_is_told(void) {
    GrGame game;
    AidRandom random = {test_seed(5)};
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
    RUN(the_player_has_steps);
    RUN(special_moves_say_what_they_are);
    RUN(a_long_game_has_diagrams_on_its_way);
    RUN(markup_in_a_game_is_text);
    RUN(nothing_else_may_run);
    RUN(hashes_are_those_of_the_standard);
    RUN(a_page_of_another_kind_has_games);
    RUN(what_was_not_played_is_shown);
    RUN(a_start_position_is_drawn);
    RUN(wedges_and_discs_have_characters);
    RUN(pieces_without_characters_have_upright_letters);
    RUN(random_games_of_all_variants);
    RUN(lack_of_memory_is_told);
    gr_variants_close(variants);
    return test_end();
}
