/* grimoire-match: engines on a suite of test positions, and what is printed of it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/suite.h"
#include "cli/match.h"
#include "notation/csv.h"
#include "notation/json.h"
#include "notation/move/san.h"
#include "notation/plain.h"
#include "rules/fen.h"
#include "rules/plural.h"

enum { TEXT, CSV, CSV_PLAIN, JSON };

/* By the numbers above. */
static const char *const FORMATS[] = {"text", "csv", "csv-plain", "json", NULL};

typedef struct Work {
    Cli *cli;
    FILE *out;
    const char *path;
    int format;
    bool timed;    /* times are shown: only then, as all else is the same in every run */
    GrSuite suite;
    GrSuiteJob job;
    char name[2][GR_ENGINE_NAME + 8];
    GrSuitePoint *found[2]; /* of the tests that each engine has solved, */
    size_t solved[2];       /* so many, */
    size_t both;            /* and so many by both */
    size_t answered, faults;
    GrBuffer text;
} Work;

/* ---- a test ---- */

static void on_fault(void *user, GrSeverity severity, uint32_t line, size_t column, const char *text) {
    const Work *w = user;
    cli_diagnose(w->cli, w->path, line, (uint32_t)column, severity, 0, 0, text);
}

/* Asked from all threads; there is no output yet while the suite is read. */
static bool stop(void *user) {
    const Work *w = user;
    return cli_stop(NULL) || (w->out && ferror(w->out));
}

static void put_moves(GrBuffer *out, const GrPosition *pos, const GrMove *move, size_t count, const char *between) {
    char san[GR_SAN_SIZE];
    for (size_t i = 0; i < count; i++) {
        gr_san_write(pos, move[i], san);
        gr_buffer_printf(out, "%s%s", i ? between : "", san);
    }
}

static void put_seconds(GrBuffer *out, int64_t ms) {
    gr_buffer_printf(out, "%" PRId64 ".%03d s", ms / 1000, (int)(ms % 1000));
}

static void put_point(const Work *w, GrBuffer *out, const GrSuitePoint *at) {
    if (at->depth)
        gr_buffer_printf(out, ", depth %d", at->depth);
    if (at->nodes)
        gr_buffer_printf(out, ", %" PRIu64 " %s", at->nodes, gr_plural(at->nodes, "node", "nodes"));
    if (w->timed) {
        gr_buffer_puts(out, ", ");
        put_seconds(out, at->ms);
    }
}

/* "Qg6 right, depth 3, 120 nodes", "Qh5 wrong, not Qg6". */
static void put_answer(const Work *w, GrBuffer *out, const GrEpdTest *test, const GrSuiteAnswer *answer) {
    if (*answer->fault) {
        gr_buffer_puts(out, "no move: ");
        gr_put_plain(out, answer->fault, false);
        return;
    }
    put_moves(out, &test->pos, &answer->move, 1, "");
    gr_buffer_puts(out, answer->solved ? " right" : " wrong");
    if (answer->solved) {
        put_point(w, out, &answer->found);
    } else if (test->bests) {
        gr_buffer_puts(out, ", not ");
        put_moves(out, &test->pos, test->best, test->bests, " or ");
    } else if (!test->avoids) {
        gr_buffer_printf(out, ", no mate in %d", test->mate);
    }
}

static void put_text(Work *w, const GrSuiteTest *at, const GrSuiteAnswer answer[2]) {
    if (at->test.id)
        gr_put_plain(&w->text, at->test.id, false);
    else
        gr_buffer_printf(&w->text, "line %" PRIu32, at->line);
    for (int e = 0; e < w->job.engines; e++) {
        gr_buffer_puts(&w->text, e ? "; " : ": ");
        put_answer(w, &w->text, &at->test, &answer[e]);
    }
    gr_buffer_putc(&w->text, '\n');
}

/* ---- a test for other programs ---- */

static void put_number(Work *w, bool known, uint64_t number, char end) {
    if (known)
        gr_buffer_printf(&w->text, "%" PRIu64, number);
    gr_buffer_putc(&w->text, end);
}

/* A list of moves as a field, put together in `list`. */
static void put_field_of_moves(Work *w, GrBuffer *list, const GrPosition *pos, const GrMove *move, size_t count) {
    GrCsvField *field = w->format == CSV ? gr_csv_field : gr_csv_plain;
    gr_buffer_clear(list);
    put_moves(list, pos, move, count, " ");
    w->text.failed |= list->failed;
    field(&w->text, list->len ? list->data : "", ',');
}

static void put_csv_row(Work *w, const GrSuiteTest *at, const GrSuiteAnswer *answer, int e) {
    GrCsvField *field = w->format == CSV ? gr_csv_field : gr_csv_plain;
    const GrEpdTest *test = &at->test;
    char fen[GR_FEN_SIZE];
    GrBuffer list;
    gr_buffer_init(&list);
    gr_fen_write(&test->pos, fen);
    put_number(w, true, at->line, ',');
    field(&w->text, test->id, ',');
    field(&w->text, gr_variant(test->pos.rules)->name, ',');
    field(&w->text, fen, ',');
    put_field_of_moves(w, &list, &test->pos, test->best, test->bests);
    put_field_of_moves(w, &list, &test->pos, test->avoid, test->avoids);
    put_number(w, test->mate > 0, (uint64_t)test->mate, ',');
    put_number(w, true, (uint64_t)e + 1, ',');
    field(&w->text, w->name[e], ',');
    put_field_of_moves(w, &list, &test->pos, &answer->move, *answer->fault ? 0 : 1);
    put_number(w, true, answer->solved, ',');
    put_number(w, answer->found.depth > 0, (uint64_t)answer->found.depth, ',');
    put_number(w, answer->found.nodes > 0, answer->found.nodes, ',');
    put_number(w, w->timed && answer->solved, (uint64_t)answer->found.ms, ',');
    field(&w->text, answer->fault, '\n');
    gr_buffer_free(&list);
}

static void put_json_moves(GrJson *json, const char *name, const GrPosition *pos, const GrMove *move, size_t count) {
    char san[GR_SAN_SIZE];
    gr_json_open(json, name, '[');
    for (size_t i = 0; i < count; i++) {
        gr_san_write(pos, move[i], san);
        gr_json_string(json, NULL, san);
    }
    gr_json_close(json, ']');
}

static void put_json_answer(const Work *w, GrJson *json, const GrEpdTest *test, const GrSuiteAnswer *answer, int e) {
    char san[GR_SAN_SIZE];
    gr_json_open(json, NULL, '{');
    gr_json_string(json, "name", w->name[e]);
    if (*answer->fault)
        gr_json_string(json, "fault", answer->fault);
    else
        gr_json_string(json, "move", (gr_san_write(&test->pos, answer->move, san), san));
    gr_json_bool(json, "solved", answer->solved);
    if (answer->found.depth)
        gr_json_int(json, "depth", answer->found.depth);
    if (answer->found.nodes)
        gr_json_int(json, "nodes", (int64_t)answer->found.nodes);
    if (w->timed && answer->solved)
        gr_json_int(json, "ms", answer->found.ms);
    gr_json_close(json, '}');
}

static void put_json(Work *w, const GrSuiteTest *at, const GrSuiteAnswer answer[2]) {
    const GrEpdTest *test = &at->test;
    char fen[GR_FEN_SIZE];
    GrJson json;
    gr_fen_write(&test->pos, fen);
    gr_json_start(&json, cli_put_bytes, w->cli);
    gr_json_open(&json, NULL, '{');
    gr_json_int(&json, "line", at->line);
    gr_json_string(&json, "id", test->id);
    gr_json_string(&json, "variant", gr_variant(test->pos.rules)->name);
    gr_json_string(&json, "fen", fen);
    put_json_moves(&json, "best", &test->pos, test->best, test->bests);
    put_json_moves(&json, "avoid", &test->pos, test->avoid, test->avoids);
    if (test->mate)
        gr_json_int(&json, "mate", test->mate);
    gr_json_open(&json, "comments", '[');
    for (int i = 0; i < GR_EPD_COMMENTS; i++)
        if (test->comment[i])
            gr_json_string(&json, NULL, test->comment[i]);
    gr_json_close(&json, ']');
    gr_json_open(&json, "engines", '[');
    for (int e = 0; e < w->job.engines; e++)
        put_json_answer(w, &json, test, &answer[e], e);
    gr_json_close(&json, ']');
    gr_json_close(&json, '}');
    fputc('\n', w->out);
}

static void count_answer(Work *w, int e, const GrSuiteAnswer *answer) {
    w->faults += *answer->fault != '\0';
    if (answer->solved)
        w->found[e][w->solved[e]++] = answer->found;
}

static void on_answer(void *user, size_t number, const GrSuiteAnswer answer[2], const char *const name[2]) {
    Work *w = user;
    const GrSuiteTest *at = &w->suite.test[number];
    cli_progress_end(w->cli);
    for (int e = 0; e < w->job.engines; e++) {
        const char *own = w->job.engine[e].name;
        snprintf(w->name[e], sizeof w->name[e], "%s", own ? own : name[e]);
        count_answer(w, e, &answer[e]);
    }
    w->both += w->job.engines == 2 && answer[0].solved && answer[1].solved;
    if (w->format == TEXT)
        put_text(w, at, answer);
    else if (w->format == JSON)
        put_json(w, at, answer);
    for (int e = 0; e < w->job.engines && (w->format == CSV || w->format == CSV_PLAIN); e++)
        put_csv_row(w, at, &answer[e], e);
    cli_put(w->cli, &w->text);
    fflush(w->out);
    cli_progress(w->cli, "positions", ++w->answered, w->suite.count);
}

/* ---- the sums ---- */

typedef enum Measure { BY_NODES, BY_TIME } Measure;

/* How many an engine has found within a bound; those of which it has not said that do not count. */
static size_t found_within(const Work *w, int e, Measure measure, uint64_t bound) {
    size_t count = 0;
    for (size_t i = 0; i < w->solved[e]; i++) {
        const GrSuitePoint *at = &w->found[e][i];
        count += measure == BY_NODES ? at->nodes > 0 && at->nodes <= bound : (uint64_t)at->ms <= bound;
    }
    return count;
}

static bool all_within(const Work *w, Measure measure, uint64_t bound) {
    for (int e = 0; e < w->job.engines; e++)
        if (found_within(w, e, measure, bound) < found_within(w, e, measure, UINT64_MAX))
            return false;
    return true;
}

/* The bounds of a table: 1, 2, 5, 10 ... times the first, up to one within which all was found. */
typedef struct Bounds {
    uint64_t bound;
    int step;
    bool last;
} Bounds;

static Bounds first_bound(Measure measure) {
    return (Bounds){.bound = measure == BY_NODES ? 100 : 10};
}

/* Goes on; false at the end. */
static bool next_bound(Bounds *b) {
    b->bound = b->step % 3 == 1 ? b->bound / 2 * 5 : b->bound * 2;
    b->step++;
    return !b->last && b->bound < UINT64_MAX / 8; /* what is found has fewer */
}

static void put_table_text(Work *w, Measure measure) {
    Bounds b = first_bound(measure);
    GrBuffer *out = &w->text;
    do {
        char bound[40];
        if (measure == BY_NODES)
            snprintf(bound, sizeof bound, "%" PRIu64 " nodes", b.bound);
        else
            snprintf(bound, sizeof bound, "%g s", (double)b.bound / 1000);
        gr_buffer_printf(out, "found within %-14s", bound);
        for (int e = 0; e < w->job.engines; e++)
            gr_buffer_printf(out, " %8zu", found_within(w, e, measure, b.bound));
        gr_buffer_putc(out, '\n');
        b.last = all_within(w, measure, b.bound);
    } while (next_bound(&b));
}

static void put_totals_text(Work *w) {
    GrBuffer *out = &w->text;
    if (w->solved[0] || w->solved[1]) {
        put_table_text(w, BY_NODES);
        if (w->timed)
            put_table_text(w, BY_TIME);
    }
    if (w->job.engines == 2)
        gr_buffer_printf(out, "both %zu, only engine 1 %zu, only engine 2 %zu, neither %zu\n", w->both,
                         w->solved[0] - w->both, w->solved[1] - w->both,
                         w->answered + w->both - w->solved[0] - w->solved[1]);
    for (int e = 0; e < w->job.engines; e++) {
        if (w->job.engines == 2)
            gr_buffer_printf(out, "engine %d, ", e + 1);
        if (w->answered) {
            gr_put_plain(out, w->name[e], false);
            gr_buffer_puts(out, ": ");
        }
        gr_buffer_printf(out, "%zu of %zu solved\n", w->solved[e], w->answered);
    }
    cli_put(w->cli, out);
}

static void put_table_json(const Work *w, GrJson *json, int e, Measure measure) {
    Bounds b = first_bound(measure);
    gr_json_open(json, measure == BY_NODES ? "within_nodes" : "within_ms", '[');
    do {
        gr_json_open(json, NULL, '{');
        gr_json_int(json, measure == BY_NODES ? "nodes" : "ms", (int64_t)b.bound);
        gr_json_int(json, "solved", (int64_t)found_within(w, e, measure, b.bound));
        gr_json_close(json, '}');
        b.last = all_within(w, measure, b.bound);
    } while (next_bound(&b));
    gr_json_close(json, ']');
}

static void put_totals_json(const Work *w) {
    GrJson json;
    gr_json_start(&json, cli_put_bytes, w->cli);
    gr_json_open(&json, NULL, '{');
    gr_json_int(&json, "positions", (int64_t)w->answered);
    gr_json_open(&json, "engines", '[');
    for (int e = 0; e < w->job.engines; e++) {
        gr_json_open(&json, NULL, '{');
        gr_json_string(&json, "name", w->name[e]);
        gr_json_int(&json, "solved", (int64_t)w->solved[e]);
        put_table_json(w, &json, e, BY_NODES);
        if (w->timed)
            put_table_json(w, &json, e, BY_TIME);
        gr_json_close(&json, '}');
    }
    gr_json_close(&json, ']');
    gr_json_close(&json, '}');
    fputc('\n', w->out);
}

/* ---- the suite ---- */

static void put_totals(Work *w) {
    if (w->format == TEXT)
        put_totals_text(w);
    else if (w->format == JSON)
        put_totals_json(w);
    else
        for (int e = 0; e < w->job.engines; e++)
            cli_note(w->cli, "engine %d: %zu of %zu solved", e + 1, w->solved[e], w->answered);
}

static int solve(Work *w) {
    GrError error;
    if (w->format == CSV || w->format == CSV_PLAIN)
        fputs("line,id,variant,fen,best,avoid,mate,engine,name,move,solved,depth,nodes,ms,fault\n", w->out);
    cli_progress(w->cli, "positions", 0, w->suite.count);
    w->job.suite = &w->suite;
    int code = gr_suite_run(&w->job, &error);
    cli_progress_end(w->cli);
    if (code && code != GR_ERR_STOPPED && !w->answered)
        return cli_fail(w->cli, &error);
    put_totals(w);
    if (code == GR_ERR_STOPPED && cli_signal())
        cli_stopped(w->cli, "stopped after %zu of %zu positions", w->answered, w->suite.count);
    else if (code && code != GR_ERR_STOPPED)
        return cli_fail(w->cli, &error);
    return code || w->faults || w->suite.faulty || !w->answered ? CLI_FAULTS : CLI_OK;
}

/* The tests, and room for the answers. */
static int read_suite(Work *w, const GrVariants *variants, const MatchAsked *asked) {
    GrError error;
    int code = gr_suite_read(asked->suite, variants, asked->job.rules, &w->suite, on_fault, stop, w, &error);
    if (code)
        return code == GR_ERR_SYNTAX ? (cli_fail(w->cli, &error), CLI_USAGE) : cli_fail(w->cli, &error);
    for (int e = 0; e < 2; e++)
        w->found[e] = calloc(w->suite.count + 1, sizeof *w->found[e]);
    return w->found[0] && w->found[1] ? CLI_OK : cli_fail(w->cli, (gr_no_memory(&error), &error));
}

int match_suite_format(Cli *cli) {
    return cli_format(cli, FORMATS, TEXT);
}

int match_suite(Cli *cli, const GrVariants *variants, const MatchAsked *asked) {
    Work w = {.cli = cli, .path = asked->suite, .format = asked->format};
    w.job = (GrSuiteJob){.engine = {asked->job.engine[0], asked->job.engine[1]}, .engines = asked->second ? 2 : 1,
                         .threads = cli->jobs, .hash = asked->job.hash, .stop = stop,
                         .answered = on_answer, .user = &w};
    for (int e = 0; e < w.job.engines; e++)
        w.timed |= w.job.engine[e].limits.movetime != 0;
    gr_buffer_init(&w.text);
    int status = read_suite(&w, variants, asked);
    if (!status)
        status = (w.out = cli_output(cli)) != NULL ? solve(&w) : CLI_USAGE;
    gr_suite_free(&w.suite);
    free(w.found[0]);
    free(w.found[1]);
    gr_buffer_free(&w.text);
    return status;
}
