/* Allocations that fail on demand.
 *
 * In test programs malloc, calloc, realloc, aligned_alloc and strdup of our own code (not those
 * inside libc, SQLite and zlib) go through this. A function is tested at every allocation it
 * makes by
 *
 *     FAIL_EACH_ALLOCATION(n, 1000) {
 *         int code = gr_thing_make(&thing, &error);
 *         fail_alloc_stop();
 *         CHECK(code == 0 || code == GR_ERR_MEMORY);
 *         gr_thing_free(&thing);
 *     }
 *
 * which runs the body with the first allocation failing, then the second, and so on until it runs
 * without a failure. `make check` tries the first ones, and then one in five.
 */
#ifndef GR_TESTS_FAIL_ALLOC_H
#define GR_TESTS_FAIL_ALLOC_H

#include <stdbool.h>

/* From now on the nth allocation fails (1: the next one); with `onward` all after it too. */
void fail_alloc_at(long n, bool onward);

/* No allocation fails any more. */
void fail_alloc_stop(void);

/* How many allocations failed since fail_alloc_at, and how many were made in all. */
long fail_alloc_failures(void);
long fail_alloc_count(void);

/* For the macro: should the body run for n? Ends after a run in which nothing failed, and reports
 * (as a failed exit of the program) if `limit` runs were not enough. */
bool fail_alloc_next(long n, long limit);

/* For the macro: from n to the next that fails. Under the thread sanitizer only some do: it is slow, and looks for
 * something else. */
long fail_alloc_step(long n);

#define FAIL_EACH_ALLOCATION(n, limit)                                                             \
    for (long n = 1; fail_alloc_next(n, limit); n += fail_alloc_step(n))

#endif
