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

#define CLI_SELECT_ROW(id, name, argument, help, ...) {name, CLI_SELECT + GR_SELECT_##id, argument, help},
#define CLI_SELECT_OPTIONS GR_SELECT_OPTIONS(CLI_SELECT_ROW)

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
