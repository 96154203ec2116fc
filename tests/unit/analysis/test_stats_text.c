/* Statistics as they are written: CSV, JSON, tables; and what becomes of failures. */
#include "notation/buffer.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/stats_aid.h"
#include "tests/aid/test.h"

static GrVariants *variants;

static int put_buffer(void *context, const char *bytes, size_t len) {
    gr_buffer_add(context, bytes, len);
    return 0;
}

static char *write_line(const char *variant, const char *line, GrResult result,
                        GrStatsFormat format) {
    GrStats stats;
    GrBuffer out;
    gr_buffer_init(&out);
    CHECK(aid_count_line(variants, &stats, variant, NULL, line, result) != NULL);
    stats.unknown = 2;
    CHECK_INT(gr_stats_write(&stats, format, put_buffer, &out), 0);
    gr_stats_free(&stats);
    return gr_buffer_take(&out);
}

static void csv_has_a_row_a_figure(void) {
    static const char *const rows[] = {
        "variant,statistic,item,side,value\n",
        "\nchess,games,,,1\n",
        "\nchess,results,white_wins,,1\n",
        "\nchess,score,,,1.0000\n",
        "\nchess,ends,checkmate,,1\n",
        "\nchess,plies,all,,13\n",
        "\nchess,plies,mean,,13.00\n",
        "\nchess,lengths,13-13,,1\n",
        "\nchess,moves,ordinary,black,6\n",
        "\nchess,moves,captures,white,2\n",
        "\nchess,captures,bishop_x_queen,black,1\n",
        "\nchess,lost,queen,white,1\n",
        "\nchess,visits,e5,white,1\n",
        "\nchess,taken_on,d1,,1\n",
        "\n,games,,,2\n",
    };
    char *csv = write_line("chess", AID_LEGAL_MATE, GR_WHITE_WINS, GR_STATS_CSV);
    REQUIRE(csv != NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!CHECK(strstr(csv, rows[i]) != NULL))
            printf("no row '%s'", rows[i]);
    for (const char *p = csv, *end; (end = strchr(p, '\n')); p = end + 1) {
        int commas = 0;
        for (const char *q = p; q < end; q++)
            commas += *q == ',';
        CHECK_INT(commas, 4);
    }
    free(csv);
}

static void json_nests_items_and_sides(void) {
    char *json = write_line("chess", "e4 e5", GR_DRAW, GR_STATS_JSON);
    REQUIRE(json != NULL);
    CHECK_STR(json,
              "{\"variant\":\"chess\",\"games\":1,\"results\":{\"white_wins\":0,\"black_wins\":0,"
              "\"draws\":1,\"no_result\":0},\"results_low\":{\"white_wins\":0.0000,\"black_wins\":0.0000,"
              "\"draws\":0.2065,\"no_result\":0.0000},\"results_high\":{\"white_wins\":0.7935,"
              "\"black_wins\":0.7935,\"draws\":1.0000,\"no_result\":0.7935},\"score\":0.5000,"
              "\"score_low\":0.0546,\"score_high\":0.9454,\"ends\":{\"checkmate\":0,"
              "\"stalemate\":0,\"rules_of_the_game\":0,\"fifty_moves\":0,\"repetition\":0,\"too_little_material\":0,"
              "\"resignation_or_time\":0,\"draw_agreed\":1,\"unfinished\":0,"
              "\"unreadable_from_some_ply_on\":0},\"plies\":{\"all\":2,\"shortest\":2,"
              "\"median\":2,\"mean\":2.00,\"longest\":2},\"lengths\":{\"0-0\":0,\"1-1\":0,"
              "\"2-2\":1},\"legal_moves\":{\"all\":20.00,\"from_ply_1\":20.00},\"moves\":{\"ordinary\":{\"white\":1,"
              "\"black\":1}},\"moved\":{\"pawn\":"
              "{\"white\":1,\"black\":1}},\"visits\":{\"e4\":{\"white\":1,\"black\":0},\"e5\":"
              "{\"white\":0,\"black\":1}}}\n"
              "{\"variant\":null,\"games\":2}\n");
    free(json);
}

static void tables_name_what_they_count(void) {
    char *text = write_line("chess", AID_LEGAL_MATE, GR_WHITE_WINS, GR_STATS_TEXT);
    REQUIRE(text != NULL);
    CHECK(!strncmp(text, "Chess: 1 game, 13 plies\n", 24));
    CHECK(strstr(text, "\n  White wins                           1   100.0 %   20.7 to 100.0 %\n") != NULL);
    CHECK(strstr(text, "\n  Knight             4         0          1         0") != NULL);
    CHECK(strstr(text, "\nGames of unknown variants: 2\n") != NULL);
    free(text);
}

static int put_nowhere(void *context, const char *bytes, size_t len) {
    (void)context, (void)bytes, (void)len;
    return GR_ERR_IO;
}

static void failures_of_the_output_are_passed_on(void) {
    GrStats stats;
    CHECK(aid_count_line(variants, &stats, "chess", NULL, "e4", GR_DRAW) != NULL);
    for (int format = GR_STATS_TEXT; format <= GR_STATS_CSV; format++)
        CHECK_INT(gr_stats_write(&stats, (GrStatsFormat)format, put_nowhere, NULL), GR_ERR_IO);
    gr_stats_free(&stats);
}

static void lack_of_memory_is_reported(void) {
    GrGame game;
    gr_game_init(&game);
    CHECK(aid_fill(variants, &game, "chess", NULL, "e4 e5", GR_DRAW));
    gr_game_set_tag(&game, "White", "Ann");
    gr_game_set_tag(&game, "Black", "Bob");
    FAIL_EACH_ALLOCATION(n, 1000) {
        GrStats stats;
        GrBuffer out;
        gr_stats_init(&stats);
        gr_buffer_init(&out);
        stats.with_players = stats.once = true;
        stats.by = GR_BY_PLAYER;
        int code = gr_stats_add(&stats, &game);
        if (code == 0)
            code = gr_stats_write(&stats, n % 2 ? GR_STATS_TEXT : GR_STATS_JSON, put_buffer, &out);
        bool failed = fail_alloc_failures() > 0;
        fail_alloc_stop();
        CHECK(failed ? code == GR_ERR_MEMORY || out.failed : code == 0);
        gr_buffer_free(&out);
        gr_stats_free(&stats);
    }
    gr_game_free(&game);
}

int main(int argc, char **argv) {
    variants = gr_variants_open();
    if (!variants)
        return 2;
    test_start(argc, argv);
    RUN(csv_has_a_row_a_figure);
    RUN(json_nests_items_and_sides);
    RUN(tables_name_what_they_count);
    RUN(failures_of_the_output_are_passed_on);
    RUN(lack_of_memory_is_reported);
    gr_variants_close(variants);
    return test_end();
}
