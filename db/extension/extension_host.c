/* What functions and tables of one connection own together: its open databases. */
#include "db/extension/extension_host.h"

#include <stdlib.h>
#include <string.h>

#include "db/store/internal.h"

typedef struct Attached {
    GrDb *db;
    char *schema;
} Attached;

struct GrHost {
    sqlite3 *handle;
    GrVariants *variants;       /* opened when it is first needed */
    Attached *attached; /* databases that are open */
    size_t count;
    unsigned owners;
    unsigned users;     /* calls and cursors at work */
    GrGame game;        /* read last: game number `id` of `db` in its state `version`; id 0: none */
    int64_t id, version;
    const GrDb *db;
};

sqlite3 *gr_host_handle(const GrHost *host) {
    return host->handle;
}

GrHost *gr_host_keep(GrHost *host) {
    host->owners++;
    return host;
}

static bool is_main(const Attached *attached) {
    return !sqlite3_stricmp(attached->schema, "main");
}

/* Closes what is attached; the connection's own database, which stays the same as long as the
 * connection is open, only on demand. */
static void close_attached(GrHost *host, bool main_too) {
    size_t kept = 0;
    for (size_t i = 0; i < host->count; i++) {
        Attached *attached = &host->attached[i];
        if (is_main(attached) && !main_too) {
            gr_db_rest(attached->db);
            host->attached[kept++] = *attached;
            continue;
        }
        if (host->db == attached->db)
            host->id = 0;
        gr_db_close(attached->db);
        free(attached->schema);
    }
    host->count = kept;
}

void gr_host_drop(void *context) {
    GrHost *host = context;
    if (--host->owners)
        return;
    close_attached(host, true);
    free(host->attached);
    gr_game_free(&host->game);
    gr_variants_close(host->variants);
    free(host);
}

static int open_schema(GrHost *host, const char *schema, GrError *error) {
    if (sqlite3_db_readonly(host->handle, schema) < 0)
        return gr_fail(error, GR_ERR_NOT_FOUND, "no database is attached as %s", schema);
    if (!host->variants)
        host->variants = gr_variants_open();
    Attached *more = realloc(host->attached, (host->count + 1) * sizeof *more);
    if (more)
        host->attached = more;
    char *name = strdup(schema);
    if (!host->variants || !more || !name) {
        free(name);
        return gr_no_memory(error);
    }
    more[host->count] = (Attached){.schema = name};
    int code = gr_db_attach(host->handle, schema, host->variants, &more[host->count].db, error);
    if (code)
        free(name);
    else
        host->count++;
    return code;
}

int gr_host_enter(GrHost *host, const char *schema, GrDb **db, GrError *error) {
    size_t i = 0;
    while (i < host->count && sqlite3_stricmp(host->attached[i].schema, schema))
        i++;
    int code = i < host->count ? 0 : open_schema(host, schema, error);
    if (!code)
        *db = host->attached[i].db;
    host->users += code == 0;
    return code;
}

void gr_host_leave(GrHost *host) {
    if (--host->users == 0)
        close_attached(host, false);
}

int gr_host_game(GrHost *host, GrDb *db, int64_t id, const GrGame **game, GrError *error) {
    int code = gr_db_refresh(db, error);
    *game = &host->game;
    if (code || (host->id == id && host->db == db && host->version == db->version))
        return code;
    code = gr_db_get_game(db, id, &host->game, error);
    host->id = code ? 0 : id;
    host->db = db;
    host->version = db->version;
    return code;
}

int gr_host_result(const GrError *error) {
    switch (error->code) {
    case GR_ERR_MEMORY:
        return SQLITE_NOMEM;
    case GR_ERR_BUSY:
        return SQLITE_BUSY;
    case GR_ERR_STOPPED:
        return SQLITE_INTERRUPT;
    default:
        return SQLITE_ERROR;
    }
}

GrHost *gr_host_make(sqlite3 *handle) {
    GrHost *host = calloc(1, sizeof *host);
    if (!host)
        return NULL;
    gr_game_init(&host->game);
    host->handle = handle;
    host->owners = 1;
    return host;
}

int gr_host_change(GrHost *host, const char *schema, GrDb **db, char **name, GrError *error) {
    GrDb *entered;
    char *copy = strdup(schema);
    int code = copy ? gr_host_enter(host, schema, &entered, error) : gr_no_memory(error);
    if (code) {
        free(copy);
        return code;
    }
    if (*db)
        gr_host_leave(host);
    free(*name);
    *name = copy;
    *db = entered;
    return gr_db_begin_read(entered, error); /* until the last cursor is closed */
}

int gr_host_connect(GrHost *host, const char *declaration, const void *kind, sqlite3_vtab **made) {
    int result = sqlite3_declare_vtab(gr_host_handle(host), declaration);
    GrHostTable *table = result == SQLITE_OK ? calloc(1, sizeof *table) : NULL;
    if (!table)
        return result == SQLITE_OK ? SQLITE_NOMEM : result;
    table->host = gr_host_keep(host);
    table->kind = kind;
    *made = &table->base;
    return SQLITE_OK;
}

int gr_host_disconnect(sqlite3_vtab *table) {
    gr_host_drop(((GrHostTable *)table)->host);
    free(table);
    return SQLITE_OK;
}
