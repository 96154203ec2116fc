/* Opening databases as programs do: a signal ends it, and a wait for other programs is reported. */
#ifndef GR_CLI_OPENING_H
#define GR_CLI_OPENING_H

#include "cli/common.h"
#include "db/db.h"

/* As gr_db_open_until. */
static inline int cli_open_db(Cli *cli, const char *path, const GrVariants *variants, GrDbMode mode, GrDb **db,
                              GrError *error) {
    const GrDbWaiting waiting = {cli_stop, cli_waits, cli};
    return gr_db_open_until(path, variants, mode, &waiting, db, error);
}

#endif
