/* The catalog: variants, tags, shapes, and adding to them. */
#include "db/store/catalog_local.h"

#include <stdlib.h>
#include <string.h>

void gr_catalog_free(GrCatalog *c) {
    for (uint32_t i = 0; i < c->dictionary_cap; i++)
        gr_intern_free(&c->dictionary[i].texts);
    for (uint32_t i = 0; c->shape && i <= GR_MAX_SHAPES; i++)
        free((void *)(uintptr_t)c->shape[i].tags);
    free(c->dictionary);
    free(c->tag_dictionary);
    free(c->shape);
    free(c->judge);
    gr_intern_free(&c->judges);
    gr_intern_free(&c->variants);
    gr_intern_free(&c->tags);
    gr_intern_free(&c->shapes);
    gr_intern_free(&c->dictionary_names);
    *c = (GrCatalog){0};
}

/* Keeps a row that was added to its table, which has no backup now. */
static int keep(GrCatalog *c, GrCatalogPart part, uint32_t id, const char *bytes, size_t len,
                uint32_t number, GrError *error) {
    const GrCatalogRow row = {id, bytes, len, {number}};
    c->part[part].backed_up = false;
    return gr_catalog_keep(c, part, &row) ? gr_no_memory(error) : 0;
}

int gr_catalog_variant(GrCatalog *c, const char *name, uint32_t *id, GrError *error) {
    sqlite3_stmt *stmt;
    *id = gr_intern_find(&c->variants, name, strlen(name));
    if (*id)
        return 0;
    uint32_t added = c->variants.top + 1;
    if (added > GR_MAX_TAGS)
        return gr_fail(error, GR_ERR_LIMIT, "the database has too many variants");
    int code = gr_sql(c->sql, GR_SQL_ADD_VARIANT, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, added);
    sqlite3_bind_text(stmt, 2, name, -1, SQLITE_STATIC);
    code = gr_sql_run(c->sql, stmt, error);
    *id = added;
    return code ? code : keep(c, GR_PART_VARIANT, added, name, strlen(name), 0, error);
}

int gr_catalog_put_dictionary(GrCatalog *c, uint32_t id, GrError *error) {
    sqlite3_stmt *stmt;
    const GrDictionary *d = &c->dictionary[id];
    int code = gr_sql(c->sql, GR_SQL_PUT_DICTIONARY, &stmt, error);
    if (code)
        return code;
    c->part[GR_PART_DICTIONARY].backed_up = false;
    sqlite3_bind_int64(stmt, 1, id);
    sqlite3_bind_text(stmt, 2, gr_intern_get(&c->dictionary_names, id), -1, SQLITE_STATIC);
    sqlite3_bind_int64(stmt, 3, d->names);
    sqlite3_bind_int64(stmt, 4, (sqlite3_int64)d->uses);
    return gr_sql_run(c->sql, stmt, error);
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
    if (*id || c->dictionary_names.top >= GR_MAX_TAGS)
        return 0;
    *id = c->dictionary_names.top + 1;
    int code = keep(c, GR_PART_DICTIONARY, *id, name, strlen(name), 0, error);
    if (code)
        return code;
    c->dictionary[*id].complete = true;
    return gr_catalog_put_dictionary(c, *id, error);
}

static int add_tag(GrCatalog *c, const char *name, uint32_t *id, GrError *error) {
    uint32_t dictionary;
    sqlite3_stmt *stmt;
    if (c->tags.top >= GR_MAX_TAGS || strlen(name) > GR_MAX_NAME)
        return 0; /* without a number */
    int code = dictionary_of(c, name, &dictionary, error);
    if (code || !dictionary)
        return code;
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
    return keep(c, GR_PART_TAG, *id, name, strlen(name), dictionary, error);
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
    return keep(c, GR_PART_SHAPE, *id, bytes, len, 0, error);
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

int gr_catalog_add_judge(GrCatalog *c, const char *text, const GrCatalogJudge *judge, uint32_t *id,
                         GrError *error) {
    *id = c->judges.top + 1;
    if (*id > GR_MAX_JUDGE_ID)
        return gr_fail(error, GR_ERR_LIMIT, "the database has evaluations by too many judges");
    const GrCatalogRow row = {*id, text, strlen(text),
                              {judge->kind, judge->amount, judge->lines, judge->positions}};
    if (!gr_catalog_is_judge(&row))
        return gr_fail(error, GR_ERR_ILLEGAL, "a judge cannot have this name, options or limit");
    int code = gr_catalog_keep(c, GR_PART_JUDGE, &row);
    if (code)
        return code == GR_ERR_MEMORY ? gr_no_memory(error)
                                     : gr_fail(error, GR_ERR_ILLEGAL, "there is such a judge");
    return gr_catalog_put_judge(c, *id, error);
}

const GrShape *gr_catalog_get_shape(const GrCatalog *c, uint32_t id) {
    return gr_intern_get(&c->shapes, id) ? &c->shape[id] : NULL;
}
