/* Statistics: small games whose figures are counted by hand. */
#include "analysis/stats.h"
#include "notation/buffer.h"
#include "notation/san.h"
#include "rules/fen.h"
#include "tests/fail_alloc.h"
#include "tests/test.h"

static GrBook *book;

/* Fills the game with the moves of a line of SAN, blanks between. */
static void fill(GrGame *game, const char *variant, const char *fen, const char *line,
                 GrResult result) {
    gr_game_clear(game);
    game->rules = gr_book_find(book, variant);
    game->result = result;
    REQUIRE(game->rules != NULL);
    gr_start(game->rules, &game->start);
    if (fen && !CHECK_INT(gr_fen_read(game->rules, fen, &game->start, NULL), 0)) {
        printf("%s\n", fen);
        gr_start(game->rules, &game->start);
    }
    GrPosition pos = game->start;
    uint32_t last = 0;
    char moves[1024];
    snprintf(moves, sizeof moves, "%s", line);
    for (char *token = strtok(moves, " "); token; token = strtok(NULL, " ")) {
        GrMove move;
        GrError error;
        uint32_t node;
        if (!CHECK_INT(gr_san_read(&pos, token, &move, &error), 0)) {
            printf("%s: %s\n", token, error.text);
            return;
        }
        REQUIRE(gr_game_add_node(game, move, &node) == 0);
        game->nodes[last].next = node;
        last = node;
        gr_play(&pos, move);
        game->plies++;
    }
}

/* Counts one game of a line; the caller frees the statistics. */
static const GrVariantStats *count_line(GrStats *stats, const char *variant, const char *fen,
                                        const char *line, GrResult result) {
    GrGame game;
    gr_game_init(&game);
    gr_stats_init(stats);
    fill(&game, variant, fen, line, result);
    CHECK_INT(gr_stats_add(stats, &game), 0);
    gr_game_free(&game);
    return stats->variants == 1 ? stats->variant[0] : NULL;
}

static int type_of(const GrVariantStats *v, char letter) {
    return gr_type_of_letter(gr_variant(v->rules), letter);
}

static int square_of(const GrVariantStats *v, const char *name) {
    int sq = GR_NO_SQUARE;
    gr_square_read(gr_variant(v->rules), name, &sq);
    return sq;
}

static const char LEGAL_MATE[] = "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#";

static void a_chess_game_is_counted(void) {
    GrStats stats;
    const GrVariantStats *v = count_line(&stats, "chess", NULL, LEGAL_MATE, GR_WHITE_WINS);
    REQUIRE(v != NULL);
    CHECK_INT(v->games, 1);
    CHECK_INT(v->plies, 13);
    CHECK_INT(v->result[GR_WHITE_WINS], 1);
    CHECK_INT(v->end[GR_END_CHECKMATE], 1);
    CHECK_INT(v->kind[GR_WHITE][GR_NORMAL], 7);
    CHECK_INT(v->kind[GR_BLACK][GR_NORMAL], 6);
    CHECK_INT(v->moved[GR_WHITE][type_of(v, 'N')], 4);
    CHECK_INT(v->moved[GR_BLACK][type_of(v, 'P')], 3);
    CHECK_INT(v->moved[GR_BLACK][type_of(v, 'K')], 1);
    CHECK_INT(v->taken[GR_WHITE][type_of(v, 'N')][type_of(v, 'P')], 1);
    CHECK_INT(v->taken[GR_WHITE][type_of(v, 'B')][type_of(v, 'P')], 1);
    CHECK_INT(v->taken[GR_BLACK][type_of(v, 'B')][type_of(v, 'Q')], 1);
    CHECK_INT(gr_stats_captures(v, GR_WHITE, -1, -1), 2);
    CHECK_INT(v->checks[GR_WHITE], 2);
    CHECK_INT(v->checks[GR_BLACK], 0);
    CHECK_INT(v->visits[GR_WHITE][square_of(v, "e5")], 1);
    CHECK_INT(v->visits[GR_BLACK][square_of(v, "e5")], 1);
    CHECK_INT(v->captures_on[square_of(v, "d1")], 1);
    CHECK(gr_stats_score(v) == 1);
    gr_stats_free(&stats);
}

static void castling_and_en_passant_are_counted(void) {
    GrStats stats;
    const GrVariantStats *v =
        count_line(&stats, "chess", "4k3/3p4/8/4P3/8/8/8/4K2R b K - 0 1", "d5 exd6 Kd7 O-O Kxd6",
                   GR_RESULT_NONE);
    REQUIRE(v != NULL);
    CHECK_INT(v->kind[GR_WHITE][GR_EN_PASSANT], 1);
    CHECK_INT(v->kind[GR_WHITE][GR_CASTLE], 1);
    CHECK_INT(v->captures_on[square_of(v, "d5")], 1);
    CHECK_INT(v->captures_on[square_of(v, "d6")], 1);
    CHECK_INT(v->visits[GR_WHITE][square_of(v, "g1")], 1);
    CHECK_INT(v->visits[GR_WHITE][square_of(v, "f1")], 1);
    CHECK_INT(v->moved[GR_WHITE][type_of(v, 'K')], 1);
    CHECK_INT(v->moved[GR_WHITE][type_of(v, 'R')], 0);
    CHECK_INT(v->end[GR_END_UNFINISHED], 1);
    gr_stats_free(&stats);
}

static void promotions_are_counted_by_what_appears(void) {
    GrStats stats;
    const GrVariantStats *v = count_line(&stats, "chess", "8/P3k3/8/8/8/8/7p/4K3 w - - 0 1",
                                         "a8=R h1=Q+ Kd2", GR_DRAW);
    REQUIRE(v != NULL);
    CHECK_INT(v->promoted[GR_WHITE][type_of(v, 'R')], 1);
    CHECK_INT(v->promoted[GR_BLACK][type_of(v, 'Q')], 1);
    CHECK_INT(v->moved[GR_WHITE][type_of(v, 'P')], 1);
    CHECK_INT(v->end[GR_END_AGREED], 1);
    gr_stats_free(&stats);
}

static void ends_are_told_apart(void) {
    static const struct {
        const char *fen, *line;
        GrResult result;
        GrEnd end;
    } cases[] = {
        {NULL, "e4", GR_RESULT_NONE, GR_END_UNFINISHED},
        {NULL, "e4", GR_WHITE_WINS, GR_END_DECIDED},
        {NULL, "e4", GR_DRAW, GR_END_AGREED},
        {NULL, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", GR_DRAW, GR_END_REPETITION},
        {"7k/4Q3/6K1/8/8/8/8/8 w - - 0 1", "Qf7", GR_DRAW, GR_END_STALEMATE},
        {"4k3/8/8/8/8/8/3R4/K7 w - - 99 90", "Rd3", GR_DRAW, GR_END_FIFTY},
        {"4k3/8/8/8/8/8/3R4/K7 w - - 99 90", "Rd3", GR_RESULT_NONE, GR_END_FIFTY},
        {"4k3/8/8/8/8/8/3R4/K7 w - - 99 90", "Rd3", GR_WHITE_WINS, GR_END_DECIDED},
        {"4k3/4q3/8/8/8/8/4R3/K7 w - - 9 90", "Rxe7+ Kxe7", GR_DRAW, GR_END_MATERIAL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GrStats stats;
        const GrVariantStats *v =
            count_line(&stats, "chess", cases[i].fen, cases[i].line, cases[i].result);
        REQUIRE(v != NULL);
        for (int end = 0; end < GR_ENDS; end++)
            CHECK_INT(v->end[end], end == (int)cases[i].end);
        gr_stats_free(&stats);
    }
}

static void the_board_decides_where_no_result_is_given(void) {
    GrStats stats;
    const GrVariantStats *v = count_line(&stats, "chess", NULL, LEGAL_MATE, GR_RESULT_NONE);
    REQUIRE(v != NULL);
    CHECK_INT(v->result[GR_WHITE_WINS], 1);
    CHECK_INT(v->end[GR_END_CHECKMATE], 1);
    gr_stats_free(&stats);
    v = count_line(&stats, "chess", NULL, "e4", GR_RESULT_NONE);
    REQUIRE(v != NULL);
    CHECK_INT(v->result[GR_RESULT_NONE], 1);
    gr_stats_free(&stats);
}

static void a_partial_game_ends_as_such(void) {
    GrStats stats;
    GrGame game;
    gr_stats_init(&stats);
    gr_game_init(&game);
    fill(&game, "chess", NULL, LEGAL_MATE, GR_WHITE_WINS);
    game.partial = true;
    CHECK_INT(gr_stats_add(&stats, &game), 0);
    CHECK_INT(stats.variant[0]->end[GR_END_PARTIAL], 1);
    gr_game_free(&game);
    gr_stats_free(&stats);
}

/* A spell that lets a piece fall takes it, whichever side's it is; one that carries takes none.
 * The magician on g1 moves the hole on g3, with a black pawn on f3 and a white one on g4. */
static void spells_and_falls_are_counted(void) {
    static const char fen[] = "3k3/7/*******/*5P/5p*/7/K5M w - - 0 1";
    GrStats stats;
    const GrVariantStats *v = count_line(&stats, "magician", fen, "Hxf3", GR_DRAW);
    REQUIRE(v != NULL);
    CHECK_INT(v->kind[GR_WHITE][GR_SPELL_FALL], 1);
    CHECK_INT(v->taken[GR_WHITE][0][type_of(v, 'P')], 1);
    CHECK_INT(v->captures_on[square_of(v, "f3")], 1);
    gr_stats_free(&stats);
    v = count_line(&stats, "magician", fen, "Hxg4", GR_DRAW);
    REQUIRE(v != NULL);
    CHECK_INT(gr_stats_captures(v, GR_WHITE, -1, -1), 0);
    CHECK_INT(v->own[GR_WHITE][type_of(v, 'P')], 1);
    CHECK_INT(v->captures_on[square_of(v, "g4")], 1);
    gr_stats_free(&stats);
    v = count_line(&stats, "magician", fen, "Hf3", GR_DRAW);
    REQUIRE(v != NULL);
    CHECK_INT(v->kind[GR_WHITE][GR_SPELL], 1);
    CHECK_INT(gr_stats_captures(v, GR_WHITE, -1, -1), 0);
    CHECK_INT(v->visits[GR_BLACK][square_of(v, "g3")], 0);
    gr_stats_free(&stats);
}

/* An archer shoots where it does not go; a captured warrior is placed by its owner. */
static void shots_and_placements_are_counted(void) {
    GrStats stats;
    const GrVariantStats *v =
        count_line(&stats, "wizard", "3z3/7/7/7/7/7/7/7/3W3/7/1a5/2Z4[] b - - 0 1",
                   "Axd4 W@a2 Zc2", GR_RESULT_NONE);
    REQUIRE(v != NULL);
    CHECK_INT(v->kind[GR_BLACK][GR_SHOT], 1);
    CHECK_INT(v->kind[GR_WHITE][GR_PLACE], 1);
    CHECK_INT(v->moved[GR_BLACK][type_of(v, 'A')], 1);
    CHECK_INT(v->moved[GR_WHITE][type_of(v, 'W')], 1);
    CHECK_INT(v->taken[GR_BLACK][type_of(v, 'A')][type_of(v, 'W')], 1);
    CHECK_INT(v->visits[GR_BLACK][square_of(v, "d4")], 0);
    CHECK_INT(v->visits[GR_WHITE][square_of(v, "a2")], 1);
    CHECK_INT(v->plies, 3);
    gr_stats_free(&stats);
}

/* Teleport: both pieces come to a square. Resurrection: a dragon appears on the last rank. */
static void teleports_and_resurrections_are_counted(void) {
    GrStats stats;
    const GrVariantStats *v = count_line(
        &stats, "wizard", "z6/3G3/7/7/7/7/7/7/7/7/6C/2Z4[D] w Z - 0 1", "Z=g2 Za11 Gd12=D+",
        GR_RESULT_NONE);
    REQUIRE(v != NULL);
    CHECK_INT(v->kind[GR_WHITE][GR_TELEPORT], 1);
    CHECK_INT(v->visits[GR_WHITE][square_of(v, "g2")], 1);
    CHECK_INT(v->visits[GR_WHITE][square_of(v, "c1")], 1);
    CHECK_INT(v->kind[GR_WHITE][GR_RESURRECT], 1);
    CHECK_INT(v->promoted[GR_WHITE][type_of(v, 'D')], 1);
    CHECK_INT(v->moved[GR_WHITE][type_of(v, 'G')], 1);
    gr_stats_free(&stats);
}

static void drops_are_counted(void) {
    GrStats stats;
    const GrVariantStats *v =
        count_line(&stats, "royal", "4k3/8/8/8/8/4K3/8/8[BNR,-,-,-] w - - 0 1", "Kd4/N@a1",
                   GR_RESULT_NONE);
    REQUIRE(v != NULL);
    CHECK_INT(v->kind[GR_WHITE][GR_DROP], 1);
    CHECK_INT(v->moved[GR_WHITE][GR_KING], 1);
    CHECK_INT(v->visits[GR_WHITE][square_of(v, "d4")], 1);
    CHECK_INT(v->visits[GR_WHITE][square_of(v, "a1")], 1);
    gr_stats_free(&stats);
}

static void lengths_have_median_and_bars(void) {
    static const char *const lines[] = {"e4", "e4 e5", "e4 e5 Nf3", "e4 e5 Nf3 Nc6 Bb5", "d4"};
    GrStats stats;
    GrGame game;
    gr_stats_init(&stats);
    gr_game_init(&game);
    for (size_t i = 0; i < 5; i++) {
        fill(&game, "chess", NULL, lines[i], i ? GR_DRAW : GR_BLACK_WINS);
        CHECK_INT(gr_stats_add(&stats, &game), 0);
        if (i == 3) /* 1, 2, 3 and 5 plies: the lower middle */
            CHECK_INT(gr_stats_median(stats.variant[0]), 2);
    }
    const GrVariantStats *v = stats.variant[0];
    CHECK_INT(v->plies, 12);
    CHECK_INT(gr_stats_median(v), 2);
    CHECK_INT(v->length[1], 2);
    CHECK_INT(v->length[5], 1);
    CHECK_INT(gr_stats_bar(v), 1);
    CHECK(gr_stats_score(v) == 0.4);
    gr_game_free(&game);
    gr_stats_free(&stats);
}

static void points_are_averaged_by_scoring(void) {
    static const struct {
        const char *scoring, *score;
    } tags[] = {{"magi12", "10-2"}, {"magi12", "6-6"}, {"magi4", "0.5-3.5"}, {"magi4", "4"},
                {"magi12", "x-2"},  {"magi12", "9-3 "}, {NULL, "1-0"},
                {"magi12", NULL}, /* what it is worth: 12-0 */ {"magi4", NULL}};
    GrStats stats;
    GrGame game;
    gr_stats_init(&stats);
    gr_game_init(&game);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        fill(&game, "magi", NULL, "e4", GR_WHITE_WINS);
        if (tags[i].scoring)
            CHECK_INT(gr_game_set_tag(&game, "Scoring", tags[i].scoring), 0);
        if (tags[i].score)
            CHECK_INT(gr_game_set_tag(&game, "Score", tags[i].score), 0);
        CHECK_INT(gr_stats_add(&stats, &game), 0);
    }
    const GrVariantStats *v = stats.variant[0];
    REQUIRE(v->scorings == 3);
    CHECK_STR(v->points[0].scoring, "magi12");
    CHECK_INT(v->points[0].games, 3);
    CHECK(v->points[0].sum[GR_WHITE] == 28 && v->points[0].sum[GR_BLACK] == 8);
    CHECK_STR(v->points[1].scoring, "magi4");
    CHECK_INT(v->points[1].games, 1);
    CHECK(v->points[1].sum[GR_WHITE] == 0.5 && v->points[1].sum[GR_BLACK] == 3.5);
    CHECK_STR(v->points[2].scoring, "");
    gr_game_free(&game);
    gr_stats_free(&stats);
}

static void add_game_of(GrStats *stats, const char *white, const char *black, GrResult result) {
    GrGame game;
    gr_game_init(&game);
    fill(&game, "chess", NULL, "e4", result);
    if (white)
        CHECK_INT(gr_game_set_tag(&game, "White", white), 0);
    CHECK_INT(gr_game_set_tag(&game, "Black", black), 0);
    CHECK_INT(gr_stats_add(stats, &game), 0);
    gr_game_free(&game);
}

static void players_are_counted_by_side_and_result(void) {
    GrStats stats;
    gr_stats_init(&stats);
    stats.with_players = true;
    add_game_of(&stats, "Ann", "Bob", GR_WHITE_WINS);
    add_game_of(&stats, "Bob", "Ann", GR_DRAW);
    add_game_of(&stats, "Cid", "Ann", GR_BLACK_WINS);
    add_game_of(&stats, "?", "Bob", GR_RESULT_NONE);
    add_game_of(&stats, NULL, "", GR_DRAW);
    GrPlayers *players = &stats.variant[0]->players;
    gr_players_sort(players);
    REQUIRE(players->count == 3);
    CHECK_STR(players->player[0].name, "Ann"); /* as many games as Bob: by name */
    CHECK_STR(players->player[1].name, "Bob");
    CHECK_STR(players->player[2].name, "Cid");
    const GrPlayer *ann = &players->player[0], *bob = &players->player[1];
    CHECK_INT(ann->wins[GR_WHITE], 1);
    CHECK_INT(ann->wins[GR_BLACK], 1);
    CHECK_INT(ann->draws[GR_BLACK], 1);
    CHECK_INT(gr_both(ann->games), 3);
    CHECK_INT(bob->losses[GR_BLACK], 1);
    CHECK_INT(bob->draws[GR_WHITE], 1);
    CHECK_INT(bob->games[GR_BLACK], 2);
    CHECK(gr_player_score(bob) == 0.25);
    gr_stats_free(&stats);
}

static void many_players_are_kept_apart(void) {
    enum { PLAYERS = 3000 };
    GrStats stats;
    GrGame game;
    gr_stats_init(&stats);
    gr_game_init(&game);
    stats.with_players = true;
    fill(&game, "chess", NULL, "e4", GR_WHITE_WINS);
    for (int n = 0; n < 2 * PLAYERS; n++) {
        char white[16], black[16];
        snprintf(white, sizeof white, "w%d", n % PLAYERS);
        snprintf(black, sizeof black, "b%d", n % PLAYERS);
        gr_game_set_tag(&game, "White", white);
        gr_game_set_tag(&game, "Black", black);
        CHECK_INT(gr_stats_add(&stats, &game), 0);
    }
    const GrPlayers *players = &stats.variant[0]->players;
    CHECK_INT(players->count, 2 * PLAYERS);
    for (size_t i = 0; i < players->count; i++) {
        const GrPlayer *player = &players->player[i];
        bool white = player->name[0] == 'w';
        if (!CHECK_INT(player->wins[GR_WHITE], white ? 2 : 0) ||
            !CHECK_INT(player->losses[GR_BLACK], white ? 0 : 2))
            break;
    }
    gr_game_free(&game);
    gr_stats_free(&stats);
}

/* ---- what is written ---- */

static int put_buffer(void *context, const char *bytes, size_t len) {
    gr_buffer_add(context, bytes, len);
    return 0;
}

static char *write_line(const char *variant, const char *line, GrResult result,
                        GrStatsFormat format) {
    GrStats stats;
    GrBuffer out;
    gr_buffer_init(&out);
    count_line(&stats, variant, NULL, line, result);
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
    char *csv = write_line("chess", LEGAL_MATE, GR_WHITE_WINS, GR_STATS_CSV);
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
              "\"draws\":1,\"no_result\":0},\"score\":0.5000,\"ends\":{\"checkmate\":0,"
              "\"stalemate\":0,\"fifty_moves\":0,\"repetition\":0,\"too_little_material\":0,"
              "\"resignation_or_time\":0,\"draw_agreed\":1,\"unfinished\":0,"
              "\"unreadable_from_some_ply_on\":0},\"plies\":{\"all\":2,\"shortest\":2,"
              "\"median\":2,\"mean\":2.00,\"longest\":2},\"lengths\":{\"0-0\":0,\"1-1\":0,"
              "\"2-2\":1},\"moves\":{\"ordinary\":{\"white\":1,\"black\":1}},\"moved\":{\"pawn\":"
              "{\"white\":1,\"black\":1}},\"visits\":{\"e4\":{\"white\":1,\"black\":0},\"e5\":"
              "{\"white\":0,\"black\":1}}}\n"
              "{\"variant\":null,\"games\":2}\n");
    free(json);
}

static void tables_name_what_they_count(void) {
    char *text = write_line("chess", LEGAL_MATE, GR_WHITE_WINS, GR_STATS_TEXT);
    REQUIRE(text != NULL);
    CHECK(!strncmp(text, "Chess: 1 game, 13 plies\n", 24));
    CHECK(strstr(text, "\n  White wins                           1   100.0 %\n") != NULL);
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
    count_line(&stats, "chess", NULL, "e4", GR_DRAW);
    for (int format = GR_STATS_TEXT; format <= GR_STATS_CSV; format++)
        CHECK_INT(gr_stats_write(&stats, (GrStatsFormat)format, put_nowhere, NULL), GR_ERR_IO);
    gr_stats_free(&stats);
}

static void lack_of_memory_is_told(void) {
    GrGame game;
    gr_game_init(&game);
    fill(&game, "chess", NULL, "e4 e5", GR_DRAW);
    gr_game_set_tag(&game, "White", "Ann");
    gr_game_set_tag(&game, "Black", "Bob");
    FAIL_EACH_ALLOCATION(n, 1000) {
        GrStats stats;
        GrBuffer out;
        gr_stats_init(&stats);
        gr_buffer_init(&out);
        stats.with_players = true;
        int code = gr_stats_add(&stats, &game);
        if (code == 0)
            code = gr_stats_write(&stats, GR_STATS_TEXT, put_buffer, &out);
        bool failed = fail_alloc_failures() > 0;
        fail_alloc_stop();
        CHECK(failed ? code == GR_ERR_MEMORY || out.failed : code == 0);
        gr_buffer_free(&out);
        gr_stats_free(&stats);
    }
    gr_game_free(&game);
}

int main(int argc, char **argv) {
    book = gr_book_open();
    if (!book)
        return 2;
    test_start(argc, argv);
    RUN(a_chess_game_is_counted);
    RUN(castling_and_en_passant_are_counted);
    RUN(promotions_are_counted_by_what_appears);
    RUN(ends_are_told_apart);
    RUN(the_board_decides_where_no_result_is_given);
    RUN(a_partial_game_ends_as_such);
    RUN(spells_and_falls_are_counted);
    RUN(shots_and_placements_are_counted);
    RUN(teleports_and_resurrections_are_counted);
    RUN(drops_are_counted);
    RUN(lengths_have_median_and_bars);
    RUN(points_are_averaged_by_scoring);
    RUN(players_are_counted_by_side_and_result);
    RUN(many_players_are_kept_apart);
    RUN(csv_has_a_row_a_figure);
    RUN(json_nests_items_and_sides);
    RUN(tables_name_what_they_count);
    RUN(failures_of_the_output_are_passed_on);
    RUN(lack_of_memory_is_told);
    gr_book_close(book);
    return test_end();
}
