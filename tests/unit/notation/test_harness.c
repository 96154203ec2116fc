/* The tests' own tools: checks that fail must be seen to fail. */
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

static void failing_checks_are_noticed(void) {
    CHECK_FAILS(CHECK(1 == 2));
    CHECK_FAILS(CHECK_INT(1, 2));
    CHECK_FAILS(CHECK_STR("a", "b"));
    CHECK_FAILS(CHECK_STR(NULL, "b"));
}

static void holding_checks_hold(void) {
    CHECK(1 == 1);
    CHECK_INT(-1, -1);
    CHECK_STR("a", "a");
    CHECK_STR(NULL, NULL);
}

static void nth_allocation_fails(void) {
    fail_alloc_at(2, false);
    char *volatile first = malloc(10);
    char *volatile second = calloc(1, 10);
    char *volatile third = realloc(NULL, 10);
    fail_alloc_stop();
    CHECK(first && !second && third);
    CHECK_INT(fail_alloc_failures(), 1);
    free(first);
    free(third);
}

static void all_allocations_onward_fail(void) {
    fail_alloc_at(2, true);
    char *volatile first = malloc(10);
    char *volatile second = strdup("x");
    char *volatile third = realloc(NULL, 10);
    fail_alloc_stop();
    CHECK(first && !second && !third);
    CHECK_INT(fail_alloc_failures(), 2);
    free(first);
}

static void each_allocation_fails_once(void) {
    int runs = 0, complete = 0;
    FAIL_EACH_ALLOCATION(n, 10) {
        char *volatile a = malloc(1);
        char *volatile b = malloc(1);
        runs++;
        complete += a && b;
        free(a);
        free(b);
    }
    CHECK_INT(runs, 3);
    CHECK_INT(complete, 1);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(failing_checks_are_noticed);
    RUN(holding_checks_hold);
    RUN(nth_allocation_fails);
    RUN(all_allocations_onward_fail);
    RUN(each_allocation_fails_once);
    return test_end();
}
