/* Strings with numbers: found by their numbers at once, and by their bytes when they are to be. */
#include <stdio.h>
#include <string.h>

#include "db/store/intern.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/test.h"

enum { COUNT = 1000 };

static size_t name(uint32_t id, char text[16]) {
    return (size_t)snprintf(text, 16, "name %u", (unsigned)id);
}

/* Every third number is left out. */
static bool fill(GrIntern *in, uint32_t from, uint32_t to,
                 int (*put)(GrIntern *in, uint32_t id, const char *bytes, size_t len)) {
    char text[16];
    bool done = true;
    for (uint32_t id = from; id < to && done; id++)
        if (id % 3)
            done = put(in, id, text, name(id, text)) == 0;
    return done;
}

static void check(const GrIntern *in, uint32_t to, bool by_bytes) {
    char text[16];
    for (uint32_t id = 1; id < to; id++) {
        size_t len = name(id, text);
        const char *kept = gr_intern_get(in, id);
        CHECK(id % 3 ? kept && !strcmp(kept, text) : !kept);
        CHECK_INT(gr_intern_find(in, text, len), by_bytes && id % 3 ? id : 0);
    }
}

static void kept_strings_are_found_when_they_are_indexed(void) {
    GrIntern in = {0};
    REQUIRE(gr_intern_expect(&in, COUNT / 2) == 0);
    REQUIRE(fill(&in, 1, COUNT, gr_intern_keep));
    check(&in, COUNT, false);
    REQUIRE(gr_intern_index(&in) == 0);
    check(&in, COUNT, true);
    REQUIRE(fill(&in, COUNT, 3 * COUNT, gr_intern_set));
    check(&in, 3 * COUNT, true);
    gr_intern_free(&in);
}

/* What asks for memory ahead of time must not reach for entries that are not there: clang's sanitizer says so. */
static void ask_ahead(const GrIntern *in) {
    uint32_t hash = gr_intern_hash("a", 1);
    gr_intern_reach(in, hash);
    gr_intern_approach(in, hash);
    gr_intern_touch(in, hash);
}

static void an_empty_one_can_be_indexed(void) {
    GrIntern in = {0};
    ask_ahead(&in);
    CHECK_INT(gr_intern_index(&in), 0);
    ask_ahead(&in);
    CHECK_INT(gr_intern_find(&in, "a", 1), 0);
    CHECK_INT(gr_intern_set(&in, 5, "a", 1), 0);
    CHECK_INT(gr_intern_find(&in, "a", 1), 5);
    gr_intern_free(&in);
}

static void memory_runs_out(void) {
    FAIL_EACH_ALLOCATION(n, 100) {
        GrIntern in = {0};
        bool done = gr_intern_expect(&in, 10) == 0 && fill(&in, 1, COUNT, gr_intern_keep) &&
                    gr_intern_index(&in) == 0 && fill(&in, COUNT, 2 * COUNT, gr_intern_set);
        fail_alloc_stop();
        CHECK(done || fail_alloc_failures() > 0);
        if (done)
            check(&in, 2 * COUNT, true);
        gr_intern_free(&in);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(kept_strings_are_found_when_they_are_indexed);
    RUN(an_empty_one_can_be_indexed);
    RUN(memory_runs_out);
    return test_end();
}
