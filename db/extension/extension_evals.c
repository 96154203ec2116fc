/* The table grimoire_evals of the loadable extension: a row for each line of each evaluation.
 *
 * Rows come block by block, in the order of the table evaluation; with a key that is asked for, only
 * the block of each family and variant that may have it is read. */
#include "db/extension/extension_evals.h"

#include <stdlib.h>
#include <string.h>

#include "db/evals/evals_block.h"

enum { KEY, VARIANT, JUDGE, ENGINE, OPTIONS, KIND, AMOUNT, LINES, LINE, CENTIPAWNS, MATE, DEPTH, NODES,
       MOVES, SCHEMA };

static const char declaration[] =
    "CREATE TABLE evals(key INTEGER, variant TEXT, judge TEXT, engine TEXT, options TEXT, kind TEXT, "
    "amount INTEGER, lines INTEGER, line INTEGER, centipawns INTEGER, mate INTEGER, depth INTEGER, "
    "nodes INTEGER, moves TEXT, schema TEXT HIDDEN)";

enum { BY_SCHEMA = 1, BY_KEY = 2 };

typedef struct Cursor {
    sqlite3_vtab_cursor base;
    GrHost *host;
    GrDb *db;          /* NULL: not begun */
    char *schema;
    bool by_key, end;
    uint64_t key;      /* the one asked for */
    int64_t place;     /* the row of the block at hand */
    GrVerdictBlock block; /* count 0: none */
    const GrRules *rules;
    uint32_t number;   /* the verdict at hand in the block, */
    int line;          /* and its line */
    uint32_t id;       /* the judge whose name is below, 0: none */
    GrJudge judge;
    uint32_t by;       /* the judge of the verdict */
    GrVerdict verdict;
    sqlite3_int64 rowid;
} Cursor;

static int fail(Cursor *c, const GrError *error) {
    sqlite3_vtab *table = c->base.pVtab;
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = sqlite3_mprintf("%s", error->text);
    return gr_host_result(error);
}

/* ---- the table ---- */

static int table_connect(sqlite3 *handle, void *context, int count, const char *const *argument,
                         sqlite3_vtab **made, char **message) {
    (void)handle;
    (void)count;
    (void)argument;
    (void)message;
    return gr_host_connect(context, declaration, NULL, made);
}

/* The values of the plan are given in the order of its bits. */
static int table_plan(sqlite3_vtab *base, sqlite3_index_info *info) {
    int constraint[2] = {-1, -1}, values = 0;
    (void)base;
    for (int i = 0; i < info->nConstraint; i++) {
        const struct sqlite3_index_constraint *c = &info->aConstraint[i];
        bool mine = c->op == SQLITE_INDEX_CONSTRAINT_EQ && (c->iColumn == SCHEMA || c->iColumn == KEY);
        if (mine && c->iColumn == SCHEMA && !c->usable)
            return SQLITE_CONSTRAINT;
        if (mine && c->usable)
            constraint[c->iColumn == KEY] = i;
    }
    for (int i = 0; i < 2; i++)
        if (constraint[i] >= 0) {
            info->idxNum |= 1 << i;
            info->aConstraintUsage[constraint[i]].argvIndex = ++values;
        }
    info->estimatedRows = info->idxNum & BY_KEY ? 2 : 1000000;
    info->estimatedCost = info->idxNum & BY_KEY ? 100 : 1e7;
    return SQLITE_OK;
}

/* ---- going through it ---- */

static int cursor_open(sqlite3_vtab *base, sqlite3_vtab_cursor **made) {
    Cursor *c = calloc(1, sizeof *c);
    if (!c)
        return SQLITE_NOMEM;
    c->host = ((GrHostTable *)base)->host;
    *made = &c->base;
    return SQLITE_OK;
}

static int cursor_close(sqlite3_vtab_cursor *base) {
    Cursor *c = (Cursor *)base;
    gr_verdicts_free(&c->block);
    free(c->schema);
    if (c->db)
        gr_host_leave(c->host);
    free(c);
    return SQLITE_OK;
}

static const GrRules *rules_at(const Cursor *c) {
    const char *name = gr_intern_get(&c->db->catalog.variants, gr_place_variant(c->place));
    return name ? gr_variants_find(c->db->variants, name) : NULL;
}

/* Reads the next block that may have rows. Damaged ones, and those of variants that are not known, are
 * passed over: verify reports them. */
static int next_block(Cursor *c, GrError *error) {
    gr_verdicts_free(&c->block);
    while (c->place < INT64_MAX) {
        int64_t place = gr_evals_next(c->db, c->place + 1, INT64_MAX, error);
        if (place <= 0) {
            c->end = place == 0 || place == GR_ERR_DAMAGED;
            return c->end ? 0 : (int)place;
        }
        c->place = place;
        c->rules = rules_at(c);
        c->number = 0;
        int got = c->rules ? gr_evals_read(c->db, place, &c->block, error) : 0;
        if (got > 0)
            return 0;
        gr_verdicts_free(&c->block);
        if (got < 0 && got != GR_ERR_DAMAGED)
            return got;
    }
    c->end = true;
    return 0;
}

/* With a key: the next block, of another family or variant, that it may be in. */
static int next_with_key(Cursor *c, GrError *error) {
    uint64_t prefix = gr_prefix_of(c->key);
    for (;;) {
        /* The first row of a family and variant behind those of the last block. */
        int64_t series = c->place | (int64_t)(GR_PREFIXES - 1);
        int64_t first = series < INT64_MAX ? gr_evals_next(c->db, series + 1, INT64_MAX, error) : 0;
        gr_verdicts_free(&c->block);
        if (first <= 0) {
            c->end = first == 0 || first == GR_ERR_DAMAGED;
            return c->end ? 0 : (int)first;
        }
        int64_t least = first & ~(int64_t)(GR_PREFIXES - 1);
        int64_t place = gr_evals_last(c->db, least | (int64_t)prefix, least, error);
        c->place = least;
        if (place < 0 && place != GR_ERR_DAMAGED)
            return (int)place;
        c->rules = rules_at(c);
        int got = place > 0 && c->rules ? gr_evals_read(c->db, place, &c->block, error) : 0;
        if (got < 0 && got != GR_ERR_DAMAGED)
            return got;
        c->number = got > 0 ? gr_verdicts_find(&c->block, c->key) : 0;
        if (got > 0 && c->number < c->block.count)
            return 0;
    }
}

/* Is the verdict at hand one that can be shown? Then it is read. */
static bool read_verdict(Cursor *c) {
    return !gr_verdicts_get(&c->block, c->number, &c->by, &c->verdict) &&
           gr_evals_can_be(&c->verdict, c->rules) && gr_catalog_has_judge(&c->db->catalog, c->by);
}

/* Goes on to the first verdict, from the one at hand on, that can be shown. */
static int find_verdict(Cursor *c) {
    GrError error;
    c->line = 0;
    while (!c->end) {
        if (c->number < c->block.count && read_verdict(c))
            return SQLITE_OK;
        if (++c->number < c->block.count && !c->by_key)
            continue;
        int code = c->by_key ? next_with_key(c, &error) : next_block(c, &error);
        if (code)
            return fail(c, &error);
    }
    return SQLITE_OK;
}

static int cursor_filter(sqlite3_vtab_cursor *base, int plan, const char *text, int count,
                         sqlite3_value **value) {
    Cursor *c = (Cursor *)base;
    GrError error;
    int at = 0;
    (void)text;
    (void)count;
    const char *schema = plan & BY_SCHEMA ? (const char *)sqlite3_value_text(value[at++]) : "main";
    int code = gr_host_change(c->host, schema ? schema : "", &c->db, &c->schema, &error);
    if (code)
        return fail(c, &error);
    c->by_key = (plan & BY_KEY) != 0;
    c->key = c->by_key ? (uint64_t)sqlite3_value_int64(value[at]) : 0;
    c->end = c->by_key && sqlite3_value_numeric_type(value[at]) != SQLITE_INTEGER;
    c->place = 0;
    c->rowid = 0;
    c->number = 0;
    c->id = 0;
    gr_verdicts_free(&c->block);
    return find_verdict(c);
}

static int cursor_next(sqlite3_vtab_cursor *base) {
    Cursor *c = (Cursor *)base;
    c->rowid++;
    if (++c->line < c->verdict.lines)
        return SQLITE_OK;
    c->number = c->by_key ? c->block.count : c->number + 1;
    return find_verdict(c);
}

static int cursor_eof(sqlite3_vtab_cursor *base) {
    return ((const Cursor *)base)->end;
}

/* ---- columns ---- */

static void give_text(sqlite3_context *context, const char *text) {
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

static void give_judge(Cursor *c, sqlite3_context *context, int column) {
    char name[GR_JUDGE_NAME];
    if (c->id != c->by)
        gr_evals_read_judge(c->db, c->by, &c->judge);
    c->id = c->by;
    switch (column) {
    case JUDGE:
        gr_judge_name(&c->judge, name);
        give_text(context, name);
        break;
    case ENGINE:
    case OPTIONS:
        give_text(context, column == ENGINE ? c->judge.engine : c->judge.options);
        break;
    case KIND:
        give_text(context, gr_limit_kind_name(c->judge.kind));
        break;
    case AMOUNT:
        sqlite3_result_int64(context, (sqlite3_int64)c->judge.amount);
        break;
    default:
        sqlite3_result_int(context, c->judge.lines);
    }
}

static void give_line(const Cursor *c, sqlite3_context *context, int column) {
    const GrVerdictLine *line = &c->verdict.line[c->line];
    char moves[GR_LINE_SIZE];
    bool mate = gr_score_is_mate(line->score);
    if (column == LINE) {
        sqlite3_result_int(context, c->line + 1);
    } else if (column == MOVES) {
        gr_line_write(c->rules, line, moves);
        give_text(context, moves);
    } else if (mate == (column == MATE)) {
        sqlite3_result_int(context, mate ? gr_score_mate_moves(line->score) : line->score);
    }
}

static int cursor_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
    Cursor *c = (Cursor *)base;
    if (column == KEY)
        sqlite3_result_int64(context, (sqlite3_int64)c->block.key[c->number]);
    else if (column == VARIANT)
        give_text(context, gr_variant(c->rules)->name);
    else if (column >= JUDGE && column <= LINES)
        give_judge(c, context, column);
    else if (column == DEPTH && c->verdict.depth)
        sqlite3_result_int(context, c->verdict.depth);
    else if (column == NODES && c->verdict.nodes)
        sqlite3_result_int64(context, (sqlite3_int64)c->verdict.nodes);
    else if (column == SCHEMA)
        give_text(context, c->schema);
    else if (column != DEPTH && column != NODES)
        give_line(c, context, column);
    return SQLITE_OK;
}

static int cursor_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
    *rowid = ((const Cursor *)base)->rowid;
    return SQLITE_OK;
}

static const sqlite3_module MODULE = {
    .xConnect = table_connect, .xBestIndex = table_plan, .xDisconnect = gr_host_disconnect,
    .xOpen = cursor_open, .xClose = cursor_close, .xFilter = cursor_filter, .xNext = cursor_next,
    .xEof = cursor_eof, .xColumn = cursor_column, .xRowid = cursor_rowid,
};

int gr_extension_evals(GrHost *host) {
    return sqlite3_create_module_v2(gr_host_handle(host), "grimoire_evals", &MODULE,
                                    gr_host_keep(host), gr_host_drop);
}
