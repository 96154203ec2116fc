#include "db/catalog.h"

#include <stdlib.h>
#include <string.h>

static int no_memory(GrError *error) {
    return gr_fail(error, GR_ERR_MEMORY, "out of memory");
}

static int damaged(GrError *error, const char *what) {
    return gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: %s", what);
}

/* Makes room for a dictionary and a tag's or shape's own data beside its interned name. */
static bool room(void **array, uint32_t *cap, uint32_t id, size_t size) {
    if (id < *cap)
        return true;
    uint32_t grown = *cap ? *cap * 2 : 32;
    while (grown <= id)
        grown *= 2;
    void *bigger = realloc(*array, grown * size);
    if (!bigger)
        return false;
    memset((char *)bigger + *cap * size, 0, (grown - *cap) * size);
    *array = bigger;
    *cap = grown;
    return true;
}

static int keep_dictionary(GrCatalog *c, uint32_t id, const char *name, GrDictionary dictionary) {
    void *array = c->dictionary;
    if (!room(&array, &c->dictionary_cap, id, sizeof *c->dictionary))
        return GR_ERR_MEMORY;
    c->dictionary = array;
    if (gr_intern_set(&c->dictionary_names, id, name, strlen(name)))
        return GR_ERR_MEMORY;
    c->dictionary[id] = dictionary;
    c->names += dictionary.names;
    return 0;
}

static int keep_tag(GrCatalog *c, uint32_t id, const char *name, uint32_t dictionary) {
    if (gr_intern_set(&c->tags, id, name, strlen(name)))
        return GR_ERR_MEMORY;
    c->tag_dictionary[id] = (uint16_t)dictionary;
    return 0;
}

static int keep_shape(GrCatalog *c, uint32_t id, const char *bytes, size_t len) {
    if (gr_intern_set(&c->shapes, id, bytes, len))
        return GR_ERR_MEMORY;
    uint16_t *tags = malloc(len ? len : 1);
    if (!tags)
        return GR_ERR_MEMORY;
    for (size_t i = 0; i < len / 2; i++)
        tags[i] = (uint16_t)((unsigned char)bytes[2 * i] | (unsigned char)bytes[2 * i + 1] << 8);
    c->shape[id] = (GrShape){tags, (uint32_t)(len / 2)};
    return 0;
}

static bool in_bounds(sqlite3_int64 id, const GrIntern *kept, uint32_t max) {
    return id > 0 && id <= max && !gr_intern_get(kept, (uint32_t)id);
}

static int load_variant(GrCatalog *c, sqlite3_stmt *row, GrError *error) {
    sqlite3_int64 id = sqlite3_column_int64(row, 0);
    const char *name = gr_sql_text(row, 1);
    if (!in_bounds(id, &c->variants, GR_MAX_TAGS))
        return damaged(error, "table variant");
    return gr_intern_set(&c->variants, (uint32_t)id, name, strlen(name)) ? no_memory(error) : 0;
}

static int load_dictionary(GrCatalog *c, sqlite3_stmt *row, GrError *error) {
    sqlite3_int64 id = sqlite3_column_int64(row, 0), names = sqlite3_column_int64(row, 2);
    if (!in_bounds(id, &c->dictionary_names, GR_MAX_TAGS) || names < 0 || names > GR_MAX_NAMES)
        return damaged(error, "table dictionary");
    GrDictionary d = {.names = (uint32_t)names,
                      .written = (uint32_t)names,
                      .uses = (uint64_t)sqlite3_column_int64(row, 3)};
    return keep_dictionary(c, (uint32_t)id, gr_sql_text(row, 1), d) ? no_memory(error) : 0;
}

static int load_tag(GrCatalog *c, sqlite3_stmt *row, GrError *error) {
    sqlite3_int64 id = sqlite3_column_int64(row, 0), dictionary = sqlite3_column_int64(row, 2);
    if (!in_bounds(id, &c->tags, GR_MAX_TAGS) || dictionary < 1 || dictionary > GR_MAX_TAGS ||
        !gr_intern_get(&c->dictionary_names, (uint32_t)dictionary))
        return damaged(error, "table tag");
    return keep_tag(c, (uint32_t)id, gr_sql_text(row, 1), (uint32_t)dictionary) ? no_memory(error)
                                                                                 : 0;
}

static int load_shape(GrCatalog *c, sqlite3_stmt *row, GrError *error) {
    size_t len;
    sqlite3_int64 id = sqlite3_column_int64(row, 0);
    const char *bytes = gr_sql_blob(row, 1, &len);
    if (!in_bounds(id, &c->shapes, GR_MAX_SHAPES) || len % 2 || len > 2 * GR_MAX_SHAPE)
        return damaged(error, "table shape");
    if (keep_shape(c, (uint32_t)id, bytes, len))
        return no_memory(error);
    const GrShape *shape = &c->shape[id];
    for (uint32_t i = 0; i < shape->count; i++)
        if (!gr_intern_get(&c->tags, shape->tags[i]))
            return damaged(error, "table shape");
    return 0;
}

static int load_rows(GrCatalog *c, GrSql which,
                     int (*load)(GrCatalog *, sqlite3_stmt *, GrError *), GrError *error) {
    sqlite3_stmt *stmt;
    int code = gr_sql(c->sql, which, &stmt, error);
    while (!code) {
        int row = gr_sql_row(c->sql, stmt, error);
        if (row <= 0)
            return row;
        code = load(c, stmt, error);
    }
    if (stmt)
        sqlite3_reset(stmt);
    return code;
}

int gr_catalog_load(GrCatalog *c, GrStatements *sql, GrError *error) {
    c->sql = sql;
    c->tag_dictionary = calloc(GR_MAX_TAGS + 1, sizeof *c->tag_dictionary);
    c->shape = calloc(GR_MAX_SHAPES + 1, sizeof *c->shape);
    if (!c->tag_dictionary || !c->shape)
        return no_memory(error);
    int code = load_rows(c, GR_SQL_VARIANTS, load_variant, error);
    if (!code)
        code = load_rows(c, GR_SQL_DICTIONARIES, load_dictionary, error);
    if (!code)
        code = load_rows(c, GR_SQL_TAGS, load_tag, error);
    if (!code)
        code = load_rows(c, GR_SQL_SHAPES, load_shape, error);
    return code;
}

void gr_catalog_free(GrCatalog *c) {
    for (uint32_t i = 0; i < c->dictionary_cap; i++)
        gr_intern_free(&c->dictionary[i].texts);
    for (uint32_t i = 0; c->shape && i <= GR_MAX_SHAPES; i++)
        free((void *)(uintptr_t)c->shape[i].tags);
    free(c->dictionary);
    free(c->tag_dictionary);
    free(c->shape);
    gr_intern_free(&c->variants);
    gr_intern_free(&c->tags);
    gr_intern_free(&c->shapes);
    gr_intern_free(&c->dictionary_names);
    *c = (GrCatalog){0};
}

int gr_catalog_variant(GrCatalog *c, const char *name, uint32_t *id, GrError *error) {
    sqlite3_stmt *stmt;
    *id = gr_intern_find(&c->variants, name, strlen(name));
    if (*id)
        return 0;
    uint32_t added = c->variants.top + 1;
    int code = gr_sql(c->sql, GR_SQL_ADD_VARIANT, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, added);
    sqlite3_bind_text(stmt, 2, name, -1, SQLITE_STATIC);
    code = gr_sql_run(c->sql, stmt, error);
    if (!code && gr_intern_set(&c->variants, added, name, strlen(name)))
        code = no_memory(error);
    *id = added;
    return code;
}

/* Writes a dictionary's row, which may be there already. */
static int put_dictionary(GrCatalog *c, uint32_t id, GrError *error) {
    sqlite3_stmt *stmt;
    const GrDictionary *d = &c->dictionary[id];
    int code = gr_sql(c->sql, GR_SQL_PUT_DICTIONARY, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, id);
    sqlite3_bind_text(stmt, 2, gr_intern_get(&c->dictionary_names, id), -1, SQLITE_STATIC);
    sqlite3_bind_int64(stmt, 3, d->names);
    sqlite3_bind_int64(stmt, 4, (sqlite3_int64)d->uses);
    return gr_sql_run(c->sql, stmt, error);
}

int gr_catalog_flush(GrCatalog *c, GrError *error) {
    int code = 0;
    for (uint32_t id = 1; id <= c->dictionary_names.top && !code; id++) {
        if (c->dictionary[id].changed)
            code = put_dictionary(c, id, error);
        if (!code)
            code = gr_catalog_write_names(c, id, error);
        c->dictionary[id].changed = false;
    }
    return code;
}

/* What White and Black have in common is one dictionary: WhiteElo and BlackElo are values of "Elo",
 * White and Black themselves of "Player". */
static const char *dictionary_name(const char *tag) {
    const char *name = tag;
    if (!strncmp(tag, "White", 5) || !strncmp(tag, "Black", 5))
        name = tag + 5;
    return *name ? name : "Player";
}

static int dictionary_of(GrCatalog *c, const char *tag, uint32_t *id, GrError *error) {
    const char *name = dictionary_name(tag);
    *id = gr_intern_find(&c->dictionary_names, name, strlen(name));
    if (*id)
        return 0;
    *id = c->dictionary_names.top + 1;
    if (keep_dictionary(c, *id, name, (GrDictionary){.complete = true}))
        return no_memory(error);
    return put_dictionary(c, *id, error);
}

static int add_tag(GrCatalog *c, const char *name, uint32_t *id, GrError *error) {
    uint32_t dictionary;
    sqlite3_stmt *stmt;
    if (c->tags.top >= GR_MAX_TAGS || strlen(name) > GR_MAX_NAME)
        return 0; /* without a number */
    int code = dictionary_of(c, name, &dictionary, error);
    if (!code)
        code = gr_sql(c->sql, GR_SQL_ADD_TAG, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, c->tags.top + 1);
    sqlite3_bind_text(stmt, 2, name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(stmt, 3, dictionary);
    code = gr_sql_run(c->sql, stmt, error);
    if (code)
        return code;
    *id = c->tags.top + 1;
    return keep_tag(c, *id, name, dictionary) ? no_memory(error) : 0;
}

/* Does a tag stand in the shape twice? Such a game would need two values in one column. */
static bool repeats(const char *bytes, size_t len) {
    for (size_t i = 0; i < len; i += 2)
        for (size_t j = 0; j < i; j += 2)
            if (!memcmp(bytes + i, bytes + j, 2))
                return true;
    return false;
}

static int add_shape(GrCatalog *c, const char *bytes, size_t len, uint32_t *id, GrError *error) {
    sqlite3_stmt *stmt;
    if (c->shapes.top >= GR_MAX_SHAPES || repeats(bytes, len))
        return 0;
    int code = gr_sql(c->sql, GR_SQL_ADD_SHAPE, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, c->shapes.top + 1);
    sqlite3_bind_blob(stmt, 2, bytes, (int)len, SQLITE_STATIC);
    code = gr_sql_run(c->sql, stmt, error);
    if (code)
        return code;
    *id = c->shapes.top + 1;
    return keep_shape(c, *id, bytes, len) ? no_memory(error) : 0;
}

/* Has the game the tags of the shape? */
static bool fits(const GrCatalog *c, const GrGame *game, uint32_t shape) {
    if (!shape || c->shape[shape].count != game->tag_count)
        return false;
    for (size_t i = 0; i < game->tag_count; i++)
        if (strcmp(gr_intern_get(&c->tags, c->shape[shape].tags[i]),
                   gr_game_string(game, game->tags[i].name)))
            return false;
    return true;
}

int gr_catalog_shape(GrCatalog *c, const GrGame *game, uint32_t *id, GrError *error) {
    char bytes[2 * GR_MAX_SHAPE];
    size_t count = game->tag_count;
    *id = fits(c, game, c->last_shape) ? c->last_shape : 0; /* often that of the game before */
    if (*id || count > GR_MAX_SHAPE)
        return 0;
    for (size_t i = 0; i < count; i++) {
        const char *name = gr_game_string(game, game->tags[i].name);
        uint32_t tag = gr_intern_find(&c->tags, name, strlen(name));
        int code = tag ? 0 : add_tag(c, name, &tag, error);
        if (code || !tag)
            return code;
        bytes[2 * i] = (char)(unsigned char)(tag & 255);
        bytes[2 * i + 1] = (char)(unsigned char)(tag >> 8);
    }
    *id = gr_intern_find(&c->shapes, bytes, 2 * count);
    int code = *id ? 0 : add_shape(c, bytes, 2 * count, id, error);
    c->last_shape = *id;
    return code;
}

const GrShape *gr_catalog_get_shape(const GrCatalog *c, uint32_t id) {
    return gr_intern_get(&c->shapes, id) ? &c->shape[id] : NULL;
}
