/* Judged moves, phases, times and openings in statistics, against sums worked out by hand. */
#include <math.h>

#include "analysis/study/stats.h"
#include "notation/reader/reader.h"
#include "notation/write/format.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static GrVariants *variants;
static const GrThresholds usual = GR_USUAL_THRESHOLDS;

static bool near(double got, double want) {
    if (fabs(got - want) < 1e-9)
        return true;
    printf("    %.9f, not %.9f\n", got, want);
    return false;
}

/* Nobody errs but Black with the last move, in an endgame and with 5 of 100 seconds left. */
static const char GAME[] =
    "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n[TimeControl \"100\"]\n"
    "[FEN \"4k3/4p3/8/8/8/8/4P3/3RK3 w - - 0 1\"]\n[SetUp \"1\"]\n\n"
    "1. e4 {[%eval 3.00] [%clk 0:01:30]} e6 {[%eval 3.00] [%clk 0:00:05]} "
    "2. e5 {[%eval 3.00] [%clk 0:01:10]} Ke7 {[%eval #4] [%clk 0:00:02]} 1-0\n";

static void read_game(const char *text, GrGame *game, GrJudgement *judgement) {
    GrReader *reader = gr_reader_open_memory(text, strlen(text), variants, NULL, NULL);
    gr_game_init(game);
    gr_judgement_init(judgement);
    CHECK(reader && gr_reader_next(reader, game, NULL) == 1);
    gr_reader_close(reader);
    CHECK(!gr_judge_own_evals(judgement, game, &usual));
}

static void sums(void) {
    GrStats stats;
    GrGame game;
    GrJudgement judgement;
    read_game(GAME, &game, &judgement);
    gr_stats_init(&stats);
    stats.with_players = stats.with_openings = true;
    for (int i = 0; i < 2; i++)
        CHECK(!gr_stats_add(&stats, &game));
    REQUIRE(stats.variants == 1);
    const GrVariantStats *v = stats.variant[0];
    const GrJudgedSum *white = &v->judged[GR_WHITE], *black = &v->judged[GR_BLACK];
    CHECK_INT(white->games, 2);
    CHECK_INT(white->moves, 2); /* what stood before the first move is not known */
    CHECK_INT(black->moves, 4);
    CHECK_INT(black->grade[GR_GOOD], 2);
    CHECK_INT(black->grade[GR_BLUNDER], 2);
    CHECK_INT(black->allowed, 2);
    CHECK(near(gr_sum_loss(white), 0) &&
          near(gr_sum_loss(black), 350)); /* from -3 to -10 pawns, and 0 */
    CHECK(near(gr_sum_accuracy(white), 100) && near(gr_sum_move_accuracy(white), 100));
    CHECK_INT(white->timed, 4);
    CHECK(near(gr_sum_seconds(white), 15) && near(gr_sum_seconds(black), 49));
    CHECK_INT(black->pressed[0], 2); /* Ke7, with 5 seconds left */
    CHECK_INT(black->pressed[1], 2);
    CHECK_INT(black->calm[0], 2);
    CHECK_INT(black->calm[1], 0);
    CHECK_INT(v->phase[GR_ENDGAME][GR_BLACK].moves, 4);
    CHECK_INT(v->phase[GR_OPENING][GR_BLACK].moves + v->phase[GR_MIDDLEGAME][GR_BLACK].moves, 0);
    CHECK_INT(v->players.count, 2);
    REQUIRE(v->openings.count == 1);
    CHECK_STR(v->openings.player[0].name, "1. e4 e6 2. e5 Ke7");
    CHECK_INT(v->openings.player[0].games[GR_WHITE], 2);
    CHECK_INT(v->openings.player[0].judged[GR_BLACK].grade[GR_BLUNDER], 2);
    gr_stats_free(&stats);
    gr_judgement_free(&judgement);
    gr_game_free(&game);
}

static void names_of_openings(void) {
    static const struct {
        const char *text;
        uint32_t plies;
        const char *name;
    } cases[] = {
        {"[ECO \"B90\"]\n\n1. e4 c5 *\n", 0, "B90"},
        {"[ECO \"B90\"]\n\n1. e4 c5 *\n", 1, "1. e4"},
        {"[ECO \"?\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 *\n", 0, "1. e4 c5 2. Nf3 d6"},
        {"[Result \"*\"]\n\n*\n", 0, "no moves"},
        {"[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[SetUp \"1\"]\n\n7... e5 8. e4 *\n", 0,
         "7... e5 8. e4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GrStats stats;
        GrGame game;
        GrJudgement judgement;
        read_game(cases[i].text, &game, &judgement);
        gr_stats_init(&stats);
        stats.with_openings = true;
        stats.opening_plies = cases[i].plies;
        CHECK(!gr_stats_add(&stats, &game));
        if (CHECK(stats.variants == 1) && CHECK_INT(stats.variant[0]->openings.count, 1))
            CHECK_STR(stats.variant[0]->openings.player[0].name, cases[i].name);
        gr_stats_free(&stats);
        gr_judgement_free(&judgement);
        gr_game_free(&game);
    }
}

static int forget(void *context, const char *bytes, size_t len) {
    (void)context;
    (void)bytes;
    (void)len;
    return 0;
}

static void out_of_memory(void) {
    GrGame game;
    GrJudgement judgement;
    read_game(GAME, &game, &judgement);
    FAIL_EACH_ALLOCATION(n, 1000) {
        GrStats stats;
        gr_stats_init(&stats);
        stats.with_players = stats.with_openings = true;
        int code = gr_stats_add(&stats, &game);
        for (GrStatsFormat format = GR_STATS_TEXT; !code && format <= GR_STATS_CSV; format++)
            code = gr_stats_write(&stats, format, forget, NULL);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        gr_stats_free(&stats);
    }
    gr_judgement_free(&judgement);
    gr_game_free(&game);
}

/* Formats that show judgements. */
static void writing_out_of_memory(void) {
    GrGame game;
    GrJudgement judgement;
    read_game(GAME, &game, &judgement);
    for (int f = 0; gr_formats[f]; f++) {
        GrBuffer whole;
        gr_buffer_init(&whole);
        gr_formats[f]->game(&whole, &game, 1, 1);
        FAIL_EACH_ALLOCATION(n, 1000) {
            GrBuffer out;
            gr_buffer_init(&out);
            gr_formats[f]->game(&out, &game, 1, 1);
            fail_alloc_stop();
            CHECK(out.failed || (out.data && !strcmp(out.data, whole.data)));
            gr_buffer_free(&out);
        }
        gr_buffer_free(&whole);
    }
    gr_judgement_free(&judgement);
    gr_game_free(&game);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(sums);
    RUN(names_of_openings);
    RUN(out_of_memory);
    RUN(writing_out_of_memory);
    gr_variants_close(variants);
    return test_end();
}
