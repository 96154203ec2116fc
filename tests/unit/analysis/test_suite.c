/* Test suites, with and without memory. */
#include <unistd.h>

#include "analysis/study/suite.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

#define FIRST "7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - "
static const char text[] = "# a comment\n" FIRST "bm Kxg5; id \"one\";\n\n" FIRST "am Kxg5; c0 \"two\"\r\n" FIRST
                           "bm e4;\n" FIRST "id \"idle\";\n" FIRST "dm 2;";
static GrVariants *variants;
static char path[] = "/tmp/grimoire-suite.XXXXXX";

typedef struct Told {
    unsigned errors, warnings, answered, solved;
    uint32_t line;
} Told;

static void on_fault(void *user, GrSeverity severity, uint32_t line, size_t column, const char *what) {
    Told *told = user;
    (void)what;
    told->line = line;
    CHECK_INT(column, severity == GR_ERROR ? 37 : 34);
    *(severity == GR_ERROR ? &told->errors : &told->warnings) += 1;
}

static void on_answer(void *user, size_t number, const GrSuiteAnswer answer[2], const char *const name[2]) {
    Told *told = user;
    CHECK_INT(number, told->answered++);
    CHECK(name[0] && !name[1]);
    told->solved += answer[0].solved;
    CHECK(answer[0].move != GR_NO_MOVE);
    CHECK(!answer[0].solved || answer[0].found.nodes <= answer[0].end.nodes);
}

static int read_suite(GrSuite *suite, Told *told, GrError *error) {
    *told = (Told){0};
    return gr_suite_read(path, variants, gr_variants_find(variants, "chess"), suite, on_fault, NULL, told, error);
}

static GrSuiteJob job_of(const GrSuite *suite, Told *told, int threads) {
    GrSuiteJob job = {.suite = suite, .engines = 1, .threads = threads, .hash = 1, .answered = on_answer, .user = told};
    job.engine[0] = (GrMatchEngine){.command = GR_BUILTIN, .limits = {.nodes = 200}};
    return job;
}

static void a_suite_is_read_and_solved(void) {
    GrSuite suite;
    GrError error;
    Told told;
    REQUIRE(read_suite(&suite, &told, &error) == 0);
    CHECK_INT(suite.count, 3);
    CHECK_INT(suite.faulty, 1);
    CHECK_INT(suite.idle, 1);
    CHECK_INT(told.errors, 1);
    CHECK_INT(told.warnings, 1);
    CHECK_INT(told.line, 6);
    CHECK_INT(suite.test[1].line, 4);
    CHECK_STR(suite.test[1].test.comment[0], "two");
    GrSuiteJob job = job_of(&suite, &told, 2);
    CHECK_INT(gr_suite_run(&job, &error), 0);
    CHECK_INT(told.answered, 3);
    CHECK(told.solved >= 1); /* of the first two, one or the other */
    gr_suite_free(&suite);
}

static void which_moves_are_right(void) {
    GrSuite suite;
    GrError error;
    Told told;
    REQUIRE(read_suite(&suite, &told, &error) == 0);
    const GrEpdTest *best = &suite.test[0].test, *avoid = &suite.test[1].test, *mate = &suite.test[2].test;
    GrMove move = best->best[0], other = move + 1;
    CHECK(gr_suite_is_right(best, move, GR_NO_SCORE));
    CHECK(!gr_suite_is_right(best, other, GR_NO_SCORE));
    CHECK(!gr_suite_is_right(avoid, move, GR_NO_SCORE));
    CHECK(gr_suite_is_right(avoid, other, GR_NO_SCORE));
    CHECK(!gr_suite_is_right(mate, move, GR_NO_SCORE));
    CHECK(!gr_suite_is_right(mate, move, 500));
    CHECK(!gr_suite_is_right(mate, move, gr_score_of_mate(3)));
    CHECK(gr_suite_is_right(mate, move, gr_score_of_mate(2)));
    CHECK(gr_suite_is_right(mate, move, gr_score_of_mate(1)));
    CHECK(!gr_suite_is_right(mate, move, gr_score_of_mate(-1)));
    gr_suite_free(&suite);
}

static void a_suite_without_memory(void) {
    GrSuite suite;
    GrError error;
    Told told;
    FAIL_EACH_ALLOCATION(n, 400) {
        int code = read_suite(&suite, &told, &error);
        fail_alloc_stop();
        CHECK(code == GR_ERR_MEMORY || (code == 0 && told.errors == 1)); /* a message may have no suggestions */
        CHECK(fail_alloc_failures() || code == 0);
        gr_suite_free(&suite);
    }
    REQUIRE(read_suite(&suite, &told, &error) == 0);
    GrSuiteJob job = job_of(&suite, &told, 1);
    FAIL_EACH_ALLOCATION(n, 400) {
        told.answered = 0;
        int code = gr_suite_run(&job, &error);
        fail_alloc_stop();
        CHECK_INT(code, fail_alloc_failures() ? GR_ERR_MEMORY : 0);
    }
    CHECK_INT(told.answered, 3);
    gr_suite_free(&suite);
}

int main(int argc, char **argv) {
    variants = gr_variants_open();
    int fd = mkstemp(path);
    if (!variants || fd < 0 || write(fd, text, sizeof text - 1) != (ssize_t)(sizeof text - 1) || close(fd))
        return 2;
    test_start(argc, argv);
    RUN(a_suite_is_read_and_solved);
    RUN(which_moves_are_right);
    RUN(a_suite_without_memory);
    unlink(path);
    gr_variants_close(variants);
    return test_end();
}
