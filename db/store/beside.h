/* The files that lie beside a database while it is used or made, known by their names. Writing to one of
 * them destroys games, or ends the programs that use the database.
 */
#ifndef GR_DB_BESIDE_H
#define GR_DB_BESIDE_H

#include <stddef.h>

#include "rules/decls.h"

GR_BEGIN_DECLS

typedef enum GrBeside {
    GR_BESIDE_NONE, /* it is none of them */
    GR_BESIDE_USED, /* NAME-wal, NAME-shm, NAME-journal: SQLite's, of the database NAME */
    GR_BESIDE_NEW   /* NAME.new-PID-WHERE, with or without such an ending: NAME, while it is made */
} GrBeside;

/* What a file with this name, or path, is; *length: that of NAME, with which it begins, or 0. Whether there is such
 * a database is not asked. */
GrBeside gr_beside(const char *name, size_t *length);

/* The nth of the endings "-wal", "-shm" and "-journal", from 0; NULL past the end. */
const char *gr_beside_ending(size_t n);

GR_END_DECLS

#endif
