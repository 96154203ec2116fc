/* Lists of openings, which db and tree take by --openings. */
#ifndef GR_CLI_OPENINGS_H
#define GR_CLI_OPENINGS_H

#include <inttypes.h>

#include "cli/common.h"
#include "db/db.h"
#include "notation/book/opening_names.h"
#include "rules/plural.h"

/* Reads the list for these rules; NULL after reporting what is wrong with it. */
static inline GrOpeningNames *cli_openings(Cli *cli, const char *path, const GrRules *rules) {
    GrOpeningNames *names;
    GrError error;
    if (gr_opening_names_open(path, rules, &names, cli_stop, NULL, &error))
        cli_fail(cli, &error);
    size_t count = 0;
    const GrOpeningNameFault *fault = names ? gr_opening_names_faults(names, &count) : NULL;
    for (size_t i = 0; i < count; i++)
        cli_diagnose(cli, path, fault[i].line, fault[i].column, GR_WARNING, 0, 0, fault[i].text);
    return names;
}

static inline void cli_report_opening(void *cli, int64_t id, const GrOpeningName *name) {
    FILE *out = cli_output(cli);
    if (out)
        fprintf(out, "game %" PRId64 ": %s%s%s\n", id, name->eco, *name->eco ? " " : "", name->name);
}

static inline void cli_report_classified(Cli *cli, const GrClassified *done, bool dry) {
    cli_summary(cli, "%" PRIu64 " %s, %" PRIu64 " with a named opening, %" PRIu64 " %s", done->games,
                gr_plural(done->games, "game", "games"), done->named, done->changed,
                dry ? "would change" : "changed");
}

#endif
