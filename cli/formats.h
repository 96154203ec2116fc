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

/* The formats for --help, in lines. */
static inline void cli_print_formats(FILE *to) {
    enum { WIDTH = 80 };
    char item[120];
    int column = fprintf(to, "Formats:");
    for (int n = 0; gr_formats[n]; n++) {
        const GrFormat *format = gr_formats[n];
        int length = snprintf(item, sizeof item, "%s%s%s%s%s", format->name,
                              n == 0 ? " (default)" : format->summary ? " (" : "",
                              n > 0 && format->summary ? format->summary : "",
                              n > 0 && format->summary ? ")" : "", gr_formats[n + 1] ? "," : ".");
        bool fits = column + 1 + length < WIDTH;
        fprintf(to, "%s%s", fits ? " " : "\n", item);
        column = fits ? column + 1 + length : length;
    }
    fputc('\n', to);
}

/* The name of the database without its folders: a heading for its games. */
static inline const char *cli_database_name(const Cli *cli) {
    const char *slash = strrchr(cli->db, '/');
    return slash ? slash + 1 : cli->db;
}

#endif
