/* The names of the catalog's dictionaries. */
#include "db/catalog.h"

#include <string.h>

enum { SMALL_DICTIONARY = 4096 };

static int no_memory(GrError *error) {
    return gr_fail(error, GR_ERR_MEMORY, "out of memory");
}

static int keep_name(GrCatalog *c, GrDictionary *d, uint32_t id, const char *text) {
    size_t len = strlen(text);
    if (gr_intern_set(&d->texts, id, text, len))
        return GR_ERR_MEMORY;
    c->names_size += len + 1;
    return 0;
}

int gr_catalog_load_names(GrCatalog *c, uint32_t tag, GrError *error) {
    GrDictionary *d = gr_catalog_dictionary(c, tag);
    sqlite3_stmt *stmt;
    int row, code = d->complete ? 0 : gr_sql(c->sql, GR_SQL_NAMES, &stmt, error);
    if (code || d->complete)
        return code;
    sqlite3_bind_int64(stmt, 1, c->tag_dictionary[tag]);
    while ((row = gr_sql_row(c->sql, stmt, error)) > 0 && !code) {
        sqlite3_int64 id = sqlite3_column_int64(stmt, 0);
        if (id < 1 || id > GR_MAX_NAMES)
            code = gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: table name");
        else if (!gr_intern_get(&d->texts, (uint32_t)id) &&
                 keep_name(c, d, (uint32_t)id, gr_sql_text(stmt, 1)))
            code = no_memory(error);
    }
    sqlite3_reset(stmt);
    d->complete = !code && row == 0;
    return code ? code : row;
}

/* Most dictionaries repeat their names. One that does not (times of day, numbers of games) would
 * only grow: from a certain size on, it takes new names only while half of all uses repeat. */
static bool worth(const GrCatalog *c, const GrDictionary *d, size_t len) {
    if (len > GR_MAX_NAME || c->names >= GR_MAX_NAMES || c->names_size >= GR_MAX_NAMES_SIZE)
        return false;
    return d->names < SMALL_DICTIONARY || d->names < d->uses / 2;
}

static int add_name(GrCatalog *c, uint32_t tag, const char *value, uint32_t *id, GrError *error) {
    GrDictionary *d = gr_catalog_dictionary(c, tag);
    sqlite3_stmt *stmt;
    int code = gr_sql(c->sql, GR_SQL_ADD_NAME, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, c->tag_dictionary[tag]);
    sqlite3_bind_int64(stmt, 2, d->texts.top + 1);
    sqlite3_bind_text(stmt, 3, value, -1, SQLITE_STATIC);
    code = gr_sql_run(c->sql, stmt, error);
    if (code)
        return code;
    *id = d->texts.top + 1;
    d->names++;
    c->names++;
    return keep_name(c, d, *id, value) ? no_memory(error) : 0;
}

int gr_catalog_value(GrCatalog *c, uint32_t tag, const char *value, uint32_t *id,
                     GrError *error) {
    GrDictionary *d = gr_catalog_dictionary(c, tag);
    int code = gr_catalog_load_names(c, tag, error);
    size_t len = strlen(value);
    if (code)
        return code;
    d->uses++;
    d->changed = true;
    *id = gr_intern_find(&d->texts, value, len);
    return *id || !worth(c, d, len) ? 0 : add_name(c, tag, value, id, error);
}

const char *gr_catalog_get_value(GrCatalog *c, uint32_t tag, uint32_t id, GrError *error) {
    GrDictionary *d = gr_catalog_dictionary(c, tag);
    const char *known = gr_intern_get(&d->texts, id);
    sqlite3_stmt *stmt;
    if (known || d->complete || !id || id > GR_MAX_NAMES) {
        if (!known)
            gr_fail(error, GR_ERR_DAMAGED, "the game names a tag value that does not exist");
        return known;
    }
    if (gr_sql(c->sql, GR_SQL_GET_NAME, &stmt, error))
        return NULL;
    sqlite3_bind_int64(stmt, 1, c->tag_dictionary[tag]);
    sqlite3_bind_int64(stmt, 2, id);
    int row = gr_sql_row(c->sql, stmt, error);
    if (row == 0)
        gr_fail(error, GR_ERR_DAMAGED, "the game names a tag value that does not exist");
    else if (row > 0 && keep_name(c, d, id, gr_sql_text(stmt, 0)))
        no_memory(error);
    sqlite3_reset(stmt);
    return gr_intern_get(&d->texts, id);
}
