/* The commands of grimoire-db that copy from one database into another. */
#ifndef GR_CLI_DB_COPY_H
#define GR_CLI_DB_COPY_H

#include "cli/db_tidy.h"

/* Each returns the exit status. */
int cli_db_merge(CliDbAsked *asked);
int cli_db_split(CliDbAsked *asked);

/* Can all databases that are to be merged be opened? Else nothing is to be done or created: the exit status, after
 * reporting why. */
int cli_db_try_others(CliDbAsked *asked);

#endif
