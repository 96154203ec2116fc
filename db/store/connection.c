/* Connections to SQLite files, and their waiting for locks. */
#include "db/store/connection.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "db/store/sql.h"
#include "notation/missing.h"

enum {
    NAP_US = 50000,        /* between two tries for a lock that another program holds, in the end; */
    FAULT_NAP_US = 500,    /* and for one that fails */
    LONG_MS = 1000,        /* a wait of which the caller wants to know */
    FAULT_TRIES = 100,     /* since file systems of a network may fail once and then work */
    GRACE_MS = 250         /* a lock that comes as soon is still taken once the wait is to end: work is then stored */
};

/* SQLite hands the sleeping between its own tries to the VFS of the connection. So each connection has one of its own:
 * the default one but for that. */
typedef struct Connection {
    sqlite3_vfs vfs; /* first */
    sqlite3_vfs *base;
    char name[40];
    GrWait wait;
    int64_t began;   /* the wait at hand, in milliseconds; */
    int64_t napped;  /* when it was last slept; */
    bool said;       /* the caller knows of it */
    int64_t asked;   /* when `stop` first said yes; 0: not yet */
    GrWaitEnd end;
    int why;         /* of GR_WAIT_FAULT */
} Connection;

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The last system call of SQLite before it waits was for a lock. Has it failed because of a lock of others? */
static bool is_held(int why) {
    return why == 0 || why == EAGAIN || why == EACCES || why == EBUSY || why == EINTR || why == ENOENT;
}

/* Has `stop` said yes, and some time ago? */
static bool is_stopped(Connection *c) {
    if (!c->wait.stop || !c->wait.stop(c->wait.context))
        c->asked = 0;
    else if (!c->asked)
        c->asked = now_ms();
    return c->asked && now_ms() - c->asked >= GRACE_MS;
}

static void begin_wait(Connection *c) {
    c->began = now_ms();
    c->said = false;
}

static void sleep_for(Connection *c, int us) {
    c->base->xSleep(c->base, us);
    c->napped = now_ms();
    if (!c->said && c->wait.waits && c->napped - c->began >= LONG_MS) {
        c->wait.waits(c->wait.context);
        c->said = true;
    }
    errno = 0;
}

/* SQLite sleeps between some hundred tries, and offers no way to cut them short. */
static int nap(sqlite3_vfs *vfs, int us) {
    Connection *c = (Connection *)(void *)vfs;
    enum { APART_MS = 500 }; /* so long after the last one it is another wait */
    int why = errno, most = NAP_US;
    if (now_ms() - c->napped > APART_MS)
        begin_wait(c);
    c->end = GR_WAIT_TIME;
    if (!is_held(why)) {
        c->end = GR_WAIT_FAULT;
        c->why = why;
        most = FAULT_NAP_US;
    } else if (is_stopped(c)) {
        c->end = GR_WAIT_STOP;
        most = 0;
    }
    sleep_for(c, us < most ? us : most);
    return us;
}

/* SQLite's busy handler: is the lock to be tried for once more? */
static int wait_more(void *context, int tries) {
    Connection *c = context;
    int why = errno, us = (tries + 1) * 1000;
    if (tries == 0)
        begin_wait(c);
    c->end = GR_WAIT_TIME;
    if (!is_held(why)) {
        c->end = GR_WAIT_FAULT;
        c->why = why;
        us = FAULT_NAP_US;
    } else if (is_stopped(c)) {
        c->end = GR_WAIT_STOP;
    }
    bool more = c->end == GR_WAIT_FAULT ? tries < FAULT_TRIES
                                        : c->end == GR_WAIT_TIME && now_ms() - c->began < c->wait.milliseconds;
    if (more)
        sleep_for(c, us < NAP_US ? us : NAP_US);
    return more;
}

static Connection *connection_of(sqlite3 *handle) {
    sqlite3_vfs *vfs = NULL;
    if (!handle || sqlite3_file_control(handle, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) != SQLITE_OK)
        return NULL;
    return vfs && vfs->xSleep == nap ? (Connection *)(void *)vfs : NULL;
}

static void discard(Connection *c) {
    if (c)
        sqlite3_vfs_unregister(&c->vfs);
    free(c);
}

static Connection *make(const GrWait *wait) {
    sqlite3_vfs *base = sqlite3_vfs_find(NULL);
    Connection *c = base ? calloc(1, sizeof *c) : NULL;
    if (!c)
        return NULL;
    c->vfs = *base;
    c->base = base;
    c->wait = *wait;
    snprintf(c->name, sizeof c->name, "grimoire-%p", (void *)c);
    c->vfs.zName = c->name;
    c->vfs.pNext = NULL;
    c->vfs.xSleep = nap;
    if (sqlite3_vfs_register(&c->vfs, 0) == SQLITE_OK)
        return c;
    free(c);
    return NULL;
}

/* SQLite takes a file that cannot be opened for writing for one that may only be read, whatever the reason. */
static bool is_half_open(sqlite3 *handle, int flags, int why) {
    bool permission = why == EACCES || why == EPERM || why == EROFS;
    return flags & SQLITE_OPEN_READWRITE && sqlite3_db_readonly(handle, "main") == 1 && !permission;
}

/* Why a file could not be opened: `why` is the errno of SQLite's last try. Where the first one may not make the file,
 * there is one more, which finds none. */
static int cause(const char *name, int flags, int why) {
    const char *slash = strrchr(name, '/');
    GrBuffer folder;
    if (why != ENOENT || !(flags & SQLITE_OPEN_CREATE))
        return why;
    gr_buffer_init(&folder);
    gr_buffer_add(&folder, name, slash ? (size_t)(slash - name) + 1 : 0);
    gr_buffer_putc(&folder, '.');
    if (!folder.failed && access(folder.data, W_OK | X_OK))
        why = errno;
    gr_buffer_free(&folder);
    return why;
}

static int fail_to_open(int why, GrError *error) {
    GrCode code = gr_is_missing(why) ? GR_ERR_NOT_FOUND : GR_ERR_IO;
    return gr_fail(error, code, "cannot open the database: %s", strerror(why));
}

int gr_connect(const char *name, int flags, const GrWait *wait, sqlite3 **handle, GrError *error) {
    Connection *c = make(wait);
    *handle = NULL;
    if (!c)
        return gr_no_memory(error);
    flags |= SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    errno = 0;
    int result = sqlite3_open_v2(name, handle, flags, c->name), why = errno, code = 0;
    if ((result & 0xFF) == SQLITE_NOMEM)
        code = gr_no_memory(error);
    else if (result != SQLITE_OK && ((result & 0xFF) != SQLITE_CANTOPEN || !why))
        code = gr_fail(error, GR_ERR_IO, "cannot open the database: %s", sqlite3_errstr(result));
    else if (result != SQLITE_OK || is_half_open(*handle, flags, why))
        code = fail_to_open(cause(name, flags, why), error);
    if (code) {
        sqlite3_close(*handle);
        *handle = NULL;
        discard(c);
        return code;
    }
    sqlite3_busy_handler(*handle, wait_more, c);
    sqlite3_db_config(*handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(*handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(*handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    return 0;
}

int gr_disconnect(sqlite3 *handle) {
    Connection *c = connection_of(handle);
    int result = sqlite3_close(handle);
    if (result == SQLITE_OK)
        discard(c);
    return result;
}

void gr_connection_set_wait(sqlite3 *handle, const GrWait *wait) {
    Connection *c = connection_of(handle);
    if (c)
        c->wait = *wait;
}

GrWait gr_connection_wait(sqlite3 *handle) {
    const Connection *c = connection_of(handle);
    return c ? c->wait : (GrWait){0};
}

GrWaitEnd gr_connection_wait_end(sqlite3 *handle, int *why) {
    Connection *c = connection_of(handle);
    GrWaitEnd end = c ? c->end : GR_WAIT_TIME;
    if (c)
        c->end = GR_WAIT_TIME;
    *why = c ? c->why : 0;
    return end;
}
