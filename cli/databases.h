/* The databases of a program that takes -d more than once, open for reading.
 *
 *     CliDatabases all;
 *     if (!cli_open_databases(cli, variants, &all))
 *         return all.status;
 *     for (GrDb *db; (db = cli_next_database(&all));)
 *         cli_add_status(&all, read(db));
 *     return cli_close_databases(&all, CLI_OK);
 *
 * One that cannot be opened or read hides nothing of the others: it is reported, and the program
 * ends with its status when all are done.
 */
#ifndef GR_CLI_DATABASES_H
#define GR_CLI_DATABASES_H

#include "cli/opening.h"
#include "db/db.h"

typedef struct CliDatabases {
    Cli *cli;
    int count;                      /* of those that could be opened, in the order of cli->dbs: */
    GrDb *db[CLI_MOST_DBS];
    const char *path[CLI_MOST_DBS];
    int at;                         /* the one at work, counted from 1 */
    uint64_t before, total;         /* for progress: games of those that are done, and of all */
    int status;                     /* the greatest that was added */
} CliDatabases;

static inline void cli_add_status(CliDatabases *all, int status) {
    all->status = status > all->status ? status : all->status;
}

/* Opens one, which is cli->db from now on. */
static inline void cli_open_one(CliDatabases *all, const GrVariants *variants, const char *path) {
    GrError error;
    GrDb *db;
    all->cli->db = path;
    if (cli_open_db(all->cli, path, variants, GR_DB_READ, &db, &error)) {
        cli_add_status(all, cli_fail_file(all->cli, path, &error));
        return;
    }
    int64_t last = gr_db_last(db, NULL);
    all->total += last > 0 ? (uint64_t)last : 0;
    all->path[all->count] = path;
    all->db[all->count++] = db;
}

/* Several share the memory that one would have for its pages. */
static inline void cli_share_memory(CliDatabases *all) {
    enum { KIB = 64 * 1024, LEAST = 1024 };
    for (int n = 0; n < all->count && all->count > 1; n++)
        gr_db_set_cache(all->db[n], KIB / all->count < LEAST ? LEAST : KIB / all->count);
}

/* Opens the databases from the nth on, from 0. */
static inline void cli_open_from(Cli *cli, const GrVariants *variants, CliDatabases *all,
                                 int first) {
    all->cli = cli;
    all->count = all->at = 0;
    all->before = all->total = 0;
    all->status = CLI_OK;
    for (int n = first; n < cli->databases; n++)
        cli_open_one(all, variants, cli->dbs[n]);
    cli->db = cli->dbs[0];
    cli_share_memory(all);
}

/* Opens all of them. False, with all->status set, if there is none to be read: none was given, or
 * none can be opened; then nothing is to be closed. */
static inline bool cli_open_databases(Cli *cli, const GrVariants *variants, CliDatabases *all) {
    cli_open_from(cli, variants, all, 0);
    if (!cli_database(cli))
        all->status = CLI_USAGE;
    return all->count > 0;
}

/* The next one, which becomes cli->db; NULL after the last, and then it starts over. */
static inline GrDb *cli_next_database(CliDatabases *all) {
    if (all->at) {
        int64_t last = gr_db_last(all->db[all->at - 1], NULL);
        all->before += last > 0 ? (uint64_t)last : 0;
    }
    if (all->at == all->count) {
        all->at = 0;
        all->before = 0;
        return NULL;
    }
    all->cli->db = all->path[all->at];
    return all->db[all->at++];
}

/* Shows that games up to `id` of the one at work have been looked at. */
static inline void cli_show_games(CliDatabases *all, int64_t id) {
    cli_progress(all->cli, "games", all->before + (uint64_t)id, all->total);
}

/* Closes all. Returns the status, or a greater one that was added. */
static inline int cli_close_databases(CliDatabases *all, int status) {
    for (int n = 0; n < all->count; n++) {
        cli_add_status(all, cli_report_missing(all->cli, all->path[n], all->db[n]));
        gr_db_close(all->db[n]);
    }
    all->count = 0;
    cli_add_status(all, status);
    return all->status;
}

#endif
