/* Test suites: having engines solve them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/suite.h"

enum { MOST_THREADS = 256 };

/* The answers to a test that is over. */
typedef struct Over {
    GrSuiteAnswer answer[2];
} Over;

/* What the threads share; all but `job` under the lock. */
typedef struct Run {
    const GrSuiteJob *job;
    pthread_mutex_t lock;
    size_t next, reported; /* tests begun and reported so far */
    Over **over;           /* of those that wait for earlier ones */
    int code;              /* the first failure, which ends it all */
    GrError error;
} Run;

/* A thread's engines, and what the one at work thinks of the test at hand. */
typedef struct Solver {
    Run *run;
    GrAnalyst *analyst[2];
    const GrEpdTest *test;
    bool right;         /* its last thought was */
    GrSuitePoint found; /* since then */
} Solver;

static bool should_stop(void *user) {
    Run *run = user;
    pthread_mutex_lock(&run->lock);
    bool ending = run->code != 0;
    pthread_mutex_unlock(&run->lock);
    return ending || (run->job->stop && run->job->stop(run->job->user));
}

static void end_run(Run *run, int code, const GrError *error) {
    pthread_mutex_lock(&run->lock);
    if (run->code == 0) {
        run->code = code;
        run->error = *error;
    }
    pthread_mutex_unlock(&run->lock);
}

/* ---- a test ---- */

static void on_progress(void *user, const GrProgress *progress) {
    Solver *s = user;
    const GrLine *line = progress->line;
    if (progress->index > 0 || line->upper || line->length == 0)
        return;
    bool right = gr_suite_is_right(s->test, line->move[0], line->score);
    if (right && !s->right)
        s->found = (GrSuitePoint){line->depth, progress->nodes, progress->ms};
    s->right = right;
}

/* The engine has played no move. What the client says begins with its command, which everybody knows. */
static void note_fault(GrSuiteAnswer *answer, const GrMatchEngine *engine, const char *text) {
    size_t command = strlen(engine->command);
    if (!strncmp(text, "engine '", 8) && strlen(text) > command + 10)
        text += command + 10;
    snprintf(answer->fault, sizeof answer->fault, "%s", text);
}

static int start_game(Solver *s, int e, GrError *error) {
    return gr_analyst_new_game(s->analyst[e], gr_variant(s->test->pos.rules), error);
}

static int ask(Solver *s, int e, GrAnswer *given, GrError *error) {
    return gr_analyst_search(s->analyst[e], &s->test->pos, NULL, 0, &s->run->job->engine[e].limits, given, error);
}

/* Takes in what the engine has answered. */
static void judge(const Solver *s, const GrAnswer *given, int64_t ms, GrSuiteAnswer *answer) {
    if (given->claim != GR_CLAIM_NONE) {
        snprintf(answer->fault, sizeof answer->fault, "%s",
                 given->claim == GR_CLAIM_LOSS ? "resigns" : "claims a result instead of a move");
        return;
    }
    answer->move = given->line.move[0];
    answer->end = (GrSuitePoint){given->scored ? given->line.depth : 0, given->nodes, ms};
    answer->solved = gr_suite_is_right(s->test, answer->move, given->scored ? given->line.score : GR_NO_SCORE);
    answer->found = !answer->solved ? (GrSuitePoint){0} : s->right ? s->found : answer->end;
}

static int solve(Solver *s, int e, GrSuiteAnswer *answer, GrError *error) {
    GrAnswer given;
    s->right = false;
    int64_t start = gr_now_ms();
    int code = start_game(s, e, error);
    if (code == GR_ERR_NOT_FOUND) { /* it does not play this one's game */
        note_fault(answer, &s->run->job->engine[e], error->text);
        return 0;
    }
    if (!code)
        code = ask(s, e, &given, error);
    if (code == 0) {
        judge(s, &given, gr_now_ms() - start, answer);
        return 0;
    }
    if (code == GR_ERR_STOPPED || code == GR_ERR_MEMORY || code == GR_ERR_NOT_FOUND || should_stop(s->run))
        return code;
    note_fault(answer, &s->run->job->engine[e], error->text);
    return gr_analyst_restart(s->analyst[e], error);
}

/* ---- threads ---- */

static void report(Run *run, const Solver *s) {
    const char *name[2] = {gr_analyst_name(s->analyst[0]), s->analyst[1] ? gr_analyst_name(s->analyst[1]) : NULL};
    while (run->reported < run->job->suite->count && run->over[run->reported] && !run->code) {
        Over *over = run->over[run->reported];
        run->over[run->reported] = NULL;
        run->job->answered(run->job->user, run->reported++, over->answer, name);
        free(over);
    }
}

static int solve_one(Solver *s, size_t number, GrError *error) {
    Run *run = s->run;
    Over *over = calloc(1, sizeof *over);
    if (!over)
        return gr_no_memory(error);
    s->test = &run->job->suite->test[number].test;
    int code = 0;
    for (int e = 0; e < run->job->engines && !code; e++)
        code = solve(s, e, &over->answer[e], error);
    if (code) {
        free(over);
        return code;
    }
    pthread_mutex_lock(&run->lock);
    run->over[number] = over;
    report(run, s);
    pthread_mutex_unlock(&run->lock);
    return 0;
}

static bool next_test(Run *run, size_t *number) {
    pthread_mutex_lock(&run->lock);
    bool is_one = !run->code && run->next < run->job->suite->count;
    if (is_one)
        *number = run->next++;
    pthread_mutex_unlock(&run->lock);
    return is_one;
}

static int open_engine(Solver *s, int e, GrError *error) {
    const GrSuiteJob *job = s->run->job;
    const GrMatchEngine *settings = &job->engine[e];
    GrEngineStart start = {.command = settings->command, .protocol = settings->protocol, .stop = should_stop,
                           .user = s->run, .start_ms = settings->start_ms};
    int code = gr_analyst_start(&start, job->hash, &s->analyst[e], error);
    if (code)
        return code;
    gr_analyst_on_progress(s->analyst[e], on_progress, s);
    return gr_analyst_set_up(s->analyst[e], &settings->setup, error);
}

static void *solve_tests(void *context) {
    Solver s = {.run = context};
    GrError error;
    int code = 0;
    for (int e = 0; e < s.run->job->engines && !code; e++)
        code = open_engine(&s, e, &error);
    for (size_t number; !code && next_test(s.run, &number);)
        code = should_stop(s.run) ? gr_fail(&error, GR_ERR_STOPPED, "stopped") : solve_one(&s, number, &error);
    if (code)
        end_run(s.run, code, &error);
    gr_analyst_close(s.analyst[0]);
    gr_analyst_close(s.analyst[1]);
    return NULL;
}

/* Runs the threads; one that cannot be had is done without, as this one works as well. */
static void run_threads(Run *run) {
    pthread_t thread[MOST_THREADS];
    int wanted = run->job->threads < MOST_THREADS ? run->job->threads : MOST_THREADS, running = 0;
    if ((size_t)wanted > run->job->suite->count)
        wanted = (int)run->job->suite->count;
    while (running < wanted - 1 && !pthread_create(&thread[running], NULL, solve_tests, run))
        running++;
    solve_tests(run);
    for (int i = 0; i < running; i++)
        pthread_join(thread[i], NULL);
}

int gr_suite_run(const GrSuiteJob *job, GrError *error) {
    Run run = {.job = job};
    size_t count = job->suite->count;
    if (!count)
        return 0;
    run.over = calloc(count, sizeof(Over *));
    if (!run.over || pthread_mutex_init(&run.lock, NULL)) {
        free(run.over);
        return gr_no_memory(error);
    }
    run_threads(&run);
    for (size_t i = 0; i < count; i++)
        free(run.over[i]);
    free(run.over);
    pthread_mutex_destroy(&run.lock);
    return run.code ? gr_fail(error, (GrCode)run.code, "%s", run.error.text) : 0;
}
