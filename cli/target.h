/* The position of --fen or --board. */
#ifndef GR_CLI_TARGET_H
#define GR_CLI_TARGET_H

#include <inttypes.h>
#include <string.h>

#include "cli/databases.h"
#include "cli/faults.h"
#include "db/db.h"

/* Reads it by these rules; returns the number of faults. */
static inline unsigned cli_read_target(GrTarget *target, const GrRules *rules, const char *fen,
                                       const char *board, GrFaults *faults) {
    return fen ? gr_target_fen(target, rules, fen, faults)
               : gr_target_board(target, rules, board, faults);
}

/* Reads it by the first variant of the databases in which it is legal, preferably without leaving
 * anything out. Else false, with *rules set to one by which its faults can be shown. */
static inline bool cli_fit_target(CliDatabases *all, const char *fen, const char *board,
                                  GrTarget *target, const GrRules **rules) {
    const GrRules *fits = NULL, *first = NULL;
    GrFaults faults;
    for (int d = 0; d < all->count; d++)
        for (size_t n = 0; n < gr_db_variants(all->db[d]); n++) {
            const GrRules *one = gr_db_variant(all->db[d], n);
            bool read = one && cli_read_target(target, one, fen, board, &faults) == 0;
            if (read && !faults.count)
                return true;
            fits = fits || !read ? fits : one;
            first = first ? first : one;
        }
    *rules = fits ? fits : first;
    return false;
}

/* Reads the position by the rules of -v, or without -v by the first variant of the databases that
 * fits. False after reporting what is wrong with it. */
static inline bool cli_target(CliDatabases *all, const GrVariants *variants, const char *fen,
                              const char *board, GrTarget *target) {
    const GrRules *rules;
    GrFaults faults;
    char what[40];
    Cli *cli = all->cli;
    if (!cli_rules(cli, variants, NULL, &rules))
        return false;
    if (!rules && cli_fit_target(all, fen, board, target, &rules))
        return true;
    rules = rules ? rules : gr_variants_at(variants, 0);
    bool read = cli_read_target(target, rules, fen, board, &faults) == 0;
    snprintf(what, sizeof what, "%.20s position", gr_variant(rules)->name);
    gr_faults_arrange(&faults, variants, rules, fen ? fen : board);
    cli_report_faults(cli, what, &faults);
    return read;
}

#endif
