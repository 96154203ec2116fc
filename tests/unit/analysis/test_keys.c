/* Sets of keys: those that grow and shrink, large ones, and counting beyond what a set holds. */
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "analysis/study/distinct.h"
#include "analysis/study/keyfile.h"
#include "analysis/study/keytable.h"
#include "rules/error.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

/* Well spread numbers, all different (SplitMix64). */
static uint64_t nth(uint64_t n) {
    uint64_t x = (n + 1) * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static void keys_are_taken_out_again(void) {
    GrKeySet set = {0};
    unsigned wrong = 0;
    for (uint64_t n = 0; n < 20000; n++) {
        wrong += gr_keyset_add(&set, nth(n)) != 1;
        if (n >= 100) /* a window of a hundred stays */
            gr_keyset_remove(&set, nth(n - 100));
        wrong += n >= 100 && gr_keyset_has(&set, nth(n - 100));
        wrong += !gr_keyset_has(&set, nth(n - n % 100)) && n % 100 < 99;
    }
    for (uint64_t n = 19900; n < 20000; n++)
        wrong += !gr_keyset_has(&set, nth(n));
    gr_keyset_remove(&set, 12345); /* not there */
    CHECK_INT(wrong, 0);
    CHECK_INT(set.count, 100);
    CHECK(set.slots <= 512);
    gr_keyset_free(&set);
}

/* Small numbers lie close together, in runs that go round the end of the slots. */
static void a_gap_is_closed_wherever_it_is(void) {
    unsigned wrong = 0;
    for (uint64_t without = 1; without <= 60; without++) {
        GrKeySet set = {0};
        for (uint64_t n = 1; n <= 60; n++)
            wrong += gr_keyset_add(&set, n << 40) != 1;
        gr_keyset_remove(&set, without << 40);
        for (uint64_t n = 1; n <= 60; n++)
            wrong += gr_keyset_has(&set, n << 40) != (n != without);
        gr_keyset_free(&set);
    }
    CHECK_INT(wrong, 0);
}

/* Each of `keys` keys is shown twice; every third is of class 1. */
static void count(GrDistinct *distinct, uint64_t keys) {
    bool exact;
    for (uint64_t n = 0; n < 2 * keys; n++) {
        uint64_t key = nth(n % keys);
        int look = gr_distinct_look(distinct, key, &exact);
        CHECK(look >= 0);
        if (look)
            CHECK_INT(gr_distinct_count(distinct, key, exact, n % keys % 3 == 1), 0);
    }
}

static bool is_near(uint64_t got, uint64_t want) {
    uint64_t off = got > want ? got - want : want - got;
    if (off * 100 > want * 3)
        printf("    %" PRIu64 ", not about %" PRIu64 "\n", got, want);
    return off * 100 <= want * 3; /* four standard errors */
}

static void counts_are_exact_and_then_near(void) {
    bool about;
    for (uint64_t keys = 1000; keys <= 1000000; keys *= 10) {
        GrDistinct distinct;
        gr_distinct_init(&distinct, 5000);
        count(&distinct, keys);
        uint64_t one = gr_distinct_total(&distinct, 1, &about);
        CHECK(about == (keys > 5000));
        CHECK(about ? is_near(one, keys / 3) : one == 333);
        uint64_t zero = gr_distinct_total(&distinct, 0, &about);
        CHECK(about ? is_near(zero, keys - keys / 3) : zero == 667);
        CHECK(distinct.seen.count <= 5000);
        gr_distinct_free(&distinct);
    }
}

static void a_table_has_what_was_added(void) {
    for (uint64_t keys = 0; keys <= 300000; keys = keys * 7 + 1) {
        GrKeyTable table = {0};
        unsigned wrong = 0;
        for (uint64_t n = 0; n < 3 * keys; n++)
            wrong += gr_keytable_add(&table, nth(n % keys)) != 0;
        CHECK_INT(gr_keytable_finish(&table), 0);
        CHECK_INT(table.count, keys);
        for (uint64_t n = 0; n < keys; n++)
            wrong += !gr_keytable_has(&table, nth(n)) || gr_keytable_has(&table, nth(n + keys));
        wrong += gr_keytable_has(&table, 0) || gr_keytable_has(&table, UINT64_MAX);
        CHECK_INT(wrong, 0);
        CHECK(gr_keytable_bytes(&table) <= 9 * keys + 64);
        gr_keytable_free(&table);
    }
}

/* Whatever comes when, among it the smallest and the greatest key, a file of keys knows what a set knows. */
static void a_file_of_keys_is_a_set(void) {
    for (size_t most = 1; most <= 3000; most = 3 * most + 7) {
        GrKeyFile keys = {.most = most};
        GrKeySet set = {0};
        unsigned wrong = 0;
        for (uint64_t n = 0; n < 6000; n++) {
            uint64_t key = n % 1000 == 10 ? 0 : n % 1000 == 20 ? UINT64_MAX : nth(nth(n) % 4000);
            wrong += gr_keyfile_add(&keys, key) != gr_keyset_add(&set, key);
        }
        CHECK_INT(wrong, 0);
        CHECK_INT(keys.count + keys.recent.count, set.count);
        CHECK(keys.recent.count <= most && keys.file != NULL);
        gr_keyset_free(&set);
        gr_keyfile_free(&keys);
    }
}

/* However many keys there are. */
static void its_memory_is_flat(void) {
    GrKeyFile keys = {0};
    unsigned wrong = 0;
    for (uint64_t n = 0; n < 5 * GR_KEYFILE_RECENT / 2; n++)
        wrong += gr_keyfile_add(&keys, nth(n)) != 1;
    for (uint64_t n = 0; n < 5 * GR_KEYFILE_RECENT / 2; n += 97)
        wrong += gr_keyfile_add(&keys, nth(n)) != 0;
    CHECK_INT(wrong, 0);
    CHECK_INT(keys.count, 2 * GR_KEYFILE_RECENT);
    CHECK((keys.recent.slots + keys.cap) * sizeof(uint64_t) <= 9 << 20);
    gr_keyfile_free(&keys);
}

/* The disk may be full, and the file may be cut behind its back. */
static void its_file_may_fail(void) {
    struct rlimit usual, small = {8000, 8000};
    GrKeyFile keys = {.most = 600};
    int code = 1;
    uint64_t n = 0;
    getrlimit(RLIMIT_FSIZE, &usual);
    small.rlim_max = usual.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    for (; n < 3000 && code == 1; n++)
        code = gr_keyfile_add(&keys, nth(n));
    setrlimit(RLIMIT_FSIZE, &usual);
    CHECK_INT(code, GR_ERR_IO);
    CHECK_INT(errno, EFBIG);
    CHECK_INT(n, 1201);
    gr_keyfile_free(&keys);
    for (n = 0; n < 601; n++)
        CHECK_INT(gr_keyfile_add(&keys, nth(n)), 1);
    REQUIRE(keys.file != NULL);
    CHECK_INT(ftruncate(fileno(keys.file), 0), 0);
    CHECK_INT(gr_keyfile_add(&keys, nth(1)), GR_ERR_IO);
    gr_keyfile_free(&keys);
}

static void memory_may_run_out_of_a_file(void) {
    FAIL_EACH_ALLOCATION(n, 200) {
        GrKeyFile keys = {.most = 100};
        int code = 0;
        for (uint64_t k = 0; k < 1000 && code >= 0; k++)
            code = gr_keyfile_add(&keys, nth(k));
        CHECK(code == 1 || code == GR_ERR_MEMORY);
        CHECK(code == 1 || fail_alloc_failures());
        fail_alloc_stop();
        gr_keyfile_free(&keys);
    }
}

static void memory_may_run_out(void) {
    FAIL_EACH_ALLOCATION(n, 100) {
        GrKeyTable table = {0};
        GrDistinct distinct;
        bool exact;
        int code = 0;
        gr_distinct_init(&distinct, 40);
        for (uint64_t k = 0; k < 200 && code >= 0; k++) {
            code = gr_distinct_look(&distinct, nth(k), &exact);
            code = code > 0 ? gr_distinct_count(&distinct, nth(k), exact, 0) : code;
            code = code < 0 ? code : gr_keytable_add(&table, nth(k));
        }
        code = code < 0 ? code : gr_keytable_finish(&table);
        CHECK(code == 0 || code == -1);
        CHECK(code == 0 || fail_alloc_failures());
        fail_alloc_stop();
        gr_keytable_free(&table);
        gr_distinct_free(&distinct);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(keys_are_taken_out_again);
    RUN(a_gap_is_closed_wherever_it_is);
    RUN(counts_are_exact_and_then_near);
    RUN(a_table_has_what_was_added);
    RUN(a_file_of_keys_is_a_set);
    RUN(its_memory_is_flat);
    RUN(its_file_may_fail);
    RUN(memory_may_run_out_of_a_file);
    RUN(memory_may_run_out);
    return test_end();
}
