/* The position of --fen or --board. */
#ifndef GR_CLI_TARGET_H
#define GR_CLI_TARGET_H

#include <inttypes.h>
#include <string.h>

#include "cli/databases.h"
#include "cli/faults.h"
#include "db/db.h"

/* Reads the position by the rules of -v, or without -v by the first variant of the databases that fits best. False
 * after reporting what is wrong with it. */
static inline bool cli_target(CliDatabases *all, const GrVariants *variants, const char *fen,
                              const char *board, GrTarget *target) {
    const GrRules *rules;
    GrFaults faults;
    char what[40];
    Cli *cli = all->cli;
    if (!cli_rules(cli, variants, NULL, &rules))
        return false;
    rules = rules ? rules : gr_target_rules(all->db, all->count, fen, board);
    rules = rules ? rules : gr_variants_at(variants, 0);
    bool read = (fen ? gr_target_fen(target, rules, fen, &faults) : gr_target_board(target, rules, board, &faults)) == 0;
    snprintf(what, sizeof what, "%.20s position", gr_variant(rules)->name);
    gr_faults_arrange(&faults, variants, rules, fen ? fen : board);
    cli_report_faults(cli, what, &faults);
    return read;
}

#endif
