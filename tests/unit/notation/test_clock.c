/* Clocks in comments, and time controls. */
#include <math.h>

#include "notation/judge/clock.h"
#include "notation/reader/reader.h"
#include "tests/aid/test.h"

static GrVariants *variants;

static bool same(double a, double b) {
    if (fabs(a - b) < 1e-6)
        return true;
    printf("    %.4f, not %.4f\n", a, b);
    return false;
}

static void clocks_as_text(void) {
    static const struct {
        const char *text;
        double seconds;
    } cases[] = {
        {"0:05:00", 300},
        {"1:02:03.5", 3723.5},
        {"0:00:00.07", 0.07},
        {"02:03", 123},
        {"12.25", 12.25},
        {"100:00:00", 360000},
        {"0:00:59,5", 59.5},
        {"", -1},
        {":05", -1},
        {"1:", -1},
        {"1:2:3:4", -1},
        {"-0:01:00", -1},
        {"x", -1},
        {"0:01:00x", -1},
        {"9999999999", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!CHECK(same(gr_clock_read(cases[i].text, strlen(cases[i].text)), cases[i].seconds)))
            printf("    '%s'\n", cases[i].text);
}

static void time_controls(void) {
    GrPeriod p[GR_MAX_PERIODS];
    CHECK_INT(gr_time_control("300+3", p), 1);
    CHECK(p[0].moves == 0 && p[0].seconds == 300 && p[0].increment == 3);
    CHECK_INT(gr_time_control("40/5400+30:1800+30", p), 2);
    CHECK(p[0].moves == 40 && p[0].seconds == 5400 && p[0].increment == 30);
    CHECK(p[1].moves == 0 && p[1].seconds == 1800);
    CHECK_INT(gr_time_control("600", p), 1);
    CHECK_INT(gr_time_control("0.5+0.1", p), 1);
    CHECK(same(p[0].seconds, 0.5) && same(p[0].increment, 0.1));
    const char *const unclear[] = {NULL,   "",     "?",       "-",         "*180", "40/",
                                   "300+", "/300", "300 + 3", "1:2:3:4:5", "0/300"};
    for (size_t i = 0; i < sizeof unclear / sizeof *unclear; i++)
        if (!CHECK_INT(gr_time_control(unclear[i], p), 0))
            printf("    '%s'\n", unclear[i]);
}

/* The times of a game of six plies or fewer; returns what gr_move_times did. */
static bool times_of(const char *text, GrMoveTime time[6], double first[2]) {
    GrGame game;
    GrReader *reader = gr_reader_open_memory(text, strlen(text), variants, NULL, NULL);
    gr_game_init(&game);
    bool known = CHECK(reader && gr_reader_next(reader, &game, NULL) == 1) &&
                 CHECK(game.plies <= 6) && gr_move_times(&game, time);
    for (int side = 0; side < 2; side++)
        first[side] = known ? gr_first_time(&game, time, side) : 0;
    gr_reader_close(reader);
    gr_game_free(&game);
    return known;
}

/* Three minutes with two seconds a move; as lichess writes it, the clocks start at the second move.
 */
static void by_clock(void) {
    GrMoveTime t[6];
    double first[2];
    REQUIRE(
        times_of("[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:59]} "
                 "2. Nf3 {[%clk 0:02:50.5]} Nc6 {[%clk 0:00:10]} 3. Bb5 a6 {[%clk 0:00:09]} *\n",
                 t, first));
    CHECK(same(t[0].spent, 0) && same(t[0].before, 180));
    CHECK(same(t[1].spent, 3) && same(t[1].before, 180));
    CHECK(same(t[2].spent, 11.5));
    CHECK(same(t[3].spent, 171) && same(t[3].before, 179));
    CHECK(t[4].spent < 0 && same(t[4].before, 170.5));
    CHECK(same(t[5].spent, 3) && same(t[5].before, 10));
    CHECK(same(first[GR_WHITE], 180));
    CHECK(gr_is_pressed(&t[5], first[GR_BLACK]) && !gr_is_pressed(&t[3], first[GR_BLACK]));
    CHECK(!gr_is_pressed(&(GrMoveTime){1, GR_NO_TIME}, 180));
}

static void by_elapsed_time(void) {
    GrMoveTime t[6];
    double first[2];
    REQUIRE(times_of("[TimeControl \"60+1\"]\n\n1. e4 {[%emt 0:00:10]} e5 {x [%emt 5.5] y} "
                     "2. Nf3 {[%emt 0:00:46]} Nc6 *\n",
                     t, first));
    CHECK(same(t[0].spent, 10) && same(t[0].before, 60));
    CHECK(same(t[1].spent, 5.5));
    CHECK(same(t[2].before, 51) && same(t[2].spent, 46));
    CHECK(t[3].spent < 0 && same(t[3].before, 55.5));
    CHECK(!times_of("[TimeControl \"60+1\"]\n\n1. e4 e5 *\n", t, first));
}

static void without_time_control(void) {
    GrMoveTime t[6];
    double first[2];
    REQUIRE(times_of("1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Nf3 {[%clk 0:04:50]} Nc6 "
                     "{[%clk 0:05:30]} 3. Bb5 {[%clk 0:04:40]} a6 *\n",
                     t, first));
    CHECK(t[0].spent < 0 && t[0].before < 0);
    CHECK(same(t[2].spent, 10) && same(t[4].spent, 10));
    CHECK(t[3].spent < 0); /* the clock went up: something was added that is not known */
    CHECK(same(first[GR_WHITE], 300) && same(first[GR_BLACK], 330));
}

/* Two moves in ten minutes, then five minutes more. */
static void second_period(void) {
    GrMoveTime t[6];
    double first[2];
    REQUIRE(
        times_of("[TimeControl \"2/600:300\"]\n\n1. e4 {[%clk 0:09:00]} e5 2. Nf3 {[%clk 0:13:00]} "
                 "Nc6 3. Bb5 {[%clk 0:12:30]} a6 *\n",
                 t, first));
    CHECK(same(t[0].spent, 60));
    CHECK(same(t[2].spent, 60));
    CHECK(same(t[4].spent, 30));
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    RUN(clocks_as_text);
    RUN(time_controls);
    RUN(by_clock);
    RUN(by_elapsed_time);
    RUN(without_time_control);
    RUN(second_period);
    gr_variants_close(variants);
    return test_end();
}
