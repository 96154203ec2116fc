/* The tables of the catalog, read from the file. */
#include <stdlib.h>
#include <string.h>

#include "db/store/catalog_local.h"

/* So often no value was looked up. */
static const uint64_t MOST_USES = (uint64_t)1 << 62;

static const GrSql rows_of[GR_PARTS] = {
    [GR_PART_VARIANT] = GR_SQL_VARIANTS,
    [GR_PART_DICTIONARY] = GR_SQL_DICTIONARIES,
    [GR_PART_TAG] = GR_SQL_TAGS,
    [GR_PART_SHAPE] = GR_SQL_SHAPES,
    [GR_PART_JUDGE] = GR_SQL_JUDGES,
};

/* ---- rows in memory ---- */

/* Makes room for a dictionary's own data beside its interned name. */
static bool dictionary_room(GrCatalog *c, uint32_t id) {
    uint32_t cap = c->dictionary_cap ? c->dictionary_cap : 32;
    if (id < c->dictionary_cap)
        return true;
    while (cap <= id)
        cap *= 2;
    GrDictionary *bigger = realloc(c->dictionary, cap * sizeof *bigger);
    if (!bigger)
        return false;
    memset(bigger + c->dictionary_cap, 0, (cap - c->dictionary_cap) * sizeof *bigger);
    c->dictionary = bigger;
    c->dictionary_cap = cap;
    return true;
}

static GrShape make_shape(const GrCatalogRow *row) {
    const unsigned char *bytes = row->bytes;
    uint16_t *tags = malloc(row->len + 1);
    for (size_t i = 0; i < row->len / 2 && tags; i++)
        tags[i] = (uint16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
    return (GrShape){tags, (uint32_t)(row->len / 2)};
}

/* Can a game have these tags? Each is there, and there once. */
static bool is_shape(const GrCatalog *c, const GrShape *shape) {
    for (uint32_t i = 0; i < shape->count; i++) {
        if (!gr_intern_get(&c->tags, shape->tags[i]))
            return false;
        for (uint32_t j = 0; j < i; j++)
            if (shape->tags[i] == shape->tags[j])
                return false;
    }
    return true;
}

static int keep_shape(GrCatalog *c, const GrCatalogRow *row) {
    GrShape shape = make_shape(row);
    int code = !shape.tags ? GR_ERR_MEMORY : is_shape(c, &shape) ? 0 : GR_ERR_DAMAGED;
    if (!code)
        code = gr_intern_set(&c->shapes, (uint32_t)row->id, row->bytes, row->len);
    if (code)
        free((void *)(uintptr_t)shape.tags);
    else
        c->shape[row->id] = shape;
    return code;
}

static int keep_dictionary(GrCatalog *c, const GrCatalogRow *row) {
    uint32_t id = (uint32_t)row->id, names = (uint32_t)row->number[0];
    if (row->number[0] > GR_MAX_NAMES - c->names || row->number[1] > MOST_USES)
        return GR_ERR_DAMAGED;
    if (gr_intern_set(&c->dictionary_names, id, row->bytes, row->len))
        return GR_ERR_MEMORY;
    c->dictionary[id] = (GrDictionary){.names = names, .written = names, .uses = row->number[1]};
    c->names += names;
    return 0;
}

static int keep_tag(GrCatalog *c, const GrCatalogRow *row) {
    uint64_t dictionary = row->number[0];
    if (dictionary > GR_MAX_TAGS || !gr_intern_get(&c->dictionary_names, (uint32_t)dictionary))
        return GR_ERR_DAMAGED;
    c->tag_dictionary[row->id] = (uint16_t)dictionary;
    return gr_intern_set(&c->tags, (uint32_t)row->id, row->bytes, row->len);
}

/* Has the row a number that is free, and text or tags as its table has them? */
static bool can_be(const GrIntern *strings, GrCatalogPart part, const GrCatalogRow *row) {
    if (gr_intern_get(strings, (uint32_t)row->id))
        return false;
    if (part == GR_PART_SHAPE)
        return row->len % 2 == 0 && row->len <= 2 * GR_MAX_SHAPE;
    if (part == GR_PART_JUDGE)
        return row->id <= GR_MAX_JUDGE_ID && row->len <= GR_MAX_JUDGE;
    return row->len <= GR_MAX_NAME && !memchr(row->bytes, 0, row->len);
}

int gr_catalog_keep(GrCatalog *c, GrCatalogPart part, const GrCatalogRow *row) {
    GrIntern *strings = gr_catalog_strings(c, part);
    _Static_assert(GR_MAX_TAGS == GR_MAX_SHAPES, "there is one bound for all tables");
    if (row->id < 1 || row->id > GR_MAX_TAGS)
        return GR_ERR_DAMAGED;
    if (gr_intern_reserve(strings, (uint32_t)row->id) ||
        (part == GR_PART_DICTIONARY && !dictionary_room(c, (uint32_t)row->id)) ||
        (part == GR_PART_JUDGE && !gr_catalog_judge_room(c, (uint32_t)row->id)))
        return GR_ERR_MEMORY;
    if (!can_be(strings, part, row))
        return GR_ERR_DAMAGED;
    switch (part) {
    case GR_PART_DICTIONARY:
        return keep_dictionary(c, row);
    case GR_PART_TAG:
        return keep_tag(c, row);
    case GR_PART_SHAPE:
        return keep_shape(c, row);
    case GR_PART_JUDGE:
        return gr_catalog_keep_judge(c, row);
    default:
        return gr_intern_set(strings, (uint32_t)row->id, row->bytes, row->len);
    }
}

/* ---- loading ---- */

/* Reads the rows of a table as bytes. GR_ERR_DAMAGED if SQLite cannot read all of them, or they are
 * more than there can be. */
static int read_table(GrCatalog *c, GrCatalogPart part, GrBuffer *rows, GrError *error) {
    sqlite3_stmt *stmt;
    int64_t number = INT64_MIN;
    int more = 0, code = gr_sql(c->sql, rows_of[part], &stmt, error);
    while (!code && (more = gr_sql_next(c->sql, stmt, &number, error)) > 0) {
        GrCatalogRow row = {.id = (uint64_t)number};
        if (rows->len > GR_MAX_SPARE) {
            sqlite3_reset(stmt);
            return gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: table %s",
                           gr_catalog_part_name(part));
        }
        row.bytes = gr_sql_blob(stmt, 1, &row.len);
        for (int i = 0; i < sqlite3_column_count(stmt) - 2; i++)
            row.number[i] = (uint64_t)sqlite3_column_int64(stmt, 2 + i);
        gr_catalog_put_row(rows, part, &row);
    }
    if (stmt)
        sqlite3_reset(stmt);
    return code ? code : rows->failed ? gr_no_memory(error) : more;
}

/* Keeps rows in memory, as far as there can be such rows. */
static int keep_rows(GrCatalog *c, GrCatalogPart part, const GrBuffer *rows, GrError *error) {
    GrInput in = gr_input(rows->data, rows->len);
    while (gr_input_left(&in)) {
        const GrCatalogRow row = gr_catalog_get_row(&in, part);
        int code = in.bad ? GR_ERR_DAMAGED : gr_catalog_keep(c, part, &row);
        if (code == GR_ERR_MEMORY)
            return gr_no_memory(error);
        c->part[part].corrupt |= code != 0;
        if (in.bad)
            break;
    }
    return 0;
}

/* What the table says is compared with its backup, which is the one that counts. */
static int load_part(GrCatalog *c, GrCatalogPart part, GrBuffer *rows, GrBuffer *backup,
                     GrError *error) {
    GrPartState *state = &c->part[part];
    GrHealth health = GR_SOUND;
    gr_buffer_clear(rows);
    gr_buffer_clear(backup);
    int code = read_table(c, part, rows, error);
    bool unread = code == GR_ERR_DAMAGED;
    int found = code && !unread ? code : gr_backup_read(c, part, backup, &health, error);
    if (found < 0)
        return found;
    bool same = !unread && rows->len == backup->len &&
                (!rows->len || !memcmp(rows->data, backup->data, rows->len));
    state->backed_up = found && health == GR_SOUND;
    state->astray = health != GR_SOUND || (found && !same);
    state->corrupt = unread && !found;
    return keep_rows(c, part, found ? backup : rows, error);
}

int gr_catalog_load(GrCatalog *c, GrStatements *sql, GrError *error) {
    GrBuffer rows, backup;
    c->sql = sql;
    c->tag_dictionary = calloc(GR_MAX_TAGS + 1, sizeof *c->tag_dictionary);
    c->shape = calloc(GR_MAX_SHAPES + 1, sizeof *c->shape);
    if (!c->tag_dictionary || !c->shape)
        return gr_no_memory(error);
    gr_buffer_init(&rows);
    gr_buffer_init(&backup);
    int code = 0;
    for (int part = GR_PART_VARIANT; part < GR_PARTS && !code; part++)
        code = load_part(c, (GrCatalogPart)part, &rows, &backup, error);
    gr_buffer_free(&rows);
    gr_buffer_free(&backup);
    return code;
}
