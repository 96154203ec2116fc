/* An SQLite VFS whose operations fail on demand. */
#include "tests/aid/faulty_vfs.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>

static sqlite3_vfs *real_vfs;
static sqlite3_vfs vfs;
static sqlite3_io_methods methods;

static struct {
    long at, count, failures;
    int result;
    bool onward;
} faulty;

/* Several threads may read at a time. */
static struct {
    atomic_long at, count, failures;
    atomic_int result;
    atomic_bool onward;
} reading;

static struct {
    atomic_long at, count, failures;
    atomic_int why;
    atomic_bool onward;
} locking;

typedef struct File {
    sqlite3_file base;
    sqlite3_file *real; /* lies behind this in memory */
} File;

static sqlite3_file *real_of(sqlite3_file *file) {
    return ((File *)file)->real;
}

void faulty_fail_at(long n, int result, bool onward) {
    faulty.at = n;
    faulty.count = faulty.failures = 0;
    faulty.result = result;
    faulty.onward = onward;
}

long faulty_count(void) {
    return faulty.count;
}

long faulty_failures(void) {
    return faulty.failures;
}

/* Counts an operation; its result if it is to fail, else 0. */
static int fault(void) {
    faulty.count++;
    bool fails = faulty.at && (faulty.count == faulty.at ||
                               (faulty.onward && faulty.count > faulty.at));
    faulty.failures += fails;
    return fails ? faulty.result : SQLITE_OK;
}

static int file_close(sqlite3_file *file) {
    sqlite3_file *real = real_of(file);
    return real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
}

void faulty_read_at(long n, int result, bool onward) {
    reading.at = n;
    reading.count = reading.failures = 0;
    reading.result = result;
    reading.onward = onward;
}

long faulty_read_count(void) {
    return reading.count;
}

long faulty_read_failures(void) {
    return reading.failures;
}

static int file_read(sqlite3_file *file, void *to, int len, sqlite3_int64 at) {
    long count = atomic_fetch_add(&reading.count, 1) + 1;
    if (reading.at && (count == reading.at || (reading.onward && count > reading.at))) {
        reading.failures++;
        errno = reading.result == SQLITE_IOERR_CORRUPTFS ? EIO : ETIMEDOUT; /* as the system does */
        return reading.result;
    }
    return real_of(file)->pMethods->xRead(real_of(file), to, len, at);
}

static int file_write(sqlite3_file *file, const void *from, int len, sqlite3_int64 at) {
    int result = fault();
    /* A write that fails may have written something. */
    int part = result ? len / 2 : len;
    int done = result && faulty.onward && faulty.count > faulty.at
                   ? SQLITE_OK
                   : real_of(file)->pMethods->xWrite(real_of(file), from, part, at);
    return result ? result : done;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int result = fault();
    return result ? result : real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
    int result = fault();
    return result ? result : real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

void faulty_lock_at(long n, int why, bool onward) {
    locking.at = n;
    locking.count = locking.failures = 0;
    locking.why = why;
    locking.onward = onward;
}

long faulty_lock_failures(void) {
    return locking.failures;
}

static bool lock_fails(void) {
    long count = atomic_fetch_add(&locking.count, 1) + 1;
    bool fails = locking.at && (count == locking.at || (locking.onward && count > locking.at));
    locking.failures += fails;
    if (fails)
        errno = locking.why;
    return fails;
}

static int file_lock(sqlite3_file *file, int lock) {
    if (lock_fails()) /* SQLite thinks that a file system may say ENOLCK by chance */
        return locking.why == ENOLCK ? SQLITE_BUSY : SQLITE_IOERR_LOCK;
    return real_of(file)->pMethods->xLock(real_of(file), lock);
}

static int file_unlock(sqlite3_file *file, int lock) {
    return real_of(file)->pMethods->xUnlock(real_of(file), lock);
}

static int file_check_lock(sqlite3_file *file, int *reserved) {
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), reserved);
}

static int file_control(sqlite3_file *file, int op, void *arg) {
    return real_of(file)->pMethods->xFileControl(real_of(file), op, arg);
}

static int file_sector(sqlite3_file *file) {
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int file_device(sqlite3_file *file) {
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **at) {
    if (extend && fault())
        return SQLITE_IOERR_SHMSIZE;
    return real_of(file)->pMethods->xShmMap(real_of(file), region, size, extend, at);
}

static int shm_lock(sqlite3_file *file, int offset, int n, int flags) {
    if (flags & SQLITE_SHM_LOCK && lock_fails())
        return SQLITE_BUSY; /* whatever the system says */
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, n, flags);
}

static void shm_barrier(sqlite3_file *file) {
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int shm_unmap(sqlite3_file *file, int drop) {
    return real_of(file)->pMethods->xShmUnmap(real_of(file), drop);
}

static int vfs_open(sqlite3_vfs *self, const char *name, sqlite3_file *file, int flags, int *out) {
    File *f = (File *)file;
    (void)self;
    f->real = (sqlite3_file *)(f + 1);
    memset(f->real, 0, (size_t)real_vfs->szOsFile);
    file->pMethods = NULL;
    if (flags & SQLITE_OPEN_CREATE && fault()) {
        errno = EIO; /* as the system does; what an earlier call left would be taken for the cause */
        return SQLITE_CANTOPEN;
    }
    int result = real_vfs->xOpen(real_vfs, name, f->real, flags, out);
    file->pMethods = f->real->pMethods ? &methods : NULL;
    return result;
}

static int vfs_delete(sqlite3_vfs *self, const char *name, int sync) {
    int result = fault();
    (void)self;
    return result ? result : real_vfs->xDelete(real_vfs, name, sync);
}

/* ---- memory ---- */

static sqlite3_mem_methods real_memory;

static struct {
    long at, count, failures;
    bool onward;
} memory;

void faulty_memory_at(long n, bool onward) {
    memory.at = n;
    memory.count = memory.failures = 0;
    memory.onward = onward;
}

long faulty_memory_count(void) {
    return memory.count;
}

long faulty_memory_failures(void) {
    return memory.failures;
}

static bool memory_fails(void) {
    memory.count++;
    bool fails = memory.at && (memory.count == memory.at ||
                               (memory.onward && memory.count > memory.at));
    memory.failures += fails;
    return fails;
}

static void *take(int size) {
    return memory_fails() ? NULL : real_memory.xMalloc(size);
}

static void *retake(void *old, int size) {
    return memory_fails() ? NULL : real_memory.xRealloc(old, size);
}

static bool install_memory(void) {
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory) != SQLITE_OK)
        return false;
    sqlite3_mem_methods mine = real_memory;
    mine.xMalloc = take;
    mine.xRealloc = retake;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &mine) == SQLITE_OK;
}

bool faulty_install(void) {
    if (!install_memory())
        return false;
    methods = (sqlite3_io_methods){
        .iVersion = 2, /* no memory-mapped reading */
        .xClose = file_close, .xRead = file_read, .xWrite = file_write,
        .xTruncate = file_truncate, .xSync = file_sync, .xFileSize = file_size,
        .xLock = file_lock, .xUnlock = file_unlock, .xCheckReservedLock = file_check_lock,
        .xFileControl = file_control, .xSectorSize = file_sector,
        .xDeviceCharacteristics = file_device, .xShmMap = shm_map, .xShmLock = shm_lock,
        .xShmBarrier = shm_barrier, .xShmUnmap = shm_unmap,
    };
    real_vfs = sqlite3_vfs_find(NULL);
    if (!real_vfs)
        return false;
    vfs = *real_vfs;
    vfs.zName = "faulty";
    vfs.pNext = NULL;
    vfs.szOsFile = (int)sizeof(File) + real_vfs->szOsFile;
    vfs.xOpen = vfs_open;
    vfs.xDelete = vfs_delete;
    return sqlite3_vfs_register(&vfs, 1) == SQLITE_OK;
}
