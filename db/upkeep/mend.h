/* Setting right tables whose contents are known from elsewhere. Internal to db/. */
#ifndef GR_DB_MEND_H
#define GR_DB_MEND_H

#include "db/store/database.h"

/* Corrects a wrong byte in the texts that made the tables, and makes damaged tables anew, if what they had is known:
 * those of the catalog from their backups, and the backups from them; meta and name from what can still be read;
 * fingerprint and signature are empty then. In transactions of its own; those that are sound stay as they are. */
int gr_mend_tables(GrDb *db, GrError *error);

/* Can all rows of the table meta be read? 1, 0 or a code. */
int gr_mend_can_read_meta(GrDb *db, GrError *error);

#endif
