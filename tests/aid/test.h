/* A small harness for unit tests. A test program is
 *
 *     static void castling_through_check(void) {
 *         CHECK_INT(count, 25);
 *     }
 *
 *     int main(int argc, char **argv) {
 *         test_start(argc, argv);
 *         RUN(castling_through_check);
 *         return test_end();
 *     }
 *
 * It prints a line `ok NAME` or `not ok NAME` for each case and reports each failed check with file
 * and line before it; its last line says how many cases there were, so that one which died half
 * way is noticed. With a word as argument it runs only the cases with that word in their name.
 */
#ifndef GR_TESTS_TEST_H
#define GR_TESTS_TEST_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const char *wanted; /* run the cases with this in their name; NULL: all */
    int passed, failed; /* cases */
    int checks_failed;  /* in the case that runs */
    bool expecting;     /* inside CHECK_FAILS: failures are counted, not reported */
} test_now;

static inline void test_start(int argc, char **argv) {
    test_now.wanted = argc > 1 ? argv[1] : NULL;
    setvbuf(stdout, NULL, _IOLBF, 0);
}

static inline int test_end(void) {
    printf("# %d passed, %d failed\n", test_now.passed, test_now.failed);
    return test_now.failed > 0;
}

/* Are the slow suites wanted at full depth (make check-slow)? */
static inline bool test_slow(void) {
    const char *slow = getenv("GRIMOIRE_SLOW");
    return slow && *slow;
}

/* Is all wanted that fits into minutes (make check-long, and make check-slow)? make check tries a part of what repeats
 * itself: the same part each time. */
static inline bool test_long(void) {
    const char *text = getenv("GRIMOIRE_LONG");
    return test_slow() || (text && *text);
}

/* Has the random test its own seed? Then it has all that it is to show; with another one, some of that may be missing
 * by chance, and what it has must hold all the same. */
static inline bool test_own_seed(void) {
    const char *text = getenv("GRIMOIRE_SEED");
    return !text || !*text;
}

/* The seed of a random test: its own, or one made of that and of GRIMOIRE_SEED, if that is set; never 0. */
static inline uint64_t test_seed(uint64_t own) {
    if (test_own_seed())
        return own;
    uint64_t seed = (strtoull(getenv("GRIMOIRE_SEED"), NULL, 10) << 32 ^ own) * 0x9E3779B97F4A7C15u;
    return (seed ^ seed >> 29) | 1;
}

static inline void test_run(const char *name, void (*body)(void)) {
    if (test_now.wanted && !strstr(name, test_now.wanted)) {
        return;
    }
    test_now.checks_failed = 0;
    body();
    bool ok = test_now.checks_failed == 0;
    *(ok ? &test_now.passed : &test_now.failed) += 1;
    printf("%s %s\n", ok ? "ok" : "not ok", name);
}

#define RUN(body) test_run(#body, body)

/* Counts a failure; true if it is to be reported. */
static inline bool test_failure(const char *file, int line) {
    test_now.checks_failed++;
    if (!test_now.expecting) {
        printf("%s:%d: ", file, line);
    }
    return !test_now.expecting;
}

static inline bool test_check(bool holds, const char *text, const char *file, int line) {
    if (!holds && test_failure(file, line)) {
        printf("does not hold: %s\n", text);
    }
    return holds;
}

static inline bool test_int(int64_t got, int64_t want, const char *text, const char *file,
                            int line) {
    if (got != want && test_failure(file, line)) {
        printf("%s is %" PRId64 ", not %" PRId64 "\n", text, got, want);
    }
    return got == want;
}

static inline bool test_str(const char *got, const char *want, const char *text, const char *file,
                            int line) {
    bool same = got && want ? strcmp(got, want) == 0 : got == want;
    if (!same && test_failure(file, line)) {
        printf("%s is\n    %s\nnot\n    %s\n", text, got ? got : "(null)", want ? want : "(null)");
    }
    return same;
}

/* Each gives true if the check holds, and the case goes on if it does not. */
#define CHECK(condition) test_check((condition), #condition, __FILE__, __LINE__)
#define CHECK_INT(got, want) test_int((int64_t)(got), (int64_t)(want), #got, __FILE__, __LINE__)
#define CHECK_STR(got, want) test_str((got), (want), #got, __FILE__, __LINE__)

/* Leaves the case if the condition does not hold. */
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!CHECK(condition)) {                                                                   \
            return;                                                                                \
        }                                                                                          \
    } while (0)

/* Holds if a check inside the statement fails: for tests of the tests. */
#define CHECK_FAILS(statement)                                                                     \
    do {                                                                                           \
        int before_ = test_now.checks_failed;                                                      \
        test_now.expecting = true;                                                                 \
        statement;                                                                                 \
        test_now.expecting = false;                                                                \
        bool failed_ = test_now.checks_failed > before_;                                           \
        test_now.checks_failed = before_;                                                          \
        test_check(failed_, "a check fails in " #statement, __FILE__, __LINE__);                   \
    } while (0)

#endif
