/* Definitions of games in the table meta: the text that a file of variants would have, packed, under the key
 * "definition:NAME". */
#include "db/store/definitions.h"

#include <stdio.h>
#include <stdlib.h>

#include "db/codec/packed_bytes.h"
#include "notation/definition/variants_file.h"

enum { MOST_TEXT = 65536 };

static const char key_lead[] = "definition:";

/* The text of a packed definition; false if it cannot be read. */
static bool unpack(sqlite3_stmt *stmt, GrBuffer *text) {
    size_t len;
    const void *blob = gr_sql_blob(stmt, 0, &len);
    gr_buffer_clear(text);
    return len && gr_inflate(gr_input(blob, len), NULL, MOST_TEXT, text) != GR_CORRUPT && !text->failed && text->len;
}

/* A game of that name in a file of the user's may end otherwise by repetition: no game that is stored depends on that.
 * The database's own game comes before one that the library describes by the same name, or by that title. */
static int define_as_known(GrDb *db, GrDefinition *definition, GrError *why) {
    const GrRules *known = gr_variants_find_offered(db->variants, definition->name);
    const GrDefinition *like = known ? gr_definition_of(known) : NULL;
    if (like)
        gr_definition_repeat_like(definition, like);
    return gr_variants_define(db->variants, definition, NULL, why) ? 0 : why->code;
}

/* The first line, of at most `size` - 1 bytes, that one text of lines has and the other has not. */
static void find_other_line(const GrBuffer *text, const GrBuffer *other, char *line, size_t size) {
    snprintf(line, size, "nothing more");
    for (const char *at = text->data; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        size_t len = strcspn(at, "\n"), there = 0;
        const char *seek = other->data;
        for (; *seek && !there; seek += strcspn(seek, "\n"), seek += *seek == '\n')
            there = strcspn(seek, "\n") == len && !memcmp(seek, at, len);
        if (there || !len)
            continue;
        snprintf(line, size, "%.*s", (int)len, at);
        return;
    }
}

/* Says how the database's game differs from the one that is known by its name, be it of a file of variants or of a
 * database that was opened before. */
static int fail_for_another(const GrDb *db, const GrDefinition *own, GrError *error) {
    enum { LINE = 90 };
    char here[LINE] = "", there[LINE] = "";
    const GrRules *known = gr_variants_find(db->variants, own->name);
    const GrDefinition *other = known ? gr_definition_of(known) : NULL;
    GrBuffer own_text, other_text;
    if (!other)
        return gr_fail(error, GR_ERR_ILLEGAL, "the database has a game '%s' of its own, and this program knows another "
                                               "by that name", own->name);
    gr_buffer_init(&own_text);
    gr_buffer_init(&other_text);
    gr_definition_write(own, &own_text);
    gr_definition_write(other, &other_text);
    bool whole = own_text.len && other_text.len && !own_text.failed && !other_text.failed; /* else they are NULL */
    if (whole) {
        find_other_line(&own_text, &other_text, here, sizeof here);
        find_other_line(&other_text, &own_text, there, sizeof there);
    }
    gr_buffer_free(&own_text);
    gr_buffer_free(&other_text);
    return whole ? gr_fail(error, GR_ERR_ILLEGAL,
                           "its game '%s' is not the '%s' of another database or file of variants (here %s; there %s): "
                           "use one of them at a time", own->name, own->name, here, there)
                 : gr_no_memory(error);
}

/* Adds the games of a text; 0, or GR_ERR_ILLEGAL if the variants have others of their names. */
static int define(GrDb *db, const GrBuffer *text, GrError *error) {
    GrVariantsFile *file = gr_variants_file_read(text->data, text->len, NULL);
    GrDefinition *definition = file ? malloc(sizeof *definition) : NULL;
    GrError why = {.code = GR_OK};
    int code = definition ? 0 : gr_no_memory(error);
    for (size_t n = 0; definition && n < gr_variants_file_games(file) && !code; n++) {
        if (gr_variants_file_game(file, n, definition, NULL))
            continue;
        if (define_as_known(db, definition, &why) == GR_ERR_BUSY)
            code = fail_for_another(db, definition, error);
    }
    free(definition);
    gr_variants_file_close(file);
    return code;
}

int gr_definitions_load(GrDb *db, GrError *error) {
    sqlite3_stmt *stmt;
    GrBuffer text;
    int row, code = gr_sql(&db->sql, GR_SQL_DEFINITIONS, &stmt, error);
    if (code)
        return code;
    gr_buffer_init(&text);
    while (!code && (row = gr_sql_row(&db->sql, stmt, error)) != 0) {
        if (row < 0)
            code = gr_is_damage(row) ? 0 : row;
        else if (unpack(stmt, &text))
            code = define(db, &text, error);
        else if (text.failed)
            code = gr_no_memory(error);
        if (row < 0)
            break;
    }
    sqlite3_reset(stmt);
    gr_buffer_free(&text);
    return code;
}

static int put(GrDb *db, const GrDefinition *definition, GrError *error) {
    char key[sizeof key_lead + GR_DEFINED_NAME];
    GrBuffer text, packed;
    sqlite3_stmt *stmt;
    gr_buffer_init(&text);
    gr_buffer_init(&packed);
    snprintf(key, sizeof key, "%s%s", key_lead, definition->name);
    gr_definition_write(definition, &text);
    int code = text.failed || !gr_deflate(text.data, text.len, NULL, &packed)
                   ? gr_no_memory(error)
                   : gr_sql(&db->sql, GR_SQL_PUT_META, &stmt, error);
    if (!code) {
        sqlite3_bind_text(stmt, 1, key, -1, SQLITE_STATIC);
        sqlite3_bind_blob64(stmt, 2, packed.data, packed.len, SQLITE_STATIC);
        code = gr_sql_run(&db->sql, stmt, error);
    }
    gr_buffer_free(&text);
    gr_buffer_free(&packed);
    return code;
}

int gr_db_number_variant(GrDb *db, const GrRules *rules, uint32_t *id, GrError *error) {
    uint32_t before = db->catalog.variants.top;
    const GrDefinition *definition = gr_definition_of(rules);
    int code = gr_catalog_variant(&db->catalog, gr_variant(rules)->name, id, error);
    return code || !definition || *id <= before ? code : put(db, definition, error);
}
