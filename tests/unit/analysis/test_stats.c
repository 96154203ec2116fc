/* Statistics: small games whose figures are counted by hand. */
#include "notation/buffer.h"
#include "notation/move/san.h"
#include "tests/aid/stats_aid.h"
#include "tests/aid/test.h"

static GrVariants *variants;

static int type_of(const GrVariantStats *v, char letter) {
    return gr_type_of_letter(gr_variant(v->rules), letter);
}

static int square_of(const GrVariantStats *v, const char *name) {
    int sq = GR_NO_SQUARE;
    gr_square_read(gr_variant(v->rules), name, &sq);
    return sq;
}

static void a_chess_game_is_counted(void) {
    GrStats stats;
    const GrVariantStats *v =
        aid_count_line(variants, &stats, "chess", NULL, AID_LEGAL_MATE, GR_WHITE_WINS);
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
    CHECK_INT(v->count[GR_COUNT_CHECKS][GR_WHITE], 2);
    CHECK_INT(v->count[GR_COUNT_CHECKS][GR_BLACK], 0);
    CHECK_INT(v->visits[GR_WHITE][square_of(v, "e5")], 1);
    CHECK_INT(v->visits[GR_BLACK][square_of(v, "e5")], 1);
    CHECK_INT(v->captures_on[square_of(v, "d1")], 1);
    CHECK(gr_stats_score(v) == 1);
    gr_stats_free(&stats);
}

static void castling_and_en_passant_are_counted(void) {
    GrStats stats;
    const GrVariantStats *v =
        aid_count_line(variants, &stats, "chess", "4k3/3p4/8/4P3/8/8/8/4K2R b K - 0 1",
                       "d5 exd6 Kd7 O-O Kxd6", GR_RESULT_NONE);
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
    const GrVariantStats *v =
        aid_count_line(variants, &stats, "chess", "8/P3k3/8/8/8/8/7p/4K3 w - - 0 1",
                       "a8=R h1=Q+ Kd2", GR_DRAW);
    REQUIRE(v != NULL);
    CHECK_INT(v->promoted[GR_WHITE][type_of(v, 'R')], 1);
    CHECK_INT(v->promoted[GR_BLACK][type_of(v, 'Q')], 1);
    CHECK_INT(v->moved[GR_WHITE][type_of(v, 'P')], 1);
    CHECK_INT(v->end[GR_END_AGREED], 1);
    gr_stats_free(&stats);
}

static void ends_are_distinguished(void) {
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
            aid_count_line(variants, &stats, "chess", cases[i].fen, cases[i].line, cases[i].result);
        REQUIRE(v != NULL);
        for (int end = 0; end < GR_ENDS; end++)
            CHECK_INT(v->end[end], end == (int)cases[i].end);
        gr_stats_free(&stats);
    }
}

/* Draws by a dead position are counted in every variant that has them. */
static void dead_positions_end_games(void) {
    static const struct {
        const char *variant, *fen, *line;
        bool dead;
    } cases[] = {
        {"magi", "k9/1N8/10/10/10/10/10/10/10/N8K b - - 9 90", "Kxb9", true},
        {"magi", "k9/1N8/10/10/10/10/10/10/10/D8K b - - 9 90", "Kxb9", false},
        {"royal", "k7/1B6/8/8/8/8/8/7K[-,-,-,-] b - - 9 90", "Kxb7", true},
        {"royal", "k7/1B6/8/8/8/8/8/7K[-,-,n,-] b - - 9 90", "Kxb7", false},
        {"capablanca", "k9/1B8/10/10/10/10/10/9K b - - 9 90", "Kxb7", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GrStats stats;
        const GrVariantStats *v = aid_count_line(variants, &stats, cases[i].variant, cases[i].fen,
                                                 cases[i].line, GR_RESULT_NONE);
        REQUIRE(v != NULL);
        CHECK_INT(v->end[GR_END_MATERIAL], cases[i].dead);
        CHECK_INT(v->result[GR_DRAW], cases[i].dead);
        gr_stats_free(&stats);
    }
}

static void the_board_decides_where_no_result_is_given(void) {
    GrStats stats;
    const GrVariantStats *v =
        aid_count_line(variants, &stats, "chess", NULL, AID_LEGAL_MATE, GR_RESULT_NONE);
    REQUIRE(v != NULL);
    CHECK_INT(v->result[GR_WHITE_WINS], 1);
    CHECK_INT(v->end[GR_END_CHECKMATE], 1);
    gr_stats_free(&stats);
    v = aid_count_line(variants, &stats, "chess", NULL, "e4", GR_RESULT_NONE);
    REQUIRE(v != NULL);
    CHECK_INT(v->result[GR_RESULT_NONE], 1);
    gr_stats_free(&stats);
}

static void a_partial_game_ends_as_such(void) {
    GrStats stats;
    GrGame game;
    gr_stats_init(&stats);
    gr_game_init(&game);
    CHECK(aid_fill(variants, &game, "chess", NULL, AID_LEGAL_MATE, GR_WHITE_WINS));
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
    const GrVariantStats *v = aid_count_line(variants, &stats, "magician", fen, "Hxf3", GR_DRAW);
    REQUIRE(v != NULL);
    CHECK_INT(v->kind[GR_WHITE][GR_SPELL_FALL], 1);
    CHECK_INT(v->taken[GR_WHITE][0][type_of(v, 'P')], 1);
    CHECK_INT(v->captures_on[square_of(v, "f3")], 1);
    gr_stats_free(&stats);
    v = aid_count_line(variants, &stats, "magician", fen, "Hxg4", GR_DRAW);
    REQUIRE(v != NULL);
    CHECK_INT(gr_stats_captures(v, GR_WHITE, -1, -1), 0);
    CHECK_INT(v->own[GR_WHITE][type_of(v, 'P')], 1);
    CHECK_INT(v->captures_on[square_of(v, "g4")], 1);
    gr_stats_free(&stats);
    v = aid_count_line(variants, &stats, "magician", fen, "Hf3", GR_DRAW);
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
        aid_count_line(variants, &stats, "wizard", "3z3/7/7/7/7/7/7/7/3W3/7/1a5/2Z4[] b - - 0 1",
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
    const GrVariantStats *v = aid_count_line(
        variants, &stats, "wizard", "z6/3G3/7/7/7/7/7/7/7/7/6C/2Z4[D] w Z - 0 1", "Z=g2 Za11 Gd12=D+",
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
        aid_count_line(variants, &stats, "royal", "4k3/8/8/8/8/4K3/8/8[BNR,-,-,-] w - - 0 1",
                       "Kd4/N@a1", GR_RESULT_NONE);
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
        CHECK(aid_fill(variants, &game, "chess", NULL, lines[i], i ? GR_DRAW : GR_BLACK_WINS));
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
        CHECK(aid_fill(variants, &game, "magi", NULL, "e4", GR_WHITE_WINS));
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
    CHECK(aid_fill(variants, &game, "chess", NULL, "e4", result));
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
    CHECK(aid_fill(variants, &game, "chess", NULL, "e4", GR_WHITE_WINS));
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

int main(int argc, char **argv) {
    variants = gr_variants_open();
    if (!variants)
        return 2;
    test_start(argc, argv);
    RUN(a_chess_game_is_counted);
    RUN(castling_and_en_passant_are_counted);
    RUN(promotions_are_counted_by_what_appears);
    RUN(ends_are_distinguished);
    RUN(dead_positions_end_games);
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
    gr_variants_close(variants);
    return test_end();
}
