/* Connections to SQLite files: how they are opened, and how they wait for the locks of others. Internal to db/.
 *
 * SQLite waits in two ways: by a busy handler for most locks, and by sleeping between tries of its own for those of
 * the shared memory beside a log. Both come here, so that a wait ends when the caller's `stop` says so, and that a
 * lock that fails, which is no lock that another program holds, is not waited for.
 */
#ifndef GR_DB_CONNECTION_H
#define GR_DB_CONNECTION_H

#include <sqlite3.h>
#include <stdbool.h>

#include "rules/error.h"

typedef struct GrWait {
    int milliseconds;            /* at the most; 0: not at all */
    bool (*stop)(void *context); /* asked meanwhile: is the wait to end? NULL: never */
    void (*waits)(void *context); /* called once a wait has lasted for a second; NULL: nothing is */
    void *context;
} GrWait;

/* Opens a file, by SQLite's flags (with SQLITE_OPEN_URI a URI, else a plain name) and believes nothing that is in it:
 * no views, no functions that are not known to be harmless, no change to SQLite's own tables. GR_ERR_IO if flags ask
 * for writing and the file could be opened for reading alone for any other reason than permissions. *handle is to be
 * closed by gr_disconnect. */
int gr_connect(const char *name, int flags, const GrWait *wait, sqlite3 **handle, GrError *error);

/* Closes a connection whose statements are all finalized. SQLite's result; NULL is fine. */
int gr_disconnect(sqlite3 *handle);

/* How a connection of gr_connect waits from now on. */
void gr_connection_set_wait(sqlite3 *handle, const GrWait *wait);
GrWait gr_connection_wait(sqlite3 *handle);

/* Why the last wait of a connection for a lock has ended in vain. */
typedef enum GrWaitEnd {
    GR_WAIT_TIME, /* it took too long, or it was not waited for */
    GR_WAIT_STOP, /* the caller's `stop` said so */
    GR_WAIT_FAULT /* locks cannot be had at all: errno in *why */
} GrWaitEnd;

/* Says so once. Any connection may be asked; others than those of gr_connect give GR_WAIT_TIME. */
GrWaitEnd gr_connection_wait_end(sqlite3 *handle, int *why);

#endif
