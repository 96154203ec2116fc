/* The functions of the loadable extension. Internal to db/. */
#ifndef GR_DB_EXTENSION_FUNCTIONS_H
#define GR_DB_EXTENSION_FUNCTIONS_H

#include "db/extension/extension_host.h"

/* Adds them; returns what SQLite said. */
int gr_extension_functions(GrHost *host);

#endif
