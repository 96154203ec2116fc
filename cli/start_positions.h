/* Openings to play from, which match and train take by --openings. */
#ifndef GR_CLI_START_POSITIONS_H
#define GR_CLI_START_POSITIONS_H

#include "analysis/study/openings.h"
#include "cli/common.h"

/* Reads the file as gr_openings_read does and reports what is wrong in it. Returns an exit status. *openings is to be
 * freed by gr_openings_free in any case. */
int cli_read_openings(Cli *cli, const GrVariants *variants, const GrRules *rules, const char *path,
                      GrOpenings *openings);

#endif
