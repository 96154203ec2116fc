/* The options that select games of a database, the same in all programs.
 *
 * A program puts CLI_SELECT_OPTIONS into its table and hands every code that it does not know to
 * cli_select.
 */
#ifndef GR_CLI_SELECT_H
#define GR_CLI_SELECT_H

#include <stdlib.h>

#include "cli/common.h"
#include "db/db.h"

/* Their codes; a program's own begin elsewhere. */
enum { CLI_SELECT = CLI_LONG + 1000 };

#define CLI_SELECT_OPTIONS                                                                         \
    {"games", CLI_SELECT, "LIST", "only games with these numbers: 5,10-20,100-"},                    \
    {"white", CLI_SELECT + 1, "TEXT", "only games with TEXT in White's name (=TEXT: exactly)"},    \
    {"black", CLI_SELECT + 2, "TEXT", "same for Black's name"},                                 \
    {"player", CLI_SELECT + 3, "TEXT", "same for either name"},                                 \
    {"event", CLI_SELECT + 4, "TEXT", "same for the event"},                                    \
    {"site", CLI_SELECT + 5, "TEXT", "same for the site"},                                      \
    {"round", CLI_SELECT + 6, "TEXT", "same for the round"},                                    \
    {"eco", CLI_SELECT + 7, "TEXT", "same for the ECO code"},                                   \
    {"opening", CLI_SELECT + 8, "TEXT", "same for the opening"},                                \
    {"annotator", CLI_SELECT + 9, "TEXT", "same for the annotator"},                            \
    {"tag", CLI_SELECT + 10, "NAME=TEXT", "same for any tag (NAME==TEXT: exactly)"},            \
    {"date", CLI_SELECT + 11, "RANGE", "only games with these dates: 1990, 1990.05..1995, 1990.."},  \
    {"result", CLI_SELECT + 12, "RESULT", "only games with this result: 1-0, 0-1, 1/2-1/2, *"},       \
    {"elo", CLI_SELECT + 13, "RANGE", "only games with both ratings in the range: 2500.."},        \
    {"white-elo", CLI_SELECT + 14, "RANGE", "same for White's rating"},                         \
    {"black-elo", CLI_SELECT + 15, "RANGE", "same for Black's rating"},                         \
    {"plies", CLI_SELECT + 16, "RANGE", "only games with this number of plies: 40..80"}

/* Adds the condition of an option. A bad value is reported as bad usage, and the next cli_next will
 * set cli->done. */
static inline void cli_select(Cli *cli, int code, GrSelection *selection, const GrVariants *variants) {
    const CliOption *option = cli->program->options;
    GrError error;
    while (option->name && option->code != code)
        option++;
    if (option->name && gr_selection_add(selection, variants, option->name, cli->arg, &error))
        cli_bad_option(cli, "option --%s: %s", option->name, error.text);
}

/* Adds the condition of -v, if it was given. False after reporting why it cannot. */
static inline bool cli_select_variant(Cli *cli, GrSelection *selection, const GrVariants *variants) {
    const GrRules *rules;
    GrError error;
    if (!cli_rules(cli, variants, NULL, &rules))
        return false;
    if (!rules || !gr_selection_add(selection, variants, "variant", gr_variant(rules)->name, &error))
        return true;
    cli_fail(cli, &error);
    return false;
}

#endif
