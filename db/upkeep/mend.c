/* Setting right tables whose contents are known from elsewhere.
 *
 * All is read before the transaction that writes: SQLite lets nothing be written in one in which it met damage. */
#include "db/upkeep/mend.h"

#include "db/store/internal.h"
#include "db/store/renew.h"
#include "db/upkeep/structure.h"

/* Which tables are to be made anew. */
typedef struct Renewal {
    bool catalog, backup, duplicates, signature, meta, name;
} Renewal;

static int mend_texts(GrDb *db, GrError *error) {
    bool wrong;
    int code = gr_tables_any_wrong_text(&db->sql, &wrong, error);
    if (code || !wrong)
        return code;
    code = gr_db_begin(db, error);
    if (!code)
        code = gr_tables_correct_texts(&db->sql, error);
    if (!code)
        code = gr_db_commit(db, error);
    gr_db_rollback(db);
    gr_db_forget(db);
    return code;
}

/* Is a table damaged? */
static int ask(GrDb *db, const char *table, bool *damaged, GrError *error) {
    char said[GR_FLAW_SAID];
    int sound = gr_structure_table(db, table, said, error);
    *damaged = sound == 0;
    return sound < 0 ? sound : 0;
}

/* Of a part that is not known as a whole, others may still find something. */
static int ask_catalog(GrDb *db, Renewal *renewal, GrError *error) {
    GrPartState *state = db->catalog.part;
    bool damaged, complete = true;
    for (int part = GR_PART_VARIANT; part < GR_PARTS; part++) {
        int code = ask(db, gr_catalog_part_name((GrCatalogPart)part), &damaged, error);
        if (code)
            return code;
        state[part].astray |= damaged;
        complete &= !state[part].corrupt;
        renewal->catalog |= state[part].astray && !state[part].corrupt;
    }
    int code = ask(db, "backup", &damaged, error);
    renewal->backup = damaged && complete;
    return code;
}

int gr_mend_can_read_meta(GrDb *db, GrError *error) {
    sqlite3_int64 sum;
    int code = gr_sql_number(db->sql.handle, "SELECT sum(length(key) + length(value)) FROM meta NOT INDEXED", &sum,
                             error);
    return code ? (code == GR_ERR_DAMAGED ? 0 : code) : 1;
}

/* A row with another key is that of some key with a wrong byte. */
static int ask_meta(GrDb *db, Renewal *renewal, GrError *error) {
    sqlite3_int64 others = 0;
    int code = ask(db, "meta", &renewal->meta, error), readable = code ? 0 : gr_mend_can_read_meta(db, error);
    if (code || readable <= 0) {
        renewal->meta = false;
        return code ? code : readable;
    }
    code = gr_sql_number(db->sql.handle, "SELECT count(*) FROM meta NOT INDEXED WHERE typeof(value) <> 'blob' AND "
                         "key NOT IN ('fingerprint_bits', 'fingerprint_games', 'shard')", &others, error);
    renewal->meta |= others > 0;
    return code;
}

/* Names that are damaged in the file can be written again if all could be read, and are in memory then. */
static int ask_names(GrDb *db, Renewal *renewal, GrError *error) {
    GrCatalog *c = &db->catalog;
    int code = ask(db, "name", &renewal->name, error);
    for (uint32_t tag = 1; tag <= c->tags.top && !code && renewal->name; tag++) {
        if (!gr_intern_get(&c->tags, tag))
            continue;
        code = gr_catalog_load_names(c, tag, error);
        renewal->name = !code && !gr_catalog_dictionary(c, tag)->damaged;
    }
    return code == GR_ERR_DAMAGED ? 0 : code;
}

static int renew(GrDb *db, const char *table, GrError *error) {
    return gr_tables_renew(&db->sql, &table, 1, error);
}

static int renew_catalog(GrDb *db, const Renewal *renewal, GrError *error) {
    int code = renewal->backup ? renew(db, "backup", error) : 0;
    for (int part = GR_PART_VARIANT; part < GR_PARTS && renewal->backup; part++)
        db->catalog.part[part].backed_up = false;
    return code ? code : gr_catalog_correct_tables(&db->catalog, error);
}

static int renew_meta(GrDb *db, GrError *error) {
    sqlite3 *handle = db->sql.handle;
    int code = gr_sql_exec(handle, "CREATE TEMP TABLE kept AS SELECT key, value FROM main.meta NOT INDEXED "
                                   "WHERE typeof(value) = 'blob' OR "
                                   "key IN ('fingerprint_bits', 'fingerprint_games', 'shard')", error);
    if (!code)
        code = renew(db, "meta", error);
    return code ? code
                : gr_sql_exec(handle, "INSERT OR REPLACE INTO main.meta SELECT key, value FROM temp.kept;"
                                      "DROP TABLE temp.kept", error);
}

/* Another program may have written since they were read, so that they are in memory no more. */
static int renew_names(GrDb *db, GrError *error) {
    GrCatalog *c = &db->catalog;
    for (uint32_t tag = 1; tag <= c->tags.top; tag++)
        if (gr_intern_get(&c->tags, tag) && !gr_catalog_dictionary(c, tag)->complete)
            return 0;
    int code = renew(db, "name", error);
    for (uint32_t id = 1; id <= c->dictionary_names.top && !code; id++)
        if (c->dictionary[id].complete) /* others are no tag's */
            c->dictionary[id].written = 0;
    return code;
}

static int renew_all(GrDb *db, const Renewal *renewal, GrError *error) {
    int code = renew_catalog(db, renewal, error);
    if (!code && renewal->meta)
        code = renew_meta(db, error);
    if (!code && renewal->name)
        code = renew_names(db, error);
    if (!code && renewal->signature)
        code = renew(db, "signature", error);
    if (!code && renewal->duplicates)
        code = renew(db, "fingerprint", error);
    return code || !renewal->duplicates ? code : gr_duplicates_clear(&db->duplicates, error);
}

int gr_mend_tables(GrDb *db, GrError *error) {
    Renewal renewal = {.catalog = false};
    int shared = gr_structure_shared(db, error);
    if (shared)
        return shared < 0 ? shared
                          : gr_fail(error, GR_ERR_DAMAGED, "two tables of the database have the same pages: nothing is "
                                                           "changed, and export writes the games that can be read");
    int code = mend_texts(db, error);
    if (!code)
        code = gr_db_refresh(db, error);
    if (!code)
        code = ask_catalog(db, &renewal, error);
    if (!code)
        code = ask_meta(db, &renewal, error);
    if (!code)
        code = ask_names(db, &renewal, error);
    if (!code)
        code = ask(db, "fingerprint", &renewal.duplicates, error);
    if (!code)
        code = ask(db, "signature", &renewal.signature, error);
    bool any = renewal.catalog || renewal.backup || renewal.duplicates || renewal.signature || renewal.meta ||
               renewal.name;
    if (code || !any)
        return code;
    code = gr_db_begin(db, error);
    if (!code)
        code = renew_all(db, &renewal, error);
    if (!code)
        code = gr_db_commit(db, error);
    gr_db_rollback(db);
    gr_db_forget(db);
    return code;
}
