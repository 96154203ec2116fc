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

/* What stands before the games. Without a title it is the name of the database without its folders,
 * or of the first of several. */
static inline void cli_begin_games(const Cli *cli, const GrFormat *format, GrBuffer *out,
                                   const char *title) {
    char name[300];
    const char *slash = strrchr(cli->dbs[0], '/');
    snprintf(name, sizeof name, "%.255s", slash ? slash + 1 : cli->dbs[0]);
    if (cli->databases > 1)
        snprintf(name + strlen(name), sizeof name - strlen(name), " and %d more",
                 cli->databases - 1);
    if (cli->databases > 1 && format->begin_parts)
        format->begin_parts(out, title ? title : name);
    else if (format->begin)
        format->begin(out, title ? title : name);
}

/* A game of the database `part`; NULL if there is but one. `number` counts the games written. */
static inline void cli_put_game(const GrFormat *format, GrBuffer *out, const GrGame *game,
                                const char *part, uint64_t number, uint64_t id) {
    if (part && format->part)
        format->part(out, game, part, id);
    else
        format->game(out, game, number, part ? number : id);
}

#endif
