/* The position of --fen or --board. */
#ifndef GR_CLI_TARGET_H
#define GR_CLI_TARGET_H

#include <inttypes.h>
#include <string.h>

#include "cli/common.h"
#include "cli/faults.h"
#include "db/db.h"

/* Reads it by these rules; returns the number of faults. */
static inline unsigned cli_read_target(GrTarget *target, const GrRules *rules, const char *fen,
                                       const char *board, GrFaults *faults) {
    return fen ? gr_target_fen(target, rules, fen, faults)
               : gr_target_board(target, rules, board, faults);
}

/* Reads the position by the rules of -v; without -v, by the first variant of the database in which
 * it is legal, preferably without leaving anything out. False after reporting what is wrong with
 * it. */
static inline bool cli_target(Cli *cli, GrDb *db, const GrVariants *variants, const char *fen,
                              const char *board, GrTarget *target) {
    const GrRules *rules, *fits = NULL;
    GrFaults faults;
    char what[40];
    if (!cli_rules(cli, variants, NULL, &rules))
        return false;
    for (size_t n = 0; !cli->variant && n < gr_db_variants(db); n++) {
        const GrRules *one = gr_db_variant(db, n);
        bool read = one && cli_read_target(target, one, fen, board, &faults) == 0;
        if (read && !faults.count)
            return true;
        fits = fits || !read ? fits : one;
        rules = rules ? rules : one;
    }
    rules = fits ? fits : rules ? rules : gr_variants_at(variants, 0);
    bool read = cli_read_target(target, rules, fen, board, &faults) == 0;
    snprintf(what, sizeof what, "%.20s position", gr_variant(rules)->name);
    cli_report_faults(cli, what, &faults);
    return read;
}

#endif
