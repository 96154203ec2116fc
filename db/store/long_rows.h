/* The tables of which all rows together are most of a file. Internal to db/.
 *
 * What a connection reads of them from row to row is counted. If that comes to more than the file
 * has, rows share pages, and none of them is read any more. Where reading goes back to a row before
 * the last one, counting begins again. */
#ifndef GR_DB_LONG_ROWS_H
#define GR_DB_LONG_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "db/codec/bytes.h"
#include "db/store/database.h"
#include "db/store/sql.h"

typedef enum GrLongTable {
    GR_LONG_BLOCK,
    GR_LONG_POSTING,
    GR_LONG_JOURNAL,
    GR_LONG_TABLES
} GrLongTable;

typedef struct GrLongRows {
    int64_t last;   /* key of the row that was read last */
    uint64_t read;  /* bytes of it and those before, */
    uint64_t most;  /* and of the file, when that was asked last */
    bool shared;    /* rows share pages */
} GrLongRows;

/* May the row of the table be read? 0, GR_ERR_DAMAGED if rows share pages, or another code. Who
 * reads it adds its bytes to db->rows[table].read. */
int gr_db_may_read(GrDb *db, GrLongTable table, int64_t key, GrError *error);

/* The same for a row of one blob, which is given: never NULL, empty if it may not be read. */
int gr_db_long_blob(GrDb *db, GrLongTable table, int64_t key, sqlite3_stmt *stmt, int column,
                    GrInput *blob, GrError *error);

#endif
