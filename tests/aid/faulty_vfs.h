/* A file system and a memory for SQLite that fail on demand.
 *
 * Once installed, all that SQLite writes goes through it: opening (of files that it may make),
 * writing, syncing, truncating, deleting and mapping shared memory are counted, and the nth of them
 * can be made to fail, alone or with all that come after it. The latter is what a full disk is
 * like, and what a program looks like from its database that was killed there.
 */
#ifndef GR_TESTS_FAULTY_VFS_H
#define GR_TESTS_FAULTY_VFS_H

#include <stdbool.h>

/* Makes it the default of all databases opened from now on; false if that fails. Comes before any
 * other use of SQLite. */
bool faulty_install(void);

/* From now on the nth operation fails with the given SQLite result, and all after it if `onward`.
 * 0: none does. Counting starts again. */
void faulty_fail_at(long n, int result, bool onward);

/* The same of reading files, which is not among these operations. */
void faulty_read_at(long n, int result, bool onward);
long faulty_read_count(void);
long faulty_read_failures(void);

/* The same of taking locks: they fail with this errno, and SQLite's result for it. */
void faulty_lock_at(long n, int why, bool onward);
long faulty_lock_failures(void);

/* How many operations there have been since, and how many failed. */
long faulty_count(void);
long faulty_failures(void);

/* The same of SQLite's own allocations, which tests/aid/fail_alloc.h does not reach. */
void faulty_memory_at(long n, bool onward);
long faulty_memory_count(void);
long faulty_memory_failures(void);

#endif
