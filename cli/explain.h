/* How a query runs, and in how many games each of its conditions is found: as estimated from the index before any
 * game is read, and in truth. */
#ifndef GR_CLI_EXPLAIN_H
#define GR_CLI_EXPLAIN_H

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/databases.h"
#include "cli/fold.h"
#include "cli/judge.h"
#include "db/db.h"

/* What is searched for. */
typedef struct CliExplain {
    const GrQuery *query;
    const GrSelection *selection;
    const GrTarget *target; /* NULL: none */
    const CliJudge *judge;
} CliExplain;

/* ---- the plan ---- */

enum { CLI_MOST_VARIANTS = 64 };

/* How games of each variant are searched. Equal explanations are shown once. */
typedef struct CliPlans {
    size_t count;
    const GrRules *rules[CLI_MOST_VARIANTS];
    char *text[CLI_MOST_VARIANTS]; /* the variant's name is its first line */
} CliPlans;

/* False when memory runs out. */
static inline bool cli_explain_for(const GrQuery *query, const GrRules *rules, CliPlans *to) {
    GrBuffer out;
    GrPlan *plan = gr_plan_make(query, rules);
    gr_buffer_init(&out);
    if (plan)
        gr_plan_explain(plan, &out);
    gr_plan_free(plan);
    to->rules[to->count] = rules;
    to->text[to->count] = plan ? gr_buffer_take(&out) : NULL;
    return to->text[to->count++] != NULL;
}

static inline const char *cli_plan_body(const char *text) {
    return text + strcspn(text, "\n");
}

/* Lines that a terminal would break anywhere are broken at blanks there. The last one may have no end yet: it goes on
 * from that column. */
static inline void cli_put_folded(const Cli *cli, const char *text, size_t column, FILE *out) {
    enum { DEEPER = 4 };
    bool fold = !cli->output && isatty(STDOUT_FILENO);
    if (!fold)
        fputs(text, out);
    for (size_t len; fold && *text; text += len + (text[len] == '\n'), column = 0) {
        len = strcspn(text, "\n");
        cli_fold(out, text, len, column, column ? column : strspn(text, " ") + DEEPER);
    }
}

static inline void cli_print_plans(const Cli *cli, const CliPlans *e, FILE *out) {
    for (size_t i = 0; i < e->count; i++) {
        bool shown = false;
        for (size_t j = 0; j < i; j++)
            shown |= !strcmp(cli_plan_body(e->text[i]), cli_plan_body(e->text[j]));
        for (size_t j = i; j < e->count && !shown; j++)
            if (!strcmp(cli_plan_body(e->text[i]), cli_plan_body(e->text[j])))
                fprintf(out, "%s%s", j == i ? "" : ", ", gr_variant(e->rules[j])->name);
        if (!shown)
            cli_put_folded(cli, cli_plan_body(e->text[i]), 0, out);
    }
}

/* Explains for a variant that has not had its turn. False when memory runs out. */
static inline bool cli_explain_once(const GrQuery *query, const GrRules *rules, CliPlans *to) {
    for (size_t i = 0; i < to->count; i++)
        if (to->rules[i] == rules)
            return true;
    return !rules || to->count == CLI_MOST_VARIANTS || cli_explain_for(query, rules, to);
}

/* For each variant of the databases, or for that of -v. False when memory runs out. */
static inline bool cli_explain_plans(CliDatabases *all, const GrQuery *query, const GrRules *rules, FILE *out) {
    CliPlans e = {.count = 0};
    bool well = !rules || cli_explain_for(query, rules, &e);
    for (GrDb *db; (db = cli_next_database(all));)
        for (size_t n = 0; !rules && well && n < gr_db_variants(db); n++)
            well = cli_explain_once(query, gr_db_variant(db, n), &e);
    if (well)
        cli_print_plans(all->cli, &e, out);
    for (size_t i = 0; i < e.count; i++)
        free(e.text[i]);
    return well;
}

/* ---- numbers of games ---- */

/* What games are counted for: a condition, the position, all of it, or only the selection. */
typedef struct CliRow {
    const char *label;   /* NULL: the text of the query */
    GrQuery *own;        /* a condition's query, to be freed */
    const GrQuery *query;
    const GrTarget *target;
    GrFindEstimate estimate;
} CliRow;

enum { CLI_MOST_CONDITIONS = 32, CLI_MOST_ROWS = CLI_MOST_CONDITIONS + 3 };

typedef struct CliTable {
    CliDatabases *all;
    const CliExplain *how;
    CliRow row[CLI_MOST_ROWS];
    size_t rows;
    FILE *out;
} CliTable;

static inline bool cli_explain_stop(void *context, int64_t id, int64_t last) {
    (void)context;
    (void)id;
    (void)last;
    return cli_signal() != 0;
}

/* Estimates, or counts if `count` is not NULL, in all databases. False if there is no going on. */
static inline bool cli_count_row(CliTable *table, CliRow *row, uint64_t *count) {
    Cli *cli = table->all->cli;
    bool well = true;
    for (GrDb *db; (db = cli_next_database(table->all));) {
        GrError error;
        GrJudging judging;
        GrFindCount found = {0};
        GrFindEstimate estimate = {0};
        GrFind find = {.selection = table->how->selection, .query = row->query, .target = row->target,
                       .judging = &judging, .jobs = cli->jobs, .stop = cli_explain_stop};
        int code = well ? cli_begin_judging(db, table->how->judge, &judging, &error) : GR_ERR_STOPPED;
        if (!well)
            continue; /* the databases start over only after the last one */
        if (!code)
            code = count ? gr_find(db, &find, &found, &error) : gr_find_estimate(db, &find, &estimate, &error);
        gr_judging_free(&judging);
        if (code == GR_ERR_DAMAGED)
            cli_add_status(table->all, CLI_DAMAGED);
        else if (code && code != GR_ERR_STOPPED)
            cli_add_status(table->all, cli_fail_database(cli, &error));
        well = !code || code == GR_ERR_DAMAGED;
        row->estimate.least += estimate.least;
        row->estimate.most += estimate.most;
        if (count)
            *count += found.games;
    }
    return well;
}

static inline int cli_by_estimate(const void *a, const void *b) {
    const CliRow *x = a, *y = b;
    if (x->estimate.most != y->estimate.most)
        return x->estimate.most < y->estimate.most ? -1 : 1;
    if (x->estimate.least != y->estimate.least)
        return x->estimate.least < y->estimate.least ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* The first row is the selection, the last one all of it; between them are the conditions. */
static inline bool cli_make_rows(CliTable *t) {
    const CliExplain *how = t->how;
    size_t conditions = gr_query_conditions(how->query);
    t->row[t->rows++].label = how->selection->count ? "(the games selected)" : "(all games)";
    if (how->target)
        t->row[t->rows++] = (CliRow){.label = "(the position)", .target = how->target};
    for (size_t n = 0; n < conditions && conditions > 1 && n < CLI_MOST_CONDITIONS; n++) {
        GrQuery *one = gr_query_condition(how->query, n);
        if (!one)
            return false;
        t->row[t->rows++] = (CliRow){.own = one, .query = one};
    }
    bool alone = t->rows == 1;
    t->row[t->rows++] = (CliRow){.label = alone ? NULL : "(all of that)", .query = how->query, .target = how->target};
    return true;
}

static inline bool cli_print_row(CliTable *t, CliRow *row) {
    char estimate[48];
    GrBuffer text;
    uint64_t count = 0;
    if (!cli_count_row(t, row, &count))
        return false;
    if (row->estimate.least == row->estimate.most)
        snprintf(estimate, sizeof estimate, "%" PRIu64, row->estimate.most);
    else
        snprintf(estimate, sizeof estimate, "%" PRIu64 " to %" PRIu64, row->estimate.least, row->estimate.most);
    gr_buffer_init(&text);
    if (row->label)
        gr_buffer_puts(&text, row->label);
    else
        gr_query_write(row->query, &text);
    gr_buffer_putc(&text, '\n');
    bool well = !text.failed;
    int column = well ? fprintf(t->out, "%20s %11" PRIu64 "  ", estimate, count) : 0;
    if (well)
        cli_put_folded(t->all->cli, text.data, column > 0 ? (size_t)column : 0, t->out);
    gr_buffer_free(&text);
    return well && cli_written(t->all->cli);
}

/* Conditions are printed in the order in which they leave games, the rarest first. */
static inline bool cli_print_rows(CliTable *t) {
    bool well = true;
    for (size_t i = 0; i < t->rows && well; i++)
        well = cli_count_row(t, &t->row[i], NULL);
    qsort(t->row + 1, t->rows - 2, sizeof *t->row, cli_by_estimate);
    fprintf(t->out, "%20s %11s  games with\n", "estimated", "found");
    for (size_t i = 0; i < t->rows && well; i++)
        well = cli_print_row(t, &t->row[i]);
    return well;
}

/* Returns the exit status. */
static inline int cli_explain(Cli *cli, CliDatabases *all, const CliExplain *how, const GrRules *rules) {
    CliTable table = {.all = all, .how = how, .out = cli_output(cli)};
    if (!table.out)
        return CLI_USAGE;
    bool well = cli_explain_plans(all, how->query, rules, table.out) && cli_make_rows(&table);
    if (!well)
        cli_error(cli, "out of memory");
    else if (!cli_print_rows(&table) && cli_signal())
        cli_stopped(cli, "stopped; the numbers are not complete");
    for (size_t i = 0; i < table.rows; i++)
        gr_query_free(table.row[i].own);
    return well ? CLI_OK : CLI_FAULTS;
}

#endif
