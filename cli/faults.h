/* Reporting faults of a FEN. */
#ifndef GR_CLI_FAULTS_H
#define GR_CLI_FAULTS_H

#include "cli/common.h"
#include "notation/fen_faults.h"

/* Prints every fault; parts that were left out are warnings. `what` names the text. */
static inline void cli_report_faults(Cli *cli, const char *what, const GrFaults *faults) {
    for (unsigned i = 0; i < faults->count && i < GR_MAX_FAULTS; i++)
        cli_error(cli, "%s%s, column %u: %s%s", faults->fault[i].dropped ? "warning: " : "", what,
                  faults->fault[i].column, faults->fault[i].text,
                  faults->fault[i].dropped ? "; it is left out" : "");
}

#endif
