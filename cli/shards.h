/* split --shards N: a database as N files for as many machines. */
#ifndef GR_CLI_SHARDS_H
#define GR_CLI_SHARDS_H

#include <string.h>
#include <unistd.h>

#include "cli/apart.h"
#include "cli/opening.h"
#include "db/db.h"

/* "big.db" as "big-3-of-8.db". */
static inline void cli_name_shard(GrBuffer *name, const char *path, unsigned shard, unsigned shards) {
    size_t len = strlen(path);
    bool db = len > 3 && !strcmp(path + len - 3, ".db");
    gr_buffer_clear(name);
    gr_buffer_printf(name, "%.*s-%u-of-%u%s", (int)(db ? len - 3 : len), path, shard, shards,
                     db ? ".db" : "");
}

/* May it be made? There may be one from an earlier run that was killed, but nothing else. */
static inline bool cli_may_make_shard(Cli *cli, const GrVariants *variants, const char *name, unsigned shard,
                                      unsigned shards) {
    unsigned found = 0, of = 0;
    GrDb *db;
    if (access(name, F_OK))
        return true;
    if (cli_open_db(cli, name, variants, GR_DB_READ, &db, NULL))
        return false;
    bool may = gr_db_shard(db, &found, &of, NULL) == 0 && found == shard && of == shards;
    gr_db_close(db);
    return may;
}

/* Makes one of them and writes its name; one that is there stays. */
static inline int cli_make_shard(Cli *cli, GrDb *db, const GrWork *work, const char *name,
                                 unsigned shard, unsigned shards) {
    GrError error;
    FILE *out = cli_output(cli);
    if (!out)
        return CLI_USAGE;
    int code = gr_db_make_shard(db, name, shard, shards, work, &error);
    if (code == GR_ERR_STOPPED) {
        cli_stopped(cli, "stopped; %s was not made", name);
        return CLI_FAULTS;
    }
    if (code == GR_ERR_ILLEGAL)
        return cli_usage(cli, "%s", error.text);
    if (code)
        return cli_fail_file(cli, name, &error);
    fprintf(out, "%s\n", name);
    return CLI_OK;
}

/* Makes all shards of the database, under names that `path` gives. */
static inline int cli_make_shards(Cli *cli, GrDb *db, const GrWork *work, const char *path,
                                  unsigned shards) {
    GrBuffer name;
    int status = CLI_OK;
    gr_buffer_init(&name);
    for (unsigned shard = 1; shard <= shards && !status; shard++) {
        cli_name_shard(&name, path, shard, shards);
        if (!name.failed && !cli_may_make_shard(cli, gr_db_all_variants(db), name.data, shard, shards))
            status = cli_usage(cli, "%s is there already", name.data);
        else if (!name.failed && !cli_may_make(cli, name.data))
            status = CLI_USAGE;
    }
    for (unsigned shard = 1; shard <= shards && !status && !name.failed; shard++) {
        cli_name_shard(&name, path, shard, shards);
        if (!name.failed)
            status = cli_make_shard(cli, db, work, name.data, shard, shards);
    }
    if (name.failed)
        status = cli_usage(cli, "out of memory");
    gr_buffer_free(&name);
    return status;
}

#endif
