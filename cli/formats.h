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

/* Tags that a format has no place for. */
typedef struct CliLeftOut {
    char names[200]; /* separated by commas; more than fit end with "..." */
    uint64_t games;
} CliLeftOut;

static inline void cli_leave_out_name(CliLeftOut *left, const char *name) {
    const char *at = strstr(left->names, name);
    size_t used = strlen(left->names), len = strlen(name);
    bool known = at && (at == left->names || at[-1] == ' ') && (!at[len] || at[len] == ',');
    if (known || (used && left->names[used - 1] == '.'))
        return;
    snprintf(left->names + used, sizeof left->names - used, "%s%s", used ? ", " : "",
             used + len + 8 < sizeof left->names ? name : "...");
}

/* A game was written: notes what was left out of it. */
static inline void cli_leave_out(CliLeftOut *left, const GrFormat *format, const GrGame *game) {
    bool any = false;
    for (size_t n = 0; format->leaves_out && n < game->tag_count; n++) {
        const char *name = gr_game_string(game, game->tags[n].name);
        if (!format->leaves_out(game, name))
            continue;
        cli_leave_out_name(left, name);
        any = true;
    }
    left->games += any;
}

/* Says once for all games what was left out. */
static inline void cli_note_left_out(Cli *cli, const CliLeftOut *left, const GrFormat *format) {
    if (left->games)
        cli_note(cli, "%s has no place for some tags of %llu %s: %s", format->name, (unsigned long long)left->games,
                 left->games == 1 ? "game" : "games", left->names);
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
static inline void cli_put_game(const GrFormat *format, GrBuffer *out, GrGameBefore *before, const GrGame *game,
                                const char *part, uint64_t number, uint64_t id) {
    if (part && format->part)
        format->part(out, game, part, id);
    else
        gr_format_put(format, out, before, game, number, part ? number : id);
}

#endif
