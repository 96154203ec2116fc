/* The option -f of programs that write games: the formats of notation/write/format.h. */
#ifndef GR_CLI_FORMATS_H
#define GR_CLI_FORMATS_H

#include <string.h>

#include "cli/common.h"
#include "notation/write/format.h"

/* The format of -f, PGN by default; NULL after reporting an unknown one. */
static inline const GrFormat *cli_game_format(Cli *cli) {
    enum { MOST = 32 };
    const char *names[MOST + 1];
    int n = 0;
    for (; gr_formats[n] && n < MOST; n++)
        names[n] = gr_formats[n]->name;
    names[n] = NULL;
    int format = cli_format(cli, names, 0);
    return format < 0 ? NULL : gr_formats[format];
}

/* The name of the database without its folders: a heading for its games. */
static inline const char *cli_database_name(const Cli *cli) {
    const char *slash = strrchr(cli->db, '/');
    return slash ? slash + 1 : cli->db;
}

#endif
