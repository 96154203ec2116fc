/* grimoire-db's commands that change games so that it can be taken back, but for edit. */
#ifndef GR_CLI_DB_CHANGE_H
#define GR_CLI_DB_CHANGE_H

#include "cli/db_tidy.h"

/* Each returns the exit status. */
int cli_db_delete(CliDbAsked *asked);
int cli_db_undo(CliDbAsked *asked);

#endif
