/* The position that --fen or --board names, for the programs that look for one. */
#ifndef GR_CLI_TARGET_H
#define GR_CLI_TARGET_H

#include <inttypes.h>
#include <string.h>

#include "cli/common.h"
#include "db/search/target.h"

/* Reads it by these rules; returns the number of faults. */
static inline unsigned cli_read_target(GrTarget *target, const GrRules *rules, const char *fen,
                                       const char *board, GrFaults *faults) {
    return fen ? gr_target_fen(target, rules, fen, faults)
               : gr_target_board(target, rules, board, faults);
}

static inline void cli_tell_faults(Cli *cli, const GrRules *rules, const GrFaults *faults) {
    for (unsigned i = 0; i < faults->count && i < GR_MAX_FAULTS; i++)
        cli_error(cli, "%s position, column %u: %s", gr_variant(rules)->name,
                  faults->fault[i].column, faults->fault[i].text);
}

/* Reads the position by the rules of -v; without -v, by the first variant of the database in which
 * it is one. False after telling what is wrong with it. */
static inline bool cli_target(Cli *cli, GrDb *db, const GrBook *book, const char *fen,
                              const char *board, GrTarget *target) {
    const GrRules *rules;
    GrFaults faults;
    if (!cli_rules(cli, book, NULL, &rules))
        return false;
    for (size_t n = 0; !cli->variant && n < gr_db_variants(db); n++) {
        const GrRules *one = gr_db_variant(db, n);
        if (one && cli_read_target(target, one, fen, board, &faults) == 0)
            return true;
        rules = rules ? rules : one;
    }
    rules = rules ? rules : gr_book_at(book, 0);
    if (cli_read_target(target, rules, fen, board, &faults) == 0)
        return true;
    cli_tell_faults(cli, rules, &faults);
    return false;
}

#endif
