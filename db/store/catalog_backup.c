/* Backups of the tables of the catalog. */
#include "db/store/catalog_local.h"
#include "db/codec/packed_bytes.h"
#include "db/store/renew.h"

int gr_backup_read(GrCatalog *c, GrCatalogPart part, GrBuffer *rows, GrHealth *health,
                  GrError *error) {
    sqlite3_stmt *stmt;
    size_t len;
    *health = GR_SOUND;
    int row = gr_sql_find(c->sql, GR_SQL_GET_BACKUP, part, &stmt, error);
    if (row > 0) {
        const void *blob = gr_sql_blob(stmt, 0, &len);
        *health = len ? gr_inflate(gr_input(blob, len), NULL, GR_MAX_SPARE, rows) : GR_CORRUPT;
    } else if (row == GR_ERR_DAMAGED) {
        *health = GR_CORRUPT;
    }
    sqlite3_reset(stmt);
    if (rows->failed)
        return gr_no_memory(error);
    return row < 0 && row != GR_ERR_DAMAGED ? row : row > 0 && *health != GR_CORRUPT;
}

/* The rows of a table as memory has them. */
static GrCatalogRow row_of(GrCatalog *c, GrCatalogPart part, uint32_t id) {
    const GrInternEntry *entry = &gr_catalog_strings(c, part)->entry[id];
    GrCatalogRow row = {.id = id, .bytes = entry->bytes, .len = entry->len};
    if (part == GR_PART_DICTIONARY) {
        row.number[0] = c->dictionary[id].names;
        row.number[1] = c->dictionary[id].uses;
    } else if (part == GR_PART_TAG) {
        row.number[0] = c->tag_dictionary[id];
    } else if (part == GR_PART_JUDGE) {
        const GrCatalogJudge *judge = &c->judge[id];
        row.number[0] = judge->kind;
        row.number[1] = judge->amount;
        row.number[2] = judge->lines;
        row.number[3] = judge->positions;
    }
    return row;
}

static void put_rows(GrCatalog *c, GrCatalogPart part, GrBuffer *out) {
    const GrIntern *strings = gr_catalog_strings(c, part);
    for (uint32_t id = 1; id <= strings->top; id++) {
        const GrCatalogRow row = row_of(c, part, id);
        if (row.bytes)
            gr_catalog_put_row(out, part, &row);
    }
}

/* Writes the backup of a table. One without rows has none. */
static int write_backup(GrCatalog *c, GrCatalogPart part, GrBuffer *rows, GrBuffer *blob,
                       GrError *error) {
    gr_buffer_clear(rows);
    gr_buffer_clear(blob);
    put_rows(c, part, rows);
    if (rows->failed || !gr_deflate(rows->data, rows->len, NULL, blob))
        return gr_no_memory(error);
    return rows->len ? gr_sql_put(c->sql, GR_SQL_PUT_BACKUP, part, blob, error) : 0;
}

int gr_backups_write(GrCatalog *c, GrError *error) {
    GrBuffer rows, blob;
    int code = 0;
    gr_buffer_init(&rows);
    gr_buffer_init(&blob);
    for (int part = GR_PART_VARIANT; part < GR_PARTS && !code; part++) {
        GrPartState *state = &c->part[part];
        if (state->backed_up || state->corrupt) /* what is lost may be found by others */
            continue;
        code = write_backup(c, (GrCatalogPart)part, &rows, &blob, error);
        state->backed_up = !code;
    }
    gr_buffer_free(&rows);
    gr_buffer_free(&blob);
    return code;
}

/* Puts a row into its table. */
static int insert(GrCatalog *c, GrCatalogPart part, const GrCatalogRow *row, GrError *error) {
    static const GrSql put[GR_PARTS] = {[GR_PART_VARIANT] = GR_SQL_ADD_VARIANT,
                                        [GR_PART_DICTIONARY] = GR_SQL_PUT_DICTIONARY,
                                        [GR_PART_TAG] = GR_SQL_ADD_TAG,
                                        [GR_PART_SHAPE] = GR_SQL_ADD_SHAPE,
                                        [GR_PART_JUDGE] = GR_SQL_PUT_JUDGE};
    sqlite3_stmt *stmt;
    int code = gr_sql(c->sql, put[part], &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, (sqlite3_int64)row->id);
    if (part == GR_PART_SHAPE)
        sqlite3_bind_blob64(stmt, 2, row->bytes, row->len, SQLITE_STATIC);
    else
        sqlite3_bind_text(stmt, 2, row->bytes, (int)row->len, SQLITE_STATIC);
    for (int i = 0; i < sqlite3_bind_parameter_count(stmt) - 2; i++)
        sqlite3_bind_int64(stmt, 3 + i, (sqlite3_int64)row->number[i]);
    return gr_sql_run(c->sql, stmt, error);
}

/* Rewrites a table. */
static int rewrite(GrCatalog *c, GrCatalogPart part, GrError *error) {
    const GrIntern *strings = gr_catalog_strings(c, part);
    const char *name = gr_catalog_part_name(part);
    int code = gr_tables_renew(c->sql, &name, 1, error);
    for (uint32_t id = 1; id <= strings->top && !code; id++) {
        const GrCatalogRow row = row_of(c, part, id);
        if (row.bytes)
            code = insert(c, part, &row, error);
    }
    return code;
}

int gr_catalog_correct_tables(GrCatalog *c, GrError *error) {
    int code = 0;
    for (int part = GR_PART_VARIANT; part < GR_PARTS && !code; part++) {
        GrPartState *state = &c->part[part];
        if (!state->astray || state->corrupt)
            continue;
        code = rewrite(c, (GrCatalogPart)part, error);
        state->backed_up = state->astray = false;
    }
    return code;
}
