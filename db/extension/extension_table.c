/* Tables of the loadable extension as SQLite wants them; what is in them is in
 * extension_kinds.c. */
#include <stdlib.h>
#include <string.h>

#include "db/extension/extension_table.h"
#include "db/store/internal.h"

/* What a module was registered with. */
typedef struct Module {
    GrHost *host;
    const GrTableKind *kind;
} Module;

static int fail(sqlite3_vtab *table, int64_t id, const GrError *error) {
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = id ? sqlite3_mprintf("game %lld: %s", id, error->text)
                        : sqlite3_mprintf("%s", error->text);
    return gr_host_result(error);
}

static int table_connect(sqlite3 *handle, void *context, int count, const char *const *argument,
                         sqlite3_vtab **made, char **message) {
    const Module *module = context;
    (void)handle;
    (void)count;
    (void)argument;
    (void)message;
    return gr_host_connect(module->host, module->kind->declaration, module->kind, made);
}

static int table_plan(sqlite3_vtab *base, sqlite3_index_info *info) {
    const GrTableKind *kind = ((GrHostTable *)base)->kind;
    return gr_wanted_plan(info, kind);
}

static int table_open(sqlite3_vtab *base, sqlite3_vtab_cursor **made) {
    const GrHostTable *table = (const GrHostTable *)base;
    GrTableCursor *cursor = calloc(1, sizeof *cursor);
    if (!cursor)
        return SQLITE_NOMEM;
    cursor->host = table->host;
    cursor->kind = table->kind;
    gr_game_init(&cursor->game);
    gr_judgement_init(&cursor->judgement);
    *made = &cursor->base;
    return SQLITE_OK;
}

static int table_close(sqlite3_vtab_cursor *base) {
    GrTableCursor *cursor = (GrTableCursor *)base;
    gr_game_free(&cursor->game);
    gr_judgement_free(&cursor->judgement);
    gr_judging_free(&cursor->judging);
    free(cursor->by);
    free(cursor->schema);
    if (cursor->db)
        gr_host_leave(cursor->host);
    free(cursor);
    return SQLITE_OK;
}

/* Makes the first wanted game that has rows, from the game at hand on, the game at hand. */
static int find_rows(GrTableCursor *cursor) {
    GrError error;
    for (; cursor->id <= cursor->last; cursor->id++) {
        cursor->row = cursor->rows = 0;
        cursor->loaded = false;
        cursor->fault.code = GR_OK;
        int code = cursor->kind->load(cursor, &error);
        if (code && code != GR_ERR_NOT_FOUND)
            return fail(cursor->base.pVtab, cursor->id, &error);
        if (!code && cursor->rows)
            return SQLITE_OK;
        if (!code)
            continue;
        int64_t next = gr_db_next_game(cursor->db, cursor->id, &error); /* it was not there */
        if (next < 0)
            return fail(cursor->base.pVtab, 0, &error);
        if (next > cursor->id)
            cursor->id = next - 1;
        else if (!next)
            cursor->id = cursor->last;
    }
    return SQLITE_OK;
}

/* Chooses whose verdicts count. */
static int begin_judging(GrTableCursor *cursor, const char *judge, GrError *error) {
    gr_judging_free(&cursor->judging);
    free(cursor->by);
    cursor->by = judge ? strdup(judge) : NULL;
    if (judge && !cursor->by)
        return gr_no_memory(error);
    return gr_judging_begin(cursor->db, cursor->by, NULL, &cursor->judging, error);
}

static int table_filter(sqlite3_vtab_cursor *base, int plan, const char *text, int count,
                        sqlite3_value **value) {
    GrTableCursor *cursor = (GrTableCursor *)base;
    GrWanted wanted;
    GrError error;
    (void)text;
    gr_wanted_read(plan, count, value, &wanted);
    int code = gr_host_change(cursor->host, wanted.schema, &cursor->db, &cursor->schema, &error);
    if (!code && cursor->kind->judge)
        code = begin_judging(cursor, wanted.judge, &error);
    int64_t last = code ? 0 : gr_db_last(cursor->db, &error);
    cursor->id = wanted.first;
    cursor->last = wanted.last < last ? wanted.last : last;
    cursor->rowid = 0;
    if (code || last < 0)
        return fail(base->pVtab, 0, &error);
    return find_rows(cursor);
}

static int table_next(sqlite3_vtab_cursor *base) {
    GrTableCursor *cursor = (GrTableCursor *)base;
    cursor->rowid++;
    if (++cursor->row < cursor->rows) {
        if (cursor->kind->step)
            cursor->kind->step(cursor);
        return SQLITE_OK;
    }
    cursor->id++;
    return find_rows(cursor);
}

static int table_eof(sqlite3_vtab_cursor *base) {
    const GrTableCursor *cursor = (const GrTableCursor *)base;
    return cursor->id > cursor->last;
}

static int table_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
    GrTableCursor *cursor = (GrTableCursor *)base;
    if (column == cursor->kind->game)
        sqlite3_result_int64(context, cursor->id);
    else if (column == cursor->kind->schema)
        sqlite3_result_text(context, cursor->schema, -1, SQLITE_TRANSIENT);
    else
        cursor->kind->column(cursor, context, column);
    return SQLITE_OK;
}

static int table_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
    const GrTableCursor *cursor = (const GrTableCursor *)base;
    *rowid = cursor->kind->ply < 0 ? cursor->id : cursor->rowid;
    return SQLITE_OK;
}

static const sqlite3_module MODULE = {
    .xConnect = table_connect, .xBestIndex = table_plan, .xDisconnect = gr_host_disconnect,
    .xOpen = table_open, .xClose = table_close, .xFilter = table_filter, .xNext = table_next,
    .xEof = table_eof, .xColumn = table_column, .xRowid = table_rowid,
};

static void drop_module(void *context) {
    gr_host_drop(((Module *)context)->host);
    free(context);
}

int gr_extension_tables(GrHost *host) {
    int result = SQLITE_OK;
    for (const GrTableKind *const *kind = gr_table_kinds; *kind && result == SQLITE_OK; kind++) {
        Module *module = malloc(sizeof *module);
        if (!module)
            return SQLITE_NOMEM;
        *module = (Module){gr_host_keep(host), *kind};
        result = sqlite3_create_module_v2(gr_host_handle(host), (*kind)->name, &MODULE, module,
                                          drop_module);
    }
    return result;
}
