/* The table grimoire_evals of the loadable extension. Internal to db/. */
#ifndef GR_DB_EXTENSION_EVALS_H
#define GR_DB_EXTENSION_EVALS_H

#include "db/extension/extension_host.h"

/* Adds it; returns what SQLite said. */
int gr_extension_evals(GrHost *host);

#endif
