/* Setting right what SQLite itself keeps of our tables. Internal to db/. */
#ifndef GR_DB_RENEW_H
#define GR_DB_RENEW_H

#include <stdbool.h>

#include "db/store/sql.h"

/* Puts empty tables in the place of these, without reading them: tables whose pages cannot be read can be neither
 * emptied nor dropped. Their old pages are nobody's until gr_sql_vacuum. In a transaction; finalizes all statements. */
int gr_tables_renew(GrStatements *sql, const char *const *tables, size_t count, GrError *error);

/* The same of one table, and no other in its place. */
int gr_table_strike(GrStatements *sql, const char *table, GrError *error);

/* Is there a wrong byte in the texts by which tables and triggers were made? */
int gr_tables_any_wrong_text(GrStatements *sql, bool *wrong, GrError *error);

/* Corrects them. In a transaction; finalizes all statements. */
int gr_tables_correct_texts(GrStatements *sql, GrError *error);

#endif
