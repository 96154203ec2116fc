/* What a score is worth, and openings, with and without memory. */
#include <math.h>
#include <unistd.h>

#include "analysis/study/match.h"
#include "tests/fail_alloc.h"
#include "tests/test.h"

static GrBook *book;

static bool near(double a, double b) {
    return fabs(a - b) < 0.05;
}

/* Figures worked out by hand from the formula in the header. */
static void elo_of_scores(void) {
    double margin;
    CHECK(near(gr_match_elo(&(GrMatchScore){0}, &margin), 0) && margin == 0);
    CHECK(near(gr_match_elo(&(GrMatchScore){50, 50, 0}, &margin), 0));
    CHECK(near(margin, 68.99)); /* 0.5 +/- 1.96 * 0.05 */
    CHECK(near(gr_match_elo(&(GrMatchScore){75, 25, 0}, &margin), 190.85));
    CHECK(near(gr_match_elo(&(GrMatchScore){25, 75, 0}, &margin), -190.85));
    CHECK(near(gr_match_elo(&(GrMatchScore){0, 0, 10}, &margin), 0) && margin == 0);
    CHECK(gr_match_elo(&(GrMatchScore){3, 0, 0}, &margin) == INFINITY && margin == INFINITY);
    CHECK(gr_match_elo(&(GrMatchScore){0, 3, 0}, &margin) == -INFINITY);
}

/* Reads openings from a text; the code of gr_openings_read. */
static int read_text(const char *text, GrOpenings *openings, GrError *error) {
    char path[] = "/tmp/grimoire-openings.XXXXXX";
    int fd = mkstemp(path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!CHECK(file != NULL))
        return GR_ERR_IO;
    fputs(text, file);
    fclose(file);
    int code = gr_openings_read(path, book, gr_book_find(book, "chess"), openings, error);
    fail_alloc_stop();
    unlink(path);
    return code;
}

static void openings_of_both_kinds(void) {
    GrOpenings openings;
    GrError error;
    CHECK_INT(read_text("1. e4 e5 (1... c5 2. Nf3) *\n\n1. d4 *\n", &openings, &error), 0);
    CHECK_INT(openings.count, 2);
    CHECK_INT(openings.opening[0].count, 2);
    CHECK_INT(openings.opening[1].count, 1);
    gr_openings_free(&openings);
    CHECK_INT(read_text("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n\n#\n4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
                        &openings, &error), 0);
    CHECK_INT(openings.count, 2);
    CHECK_INT(openings.opening[1].start.turn, GR_BLACK);
    gr_openings_free(&openings);
    CHECK_INT(read_text("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1\n", &openings, &error), GR_ERR_SYNTAX);
    CHECK(strstr(error.text, ":1: the game is over") != NULL);
    CHECK_INT(openings.count, 0);
}

static void openings_without_memory(void) {
    long failures = 0;
    FAIL_EACH_ALLOCATION(n, 1000) {
        GrOpenings openings;
        GrError error;
        int code = read_text("1. e4 e5 *\n\n1. d4 *\n", &openings, &error);
        bool failed = fail_alloc_failures() > 0;
        CHECK_INT(code, failed ? GR_ERR_MEMORY : 0);
        CHECK_INT(openings.count, failed ? 0 : 2);
        failures += failed;
        gr_openings_free(&openings);
    }
    CHECK(failures >= 3);
}

static void count_games(void *user, uint32_t number, const GrGame *game,
                        const GrMatchScore *score) {
    (void)game;
    *(uint32_t *)user = number;
    CHECK_INT(score->wins + score->losses + score->draws, number);
}

static void a_match_without_memory(void) {
    long failures = 0;
    FAIL_EACH_ALLOCATION(n, 2000) {
        uint32_t told = 0;
        GrMatchScore score;
        GrError error;
        GrMatchJob job = {.rules = gr_book_find(book, "chess"), .command = {GR_BUILTIN, GR_BUILTIN},
                          .games = 2, .limits = {.depth = 1}, .most_plies = 4, .threads = 1,
                          .hash = 1, .played = count_games, .user = &told};
        int code = gr_match_run(&job, &score, &error);
        fail_alloc_stop();
        bool failed = fail_alloc_failures() > 0;
        CHECK_INT(code, failed ? GR_ERR_MEMORY : 0);
        CHECK_INT(score.wins + score.losses + score.draws, told);
        CHECK(failed || told == 2);
        failures += failed;
    }
    CHECK(failures >= 5);
}

int main(int argc, char **argv) {
    book = gr_book_open();
    if (!book)
        return 2;
    test_start(argc, argv);
    RUN(elo_of_scores);
    RUN(openings_of_both_kinds);
    RUN(openings_without_memory);
    RUN(a_match_without_memory);
    gr_book_close(book);
    return test_end();
}
