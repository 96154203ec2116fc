/* FIDE's tables of ratings: examples from the Handbook's tables, and that both agree with each other. */
#include "analysis/study/fide.h"
#include "tests/aid/test.h"

static void differences(void) {
    static const int examples[][2] = {{100, 800}, {99, 677}, {92, 401}, {83, 273}, {75, 193}, {64, 102}, {51, 7},
                                      {50, 0},    {49, -7},  {36, -102}, {25, -193}, {8, -401}, {1, -677}, {0, -800}};
    for (size_t n = 0; n < sizeof examples / sizeof *examples; n++)
        CHECK_INT(gr_fide_difference(examples[n][0]), examples[n][1]);
    for (int percent = 1; percent <= 100; percent++) {
        CHECK(gr_fide_difference(percent) > gr_fide_difference(percent - 1));
        CHECK_INT(gr_fide_difference(percent), -gr_fide_difference(100 - percent));
    }
}

static void expectations(void) {
    static const int examples[][2] = {{0, 50},   {3, 50},   {4, 51},   {10, 51},  {11, 52},  {92, 63},  {98, 63},
                                      {99, 64},  {188, 74}, {189, 75}, {197, 75}, {344, 88}, {345, 89}, {391, 91},
                                      {392, 92}, {400, 92}, {411, 92}, {412, 93}, {735, 99}, {736, 100}, {2000, 100}};
    for (size_t n = 0; n < sizeof examples / sizeof *examples; n++) {
        CHECK_INT(gr_fide_expected(examples[n][0]), examples[n][1]);
        CHECK_INT(gr_fide_expected(-examples[n][0]), 100 - examples[n][1]);
    }
    for (int d = 1; d < 800; d++)
        CHECK(gr_fide_expected(d) - gr_fide_expected(d - 1) <= 1 && gr_fide_expected(d) >= gr_fide_expected(d - 1));
    for (int percent = 1; percent < 100; percent++) /* the tables are each other's inverse */
        CHECK_INT(gr_fide_expected(gr_fide_difference(percent)), percent);
}

static void performances(void) {
    CHECK_INT(gr_fide_performance(13, 9, 9 * 2500L), 2500 + 166); /* 6.5 of 9: 72.2 percent */
    CHECK_INT(gr_fide_performance(2, 1, 2300), 3100);
    CHECK_INT(gr_fide_performance(0, 3, 3 * 2000L), 1200);
    CHECK_INT(gr_fide_performance(2, 2, 2001 + 2002), 2002); /* 2001.5 is rounded up */
    CHECK_INT(gr_fide_performance(5, 4, 4 * 2000L), 2000 + 95);  /* 62.5 percent is 63 */
}

static void changes(void) {
    CHECK_INT(gr_fide_change(2450, 2300, 2), 30);
    CHECK_INT(gr_fide_change(2300, 2450, 0), -30);
    CHECK_INT(gr_fide_change(2000, 2000, 1), 0);
    CHECK_INT(gr_fide_change(2600, 2000, 2), 8);
    CHECK_INT(gr_fide_change(2000, 2600, 2), 92);
    CHECK_INT(gr_fide_change(2649, 2000, 2), 8);
    CHECK_INT(gr_fide_change(2650, 2000, 2), 1);
    CHECK_INT(gr_fide_change(2650, 2000, 1), -49);
    CHECK_INT(gr_fide_k(2399), 20);
    CHECK_INT(gr_fide_k(2400), 10);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(differences);
    RUN(expectations);
    RUN(performances);
    RUN(changes);
    return test_end();
}
