/* Test suites: positions of which it is known what to play, and which of them engines solve. */
#ifndef GR_ANALYSIS_SUITE_H
#define GR_ANALYSIS_SUITE_H

#include "analysis/study/match.h"
#include "notation/book/epd.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

typedef struct GrSuiteTest {
    GrEpdTest test;
    uint32_t line; /* of the file */
} GrSuiteTest;

typedef struct GrSuite {
    GrSuiteTest *test;
    size_t count, cap;
    size_t faulty; /* lines that were left out for their errors, */
    size_t idle;   /* and because they ask for no move */
} GrSuite;

/* Receives each fault of a line, as GrEpdFault does. */
typedef void (*GrSuiteFault)(void *user, GrSeverity severity, uint32_t line, size_t column, const char *text);

/* Reads a suite: a test on each line, of `rules` unless the line says otherwise; empty lines and those that begin
 * with '#' are passed over. Faulty lines are reported and left out. GR_ERR_SYNTAX if the file has no line of a test,
 * sound or not; GR_ERR_LIMIT beyond GR_SUITE_TESTS. `stop` may be NULL; it gets `user`, as `fault` does. *suite is to
 * be freed by gr_suite_free in any case. */
enum { GR_SUITE_TESTS = 1024 * 1024 };
int gr_suite_read(const char *path, const GrVariants *variants, const GrRules *rules, GrSuite *suite,
                  GrSuiteFault fault, GrStopCall stop, void *user, GrError *error);
void gr_suite_free(GrSuite *suite);

/* Is a move with a score (GR_NO_SCORE: none) what the test asks for? Without moves in it, that is a score of a mate as
 * short as it says. */
bool gr_suite_is_right(const GrEpdTest *test, GrMove move, GrScore score);

/* When, in a search. */
typedef struct GrSuitePoint {
    int depth;      /* of the iteration; 0: not said */
    uint64_t nodes; /* 0: not said */
    int64_t ms;
} GrSuitePoint;

/* What an engine made of a test. */
typedef struct GrSuiteAnswer {
    GrMove move;  /* GR_NO_MOVE: it played none */
    bool solved;
    GrSuitePoint found; /* solved: since when it has kept to the solution; at the end if it did not say so before */
    GrSuitePoint end;
    char fault[120]; /* why it played none, a clause: "plays 'e2e5', which is not legal"; "" if it did */
} GrSuiteAnswer;

typedef struct GrSuiteJob {
    const GrSuite *suite;
    GrMatchEngine engine[2]; /* their clocks do not count */
    int engines;             /* 1 or 2 */
    int threads;             /* tests at once, 1 up */
    size_t hash;             /* megabytes for each engine, 0: its default */
    GrStopCall stop;         /* asked in between, from all threads; may be NULL */
    /* A test is over, with an answer of each engine, which calls itself `name`. In the order of the suite, and by one
     * thread at a time. */
    void (*answered)(void *user, size_t number, const GrSuiteAnswer answer[2], const char *const name[2]);
    void *user;              /* for both */
} GrSuiteJob;

/* Gives each engine each test, each as a game of its own, so that with a limit in depth or nodes the answers of one
 * that searches with a single thread do not depend on `threads`. An engine that plays no legal move, ends or falls
 * silent has not solved the test, and is started again; one that does not play its game has not solved it, either.
 * Fails as gr_match_run does. */
int gr_suite_run(const GrSuiteJob *job, GrError *error);

GR_END_DECLS

#endif
