/* SQLite's own checks of a file. Internal to db/. */
#ifndef GR_DB_STRUCTURE_H
#define GR_DB_STRUCTURE_H

#include "db/store/database.h"

typedef enum GrFlaw {
    GR_FLAW_TABLE,  /* pages or records of a table, or of its index, are damaged */
    GR_FLAW_TEXT,   /* a byte of the text is wrong by which the table or a trigger of it was made */
    GR_FLAW_PARENT, /* a row of a table refers to one that is missing */
    GR_FLAW_SHARED, /* two tables have the same pages */
    GR_FLAW_PAGES   /* no table is damaged, but pages are lost or counted wrongly */
} GrFlaw;

enum { GR_FLAW_SAID = 160 };

/* Reports flaws of tables, each once, and goes on: returns 0 then. What SQLite says is in `said`, "" if it says nothing;
 * of the last two `table` is NULL. An error of the disk is no flaw: GR_ERR_IO. `error` is not NULL. */
int gr_structure_check(GrDb *db, void (*flaw)(void *context, GrFlaw flaw, const char *table, const char *said),
                       void *context, GrError *error);

/* Are the pages and records of one table sound? 1, 0 (SQLite's words in `said`, of GR_FLAW_SAID bytes) or a code. */
int gr_structure_table(GrDb *db, const char *table, char *said, GrError *error);

/* Have two tables the same pages, so that who writes one destroys the other? 1, 0 or a code. */
int gr_structure_shared(GrDb *db, GrError *error);

#endif
