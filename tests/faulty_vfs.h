/* A file system for SQLite that fails on demand.
 *
 * Once installed, everything that SQLite writes goes through it: writing, syncing, truncating and
 * deleting are counted, and the nth of them can be made to fail, alone or with all that come
 * after it. The latter is what a program looks like from its database that was killed there.
 */
#ifndef GR_TESTS_FAULTY_VFS_H
#define GR_TESTS_FAULTY_VFS_H

#include <stdbool.h>

/* Makes it the default of all databases opened from now on; false if that fails. */
bool faulty_install(void);

/* From now on the nth operation fails with the given SQLite result, and all after it if `onward`.
 * 0: none does. Counting starts anew. */
void faulty_fail_at(long n, int result, bool onward);

/* How many operations there have been since, and how many failed. */
long faulty_count(void);
long faulty_failures(void);

#endif
