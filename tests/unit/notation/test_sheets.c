/* Records of Shogi and Xiangqi: random games of hundreds of plies come back from them. */
#include <string.h>

#include "notation/definition/variants_file.h"
#include "notation/text/legacy.h"
#include "tests/aid/reader_aid.h"
#include "tests/aid/test.h"

static GrVariants *variants;

/* The main line of the first game of a text, as UCI. */
static void read_uci(const GrRules *rules, const GrBuffer *text, GrBuffer *uci) {
    int games = aid_rewrite(variants, rules, text->data, text->len, &gr_format_uci, uci);
    CHECK_INT(games, 1);
}

static void games_come_back(const char *name, const GrFormat *format, bool variations) {
    const GrRules *rules = gr_variants_find(variants, name);
    AidRandom random = {77};
    GrBuffer text, uci, again;
    GrGame game;
    gr_game_init(&game);
    gr_buffer_init(&text);
    gr_buffer_init(&uci);
    gr_buffer_init(&again);
    for (int i = 0; i < 20; i++) {
        CHECK(aid_random_game(&random, rules, 400, &game));
        gr_buffer_clear(&text);
        gr_buffer_clear(&uci);
        for (size_t n = 1; n < game.node_count && !variations; n++)
            game.nodes[n].alternative = 0;
        format->game(&text, &game, 1, 1);
        gr_format_uci.game(&uci, &game, 1, 1);
        read_uci(rules, &text, &again);
        CHECK(!again.failed && again.data && !strcmp(again.data, uci.data));
    }
    gr_game_free(&game);
    gr_buffer_free(&text);
    gr_buffer_free(&uci);
    gr_buffer_free(&again);
}

/* A text in Shift_JIS, decoded in pieces of each size, is the same: 先手：あ, then a byte that is no character. */
static void pieces_do_not_matter(void) {
    static const unsigned char text[] = "\x90\xE6\x8E\xE8\x81\x46\x82\xA0\n\x8E\xE8\x8D\x87\x8A\x84\x81\x46\n\xFF";
    for (size_t piece = 1; piece < sizeof text; piece++) {
        GrLegacy legacy;
        char out[200], *end = out;
        CHECK(gr_legacy_begins(&legacy, text, 17));
        for (size_t at = 0; at < sizeof text - 1; at += piece) {
            size_t left = sizeof text - 1 - at;
            end = gr_legacy_decode(&legacy, text + at, left < piece ? left : piece, end);
        }
        end = gr_legacy_decode(&legacy, NULL, 0, end);
        *end = '\0';
        gr_legacy_close(&legacy);
        CHECK(!strcmp(out, "先手：あ\n手合割：\n\xEF\xBF\xBD"));
    }
}

static bool begins(GrLegacy *legacy, const char *text) {
    bool known = gr_legacy_begins(legacy, (const unsigned char *)text, strlen(text));
    gr_legacy_close(legacy);
    return known;
}

/* What bytes beyond ASCII are taken for: of a record in an encoding of Japan, of one in UTF-8, of Western text. */
static void encodings_are_told(void) {
    GrLegacy legacy;
    CHECK(begins(&legacy, "\x8E\xE8\x8D\x87\x8A\x84\x81\x46\n*\xFF\n"));
    CHECK(begins(&legacy, "\xBC\xEA\xB9\xE7\xB3\xE4\xA1\xA7\n*\xFF\n"));
    CHECK(!begins(&legacy, "手合割：\n*\xFF\n") && legacy.utf8);
    CHECK(!begins(&legacy, "N+\xFF\xB1\n+7776FU\n") && legacy.utf8);
    CHECK(!begins(&legacy, "N+J\xFCrgen\n+7776FU\n") && !legacy.utf8);
    CHECK(!begins(&legacy, "N+\xC9ric \x96 \xABJos\xE9\xBB\n+7776FU\n") && !legacy.utf8);
    CHECK(!begins(&legacy, "[White \"\xFF 手合割\"]\n\n1. e4 *\n") && !legacy.utf8);
    CHECK(!begins(&legacy, "[White \"J\xFCrgen\"]\n\n1. e4 *\n") && !legacy.utf8);
    CHECK(!begins(&legacy, "\xFF") && !legacy.utf8);
}

/* Does a tag of the game come back from the form? */
static bool tag_comes_back(const char *variant, const GrFormat *format, const char *name, const char *value) {
    GrBuffer text, again;
    GrGame game;
    char line[200];
    gr_game_init(&game);
    gr_buffer_init(&text);
    gr_buffer_init(&again);
    bool well = CHECK(!gr_game_begin(&game, gr_variants_find(variants, variant))) &&
                CHECK(!gr_game_set_tag(&game, "White", "A")) && CHECK(!gr_game_set_tag(&game, name, value));
    if (well) {
        format->game(&text, &game, 1, 1);
        snprintf(line, sizeof line, "[%s \"%s\"]\n", name, value);
        well = aid_rewrite(variants, game.rules, text.data, text.len, &gr_format_pgn, &again) == 1 && strstr(again.data, line);
    }
    gr_game_free(&game);
    gr_buffer_free(&text);
    gr_buffer_free(&again);
    return well;
}

static void tags_come_back(void) {
    static const char *const tags[][2] = {
        {"Event", "Meijin"}, {"Site", "Tokyo"}, {"Date", "2020.05.04"}, {"Date", "2020.05.??"}, {"Round", "3.1"},
        {"EndTime", "11:00"}, {"TimeLimit", "00:25+00"}, {"Opening", "x"}, {"White", "Ann: of B"}, {"Black", "C"},
        {"WhiteElo", "1800"}, {"BlackElo", "1750"}, {"TimeControl", "900+10"}, {"Termination", "abandoned"},
        {"Annotator", "Me"}, {"ECO", "A00"}, {"Time", "10:00:00"}, {"GameId", "7"}, {"Title", "t"}, {"Byoyomi", "30"},
    };
    const size_t of_csa = 10;
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        for (int mini = 0; mini < 2; mini++) {
            const char *variant = mini ? "minishogi" : "shogi";
            if (!CHECK(tag_comes_back(variant, &gr_format_kif, tags[i][0], tags[i][1])) ||
                !CHECK(tag_comes_back(variant, &gr_format_ki2, tags[i][0], tags[i][1])) ||
                !CHECK(i >= of_csa || tag_comes_back(variant, &gr_format_csa, tags[i][0], tags[i][1])))
                printf("%s of %s\n", tags[i][0], variant);
        }
}

static void shogi_comes_back(void) {
    games_come_back("shogi", &gr_format_csa, false);
    games_come_back("shogi", &gr_format_kif, true);
    games_come_back("shogi", &gr_format_ki2, true);
    games_come_back("shogi", &gr_format_usi, false);
}

static void minishogi_comes_back(void) {
    games_come_back("minishogi", &gr_format_usi, false);
    games_come_back("minishogi", &gr_format_csa, false);
    games_come_back("minishogi", &gr_format_kif, true);
    games_come_back("minishogi", &gr_format_ki2, true);
}

/* Soldiers on one file, and pieces behind each other, are many in these. Manchu's piece is written by its squares. */
static void xiangqi_comes_back(void) {
    games_come_back("xiangqi", &gr_format_wxf, true);
    games_come_back("xiangqi", &gr_format_iccs, true);
    games_come_back("xiangqi", &gr_format_chinese, true);
    games_come_back("xiangqi", &gr_format_ucci, false);
    games_come_back("manchu", &gr_format_wxf, true);
    games_come_back("manchu", &gr_format_chinese, true);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    if (!variants || gr_variants_offer_described(variants, NULL))
        return 1;
    RUN(shogi_comes_back);
    RUN(minishogi_comes_back);
    RUN(xiangqi_comes_back);
    RUN(tags_come_back);
    RUN(encodings_are_told);
    RUN(pieces_do_not_matter);
    gr_variants_close(variants);
    return test_end();
}
