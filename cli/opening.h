/* Opening databases as programs do, where a signal ends it, and a wait for other programs is reported; and closing
 * those that are written, where a log that stays is reported. */
#ifndef GR_CLI_OPENING_H
#define GR_CLI_OPENING_H

#include "cli/common.h"
#include "cli/place.h"
#include "db/db.h"

/* As gr_db_open_until. Games of one name that are not the same are the fault of who wants them in one command: the error
 * is GR_ERR_NOT_FOUND then, as of other wrong usage. */
static inline int cli_open_db(Cli *cli, const char *path, const GrVariants *variants, GrDbMode mode, GrDb **db,
                              GrError *error) {
    const GrDbWaiting waiting = {cli_stop, cli_waits, cli};
    int code = gr_db_open_until(path, variants, mode, &waiting, db, error);
    if (code == GR_ERR_ILLEGAL && error)
        error->code = GR_ERR_NOT_FOUND;
    return code;
}

/* CLI_DAMAGED after reporting that games were missing, or 0. */
static inline int cli_report_missing(Cli *cli, const char *path, const GrDb *db) {
    GrError error;
    return gr_db_missing(db, &error) ? cli_fail_file(cli, path, &error) : CLI_OK;
}

/* SQLite's log lies beside the file itself, not beside a link to it. */
static inline void cli_report_log(Cli *cli, const char *path) {
    CliPlace place;
    cli_error(cli, "%s: part of it still lies in %s-wal: do not move the one without the other; make room and run "
              "grimoire db verify %s", path, cli_find_place(path, &place) ? place.path : path, path);
}

/* Closes one that may have been written, or none if NULL. Returns the status, or a greater one after reporting that the
 * file alone is not the database. */
static inline int cli_close_db(Cli *cli, const char *path, GrDb *db, int status) {
    GrError error;
    int lost = db ? cli_report_missing(cli, path, db) : CLI_OK;
    int code = db ? gr_db_settle(db, &error) : 0, one = code ? cli_fail_file(cli, path, &error) : lost;
    gr_db_close(db);
    if (code)
        cli_report_log(cli, path);
    return one > status ? one : status;
}

#endif
