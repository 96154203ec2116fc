/* What is wrong with games described in files, for grimoire-variants. */
#ifndef GR_CLI_VARIANTS_CHECK_H
#define GR_CLI_VARIANTS_CHECK_H

#include "cli/common.h"

/* Checks the files that the operands name, from the second on. CLI_FAULTS if a game has errors. */
int cli_check_definitions(Cli *cli, const GrVariants *variants);

#endif
