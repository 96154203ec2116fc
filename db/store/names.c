/* The names of the catalog's dictionaries.
 *
 * In the table they stand in pages of PAGE_NAMES, each with its NUL, compressed by zlib. Page p of
 * dictionary d, with the names p * PAGE_NAMES + 1 and following, has the key (d << 24) + p. Only
 * the last page of a dictionary is ever written again. */
#include <string.h>

#include "db/store/catalog_local.h"
#include "db/codec/packed_bytes.h"

enum { SMALL_DICTIONARY = 4096, PAGE_NAMES = GR_PAGE_NAMES };

/* A file may say of its dictionaries what it likes. */
enum { MOST_EXPECTED = 1 << 17 };

static int64_t page_key(uint32_t dictionary, uint32_t page) {
    return ((int64_t)dictionary << 24) + page;
}

/* Reads one page's blob. A damaged one keeps its names up to the damage: whether they are
 * right, the checks of the games that have them show. */
static int read_page(GrCatalog *c, GrDictionary *d, uint32_t page, GrInput blob, GrError *error) {
    GrBuffer texts;
    gr_buffer_init(&texts);
    GrHealth health = gr_inflate(blob, NULL, GR_MAX_PAGE, &texts);
    GrInput in = gr_input(texts.data, texts.len);
    uint32_t id = page * PAGE_NAMES + 1, end = id + PAGE_NAMES;
    int code = texts.failed ? gr_no_memory(error) : 0;
    for (; gr_input_left(&in) && !in.bad && id < end && !code; id++) {
        const char *text = gr_input_string(&in);
        size_t len = strlen(text);
        in.bad |= len > GR_MAX_NAME || c->names_size > GR_MAX_LOADED_NAMES;
        if (in.bad || gr_intern_get(&d->texts, id))
            continue;
        if (gr_intern_keep(&d->texts, id, text, len))
            code = gr_no_memory(error);
        c->names_size += len + 1;
    }
    d->corrected |= health == GR_CORRECTED;
    d->damaged |= health == GR_CORRUPT || in.bad || (id < end && id <= d->written);
    gr_buffer_free(&texts);
    return code;
}

/* Reads the pages from `page` to `end` - 1 as far as they are there. */
static int read_pages(GrCatalog *c, uint32_t dictionary, uint32_t page, uint32_t end,
                      GrError *error) {
    sqlite3_stmt *stmt;
    int64_t number = INT64_MIN;
    GrDictionary *d = &c->dictionary[dictionary];
    if (gr_intern_expect(&d->texts, d->names < MOST_EXPECTED ? d->names : MOST_EXPECTED))
        return gr_no_memory(error);
    int row, code = gr_sql(c->sql, GR_SQL_NAMES, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, page_key(dictionary, page));
    sqlite3_bind_int64(stmt, 2, page_key(dictionary, end));
    while ((row = gr_sql_next(c->sql, stmt, &number, error)) > 0 && !code) {
        size_t len;
        uint32_t at = (uint32_t)(number - page_key(dictionary, 0));
        const void *blob = gr_sql_blob(stmt, 2, &len);
        d->corrected |= sqlite3_column_int64(stmt, 1) != dictionary;
        code = read_page(c, d, at, gr_input(blob, len), error);
    }
    sqlite3_reset(stmt);
    return code ? code : row;
}

int gr_catalog_load_names(GrCatalog *c, uint32_t tag, GrError *error) {
    GrDictionary *d = gr_catalog_dictionary(c, tag);
    if (d->complete)
        return 0;
    uint32_t pages = (d->names + PAGE_NAMES - 1) / PAGE_NAMES;
    int code = read_pages(c, c->tag_dictionary[tag], 0, pages, error);
    for (uint32_t id = 1; id <= d->names && !code; id++)
        d->damaged |= !gr_intern_get(&d->texts, id);
    d->complete = code == 0;
    return code;
}

/* Loads the names of a tag so that they are found by their bytes. */
static int load_findable(GrCatalog *c, uint32_t tag, GrError *error) {
    GrDictionary *d = gr_catalog_dictionary(c, tag);
    int code = gr_catalog_load_names(c, tag, error);
    if (code || d->findable)
        return code;
    d->findable = gr_intern_index(&d->texts) == 0;
    return d->findable ? 0 : gr_no_memory(error);
}

/* Most dictionaries repeat their names. One that does not (times of day, numbers of games) would
 * only grow: from a certain size on, it takes new names only while half of all uses repeat. */
static bool worth(const GrCatalog *c, const GrDictionary *d, size_t len) {
    if (len > GR_MAX_NAME || c->names >= GR_MAX_NAMES || c->names_size >= GR_MAX_NAMES_SIZE)
        return false;
    return d->names < SMALL_DICTIONARY || d->names < d->uses / 2;
}

/* A value that is looked up. */
typedef struct Value {
    const char *text;
    size_t len;
    uint32_t hash;
} Value;

static int add_value(GrCatalog *c, uint32_t tag, const Value *value, uint32_t *id,
                     GrError *error) {
    GrDictionary *d = gr_catalog_dictionary(c, tag);
    if (!worth(c, d, value->len))
        return 0;
    if (d->damaged) { /* what is left of the last page stays as it is */
        d->names = d->written = (d->names + PAGE_NAMES - 1) / PAGE_NAMES * PAGE_NAMES;
        d->damaged = false;
    }
    *id = d->names + 1;
    if (!gr_intern_get(&d->texts, *id)) {
        if (gr_intern_set(&d->texts, *id, value->text, value->len))
            return gr_no_memory(error);
        c->names_size += value->len + 1;
    }
    d->names++;
    c->names++;
    return 0;
}

/* Who changes one game has most of its names in memory, as he has read it: these are found without loading the others.
 * Who goes on is better off with all of them. */
static uint32_t find_loaded(GrDictionary *d, const Value *value) {
    enum { FEW = 16 };
    if (d->findable || d->sought == FEW)
        return 0;
    d->sought++;
    for (uint32_t id = 1; id <= d->names; id++) {
        const char *text = gr_intern_get(&d->texts, id);
        if (text && !strcmp(text, value->text))
            return id;
    }
    return 0;
}

int gr_catalog_values(GrCatalog *c, const GrShape *shape, const GrGame *game, uint32_t *ids,
                      GrError *error) {
    Value value[GR_MAX_SHAPE];
    int code = 0;
    for (uint32_t i = 0; i < shape->count && !code; i++) {
        GrDictionary *d = gr_catalog_dictionary(c, shape->tags[i]);
        value[i].text = gr_game_string(game, game->tags[i].value);
        value[i].len = strlen(value[i].text);
        value[i].hash = gr_intern_hash(value[i].text, value[i].len);
        ids[i] = find_loaded(d, &value[i]);
        if (!ids[i])
            code = load_findable(c, shape->tags[i], error);
        gr_intern_reach(&d->texts, value[i].hash);
    }
    for (uint32_t i = 0; i < shape->count && !code; i++)
        gr_intern_approach(&gr_catalog_dictionary(c, shape->tags[i])->texts, value[i].hash);
    for (uint32_t i = 0; i < shape->count && !code; i++)
        gr_intern_touch(&gr_catalog_dictionary(c, shape->tags[i])->texts, value[i].hash);
    for (uint32_t i = 0; i < shape->count && !code; i++) {
        GrDictionary *d = gr_catalog_dictionary(c, shape->tags[i]);
        d->uses++;
        d->changed = true;
        if (!ids[i])
            ids[i] = gr_intern_search(&d->texts, value[i].text, value[i].len, value[i].hash);
        if (!ids[i])
            code = add_value(c, shape->tags[i], &value[i], &ids[i], error);
    }
    return code;
}

const char *gr_catalog_get_value(GrCatalog *c, uint32_t tag, uint32_t id, GrError *error) {
    GrDictionary *d = gr_catalog_dictionary(c, tag);
    const char *known = gr_intern_get(&d->texts, id);
    uint32_t page = (id - 1) / PAGE_NAMES;
    if (known)
        return known;
    if (!d->complete && id && id <= d->names &&
        read_pages(c, c->tag_dictionary[tag], page, page + 1, error))
        return NULL;
    known = gr_intern_get(&d->texts, id);
    if (!known)
        gr_fail(error, GR_ERR_DAMAGED, "the game names a tag value that does not exist");
    return known;
}

/* Packs the names of a page. */
static bool pack_page(const GrDictionary *d, uint32_t page, GrBuffer *texts, GrBuffer *blob) {
    uint32_t id = page * PAGE_NAMES + 1, end = id + PAGE_NAMES;
    gr_buffer_clear(texts);
    gr_buffer_clear(blob);
    for (; id < end && id <= d->names; id++)
        gr_put_string(texts, gr_intern_get(&d->texts, id));
    return !texts->failed && gr_deflate(texts->data, texts->len, NULL, blob);
}

int gr_catalog_write_names(GrCatalog *c, uint32_t dictionary, GrError *error) {
    GrDictionary *d = &c->dictionary[dictionary];
    sqlite3_stmt *stmt;
    GrBuffer texts, blob;
    int code = gr_sql(c->sql, GR_SQL_PUT_NAMES, &stmt, error);
    if (code || d->written == d->names)
        return code;
    gr_buffer_init(&texts);
    gr_buffer_init(&blob);
    for (uint32_t page = d->written / PAGE_NAMES; page * PAGE_NAMES < d->names && !code; page++) {
        if (!pack_page(d, page, &texts, &blob)) {
            code = gr_no_memory(error);
            break;
        }
        sqlite3_bind_int64(stmt, 1, page_key(dictionary, page));
        sqlite3_bind_int64(stmt, 2, dictionary);
        sqlite3_bind_blob64(stmt, 3, blob.data, blob.len, SQLITE_STATIC);
        code = gr_sql_run(c->sql, stmt, error);
    }
    if (!code)
        d->written = d->names;
    gr_buffer_free(&texts);
    gr_buffer_free(&blob);
    return code;
}
