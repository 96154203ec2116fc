#include "db/sheets.h"

#include <stdlib.h>

#include "db/internal.h"

void gr_sheets_init(GrSheets *sheets) {
    *sheets = (GrSheets){.missing = -1};
    gr_sheet_init(&sheets->sheet);
}

void gr_sheets_forget(GrSheets *sheets) {
    free(sheets->stale);
    sheets->stale = NULL;
    sheets->stales = 0;
    sheets->loaded = sheets->any = sheets->damaged = false;
    sheets->sheet.number = sheets->missing = -1;
}

void gr_sheets_free(GrSheets *sheets) {
    gr_sheets_forget(sheets);
    gr_sheet_free(&sheets->sheet);
}

/* Adds a range behind the others, or to the last of them. */
static int add_stale(GrSheets *sheets, size_t *cap, int64_t first, int64_t last) {
    size_t n = sheets->stales;
    if (n && first <= sheets->stale[n - 1][1] + 1) {
        if (last > sheets->stale[n - 1][1])
            sheets->stale[n - 1][1] = last;
        return 0;
    }
    if (n == *cap) {
        size_t more = *cap ? *cap * 2 : 64;
        int64_t(*grown)[2] = realloc(sheets->stale, more * sizeof *grown);
        if (!grown)
            return GR_ERR_MEMORY;
        sheets->stale = grown;
        *cap = more;
    }
    sheets->stale[n][0] = first;
    sheets->stale[n][1] = last;
    sheets->stales++;
    return 0;
}

static int load_stale(GrDb *db, GrError *error) {
    sqlite3_stmt *stmt;
    size_t cap = 0;
    int code = gr_sql(&db->sql, GR_SQL_STALE, &stmt, error), row = 0;
    while (!code && (row = gr_sql_row(&db->sql, stmt, error)) > 0)
        if (add_stale(&db->sheets, &cap, sqlite3_column_int64(stmt, 0),
                      sqlite3_column_int64(stmt, 1)))
            code = gr_fail(error, GR_ERR_MEMORY, "out of memory");
    if (!code && row < 0)
        code = row;
    if (stmt)
        sqlite3_reset(stmt);
    return code;
}

static int load(GrDb *db, bool all, GrError *error) {
    sqlite3_int64 tables = 0, any = 0;
    sqlite3 *handle = db->sql.handle;
    /* A database of format 1 that is only read has no such tables. */
    int code = gr_sql_number(handle, "SELECT count(*) FROM sqlite_schema WHERE name = 'sheet'",
                             &tables, error);
    if (!code && tables)
        code = gr_sql_number(handle, "SELECT exists(SELECT 1 FROM sheet)", &any, error);
    if (!code && (any || all))
        code = load_stale(db, error);
    if (code) {
        gr_sheets_forget(&db->sheets);
        return code;
    }
    db->sheets.any = any != 0;
    db->sheets.loaded = true;
    return 0;
}

int gr_sheets_load(GrDb *db, GrError *error) {
    return db->sheets.loaded ? 0 : load(db, false, error);
}

int gr_sheets_load_all(GrDb *db, GrError *error) {
    gr_sheets_forget(&db->sheets);
    return load(db, true, error);
}

bool gr_sheets_stale(const GrSheets *sheets, int64_t first, int64_t last) {
    size_t low = 0, high = sheets->stales;
    while (low < high) { /* the first range that does not end before `first` */
        size_t middle = low + (high - low) / 2;
        if (sheets->stale[middle][1] < first)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sheets->stales && sheets->stale[low][0] <= last;
}

/* Loads a sheet; db->sheets.missing tells that it cannot be had. */
static int load_sheet(GrDb *db, int64_t number, GrError *error) {
    GrSheets *sheets = &db->sheets;
    sqlite3_stmt *stmt;
    size_t len;
    GrError why;
    int code = gr_sql(&db->sql, GR_SQL_GET_SHEET, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, number);
    int row = gr_sql_row(&db->sql, stmt, error);
    if (row < 0)
        return row;
    sheets->missing = row ? sheets->missing : number;
    if (row) {
        const void *bytes = gr_sql_blob(stmt, 0, &len);
        code = gr_sheet_unpack(&sheets->sheet, number, bytes, len, &why);
        sqlite3_reset(stmt);
    }
    if (code == GR_ERR_DAMAGED) {
        sheets->missing = number;
        sheets->damaged = true;
        return 0;
    }
    return code ? gr_fail(error, why.code, "%s", why.text) : 0;
}

int gr_sheets_find(GrDb *db, int64_t id, const GrSheetGame **game, GrError *error) {
    GrSheets *sheets = &db->sheets;
    int64_t number = gr_sheet_of(id);
    *game = NULL;
    int code = sheets->loaded ? 0 : gr_sheets_load(db, error);
    if (code || !sheets->any || (sheets->stales && gr_sheets_stale(sheets, id, id)))
        return code;
    if (sheets->sheet.number != number && sheets->missing != number)
        code = load_sheet(db, number, error);
    if (code || sheets->sheet.number != number)
        return code;
    const GrSheetGame *found = &sheets->sheet.game[id - gr_sheet_first(number)];
    if (!(found->flags & GR_SHEET_ELSEWHERE))
        *game = found;
    return 0;
}
