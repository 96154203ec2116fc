/* grimoire-db dedupe --near. */
#ifndef GR_CLI_DB_NEAR_H
#define GR_CLI_DB_NEAR_H

#include "cli/db_tidy.h"

/* Shows games that are nearly the same, and with asked->apply deletes one of each two. The exit status. */
int cli_db_dedupe_near(CliDbAsked *asked);

#endif
