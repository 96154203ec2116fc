/* Test suites: reading them. */
#include "analysis/study/suite.h"
#include "notation/room.h"

#include <stdlib.h>
#include <string.h>

#include "notation/text/whole.h"

enum { MOST_TEXT = 256 << 20 };

typedef struct Loader {
    const GrVariants *variants;
    const GrRules *rules;
    GrSuite *suite;
    GrSuiteFault fault;
    GrStopCall stop;
    void *user;
    uint32_t line;
} Loader;

static void note(void *user, GrSeverity severity, size_t column, const char *text) {
    const Loader *loader = user;
    loader->fault(loader->user, severity, loader->line, column, text);
}

static int add_line(Loader *loader, const char *text, GrError *error) {
    GrSuite *suite = loader->suite;
    if (suite->count == GR_SUITE_TESTS)
        return gr_fail(error, GR_ERR_LIMIT, "more than %d positions", GR_SUITE_TESTS);
    if (!gr_room(&suite->test, suite->count, 1, &suite->cap, sizeof *suite->test))
        return gr_no_memory(error);
    GrSuiteTest *test = &suite->test[suite->count];
    int code = gr_epd_read_test(loader->variants, loader->rules, text, &test->test, note, loader);
    test->line = loader->line;
    suite->count += code == 0;
    suite->faulty += code == GR_ERR_SYNTAX;
    suite->idle += code == GR_ERR_NOT_FOUND;
    if (code)
        gr_epd_test_free(&test->test);
    return code == GR_ERR_MEMORY ? gr_no_memory(error) : 0;
}

static int add_lines(Loader *loader, char *text, GrError *error) {
    for (char *line = text, *next; line; line = next) {
        loader->line++;
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (loader->stop && loader->stop(loader->user))
            return gr_fail(error, GR_ERR_STOPPED, "stopped");
        if (!line[strspn(line, " \t\r")] || *line == '#')
            continue;
        int code = add_line(loader, line, error);
        if (code)
            return code;
    }
    return 0;
}

int gr_suite_read(const char *path, const GrVariants *variants, const GrRules *rules, GrSuite *suite,
                  GrSuiteFault fault, GrStopCall stop, void *user, GrError *error) {
    Loader loader = {variants, rules, suite, fault, stop, user, 0};
    GrBuffer text;
    *suite = (GrSuite){0};
    gr_buffer_init(&text);
    int code = gr_text_list(path, MOST_TEXT, &text, stop, user, error);
    if (!code && text.len)
        code = add_lines(&loader, text.data, error);
    if (!code && !suite->count && !suite->faulty && !suite->idle)
        code = gr_fail(error, GR_ERR_SYNTAX, "%s: no position found", path);
    gr_buffer_free(&text);
    return code;
}

void gr_suite_free(GrSuite *suite) {
    for (size_t i = 0; i < suite->count; i++)
        gr_epd_test_free(&suite->test[i].test);
    free(suite->test);
    *suite = (GrSuite){0};
}

static bool is_in(const GrMove *list, size_t count, GrMove move) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

bool gr_suite_is_right(const GrEpdTest *test, GrMove move, GrScore score) {
    if (!test->bests && !test->avoids) {
        int moves = score != GR_NO_SCORE && gr_score_is_mate(score) ? gr_score_mate_moves(score) : 0;
        return moves > 0 && moves <= test->mate;
    }
    return (!test->bests || is_in(test->best, test->bests, move)) && !is_in(test->avoid, test->avoids, move);
}
